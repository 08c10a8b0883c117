"""What each seat sees, what it was told, and what it may imagine: a vector -> views, happenings, memories, re-dealt states."""
