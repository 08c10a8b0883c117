"""Pieces that pay -> options of a payment.

On top of `regions.py`: what a `pays` bend adds to the payment of a rule.  A source that pays the whole cost is one
more way to pay; sources that pay `n` of one face are part of a way to pay a bundle, see `payments.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from ...spec import spec
from .. import flow
from ..flow import Axis, Clause, Const, Expr, Local, Options
from ..values import TRUE, binary, choice, conjunction, disjunction
from .cells import Env
from .regions import Regions
from .variables import Stmts
from .weave import Payer


class Payers(Regions):
    """The pieces of one woven game that pay."""

    @abstractmethod
    def write(self, number: int, params: tuple[str, ...], body: Callable[[], None], before: Stmts = ()) -> None:
        """Write a block apart from the open one."""

    def payers_of(self, rule: spec.RuleDef, whole: bool) -> list[Payer]:
        """The sources that pay a rule's whole cost, or some cards of it."""
        return [p for p in self.woven.payers if p.rule == rule.name and (p.amount is None) == whole]

    def payer_options(self, rule: spec.RuleDef, env: Env, cont: int) -> list[Options]:
        """Each piece that pays for everything, once, however many of its bends do."""
        by_piece: dict[tuple[str, int], list[Payer]] = {}
        for payer in self.payers_of(rule, whole=True):
            by_piece.setdefault((payer.piece.kind, payer.piece.index), []).append(payer)
        return [self._payer_option(rule, payers, env, cont) for payers in by_piece.values()]

    def _payer_option(self, rule: spec.RuleDef, payers: list[Payer], env: Env, cont: int) -> Options:
        piece, using = payers[0].piece, payers[0].using
        name = self.woven.kinds[piece.kind].values[piece.index]
        axes = Axis(piece.kind, piece.index, 1, piece.kind), Axis("amount", 1, 1)
        numbers = self.numbered("pay", f"{rule.name}.cost.{name}", axes)
        local, one = self.fresh(piece.kind), self.fresh("amount")
        clauses = Clause(local, flow.Values((Const(piece.index),))), Clause(one, flow.Values((Const(1),)))
        target = self.reserve(f"{rule.name} is paid by {name}")
        before: Stmts = self.plain((using,), env, rule.name) if using is not None else ()
        self.write(target, (local, one), lambda: self.jump(cont), before)
        guard = disjunction(*(self.test(payer.guard, env) for payer in payers))
        return Options(numbers, clauses, None if guard == TRUE else guard, target)

    # -- so many of one face -----------------------------------------------------------------------
    def helpers_there(self, payer: Payer, env: Env) -> Expr:
        """How many copies of a piece that pays for some cards there are to be used."""
        z = self.layout.zones[payer.zone.name]
        have = self.copies_in(z, self.instance(z, payer.zone.indices, env), Const(payer.piece.index))
        return choice(self.test(payer.guard, env), have, Const(0))

    def helper_axis(self, payer: Payer) -> Axis:
        """How many of it are used, as an axis of a payment."""
        kind = self.woven.kinds[payer.piece.kind]
        copies = self.layout.pieces[self.layout.zones[payer.zone.name].definition.piece].definition.copies
        return Axis(kind.values[payer.piece.index], 0, copies[payer.piece.index] + 1)

    def helpers_fit(self, helpers: list[tuple[Payer, Expr]], missing: list[Expr]) -> Expr:
        """1 if so many of each can stand in for missing cards, each for its number of one face and never for more than is missing."""
        clauses: list[Clause] = []
        covered: list[Expr] = [Const(0)] * len(missing)
        for payer, count in helpers:
            size = Const(payer.amount or 1)
            spread: Expr = Const(0)
            for i, rest in enumerate(missing):
                uses = self.fresh("uses")
                spread = binary("+", spread, Local(uses))
                covered[i] = binary("+", covered[i], binary("*", Local(uses), size))
                all_spread = binary("==", spread, count) if i == len(missing) - 1 else None
                most = binary("min", count, binary("div_down", rest, size))
                clauses.append(Clause(uses, flow.Range(Const(0), most), all_spread))
        inside = conjunction(*(binary("<=", c, rest) for c, rest in zip(covered, missing, strict=True)))
        return flow.Fold("any", tuple(clauses), inside)

    def helpers_used(self, rule: spec.RuleDef, payer: Payer, count: Expr, env: Env) -> Stmts:
        """So many copies of it are used up."""
        if payer.using is None:
            return ()
        one = self.plain((payer.using,), env, rule.name)
        return (flow.Each((Clause(self.fresh("use"), flow.Range(Const(1), count)),), one),)
