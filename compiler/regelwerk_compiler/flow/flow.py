"""Flow: a graph of basic blocks over a flat vector of bounded integers, for one game, seat count and set of options.

Goes in: nothing, this is the representation.  Comes out of: `lower/`.  Goes to: the engines.

Conventions
-----------
* The vector is a flat list of integers, `Program.cells` says what each is.  It begins with the header `PC` .. `VEIL`.
* Every expression is an integer, or a *mask*: a set of small integers as bits, of a known width.
* Truth is 0 or 1.  A missing number is `MISSING`; a missing value of a kind, seat, piece or truth is any negative number
  (`-1`, and `-1 - i` for the i-th word of a variable that may hold words).
* Locals are scratch registers of the running block, procedure or function; they do not outlive it.
* Expressions are pure.  Statements inside a block never wait; only a block's end does.
* A *decision* or *chance* block holds no statements: the machine rests there with its number in `PC`.
* `Require` and `Fail` refuse: inside a trial the trial is then false, in earnest it is a fault of the rules, with a place.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ..document.located import Span
from ..records import dataclass

MISSING = -(10**9)

# -- header of the vector ------------------------------------------------------------------------
PC = 0  # the block the machine rests in
DECISIONS = 1  # how many options were played
KEY = 2  # the random key, an unsigned 64-bit number; nobody sees it
OVER = 3  # 1 from the moment the game has ended (before `finish`)
VEIL = 4  # 0, or the number of the secret loop that is running
HEADER = 5

# -- blocks that every program has ---------------------------------------------------------------
ENDED, CAPPED, STOPPED = 0, 1, 2  # ended by the rules; ended by `most_decisions`; a trial that came through

# -- reasons that `Program.reasons` does not list: what an engine finds wrong by itself ----------
DIVIDED_BY_ZERO, ENDLESS, NOTHING_LEGAL, TOO_MANY, TOO_DEEP, NO_OUTCOME = -1, -2, -3, -4, -5, -6
TOO_LONG = -7  # it was broken off by the clock of whoever runs the engine
RUN_LIMIT = 100_000  # so many blocks entered without a rest refuse (ENDLESS); an engine may count fewer, but of every cycle some
WATCHED = 64  # behind so many an engine may look whether it enters a block with the same vector again: then it goes round for ever (ENDLESS)
TOSS_LIMIT = 10_000  # so many tosses without a decision between them refuse (ENDLESS), in `settle` and `playout`
TRIAL_DEPTH = 32  # a trial inside so many trials refuses (TOO_DEEP)


# -- expressions ---------------------------------------------------------------------------------
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


# -- statements ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Assign:
    """A local gets a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """A cell gets a value; with `check` (an index into `Program.reasons`) a value outside `low..high` refuses."""

    cell: Cell
    value: Expr
    low: int = 0
    high: int = 0
    check: int | None = None


@dataclass(frozen=True, slots=True)
class When:
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """Run `body` for every binding of the clauses.

    With `snapshot` or an `order` the bindings (and keys) are all found before the first body runs.  `first`: only the first binding.
    """

    clauses: tuple[Clause, ...]
    body: tuple[Stmt, ...]
    order: tuple[SortKey, ...] = ()
    snapshot: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """`while test`; more than `REPEAT_LIMIT` rounds refuse with `reason`."""

    test: Expr
    body: tuple[Stmt, ...]
    reason: int


