"""`check`: everything short of playing: read, resolve, type, trace, and lower for every number of players."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import options as opt
from .faults import FAULTS, FINE

if TYPE_CHECKING:
    from regelwerk_compiler.diagnostics.diagnostic import Diagnostic
    from regelwerk_compiler.settings import Settings

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
@opt.watch_option
@opt.color_option
def check(
    paths: tuple[str, ...],
    format_: str,
    as_json: bool,
    tables: tuple[str, ...],
    strict: bool,
    watch: bool,
    color: bool | None,
) -> int:
    """Check the games at PATHs and tell every fault, with its place, its cause and a way out.

    PATH is a game, one of its files, or a folder with games in it. Without PATH: the games that `regelwerk.toml` (or `[tool.regelwerk]` in
    `pyproject.toml`) names, else those in `rulespecs/` here, else in this folder, else those that come with Regelwerk. The exit code is 1 if there
    is an error.
    """
    replaced = {name: Path(file) for name, file in opt.pairs(tables, "--table NAME=FILE").items()}
    format_ = "json" if as_json else format_

    def once() -> int:
        return _check_all(paths, format_, replaced, strict, color)

    if not watch:
        return once()
    from .watch import watched

    return watched(once, paths, replaced.values(), as_text=format_ == "text")


def _check_all(
    paths: tuple[str, ...], format_: str, replaced: dict[str, Path], strict: bool, color: bool | None
) -> int:
    """Check everything once; the exit code."""
    import gc

    gc.set_threshold(
        200_000
    )  # nearly all that is made is kept to the end: looking for garbage takes a tenth of the time

    from regelwerk_compiler.diagnostics.diagnostic import Collector
    from regelwerk_compiler.settings import find_settings

    from .games import games_at
    from .reports import Looked, report

    collector = Collector()
    settings = find_settings(Path(), collector)
    games = list(dict.fromkeys(_here(path) for path, _ in games_at(paths, settings)))
    found = dict.fromkeys(collector.worst_first())
    for game in games:
        found.update(dict.fromkeys(_check(game, replaced)))
    told, silenced = _as_set(list(found), settings)
    looked = Looked(games, settings.file, silenced, named=bool(paths))
    report(told, format_, looked, color)
    return FAULTS if any(one.severity == "error" or strict for one in told) else FINE


def _check(game: Path, tables: dict[str, Path]) -> tuple[Diagnostic, ...]:
    from regelwerk_compiler import pipeline
    from regelwerk_compiler.diagnostics.diagnostic import Collector

    collector = Collector()
    pipeline.load_spec(game, collector, tables)
    return collector.worst_first()


def _as_set(found: Collection[Diagnostic], settings: Settings) -> tuple[list[Diagnostic], int]:
    """What is told, the errors of all games first, and how many warnings the settings silence."""
    kept = [one for one in found if one.code not in settings.silence]
    raised = [replace(one, raised=True) if one.code in settings.errors else one for one in kept]
    return sorted(raised, key=lambda one: one.severity), len(found) - len(kept)


def _here(path: Path) -> Path:
    """The path as seen from here, if it lies below: so it stands in messages and annotations."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except (ValueError, OSError):
        return path
