"""Declarations: kinds and tables with their figures, pieces, variables, zones and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ...document.located import Span
from ...frozen import dataclass
from ..types import INT, Type
from .bends import Bend
from .formulas import Expr, ZoneRef
from .rules import Texts


@dataclass(frozen=True, slots=True)
class Axis:
    """An index: a kind (not a range), the seats (`player`), or numbers low..high (kind '')."""

    kind: str
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Holds:
    """What one cell holds: `type` (with its words; of a set `Set(of)`); numbers, and the numbers in a set, lie in low..high.

    `unit` is what the numbers count (`0..60 in coins`); only `whole/units.py` looks at it.
    """

    type: Type
    low: int = 0
    high: int = 0
    unit: str = ""


@dataclass(frozen=True, slots=True)
class WordCell:
    """A word in a cell: the index-th word of the column's type."""

    index: int


@dataclass(frozen=True, slots=True)
class SetCell:
    """The places (or numbers) in a set."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RuleCell:
    rule: str


@dataclass(frozen=True, slots=True)
class RuleSetCell:
    rules: tuple[str, ...]


Cell = int | WordCell | SetCell | RuleCell | RuleSetCell | tuple["Cell", ...] | Expr
"""A number; a place in a kind; 0 or 1; ...; a tuple for `T for each K` (one for each value of K); a formula that speaks of `player`."""


@dataclass(frozen=True, slots=True)
class ColumnDef:
    """A column's type; `each` is the kind of `T for each K` (as an axis); `start` is what one cell that a row leaves out holds."""

    name: str
    holds: Holds
    each: Axis | None
    formula: bool = False
    start: Cell | None = None


@dataclass(frozen=True, slots=True)
class FactorDef:
    """One factor of a product or grid: a kind, or numbers low..high."""

    name: str
    axis: Axis


@dataclass(frozen=True, slots=True)
class KindDef:
    """A finite set.  `values` are the names in order (none for a range).

    sort: `values` (named), `range` (low..high), `product` and `grid` (factors; the first varies slowest in a product; in a grid
    the number of square(column, row) is (row - 1) * columns + column - 1, so a1, b1, .., a2, ..), `table` (rows), `faces` (of a mixed
    sort of piece: `groups` has for each group its kind, or '' for a single name, and its first place).
    """

    name: str
    sort: Literal["values", "range", "product", "grid", "table", "faces"]
    values: tuple[str, ...]
    low: int = 0
    high: int = -1
    ring: bool = False
    factors: tuple[FactorDef, ...] = ()
    columns: tuple[ColumnDef, ...] = ()
    rows: tuple[Mapping[str, Cell], ...] = ()
    joins: tuple[str, str] | None = None
    groups: tuple[tuple[str, int, int], ...] = ()  # faces: (kind or '', first place, how many)
    works_in: ZoneRef | None = None  # speaks of `player` or `owner`
    then_goes_to: ZoneRef | None = None
    texts: tuple[Texts, ...] = ()  # for each value
    statements: tuple[tuple[str, ...], ...] = ()  # for each row
    bends: tuple[tuple[Bend, ...], ...] = ()  # for each row
    provenance: Literal["", "document", "published", "own"] = ""
    variant: str = ""  # declared by this variant only
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TableDef:
    """A static table: nested tuples of one depth (of any lengths), read from 1.  `of` is what its cells hold: numbers, truths or values of a kind."""

    name: str
    depth: int
    values: tuple[object, ...]  # numbers, places in a kind or 0 and 1; or tuples of them
    provenance: Literal["document", "published", "own"]
    of: Type = INT
    unit: str = ""
    variant: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Satisfies:
    """What the figures of the kind or table `of` fulfil: a condition on rows and tables, with its name."""

    of: str
    name: str
    condition: Expr
    variant: str = ""


@dataclass(frozen=True, slots=True)
class PieceDef:
    """A sort of piece.  `kind` is the kind of its faces (its own kind, sort `faces`, if they are mixed).

    `copies[i]` of face i.  `individual`: no face exists more than once.
    """

    name: str
    kind: str
    copies: tuple[int, ...]
    individual: bool
    variant: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees: `who`, if `condition` (None: always), else `otherwise`."""

    who: Literal["all", "owner", "others", "nobody"]
    condition: Expr | None = None
    otherwise: Sight | None = None


@dataclass(frozen=True, slots=True)
class VariableDef:
    """A state variable.  `start` None: the word if there is one, else false, 0 or the lowest.  `history`: a `bag of position up to size`."""

    name: str
    axes: tuple[Axis, ...]
    holds: Holds
    is_set: bool
    start: Expr | None
    sight: Sight
    history: int = 0
    variant: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ZoneDef:
    """A zone.  `size`: the number of slots, or the most that a bag holds (None: as many as there are)."""

    name: str
    sort: Literal["bag", "pile", "slots"]
    piece: str
    axes: tuple[Axis, ...]
    size: int | None
    starts_full: bool
    sight: Sight
    top_sight: Sight | None
    refilled: str | None
    variant: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OptionDef:
    """An option chosen before the game: its type, start (a number, place or 0/1) and texts."""

    name: str
    holds: Holds
    start: int
    text: Texts
    span: Span | None = field(default=None, compare=False)
