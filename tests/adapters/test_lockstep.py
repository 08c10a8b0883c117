"""The classics beside OpenSpiel's own games: the same random moves shown to both; who is to move, every legal move, the odds and the result agree."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pyspiel")

from adapters.oracle import Pair
from adapters.pairs import PAIRS, VARIANTS


@pytest.mark.parametrize("name", PAIRS)
def test_lockstep(name: str) -> None:
    """A few games through the adapter."""
    pair, rng = PAIRS[name], random.Random(name)
    ours, other = pair.adapted(), pair.other()
    for _ in range(pair.games):
        pair.follow(ours(), other.new_initial_state(), rng)


@pytest.mark.long
@pytest.mark.parametrize(("name", "pair"), [pytest.param(*item, id=item[0]) for item in (PAIRS | VARIANTS).items()])
def test_a_thousand_games(name: str, pair: Pair) -> None:
    """Our own states, on the fastest engine."""
    rng, ours, other = random.Random(name), pair.direct(), pair.other()
    steps = sum(pair.follow(ours(), other.new_initial_state(), rng) for _ in range(pair.long_games))
    assert steps > pair.long_games
