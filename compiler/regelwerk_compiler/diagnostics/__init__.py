"""What is wrong with a game, as values: the catalogue of codes, and from diagnostics to text for people and machines."""
