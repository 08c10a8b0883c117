"""What scenarios cannot show: who sees what of hands, offers, discs and action cards, and when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import regelwerk

BABEL = Path(__file__).parents[2] / "rulespecs" / "babel"


def states(players: int, seed: int) -> Iterator[regelwerk.State]:
    """A game played at random, state by state."""
    choose = random.Random(seed)
    state = regelwerk.load(BABEL, players=players).start(seed=seed)
    yield state
    while not state.over:
        state = state.play(choose.choice(state.options()))
        yield state


@pytest.mark.parametrize("players", [3, 5])
def test_hands_and_action_cards_are_secret_and_discs_are_until_the_end(players: int) -> None:
    *before, last = states(players, seed=players)
    for state in before[::7]:
        for observer in range(players):
            view = state.view(observer)
            for owner in range(players):
                for zone in ("hand", "actions", "won"):
                    faces = view.zone(zone, owner).faces
                    assert (faces is not None) == (observer == owner), (zone, observer, owner)
    for observer in range(players):
        view = last.view(observer)
        for owner in range(players):
            assert view.zone("won", owner).faces is not None
            for zone in ("hand", "actions"):
                assert (view.zone(zone, owner).faces is not None) == (observer == owner)


def test_piles_are_closed_and_the_rest_is_open() -> None:
    for state in [*states(3, seed=7)][::11]:
        view = state.view(0)
        assert view.zone("discard").faces is not None and view.zone("used").faces is not None
        assert all(view.zone("plots", wonder).faces is not None for wonder in range(8))
        for pile in ("deck", "action_pile", "disc_pile"):
            assert view.zone(pile).faces is None or view.zone(pile).size == 0


def test_nobody_sees_an_offer_nor_how_big_it_is_before_all_have_made_theirs() -> None:
    game = regelwerk.load(BABEL, players=3, options={"action_cards": False})
    trades = [variable.name for variable in game.program.variables].index("trades")
    state = game.start(seed=3)

    def play(beginning: str) -> regelwerk.State:
        return state.play(next(option for option in state.options() if str(option).startswith(beginning)))

    state = play("build")
    first = state.player
    assert first is not None
    state = state.play(state.options()[0])  # a card
    state = play("done")
    state = play("add_trading_card")
    assert state.player not in (None, first)
    for observer in range(3):
        view = state.view(observer)
        mine = observer == first
        assert view.zone("offer", first).size == (1 if mine else 0)
        assert view.zone("hand", first).size == (3 if mine else 4)
        assert view.variables[trades][first] == (1 if mine else None)
    state = play("done")
    state = play("nothing")
    for observer in range(3):  # now all are open
        view = state.view(observer)
        assert view.zone("offer", first).faces is not None
        assert view.variables[trades][first] == 1
