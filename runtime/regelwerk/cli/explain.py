"""`explain`: what a code of a diagnostic means."""

from __future__ import annotations

import click

from ..errors import UsageError


def _codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from regelwerk_compiler.diagnostics.catalogue import CATALOGUE

    return [code for code in CATALOGUE if code.startswith(incomplete.upper())]


@click.command(short_help="Say what a code such as RW301 means.")
@click.argument("code", required=False, shell_complete=_codes)
def explain(code: str | None) -> None:
    """Say what the code of a fault means, how it is worded and what to do.

    Without CODE all codes are listed.
    """
    from regelwerk_compiler.diagnostics.catalogue import CATALOGUE
    from regelwerk_compiler.diagnostics.words import nearest

    if code is None:
        for known in sorted(CATALOGUE):
            click.echo(f"{known}  {CATALOGUE[known].severity:7}  {CATALOGUE[known].title}")
        return
    entry = CATALOGUE.get(code.upper())
    if entry is None:
        near = nearest(code.upper(), CATALOGUE)
        raise UsageError(
            f"there is no code `{code}`", f"Did you mean {near}?" if near else "`regelwerk explain` lists all of them."
        )
    click.echo(f"{code.upper()} ({entry.severity}): {entry.title}\n")
    click.echo(f"Message: {_blanks(entry.message)}")
    if entry.hint:
        click.echo(f"Way out: {_blanks(entry.hint)}")


def _blanks(text: str) -> str:
    """A format string for reading: `{name}` becomes <name>."""
    return (
        text.replace("{{", "\0")
        .replace("}}", "\1")
        .replace("{", "<")
        .replace("}", ">")
        .replace("\0", "{")
        .replace("\1", "}")
    )
