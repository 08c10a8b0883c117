"""A slip in a game that was right is told where it was made, once, and nothing falls; `trial.py` tells the rates."""

from __future__ import annotations

import pytest

from mutation.trial import LARGE, SMALL, Tally, every_game, trial

FIRST = 0.98  # of the first errors stand where the slip was made, or name that place
EVERY = 0.95  # of the slips are told nowhere else


def held(tally: Tally) -> None:
    assert tally.fell == []
    assert tally.all.told > tally.all.made / 2
    assert tally.all.right >= FIRST * tally.all.told, "\n".join([str(tally), *tally.astray])
    assert tally.all.all_right >= EVERY * tally.all.told, "\n".join([str(tally), *tally.more])


def test_some() -> None:
    held(trial(5, 60, SMALL[:6]))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 108))
def test_many(seed: int) -> None:
    held(trial(seed, 500, every_game()))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_in_large_games(seed: int) -> None:
    held(trial(seed, 100, LARGE))
