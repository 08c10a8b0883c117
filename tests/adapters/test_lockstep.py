"""The classics beside OpenSpiel's own games: the same random moves shown to both.

Who is to move, every legal move, the outcomes of each chance that is met with their odds (to 1e-12), and the result agree.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

pyspiel = pytest.importorskip("pyspiel")

from adapters.oracle import Pair  # noqa: E402
from adapters.pairs import PAIRS, VARIANTS  # noqa: E402


@pytest.mark.parametrize("name", PAIRS)
def test_lockstep(name: str) -> None:
    """A few games through the adapter."""
    pair, rng = PAIRS[name], random.Random(name)
    ours, other = pair.adapted(), pair.other()
    for _ in range(pair.games):
        pair.follow(ours(), other.new_initial_state(), rng)
    assert (pair.throws > 0) == (other.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC)


@pytest.mark.long
@pytest.mark.parametrize(("name", "pair"), [pytest.param(*item, id=item[0]) for item in (PAIRS | VARIANTS).items()])
def test_a_thousand_games(name: str, pair: Pair) -> None:
    """Our own states, on the fastest engine."""
    rng, ours, other = random.Random(name), pair.direct(), pair.other()
    steps = sum(pair.follow(ours(), other.new_initial_state(), rng) for _ in range(pair.long_games))
    assert steps > pair.long_games


@pytest.mark.parametrize("mine", [{"1": 0.5 + 1e-11, "2": 0.5 - 1e-11}, {"1": 1.0}, {"1": 0.5, "2": 0.5, "3": 0.0}])
def test_odds_that_are_wrong_by_a_hair_are_found(mine: dict[str, float]) -> None:
    with pytest.raises(AssertionError):
        replace(PAIRS["pig"]).same_odds(mine, {"1": 0.5, "2": 0.5})
