"""What each seat sees and is told: a vector, or a step -> views, changes, happenings."""
