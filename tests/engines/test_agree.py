"""Engines side by side: the same vectors, options and outcomes at every step of random games, on games built by hand and on random Flows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.agree import same_game, same_playout
from engines.card_game import card_game
from engines.grid_games import connect_four, tic_tac_toe
from engines.random_flow import random_flow
from regelwerk.engines import ENGINES, EngineName, engine_for
from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.flow.verify import verify

OTHERS = [name for name in ENGINES if name != "interpreter"]


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, card_game])
def test_games(game: Callable[[], Program], other: EngineName) -> None:
    program = game()
    assert verify(program) == []
    one, two = engine_for(program, "interpreter"), engine_for(program, other)
    for seed in range(12):
        assert same_game(program, one, two, seed) != "long"
        same_playout(one, two, seed)


QUICK = {"python": 16, "native": 8}  # random programs in `make test`


@pytest.mark.parametrize(
    ("seed", "other"),
    [
        pytest.param(seed, other, marks=[pytest.mark.long] if seed >= QUICK[other] else [])
        for other in OTHERS
        for seed in range(40)
    ],
)
def test_random_flows(seed: int, other: EngineName) -> None:
    program = random_flow(seed)
    assert verify(program) == []
    one, two = engine_for(program, "interpreter"), engine_for(program, other)
    for choices in range(3):
        same_game(program, one, two, choices)
    same_playout(one, two, seed)
