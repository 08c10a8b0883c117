"""Resting, deciding, tossing, capping, ending: the same on every engine."""

from __future__ import annotations

import linecache
import traceback
from collections import Counter
from dataclasses import replace

import pytest

from engines.build import c, one, op
from engines.card_game import card_game
from engines.grid_games import tic_tac_toe
from engines.machines import COUNT, counter, divisions, orders, rounds, rounds_beside_work, trials_in_trials
from regelwerk import chance
from regelwerk.engine import RuleFault
from regelwerk.engines import ENGINES, EngineName, engine_for
from regelwerk_compiler.flow.flow import (
    CAPPED,
    DECISIONS,
    DIVIDED_BY_ZERO,
    ENDED,
    ENDLESS,
    KEY,
    NOTHING_LEGAL,
    PC,
    Jump,
)
from regelwerk_compiler.flow.verify import verify

pytestmark = pytest.mark.parametrize("engine", ENGINES)
BELOW_THREE = op(one(COUNT), "<", c(3))


def test_a_new_game_rests_at_its_first_decision(engine: EngineName) -> None:
    game = engine_for(tic_tac_toe(), engine)
    vector = game.start(7)
    assert vector[PC] == 3
    assert vector[KEY] == chance.key_of(7)
    assert game.options(vector) == list(range(9))
    assert game.outcomes(vector) == []


def test_an_option_counts(engine: EngineName) -> None:
    game = engine_for(counter(None, None, False), engine)
    vector = game.start(1)
    game.play(vector, 0)
    assert (vector[COUNT], vector[DECISIONS], vector[PC]) == (1, 1, 3)


def test_too_many_decisions_cap(engine: EngineName) -> None:
    game = engine_for(counter(None, None, False, most=3), engine)
    vector = game.start(1)
    for _ in range(3):
        game.play(vector, 0)
    assert (vector[COUNT], vector[PC]) == (3, CAPPED)
    assert game.options(vector) == []
    vector = game.start(1)
    assert game.playout(vector, 5) == 3
    assert vector[PC] == CAPPED


def test_a_playout_from_beyond_the_cap(engine: EngineName) -> None:
    """Who rests where somebody decides plays once more, as `play` does; chance is tossed, and nothing is decided behind it."""
    program = counter(None, None, False, most=3)
    tosses = replace(program, blocks=tuple(replace(b, end=Jump(6)) if b.number == 4 else b for b in program.blocks))
    game = engine_for(tosses, engine)
    vector = game.start(1)
    for _ in range(3):
        game.settle(vector)
        game.play(vector, 0)
    before = vector[COUNT]
    assert vector[PC] == 6
    assert game.playout(vector, 5) == 0
    assert (vector[PC], vector[DECISIONS]) == (CAPPED, 3)
    assert vector[COUNT] > before
    for beyond in (program, tosses):
        game = engine_for(beyond, engine)
        vector = game.start(1)
        vector[DECISIONS] = 7
        assert game.playout(vector, 5) == 1
        assert (vector[PC], vector[DECISIONS]) == (CAPPED, 8)


def test_the_last_decision_may_end_the_game(engine: EngineName) -> None:
    game = engine_for(counter(BELOW_THREE, 5, False, most=3), engine)
    vector = game.start(1)
    assert game.playout(vector, 5) == 3
    assert (vector[PC], vector[DECISIONS]) == (ENDED, 3)


def test_without_options_it_goes_on(engine: EngineName) -> None:
    game = engine_for(counter(BELOW_THREE, 5, False), engine)
    vector = game.start(1)
    assert game.playout(vector, 5) == 3
    assert vector[PC] == ENDED


@pytest.mark.parametrize("refuses", [True, False])
def test_without_options_and_without_a_way_on_it_refuses(engine: EngineName, refuses: bool) -> None:
    game = engine_for(counter(BELOW_THREE, None, refuses), engine)
    vector = game.start(1)
    game.play(vector, 0)
    game.play(vector, 0)
    with pytest.raises(RuleFault) as fault:
        game.play(vector, 0)
    assert fault.value.reason == NOTHING_LEGAL
    with pytest.raises(RuleFault) as fault:
        game.playout(game.start(1), 3)
    assert fault.value.reason == NOTHING_LEGAL


def test_it_rests_at_chance(engine: EngineName) -> None:
    game = engine_for(counter(BELOW_THREE, 6, False, most=100), engine)
    vector = game.start(1)
    for _ in range(3):
        game.play(vector, 0)
    assert vector[PC] == 6
    assert game.options(vector) == []
    assert game.outcomes(vector) == [(number, 1) for number in range(1, 7)]
    key = vector[KEY]
    game.play(vector, 4)  # comes back to the decision, which has nothing, and so to chance again
    assert (vector[COUNT], vector[DECISIONS], vector[KEY], vector[PC]) == (7, 3, key, 6)


def test_the_key_tosses(engine: EngineName) -> None:
    game = engine_for(counter(BELOW_THREE, 6, False, most=3), engine)
    vector = game.start(99)
    game.play(vector, 0)
    game.play(vector, 0)
    vector[COUNT] = 0
    vector[PC] = 6
    key = chance.step(chance.key_of(99))
    assert game.toss(vector) == 1 + chance.pick(key, 6)
    assert vector[KEY] == key
    assert vector[PC] == 6


