"""What scenarios cannot show: what the setup leaves to chance, and who sees which goals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import regelwerk

SAN_FRANCISCO = Path(__file__).parents[2] / "rulespecs" / "san_francisco"
GOALS = yaml.safe_load((SAN_FRANCISCO / "tables" / "goals.yaml").read_text(encoding="utf-8"))["rows"]
VIOLET = {place for place, row in enumerate(GOALS.values()) if row["opening"]}  # faces are places in the table


def game(players: int) -> regelwerk.Game:
    return regelwerk.load(SAN_FRANCISCO, players=players, options={"map_side": "side_b"})


def states(players: int, seed: int) -> Iterator[regelwerk.State]:
    """A game played at random, state by state."""
    choose = random.Random(seed)
    state = game(players).start(seed=seed)
    yield state
    while not state.over:
        state = state.play(choose.choice(state.options()))
        yield state


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_signed_goals_are_hidden_until_the_game_is_over(players: int) -> None:
    *before, last = states(players, seed=players)
    hidden = 0
    for state in before[::5]:
        for observer in range(players):
            for owner in range(players):
                zone = state.view(observer).zone("goals", owner)
                assert (zone.faces is not None) == (observer == owner), (observer, owner)
                hidden += zone.size if zone.faces is None else 0
    assert hidden
    assert all(last.view(a).zone("goals", b).faces is not None for a in range(players) for b in range(players))


def test_permits_and_rows_lie_open_and_piles_do_not() -> None:
    for state in [*states(2, seed=7)][::5]:
        view = state.view(0)
        assert view.zone("permits", 1).faces is not None
        assert view.zone("permit_row").faces is not None and view.zone("goal_row").faces is not None
        for pile in ("permit_pile", "goal_pile"):
            assert view.zone(pile).faces is None or view.zone(pile).size == 0


def test_the_common_goals_are_violet_and_the_others_can_be_either() -> None:
    common, row = set(), set()
    for seed in range(40):
        view = game(2).start(seed=seed).view(0)
        common |= set(view.zone("common").faces or ())
        row |= set(view.zone("goal_row").faces or ())
    assert common == VIOLET
    assert row & VIOLET and row - VIOLET
