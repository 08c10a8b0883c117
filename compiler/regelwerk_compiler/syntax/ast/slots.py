"""What other keys of a rule, a score, a bend or a scenario say: costs, ranks, rankings, heads, addresses, payments."""

from __future__ import annotations

from typing import Literal

from ...frozen import dataclass
from .formulas import Binder, Expr, Key, Node


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


@dataclass(frozen=True, slots=True)
class OptionSentence(Node):
    """What a scenario's `when` says: an expression or a payment."""

    value: Expr | Counted
