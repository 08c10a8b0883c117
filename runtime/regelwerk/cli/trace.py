"""`trace`: statements of the document, rules and scenarios held together; a hole fails."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..errors import GameFaults, UsageError
from . import options as opt
from .faults import FAULTS, FINE

if TYPE_CHECKING:
    from regelwerk_compiler.spec.seeds import Trace

MISSING = {
    "carried_out": "no rule carries it out, and no reason is given",
    "shown": "no scenario shows it",
}


@click.command(short_help="Hold statements, rules and scenarios together.")
@opt.game_argument()
@opt.json_option
@click.option("--all", "everything", is_flag=True, help="List every statement, not only the holes.")
def trace(game: str, as_json: bool, everything: bool) -> int:
    """Say for each numbered statement of GAME's document which rule carries it out and which scenario shows it.

    A statement that nothing carries out must be excluded with a reason; one that no scenario shows is a hole too.
    The exit code is 1 if there is a hole.
    """
    from regelwerk_compiler import pipeline
    from regelwerk_compiler.diagnostics.diagnostic import Collector

    from ..find import find_game

    path = find_game(game)
    collector = Collector()
    found = pipeline.load_trace(path, collector)
    if collector.errors and (found is None or not found.statements):
        raise GameFaults(collector.in_reading_order(), game)
    if found is None or not found.statements:
        raise UsageError(
            f"{game} names no statements of a document",
            "A rule says `from: [003.turn]`; the statements stand in `seeds/`.",
        )
    if as_json:
        click.echo(json.dumps(_summary(found), ensure_ascii=False))
    else:
        _print(game, found, everything)
    return FAULTS if found.holes else FINE


def _summary(found: Trace) -> dict[str, object]:
    return {
        "statements": len(found.statements),
        "carried_out": len(found.carried_out),
        "excluded": len(found.excluded),
        "shown": len(found.shown),
        "holes": [{"statement": hole.id, "missing": hole.missing} for hole in found.holes],
    }


def _print(game: str, found: Trace, everything: bool) -> None:
    if everything:
        for id_, statement in found.statements.items():
            click.echo(f"{id_}  ({statement.kind}, {statement.where})  {statement.text.get('en', '')}")
            if id_ in found.excluded:
                click.echo(f"    excluded: {found.excluded[id_]}")
            if id_ in found.carried_out:
                click.echo(f"    carried out by {', '.join(found.carried_out[id_])}")
            if id_ in found.shown:
                click.echo(f"    shown by: {'; '.join(found.shown[id_])}")
    for hole in found.holes:
        place = found.statements[hole.id].place.span
        click.echo(f"{hole.id}: {MISSING.get(hole.missing, hole.missing)}  ({place})")
    click.echo(
        f"{game}: {len(found.statements)} statements, {len(found.carried_out)} carried out, {len(found.excluded)} excluded, "
        f"{len(found.shown)} shown by scenarios, {_holes(len(found.holes))}."
    )


def _holes(n: int) -> str:
    return "no holes" if n == 0 else "1 hole" if n == 1 else f"{n} holes"
