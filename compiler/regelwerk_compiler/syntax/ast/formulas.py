"""Formulas as they were written: every form of `expr` in the grammar, binders and sort keys."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...document.located import Origin
from ...frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything that was written."""

    origin: Origin = field(compare=False, repr=False)


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
