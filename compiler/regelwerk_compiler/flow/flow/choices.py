"""Decisions and chances, and the numbers of what can be chosen and of what can happen."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...document.located import Span
from ...frozen import dataclass
from .expressions import Clause, Expr


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter of a numbered thing: its values are low .. low+size-1.  `type` names the kind for texts ('' is a number)."""

    name: str
    low: int
    size: int
    type: str = ""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A block of option (or outcome) numbers that never move: base + the place in the product of the axes, last axis fastest."""

    kind: Literal["rule", "pick", "done", "nothing", "pay", "draw", "random", "show"]
    name: str  # the rule; for pick, pay, draw, random the place they belong to
    base: int
    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """How many numbers."""
        n = 1
        for axis in self.axes:
            n *= axis.size
        return n

    def number(self, args: tuple[int, ...]) -> int:
        """The number of one choice of arguments."""
        n = 0
        for axis, arg in zip(self.axes, args, strict=True):
            n = n * axis.size + arg - axis.low
        return self.base + n

    def arguments(self, number: int) -> tuple[int, ...]:
        """The arguments of a number."""
        n, out = number - self.base, []
        for axis in reversed(self.axes):
            n, place = divmod(n, axis.size)
            out.append(axis.low + place)
        return tuple(reversed(out))


@dataclass(frozen=True, slots=True)
class Options:
    """Some options of a decision: one for each binding of the clauses (their names are the axes, in order) for which `guard` holds."""

    numbers: int  # index into Program.numbers
    clauses: tuple[Clause, ...]
    guard: Expr | None
    target: int  # its block's params are the clause names
    needs: tuple[
        tuple[str, Expr], ...
    ] = ()  # address and condition, for saying why an option is not there; all are in `guard` too


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides (a seat) and what he may choose.

    With no options the machine goes on at `otherwise`; where that is None either something is always legal, or `refuses` (nothing legal refuses).
    """

    name: str
    player: Expr
    options: tuple[Options, ...]
    otherwise: int | None
    refuses: bool
    rule: str  # the rule in which it stands
    origin: Span | None = field(default=None, compare=False)
    before: tuple[tuple[str, Expr], ...] = ()  # names that all options may speak of; passes bring them in


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Some outcomes of a chance: one for each binding, with a weight (0: not there)."""

    numbers: int
    clauses: tuple[Clause, ...]
    weight: Expr
    target: int


@dataclass(frozen=True, slots=True)
class Chance:
    """A pick with exact probabilities, weight / sum of weights.  There is always an outcome.

    Something that is shown is a chance too, with its one outcome: it changes nothing, and those who see it are told.

    `seen`: a function (observer, then the values of `seen_args`) that tells who is told the outcome; '' is everybody.
    `into`: the zone or variable, for the log.
    """

    name: str
    outcomes: tuple[Outcomes, ...]
    seen: str
    seen_args: tuple[Expr, ...]
    into: str
    player: Expr | None = None
    rule: str = ""
    origin: Span | None = field(default=None, compare=False)
