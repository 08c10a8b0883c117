"""Declarations as they were written: types, starts, sights, kinds and pieces."""

from __future__ import annotations

from typing import Literal

from ...frozen import dataclass
from .formulas import Expr, Node


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """An end of a range in a declaration: an integer, or a name."""

    value: int | None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Base(Node):
    """A name of a kind, or `low..high`."""

    name: str | None
    low: Bound | None = None
    high: Bound | None = None


@dataclass(frozen=True, slots=True)
class ValueRange(Node):
    """A variable of one value: a base and the words for a missing one; numbers may have a unit (`0..60 in coins`)."""

    base: Base
    words: tuple[str, ...]
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class SetRange(Node):
    """`set of kind`."""

    kind: str


@dataclass(frozen=True, slots=True)
class ZoneRange(Node):
    """`bag of P up to n`, `pile of P`, `n slots of P`."""

    sort: Literal["bag", "pile", "slots"]
    piece: str
    size: Bound | None  # `up to` of a bag or pile, the number of slots


@dataclass(frozen=True, slots=True)
class FormulaRange(Node):
    """`formula of player`."""

    of: str


@dataclass(frozen=True, slots=True)
class TypeDecl(Node):
    """A type: what one cell holds, and its indices (`for each ... and ...`)."""

    range: ValueRange | SetRange | ZoneRange | FormulaRange
    each: tuple[Base, ...]


@dataclass(frozen=True, slots=True)
class ColumnDecl(Node):
    """`type = start`; `start`: what a cell that a row leaves out holds."""

    type: TypeDecl
    start: ColumnStart | None


@dataclass(frozen=True, slots=True)
class ColumnStart(Node):
    """A number, or a name (a value, a word, a rule, `true`, `none`)."""

    text: str


@dataclass(frozen=True, slots=True)
class Sight(Node):
    """`owner`, or `all if over else owner`."""

    who: Literal["all", "owner", "others", "nobody"]
    condition: Expr | None = None
    otherwise: Sight | None = None


@dataclass(frozen=True, slots=True)
class StateDecl(Node):
    """`type = start, seen by ..., top seen by ..., refilled from zone`."""

    type: TypeDecl
    start: Expr | None
    seen: Sight | None
    top_seen: Sight | None
    refilled: str | None


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid 8 x 8`: columns, then rows."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Product(Node):
    """`1..10` (one factor), `suit x rank`."""

    factors: tuple[Base, ...]


@dataclass(frozen=True, slots=True)
class PieceGroup(Node):
    """`6 of each colour`, `8 of bicycle`, `copies of each bonus` (count None)."""

    count: int | None
    copies: str | None
    each: bool
    name: str


@dataclass(frozen=True, slots=True)
class PieceDecl(Node):
    """`6 of each colour, 8 of bicycle`."""

    groups: tuple[PieceGroup, ...]
