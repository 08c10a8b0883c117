"""What a set or a zone is to the Flow: how to run over it, ask membership and count, without ever building it if possible.

Goes in: Flow expressions.  Comes out: clauses and conditions.  The forms of the language become groups in `sets.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .. import flow
from ..flow import Clause, Const, Expr, Local
from ..values import TRUE, Val, binary, conjunction, disjunction, missing, negation, within

Fresh = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Group:
    """`clauses(name)`: clauses that run over it, the last one binds `name` (each element once if `distinct`).

    `has(item)`: 1 if an item, known to be there, is in it.  `copies(element)`: how often a counted piece lies there.
    `mask`: the whole as a mask whose bit i is the value `low + i`.  `most`: an upper bound of its size, copies included.
    """

    low: int
    high: int
    number: bool
    clauses: Callable[[str], tuple[Clause, ...]]
    has: Callable[[Val], Expr]
    most: int
    distinct: bool = True
    nonempty: bool = False
    copies: Callable[[Expr], Expr] | None = None
    mask: Expr | None = None
    count: Expr | None = None

    def element(self, expr: Expr) -> Val:
        """An element, bound to `expr`."""
        return Val(expr, self.low, self.high, number=self.number)

    @property
    def width(self) -> int:
        """How many bits a mask of it needs."""
        return max(1, self.high - self.low + 1)


def interval(low: Val, high: Val, number: bool = True) -> Group:
    """low..high, both there."""
    return Group(
        low.low, high.high, number,
        lambda name: (Clause(name, flow.Range(low.expr, high.expr)),),
        lambda item: conjunction(binary("<=", low.expr, item.expr), binary("<=", item.expr, high.expr)),
        max(0, high.high - low.low + 1),
        nonempty=low.high <= high.low,
        count=binary("max", Const(0), binary("+", binary("-", high.expr, low.expr), Const(1))),
    )  # fmt: skip


def everything(low: int, high: int, number: bool) -> Group:
    """All values of a finite type."""
    return Group(
        low, high, number,
        lambda name: (Clause(name, flow.Range(Const(low), Const(high))),),
        lambda item: within(item, low, high),
        high - low + 1,
        nonempty=high >= low,
        mask=Const((1 << (high - low + 1)) - 1) if high - low < 4096 else None,
        count=Const(high - low + 1),
    )  # fmt: skip


def around(start: Val, count: int) -> Group:
    """All seats, beginning with one."""
    base = everything(0, count - 1, False)
    return replace(base, clauses=lambda name: (Clause(name, flow.Turn(start.expr, count)),))


def filtered(low: int, high: int, number: bool, test: Callable[[Expr], Expr], most: int | None = None) -> Group:
    """All values of an interval for which `test` holds."""
    return Group(
        low, high, number,
        lambda name: (Clause(name, flow.Range(Const(low), Const(high)), test(Local(name))),),
        lambda item: conjunction(within(item, low, high), test(item.expr)),
        high - low + 1 if most is None else most,
    )  # fmt: skip


def written(items: list[Val], fresh: Fresh) -> Group:
    """These values; missing ones are left out."""
    number = any(i.number for i in items)

    def clauses(name: str) -> tuple[Clause, ...]:
        partial = [i for i in items if i.partial]
        test = disjunction(*(missing(replace(i, expr=Local(name))) for i in partial[:1]))
        return (Clause(name, flow.Values(tuple(i.expr for i in items)), None if not partial else negation(test)),)

    return Group(
        min(i.low for i in items), max(i.high for i in items), number, clauses,
        lambda item: disjunction(*(binary("==", item.expr, i.expr) for i in items)),
        len(items), distinct=len(items) == 1, nonempty=any(not i.partial for i in items),
    )  # fmt: skip


def bits(mask: Expr, low: int, width: int, number: bool, fresh: Fresh) -> Group:
    """The values in a mask."""

    def clauses(name: str) -> tuple[Clause, ...]:
        if low == 0:
            return (Clause(name, flow.Bits(mask, width)),)
        raw = fresh("bit")
        moved = flow.Values((binary("+", Local(raw), Const(low)),))
        return Clause(raw, flow.Bits(mask, width)), Clause(name, moved)

    return Group(
        low, low + width - 1, number, clauses,
        lambda item: flow.HasBit(mask, binary("-", item.expr, Const(low)), width),
        width, mask=mask, count=flow.BitCount(mask, width),
    )  # fmt: skip


def exists(group: Group, name: str, test: Expr = TRUE) -> Expr:
    """1 if some element, bound to `name`, passes."""
    return flow.Fold("any", group.clauses(name), test)


def mask_of(group: Group, fresh: Fresh) -> Expr:
    """The group as a mask from its `low`."""
    if group.mask is not None:
        return group.mask
    name = fresh("x")
    body = binary("-", Local(name), Const(group.low))
    return flow.Fold("mask", group.clauses(name), body, width=group.width)


def size_of(group: Group, fresh: Fresh) -> Val:
    """How many there are, copies included."""
    expr: Expr
    if group.count is not None:
        expr = group.count
    elif group.copies is not None:
        name = fresh("x")
        expr = flow.Fold("sum", group.clauses(name), group.copies(Local(name)))
    elif group.distinct:
        expr = flow.Fold("count", group.clauses(fresh("x")), Const(1))
    else:
        expr = flow.BitCount(mask_of(group, fresh), group.width)
    return Val(expr, 0, group.most, number=True)
