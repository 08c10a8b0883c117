"""Rules with their needs and costs, defines, and what is counted at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ...document.located import Origin, Span
from ...frozen import dataclass
from ..types import Type
from .formulas import Binder, Expr, Key, Variable, ZoneRef
from .steps import Spoken, Step_

Texts = Mapping[str, str]  # language -> text


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
