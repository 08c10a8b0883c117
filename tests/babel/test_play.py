"""Whole games at every number of players and with every option: they end by the rules, nothing is lost, and everything has its words."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

import regelwerk
from regelwerk.statistics import simulate

BABEL = Path(__file__).parents[2] / "rulespecs" / "babel"
FORMS = [
    (players, {"action_cards": cards, "two_coloured": coloured})
    for players, cards, coloured in itertools.product((3, 4, 5), (False, True), (False, True))
]


def form(value: object) -> str:
    return "_".join(k for k, v in value.items() if v) or "plain" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("players", "options"), FORMS, ids=form)
def test_games_end_by_the_rules_and_no_piece_is_lost(players: int, options: dict[str, bool]) -> None:
    found = simulate(regelwerk.load(BABEL, players=players, options=options), 3, ["random"], 0, 1, check=True)
    assert (found.finished, found.capped, found.broken) == (3, 0, ())


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), FORMS, ids=form)
def test_a_thousand_games(players: int, options: dict[str, bool]) -> None:
    found = simulate(regelwerk.load(BABEL, players=players, options=options), 1000, ["random"], 0, 2)
    assert (found.finished, found.capped, found.broken) == (1000, 0, ())


@pytest.mark.parametrize("players", [3, 5])
def test_every_option_has_its_words_in_both_languages(players: int) -> None:
    choose = random.Random(players)
    seats = ("Anna", "Ben", "Cem", "Dora", "Emil")[:players]
    state = regelwerk.load(BABEL, options={"two_coloured": True}, seats=seats).start(seed=players)
    while not state.over:
        for option in state.options():
            english, german = option.text("en"), option.text("de")
            assert english and german and "{" not in english + german
            assert "_" not in english + german
        state = state.play(choose.choice(state.options()))


@pytest.mark.long
def test_the_greedy_bot_is_better_than_random() -> None:
    found = simulate(regelwerk.load(BABEL, players=3), 12, ["greedy", "random", "random"], 0, 2)
    assert found.finished == 12
    assert found.seats[0].wins >= 8
