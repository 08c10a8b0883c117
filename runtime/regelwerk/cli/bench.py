"""`bench`: playouts and decisions per second, by game and engine."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import click

from . import options as opt

if TYPE_CHECKING:
    from ..engines.native import Native
    from ..game import Game


@click.command(short_help="Measure playouts and decisions per second.")
@click.argument("games", nargs=-1, required=True, metavar="GAME...", shell_complete=opt.complete_game)
@click.option(
    "--engine",
    type=opt.Engine("all"),
    default="auto",
    metavar="NAME",
    help="What runs the games; `all` measures each engine.",
)
@opt.players_option
@click.option(
    "--seconds", type=click.FloatRange(0.05, 600), default=3.0, show_default=True, help="How long to measure each."
)
@opt.json_option
def bench(games: tuple[str, ...], engine: str, players: int | None, seconds: float, as_json: bool) -> None:
    """Play each GAME at random for some seconds, one process, and count.

    A playout is a whole game with uniformly random choices; chance is sampled, nothing is kept or shown.
    """
    from ..game import ENGINES, load

    names = [name for name in ENGINES if name != "auto"] if engine == "all" else [engine]
    results = []
    for said in games:
        for name in names:
            game = load(said, players=players, engine=name, build=True)
            if engine == "all" and game.engine.name != name:
                continue  # C cannot be had here; that was said
            playouts, decisions, took = measure(game, seconds)
            results.append(
                {
                    "game": game.id,
                    "engine": game.engine.name,
                    "players": len(game.program.seats),
                    "playouts_per_second": round(playouts / took, 2),
                    "decisions_per_second": round(decisions / took, 1),
                }
            )
            if not as_json:
                seats = len(game.program.seats)
                who = "1 player" if seats == 1 else f"{seats} players"
                click.echo(
                    f"{game.id}, {who}, {game.engine.name}: {playouts / took:,.1f} playouts/s, {decisions / took:,.0f} decisions/s"
                )
    if as_json:
        click.echo(json.dumps({"results": results}))


def measure(game: Game, seconds: float) -> tuple[int, int, float]:
    """Play whole games until the time is up: how many, with how many decisions, in how many seconds."""
    from .. import chance
    from ..engines.native import Native

    engine, key = game.engine, chance.key_of(1)
    if isinstance(engine, Native):
        return _measure_native(game, engine, seconds)
    with game.faults():
        engine.playout(engine.start(0), key)  # the first one warms up
        playouts = decisions = 0
        began = time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not playouts:
            key = chance.step(key)
            decisions += engine.playout(engine.start(playouts + 1), key)
            playouts += 1
        took = time.perf_counter() - began
    return playouts, decisions, took


def _measure_native(game: Game, engine: Native, seconds: float) -> tuple[int, int, float]:
    """The same in C, many games in a call."""
    with game.faults():
        playouts = decisions = 0
        many = 1
        began = time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not playouts:
            decisions += engine.playouts(playouts + 1, many)
            playouts += many
            spent = time.perf_counter() - began
            many = max(1, min(100_000, int(playouts / spent * min(0.1, seconds / 4)))) if spent > 0 else many
    return playouts, decisions, took
