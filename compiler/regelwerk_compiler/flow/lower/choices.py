"""Spec decisions, offers and payments -> decisions.

On top of `offers.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...spec import spec
from .. import flow
from ..flow import Axis, Const, Decide, Expr, Local, Options, Trial
from ..values import TRUE, Val, binary, conjunction
from .analysis import all_steps
from .cells import Env, extend
from .layout import Layout
from .offers import Offers
from .variables import Stmts
from .weave import Woven


class Choices(Offers):
    """The decisions of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        for name in woven.rules:  # option numbers in file order
            if name in self.analysis.reachable and self._offered(name):
                self.rule_numbers(name)

    def _offered(self, name: str) -> bool:
        if name in self.analysis.asked or any(o.rule == name for o in self.woven.offers):
            return True
        for rule in self.woven.rules.values():
            for step in all_steps(rule.body):
                if isinstance(step, spec.ChooseRules) and any(c.rule == name for c in step.calls):
                    return True
        return False

    # -- decisions -------------------------------------------------------------------------------

    def choose_rules(self, step: spec.ChooseRules, env: dict[str, Val]) -> None:
        """A decision among rules; `any number of` asks again until `done`."""
        cont = self.reserve()
        if step.repeated:
            head = self.reserve()
            self.jump(head)
            self.begin(head)
            options = self._offers(step, env, head)
            if not options:
                self.jump(cont)
                self.begin(cont)
                return
            options.append(self.plain_option("done", cont))
            self.decide(env, options, None, cont, step.origin.span)
        else:
            options = self._offers(step, env, cont)
            if len(options) == 1 and self.numbers[options[0].numbers].kind == "nothing":
                self.jump(cont)
                self.begin(cont)
                return
            self.decide(env, options, step.if_none, cont, step.origin.span)
        self.begin(cont)

    def _offers(self, step: spec.ChooseRules, env: dict[str, Val], cont: int) -> list[Options]:
        """The options of a `choose` among rules; what sources offer here comes last."""
        here = self.place[0]
        options: list[Options] = []
        for call in step.calls:
            if call.rule == "nothing":
                options.append(self.plain_option("nothing", cont))
            elif call.rule != "offered":
                options.append(self.offer(call.rule, call.args, env, cont))
        for offer in self.woven.offers:
            if offer.within == here:
                options.append(self.offer(offer.rule, (), env, cont, offer))
        return options

    # -- choosing values -------------------------------------------------------------------------
    def choose_value(self, step: spec.ChooseValue, env: dict[str, Val]) -> None:
        """A decision among the values of a binder: one of them, or several one by one."""
        if step.many:
            self._choose_many(step, env)
            return
        cont = self.reserve()
        option = self._pick(step, env, cont, TRUE, None)
        self.decide(env, [option], step.if_none, cont, step.origin.span)
        self.begin(cont)

    def _pick(
        self,
        step: spec.ChooseValue,
        env: Env,
        cont: int,
        also: Expr | Callable[[Expr], Expr],
        count: Callable[[Expr], Stmts] | None,
    ) -> Options:
        """The options of a pick; its steps are written as the target."""
        binder = step.binder
        group = self.domain(binder, env)
        local = self.fresh(binder.name)
        kind = self.layout.type_name(binder.type.base)
        if kind or not group.number:
            low, high = self.layout.bounds(binder.type.base)
        else:
            low, high = group.low, group.high
        here = self.place[0]
        numbers = self.numbered(
            "pick", f"{here}.{binder.name}", (Axis(binder.name, low, max(1, high - low + 1), kind),)
        )
        (clause,) = self.one_clause(group, local, low, high)
        scope = extend(env, {binder.name: group.element(Local(local))})
        where = TRUE if binder.where is None else self.test(binder.where, scope)
        extra = also(Local(local)) if callable(also) else also
        where = conjunction(*(() if clause.where is None else (clause.where,)), where, extra)
        clause = replace(clause, where=None if where == TRUE else where)
        target = self.reserve(f"{here} picks {binder.name}")
        waits = any(self.analysis.step_waits(s, here) for s in step.body)

        def body() -> None:
            if count is not None:
                self.emit(*count(Local(local)))
            if waits:
                cell = self.frame(binder.name, group.low, group.high)
                self.emit(flow.Store(cell, Local(local)))
                self.steps(step.body, extend(env, {binder.name: group.element(cell)}))
            else:
                self.emit(*self.plain(step.body, scope, here))
            self.jump(cont, leaving=True)

        self.write(target, (local,), body)
        guard: Expr = TRUE
        if any(self.analysis.step_refuses(s, here) for s in step.body):
            guard = Trial(target, (Local(local),))
        return Options(numbers, (clause,), None if guard == TRUE else guard, target)

    def _choose_many(self, step: spec.ChooseValue, env: dict[str, Val]) -> None:
        """Single picks in ascending order, `done` once there are enough."""
        binder = step.binder
        group = self.domain(binder, env)
        cont, head, ask = self.reserve(), self.reserve(), self.reserve()
        least = self.value(step.least, env) if step.least is not None else Val(Const(0), 0, 0, number=True)
        most = self.value(step.most, env) if step.most is not None else None
        several = group.copies is not None
        bottom = self.frame("least", least.low, least.high) if least.constant is None else least.expr
        if isinstance(bottom, flow.Cell):
            self.emit(flow.Store(bottom, least.expr))
        top: Expr | None = None
        if most is not None:
            top = most.expr
            if most.constant is None:
                cell = self.frame("most", most.low, most.high)
                self.emit(flow.Store(cell, top))
                top = cell
        picked = self.frame("picked", 0, max(group.most, 0) + 1)
        last = self.frame("last", group.low - 1, group.high)
        self.emit(flow.Store(picked, Const(0)), flow.Store(last, Const(group.low if several else group.low - 1)))
        span = step.origin.span
        if least.constant != 0:
            enough = binary("<=", bottom, self._available(binder, env, None))
            if step.if_none is None or isinstance(step.if_none, spec.NotOffered):
                self.emit(flow.Require(enough, self.reason(self.place[0], "there is not enough to choose from", span)))
            else:
                go, short = self.fork(enough)
                self.begin(short)
                self.steps((step.if_none,), env)
                self.jump(cont)
                self.begin(go)
        self.jump(head)
        self.begin(head)
        if top is not None:
            self.branch(binary("<", picked, top), ask, cont)
        else:
            self.jump(ask)
        self.begin(ask)

        def further(x: Expr) -> Expr:
            later = binary("<=", last, x) if several else binary("<", last, x)
            if least.constant == 0:
                return later
            # behind this pick there must be enough for the least number
            left = self._available(binder, env, x)
            return conjunction(later, binary("<=", binary("-", bottom, picked), left))

        def counted(x: Expr) -> Stmts:
            return flow.Store(picked, binary("+", picked, Const(1))), flow.Store(last, x)

        option = self._pick(step, env, head, further, counted)
        done = self.plain_option("done", cont)
        enough_picked = binary("<=", bottom, picked)
        done = replace(done, guard=None if enough_picked == TRUE or least.constant == 0 else enough_picked)
        rest = self.reserve(f"{self.place[0]} decides")
        self.jump(rest)
        self.begin(rest)
        otherwise = None if least.constant == 0 else cont
        self.decisions.append(
            flow.Decision(self.place[0], env["player"].expr, (option, done), otherwise, False, self.place[0], span)
        )
        self.close(Decide(len(self.decisions) - 1))
        self.begin(cont)

    def _available(self, binder: spec.Binder, env: Env, start: Expr | None) -> Expr:
        """How many picks there are, from a value on."""
        bound = self.bind((binder,), env, copies=True)
        clauses = list(bound.clauses)
        if start is not None:
            x = bound.env[binder.name].expr
            test = binary("<=", start, x)
            at = next(i for i, c in enumerate(clauses) if isinstance(x, Local) and c.name == x.name)
            old = clauses[at].where
            clauses[at] = replace(clauses[at], where=test if old is None else conjunction(test, old))
        return flow.Fold("count", tuple(clauses), Const(1))
