"""`completion`: the line that switches completion on in a shell."""

from __future__ import annotations

import click

from ..errors import UsageError

LINES = {
    "bash": 'eval "$(_REGELWERK_COMPLETE=bash_source regelwerk)"',
    "zsh": 'eval "$(_REGELWERK_COMPLETE=zsh_source regelwerk)"',
    "fish": "_REGELWERK_COMPLETE=fish_source regelwerk | source",
}
FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/regelwerk.fish"}


@click.command(short_help="Switch on completion in bash, zsh or fish.")
@click.argument("shell", type=click.Choice(list(LINES)), required=False)
def completion(shell: str | None) -> None:
    """Print the line that makes SHELL complete commands, options and the ids of games.

    Without SHELL it is read from the environment variable SHELL.
    """
    import os

    found = shell or os.path.basename(os.environ.get("SHELL", ""))
    if found not in LINES:
        raise UsageError("I cannot tell which shell you use", f"Name it: regelwerk completion {'|'.join(LINES)}")
    click.echo(f"# put this line into {FILES[found]}")
    click.echo(LINES[found])
