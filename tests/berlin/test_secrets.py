"""What scenarios cannot show: tickets are secret until the game is over, hands for ever, and everybody sees how many there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import regelwerk

BERLIN = Path(__file__).parents[2] / "rulespecs" / "berlin"


def states(players: int, seed: int) -> Iterator[regelwerk.State]:
    """A game played at random, state by state."""
    choose = random.Random(seed)
    state = regelwerk.load(BERLIN, players=players).start(seed=seed)
    yield state
    while not state.over:
        state = state.play(choose.choice(state.options()))
        yield state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tickets_are_shown_when_the_game_is_over_and_not_before(players: int) -> None:
    *before, last = states(players, seed=players)
    for state in before:
        for observer in range(players):
            view = state.view(observer)
            for owner in range(players):
                for zone in ("tickets", "drawn_tickets", "hand"):
                    faces = view.zone(zone, owner).faces
                    assert (faces is not None) == (observer == owner), (zone, observer, owner)
    for observer in range(players):
        view = last.view(observer)
        for owner in range(players):
            assert view.zone("tickets", owner).faces is not None
            assert (view.zone("hand", owner).faces is not None) == (observer == owner)


def test_piles_are_closed_and_the_row_is_open() -> None:
    for state in states(2, seed=7):
        view = state.view(0)
        assert view.zone("row").faces is not None and view.zone("discard").faces is not None
        for pile in ("deck", "ticket_pile"):
            assert view.zone(pile).faces is None or view.zone(pile).size == 0


def test_how_many_tickets_somebody_keeps_is_seen_after_the_setup_but_not_during_it() -> None:
    """In the setup all choose at once: the second to be asked must not see what the first one kept."""
    state = regelwerk.load(BERLIN, players=2).start(seed=1)
    assert state.player == 0
    state = state.play(state.options()[0])
    state = state.play(next(option for option in state.options() if str(option) == "done"))
    assert state.player == 1
    assert state.view(1).zone("tickets", 0).size == 0
    assert state.view(0).zone("tickets", 0).size == 1
    while state.player == 1 and any(zone.size for zone in state.view(1).zones if zone.zone == "drawn_tickets"):
        state = state.play(state.options()[0])
    assert state.view(1).zone("tickets", 0).size == 1
