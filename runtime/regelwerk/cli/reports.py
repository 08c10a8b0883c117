"""Diagnostics on their way to a reader: as text with excerpts for people, or as JSON, SARIF or annotations for machines."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Looked:
    """What was looked at: the games, the file of the settings, how many warnings these silence, and whether PATHs named it."""

    games: Sequence[Path]
    settings: Path | None
    silenced: int
    named: bool

    def sentence(self) -> str:
        """`Looked at 33 games in rulespecs, with 24 table files and 40 files of scenarios.`"""
        tables, scenarios = (
            sum(len(list(game.parent.glob(f"{name}/*.yaml"))) for game in self.games) for name in _BESIDE
        )
        beside = [_counted(n, what) for n, what in ((tables, "table file"), (scenarios, "scenario file")) if n]
        words = f"Looked at {_counted(len(self.games), 'game')}{self._where()}"
        words += f", with {' and '.join(beside)}" if beside else ""
        words += f"; settings: {self.settings}" if self.settings is not None else ""
        return f"{words}."

    def _where(self) -> str:
        folders = [game.parent for game in self.games]
        if not folders:
            return ""
        if len(folders) == 1:
            return f": {folders[0]}"
        if len({folder.is_absolute() for folder in folders}) > 1:  # a game that comes with Regelwerk, and one's own
            folders = [folder.absolute() for folder in folders]
        try:
            common = Path(os.path.commonpath(folders))
        except ValueError:  # on several drives
            return ""
        if common == Path():
            return " below this folder"
        return f" in {common}" if common != common.parent else ""


_BESIDE = ("tables", "scenarios")


def report(found: Sequence[Diagnostic], format_: str, looked: Looked, color: bool | None) -> None:
    """Print what `check` found."""
    from regelwerk_compiler.diagnostics import formats

    errors = sum(one.severity == "error" for one in found)
    match format_:
        case "json":
            summary = {"errors": errors, "warnings": len(found) - errors, "diagnostics": formats.as_json(found)}
            click.echo(
                json.dumps(summary | {"checked": [game.as_posix() for game in looked.games]}, ensure_ascii=False)
            )
        case "sarif":
            from ..records.logs import own_version

            click.echo(json.dumps(formats.as_sarif(found, own_version()), ensure_ascii=False, indent=1))
        case "github":
            if found:
                click.echo(formats.as_github(found))
        case _:
            print_diagnostics(found, err=False, color=color)
            if not looked.named or len(looked.games) > 1:
                click.echo(looked.sentence())
            silenced = f" ({_counted(looked.silenced, 'warning')} silenced by the settings)" if looked.silenced else ""
            told = f"{_counted(errors, 'error')}, {_counted(len(found) - errors, 'warning')}{silenced}"
            click.echo(f"{_counted(len(looked.games), 'game')} checked: {told}")


def text_of(name: str) -> str | None:
    """The text of a file, for its excerpts."""
    from regelwerk_compiler.document.links import leads_out

    try:
        if leads_out(Path(name)) or not Path(name).is_file():
            return None
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return None


def color_of(color: bool | None) -> bool | None:
    """Click looks at the terminal by itself; NO_COLOR is ours to obey."""
    return False if color is None and os.environ.get("NO_COLOR") else color


def _counted(n: int, what: str) -> str:
    return f"no {what}s" if n == 0 else f"1 {what}" if n == 1 else f"{n} {what}s"
