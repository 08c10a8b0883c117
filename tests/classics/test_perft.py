"""Classic games: how many sequences of choices there are, depth by depth, on generated Python and a little on the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import regelwerk
from regelwerk.engine import Engine, Vector
from regelwerk.engines import engine_for
from regelwerk_compiler.flow.flow import PC, Stop

FIGURES: dict[str, list[int]] = yaml.safe_load((Path(__file__).parent / "perft.yaml").read_text("utf-8"))


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
    program = regelwerk.load(game).program
    engine = engine_for(program, "python")
    found = [perft(engine, engine.start(0), depth + 1) for depth in range(len(FIGURES[game]))]
    assert found == FIGURES[game]


@pytest.mark.parametrize("game", FIGURES)
def test_the_interpreter_agrees(game: str) -> None:
    program = regelwerk.load(game).program
    engine = engine_for(program, "interpreter")
    assert perft(engine, engine.start(0), 1) == FIGURES[game][0]