REPEAT_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Collect:
    """`vector[base]` gets the number of bindings, `vector[base+1 ..]` their `value`s in order; at most `size` of them.

    Cells that are not needed get the value they have in `Program.initial`.
    """

    base: int
    size: int
    clauses: tuple[Clause, ...]
    value: Expr
    order: tuple[SortKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A procedure, with its arguments."""

    procedure: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Require:
    """Refuse if `test` is not 1; `reason` is an index into `Program.reasons`."""

    test: Expr
    reason: int


@dataclass(frozen=True, slots=True)
class Fail:
    reason: int


Stmt = Assign | Store | When | Each | Repeat | Collect | Run | Require | Fail


# -- blocks --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Jump:
    """`leaving`: the end of an option's steps, or a jump out of them; a trial stops here and has come through."""

    target: int
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    test: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Return:
    """Go on in the block whose number stands in this cell."""

    cell: int
    targets: tuple[int, ...]  # every block it may be


@dataclass(frozen=True, slots=True)
class Decide:
    decision: int


@dataclass(frozen=True, slots=True)
class Toss:
    chance: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The game is over (ENDED, CAPPED), or a trial came through (STOPPED)."""


End = Jump | Branch | Return | Decide | Toss | Stop


@dataclass(frozen=True, slots=True)
class Block:
    """`params` are locals set by whoever enters: only targets of options, outcomes and trials have some."""

    number: int
    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    end: End
    origin: Span | None = field(default=None, compare=False)


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


@dataclass(frozen=True, slots=True)
class Procedure:
    """A rule that never waits: statements with parameters.  `domains`: the interval of each parameter, if they are known."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    origin: Span | None = field(default=None, compare=False)
    domains: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """A formula with a name: pure.  `width` > 0: its value is a mask.  `domains`: the interval of each parameter, if they are known."""

    name: str
    params: tuple[str, ...]
    body: Expr
    width: int = 0
    origin: Span | None = field(default=None, compare=False)
    domains: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Static numbers, or masks of a width."""

    values: tuple[int, ...]
    width: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: the address (`rule.need`, `rule.cost`, ...), in words, and where it was written."""

    address: str
    text: str
    span: Span | None = field(default=None, compare=False)


# -- what the table looks like: for views, texts, logs and conservation ---------------------------
@dataclass(frozen=True, slots=True)
class CellInfo:
    """`size` cells from `base`, each within low..high.  `role`: header, variable, count, location, slot, order, frame."""

    name: str
    role: str
    base: int
    size: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A state variable: axes, what a cell holds, and who sees it (`seen` is a function (observer, indices...), '' for all)."""

    name: str
    base: int
    axes: tuple[Axis, ...]
    holds: Axis  # low, size and type of a value; words are below low (numbers: MISSING - i)
    words: tuple[str, ...]
    is_set: bool  # then the cells of one index are one 0/1 cell for each value of `holds`
    seen: str
    owner: int | None  # which axis is the owner
    history: int = (
        0  # of positions: how many there may be; their number is in the first cell, they themselves behind it
    )


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """A sort of piece: its faces, how many of each, and whether each is an individual (one location cell each, from `base`).

    The location of an individual is 0 in the box, else the number of a place, see `ZoneInfo`.
    """

    name: str
    faces: tuple[str, ...]
    copies: tuple[int, ...]
    individual: bool
    base: int


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone, one instance for each index.  Instance i (mixed radix over axes) of

    * a bag or pile of counted pieces has its counts at base + i * faces;
    * a bag or pile of individuals holds those whose location is place + i;
    * slots has `slots` cells at base + i * slots, a face or -1 each (individuals in them are also located at place + i).
    A pile may also have an ordered part on top (`top`: cells [count, faces...] of `depth` + 1, for each instance) and below (`tail`), 0 if none:
    what lies there is not in the counts, nor located at place + i but at `ordered_place` + i.
    """

    name: str
    sort: Literal["bag", "pile", "slots"]
    piece: str
    axes: tuple[Axis, ...]
    instances: int
    base: int
    place: int
    slots: int
    top: int
    tail: int
    depth: int
    ordered_place: int
    seen: str  # function (observer, indices...): who sees the contents; '' all
    top_seen: bool
    owner: int | None
    shadow: int = 0  # cells with the sizes on entry of a secret loop, one for each instance; 0 if none
    veils: tuple[int, ...] = ()  # secret loops in which the sizes shown are the shadow's


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of the sheet: `function` (seat) is its points.

    Where what counts can be of several sources, `label` (seat) says which of the texts `labels` tells what it is, or -1: no source is
    in force, and the line is left out.
    """

    name: str
    function: str
    label: str = ""
    labels: tuple[str, ...] = ()
    origin: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Ranking:
    """`keys`: functions (seat), each with `True` for highest first.  `total` is the sum of the items and may be one of the keys."""

    keys: tuple[tuple[bool, str], ...]
    shared: bool
    together: bool


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that an engine, a view or a log needs; nothing of it refers back to the Spec."""

    game: str
    hash: str  # of the game's files, the seats, the options and the format of the Flow
    seats: tuple[str, ...]
    players: int  # seats that decide; the rest play by rule
    options: tuple[tuple[str, int], ...]
    most_decisions: int
    cells: tuple[CellInfo, ...]
    initial: tuple[int, ...]
    blocks: tuple[Block, ...]
    entry: int
    procedures: dict[str, Procedure]
    functions: dict[str, Function]
    tables: dict[str, Table]
    lists: dict[str, tuple[tuple[int, ...], ...]]
    numbers: tuple[Numbers, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    reasons: tuple[Reason, ...]
    variables: tuple[VariableInfo, ...]
    pieces: tuple[PieceInfo, ...]
    zones: tuple[ZoneInfo, ...]
    kinds: dict[str, tuple[str, ...]]  # the names of the values of every kind that is no range of numbers
    score: tuple[ScoreItem, ...]
    ranking: Ranking
    texts: dict[str, dict[str, str]]  # address -> language -> text
    statements: dict[str, tuple[str, ...]]  # rule -> statements of the document it carries out
