"""Pieces that pay -> options of a payment.

On top of `regions.py`: what a `pays` bend adds to the payment of a rule.  A source that pays the whole cost is one
more way to pay; sources that pay `n` of one face are used one by one before the rest of the bundle is paid.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from ..spec import spec
from . import flow
from .cells import Env
from .flow import Axis, Clause, Const, Expr, Local, Options
from .regions import Regions
from .values import TRUE, binary, conjunction
from .variables import Stmts
from .weave import Payer


class Payers(Regions):
    """The pieces of one woven game that pay."""

    @abstractmethod
    def write(self, number: int, params: tuple[str, ...], body: Callable[[], None], before: Stmts = ()) -> None:
        """Write a block apart from the open one."""

    @abstractmethod
    def decide_payment(self, rule: spec.RuleDef, env: Env, options: list[Options]) -> None:
        """Close the open block with the decision how to pay."""

    def payers_of(self, rule: spec.RuleDef, whole: bool) -> list[Payer]:
        """The sources that pay a rule's whole cost, or some cards of it."""
        return [p for p in self.woven.payers if p.rule == rule.name and (p.amount is None) == whole]

    def payer_option(self, rule: spec.RuleDef, payer: Payer, env: Env, cont: int) -> Options:
        """A piece that pays for everything."""
        kind = payer.piece.kind
        axis = Axis(kind, 0, len(self.woven.kinds[kind].values), kind)
        numbers = self.numbered("pick", f"{rule.name}.cost.{kind}", (axis,))
        local = self.fresh(kind)
        clause = Clause(local, flow.Values((Const(payer.piece.index),)))
        target = self.reserve(f"{rule.name} is paid by {self.woven.kinds[kind].values[payer.piece.index]}")
        before: Stmts = self.plain((payer.using,), env, rule.name) if payer.using is not None else ()
        self.write(target, (local,), lambda: self.jump(cont), before)
        guard = self.test(payer.guard, env)
        return Options(numbers, (clause,), None if guard == TRUE else guard, target)

    # -- so many of one face -----------------------------------------------------------------------
    def helpers_left(self, helpers: list[Payer], env: Env) -> Expr:
        """How many pieces could still pay."""
        total: Expr = Const(0)
        for payer in helpers:
            z = self.layout.zones[payer.zone.name]
            have = self.copies_in(z, self.instance(z, payer.zone.indices, env), Const(payer.piece.index))
            total = binary("+", total, flow.Choice(self.test(payer.guard, env), have, Const(0)))
        return total

    def bundle_helped(self, part: spec.CardsPart, helpers: list[Payer], env: Env) -> Expr:
        """1 if `n of each k in D` could be paid from the zone, with each helper standing in for so many of one face, never for more than is asked."""
        z = self.layout.zones[part.source.name]
        instance = self.instance(z, part.source.indices, env)
        bound = self.bind((part.binder,), env)
        n = self.value(part.amount, bound.env).expr
        face = bound.env[part.binder.name].expr
        return self._coverable(
            bound.clauses, n, self.copies_in(z, instance, face), helpers, self.helpers_left(helpers, env)
        )

    def _coverable(
        self, clauses: tuple[Clause, ...], asked: Expr, have: Expr, helpers: list[Payer], left: Expr
    ) -> Expr:
        size = Const(helpers[0].amount or 1)
        uses = binary("div_up", binary("max", Const(0), binary("-", asked, have)), size)
        fits = flow.Fold("all", clauses, binary("<=", binary("*", uses, size), asked))
        return conjunction(fits, binary("<=", flow.Fold("sum", clauses, uses), left))

    def pay_helped(self, rule: spec.RuleDef, part: spec.CardsPart, helpers: list[Payer], env: Env) -> None:
        """Helpers are used one by one, each for a face, until the rest is paid."""
        z = self.layout.zones[part.source.name]
        instance = self.instance(z, part.source.indices, env)
        size = helpers[0].amount or 1
        base = self.layout.allocate(f"{rule.name}.asked", "frame", z.faces, 0, 2**15)

        def asked(face: Expr) -> flow.Cell:
            return flow.Cell(base, face, z.faces)

        every = self.fresh("face")
        self.emit(
            flow.Each(
                (Clause(every, flow.Range(Const(0), Const(z.faces - 1))),), (flow.Store(asked(Local(every)), Const(0)),)
            )
        )
        bound = self.bind((part.binder,), env)
        face = bound.env[part.binder.name].expr
        self.emit(flow.Each(bound.clauses, (flow.Store(asked(face), self.value(part.amount, bound.env).expr),)))
        head, ask, rest, cont = (
            self.reserve(rule.name),
            self.reserve(),
            self.reserve(f"{rule.name} is paid"),
            self.reserve(rule.name),
        )
        self.jump(head)
        self.begin(head)
        self.branch(binary("<", Const(0), self.helpers_left(helpers, env)), ask, rest)
        self.begin(ask)
        f = self.fresh("face")
        all_faces = (Clause(f, flow.Range(Const(0), Const(z.faces - 1))),)
        have = self.copies_in(z, instance, Local(f))
        kind = self.layout.pieces[z.definition.piece].definition.kind
        options: list[Options] = []
        for payer in helpers:
            name = self.woven.kinds[payer.piece.kind].values[payer.piece.index]
            numbers = self.numbered("pick", f"{rule.name}.cost.{name}", (Axis("face", 0, z.faces, kind),))
            local = self.fresh("face")
            enough = binary("<=", Const(size), asked(Local(local)))
            after = flow.Choice(
                binary("==", Local(f), Local(local)), binary("-", asked(Local(f)), Const(size)), asked(Local(f))
            )
            left = binary("-", self.helpers_left(helpers, env), Const(1))
            clause = Clause(local, flow.Range(Const(0), Const(z.faces - 1)), enough)
            guard = conjunction(self.test(payer.guard, env), self._coverable(all_faces, after, have, helpers, left))
            target = self.reserve(f"{name} pays")
            lower = flow.Store(asked(Local(local)), binary("-", asked(Local(local)), Const(size)))
            using = self.plain((payer.using,), env, rule.name) if payer.using is not None else ()
            self.write(target, (local,), lambda: self.jump(head), (lower, *using))
            options.append(Options(numbers, (clause,), guard, target))
        target = self.reserve("pay")
        self.write(target, (), lambda: self.jump(rest))
        covered = flow.Fold("all", all_faces, binary("<=", asked(Local(f)), have))
        options.append(Options(self.numbered("pay", f"{rule.name}.cost", ()), (), covered, target))
        self.decide_payment(rule, env, options)
        self.begin(rest)
        source, goal = self.place_of(part.source, env), self.place_of(part.target, env)
        g = self.fresh("face")
        move = self.move_amount(source, goal, Local(g), asked(Local(g)), part.origin.span)
        self.emit(flow.Each((Clause(g, flow.Range(Const(0), Const(z.faces - 1))),), move))
        self.jump(cont)
        self.begin(cont)
