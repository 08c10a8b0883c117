"""What scenarios cannot show: hands are secret, cards laid are until all have laid theirs, stacks show their top and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import regelwerk

LONDON_BRIDGE = Path(__file__).parents[2] / "rulespecs" / "london_bridge"


def game(players: int) -> regelwerk.Game:
    """With three players all tiles of the expansion lie there, else none."""
    return regelwerk.load(LONDON_BRIDGE, players=players, options={"scoring_tiles": 8 if players == 3 else 0})


def states(players: int, seed: int) -> Iterator[regelwerk.State]:
    """A game played at random, state by state."""
    choose = random.Random(seed)
    state = game(players).start(seed=seed)
    yield state
    while not state.over:
        state = state.play(choose.choice(state.options()))
        yield state


@pytest.mark.parametrize("players", [2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_hands_are_secret_to_the_end(players: int) -> None:
    for state in [*states(players, seed=players)][::9]:
        for observer in range(players):
            view = state.view(observer)
            for owner in range(players):
                faces = view.zone("hand", owner).faces
                assert (faces is not None) == (observer == owner)


@pytest.mark.parametrize("players", [2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_nobody_sees_a_card_nor_that_it_is_laid_before_all_have_laid_theirs(players: int) -> None:
    state = game(players).start(seed=1)
    cards = 2 if players == 2 else 1
    for turn in range(players * cards):
        assert state.player == turn // cards
        before = {p: state.view(p) for p in range(players)}
        state = state.play(state.options()[0])
        if turn == players * cards - 1:
            break
        for observer in range(players):
            view = state.view(observer)
            for owner in range(players):
                for k in range(2):
                    zone = view.zone("played", owner * 2 + k)
                    if observer != owner:
                        assert zone.size == 0
                        assert view.zone("hand", owner).size == before[observer].zone("hand", owner).size == 5 + cards
    for observer in range(players):
        view = state.view(observer)
        seen = [view.zone("played", i).faces for i in range(players * 2) if view.zone("played", i).size]
        assert seen and None not in seen


def test_stacks_show_their_top_and_no_more_and_markers_nothing() -> None:
    for state in [*states(3, seed=7)][::11]:
        view = state.view(0)
        for i in range(6):
            stack = view.zone("stack", i)
            assert stack.size <= 1 or stack.faces is None
            assert stack.size == 0 or stack.top is not None
        assert view.zone("markers").faces is None or view.zone("markers").size == 0
        assert view.zone("supply").faces is not None


def test_scoring_tiles_lie_open() -> None:
    view = next(states(3, seed=2)).view(1)
    faces = view.zone("scorings").faces
    assert faces is not None and view.zone("scorings").size == 8
