"""`check`: everything short of playing: read, resolve, type, trace, and lower for every number of players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import options as opt
from .faults import FAULTS, FINE

if TYPE_CHECKING:
    from regelwerk_compiler.diagnostics.diagnostic import Diagnostic

FORMATS = ("text", "json", "sarif", "github")


@click.command(short_help="Find every fault in the rules.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=opt.complete_game)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="For people, programs, code scanning, or annotations.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@opt.table_option
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@opt.color_option
def check(
    paths: tuple[str, ...], format_: str, as_json: bool, tables: tuple[str, ...], strict: bool, color: bool | None
) -> int:
    """Check the games at PATHs and tell every fault, with its place, its cause and a way out.

    PATH is a game, one of its files, or a folder with games in it. Without PATH: all games in `rulespecs/` here, else in this folder, else those
    that come with Regelwerk. The exit code is 1 if there is an error.
    """
    from regelwerk_compiler import pipeline
    from regelwerk_compiler.diagnostics.diagnostic import Collector

    from .games import games_at
    from .reports import report

    replaced = {name: Path(file) for name, file in opt.pairs(tables, "--table NAME=FILE").items()}
    games = list(dict.fromkeys(_here(path) for path, _ in games_at(paths)))
    found: dict[Diagnostic, None] = {}
    for game in games:
        collector = Collector()
        pipeline.load_spec(game, collector, replaced)
        found.update(dict.fromkeys(collector.worst_first()))
    ordered = sorted(found, key=lambda one: one.severity)  # the errors of all games first
    report(ordered, "json" if as_json else format_, [str(game) for game in games], color)
    return FAULTS if any(one.severity == "error" or strict for one in ordered) else FINE


def _here(path: Path) -> Path:
    """The path as seen from here, if it lies below: so it stands in messages and annotations."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except (ValueError, OSError):
        return path
