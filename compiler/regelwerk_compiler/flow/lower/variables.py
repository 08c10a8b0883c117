"""Spec assignments -> stores.

On top of `expressions.py`.
"""

from __future__ import annotations

from ...document.located import Span
from ...spec import spec
from .. import flow
from ..flow import Clause, Const, Expr, Local, Reason, Stmt
from ..values import Val, binary, conjunction, within
from .cells import Env
from .expressions import Expressions
from .layout import Layout
from .weave import Woven

Stmts = tuple[Stmt, ...]


class Variables(Expressions):
    """Stores into the variables of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.procedures: dict[str, flow.Procedure] = {}
        self.reasons: list[Reason] = []
        self._reasons: dict[tuple[str, str, Span | None], int] = {}

    def reason(self, address: str, text: str, span: Span | None) -> int:
        """A reason's number; the same one is kept once."""
        key = (address, text, span)
        if key not in self._reasons:
            self._reasons[key] = len(self.reasons)
            self.reasons.append(Reason(address, text, span))
        return self._reasons[key]

    def assign(self, step: spec.Assign, env: Env) -> Stmts:
        """`set` of a state variable (of a local: see the layer above)."""
        assert isinstance(step.target, spec.Variable)
        v = self.layout.variables[step.target.name]
        span = step.origin.span
        if v.definition.is_set:
            return self._assign_set(step, env)
        if v.definition.history:
            return self._assign_history(step, env)
        value = self.value(step.value, env, v.definition.holds.type)
        if step.target.whole:
            i = self.fresh("i")
            cell = self.cell(v.base, Local(i), v.count)
            return (
                flow.Each(
                    (Clause(i, flow.Range(Const(0), Const(v.count - 1))),),
                    (self.store(v.definition, cell, value, span),),
                ),
            )
        index = self.flatten(v.axes, [self.value(i, env) for i in step.target.indices])
        before: Stmts = ()
        if index.partial:
            name = self.fresh("at")
            text = "nothing stands at this place"
            before = (
                flow.Assign(name, index.expr),
                flow.Require(binary("<=", Const(0), Local(name)), self.reason(v.definition.name, text, span)),
            )
            index = Val(Local(name), 0, index.high)
        cell = self.cell(v.base, index.expr, v.count)
        if step.op != "=":
            op: flow.BinaryOp = "+" if step.op == "+=" else "-"
            low, high = v.holds.low, v.holds.low + v.holds.size - 1
            old = Val(cell, low, high, number=True)
            value = Val(
                binary(op, cell, value.expr),
                old.low + value.low if op == "+" else old.low - value.high,
                old.high + value.high if op == "+" else old.high - value.low,
                number=True,
            )
        return (*before, self.store(v.definition, cell, value, span))

    def store(self, d: spec.VariableDef, cell: flow.Cell, value: Val, span: Span | None) -> flow.Store:
        """A store that checks what the interval does not prove."""
        holds = self.layout.holds(d.holds)
        low, high = holds.low, holds.low + holds.size - 1
        if d.holds.type.words:
            low = self.word(d.holds.type.words[-1], d.holds.type).constant or low
        if value.low >= holds.low and value.high <= high:
            return flow.Store(cell, value.expr)
        text = f"{d.name} would leave {holds.low}..{high}"
        return flow.Store(cell, value.expr, low, high, self.reason(d.name, text, span))

    def _assign_set(self, step: spec.Assign, env: Env) -> Stmts:
        assert isinstance(step.target, spec.Variable)
        v = self.layout.variables[step.target.name]
        index = (
            self.flatten(v.axes, [self.value(i, env) for i in step.target.indices]).expr
            if not step.target.whole
            else Const(0)
        )
        base = binary("*", index, Const(v.width))

        def cell(x: Expr) -> flow.Cell:
            return self.cell(v.base, binary("+", base, binary("-", x, Const(v.holds.low))), v.count * v.width)

        group = self.group(step.value, env)
        x = self.fresh("x")
        if step.op == "=":
            every = Clause(x, flow.Range(Const(v.holds.low), Const(v.holds.low + v.holds.size - 1)))
            inside = group.has(group.element(Local(x)))
            inside = conjunction(
                within(Val(Local(x), v.holds.low, v.holds.low + v.holds.size - 1), group.low, group.high), inside
            )
            return (flow.Each((every,), (flow.Store(cell(Local(x)), inside),)),)
        one = Const(1 if step.op == "+=" else 0)
        return (flow.Each(group.clauses(x), (flow.Store(cell(Local(x)), one),), snapshot=True),)

    def _assign_history(self, step: spec.Assign, env: Env) -> Stmts:
        assert isinstance(step.target, spec.Variable)
        v = self.layout.variables[step.target.name]
        count, most = flow.Cell(v.base), v.definition.history
        if step.op == "=":
            i = self.fresh("i")
            clear = flow.Store(self.cell(v.base + 1, Local(i), most), Const(0))
            every = Clause(i, flow.Range(Const(0), binary("-", count, Const(1))))
            return flow.Each((every,), (clear,)), flow.Store(count, Const(0))
        value = self.value(step.value, env)
        full = self.reason(v.definition.name, f"{v.definition.name} is full", step.origin.span)
        return (
            flow.Require(binary("<", count, Const(most)), full),
            flow.Store(self.cell(v.base + 1, count, most), value.expr),
            flow.Store(count, binary("+", count, Const(1))),
        )
