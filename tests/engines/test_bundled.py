"""Every bundled game on generated Python and in C: the same vector after every step, the same lists, sheets and playouts.

`make test-nightly` plays 10,000 games of each, with every option, in Python and C, and 20 of them on the reference interpreter, too;
`make test-nightly ONLY=berlin GAMES=500 INTERPRETED=5` is a piece of it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache

import pytest

import regelwerk
from regelwerk.engine import Engine
from regelwerk.engines import engine_for
from regelwerk.find import bundled_games, find_game
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.flow import Decide, Program, Stop
from regelwerk_compiler.flow.passes import optimise
from regelwerk_compiler.flow.verify import verify
from regelwerk_compiler.pipeline import load_spec
from regelwerk_compiler.spec.types import Bool, Kind

GAMES = int(os.environ.get("REGELWERK_GAMES", "25"))
INTERPRETED = int(
    os.environ.get("REGELWERK_INTERPRETED", "1")
)  # so many of them on the reference interpreter, which takes its time
PLAYABLE = [name for name in bundled_games() if name not in os.environ.get("REGELWERK_BUT", "").split(",")]


@cache
def seats(name: str) -> tuple[int, ...]:
    """The fewest and the most players."""
    spec = load_spec(find_game(name), Collector(), statements=False, scenarios=False)
    assert spec is not None
    return tuple(dict.fromkeys((spec.players[0], spec.players[1])))


@cache
def program_of(name: str, players: int) -> Program:
    return regelwerk.load(name, players=players, engine="interpreter").program


def play_both(program: Program, one: Engine, other: Engine, seed: int) -> None:
    """One random game, looked at after every step."""
    ends = {block.number: block.end for block in program.blocks}
    choose = random.Random(seed)
    a, b = one.start(seed), other.start(seed)
    while True:
        assert a == b
        end = ends[a[0]]
        if isinstance(end, Stop):
            break
        if isinstance(end, Decide):
            options = one.options(a)
            assert options == other.options(b)
            number = choose.choice(options)
        else:
            assert one.outcomes(a) == other.outcomes(b)
            number = one.toss(a)
            assert number == other.toss(b)
        one.play(a, number)
        other.play(b, number)
    for item in program.score:
        for seat in range(len(program.seats)):
            assert one.evaluate(item.function, a, seat) == other.evaluate(item.function, b, seat)


def same_playout(one: Engine, other: Engine, seed: int) -> None:
    """A whole playout."""
    a, b = one.start(seed), other.start(seed)
    assert one.playout(a, seed) == other.playout(b, seed)
    assert a == b


SAMPLE = ("tic_tac_toe", "kuhn_poker", "berlin", "babel")  # the others are in `make test-long`


@pytest.mark.parametrize(
    "name", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in PLAYABLE]
)
def test_python_and_c(name: str) -> None:
    for players in seats(name):
        program = program_of(name, players)
        one, other = engine_for(program, "python"), engine_for(program, "native")
        play_both(program, one, other, players)
        for seed in range(4):
            same_playout(one, other, seed)


def forms(name: str) -> Iterator[tuple[int, dict[str, str | int | bool]]]:
    """Seats and options: the fewest and the most players, and each option at the ends of its range."""
    yield from ((players, {}) for players in seats(name))
    spec = load_spec(find_game(name), Collector(), statements=False, scenarios=False)
    assert spec is not None
    for option in spec.options.values():
        for value in {option.holds.low, option.holds.high} - {option.start}:
            match option.holds.type.base:
                case Bool():
                    yield spec.players[0], {option.name: bool(value)}
                case Kind(kind):
                    yield spec.players[0], {option.name: spec.kinds[kind].values[value]}
                case _:
                    yield spec.players[0], {option.name: value}


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYABLE)
def test_all_three_long(name: str) -> None:
    for players, options in forms(name):
        program = regelwerk.load(name, players=players, options=options, engine="interpreter").program
        one, other = engine_for(program, "python"), engine_for(program, "native")
        for seed in range(INTERPRETED):
            play_both(program, engine_for(program, "interpreter"), other, seed)
        for seed in range(GAMES):
            play_both(program, one, other, seed)
            same_playout(one, other, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYABLE)
def test_what_the_passes_make_is_well(name: str) -> None:
    assert verify(optimise(program_of(name, seats(name)[0]), native=True)) == []
