"""Spec: names resolved, every formula typed, every domain finite and known; for all seat counts and options at once.

Goes in: nothing, this is the representation.  Comes out of: `build.py`.  Goes to: `flow/` (first `flow/weave.py`, which picks one
seat count and one set of options, folds the variants and weaves the bends in).
Origins are ignored by equality.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..document.located import Origin, Span
from .types import INT, Type

Texts = Mapping[str, str]  # language -> text


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """Any formula: its type and where it was written."""

    type: Type
    origin: Origin = field(compare=False, repr=False)


# -- values --------------------------------------------------------------------------------------
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


# -- state ---------------------------------------------------------------------------------------
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


# -- static data ---------------------------------------------------------------------------------
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


@dataclass(frozen=True, slots=True)
class RuleValue(Formula):
    """A rule as a value (`nothing` too)."""

    rule: str


# -- operators -----------------------------------------------------------------------------------
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


# -- steps ---------------------------------------------------------------------------------------
Placed = Literal["mixed", "on_top", "under"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """Anything that does something: where it was written."""

    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Assign(Spoken):
    """`target` is a Variable (a cell, or whole: every cell) or a Bound local.  `+=` on a set or history adds an element."""

    target: Variable | Bound
    op: Literal["=", "+=", "-="]
    value: Expr


@dataclass(frozen=True, slots=True)
class Let(Spoken):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class MovePiece(Spoken):
    """One piece.  `source` is None where it is an individual (it knows where it is) or, in a scenario's `given`, wherever one lies unplaced."""

    piece: Expr
    source: ZoneRef | None
    target: ZoneRef | SlotCell
    placed: Placed | None


@dataclass(frozen=True, slots=True)
class MoveCount(Spoken):
    """`amount` (None: all) pieces of a face."""

    amount: Expr | None
    face: Expr
    source: ZoneRef | None
    target: ZoneRef | SlotCell
    placed: Placed | None


@dataclass(frozen=True, slots=True)
class MoveZone(Spoken):
    """Everything in a zone (or the one piece in a slot, if any)."""

    source: ZoneRef | SlotCell
    target: ZoneRef | SlotCell
    placed: Placed | None


@dataclass(frozen=True, slots=True)
class Draw(Spoken):
    """`amount` unseen pieces, fewer if the pile and its refill run out; with `name` exactly one, which must be there."""

    amount: Expr
    source: ZoneRef
    target: ZoneRef | SlotCell
    placed: Placed | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Random(Spoken):
    """A uniform pick from `domain` into a variable's cell, into each cell of a whole variable, or into a new local (Bound)."""

    target: Variable | Bound
    domain: Expr


@dataclass(frozen=True, slots=True)
class Show(Spoken):
    """`what`: a zone, a piece, or a truth, shown to a player or a set of them."""

    what: Expr
    viewers: Expr


@dataclass(frozen=True, slots=True)
class RuleCall(Spoken):
    """A rule with its arguments: all of them when called; when offered the first ones, the rest are chosen."""

    rule: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CallRule(Spoken):
    call: RuleCall


@dataclass(frozen=True, slots=True)
class CallValue(Spoken):
    """Runs whichever rule `rule` is, with these arguments; `candidates` are all that it can be (`nothing` too)."""

    rule: Expr
    args: tuple[Expr, ...]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChooseRules(Spoken):
    """`if_none` None: something is always legal; `certain`: something surely is, whatever is said for when nothing is.

    The rules `nothing` and `offered` may be among the calls.
    """

    calls: tuple[RuleCall, ...]
    repeated: bool
    if_none: Step_ | None
    certain: bool = False


@dataclass(frozen=True, slots=True)
class NotOffered(Spoken):
    """`if_none: not_offered`."""


@dataclass(frozen=True, slots=True)
class ChooseValue(Spoken):
    """One value (least and most None), or `least` to `most` of them (most None: all there are) one by one."""

    binder: Binder
    many: bool
    least: Expr | None
    most: Expr | None
    body: tuple[Step_, ...]
    if_none: Step_ | None


@dataclass(frozen=True, slots=True)
class IfStep(Spoken):
    condition: Expr
    then: tuple[Step_, ...]
    otherwise: tuple[Step_, ...]


@dataclass(frozen=True, slots=True)
class Loop(Spoken):
    """`first`: only the first binding, if any.  `condition` is that of `while`."""

    binders: tuple[Binder, ...]
    order: tuple[Key, ...]
    mode: Literal["once", "secretly", "endlessly", "while"]
    condition: Expr | None
    first: bool
    body: tuple[Step_, ...]


@dataclass(frozen=True, slots=True)
class EndStep(Spoken):
    """`rule` is `game` or a running rule; `after`: when that rule is next left; `one_more`: after one more of it each."""

    rule: str
    after: str | None
    one_more: bool


Step_ = (
    Assign | Let | MovePiece | MoveCount | MoveZone | Draw | Random | Show | CallRule | CallValue | ChooseRules | ChooseValue | IfStep
    | Loop | EndStep | NotOffered
)  # fmt: skip


# -- rules ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GivePart(Spoken):
    """A number from a variable (target None), or a piece from a zone to a zone."""

    what: Expr
    source: Variable | ZoneRef
    target: ZoneRef | None


@dataclass(frozen=True, slots=True)
class CardsPart(Spoken):
    """`amount` cards of one face that is chosen (`one`) or of each face (`each`; amount may speak of `name`).

    `binder.type` is the type of the zone's elements.  `wild`: the index of the face that stands in, in the zone's faces.
    """

    amount: Expr
    quantity: Literal["one", "each"]
    binder: Binder
    wild: int | None
    source: ZoneRef
    target: ZoneRef


