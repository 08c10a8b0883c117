"""`python -m regelwerk` is the command `regelwerk`."""

from .cli.main import run

if __name__ == "__main__":
    run()
