"""From a Spec whose parts are typed to what only the whole game tells: a check a file, `whole.py` runs them."""
