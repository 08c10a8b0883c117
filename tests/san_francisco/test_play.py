"""Whole games at every number of players and on both sides of the map: they end by the rules, and both engines agree on every step."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

import regelwerk
from regelwerk.engines import engine_for
from regelwerk.statistics import simulate
from regelwerk_compiler.flow.flow import PC, Decide, Stop

SAN_FRANCISCO = Path(__file__).parents[2] / "rulespecs" / "san_francisco"
FORMS = list(itertools.product((1, 2, 3, 4), ("side_a", "side_b")))


def game(players: int, side: str) -> regelwerk.Game:
    return regelwerk.load(SAN_FRANCISCO, players=players, options={"map_side": side})


@pytest.mark.parametrize(("players", "side"), FORMS)
def test_games_end_by_the_rules_and_no_piece_is_lost(players: int, side: str) -> None:
    found = simulate(game(players, side), 2, ["random"], 0, 1, check=True)
    assert (found.finished, found.capped, found.broken) == (2, 0, ())


@pytest.mark.long
@pytest.mark.parametrize(("players", "side"), FORMS)
def test_a_thousand_games(players: int, side: str) -> None:
    found = simulate(game(players, side), 1000, ["random"], 0, 2, check=True)
    assert (found.finished, found.capped, found.broken) == (1000, 0, ())


@pytest.mark.parametrize(("players", "side", "most"), [(1, "side_a", 70), (4, "side_b", 40)])
def test_the_engines_agree(players: int, side: str, most: int) -> None:
    in_step(players, side, 3, most)


@pytest.mark.long
@pytest.mark.parametrize(("players", "side"), FORMS)
def test_the_engines_agree_on_a_whole_game(players: int, side: str) -> None:
    in_step(players, side, 5, 2000)


def in_step(players: int, side: str, seed: int, most: int) -> None:
    """One random game on the interpreter and on generated Python, vector by vector."""
    program = game(players, side).program
    plain, built = engine_for(program, "interpreter"), engine_for(program, "python")
    ends = {block.number: block.end for block in program.blocks}
    choose = random.Random(seed)
    one, other = plain.start(seed), built.start(seed)
    for _ in range(most):
        assert one == other
        end = ends[one[PC]]
        if isinstance(end, Stop):
            return
        if isinstance(end, Decide):
            options = plain.options(one)
            assert options == built.options(other)
            number = choose.choice(options)
        else:
            assert plain.outcomes(one) == built.outcomes(other)
            number = plain.toss(one)
            assert number == built.toss(other)
        plain.play(one, number)
        built.play(other, number)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_option_has_its_words_in_both_languages(players: int) -> None:
    choose = random.Random(players)
    state = game(players, "side_a").start(seed=players)
    while not state.over:
        for option in state.options():
            english, german = option.text("en"), option.text("de")
            assert english and german
            assert not set("{}_") & set(english + german), (english, german)
        state = state.play(choose.choice(state.options()))


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_greedy_bot_is_better_than_random(players: int) -> None:
    greedy = simulate(game(players, "side_a"), 10, ["greedy", *["random"] * (players - 1)], 0, 2)
    at_random = simulate(game(players, "side_a"), 10, ["random"], 0, 2)
    assert greedy.finished == at_random.finished == 10
    assert greedy.seats[0].mean_score > at_random.seats[0].mean_score + 10
