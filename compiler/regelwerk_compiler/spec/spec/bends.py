"""Bends: what a variant, a tile or a card changes of the rules; and variants."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...document.located import Span
from ...frozen import dataclass
from .formulas import Expr
from .rules import RankDef, Texts
from .steps import Step_

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
