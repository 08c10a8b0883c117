"""Spec rules that are offered -> options of decisions.

On top of `payments.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...document.located import Span
from ...spec import spec
from .. import flow
from ..flow import STOPPED, Axis, Clause, Const, Decide, Expr, Local, Options, Trial
from ..values import TRUE, Val, conjunction, present
from .analysis import formulas
from .cells import Env, extend
from .payments import Payments
from .weave import Offer


@dataclass(frozen=True, slots=True)
class Offered:
    """A rule as it is offered: its parameters as clauses, the names they bind, its needs and all of them together."""

    rule: spec.RuleDef
    scope: dict[str, Val]
    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    needs: tuple[tuple[str, Expr], ...]
    guard: Expr


class Offers(Payments):
    """The offers of one woven game."""

    def rule_numbers(self, name: str) -> int:
        """The option numbers of a rule: the product of its parameters' kinds."""
        axes = tuple(self.axis_of(b) for b in self.woven.rules[name].params)
        return self.numbered("rule", name, axes)

    def axis_of(self, binder: spec.Binder) -> Axis:
        """A parameter as an axis."""
        v = self.param(binder, Const(0))
        return Axis(binder.name, v.low, max(1, v.high - v.low + 1), self.layout.type_name(binder.type.base))

    def decide(
        self, env: Env, options: list[Options], if_none: spec.Step_ | None, cont: int, span: Span, name: str = ""
    ) -> None:
        """Close the open block with a decision."""
        rest = self.reserve(f"{self.place[0]} decides")
        self.jump(rest)
        refuses = isinstance(if_none, spec.NotOffered)
        otherwise: int | None = None
        if if_none is not None and not refuses:
            otherwise = cont
            if not _does_nothing(if_none):
                otherwise = self.reserve(f"{self.place[0]}: nothing to choose")
                self.begin(otherwise)
                self.steps((if_none,), env)
                self.jump(cont)
        self.begin(rest)
        rule = self.place[0]
        title = name or rule
        self.decisions.append(flow.Decision(title, env["player"].expr, tuple(options), otherwise, refuses, rule, span))
        self.close(Decide(len(self.decisions) - 1))

    def plain_option(self, kind: str, cont: int) -> Options:
        """`done` or `nothing`."""
        numbers = self.numbered(kind, kind, ())
        target = self.reserve(kind)
        self.write(target, (), lambda: self.jump(cont, leaving=True))
        return Options(numbers, (), None, target)

    def offer(
        self, name: str, args: tuple[spec.Expr, ...], env: Env, cont: int | None, source: Offer | None = None
    ) -> Options:
        """A rule as options: those parameters that are not given are chosen.  `cont` None: only asked for, see `possible`."""
        rule = self.woven.rules[name]
        given = [self.value(a, env) for a in args]
        scope: dict[str, Val] = {}
        if "player" in env:
            scope["player"] = env["player"]
        clauses: list[Clause] = []
        params: list[str] = []
        for i, binder in enumerate(rule.params):
            local = self.fresh(binder.name)
            axis = self.axis_of(binder)
            where: Expr = TRUE
            if i < len(given):
                v = given[i]
                element = Val(Local(local), v.low, v.high, number=v.number)
                where = conjunction(present(replace(v, expr=Local(local))), self.domain(binder, scope).has(element))
                clause = Clause(local, flow.Values((v.expr,)))
            else:
                group = self.domain(binder, scope)
                element = group.element(Local(local))
                (clause,) = self.one_clause(group, local, axis.low, axis.low + axis.size - 1)
            scope[binder.name] = element
            if binder.where is not None:
                where = conjunction(where, self.test(binder.where, scope))
            if where != TRUE:
                clause = replace(clause, where=where if clause.where is None else conjunction(clause.where, where))
            clauses.append(clause)
            params.append(local)
        names = tuple(params)
        needs = [(f"{name}.{n.name}", self.test(n.condition, scope)) for n in rule.needs]
        if rule.cost:
            needs.append((f"{name}.cost", self.payable(rule, scope)))
        if source is not None and source.guard is not None:
            needs.append((source.source, self.test(source.guard, env)))
        guard = conjunction(*(test for _, test in needs))
        offered = Offered(rule, scope, names, tuple(clauses), tuple(needs), guard)
        if cont is None:
            return Options(-1, offered.clauses, conjunction(guard, self.asked_trial(offered)), -1, offered.needs)
        target = self.reserve(f"option {name}")
        player = env.get("player")
        values = [scope[b.name] for b in rule.params]
        before = self.used_up(rule, scope)
        if source is not None and source.using is not None:
            before = (*self.plain((source.using,), scope, name), *before)
        if self.analysis.waits(name):
            self.write(target, names, lambda: self.enter(name, values, player, cont, leaving=True), before)
            trial = target
        else:
            self.write(target, names, lambda: self._option_body(rule, scope, cont), before)
            trial = -1
        if self.tried(rule):
            if trial < 0:
                trial = self.reserve(f"try {name}")
                self.write(trial, names, lambda: self._trial_body(rule, scope), before)
            guard = conjunction(guard, Trial(trial, tuple(Local(p) for p in names)))
        return Options(
            self.rule_numbers(name), offered.clauses, None if guard == TRUE else guard, target, offered.needs
        )

    def tried(self, rule: spec.RuleDef) -> bool:
        """Whether only a trial can tell that an option of the rule can be played on."""
        helping = frozenset(payer.zone.name for payer in self.payers_of(rule, whole=False))
        return self.analysis.may_refuse(rule.name) or not independent(rule.cost, helping)

    def asked_trial(self, offered: Offered) -> Expr:
        """The trial of a rule that `possible` asks for, with the player as one more argument; 1 if none is needed."""
        rule, scope = offered.rule, dict(offered.scope)
        if not self.tried(rule):
            return TRUE
        args = tuple(Local(p) for p in offered.names)
        who = scope.get("player")
        block = self.reserve(f"possible {rule.name}")
        params = offered.names
        inputs: tuple[Expr, ...] = args
        if who is not None:
            local = self.fresh("player")
            params, inputs = (local, *params), (who.expr, *inputs)
            scope["player"] = replace(who, expr=Local(local))
        values = [scope[b.name] for b in rule.params]
        if self.analysis.waits(rule.name):
            self.write(
                block, params, lambda: self.enter(rule.name, values, scope.get("player"), STOPPED, leaving=False)
            )
        else:
            self.write(block, params, lambda: self._trial_body(rule, scope))
        return Trial(block, inputs)

    def _option_body(self, rule: spec.RuleDef, scope: dict[str, Val], cont: int) -> None:
        """A chosen rule that never waits: paid and done, then on."""
        self.emit(*self.pay_plainly(rule, scope))
        if self.several_callers(rule.name):
            args = tuple(scope[b.name].expr for b in rule.params)
            if rule.needs_player:
                args = (scope["player"].expr, *args)
            self.emit(flow.Run(self.body_procedure(rule), args))
        else:
            here = self.place
            self.place = (rule.name, rule.span)
            self.emit(*self.plain(rule.body, scope, rule.name))
            self.place = here
        self.jump(cont, leaving=True)

    def body_procedure(self, rule: spec.RuleDef) -> str:
        """The steps of a rule as a procedure, its payment and `so_that` apart."""
        title = f"body_{rule.name}"
        if title not in self.procedures:
            env, params = self.params(rule.params)
            if rule.needs_player:
                player = self.fresh("player")
                env["player"] = Val(Local(player), 0, len(self.woven.seats) - 1)
                params = (player, *params)
            self.procedures[title] = flow.Procedure(title, params, self.plain(rule.body, env, rule.name), rule.span)
        return title

    def _trial_body(self, rule: spec.RuleDef, scope: dict[str, Val]) -> None:
        self.emit(*self.pay_plainly(rule, scope))
        args = tuple(scope[b.name].expr for b in rule.params)
        if rule.needs_player:
            args = (scope["player"].expr, *args)
        self.emit(flow.Run(self.body_procedure(rule), args))
        if rule.so_that is not None:
            self.emit(flow.Require(self.test(rule.so_that, scope), self.so_that_reason(rule)))
        self.jump(STOPPED)

    def possible(self, player: Val, rule: str, args: tuple[spec.Expr, ...] | None, env: Env) -> Expr:
        """Whether the rule could be offered to a player now."""
        who = self.fresh("player")
        scope = extend(env, {"player": replace(player, expr=Local(who))})
        options = self.offer(rule, args or (), scope, None)
        return flow.LetIn(who, player.expr, flow.Fold("any", options.clauses, options.guard or TRUE))


def independent(cost: tuple[spec.Part, ...], helping: frozenset[str] = frozenset()) -> bool:
    """Whether paying one part of a cost cannot change what another part needs: each takes from and gives to other things.

    `helping` are the zones with pieces that pay some cards of it.
    """
    seen: set[str] = set()
    for part in cost:
        touched = {part.source.name, *(helping if isinstance(part, spec.CardsPart) else ())}
        if isinstance(part.target, spec.ZoneRef):
            touched.add(part.target.name)
        for formula in formulas(part):
            if isinstance(formula, spec.Variable | spec.ZoneRef):
                touched.add(formula.name)
        if touched & seen:
            return False
        seen |= touched
    return True


def _does_nothing(step: spec.Step_) -> bool:
    return isinstance(step, spec.CallRule) and step.call.rule == "nothing"
