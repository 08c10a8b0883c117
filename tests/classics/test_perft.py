"""Classic games: how many sequences of choices there are, depth by depth: far in C, less far on generated Python, a little on the interpreter."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest
import yaml

import regelwerk
from regelwerk.engine import Engine, Vector
from regelwerk.engines import engine_for
from regelwerk.engines.native import Native, NoNative
from regelwerk_compiler.flow.flow import PC, Stop

FIGURES: dict[str, list[int]] = yaml.safe_load((Path(__file__).parent / "perft.yaml").read_text("utf-8"))

QUICK = 12_000  # sequences that are counted in `make test`
PYTHON = 130_000  # and that generated Python counts in `make test-long`
SLOW = {"amazons", "chess", "havannah"}  # for the interpreter


def perft(engine: Engine, vector: Vector, depth: int) -> int:
    """The sequences of exactly `depth` choices from here."""
    if depth == 0:
        return 1
    if isinstance(engine.program.blocks[vector[PC]].end, Stop):
        return 0
    options = engine.options(vector)
    if depth == 1:
        return len(options)
    count = 0
    for option in options:
        after = list(vector)
        engine.play(after, option)
        count += perft(engine, after, depth - 1)
    return count


@pytest.mark.parametrize("game", FIGURES)
def test_perft(game: str) -> None:
    few = [figure for figure in FIGURES[game] if figure <= QUICK]
    assert counted(game, len(few)) == few


@pytest.mark.long
@pytest.mark.parametrize("game", FIGURES)
def test_perft_farther(game: str) -> None:
    some = list(takewhile(lambda figure: figure <= PYTHON, FIGURES[game]))
    assert counted(game, len(some)) == some


@pytest.mark.long
@pytest.mark.parametrize("game", FIGURES)
def test_perft_to_the_end(game: str) -> None:
    try:
        engine = Native(regelwerk.load(game).program, build=True)
    except NoNative as error:
        pytest.skip(str(error))
    start = tuple(engine.start(0))
    assert [engine.perft(start, depth + 1)[0] for depth in range(len(FIGURES[game]))] == FIGURES[game]


def counted(game: str, depths: int) -> list[int]:
    engine = engine_for(regelwerk.load(game).program, "python")
    return [perft(engine, engine.start(0), depth + 1) for depth in range(depths)]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] if game in SLOW else []) for game in FIGURES]
)
def test_the_interpreter_agrees(game: str) -> None:
    program = regelwerk.load(game).program
    engine = engine_for(program, "interpreter")
    assert perft(engine, engine.start(0), 1) == FIGURES[game][0]
