"""Steps: what a rule does, one after the other.  A new one is added to `Step_`."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...document.located import Origin
from ...frozen import dataclass
from .atoms import Bound
from .formulas import Binder, Expr, Key, SlotCell, Variable, ZoneRef

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
