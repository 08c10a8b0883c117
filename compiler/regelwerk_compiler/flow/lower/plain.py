"""Spec steps that never wait -> statements and procedures.

On top of `chances.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ...spec import spec, types
from .. import flow
from ..flow import Const, Expr, Local
from ..values import TRUE, Val, binary, conjunction, negation, present, when
from .analysis import Analysis, all_steps
from .cells import Env, extend
from .chances import Chances
from .folds import WIDE
from .layout import Layout
from .variables import Stmts
from .weave import Woven


class Plain(Chances):
    """Rules of one woven game that never wait."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.analysis = Analysis(woven)
        self._assigned: dict[str, set[str]] = {}

    @abstractmethod
    def pay_plainly(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The cost of a rule that has only one way."""

    def several_callers(self, name: str) -> bool:
        """Whether a rule is called from more than one place."""
        return self.analysis.sites[name] > 1

    def needs_of(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The needs of a called rule, required."""
        out: Stmts = ()
        for need in rule.needs:
            text = f"{rule.name} is not possible: {need.name}"
            reason = self.reason(f"{rule.name}.{need.name}", text, need.origin.span)
            test = self.test(need.condition, env)
            if test != TRUE:
                out = (*out, flow.Require(test, reason))
        return out

    def used_up(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """For each need that fails by itself: the first source that lifts it is used up."""
        out: Stmts = ()
        for need in rule.needs:
            chain: Stmts = ()
            for lift in reversed([x for x in self.woven.lifts if (x.rule, x.need) == (rule.name, need.name)]):
                here = conjunction(negation(self.test(lift.itself, env)), self.test(lift.guard, env))
                chain = when(here, self.plain((lift.using,), env, rule.name), chain)
            out = (*out, *chain)
        return out

    def procedure(self, name: str, checked: bool) -> str:
        """The procedure of a rule that never waits; `checked`: its needs are required, as of a called rule."""
        rule = self.woven.rules[name]
        title = f"call_{name}" if checked and rule.needs else f"do_{name}"
        if title not in self.procedures:
            self.procedures[title] = flow.Procedure(title, (), ())  # a place for it
            env, params = self.params(rule.params)
            if rule.needs_player:
                player = self.fresh("player")
                env["player"] = Val(Local(player), 0, len(self.woven.seats) - 1)
                params = (player, *params)
            body = (*self.needs_of(rule, env), *self.used_up(rule, env)) if title.startswith("call_") else ()
            body = (*body, *self.pay_plainly(rule, env), *self.plain_body(rule, env))
            self.procedures[title] = flow.Procedure(title, params, body, rule.span)
        return title

    def plain_body(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The steps of a rule that never waits."""
        body = self.plain(rule.body, env, rule.name)
        if rule.so_that is not None:
            body = (*body, flow.Require(self.test(rule.so_that, env), self.so_that_reason(rule)))
        return body

    def so_that_reason(self, rule: spec.RuleDef) -> int:
        """Why an option with a `so_that` is not there."""
        assert rule.so_that is not None
        return self.reason(f"{rule.name}.so_that", f"{rule.name} would not come out right", rule.so_that.origin.span)

    def in_domain(self, rule: spec.RuleDef, values: list[Val], player: Val | None) -> Stmts:
        """The arguments of a called rule, required to be what its parameters may be; what the intervals prove is not asked."""
        scope: dict[str, Val] = {} if player is None else {"player": player}
        out: Stmts = ()
        for binder, v in zip(rule.params, values, strict=True):
            test = conjunction(present(v), self.domain(binder, scope).has(v.total()))
            scope[binder.name] = v.total()
            if binder.where is not None:
                test = conjunction(test, self.test(binder.where, scope))
            if test != TRUE:
                text = f"{rule.name} is called with another {binder.name} than it takes"
                out = (*out, flow.Require(test, self.reason(f"{rule.name}.{binder.name}", text, binder.origin.span)))
        return out

    def run(self, name: str, values: list[Val], player: Val | None) -> Stmts:
        """A call of a rule that never waits."""
        rule = self.woven.rules[name]
        args = tuple(v.expr for v in values)
        if rule.needs_player and player is not None:
            args = (player.expr, *args)
        if not rule.body and not rule.needs and not rule.cost:
            return ()
        return *self.in_domain(rule, values, player), flow.Run(self.procedure(name, True), args)

    def plain(self, steps: tuple[spec.Step_, ...], env: Env, rule: str) -> Stmts:
        """Statements for steps that never wait; what they bind ends with them."""
        scope = extend(env, {})
        out: list[flow.Stmt] = []
        for step in steps:
            out.extend(self._plain_step(step, scope, rule))
        return tuple(out)

    def _plain_step(self, step: spec.Step_, env: dict[str, Val], rule: str) -> Stmts:
        match step:
            case spec.Assign(spec.Variable()):
                return self.assign(step, env)
            case spec.Assign(spec.Bound(name)):
                old = env[name]
                value = self._assigned_value(step, old, env)
                if isinstance(old.expr, flow.Cell):
                    return (flow.Store(old.expr, value),)
                assert isinstance(old.expr, Local)
                return (flow.Assign(old.expr.name, value),)
            case spec.Let(name, value):
                v = self.value(value, env, self._let_type(step))
                local = self.fresh(name)
                env[name] = self._let(v, Local(local), name, step, rule)
                return (flow.Assign(local, v.expr),)
            case spec.MovePiece():
                return self.move_piece(step, env)
            case spec.MoveCount():
                return self.move_count(step, env)
            case spec.MoveZone():
                return self.move_zone(step, env)
            case spec.CallRule(call):
                if call.rule not in self.woven.rules:
                    return ()
                return self.run(call.rule, [self.value(a, env) for a in call.args], env.get("player"))
            case spec.CallValue(value, args, candidates):
                return self._plain_dispatch(value, args, candidates, env)
            case spec.IfStep(condition, then, otherwise):
                return when(self.test(condition, env), self.plain(then, env, rule), self.plain(otherwise, env, rule))
            case spec.Loop():
                return self._plain_loop(step, env, rule)
        raise TypeError(step)

    def _assigned_value(self, step: spec.Assign, old: Val, env: Env) -> Expr:
        v = self.value(step.value, env, step.target.type)
        if step.op == "=":
            return v.expr
        return binary("+" if step.op == "+=" else "-", old.expr, v.expr)

    @staticmethod
    def _let_type(step: spec.Let) -> types.Type | None:
        return step.value.type

    def _let(self, v: Val, expr: Expr, name: str, step: spec.Let, rule: str) -> Val:
        """A local variable; one that is set again may hold anything of its type."""
        if name not in self._assigned_in(rule):
            return replace(v, expr=expr)
        if v.number:
            return Val(expr, -WIDE, WIDE, v.partial, True)
        low, high = self.layout.bounds(step.value.type.base)
        return Val(expr, low, high, v.partial)

    def _assigned_in(self, rule: str) -> set[str]:
        """The locals that a rule sets again."""
        if rule not in self._assigned:
            body = self.woven.rules[rule].body if rule in self.woven.rules else ()
            names = {
                s.target.name
                for s in all_steps(body)
                if isinstance(s, spec.Assign) and isinstance(s.target, spec.Bound)
            }
            self._assigned[rule] = names
        return self._assigned[rule]

    def _plain_dispatch(
        self, value: spec.Expr, args: tuple[spec.Expr, ...], candidates: tuple[str, ...], env: Env
    ) -> Stmts:
        which = self.fresh("rule")
        out: Stmts = ()
        values = [self.value(a, env) for a in args]
        for name in reversed(candidates):
            if name in self.woven.rules:
                here = binary("==", Local(which), Const(self.layout.rule_order.index(name)))
                out = when(here, self.run(name, values, env.get("player")), out)
        return flow.Assign(which, self.value(value, env).expr), *out

    def _plain_loop(self, step: spec.Loop, env: Env, rule: str) -> Stmts:
        if not step.binders:
            assert step.condition is not None
            endless = self.reason(rule, "this loop does not end", step.origin.span)
            return (flow.Repeat(self.test(step.condition, env), self.plain(step.body, env, rule), endless),)
        bound = self.bind(step.binders, env, copies=True)
        body = self.plain(step.body, bound.env, rule)
        for binder in step.binders:
            if binder.where is not None and self._zones_in(step.binders):
                # asked again before each round: what lay there on entry may have changed
                body = when(self.test(binder.where, bound.env), body)
        if step.condition is not None:
            go = self.fresh("go")
            test = self.test(step.condition, bound.env)
            body = when(Local(go), when(test, body, (flow.Assign(go, Const(0)),)))
            return flow.Assign(go, Const(1)), flow.Each(
                bound.clauses, body, self.order(step.order, bound.env), self._zones_in(step.binders)
            )
        return (
            flow.Each(bound.clauses, body, self.order(step.order, bound.env), self._zones_in(step.binders), step.first),
        )

    def _zones_in(self, binders: tuple[spec.Binder, ...]) -> bool:
        """Whether a loop runs over what its body may change: then it is found before the first round."""
        return any(not isinstance(b.domain, spec.Players | spec.AllOf | spec.Range) for b in binders)
