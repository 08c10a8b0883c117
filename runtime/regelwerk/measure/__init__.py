"""Many games, counted: statistics, coverage of the rules, and what must hold after every step."""
