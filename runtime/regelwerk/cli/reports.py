"""Diagnostics on their way to a reader: as text with excerpts for people, or as JSON, SARIF or annotations for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from regelwerk_compiler.diagnostics.diagnostic import Diagnostic

STYLES: dict[str, dict[str, object]] = {
    "place": {"bold": True},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "message": {"bold": True},
    "gutter": {"fg": "blue"},
    "caret": {"fg": "red"},
    "hint": {"fg": "green"},
}
MOST_BYTES = 4_000_000


def print_diagnostics(found: Sequence[Diagnostic], *, err: bool = True, color: bool | None = None) -> None:
    """All of them, each with its place, an excerpt, its cause and a way out."""
    from regelwerk_compiler.diagnostics.render import Role, render

    def paint(text: str, role: Role) -> str:
        return click.style(text, **STYLES[role]) if role in STYLES else text  # type: ignore[arg-type]

    if found:
        click.echo(render(found, text_of, paint), err=err, color=color_of(color))
        click.echo("", err=err)


def report(found: Sequence[Diagnostic], format_: str, games: Sequence[str], color: bool | None) -> None:
    """Print what `check` found."""
    from regelwerk_compiler.diagnostics import formats

    errors = sum(one.severity == "error" for one in found)
    match format_:
        case "json":
            summary = {"errors": errors, "warnings": len(found) - errors, "diagnostics": formats.as_json(found)}
            click.echo(json.dumps(summary, ensure_ascii=False))
        case "sarif":
            from ..logs import own_version

            click.echo(json.dumps(formats.as_sarif(found, own_version()), ensure_ascii=False, indent=1))
        case "github":
            if found:
                click.echo(formats.as_github(found))
        case _:
            print_diagnostics(found, err=False, color=color)
            checked = "1 game" if len(games) == 1 else f"{len(games)} games"
            click.echo(f"{checked} checked: {_counted(errors, 'error')}, {_counted(len(found) - errors, 'warning')}")


def text_of(name: str) -> str | None:
    """The text of a file, for its excerpts."""
    try:
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return None


def color_of(color: bool | None) -> bool | None:
    """Click looks at the terminal by itself; NO_COLOR is ours to obey."""
    import os

    return False if color is None and os.environ.get("NO_COLOR") else color


def _counted(n: int, what: str) -> str:
    return f"no {what}s" if n == 0 else f"1 {what}" if n == 1 else f"{n} {what}s"
