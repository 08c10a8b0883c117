"""Types of formulas: what a value is, which words may stand for a missing one, and whether it may be missing."""

from __future__ import annotations

from dataclasses import replace

from ..frozen import dataclass


@dataclass(frozen=True, slots=True)
class Int:
    """A number."""


@dataclass(frozen=True, slots=True)
class Bool:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A value of a kind (never of a kind that is a range: that is `Int`).  A mixed sort of piece is a kind of its own faces."""

    name: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as a value; `params` are the types of its arguments."""

    params: tuple[Base, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A snapshot made by `position(...)`."""


@dataclass(frozen=True, slots=True)
class Set:
    """A set; the elements are never missing."""

    of: Base


@dataclass(frozen=True, slots=True)
class Zone:
    """The contents of one zone of a sort of piece; its elements have the type of the piece's faces."""

    piece: str
    of: Base


@dataclass(frozen=True, slots=True)
class Table:
    """A static table of `depth` indices, not yet indexed through."""

    depth: int


@dataclass(frozen=True, slots=True)
class Many:
    """All cells of an indexed variable or zone, named without its brackets: only `set` and `random` take it."""

    of: Base


@dataclass(frozen=True, slots=True)
class RankTable:
    """What a define with a rank gives: a prize for each value of its binder; can only be indexed."""

    over: Base


@dataclass(frozen=True, slots=True)
class None_:
    """The type of `none` and of a bare word: it fits everything that may be missing."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """After a reported fault: fits everything, so that one fault gives one message."""


Base = Int | Bool | Player | Kind | Rule | Position | Set | Zone | Table | Many | RankTable | None_ | Unknown


@dataclass(frozen=True, slots=True)
class Type:
    """`base`, the words that a variable or column of it may hold instead, and whether a formula of it may be missing."""

    base: Base
    words: tuple[str, ...] = ()
    partial: bool = False

    @property
    def may_be_missing(self) -> bool:
        """Whether someone has to finish it."""
        return self.partial or bool(self.words)

    def total(self) -> Type:
        """The same, known to be there."""
        return replace(self, words=(), partial=False)

    def missing(self) -> Type:
        """The same, perhaps missing."""
        return replace(self, partial=True)


INT, BOOL, PLAYER, UNKNOWN = Type(Int()), Type(Bool()), Type(Player()), Type(Unknown())
