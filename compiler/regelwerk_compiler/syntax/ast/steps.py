"""Steps as they were written: the sentence behind each verb."""

from __future__ import annotations

from typing import Literal

from ...frozen import dataclass
from .formulas import Binder, Expr, Key, Node

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
