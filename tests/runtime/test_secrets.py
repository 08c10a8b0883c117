"""What is hidden stays hidden: in views, in the log, in undo; the property that matters is that what cannot be seen changes nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regelwerk.game import Game
from regelwerk.knowledge.redeal import redeal
from regelwerk.sight.changes import Became, Moved, Shown, Spot, changes
from regelwerk.sight.events import Step
from regelwerk.state import State
from runtime.games import sealed
from runtime.test_state import GAMES, names, picks, random_states

SEALED, KUHN = GAMES["sealed"], GAMES["kuhn"]


def play(game: Game, state: State, *said: str) -> list[State]:
    """Play options by their exact names."""
    found = [state]
    for name in said:
        option = next(o for o in found[-1].options() if o.name == name)
        found.append(found[-1].play(option))
    return found


def lines(game: Game, states: list[State], observer: int | str, language: str = "en") -> list[str]:
    steps = [step for state in states for step in state.steps]
    seen = [game.watch.happening(step, observer) for step in steps]  # type: ignore[arg-type]
    return [game.lines.line(one, language) for one in seen if one is not None]


def deal(game: Game, *faces: str) -> State:
    """A game whose first outcomes are these."""
    state = game.start(0, "explicit")
    for face in faces:
        state = state.play(next(o for o in state.outcomes() if o.name == face))
    return state


# -- views -----------------------------------------------------------------------------------------
def test_a_hand_is_its_owners() -> None:
    state = deal(KUHN, "king", "jack")
    assert state.view(0).zone("hand", 0).faces == (2,)
    assert state.view(0).zone("hand", 1).faces is None
    assert state.view(0).zone("hand", 1).size == 1
    assert state.view("public").zone("hand", 0).faces is None
    assert state.view("host").zone("hand", 1).faces == (0,)
    assert state.view(0).zone("deck").faces is None
    end = play(KUHN, state, "bet", "call")[-1]
    assert end.view(0).zone("hand", 1).faces == (0,)  # shown
    assert end.view(0).zone("deck").faces is None


def test_a_view_holds_no_key_and_no_counter() -> None:
    state = deal(KUHN, "king", "jack")
    other = list(state.vector)
    other[2] ^= 12345
    assert KUHN.state(other).view(0) == state.view(0)
    assert str(state.vector[2]) not in repr(state.view(0))


def test_a_secret_loop_freezes_what_others_see() -> None:
    start = deal(SEALED, "red", "red", "gold", "blue", "blue", "gold")
    states = play(SEALED, start, "red", "done", "gold")
    for state in states[1:3]:
        assert state.view(2).zone("hand", 0).size == 2
        assert state.view(2).zone("bid", 0).size == 0
        assert state.view(2).veiled
    assert states[1].view(0).zone("hand", 0).size == 1
    assert states[1].view(0).zone("bid", 0).faces == (0,)
    assert states[1].view("public").seat is None  # who is deciding would tell who has decided
    assert states[1].view(1).seat == 1
    assert states[3].view(2).zone("hand", 0).size == 1
    assert states[3].view(2).zone("table").faces == (0, 2)


# -- the log ---------------------------------------------------------------------------------------
def test_lines_of_a_secret_loop() -> None:
    states = play(SEALED, deal(SEALED, "red", "red", "gold", "blue", "blue", "gold"), "red", "done", "gold")[1:]
    assert lines(SEALED, states, 1) == [
        "ben: done",
        "All have decided [red: hand (anna) → table; gold: hand (cem) → table]",
    ]
    assert lines(SEALED, states, 0)[0] == "anna: red"
    assert lines(SEALED, states, "public") == ["All have decided [red: hand (anna) → table; gold: hand (cem) → table]"]
    assert lines(SEALED, states, "host")[:3] == ["anna: red", "ben: done", "cem: gold"]


def test_lines_of_draws() -> None:
    state = SEALED.start(0, "explicit")
    after = state.play(state.outcomes()[2])
    assert lines(SEALED, [after], 0) == ["anna: gold: deck → hand (anna)"]
    assert lines(SEALED, [after], 1) == ["anna: 1 card: deck → hand (anna)"]
    assert lines(SEALED, [after], 1, "de") == ["anna: 1 card: deck → hand (anna)"]


def test_a_choice_that_goes_into_a_hidden_variable_is_not_told() -> None:
    states = play(
        SEALED,
        deal(SEALED, "red", "red", "gold", "blue", "blue", "gold"),
        "done",
        "done",
        "done",
        "think(2)",
        "nothing",
    )
    assert lines(SEALED, states[4:], 0) == ["anna: think: 2", "ben decides in secret"]
    assert lines(SEALED, states[4:], 2) == ["anna decides in secret", "ben decides in secret"]


def test_a_payment_that_is_seen_is_told() -> None:
    states = play(
        SEALED, deal(SEALED, "red", "red", "gold", "red", "blue", "gold"), "done", "done", "done", "claim", "2 of red"
    )
    assert lines(SEALED, states[-1:], 1) == ["anna pays 2 red"]


@given(names, st.integers(0, 999), picks, st.integers(0, 2**40), st.integers(0, 3))
def test_what_is_hidden_changes_nothing(name: str, seed: int, choices: list[int], key: int, who: int) -> None:
    """Another position that looks the same to an observer: the same view, the same options of his, and after the same option the same line."""
    game = GAMES[name]
    observer = who % len(game.program.seats)
    state = random_states(game, seed, choices)[-1]
    other = game.state(redeal(game.sight, state.vector, observer, key))
    assert other.view(observer) == state.view(observer)
    if state.player == observer:
        assert other.numbers() == state.numbers()
        return
    for number in state.numbers():
        if number not in other.numbers():
            continue
        a, b = (Step(s.vector, number, s.play(number).steps[0].after, s.player) for s in (state, other))
        if game.sight.view(a.after, observer) != game.sight.view(b.after, observer):
            continue
        one, two = (game.watch.happening(step, observer) for step in (a, b))
        assert (one is None) == (two is None)
        assert one is None or two is None or game.lines.line(one, figures=True) == game.lines.line(two, figures=True)


@given(st.integers(0, 999), picks, st.integers(0, 2**40), st.integers(0, 2))
def test_no_two_options_that_look_alike_afterwards_have_different_lines(
    seed: int, choices: list[int], key: int, observer: int
) -> None:
    """In `sealed` every choice whose effect is hidden must have a hidden line, whatever the choice was."""
    state = random_states(SEALED, seed, choices)[-1]
    if state.player in (None, observer):
        return
    other = SEALED.state(redeal(SEALED.sight, state.vector, observer, key))
    seen: dict[object, object] = {}
    for one in (state, other):
        for number in one.numbers():
            step = Step(one.vector, number, one.play(number).steps[0].after, one.player)
            after = SEALED.sight.view(step.after, observer)
            line = SEALED.watch.happening(step, observer)
            assert seen.setdefault(after, line) == line


# -- taking back -------------------------------------------------------------------------------------
def test_undo_rights() -> None:
    states = play(
        SEALED,
        deal(SEALED, "red", "red", "gold", "red", "blue", "gold"),
        "done",
        "done",
        "done",
        "claim",
        "2 of red",
        "nothing",
    )
    barrier = SEALED.watch.barrier
    assert barrier(states[4].steps, 0) is None  # claimed, not yet paid
    assert barrier((*states[4].steps, *states[5].steps), 0) is None  # his own cards are no news to him
    assert barrier(states[5].steps, 1) == "others"
    assert barrier((*states[5].steps, *states[6].steps), 0) == "others"
    first = SEALED.start(0).steps[0]
    assert barrier((first,), 0) == "chance"


def test_no_undo_past_what_the_player_was_shown() -> None:
    states = play(SEALED, deal(SEALED, "red", "red", "gold", "red", "blue", "gold"), "red", "red", "gold")
    assert SEALED.watch.barrier(states[3].steps, 2) == "reveal"  # the others' bids lie open now
    assert SEALED.watch.barrier(states[1].steps, 0) is None
    end = play(KUHN, deal(KUHN, "king", "jack"), "bet", "call")
    assert KUHN.watch.barrier(end[-1].steps, 1) == "reveal"


# -- changes -----------------------------------------------------------------------------------------
def test_changes_pair_what_went_with_what_came() -> None:
    state = deal(KUHN, "king", "jack")
    before = KUHN.start(0, "explicit").view(0)
    assert changes(before, state.view(0), KUHN.program) == (
        Moved("card", 2, 1, Spot("deck"), Spot("hand", 0), revealed=True),
        Moved("card", None, 1, Spot("deck"), Spot("hand", 1)),
    )
    end = play(KUHN, state, "bet", "call")[-1]
    assert changes(state.view(0), end.view(0), KUHN.program) == (
        Shown(Spot("hand", 1), (0,)),
        Became("stake", 0, 1, 2),
        Became("stake", 1, 1, 2),
        Became("shown", 0, 0, 1),
    )


def test_the_whole_log_in_german_names_nothing_english_that_has_a_german_text() -> None:
    game = Game(sealed(), "interpreter", seats=("Anna", "Björn", "Cem"))
    states = play(game, deal(game, "red", "red", "gold", "blue", "blue", "gold"), "red", "done", "gold")
    assert (
        lines(game, states, 1, "de")[-1]
        == "Alle haben entschieden [rot: hand (Anna) → table; gold: hand (Cem) → table]"
    )
