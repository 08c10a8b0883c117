"""What was played, written down and played again: logs and their replay."""
