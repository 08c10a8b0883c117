"""Expressions: pure, and each an integer or a mask; with the clauses that they run over.  A new one is added to `Expr`."""

from __future__ import annotations

from typing import Literal

from ...frozen import dataclass


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Local:
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """`vector[base + index]`; `index` is proved to lie in 0..size-1 by whoever builds it."""

    base: int
    index: Expr | None = None
    size: int = 1


@dataclass(frozen=True, slots=True)
class Lookup:
    """`tables[table][index]`: a static number, or a static mask."""

    table: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Unary:
    op: Literal["neg", "not", "abs"]
    a: Expr


Comparison = Literal["==", "!=", "<", "<="]
BinaryOp = Literal["+", "-", "*", "mod", "div_down", "div_up", "min", "max"] | Comparison


@dataclass(frozen=True, slots=True)
class Binary:
    """`mod` has the sign of the divisor (as in Python); a divisor of 0 refuses."""

    op: BinaryOp
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class And:
    """Short-circuit; the value is 0 or 1."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """`a if test else b`."""

    test: Expr
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class LetIn:
    """`body` with the local `name` bound to `value`."""

    name: str
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A pure function of the program."""

    function: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class HasBit:
    """1 if bit `index` of `mask` is set; 0 for an index outside 0..width-1."""

    mask: Expr
    index: Expr
    width: int


@dataclass(frozen=True, slots=True)
class BitCount:
    mask: Expr
    width: int


@dataclass(frozen=True, slots=True)
class MaskOf:
    """The mask with just these bits; negative values are left out."""

    values: tuple[Expr, ...]
    width: int


# Masks that the passes bring in; no lowering writes them.  Bits from `width` on are never set.
@dataclass(frozen=True, slots=True)
class Holding:
    """The mask of the places i in 0..size-1 for which `tables[classes][vector[base + i] - low]` is `value`."""

    base: int
    size: int
    classes: str
    low: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Linked:
    """The mask of the places of `holding` that a chain of such places links to one of its starts, these included.

    Starts are the bits of `tables[starts][value of the holding]`, none outside the table.  `tables[steps][i]` are the places next to i; who is
    next to whom goes both ways.
    """

    holding: Holding
    starts: str
    steps: str


@dataclass(frozen=True, slots=True)
class Meet:
    """The bits that are in all of these masks."""

    parts: tuple[Expr, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Join:
    """The bits that are in any of these masks."""

    parts: tuple[Expr, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Without:
    """The bits of `a` that are not in `b`."""

    a: Expr
    b: Expr
    width: int


@dataclass(frozen=True, slots=True)
class Shift:
    """The mask with bit i moved to i + by; what leaves 0..width-1 is gone."""

    mask: Expr
    by: int
    width: int


@dataclass(frozen=True, slots=True)
class Beyond:
    """The bits above the lowest one of the mask, or (not `up`) below the highest one; none if the mask has none."""

    mask: Expr
    width: int
    up: bool


@dataclass(frozen=True, slots=True)
class Some:
    """1 if any bit is set."""

    mask: Expr
    width: int


@dataclass(frozen=True, slots=True)
class Lowest:
    """The lowest bit that is set, or `empty`."""

    mask: Expr
    width: int
    empty: int


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest bit that is set, or `empty`."""

    mask: Expr
    width: int
    empty: int


# What a clause runs over, in ascending or written order.
@dataclass(frozen=True, slots=True)
class Range:
    low: Expr
    high: Expr  # inclusive


@dataclass(frozen=True, slots=True)
class Bits:
    mask: Expr
    width: int


@dataclass(frozen=True, slots=True)
class Values:
    """These values, as written; negative ones too."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """`lists[list][index]`: a static tuple of integers."""

    list: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Turn:
    """`count` values from `start` on, wrapping: start, start+1, .., count-1, 0, .. (seats from a seat on)."""

    start: Expr
    count: int


@dataclass(frozen=True, slots=True)
class Offsets:
    """`start + by` for each (by, mask) in whose mask `start` is; ascending.  Passes bring it in."""

    start: Expr
    ways: tuple[tuple[int, Expr], ...]
    width: int


Source = Range | Bits | Values | Row | Turn | Offsets


@dataclass(frozen=True, slots=True)
class Clause:
    """`name` runs over `source`; `where` filters, and sees the names of earlier clauses and its own."""

    name: str
    source: Source
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class SortKey:
    """Highest first if `highest`; equal ones keep their order."""

    highest: bool
    value: Expr


FoldKind = Literal["sum", "count", "any", "all", "min", "max", "first", "mask"]


@dataclass(frozen=True, slots=True)
class Fold:
    """An aggregate over the clauses, nested left to right.

    sum, min, max, mask: of `body`.  count: of the bindings.  any: 1 at the first binding whose body is 1.  all: 0 at the first whose body is 0.
    first: `body` of the first binding, or of the best by `order` (earlier ones win ties).
    `empty` is the value of min, max and first when nothing is bound; width is the width of a mask.
    """

    kind: FoldKind
    clauses: tuple[Clause, ...]
    body: Expr
    order: tuple[SortKey, ...] = ()
    empty: int = 0
    width: int = 0


@dataclass(frozen=True, slots=True)
class ReachEdges:
    """The mask of nodes connected with `start` (it included) by edges `edge` for which `where` holds.

    Edge i joins nodes `tables[ends_a][i]` and `tables[ends_b][i]`; there are `edges` of them and `width` nodes.  A negative start reaches nothing.
    """

    start: Expr
    edge: str
    edges: int
    ends_a: str
    ends_b: str
    where: Expr
    width: int


@dataclass(frozen=True, slots=True)
class ReachSteps:
    """The mask of nodes reached from `start` (it included), where `node` leads to `clause` (its name is the node reached)."""

    start: Expr
    node: str
    clause: Clause
    width: int


@dataclass(frozen=True, slots=True)
class Trial:
    """1 if, on a copy of the vector, entering `block` with `args` comes through.

    It comes through at a `Stop`, a leaving jump, a chance, an end, or a decision, save one that refuses and has no options.
    It fails at the first thing that refuses.  Costs nothing that lasts: the vector is as before.
    """

    block: int
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Digest:
    """A number of 62 bits that stands for these values and runs of cells (first, how many, bytes): equal ones give equal numbers.

    They are cut into words of 64 bits: a value is one, and of a run as many cells as go into one, each modulo 2**(8 * bytes), the first one
    lowest.  Word i counts as mix(word ^ (i + 1) * 0x9E3779B97F4A7C15), with the golden ratio as SplitMix64 has it and `mix` its finisher
    (see the random key); the upper 62 bits of the sum modulo 2**64 are the number.
    """

    values: tuple[Expr, ...]
    runs: tuple[tuple[int, int, int], ...]


Expr = (
    Const | Local | Cell | Lookup | Unary | Binary | And | Or | Choice | LetIn | Call | HasBit | BitCount | MaskOf | Fold
    | ReachEdges | ReachSteps | Trial | Digest | Holding | Linked | Meet | Join | Without | Shift | Beyond | Some | Lowest
    | Highest
)  # fmt: skip
