"""A state never changes, lists what can be played, and refuses the rest."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.errors import NotAnOption, UsageError
from regelwerk.game import Game, make_engine
from regelwerk.state import State, hash_of
from runtime.games import PROGRAMS, heap, kuhn, sealed

GAMES = {name: Game(make(), "interpreter") for name, make in PROGRAMS.items()}
PYTHON = {name: Game(make(), "python") for name, make in PROGRAMS.items()}


def random_states(game: Game, seed: int, choices: list[int], *, explicit: bool = False) -> list[State]:
    """The states of a game whose options are picked by `choices`."""
    states = [game.start(seed, "explicit" if explicit else "sampled")]
    for pick in choices:
        state = states[-1]
        if state.over:
            break
        found: list[int] = [o.number for o in state.outcomes()] if state.at_chance else list(state.numbers())
        states.append(state.play(found[pick % len(found)]))
    return states


names = st.sampled_from(sorted(PROGRAMS))
picks = st.lists(st.integers(0, 50), max_size=30)


@given(names, st.integers(0, 2**70), picks)
def test_same_seed_and_choices_give_the_same_game_on_both_engines(name: str, seed: int, choices: list[int]) -> None:
    a, b = random_states(GAMES[name], seed, choices), random_states(PYTHON[name], seed, choices)
    assert [s.vector for s in a] == [s.vector for s in b]
    assert [s.steps for s in a] == [s.steps for s in b]


@given(names, st.integers(0, 2**40), picks, st.integers(-5, 40))
def test_what_is_not_listed_is_refused_and_the_state_stays(
    name: str, seed: int, choices: list[int], number: int
) -> None:
    state = random_states(GAMES[name], seed, choices)[-1]
    before, listed = state.vector, state.numbers()
    if number in listed:
        state.play(number)
    else:
        with pytest.raises(NotAnOption):
            state.play(number)
    assert state.vector == before
    assert state.numbers() == listed


@given(names, st.integers(0, 99), picks)
def test_steps_join_without_gaps(name: str, seed: int, choices: list[int]) -> None:
    states = random_states(GAMES[name], seed, choices)
    steps = [step for state in states for step in state.steps]
    assert all(a.after == b.before for a, b in zip(steps, steps[1:], strict=False))
    assert not steps or steps[-1].after == states[-1].vector
    assert all((step.seat is None) == (GAMES[name].look.chance(step.before) is not None) for step in steps)


def test_explicit_chance_lists_exact_odds() -> None:
    state = Game(sealed()).start(1, chance="explicit")
    assert state.at_chance
    assert state.player is None
    assert state.options() == []
    assert [(o.name, o.weight) for o in state.outcomes()] == [("red", 4), ("blue", 4), ("gold", 2)]
    gold = state.outcomes()[2]
    after = state.play(gold)
    assert [(o.name, o.weight) for o in after.outcomes()] == [("red", 4), ("blue", 4), ("gold", 1)]
    with pytest.raises(NotAnOption):
        state.play(99)


def test_sampled_and_explicit_agree_when_the_key_decides() -> None:
    game = Game(kuhn())
    state = game.start(5, chance="explicit")
    while state.at_chance:
        state = state.sample()
    assert state.vector == game.start(5).vector
    with pytest.raises(UsageError):
        state.sample()


def test_options_have_names_and_words() -> None:
    state = Game(heap()).start()
    take = state.options()[1]
    assert (take.name, take.rule, take.args, take.seat, take.kind) == ("take(2)", "take", ("2",), 0, "rule")
    assert (take.text(), take.text("de"), str(take)) == ("Take 2", "2 nehmen", "take(2)")


def test_the_end() -> None:
    state = Game(heap(2)).start()
    state = state.play(state.options()[1])
    assert state.over
    assert not state.capped
    assert state.player is None
    with pytest.raises(NotAnOption, match="over"):
        state.play(0)


def test_a_cap_is_its_own_outcome() -> None:
    state = Game(heap(7, most=2)).start()
    for _ in range(2):
        state = state.play(0)
    assert state.over
    assert state.capped
    assert state.result().winners == ()


def test_reveals() -> None:
    game = Game(sealed())
    state = game.start(3)
    last = None
    while state.vector[4]:  # to the end of the secret loop
        last, state = state, state.play(state.options()[0])
    assert last is not None
    assert last.reveals(last.options()[0])  # the others' cards are laid open
    assert not state.reveals(state.options()[-1])


def test_hash_is_pinned() -> None:
    assert hash_of((1, -2, 3)) == "c0b5f720ba814dec"
    assert Game(heap()).start(0).hash == Game(heap()).start(0).hash


def test_games_travel_to_other_processes() -> None:
    game = Game(kuhn(), seats=("Anna", "Ben"))
    again = pickle.loads(pickle.dumps(game))
    assert again.seats == ("Anna", "Ben")
    assert again.start(3).vector == game.start(3).vector


def test_wrong_use() -> None:
    game = Game(heap())
    with pytest.raises(UsageError, match="names"):
        Game(heap(), seats=("a",))
    with pytest.raises(UsageError, match="numbers"):
        game.state((1, 2))
    with pytest.raises(UsageError, match="no seat 7"):
        game.start().view(7)
    with pytest.raises(UsageError, match="no engine") as caught:
        make_engine(heap(), "pyton")
    assert "`python`" in caught.value.hint
