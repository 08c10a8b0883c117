"""Syntax: what one sentence says, before any name is known.

Goes in: a sentence's text (a `Scalar`).  Comes out of: `parse.py`.  Goes to: `spec/`.
Every node has an `origin`: which characters of which scalar it was; origins are ignored by equality.
One class for each form of `grammar.lark`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..document.located import Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything that was written."""

    origin: Origin = field(compare=False, repr=False)


# -- formulas ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Integer(Node):
    """`3`."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`player`, `red`, `deck`: any name that stands alone."""

    name: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`name(args)`: a define, a rule, a kind's constructor or a given function."""

    name: str
    args: tuple[Expr, ...]
    name_origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`base[args]`."""

    base: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`base.name` or `base.name(args)`."""

    base: Expr
    name: str
    args: tuple[Expr, ...] | None
    name_origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`a is b`, `a is not b`."""

    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class In(Node):
    """`a in b`, `a not in b`."""

    item: Expr
    group: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`a <= b`."""

    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    """`a and b and c`."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`a or b or c`."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not a`."""

    part: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    """`a if c else b`; without `else` the value is missing when c is false."""

    value: Expr
    condition: Expr
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class Finish(Node):
    """`(a else b else c)`: the first that is there."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`a..b`."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`a + b`, `a - b`, `a * b`, `a mod b`; of several, the left two first."""

    op: Literal["+", "-", "*", "mod"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Divide(Node):
    """`a / b rounded down`."""

    left: Expr
    right: Expr
    rounded: Literal["down", "up"]


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """`-a`."""

    part: Expr


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    """`(a, b, c)`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`name in domain from start where condition`."""

    name: str
    domain: Expr
    start: Expr | None
    where: Expr | None
    name_origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Key(Node):
    """`highest e` / `lowest e` (way is set), or a named order `standing(p)` (name and args are set)."""

    way: Literal["highest", "lowest"] | None
    value: Expr | None
    name: str | None = None
    args: tuple[Expr, ...] = ()


PickWord = Literal["count", "any", "first"]
FoldWord = Literal["sum", "min", "max", "all", "set"]


@dataclass(frozen=True, slots=True)
class PickIn(Node):
    """`count(zone)`, `any(set)`, `first(set)`."""

    word: PickWord
    group: Expr


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`count(b in D, ...)`, `any(...)`, `first(... by ...)`."""

    word: PickWord
    binders: tuple[Binder, ...]
    order: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class FoldOf(Node):
    """`max(a, b)`: a fold over the values that are written."""

    word: FoldWord
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`sum(e for b in D where c, ...)`."""

    word: FoldWord
    body: Expr
    binders: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class Reach(Node):
    """`reach(start, r in route where c)` or `reach(s, n in near(s))`."""

    start: Expr
    binder: Binder


Expr = (
    Integer | Name | Apply | Index | Field | Is | In | Compare | And | Or | Not | If | Finish | Range | Arithmetic
    | Divide | Negate | SetOf | PickIn | Pick | FoldOf | Fold | Reach
)  # fmt: skip

# -- steps ---------------------------------------------------------------------------------------

Placed = Literal["mixed", "on_top", "under"]


@dataclass(frozen=True, slots=True)
class Place(Node):
    """What `set` and `random` write: `name` or `name[args]`."""

    name: str
    args: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class Set(Node):
    """`place = value`, `place += value`, `place -= value`."""

    place: Place
    op: Literal["=", "+=", "-="]
    value: Expr


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`name = value`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`[amount of] what [from source] to target [placed]`; `all of red` has amount `Name("all")`."""

    amount: Expr | None
    what: Expr
    source: Expr | None
    target: Expr
    placed: Placed | None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """`amount from source to target placed as name`."""

    amount: Expr
    source: Expr
    target: Expr
    placed: Placed | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Random(Node):
    """`place in domain`."""

    place: Place
    domain: Expr


@dataclass(frozen=True, slots=True)
class Show(Node):
    """`what to viewers`."""

    what: Expr
    viewers: Expr


@dataclass(frozen=True, slots=True)
class RuleCall(Node):
    """`name` or `name(args)` where a rule is named."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ChooseRules(Node):
    """`choose: a, b or c`, or with `repeated` `choose: any number of a, b`."""

    calls: tuple[RuleCall, ...]
    repeated: bool


@dataclass(frozen=True, slots=True)
class ChooseValue(Node):
    """`choose: b in D` (least and most None, many False), `any number of b in D` (many True, both None), `2 b in D`, `1..2 b in D`."""

    binder: Binder
    many: bool
    least: Expr | None
    most: Expr | None


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for: binders by order mode`; `first` takes the first only; without binders it is `endlessly` or `while c`."""

    binders: tuple[Binder, ...]
    order: tuple[Key, ...]
    mode: Literal["once", "secretly", "endlessly", "while"]
    condition: Expr | None
    first: bool


@dataclass(frozen=True, slots=True)
class End(Node):
    """`end: rule`, `end: rule after other`, `end: rule after one more other each`."""

    rule: str
    after: str | None
    one_more: bool


Verb = Set | Let | Move | Draw | Random | Show | ChooseRules | ChooseValue | For | End

# -- slots ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Give(Node):
    """A cost part `2 from money[player]` (target None) or `p from permits[player] to discard`."""

    what: Expr
    source: Expr
    target: Expr | None


@dataclass(frozen=True, slots=True)
class Cards(Node):
    """A cost part `n of one c in D, wild wild, from zone to zone`."""

    amount: Expr
    quantity: Literal["one", "each"]
    name: str
    domain: Expr
    wild: str | None
    source: Expr
    target: Expr


Part = Give | Cards


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """`p in players where c by highest e, ...`."""

    binder: Binder
    order: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Ranking(Node):
    """`highest total, ..., shared` or `together`."""

    keys: tuple[Key, ...]
    shared: bool
    together: bool


@dataclass(frozen=True, slots=True)
class Head(Node):
    """The key of a define: `name(binders)`."""

    name: str
    params: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class ValueAddress(Node):
    """What `change` bends: `name` or `name(a, b)`."""

    name: str
    params: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Address(Node):
    """`rule` or `rule.need`."""

    name: str
    part: str | None


@dataclass(frozen=True, slots=True)
class Paid(Node):
    """What `pays` bends: `rule.cost` or `2 of rule.cost`."""

    amount: int | None
    name: str
    part: str


@dataclass(frozen=True, slots=True)
class Counted(Node):
    """A payment in a scenario: `2 of blue and 1 of bicycle`."""

    parts: tuple[tuple[int, str], ...]


# -- declarations --------------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True)
class OptionSentence(Node):
    """What a scenario's `when` says: an expression or a payment."""

    value: Expr | Counted


Sentence = (
    Verb | Expr | Part | Rank | Ranking | Head | ValueAddress | Address | Paid | StateDecl | ColumnDecl | Grid | Product
    | PieceDecl | OptionSentence | tuple[Binder, ...]
)  # fmt: skip

Start = Literal[
    "set", "let_", "move", "draw", "random", "show", "choose", "for_", "end", "step", "with_", "part", "rank", "ranking",
    "head", "value", "address", "paid", "option", "state", "column", "kind", "piece", "expr", "order",
]  # fmt: skip
