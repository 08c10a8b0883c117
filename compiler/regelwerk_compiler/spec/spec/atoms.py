"""Formulas with no other formula in them: numbers, truths, values, seats, names that are bound."""

from __future__ import annotations

from dataclasses import field

from ...document.located import Origin
from ...frozen import dataclass
from ..types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """Any formula: its type and where it was written."""

    type: Type
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IntLit(Formula):
    value: int


@dataclass(frozen=True, slots=True)
class BoolLit(Formula):
    value: bool


@dataclass(frozen=True, slots=True)
class Value(Formula):
    """The index-th value of a kind (type is Kind), e.g. `red`, `zoo_tiergarten_1`, `a1`."""

    kind: str
    index: int


@dataclass(frozen=True, slots=True)
class Seat(Formula):
    """A seat by its name (games with `seats`, and scenarios)."""

    name: str


@dataclass(frozen=True, slots=True)
class Word(Formula):
    """A word for a missing value (`nobody`); `none` is the word ''."""

    word: str


@dataclass(frozen=True, slots=True)
class Players(Formula):
    """All seats."""


@dataclass(frozen=True, slots=True)
class AllOf(Formula):
    """All values of a kind, of a range kind too."""

    kind: str


@dataclass(frozen=True, slots=True)
class OptionRef(Formula):
    """An option of the game."""

    name: str


@dataclass(frozen=True, slots=True)
class Over(Formula):
    """True after the end."""


@dataclass(frozen=True, slots=True)
class Bound(Formula):
    """A name that a binder, a parameter, a `let`, `draw .. as` or `random` bound; also `player`, `owner`, `place`, `total`."""

    name: str


@dataclass(frozen=True, slots=True)
class RuleValue(Formula):
    """A rule as a value (`nothing` too)."""

    rule: str
