"""A game being played: State and Option.  A State never changes; playing gives another one.

Goes in: a `Game` and a vector.  Comes out: options, the next states, views, the result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .errors import NotAnOption, UsageError
from .result import Result, result_of
from .sight.events import Step
from .sight.views import Observer, View

if TYPE_CHECKING:
    from .game import Game

Vector = tuple[int, ...]


def hash_of(vector: Sequence[int]) -> str:
    """A short hash of a vector, the same on every machine: 16 hexadecimal digits of BLAKE2b over the decimal numbers."""
    return hashlib.blake2b(",".join(map(str, vector)).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen: its stable number, its exact name, the rule (or what is picked), and its arguments by name."""

    number: int
    name: str
    kind: str
    rule: str
    args: tuple[str, ...]
    seat: int
    _game: Game = field(repr=False, compare=False)

    def text(self, language: str = "en") -> str:
        """What a player reads."""
        numbers = self._game.look.numbers(self.number)
        return self._game.names.option_words(numbers, numbers.arguments(self.number), language, self.seat)

    def beginnings(self, language: str = "en") -> tuple[str, ...]:
        """The same with its first argument only, with its first two, and so on, and `…` for the others."""
        numbers = self._game.look.numbers(self.number)
        args, words = numbers.arguments(self.number), self._game.names.option_words
        return tuple(words(numbers, args, language, self.seat, known) for known in range(1, len(args)))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that chance may do, with its weight; the weights of all outcomes are the exact odds."""

    number: int
    name: str
    weight: int
    _game: Game = field(repr=False, compare=False)

    def text(self, language: str = "en") -> str:
        """What a player reads."""
        numbers = self._game.look.numbers(self.number)
        return self._game.names.option_words(numbers, numbers.arguments(self.number), language)

    def __str__(self) -> str:
        return self.name


class State:
    """One moment of a game.

    `vector` is all of it.  `steps` are what happened since the state from which this one was made: an option and the outcomes behind it.
    With `explicit` chance the state also rests where chance decides, and whoever plays says what happens.
    """

    __slots__ = ("_options", "_player", "explicit", "game", "steps", "vector")

    def __init__(self, game: Game, vector: Vector, steps: tuple[Step, ...] = (), *, explicit: bool = False) -> None:
        self.game = game
        self.vector = vector
        self.steps = steps
        self.explicit = explicit
        self._options: tuple[int, ...] | None = None
        self._player: tuple[int | None] | None = None

    # -- what is -----------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.game.look.ended(self.vector)

    @property
    def capped(self) -> bool:
        """Whether it ended because the most decisions were reached: no draw, an outcome of its own."""
        return self.game.look.capped(self.vector)

    @property
    def player(self) -> int | None:
        """The seat that decides; None at the end and at chance."""
        if self._player is None:
            self._player = (self.game.look.decider(self.vector),)
        return self._player[0]

    @property
    def at_chance(self) -> bool:
        """Whether chance comes next (only with explicit chance)."""
        return self.game.look.chance(self.vector) is not None

    @property
    def hash(self) -> str:
        """A stable hash of the vector."""
        return hash_of(self.vector)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.vector == other.vector and self.game is other.game

    def __hash__(self) -> int:
        return hash(self.vector)

    def __repr__(self) -> str:
        return f"<State {self.game.id} {self.hash}>"

    # -- what can be -------------------------------------------------------------------------------
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all options, in the order of the game."""
        if self._options is None:
            decides = self.game.look.decision(self.vector) is not None
            with self.game.faults():
                self._options = tuple(self.game.engine.options(list(self.vector))) if decides else ()
        return self._options

    def options(self) -> list[Option]:
        """All that the player may choose."""
        seat = self.player
        return [] if seat is None else [self.game.option(number, seat) for number in self.numbers()]

    def outcomes(self) -> list[Outcome]:
        """All that chance may do here, with exact odds."""
        if not self.at_chance:
            return []
        with self.game.faults():
            found = self.game.engine.outcomes(list(self.vector))
        return [self.game.outcome(number, weight) for number, weight in found]

    # -- what becomes ------------------------------------------------------------------------------
    def play(self, choice: Option | Outcome | int) -> State:
        """The state after an option (or, at chance, an outcome).

        Raises `NotAnOption` for one that is not listed, `RulesBroke` where the rules of the game fail; this state stays as it is.
        """
        number = choice if isinstance(choice, int) else choice.number
        if self.at_chance:
            if number not in [n for n, _ in self.game.engine.outcomes(list(self.vector))]:
                raise NotAnOption(f"{self._said(choice)} is nothing that chance can do here")
            return self._after(number, None)
        if self.over:
            raise NotAnOption("the game is over: nothing can be played")
        if number not in self.numbers():
            raise NotAnOption(f"{self._said(choice)} is not among the options")
        return self._after(number, self.player)

    def sample(self) -> State:
        """At chance: the state after the outcome that the random key picks."""
        if not self.at_chance:
            raise UsageError("nothing is left to chance here")
        cells = list(self.vector)
        with self.game.faults():
            number = self.game.engine.toss(cells)
        before = self.vector
        return self._settled(tuple(cells), number, None, before)

    def _after(self, number: int, seat: int | None) -> State:
        return self._settled(self.vector, number, seat, self.vector)

    def _settled(self, start: Vector, number: int, seat: int | None, before: Vector) -> State:
        """Play `number` on `start`, then what chance does, if it is not left to whoever plays."""
        cells, steps = list(start), []
        with self.game.faults(before, number):
            self.game.engine.play(cells, number)
        steps.append(Step(before, number, tuple(cells), seat))
        if not self.explicit:
            steps += self.game.settle(cells)
        return State(self.game, tuple(cells), tuple(steps), explicit=self.explicit)

    def _said(self, choice: Option | Outcome | int) -> str:
        return f"number {choice}" if isinstance(choice, int) else f"`{choice.name}`"

    # -- what is seen ------------------------------------------------------------------------------
    def view(self, observer: Observer) -> View:
        """What a seat (`public`: everybody; `host`: somebody who may see everything) sees."""
        if isinstance(observer, int) and not 0 <= observer < len(self.game.program.seats):
            raise UsageError(f"there is no seat {observer}")
        return self.game.sight.view(self.vector, observer)

    def result(self, language: str = "en") -> Result:
        """The score sheet; before the end, as it would stand now (it may hold what a player cannot see)."""
        return result_of(self.game.look, self.game.names, self.vector, language)

    def reveals(self, choice: Option) -> bool:
        """Whether the player could not take the option back: something is drawn, or shown to him, at once."""
        after = self.play(choice)
        return self.game.watch.barrier(after.steps, choice.seat) is not None
