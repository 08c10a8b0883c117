"""What a seat remembers, what it was told so far, and what it may imagine: a game as it went -> memories, information states, re-dealt games."""
