"""`play`: menus of options, asking at a terminal, and the loop of a game between humans and bots."""
