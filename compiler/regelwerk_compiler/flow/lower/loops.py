"""Spec loops whose rounds may wait -> blocks.

On top of `plain.py`.  What a loop runs over is kept in frame cells.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from ...spec import spec, types
from .. import flow
from ..flow import VEIL, Const, Expr
from ..values import TRUE, Val, binary
from .analysis import all_steps
from .cells import Env, extend
from .groups import size_of
from .layout import Layout
from .plain import Plain
from .weave import Woven


class Loops(Plain):
    """Loops of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.veils = 0  # secret loops so far

    @abstractmethod
    def steps(self, steps: tuple[spec.Step_, ...], env: Env) -> None:
        """Blocks for steps, in order."""

    def _loop(self, step: spec.Loop, env: dict[str, Val]) -> None:
        if step.mode == "secretly":
            self._secretly(step, env)
            return
        if not step.binders:
            self._bare_loop(step, env)
            return
        if step.order or step.first:
            self._collected(step, env)
            return
        binder, rest = step.binders[0], step.binders[1:]
        inner: Callable[[Env], None] = lambda scope: self.steps(step.body, scope)  # noqa: E731
        if rest:
            inner = lambda scope: self._loop(replace(step, binders=rest), dict(scope))  # noqa: E731
        if step.mode == "endlessly":
            self._around(binder, env, inner, endless=True)
        elif isinstance(binder.domain, spec.Players):
            self._around(binder, env, inner, endless=False, condition=step.condition if not rest else None)
        elif isinstance(binder.domain, spec.Range | spec.AllOf):
            self._counted(binder, env, inner, step.condition if not rest else None)
        else:
            self._collected(replace(step, binders=(binder,), mode="once") if rest else step, env, inner)

    def _bare_loop(self, step: spec.Loop, env: Env) -> None:
        head, done = self.reserve(), self.reserve()
        self.jump(head)
        self.begin(head)
        if step.condition is not None:
            body = self.reserve()
            self.branch(self.test(step.condition, env), body, done)
            self.begin(body)
        self.steps(step.body, env)
        self.jump(head)
        self.begin(done)
        if step.condition is None:
            self.close(flow.Stop())  # never reached: only an `end` leaves such a loop

    def _around(
        self,
        binder: spec.Binder,
        env: Env,
        inner: Callable[[Env], None],
        endless: bool,
        condition: spec.Expr | None = None,
    ) -> None:
        """Seats in table order from one on; endlessly, or once around."""
        group = self.domain(binder, env)
        size = group.high - group.low + 1
        cell = self.frame(binder.name, group.low, group.high)
        start = self.value(binder.start, env).expr if binder.start is not None else Const(group.low)
        scope = extend(env, {binder.name: group.element(cell)})
        head, body, next_, done = (self.reserve() for _ in range(4))
        count: flow.Cell | None = None
        simple_end = not endless and isinstance(start, Const) and start.value == group.low
        if not endless and not simple_end:
            count = self.frame("round", 0, size)
            self.emit(flow.Store(count, Const(0)))
        self.emit(flow.Store(cell, start))
        self.jump(head)
        self.begin(head)
        if binder.where is not None:
            if endless:
                asked = self.reserve()
                bound = self.bind((binder,), env)
                self.branch(flow.Fold("any", bound.clauses, TRUE), asked, done)
                self.begin(asked)
            self.branch(self.test(binder.where, scope), body, next_)
            self.begin(body)
        else:
            self.jump(body)
            self.begin(body)
        if condition is not None:
            going = self.reserve()
            self.branch(self.test(condition, scope), going, done)
            self.begin(going)
        inner(scope)
        self.jump(next_)
        self.begin(next_)
        if count is not None:
            self.emit(flow.Store(count, binary("+", count, Const(1))))
            self.emit(flow.Store(cell, self._next(cell, group.low, size)))
            self.branch(binary("<", count, Const(size)), head, done)
        elif endless:
            self.emit(flow.Store(cell, self._next(cell, group.low, size)))
            self.jump(head)
        else:
            more = self.reserve()
            self.branch(binary("<", cell, Const(group.high)), more, done)
            self.begin(more)
            self.emit(flow.Store(cell, binary("+", cell, Const(1))))
            self.jump(head)
        self.begin(done)
        if endless and binder.where is None:
            self.close(flow.Stop())  # never reached

    @staticmethod
    def _next(cell: flow.Cell, low: int, size: int) -> Expr:
        if low == 0:
            return binary("mod", binary("+", cell, Const(1)), Const(size))
        moved = binary("mod", binary("-", binary("+", cell, Const(1)), Const(low)), Const(size))
        return binary("+", moved, Const(low))

    def _counted(
        self, binder: spec.Binder, env: Env, inner: Callable[[Env], None], condition: spec.Expr | None
    ) -> None:
        """Numbers or values in order."""
        match binder.domain:
            case spec.Range(low, high):
                a, b = self.value(low, env), self.value(high, env)
                number = a.number
            case _:
                group = self.group(binder.domain, env)
                a, b = group.element(Const(group.low)), group.element(Const(group.high))
                number = group.number
        cell = self.frame(binder.name, a.low, b.high + 1)
        last: Expr = b.expr
        if not isinstance(last, Const):
            keep = self.frame(f"{binder.name}_last", b.low, b.high)
            self.emit(flow.Store(keep, last))
            last = keep
        scope = extend(env, {binder.name: Val(cell, a.low, b.high, number=number)})
        head, body, next_, done = (self.reserve() for _ in range(4))
        self.emit(flow.Store(cell, a.expr))
        self.jump(head)
        self.begin(head)
        self.branch(binary("<=", cell, last), body, done)
        self.begin(body)
        if binder.where is not None:
            wanted = self.reserve()
            self.branch(self.test(binder.where, scope), wanted, next_)
            self.begin(wanted)
        if condition is not None:
            going = self.reserve()
            self.branch(self.test(condition, scope), going, done)
            self.begin(going)
        inner(scope)
        self.jump(next_)
        self.begin(next_)
        self.emit(flow.Store(cell, binary("+", cell, Const(1))))
        self.jump(head)
        self.begin(done)

    def _collected(self, step: spec.Loop, env: Env, inner: Callable[[Env], None] | None = None) -> None:
        """The bindings are found (and sorted) on entry and kept in cells; `where` is asked again before each round."""
        bound = self.bind(step.binders, env, copies=True)
        values = [bound.env[b.name] for b in step.binders]
        size = max(1, bound.most)
        code: Expr = Const(0)
        spans: list[tuple[int, int]] = []
        for v in values:
            spans.append((v.low, v.high - v.low + 1))
            code = binary("+", binary("*", code, Const(spans[-1][1])), binary("-", v.expr, Const(v.low)))
        total = 1
        for _, n in spans:
            total *= n
        base = self.layout.allocate(
            f"{self.place[0]}.{step.binders[0].name}_order", "frame", size + 1, 0, max(size, total)
        )
        self.emit(flow.Collect(base, size, bound.clauses, code, self.order(step.order, bound.env)))
        index = self.frame("round", 0, size + 1)
        self.emit(flow.Store(index, Const(1)))
        scope = extend(env, {})
        cells: list[flow.Cell] = []
        for binder, v in zip(step.binders, values, strict=True):
            cell = self.frame(binder.name, v.low, v.high)
            cells.append(cell)
            scope[binder.name] = replace(v, expr=cell)
        head, body, next_, done = (self.reserve() for _ in range(4))
        self.jump(head)
        self.begin(head)
        last: Expr = binary("min", flow.Cell(base), Const(1)) if step.first else flow.Cell(base)
        self.branch(binary("<=", index, last), body, done)
        self.begin(body)
        stride = 1
        at = flow.Cell(base, index, size + 1)
        for cell, (low, n) in reversed(list(zip(cells, spans, strict=True))):
            digit: Expr = at if len(spans) == 1 else binary("mod", binary("div_down", at, Const(stride)), Const(n))
            self.emit(flow.Store(cell, binary("+", digit, Const(low))))
            stride *= n
        for binder in step.binders:
            if binder.where is not None:
                wanted = self.reserve()
                self.branch(self.test(binder.where, scope), wanted, next_)
                self.begin(wanted)
        if step.condition is not None:
            going = self.reserve()
            self.branch(self.test(step.condition, scope), going, done)
            self.begin(going)
        if inner is not None:
            inner(scope)
        else:
            self.steps(step.body, scope)
        self.jump(next_)
        self.begin(next_)
        self.emit(flow.Store(index, binary("+", index, Const(1))))
        self.jump(head)
        self.begin(done)

    def _secretly(self, step: spec.Loop, env: dict[str, Val]) -> None:
        """Until the loop ends the others see sizes as they were on entry: they are kept aside."""
        self.veils += 1
        veil = self.veils
        for name in sorted(self._written_zones(step)):
            z = self.layout.zones[name]
            if not z.shadow:
                z.shadow = self.layout.allocate(f"{name}.shadow", "frame", z.instances, 0, 2**31 - 1)
            z.veils.append(veil)
            for k in range(z.instances):
                size = size_of(self.zone(z, Const(k)), self.fresh)
                self.emit(flow.Store(flow.Cell(z.shadow + k), size.expr))
        self.emit(flow.Store(flow.Cell(VEIL), Const(veil)))
        self._loop(replace(step, mode="once"), env)
        self.emit(flow.Store(flow.Cell(VEIL), Const(0)))

    def _written_zones(self, step: spec.Step_) -> set[str]:
        """The zones that a step, or what it calls, takes from or puts into."""
        out: set[str] = set()
        seen: set[str] = set()

        def zone(e: spec.Expr | None) -> None:
            match e:
                case spec.ZoneRef(name, _) if name in self.layout.zones:
                    out.add(name)
                case spec.SlotCell(inner, _):
                    zone(inner)
                case spec.If(value, _, otherwise):
                    zone(value)
                    zone(otherwise)

        def visit(steps: tuple[spec.Step_, ...], within: str) -> None:
            for s in all_steps(steps):
                match s:
                    case spec.MovePiece() | spec.MoveCount() | spec.MoveZone() | spec.Draw():
                        zone(s.source)
                        zone(s.target)
                        if isinstance(s, spec.MovePiece) and s.source is None:
                            assert isinstance(s.target.type.base, types.Zone)
                            out.update(
                                n
                                for n, z in self.layout.zones.items()
                                if z.definition.piece == s.target.type.base.piece
                            )
                for callee in self.analysis.callees(s, within):
                    if callee not in seen:
                        seen.add(callee)
                        rule = self.woven.rules[callee]
                        for part in rule.cost:
                            if isinstance(part.source, spec.ZoneRef):
                                zone(part.source)
                            zone(part.target)
                        visit(rule.body, callee)

        visit((step,), self.place[0])
        return out