Part = GivePart | CardsPart


@dataclass(frozen=True, slots=True)
class Need:
    """A named condition; the name is a fact and an address."""

    name: str
    condition: Expr
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RuleDef:
    """One rule.  `needs_player`: somewhere in it, or in what it calls, `player` is spoken of before a loop binds it."""

    name: str
    statements: tuple[str, ...]
    because: str
    text: Texts
    params: tuple[Binder, ...]
    needs: tuple[Need, ...]
    cost: tuple[Part, ...]
    so_that: Expr | None
    body: tuple[Step_, ...]
    needs_player: bool
    span: Span = field(compare=False)
    variant: str = ""


@dataclass(frozen=True, slots=True)
class RankDef:
    """`binder by order` with a prize for each place (`place` is bound in it) and a tie rule."""

    binder: Binder
    order: tuple[Key, ...]
    prize: Expr
    ties: Literal["best", "next", "split", "none"]


@dataclass(frozen=True, slots=True)
class Define:
    """`alternatives`: the first that exists counts (one for a plain sentence); or a rank; orders are expanded where used.

    A define never sees `player`.  `type` is the type of its value.
    """

    name: str
    params: tuple[Binder, ...]
    alternatives: tuple[Expr, ...]
    rank: RankDef | None
    type: Type
    meaning: str
    statements: tuple[str, ...]
    span: Span = field(compare=False)
    variant: str = ""


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """A line of the score sheet for `player`: a formula, or a rank."""

    name: str
    value: Expr | RankDef
    text: Texts
    statements: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Keys speak of `player` and `total`."""

    keys: tuple[Key, ...]
    shared: bool
    together: bool


# -- declarations --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Axis:
    """An index: a kind (not a range), the seats (`player`), or numbers low..high (kind '')."""

    kind: str
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Holds:
    """What one cell holds: `type` (with its words; of a set `Set(of)`); numbers, and the numbers in a set, lie in low..high.

    `unit` is what the numbers count (`0..60 in coins`); only `whole_units.py` looks at it.
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


# -- bends ---------------------------------------------------------------------------------------
BendSort = Literal[
    "ignore", "forbid", "pays", "change", "instead", "before", "after", "score", "score_instead", "offer"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bend:
    """One change of one address.

    ignore: `rule`, `need`.  forbid, instead, before, after: `rule`.  pays: `rule` (`amount` None: the whole cost).  change: `define`, `to`
    (its params under the names `params`; a CallDefine of itself in `to` means the value before).  score, score_instead: `item`, `value`.
    offer: `rule` offered in the `choose` of `within`.  `condition` and steps see the bent rule's params, `player`, and `owner`.
    """

    sort: BendSort
    rule: str = ""
    need: str = ""
    define: str = ""
    item: str = ""
    within: str = ""
    amount: int | None = None
    params: tuple[str, ...] = ()
    condition: Expr | None = None
    to: Expr | None = None
    value: Expr | RankDef | None = None
    body: tuple[Step_, ...] = ()
    yields_to: str = ""
    text: Texts = field(default_factory=dict)
    statements: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """In force if `when` (over options and `count(players)`) is true.  `seats`: more seats than players, the rest play by rule."""

    name: str
    when: Expr
    seats: tuple[str, ...]
    bends: tuple[Bend, ...]
    text: Texts
    statements: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


# -- scenarios -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Event:
    """`seat` ('chance' for an outcome) does `what`: a rule with arguments, a value, a payment, `done` or `nothing`."""

    seat: str
    what: RuleCall | Expr | tuple[tuple[int, str], ...] | Literal["done", "nothing", "not_offered"]
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event that must be refused because of an address (`rule.need`, `rule.cost`, a variant, a piece, or `not_offered`)."""

    event: Event
    because: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A rule test.  `given` None: set-up runs.  `begin` None: `play` runs, else these steps in its place."""

    name: str
    shows: tuple[str, ...]
    players: tuple[str, ...]
    options: Mapping[str, int]
    given: tuple[Step_, ...] | None
    begin: tuple[Step_, ...] | None
    when: tuple[Event, ...]
    then: tuple[Expr, ...]
    refused: tuple[Refusal, ...]
    result: Mapping[str, Mapping[str, int]]  # seat -> score item (or total) -> points
    winners: tuple[str, ...] | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Silence:
    """A warning that is wanted: `code` at the address `at`, which covers `spans` (or is `everywhere`); `span` is where the silence stands."""

    code: str
    at: str
    because: str
    spans: tuple[Span, ...]
    span: Span = field(compare=False)
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """One game, for all seat counts and options.  Maps are in file order; a declaration with `variant` exists only when that is in force.

    `players`: fewest and most; `seats`: their names, or () (then they are called a, b, ... by whoever plays).
    """

    game: str
    title: Texts
    players: tuple[int, int]
    seats: tuple[str, ...]
    most_decisions: int
    options: Mapping[str, OptionDef]
    kinds: Mapping[str, KindDef]
    tables: Mapping[str, TableDef]
    pieces: Mapping[str, PieceDef]
    variables: Mapping[str, VariableDef]
    zones: Mapping[str, ZoneDef]
    defines: Mapping[str, Define]
    rules: Mapping[str, RuleDef]
    score: Mapping[str, ScoreItem]
    ranking: Ranking
    variants: Mapping[str, Variant]
    texts: Mapping[str, Texts]
    scenarios: tuple[Scenario, ...]
    satisfies: tuple[Satisfies, ...] = ()
    silences: tuple[Silence, ...] = ()
    files: tuple[tuple[str, bytes], ...] = field(repr=False, default=())  # every file read: its name and SHA-256
