"""`perft`: how many sequences of exactly so many choices there are; the number by which two engines are held together."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from . import options as opt

if TYPE_CHECKING:
    from ..game import Game


@click.command(short_help="Count sequences of decisions by depth.")
@opt.game_argument()
@click.option("--depth", "-d", type=click.IntRange(0, 100), required=True, metavar="D", help="How many choices deep.")
@opt.players_option
@opt.seed_option
@opt.choice_option
@opt.table_option
@opt.engine_option
@opt.json_option
def perft(
    game: str,
    depth: int,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    tables: tuple[str, ...],
    engine: str,
    as_json: bool,
) -> None:
    """Count the sequences of exactly D choices in GAME, and the games that end within them.

    Outcomes of chance come from the seed, so that a number can be compared.
    """
    from ..game import load

    loaded = load(
        game,
        players=players,
        options=opt.pairs(options, "--option NAME=VALUE"),
        tables=opt.pairs(tables, "--table NAME=FILE"),
        engine=engine,
        build=True,
    )
    nodes, terminals = count(loaded, depth, seed or 0)
    if as_json:
        click.echo(json.dumps({"depth": depth, "nodes": nodes, "terminals": terminals}))
    else:
        click.echo(f"{loaded.id}: {nodes:,} sequences of {depth} choices, {terminals:,} games end within them.")


def count(game: Game, depth: int, seed: int) -> tuple[int, int]:
    """(sequences of exactly `depth` choices, games that are over after at most `depth` choices)."""
    from ..engines.native import Native

    engine, look = game.engine, game.look
    if isinstance(engine, Native):
        with game.faults(), suppress(OverflowError):  # then step by step, as on any engine
            return engine.perft(engine.start(seed), depth)

    def below(vector: list[int], left: int) -> tuple[int, int]:
        if look.ended(vector):
            return (1 if left == 0 else 0), 1
        if left == 0:
            return 1, 0
        nodes = terminals = 0
        for number in engine.options(vector):
            after = list(vector)
            engine.play(after, number)
            engine.settle(after)
            more, ended = below(after, left - 1)
            nodes += more
            terminals += ended
        return nodes, terminals

    with game.faults():
        start = engine.start(seed)
        engine.settle(start)
        return below(start, depth)
