"""Spec costs -> payments: whether, in which ways, and what they do.

On top of `payers.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...document.located import Span
from ...spec import spec
from .. import flow
from ..flow import Axis, Clause, Const, Decide, Expr, Local, Options, Trial
from ..values import TRUE, Val, binary, choice, conjunction, disjunction, present, simple
from .analysis import chosen
from .cells import Env, extend
from .layout import Layout
from .payers import Payers
from .places import Place
from .variables import Stmts
from .weave import Payer, Woven


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to pay cards: clauses over what is chosen, their axes, how many of which face go, and how many of which helpers are used."""

    clauses: tuple[Clause, ...]
    axes: tuple[Axis, ...]
    paid: tuple[tuple[Expr, Expr], ...]
    used: tuple[tuple[Payer, Expr], ...] = ()


class Payments(Payers):
    """The costs of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.decisions: list[flow.Decision] = []

    @abstractmethod
    def tried(self, rule: spec.RuleDef) -> bool:
        """Whether only a trial can tell that an option of the rule can be played on."""

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
                case spec.CardsPart() if self._several_ways(rule, part):
                    parts.append(flow.Fold("any", self.ways(rule, part, env).clauses, TRUE))
                case spec.CardsPart():
                    parts.append(self._bundle_there(part, env))
        return conjunction(*parts)

    def _several_ways(self, rule: spec.RuleDef, part: spec.Part) -> bool:
        """Whether there may be a choice how to pay a part."""
        helped = isinstance(part, spec.CardsPart) and bool(self.payers_of(rule, whole=False))
        return isinstance(part, spec.CardsPart) and (chosen(part) or helped)

    def ways(self, rule: spec.RuleDef, part: spec.CardsPart, env: Env) -> Ways:
        """Every different way to pay a part that leaves a choice."""
        if part.quantity == "one":
            return self.ways_of_one(part, env)
        return self.ways_of_each(part, self.payers_of(rule, whole=False), env)

    def ways_of_each(self, part: spec.CardsPart, helpers: list[Payer], env: Env) -> Ways:
        """`n of each k in D, wild w`: how many of every face, how many helpers, each for so many of one face, and as many wild cards as are missing."""
        z = self.layout.zones[part.source.name]
        instance = self.instance(z, part.source.indices, env)
        faces = self.woven.kinds[self.layout.pieces[z.definition.piece].definition.kind].values
        group = self.group(part.binder.domain, env)
        jokers = Const(0) if part.wild is None else self.copies_in(z, instance, Const(part.wild))
        there = [self.helpers_there(payer, env) for payer in helpers]
        spared = jokers  # for so many cards something else could stand in
        for payer, have in zip(helpers, there, strict=True):
            spared = binary("+", spared, binary("*", have, Const(payer.amount or 1)))
        clauses: list[Clause] = []
        axes: list[Axis] = []
        paid: list[tuple[Expr, Expr]] = []
        missing: list[Expr] = []
        for face, title in enumerate(faces):
            if face == part.wild:
                continue
            me = Val(Const(face), face, face)
            scope = extend(env, {part.binder.name: me})
            wanted = group.has(me)
            if part.binder.where is not None:
                wanted = conjunction(wanted, self.test(part.binder.where, scope))
            n = self.value(part.amount, scope)
            asked = choice(wanted, n.expr, Const(0))
            local = self.fresh(title)
            low = binary("max", Const(0), binary("-", asked, spared))
            clauses.append(Clause(local, flow.Range(low, binary("min", asked, self.copies_in(z, instance, me.expr)))))
            axes.append(Axis(title, 0, max(n.high, 0) + 1))
            paid.append((me.expr, Local(local)))
            missing.append(binary("-", asked, Local(local)))
        left: Expr = Const(0)
        for one in missing:
            left = binary("+", left, one)
        used: list[tuple[Payer, Expr]] = []
        for payer, have in zip(helpers, there, strict=True):
            count = self.fresh("helpers")
            size = Const(payer.amount or 1)
            clauses.append(Clause(count, flow.Range(Const(0), binary("min", have, binary("div_down", left, size)))))
            axes.append(self.helper_axis(payer))
            used.append((payer, Local(count)))
            left = binary("-", left, binary("*", Local(count), size))
        if used:
            nothing_left = TRUE if part.wild is not None else binary("==", left, Const(0))
            clauses[-1] = replace(clauses[-1], where=conjunction(nothing_left, self.helpers_fit(used, missing)))
        if part.wild is not None:
            wild = self.fresh("wild")
            clauses.append(Clause(wild, flow.Values((left,)), binary("<=", Local(wild), jokers)))
            copies = self.layout.pieces[z.definition.piece].definition.copies
            axes.append(Axis(faces[part.wild], 0, copies[part.wild] + 1))
            paid.append((Const(part.wild), Local(wild)))
        return Ways(tuple(clauses), tuple(axes), tuple(paid), tuple(used))

    def ways_of_one(self, part: spec.CardsPart, env: Env) -> Ways:
        """`n of one c in D, wild w`: a face, how many of it, how many wild.  All wild is one way: the face is w."""
        z = self.layout.zones[part.source.name]
        instance = self.instance(z, part.source.indices, env)
        kind = self.layout.pieces[z.definition.piece].definition.kind
        high = z.faces - 1
        face, amount, wild = (self.fresh(n) for n in ("face", "amount", "wild"))
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
            return Ways(clauses, axes, ((Local(face), Local(amount)),))
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
        return Ways(clauses, axes, ((Local(face), Local(amount)), (w, Local(wild))))

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
        if not self.payers_of(rule, whole=True):
            self._pay_parts(rule, env)
            return
        paid, ordinary, target = self.reserve(rule.name), self.reserve(f"{rule.name} is paid"), self.reserve("pay")
        axes, clauses = self._amounts(rule, env)
        self.write(target, tuple(c.name for c in clauses), lambda: self.jump(ordinary))
        guard = self.payable_plainly(rule, env)
        numbers = self.numbered("pay", f"{rule.name}.cost", axes)
        options = [Options(numbers, clauses, None if guard == TRUE else guard, target)]
        options += self.payer_options(rule, env, paid)
        self.decide_payment(rule, env, options)
        self.begin(ordinary)
        self._pay_parts(rule, env)
        self.jump(paid)
        self.begin(paid)

    def _amounts(self, rule: spec.RuleDef, env: Env) -> tuple[tuple[Axis, ...], tuple[Clause, ...]]:
        """What a cost takes from variables, as axes that bear their names, so that the ordinary way to pay can be named."""
        axes: list[Axis] = []
        clauses: list[Clause] = []
        for part in rule.cost:
            if isinstance(part, spec.GivePart) and isinstance(part.source, spec.Variable):
                n = self.value(part.what, env)
                low = max(n.low, 0)
                axes.append(Axis(part.source.name, low, max(n.high, low) - low + 1))
                clauses.append(Clause(self.fresh(part.source.name), flow.Values((n.expr,))))
        return tuple(axes), tuple(clauses)

    def decide_payment(self, rule: spec.RuleDef, env: Env, options: list[Options]) -> None:
        rest = self.reserve(f"{rule.name} is to be paid")
        self.jump(rest)
        self.begin(rest)
        who = env["player"].expr
        self.decisions.append(flow.Decision(f"{rule.name}.cost", who, tuple(options), None, True, rule.name, rule.span))
        self.close(Decide(len(self.decisions) - 1))

    def _pay_parts(self, rule: spec.RuleDef, env: Env) -> None:
        for i, part in enumerate(rule.cost):
            if not (isinstance(part, spec.CardsPart) and self._several_ways(rule, part)):
                self.emit(*self._pay_part(rule, part, env))
                continue
            ways = self.ways(rule, part, env)
            params = tuple(c.name for c in ways.clauses)
            title = f"{rule.name}.cost" if i == 0 else f"{rule.name}.cost.{i + 1}"
            numbers = self.numbered("pay", title, ways.axes)
            paid, cont = self.reserve(f"{rule.name} is paid"), self.reserve(rule.name)
            z, t = self.place_of(part.source, env), self.place_of(part.target, env)
            body: Stmts = ()
            for face, amount in ways.paid:
                body = (*body, *self.move_amount(z, t, face, amount, part.origin.span))
            for payer, count in ways.used:
                body = (*body, *self.helpers_used(rule, payer, count, env))
            self.write(paid, params, lambda body=body, cont=cont: self._paid(body, cont))  # type: ignore[misc]
            guard: Expr | None = None
            if self.tried(rule):
                guard = Trial(paid, tuple(Local(p) for p in params))
            self.decide_payment(rule, env, [Options(numbers, ways.clauses, guard, paid)])
            self.begin(cont)

    def _paid(self, body: Stmts, cont: int) -> None:
        self.emit(*body)
        self.jump(cont)

    def write(self, number: int, params: tuple[str, ...], body: Callable[[], None], before: Stmts = ()) -> None:
        """Write a block apart from the open one, which stays open."""
        kept = (self._open, self._params, self._body)
        self._open = None
        self.begin(number, params)
        self.emit(*before)
        body()
        assert self._open is None
        self._open, self._params, self._body = kept
