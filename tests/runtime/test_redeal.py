"""Re-dealing: what a seat sees is kept, everything else is dealt anew, and nothing of the real position comes through."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from regelwerk.knowledge.memory import Memory
from regelwerk.knowledge.redeal import Dice, redeal
from regelwerk.measure.invariants import Invariants
from regelwerk.sight.changes import Spot, changes
from runtime.test_secrets import KUHN, SEALED, deal, play
from runtime.test_state import GAMES, names, picks, random_states


@given(names, st.integers(0, 999), picks, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 3))
def test_it_depends_on_nothing_hidden(name: str, seed: int, choices: list[int], one: int, two: int, who: int) -> None:
    game = GAMES[name]
    seat = who % len(game.program.seats)
    state = random_states(game, seed, choices)[-1]
    first = redeal(game.sight, state.vector, seat, one)
    assert redeal(game.sight, first, seat, two) == redeal(game.sight, state.vector, seat, two)
    assert game.sight.view(first, seat) == state.view(seat)
    assert Invariants(game.sight.contents).faults(first) == []


def test_imagined_hands_differ_and_are_spread_evenly() -> None:
    state = deal(KUHN, "king", "jack")
    hands = Counter(
        KUHN.state(redeal(KUHN.sight, state.vector, 0, key)).view("host").zone("hand", 1).faces for key in range(600)
    )
    assert set(hands) == {(0,), (1,)}
    assert 240 < hands[(0,)] < 360


def test_the_key_is_new() -> None:
    state = deal(KUHN, "king", "jack")
    keys = {redeal(KUHN.sight, state.vector, 0, key)[2] for key in range(50)}
    assert len(keys) == 50
    assert state.vector[2] not in keys


def test_in_a_secret_loop_the_others_have_not_chosen() -> None:
    states = play(SEALED, deal(SEALED, "red", "red", "gold", "blue", "blue", "gold"), "red")
    imagined = SEALED.state(redeal(SEALED.sight, states[1].vector, 1, 7)).view("host")
    assert imagined.zone("hand", 0).size == 2
    assert imagined.zone("bid", 0).size == 0
    assert imagined.zone("hand", 1).faces == (0, 1)


def test_hidden_variables_are_drawn_from_their_range() -> None:
    states = play(
        SEALED, deal(SEALED, "red", "red", "gold", "blue", "blue", "gold"), "done", "done", "done", "think(2)"
    )
    base = next(v.base for v in SEALED.program.variables if v.name == "secret")
    values = {redeal(SEALED.sight, states[-1].vector, 1, key)[base] for key in range(60)}
    assert values == {0, 1, 2, 3}
    assert {redeal(SEALED.sight, states[-1].vector, 0, key)[base] for key in range(9)} == {2}


def test_what_is_remembered_is_dealt_back() -> None:
    state = deal(SEALED, "red", "red", "gold", "blue", "blue", "gold")
    memory = Memory({Spot("hand", 2): {2: 1}})
    for key in range(40):
        hand = SEALED.state(redeal(SEALED.sight, state.vector, 0, key, memory)).view("host").zone("hand", 2)
        assert hand.faces is not None
        assert 2 in hand.faces


def test_memory_follows_what_was_seen() -> None:
    """Gold goes openly into a hand: it is remembered there until something leaves unseen."""
    start = deal(SEALED, "red", "red", "gold", "blue", "blue", "gold")
    view = start.view(0)
    program = SEALED.program
    hand = next(z.base for z in program.zones if z.name == "hand")
    bid = next(z.base for z in program.zones if z.name == "bid")
    table = next(z.base for z in program.zones if z.name == "table")
    deck = next(z.base for z in program.zones if z.name == "deck")
    first = list(start.vector)
    first[4] = 0  # no veil
    opened = list(first)
    opened[deck + 1] -= 1
    opened[table + 1] += 1
    taken = list(opened)
    taken[table + 1] -= 1
    taken[hand + 3 * 1 + 1] += 1
    memory = Memory()
    positions = [first, opened, taken]
    for a, b in zip(positions, positions[1:], strict=False):
        before, after = SEALED.sight.view(a, 0), SEALED.sight.view(b, 0)
        memory = memory.after(before, after, changes(before, after, program))
    assert memory.at("hand", 1) == {1: 1}
    gone = list(taken)
    gone[hand + 3 * 1 + 0] -= 1
    gone[bid + 3 * 1 + 0] += 1
    before, after = SEALED.sight.view(taken, 0), SEALED.sight.view(gone, 0)
    assert memory.after(before, after, changes(before, after, program)).at("hand", 1) == {}
    assert view.zone("hand", 1).size == 2


def test_memory_goes_along_when_everything_moves() -> None:
    program = SEALED.program
    hand = next(z.base for z in program.zones if z.name == "hand")
    bid = next(z.base for z in program.zones if z.name == "bid")
    first = list(deal(SEALED, "red", "red", "gold", "blue", "blue", "gold").vector)
    first[4] = 0
    moved = list(first)
    for face in range(3):
        moved[bid + 3 + face] += moved[hand + 3 + face]
        moved[hand + 3 + face] = 0
    before, after = SEALED.sight.view(first, 0), SEALED.sight.view(moved, 0)
    memory = Memory({Spot("hand", 1): {0: 1}}).after(before, after, changes(before, after, program))
    assert dict(memory.least) == {Spot("bid", 1): {0: 1}}


def test_dice_shuffle_evenly() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    dice = Dice(1)
    for _ in range(1200):
        things = [0, 1, 2]
        dice.shuffle(things)
        orders[tuple(things)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 150
