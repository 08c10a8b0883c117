"""Pieces are neither lost nor doubled."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regelwerk.measure.invariants import Invariants
from regelwerk.sight.events import Step
from runtime.test_state import GAMES, names, picks, random_states


@given(names, st.integers(0, 99), picks)
def test_games_keep_them(name: str, seed: int, choices: list[int]) -> None:
    game = GAMES[name]
    invariants = Invariants(game.sight.contents)
    for state in random_states(game, seed, choices):
        for step in state.steps:
            assert invariants.faults(step.after) == invariants.faults_after(step) == []


def test_what_is_wrong_is_told() -> None:
    sealed, kuhn = GAMES["sealed"], GAMES["kuhn"]
    check = Invariants(sealed.sight.contents)
    vector = list(sealed.start(1).vector)
    hand = next(z.base for z in sealed.program.zones if z.name == "hand")
    vector[hand : hand + 9] = [3] + [0] * 8
    vector[next(z.base for z in sealed.program.zones if z.name == "deck")] = 4
    assert check.faults(vector) == ["card: 7 of red lie about, there are only 4"]
    vector[hand] = 99
    assert "outside 0..4" in check.faults(vector)[0]
    assert "cells" in check.faults(vector[:-1])[0]
    before = sealed.start(1).vector
    for wrong in (hand, next(z.base for z in sealed.program.zones if z.name == "deck"), sealed.program.cells[-1].base):
        for n in (4, 99, -7):
            after = (*before[:wrong], n, *before[wrong + 1 :])
            assert check.faults_after(Step(before, 0, after, 0)) == check.faults(after)
    cards = Invariants(kuhn.sight.contents)
    vector = list(kuhn.start(1).vector)
    vector[kuhn.program.pieces[0].base] = 0  # into the box: lost to the zones, but somewhere
    assert cards.faults(vector) == []
