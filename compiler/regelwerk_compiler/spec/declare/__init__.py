"""From a game's document to everything that it declares, by name; the formulas in it are typed last (`typed.py`)."""