def test_endless_running_is_refused(engine: EngineName) -> None:
    game = engine_for(counter(BELOW_THREE, 8, False), engine)
    vector = game.start(1)
    game.play(vector, 0)
    game.play(vector, 0)
    with pytest.raises(RuleFault) as fault:
        game.play(vector, 0)
    assert fault.value.reason == ENDLESS


def test_going_round_is_found_out_at_once(engine: EngineName) -> None:
    """Every seventh round everything is as before; to run into the limit would take many minutes."""
    game = engine_for(rounds(7, again=True, slow=1000), engine)
    vector = game.start(1)
    assert game.options(vector) == [1]  # the trial does not come through
    with pytest.raises(RuleFault) as fault:
        game.play(list(vector), 1)
    assert fault.value.reason == ENDLESS
    with pytest.raises(RuleFault) as fault:
        game.playout(vector, 5)
    assert fault.value.reason == ENDLESS


def test_many_rounds_that_come_to_an_end_are_played(engine: EngineName) -> None:
    game = engine_for(rounds(300, again=False, slow=1), engine)
    vector = game.start(1)
    assert game.options(vector) == [0, 1]
    game.play(vector, 1)
    assert (vector[COUNT], vector[PC]) == (300, 3)


def test_rounds_are_not_counted_as_what_is_done_elsewhere(engine: EngineName) -> None:
    game = engine_for(rounds_beside_work(), engine)
    vector = game.start(1)
    assert game.options(vector) == [0, 1, 2]
    game.play(vector, 1)
    assert (vector[COUNT], vector[PC]) == (300, 3)


def test_options_are_ascending_and_outcomes_as_bound(engine: EngineName) -> None:
    game = engine_for(orders(), engine)
    vector = game.start(1)
    assert game.options(vector) == [10, 11, 12, 13, 14, 15, 0, 1, 2]
    game.play(vector, 14)
    assert vector[COUNT] == 22
    assert game.outcomes(vector) == [(24, 3), (22, 1)]
    game.play(vector, 24)
    assert (vector[COUNT], vector[PC]) == (422, ENDED)


def test_weights_are_kept(engine: EngineName) -> None:
    game = engine_for(orders(), engine)
    seen: Counter[int] = Counter()
    for seed in range(400):
        vector = game.start(seed)
        game.play(vector, 0)
        seen[game.toss(vector)] += 1
    assert set(seen) == {22, 24}
    assert 260 < seen[24] < 340


def test_trials_in_trials(engine: EngineName) -> None:
    game = engine_for(trials_in_trials(deep=False), engine)
    vector = game.start(1)
    assert vector[PC] == 3
    assert game.options(vector) == [0]
    assert vector[COUNT] == 0


def test_trials_too_deep_are_refused(engine: EngineName) -> None:
    game = engine_for(trials_in_trials(deep=True), engine)
    assert game.start(1)[PC] == ENDED


@pytest.mark.parametrize(
    ("row", "first", "then"),
    [
        ((3, 4, 5), [0], [1, 2, 3]),
        ((3, 0, 5), [0], DIVIDED_BY_ZERO),  # there is an option: whether there are more is not asked yet
        ((9, 4, 0), [0], DIVIDED_BY_ZERO),
        ((9, 7, 8), [], NOTHING_LEGAL),  # what divides by the marked ones is not asked where none is marked
        ((9, 7, 0), [], DIVIDED_BY_ZERO),
    ],
)
def test_behind_the_first_option_nothing_is_refused(
    engine: EngineName, row: tuple[int, int, int], first: list[int], then: list[int] | int
) -> None:
    program = divisions()
    game = engine_for(program, engine)
    vector = [*program.initial[: COUNT + 1], *row, *program.initial[COUNT + 4 :]]
    vector[PC] = program.entry
    assert game.options(vector) == first
    if first and isinstance(then, list):
        game.play(vector, 0)
        assert game.options(vector) == then
        return
    with pytest.raises(RuleFault) as fault:
        game.play(vector, 0)
        game.options(vector)
    assert fault.value.reason == then


def test_a_game_with_dice_and_cards(engine: EngineName) -> None:
    assert verify(card_game()) == []
    game = engine_for(card_game(), engine)
    ends = Counter()
    for seed in range(5):
        vector = game.start(seed)
        played = game.playout(vector, seed)
        ends[vector[PC]] += 1
        assert played == vector[DECISIONS] == 30
        assert all(game.evaluate("worth", vector, player) >= 0 for player in range(3))
    assert ends == {ENDED: 5}


def test_a_traceback_shows_the_generated_line(engine: EngineName) -> None:
    game = engine_for(counter(BELOW_THREE, None, True), engine)
    vector = game.start(1)
    vector[COUNT] = 3
    if engine != "python":
        return
    with pytest.raises(RuleFault) as fault:
        game.play(vector, 0)
    linecache.checkcache()
    shown = "".join(traceback.format_exception(fault.value))
    assert 'File "<regelwerk:counter-2>"' in shown
    assert "raise RuleFault(" in shown
