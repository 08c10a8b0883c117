"""The classics beside OpenSpiel's own games: how its words and ours say the same, and how a game is followed on both.

Goes in: the name of a Pair and random numbers.  Comes out: nothing, or an AssertionError at the first step at which who is to move, the
legal moves, the odds of chance or the result differ.  Names of moves are the exact names of our options, unless a Pair says otherwise.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, Self

import pytest

import regelwerk
from regelwerk.game import Game
from regelwerk.state import State

pyspiel = pytest.importorskip("pyspiel")

EXACT = 1e-12
"""How far two probabilities of the same outcome may be apart."""
TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


class Ours(Protocol):
    """What is asked of our side, played directly or through the adapter."""

    def seat(self) -> int: ...
    def legal(self) -> list[str]: ...
    def odds(self) -> dict[str, float]: ...
    def play(self, name: str) -> None: ...
    def returns(self) -> list[float]: ...
    def copy(self) -> Ours: ...


class Direct:
    """Our own states, on the fastest engine that is there."""

    def __init__(self, game: Game, payoff: str, names: dict[int, str]) -> None:
        self.game, self.payoff, self.names = game, payoff, names
        self.state: State = game.start(0, chance="explicit")
        self._numbers: dict[str, int] = {}

    def seat(self) -> int:
        if self.state.over:
            return TERMINAL
        return CHANCE if self.state.at_chance else self.state.player  # type: ignore[return-value]

    def _name(self, number: int) -> str:
        if number not in self.names:
            numbers = self.game.look.numbers(number)
            self.names[number] = self.game.names.exact(numbers, numbers.arguments(number))
        return self.names[number]

    def legal(self) -> list[str]:
        self._numbers = {self._name(number): number for number in self.state.numbers()}
        return list(self._numbers)

    def odds(self) -> dict[str, float]:
        outcomes = self.state.outcomes()
        total = sum(one.weight for one in outcomes)
        self._numbers = {one.name: one.number for one in outcomes}
        return {one.name: float(Fraction(one.weight, total)) for one in outcomes}

    def play(self, name: str) -> None:
        self.state = self.state.play(self._numbers[name])

    def returns(self) -> list[float]:
        if not self.state.over:
            return [0.0] * self.game.program.players
        assert not self.state.capped
        result = self.state.result()
        return [float(n) for n in (result.returns if self.payoff == "returns" else result.totals)]

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other


class Adapted:
    """The same through our adapter for OpenSpiel."""

    def __init__(self, game: Any) -> None:
        self.state = game.new_initial_state()
        self._actions: dict[str, int] = {}

    def seat(self) -> int:
        return int(self.state.current_player())

    def legal(self) -> list[str]:
        self._actions = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
        return list(self._actions)

    def odds(self) -> dict[str, float]:
        outcomes = self.state.chance_outcomes()
        self._actions = {self.state.action_to_string(action): action for action, _ in outcomes}
        return {name: odds for (name, action), (_, odds) in zip(self._actions.items(), outcomes, strict=True)}

    def play(self, name: str) -> None:
        self.state.apply_action(self._actions[name])

    def returns(self) -> list[float]:
        return [float(n) for n in self.state.returns()]

    def copy(self) -> Adapted:
        other = Adapted.__new__(Adapted)
        other.state, other._actions = self.state.clone(), self._actions
        return other


@dataclass(kw_only=True)
class Pair:
    """One game of both.  `move`: (their words, their id, who) -> our name.  `chance`: (their words, their id) -> our name."""

    theirs: str
    move: Callable[[str, int, int], str] = lambda said, action, seat: said
    chance: Callable[[str, int], str] = lambda said, action: said
    game: str = ""  # ours, where it is not called as theirs
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    payoff: str = "returns"
    games: int = 3  # in the quick tests
    long_games: int = 1000
    turn_based: bool = False
    first: int = 0  # their seat of who begins with us
    more_allowed: frozenset[str] = frozenset()  # what our rules allow too
    fixed: bool = True  # an action of theirs has one name wherever it is legal
    kept: dict[tuple[int, int], str] = field(default_factory=dict)
    throws: int = 0  # chances whose odds were compared

    # -- what is played ----------------------------------------------------------------------------
    def name(self) -> str:
        return self.game or self.theirs.split("(")[0]

    def direct(self) -> Callable[[], Ours]:
        game, names = regelwerk.load(self.name(), self.players, self.options, engine="native"), dict[int, str]()
        return lambda: Direct(game, self.payoff, names)

    def adapted(self) -> Callable[[], Ours]:
        from regelwerk.adapters.openspiel import openspiel_game

        payoff = "returns" if self.payoff == "returns" else "totals"
        game = openspiel_game(self.name(), self.players, self.options, payoff=payoff)
        return lambda: Adapted(game)

    def other(self) -> Any:
        game = pyspiel.load_game(self.theirs)
        return pyspiel.convert_to_turn_based(game) if self.turn_based else game

    # -- how it is followed ------------------------------------------------------------------------
    def follow(self, ours: Ours, other: Any, rng: random.Random) -> int:
        """One game to its end; how many moves and outcomes it had."""
        steps = 0
        while not other.is_terminal():
            self.step(ours, other, rng)
            steps += 1
        self.end(ours)
        assert ours.seat() == TERMINAL
        self.compare(ours, other)
        return steps

    def step(self, ours: Ours, other: Any, rng: random.Random) -> None:
        """The next move or outcome of theirs, and what it is with us."""
        if other.is_chance_node():
            self.throw(ours, other, rng)
        else:
            assert ours.seat() == (other.current_player() + self.first) % other.num_players()
            self.turn(ours, other, rng)

    def compare(self, ours: Ours, other: Any) -> None:
        """The results of both; `winners` where the points mean something else with more than two players."""
        mine, theirs = ours.returns(), self.worth(other)
        if self.payoff == "winners":
            mine, theirs = ([float(n == max(result)) for n in result] for result in (mine, theirs))
        assert mine == pytest.approx(theirs)

    def turn(self, ours: Ours, other: Any, rng: random.Random) -> None:
        names = self.their_moves(other)
        mine = {self.mine(name, ours): name for name in ours.legal()}
        assert names.keys() <= mine.keys()
        assert all(self.only_ours(name, other) for name in mine.keys() - names.keys())
        said = self.pick(sorted(names), names, other, rng)
        ours.play(mine[said])
        other.apply_action(names[said])

    def pick(self, said: list[str], names: Mapping[str, int], other: Any, rng: random.Random) -> str:
        return rng.choice(said)

    def their_moves(self, other: Any) -> dict[str, int]:
        seat = other.current_player()
        return {self.their_name(other, action, seat): action for action in other.legal_actions()}

    def their_name(self, other: Any, action: int, seat: int) -> str:
        if not self.fixed:
            return self.move(other.action_to_string(seat, action), action, seat)
        if (seat, action) not in self.kept:
            self.kept[seat, action] = self.move(other.action_to_string(seat, action), action, seat)
        return self.kept[seat, action]

    def only_ours(self, name: str, other: Any) -> bool:
        """Whether this is where the rules differ, and ours allow more."""
        return name in self.more_allowed

    def mine(self, name: str, ours: Ours) -> str:
        """The common name of one of our options."""
        return name

    def throw(self, ours: Ours, other: Any, rng: random.Random) -> None:
        odds = dict(other.chance_outcomes())
        names = {self.chance(other.action_to_string(CHANCE, action), action): action for action in odds}
        self.same_odds(ours.odds(), {said: odds[action] for said, action in names.items()})
        said = self.pick_outcome(sorted(names), other, rng)
        ours.play(said)
        other.apply_action(names[said])

    def same_odds(self, mine: Mapping[Any, float], theirs: Mapping[Any, float]) -> None:
        """The same outcomes, each with the same probability; nothing else may happen."""
        self.throws += 1
        assert mine == {said: pytest.approx(chance, rel=0, abs=EXACT) for said, chance in theirs.items()}
        assert sum(mine.values()) == pytest.approx(1, rel=0, abs=EXACT)

    def pick_outcome(self, said: list[str], other: Any, rng: random.Random) -> str:
        return rng.choice(said)

    def end(self, ours: Ours) -> None:
        """What ours does behind the end of theirs."""

    def worth(self, other: Any) -> list[float]:
        returns = list(other.returns())
        return returns[self.first :] + returns[: self.first]


# -- words -----------------------------------------------------------------------------------------
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
