"""The classics beside OpenSpiel's own games: the same random moves shown to both; who is to move, every legal move, the odds and the result agree."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from regelwerk.adapters.openspiel import openspiel_game  # noqa: E402


def nothing(said: str, action: int) -> str:
    raise AssertionError(f"no chance here: {said} {action}")


@dataclass
class Pair:
    """`move`: (their words, their id, who) -> our exact name.  `chance`: (their words, their id) -> our exact name."""

    theirs: str
    move: Callable[[str, int, int], str]
    chance: Callable[[str, int], str] = nothing
    games: int = 3
    turn_based: bool = False
    more_allowed: frozenset[str] = (
        frozenset()
    )  # what our rules allow too, where theirs leave out what no sane player does
    more: dict[str, Any] = field(default_factory=dict)


def grid(said: str) -> str:
    """`x(row,column)` of OpenSpiel -> `b3`."""
    row, column = map(int, re.findall(r"\d+", said))
    return f"{'abcdefghijklmnop'[column]}{row + 1}"


def squares(verb: str) -> Callable[[str, int, int], str]:
    def move(said: str, action: int, seat: int) -> str:
        a, b = re.findall(r"[a-h]\d", said)
        return f"{verb}({a}, {b})"

    return move


def draughts(said: str, action: int, seat: int) -> str:
    a, b = re.findall(r"[a-h]\d", said)
    return f"{'jump' if abs(ord(a[0]) - ord(b[0])) == 2 else 'step'}({a}, {b})"


def line(said: str, action: int, seat: int) -> str:
    direction, row, column = re.findall(r"[hv]|\d+", said[2:])
    return f"draw_line({direction}{int(row) + 1}{int(column) + 1})"


def nim(said: str, action: int, seat: int) -> str:
    pile, take = re.findall(r"\d+", said)
    return f"take({pile}, {take})"


def face(said: str, action: int) -> str:
    return str(action + 1)


CHIPS = {"payoff": "totals", "zero_sum": True, "bound": 13.0}
CARDS = [f"card({rank}, {suit})" for rank in ("jack", "queen", "king") for suit in ("spades", "hearts")]
PAIRS = {
    "tic_tac_toe": Pair("tic_tac_toe", lambda said, action, seat: f"put_mark({grid(said)})", games=30),
    "connect_four": Pair("connect_four", lambda said, action, seat: f"drop({action + 1})", games=20),
    "nim": Pair("nim", nim, games=30),
    "hex": Pair("hex", lambda said, action, seat: f"place_stone({said})", games=2),
    "havannah": Pair("havannah(board_size=8)", lambda said, action, seat: f"place_stone({said})", games=1),
    "othello": Pair("othello", lambda said, action, seat: "pass" if "pass" in said else f"place_disc({said})", games=4),
    "breakthrough": Pair("breakthrough", squares("step"), games=4),
    "checkers": Pair("checkers", draughts, games=4),
    "mancala": Pair(
        "mancala", lambda said, action, seat: f"sow(s{action})" if action < 7 else f"sow(n{action - 7})", games=8
    ),
    "dots_and_boxes": Pair("dots_and_boxes", line, games=20),
    "pig": Pair("pig", lambda said, action, seat: said, face, games=2, more_allowed=frozenset({"roll"})),
    "kuhn_poker": Pair(
        "kuhn_poker",
        lambda said, action, seat: said.lower(),
        lambda said, action: ("jack", "queen", "king")[action],
        games=30,
        more=CHIPS,
    ),
    "leduc_poker": Pair(
        "leduc_poker",
        lambda said, action, seat: said.lower(),
        lambda said, action: CARDS[action],
        games=30,
        more=CHIPS,
    ),
    "liars_dice": Pair(
        "liars_dice",
        lambda said, action, seat: "call_liar" if action == 12 else "bid({}, {})".format(*said.split("-")),
        face,
        games=20,
    ),
    "goofspiel": Pair(
        "goofspiel", lambda said, action, seat: f"play_card({action + 1})", face, games=5, turn_based=True
    ),
}


def outline(name: str) -> str:
    """Two raises of different height are one action of theirs."""
    return re.sub(r"raise\(\d\)", "raise", name)


@pytest.mark.parametrize("name", PAIRS)
def test_lockstep(name: str) -> None:
    pair, rng = PAIRS[name], random.Random(name)
    mine = openspiel_game(name, **pair.more)
    theirs = pyspiel.load_game(pair.theirs)
    if pair.turn_based:
        theirs = pyspiel.convert_to_turn_based(theirs)
    for _ in range(pair.games):
        follow(mine.new_initial_state(), theirs.new_initial_state(), pair, rng)


def follow(ours: Any, other: Any, pair: Pair, rng: random.Random) -> None:
    while not other.is_terminal():
        assert not ours.is_terminal()
        assert ours.current_player() == other.current_player()
        seat = other.current_player()
        if other.is_chance_node():
            odds = dict(other.chance_outcomes())
            names = {pair.chance(other.action_to_string(action), action): action for action in odds}
            mine = {ours.action_to_string(action): (action, chance) for action, chance in ours.chance_outcomes()}
            assert {said: pytest.approx(odds[action]) for said, action in names.items()} == {
                said: chance for said, (_, chance) in mine.items()
            }
            said = rng.choice(sorted(mine))
            ours.apply_action(mine[said][0])
            other.apply_action(names[said])
            continue
        names = {pair.move(other.action_to_string(action), action, seat): action for action in other.legal_actions()}
        legal = {outline(ours.action_to_string(action)): action for action in ours.legal_actions()}
        assert set(names) <= set(legal) and set(legal) - set(names) <= pair.more_allowed
        said = rng.choice(sorted(names))
        ours.apply_action(legal[said])
        other.apply_action(names[said])
    while ours.is_chance_node() and len(ours.chance_outcomes()) == 1:  # the last prize: theirs do not draw it
        ours.apply_action(ours.chance_outcomes()[0][0])
    assert ours.is_terminal()
    assert ours.returns() == pytest.approx(other.returns())
