"""Spec decisions, offers and payments -> decisions.

The seventh layer of the lowering, on top of `regions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..document.located import Span
from ..spec import spec
from . import flow
from .analysis import all_steps, formulas
from .flow import STOPPED, Axis, Clause, Const, Decide, Expr, Local, Options, Trial
from .layout import Layout
from .moves import Place, Stmts
from .payers import Payers
from .sets import Env, extend
from .values import TRUE, Val, binary, conjunction, disjunction, present, simple
from .weave import Offer, Woven


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to pay `n of one c in D, wild w`: clauses over face, amount and wild cards."""

    clauses: tuple[Clause, ...]
    axes: tuple[Axis, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A rule as it is offered: its parameters as clauses, the names they bind, its needs and all of them together."""

    rule: spec.RuleDef
    scope: dict[str, Val]
    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    needs: tuple[tuple[str, Expr], ...]
    guard: Expr


class Choices(Payers):
    """The decisions of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.decisions: list[flow.Decision] = []
        for name in woven.rules:  # option numbers in file order
            if name in self.analysis.reachable and self._offered(name):
                self.rule_numbers(name)
        self._trials: dict[str, int] = {}
        self._later: list[Callable[[], None]] = []

    def _offered(self, name: str) -> bool:
        if name in self.analysis.asked or any(o.rule == name for o in self.woven.offers):
            return True
        for rule in self.woven.rules.values():
            for step in all_steps(rule.body):
                if isinstance(step, spec.ChooseRules) and any(c.rule == name for c in step.calls):
                    return True
        return False

    # -- numbers ---------------------------------------------------------------------------------
    def rule_numbers(self, name: str) -> int:
        """The option numbers of a rule: the product of its parameters' kinds."""
        axes = tuple(self.axis_of(b) for b in self.woven.rules[name].params)
        return self.numbered("rule", name, axes)

    def axis_of(self, binder: spec.Binder) -> Axis:
        """A parameter as an axis."""
        v = self.param(binder, Const(0))
        return Axis(binder.name, v.low, max(1, v.high - v.low + 1), self.layout.type_name(binder.type.base))

    # -- decisions -------------------------------------------------------------------------------
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

    def plain_option(self, kind: str, cont: int) -> Options:
        """`done` or `nothing`."""
        numbers = self.numbered(kind, kind, ())
        target = self.reserve(kind)
        self.write(target, (), lambda: self.jump(cont, leaving=True))
        return Options(numbers, (), None, target)

    def write(self, number: int, params: tuple[str, ...], body: Callable[[], None], before: Stmts = ()) -> None:
        """Write a block apart from the open one, which stays open."""
        kept = (self._open, self._params, self._body)
        self._open = None
        self.begin(number, params)
        self.emit(*before)
        body()
        assert self._open is None
        self._open, self._params, self._body = kept

    # -- offers ----------------------------------------------------------------------------------
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
                inside = present(replace(v, expr=Local(local)))
                clause = Clause(local, flow.Values((v.expr,)), inside if inside != TRUE else None)
            else:
                group = self.domain(binder, scope)
                element = group.element(Local(local))
                (clause,) = self.one_clause(group, local, axis.low, axis.low + axis.size - 1)
            scope[binder.name] = element
            if binder.where is not None and i >= len(given):
                where = self.test(binder.where, scope)
            if where != TRUE:
                clause = replace(clause, where=where if clause.where is None else conjunction(clause.where, where))
            clauses.append(clause)
            params.append(local)
        names = tuple(params)
        needs = [(f"{name}.{n.name}", self.test(n.condition, scope)) for n in rule.needs]
        if rule.cost:
            needs.append((f"{name}.cost", self.payable(rule, scope)))
        guard = conjunction(*(test for _, test in needs))
        if source is not None and source.guard is not None:
            guard = conjunction(guard, self.test(source.guard, env))
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
        return self.analysis.may_refuse(rule.name) or not independent(rule.cost)

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

    # -- payments --------------------------------------------------------------------------------
    def payable(self, rule: spec.RuleDef, env: Env) -> Expr:
        """1 if each part of a cost could be paid by itself, or a source pays for all of it."""
        whole = [self.test(p.guard, env) for p in self.payers_of(rule, whole=True)]
        return disjunction(self.payable_plainly(rule, env), *whole)

    def payable_plainly(self, rule: spec.RuleDef, env: Env) -> Expr:
        """1 if each part of a cost could be paid by itself; sources may pay for some cards of it."""
        parts: list[Expr] = []
        for part in rule.cost:
            match part:
                case spec.GivePart(what, spec.Variable() as source, _):
                    v, n = self.value(source, env), self.value(what, env)
                    low = self.layout.variables[source.name].holds.low
                    parts.append(
                        conjunction(present(v), present(n), binary("<=", Const(low), binary("-", v.expr, n.expr)))
                    )
                case spec.GivePart(what, spec.ZoneRef() as source, _):
                    z = self.layout.zones[source.name]
                    face = self.value(what, env)
                    there = self.lies_in(z, self.instance(z, source.indices, env), face.expr)
                    parts.append(conjunction(present(face), there))
                case spec.CardsPart(_, "one"):
                    parts.append(flow.Fold("any", self.ways(part, env, ("face", "amount", "wild")).clauses, TRUE))
                case spec.CardsPart():
                    helpers = self.payers_of(rule, whole=False)
                    parts.append(self.bundle_helped(part, helpers, env) if helpers else self._bundle_there(part, env))
        return conjunction(*parts)

    def ways(self, part: spec.CardsPart, env: Env, names: tuple[str, str, str]) -> Ways:
        """Every different way to pay `n of one c in D, wild w`: a face, how many of it, how many wild.  All wild is one way: the face is w."""
        z = self.layout.zones[part.source.name]
        instance = self.instance(z, part.source.indices, env)
        kind = self.layout.pieces[z.definition.piece].definition.kind
        high = z.faces - 1
        face, amount, wild = (self.fresh(n) for n in names)
        group = self.group(part.binder.domain, env)
        scope = extend(env, {part.binder.name: Val(Local(face), 0, high)})
        n = self.value(part.amount, scope)
        have = self.copies_in(z, instance, Local(face))
        me = Val(Local(face), 0, high)
        allowed = group.has(me)
        if part.binder.where is not None:
            allowed = conjunction(allowed, self.test(part.binder.where, scope))
        most = max(n.high, 0)
        if part.wild is None:
            pick = Clause(face, flow.Range(Const(0), Const(high)), conjunction(allowed, binary("<=", n.expr, have)))
            clauses = (pick, Clause(amount, flow.Values((n.expr,))), Clause(wild, flow.Values((Const(0),))))
            axes = (Axis("face", 0, z.faces, kind), Axis("amount", 0, most + 1), Axis("wild", 0, 1))
            return Ways(clauses, axes)
        w = Const(part.wild)
        jokers = self.copies_in(z, instance, w)
        is_wild = binary("==", Local(face), w)
        pick = Clause(face, flow.Range(Const(0), Const(high)), disjunction(is_wild, allowed))
        # of the face itself, at least one unless all are wild
        enough = flow.Choice(
            is_wild,
            binary("==", Local(amount), n.expr),
            conjunction(binary("<=", n.expr, binary("+", Local(amount), jokers))),
        )
        top = binary("min", n.expr, have)
        count = Clause(amount, flow.Range(flow.Choice(is_wild, Const(0), Const(1)), top), enough)
        clauses = (pick, count, Clause(wild, flow.Values((binary("-", n.expr, Local(amount)),))))
        names_ = self.woven.kinds[kind].values
        axes = (Axis("face", 0, z.faces, kind), Axis("amount", 0, most + 1), Axis(names_[part.wild], 0, most + 1))
        return Ways(clauses, axes)

    def _bundle_there(self, part: spec.CardsPart, env: Env) -> Expr:
        bound, n, have, _ = self._bundle(part, env)
        return flow.Fold("all", bound, binary("<=", n.expr, have))

    def _bundle(self, part: spec.CardsPart, env: Env) -> tuple[tuple[Clause, ...], Val, Expr, Expr]:
        """`n of each k in D`: its clauses, the amount of each, how many there are, and the face."""
        z = self.layout.zones[part.source.name]
        instance = self.instance(z, part.source.indices, env)
        bound = self.bind((part.binder,), env)
        n = self.value(part.amount, bound.env)
        face = bound.env[part.binder.name].expr
        return bound.clauses, n, self.copies_in(z, instance, face), face

    def pay_plainly(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The cost of a rule that has only one way."""
        out: Stmts = ()
        for part in rule.cost:
            out = (*out, *self._pay_part(rule, part, env))
        return out

    def _pay_part(self, rule: spec.RuleDef, part: spec.Part, env: Env) -> Stmts:
        span = part.origin.span
        cost = self.reason(f"{rule.name}.cost", f"{rule.name} cannot be paid", span)
        match part:
            case spec.GivePart(what, spec.Variable() as source, _):
                v = self.layout.variables[source.name]
                index = self.flatten(v.axes, [self.value(i, env) for i in source.indices])
                cell = self.cell(v.base, index.expr, v.count)
                n = self.value(what, env)
                return (flow.Store(cell, binary("-", cell, n.expr), v.holds.low, v.holds.low + v.holds.size - 1, cost),)
            case spec.GivePart(what, source, target):
                assert target is not None
                face = self.value(what, env).expr
                start, to = self.place_of(source, env), self.place_of(target, env)
                if not simple(face):
                    name = self.fresh("piece")
                    return flow.Assign(name, face), *self._give(start, to, Local(name), span, cost)
                return self._give(start, to, face, span, cost)
            case spec.CardsPart(_, "each"):
                clauses, n, _, face = self._bundle(part, env)
                z, t = self.place_of(part.source, env), self.place_of(part.target, env)
                there = flow.Require(self._bundle_there(part, env), cost)
                count = self.fresh("n")
                body = (flow.Assign(count, n.expr), *self.move_amount(z, t, face, Local(count), span))
                return there, flow.Each(clauses, body, snapshot=True)
        raise TypeError(part)

    def _give(self, start: Place, to: Place, face: Expr, span: Span, cost: int) -> Stmts:
        assert start.zone is not None
        there = flow.Require(self.lies_in(start.zone, start.instance, face), cost)
        piece = start.zone.definition.piece
        return there, *self.take(start, face, span), *self.put(to, face, "mixed", span, piece)

    def pay(self, rule: spec.RuleDef, env: Env) -> None:
        """The cost of a region: what has one way is paid at once, for the rest there are decisions."""
        whole = self.payers_of(rule, whole=True)
        if not whole:
            self._pay_parts(rule, env)
            return
        paid, ordinary, target = self.reserve(rule.name), self.reserve(f"{rule.name} is paid"), self.reserve("pay")
        self.write(target, (), lambda: self.jump(ordinary))
        guard = self.payable_plainly(rule, env)
        options = [Options(self.numbered("pay", f"{rule.name}.cost", ()), (), None if guard == TRUE else guard, target)]
        options += [self.payer_option(rule, payer, env, paid) for payer in whole]
        self.decide_payment(rule, env, options)
        self.begin(ordinary)
        self._pay_parts(rule, env)
        self.jump(paid)
        self.begin(paid)

    def decide_payment(self, rule: spec.RuleDef, env: Env, options: list[Options]) -> None:
        rest = self.reserve(f"{rule.name} is to be paid")
        self.jump(rest)
        self.begin(rest)
        who = env["player"].expr
        self.decisions.append(flow.Decision(f"{rule.name}.cost", who, tuple(options), None, True, rule.name, rule.span))
        self.close(Decide(len(self.decisions) - 1))

    def _pay_parts(self, rule: spec.RuleDef, env: Env) -> None:
        for i, part in enumerate(rule.cost):
            helpers = self.payers_of(rule, whole=False)
            if helpers and isinstance(part, spec.CardsPart) and part.quantity == "each":
                self.pay_helped(rule, part, helpers, env)
                continue
            if not (isinstance(part, spec.CardsPart) and part.quantity == "one"):
                self.emit(*self._pay_part(rule, part, env))
                continue
            names = ("face", "amount", "wild")
            ways = self.ways(part, env, names)
            params = tuple(c.name for c in ways.clauses)
            title = f"{rule.name}.cost" if i == 0 else f"{rule.name}.cost.{i + 1}"
            numbers = self.numbered("pay", title, ways.axes)
            paid, cont = self.reserve(f"{rule.name} is paid"), self.reserve(rule.name)
            face, amount, wild = (Local(p) for p in params)
            z, t = self.place_of(part.source, env), self.place_of(part.target, env)
            span = part.origin.span
            body: Stmts = self.move_amount(z, t, face, amount, span)
            if part.wild is not None:
                body = (*body, *self.move_amount(z, t, Const(part.wild), wild, span))
            self.write(paid, params, lambda body=body, cont=cont: self._paid(body, cont))  # type: ignore[misc]
            guard: Expr | None = None
            if self.tried(rule):
                guard = Trial(paid, tuple(Local(p) for p in params))
            self.decide_payment(rule, env, [Options(numbers, ways.clauses, guard, paid)])
            self.begin(cont)

    def _paid(self, body: Stmts, cont: int) -> None:
        self.emit(*body)
        self.jump(cont)


def independent(cost: tuple[spec.Part, ...]) -> bool:
    """Whether paying one part of a cost cannot change what another part needs: each takes from and gives to other things."""
    seen: set[str] = set()
    for part in cost:
        touched = {part.source.name}
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
