"""Formulas made of formulas: what is read of the state and of tables, operators, and what is counted or picked over binders.

A new one is added to `Expr`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...document.located import Origin
from ...frozen import dataclass
from ..types import Type
from .atoms import AllOf, BoolLit, Bound, Formula, IntLit, OptionRef, Over, Players, RuleValue, Seat, Value, Word


# -- state ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Variable(Formula):
    """A cell of a state variable, all indices given; or with `whole` all its cells (only in `set`, `random` and `position`)."""

    name: str
    indices: tuple[Expr, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class ZoneRef(Formula):
    """A zone, all indices given (type Zone).  The whole box is the zone `box`, of the piece the type says."""

    name: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SlotCell(Formula):
    """`zone[i]`: the piece in slot i, missing if empty or outside."""

    zone: ZoneRef
    index: Expr


@dataclass(frozen=True, slots=True)
class FaceCount(Formula):
    """`zone[face]`: how many of that face lie there; `face` has the type of the zone's elements."""

    zone: ZoneRef
    face: Expr


@dataclass(frozen=True, slots=True)
class Top(Formula):
    """The top piece of a pile, missing if the pile is empty."""

    zone: ZoneRef


# -- static data ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TableCell(Formula):
    """`table[i][j]`, each index from 1, missing outside."""

    table: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Column(Formula):
    """`row.column`, or `row.column[each]` of a column `T for each K`; missing if `row` is.  `kind` is the kind with the rows."""

    row: Expr
    kind: str
    column: str
    each: Expr | None = None


@dataclass(frozen=True, slots=True)
class FormulaColumn(Formula):
    """`row.column(player)` of a column `formula of player`."""

    row: Expr
    kind: str
    column: str
    player: Expr


@dataclass(frozen=True, slots=True)
class Factor(Formula):
    """A field of a product (`c.suit`) or of a grid (`s.column`: factor 0, `s.row`: factor 1)."""

    value: Expr
    kind: str
    factor: int


@dataclass(frozen=True, slots=True)
class Construct(Formula):
    """`card(hearts, 12)`, `square(5, 1)`; missing if an argument is missing or outside."""

    kind: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Convert(Formula):
    """From a kind to the faces of a mixed sort of piece or back (then missing for other faces); the type is the target's."""

    value: Expr
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class CallDefine(Formula):
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RankCell(Formula):
    """`wonder_prize(w, r)[p]`: 0 for who takes no part."""

    name: str
    args: tuple[Expr, ...]
    who: Expr


# -- operators ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Is(Formula):
    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class In(Formula):
    item: Expr
    group: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Compare(Formula):
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And(Formula):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Formula):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Formula):
    part: Expr


@dataclass(frozen=True, slots=True)
class If(Formula):
    value: Expr
    condition: Expr
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class Finish(Formula):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range(Formula):
    """The set of numbers (or values of an ordered kind) from low to high."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Formula):
    """On numbers."""

    op: Literal["+", "-", "*", "mod"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Step(Formula):
    """`value + n` or `value - n` along a kind (wraps if it is a ring, else missing past the end) or along the seats (wraps)."""

    value: Expr
    op: Literal["+", "-"]
    by: Expr


@dataclass(frozen=True, slots=True)
class Divide(Formula):
    left: Expr
    right: Expr
    rounded: Literal["down", "up"]


@dataclass(frozen=True, slots=True)
class Negate(Formula):
    part: Expr


@dataclass(frozen=True, slots=True)
class SetOf(Formula):
    items: tuple[Expr, ...]


# -- binders, and what runs over them -------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Binder:
    """`name in domain from start where condition`; `type` is the element's, never missing.

    The domain may be a set, a zone (its pieces, each copy once), or a value that may be missing (a set of one).
    """

    name: str
    type: Type
    domain: Expr
    start: Expr | None
    where: Expr | None
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Key:
    """`highest e` or `lowest e`; named orders are already expanded."""

    highest: bool
    value: Expr


@dataclass(frozen=True, slots=True)
class PickIn(Formula):
    """`count`, `any` or `first` of a set or zone."""

    word: Literal["count", "any", "first"]
    group: Expr


@dataclass(frozen=True, slots=True)
class Pick(Formula):
    """`first` gives the value of the last binder, of the best binding by `order`, else of the first."""

    word: Literal["count", "any", "first"]
    binders: tuple[Binder, ...]
    order: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class FoldOf(Formula):
    word: Literal["sum", "min", "max", "all", "set"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Fold(Formula):
    word: Literal["sum", "min", "max", "all", "set"]
    body: Expr
    binders: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class Reach(Formula):
    """With `edges` (a kind with joins) along edges for which the binder's `where` holds; else along the binder's domain, which speaks of `node`.

    `node` is a name of its own in `binder.domain` and `binder.where`: the node reached so far (equal to the name `start` had).
    """

    start: Expr
    binder: Binder
    edges: str | None
    node: str


# -- given functions ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Abs(Formula):
    part: Expr


@dataclass(frozen=True, slots=True)
class IndexOf(Formula):
    """The place of a value in its kind, from 0 (a seat's in table order)."""

    part: Expr


@dataclass(frozen=True, slots=True)
class Between(Formula):
    """The squares strictly between two squares on a row, column or diagonal; empty otherwise."""

    kind: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Neighbour(Formula):
    """The next square in a direction (a value of a ring of 4 or 8), missing off the board."""

    kind: str
    square: Expr
    direction: Expr
    ways: Literal[4, 8]


@dataclass(frozen=True, slots=True)
class PositionOf(Formula):
    """A snapshot of these values and whole variables."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Possible(Formula):
    """Whether `player` could be offered the rule now (with these arguments, if given)."""

    player: Expr
    rule: str
    args: tuple[Expr, ...] | None


Expr = (
    IntLit | BoolLit | Value | Seat | Word | Players | AllOf | OptionRef | Over | Bound | Variable | ZoneRef | SlotCell | FaceCount | Top
    | TableCell | Column | FormulaColumn | Factor | Construct | Convert | CallDefine | RankCell | RuleValue | Is | In | Compare | And | Or
    | Not | If | Finish | Range | Arithmetic | Step | Divide | Negate | SetOf | PickIn | Pick | FoldOf | Fold | Reach | Abs | IndexOf
    | Between | Neighbour | PositionOf | Possible
)  # fmt: skip
