"""A slip in a game that was right is told where it was made, and nothing falls; `trial.py` tells the rates."""

from __future__ import annotations

import pytest

from mutation.trial import LARGE, SMALL, Tally, trial

LEAST = 0.98


def held(tally: Tally) -> None:
    assert tally.fell == []
    assert tally.told > tally.made / 2
    assert tally.right >= LEAST * tally.told, "\n".join([str(tally), *tally.astray])


def test_some() -> None:
    held(trial(5, 60, SMALL[:6]))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 108))
def test_many(seed: int) -> None:
    held(trial(seed, 500))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_in_large_games(seed: int) -> None:
    held(trial(seed, 60, LARGE))
