"""Small builders of Flow expressions that fold constants, and `Val`: an expression with its interval.

Goes in: expressions.  Comes out: simpler ones.  Everything that the lowering builds goes through here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import evaluate, flow
from .flow import MISSING, Const, Expr


@dataclass(frozen=True, slots=True)
class Val:
    """A number or a place in a kind: what computes it, the interval of what may be there, and whether it may be missing.

    `number` tells how a missing one looks: `MISSING` or below for numbers, any negative for everything else.
    """

    expr: Expr
    low: int
    high: int
    partial: bool = False
    number: bool = False

    @property
    def constant(self) -> int | None:
        """The value, if it is known now."""
        return self.expr.value if isinstance(self.expr, Const) else None

    @property
    def none(self) -> int:
        """What this value is when it is missing."""
        return MISSING if self.number else -1

    def total(self) -> Val:
        """The same, known to be there."""
        return replace(self, partial=False)


TRUE, FALSE = Const(1), Const(0)


def number(value: int) -> Val:
    """A constant number."""
    return Val(Const(value), value, value, number=True)


def place(value: int) -> Val:
    """A constant place in a kind."""
    return Val(Const(value), value, value)


def truth(expr: Expr) -> Val:
    """A truth that is always there."""
    return Val(expr, 0, 1)


def simple(expr: Expr) -> bool:
    """Cheap enough to be written twice."""
    return isinstance(expr, Const | flow.Local) or (
        isinstance(expr, flow.Cell) and (expr.index is None or isinstance(expr.index, Const | flow.Local))
    )


def missing(v: Val) -> Expr:
    """1 if the value is not there."""
    if not v.partial:
        return FALSE
    return binary("<=", v.expr, Const(MISSING)) if v.number else binary("<", v.expr, Const(0))


def present(v: Val) -> Expr:
    """1 if the value is there."""
    return negation(missing(v))


def binary(op: flow.BinaryOp, a: Expr, b: Expr) -> Expr:
    """`a op b`, folded where both are known and for the neutral elements."""
    whole = op not in ("mod", "div_down", "div_up")
    if isinstance(a, Const) and isinstance(b, Const) and (whole or b.value):
        return Const(evaluate.binary(op, a.value, b.value))
    if isinstance(b, Const):
        if (b.value == 0 and op in ("+", "-")) or (b.value == 1 and op in ("*", "div_down", "div_up")):
            return a
        if b.value == 0 and op == "*":
            return Const(0)
        if op == "-" and b.value < 0:
            return binary("+", a, Const(-b.value))
        if op == "+" and b.value < 0 and not isinstance(a, Const):
            return flow.Binary("-", a, Const(-b.value))
        # (x + 3) - 1
        if op in ("+", "-") and isinstance(a, flow.Binary) and a.op in ("+", "-") and isinstance(a.b, Const):
            total = (a.b.value if a.op == "+" else -a.b.value) + (b.value if op == "+" else -b.value)
            return binary("+", a.a, Const(total))
    if isinstance(a, Const):
        if (a.value == 0 and op == "+") or (a.value == 1 and op == "*"):
            return b
        if a.value == 0 and op == "*":
            return Const(0)
        if op in ("+", "*", "==", "!="):
            return binary(op, b, a)
    if a == b and op in ("==", "<="):
        return TRUE
    if a == b and op in ("!=", "<"):
        return FALSE
    return flow.Binary(op, a, b)


def conjunction(*parts: Expr) -> Expr:
    """All of them, flattened, without what is always true."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, flow.And) else (part,))
    kept: list[Expr] = []
    for part in flat:
        if part == TRUE or part in kept:
            continue
        if part == FALSE:
            return FALSE  # formulas are pure: what stands before need not be computed
        kept.append(part)
    return TRUE if not kept else kept[0] if len(kept) == 1 else flow.And(tuple(kept))


def disjunction(*parts: Expr) -> Expr:
    """Any of them, flattened, without what is never true."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, flow.Or) else (part,))
    kept: list[Expr] = []
    for part in flat:
        if part == FALSE or part in kept:
            continue
        if part == TRUE:
            return TRUE
        kept.append(part)
    return FALSE if not kept else kept[0] if len(kept) == 1 else flow.Or(tuple(kept))


_OPPOSITE: dict[str, flow.BinaryOp] = {"==": "!=", "!=": "=="}


def negation(expr: Expr) -> Expr:
    """Not."""
    match expr:
        case Const(value):
            return Const(1 - value)
        case flow.Unary("not", a):
            return a
        case flow.Binary(("==" | "!=") as op, a, b):
            return binary(_OPPOSITE[op], a, b)
        case flow.Binary("<", a, b):
            return binary("<=", b, a)
        case flow.Binary("<=", a, b):
            return binary("<", b, a)
    return flow.Unary("not", expr)


def choice(test: Expr, a: Expr, b: Expr) -> Expr:
    """`a if test else b`."""
    if isinstance(test, Const):
        return a if test.value else b
    if a == b:
        return a
    if a == TRUE and b == FALSE:
        return test
    if a == FALSE and b == TRUE:
        return negation(test)
    return flow.Choice(test, a, b)


def within(v: Val, low: int, high: int) -> Expr:
    """1 if the value, known to be there, lies in low..high; what the interval proves is not asked."""
    parts: list[Expr] = []
    if v.low < low:
        parts.append(binary("<=", Const(low), v.expr))
    if v.high > high:
        parts.append(binary("<=", v.expr, Const(high)))
    if v.low > high or v.high < low:
        return FALSE
    return conjunction(*parts)


def when(test: Expr, then: tuple[flow.Stmt, ...], otherwise: tuple[flow.Stmt, ...] = ()) -> tuple[flow.Stmt, ...]:
    """An `if` statement, folded."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    if not then and not otherwise:
        return ()
    if not then:
        return (flow.When(negation(test), otherwise),)
    return (flow.When(test, then, otherwise),)
