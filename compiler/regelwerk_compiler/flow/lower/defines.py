"""Spec defines, ranks and columns of formulas -> functions.

On top of `statics.py`.  A define becomes a function when it is first called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...spec import spec, types
from .. import flow
from ..flow import MISSING, Clause, Const, Expr, Local
from ..values import FALSE, Val, binary, choice, conjunction, disjunction, within
from .cells import Anything, Env, extend
from .groups import mask_of
from .layout import Layout
from .statics import Statics
from .weave import Woven


@dataclass(frozen=True, slots=True)
class Signature:
    """What a lowered define gives: its function, and the interval of its value (of its elements, if it is a set)."""

    function: str
    value: Val


def _domains(env: Mapping[str, Val]) -> tuple[tuple[int, int], ...]:
    """The intervals of parameters."""
    return tuple((v.low, v.high) for v in env.values())


class Defines(Statics):
    """The defines of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.functions: dict[str, flow.Function] = {}
        self._signatures: dict[str, Signature] = {}

    def call_column(self, kind: str, column: str, row: Val, player: Val) -> Val:
        """A formula in a column of a row, for a player."""
        function = self.formula_column(kind, column)
        value = self._signatures[function].value
        return self.lift([row, player], lambda x: replace(value, expr=flow.Call(function, (x[0], x[1]))))

    def formula_column(self, kind: str, column: str) -> str:
        """The function (row, player) of a column of formulas."""
        name = f"{kind}_{column}"
        if name not in self._signatures:
            row, player = self.fresh("row"), self.fresh("player")
            seats = len(self.woven.seats) - 1
            expr: Expr = Const(0)
            low = high = 0
            for i, cells in reversed(list(enumerate(self.woven.kinds[kind].rows))):
                v = self.value(cells[column], {"player": Val(Local(player), 0, seats)})  # type: ignore[arg-type]
                low, high = min(low, v.low), max(high, v.high)
                expr = choice(binary("==", Local(row), Const(i)), v.expr, expr)
            self.functions[name] = flow.Function(name, (row, player), expr)
            self._signatures[name] = Signature(name, Val(Const(0), low, high, number=True))
        return name

    def signature(self, name: str) -> Signature:
        """The function of a define whose value is no set, lowered when it is first asked for."""
        if name not in self._signatures:
            definition = self.woven.defines[name]
            env, params = self.params(definition.params)
            v = self._finish([self.value(a, env, definition.type) for a in definition.alternatives])
            self.functions[name] = flow.Function(name, params, v.expr, origin=definition.span, domains=_domains(env))
            self._signatures[name] = Signature(name, replace(v, expr=Const(0)))
        return self._signatures[name]

    def mask_define(self, name: str) -> tuple[str, int, int]:
        """The function of a define whose value is a set: its name, the lowest element and the width."""
        if name not in self._signatures:
            definition = self.woven.defines[name]
            env, params = self.params(definition.params)
            group = self.group(definition.alternatives[0], env)
            mask = mask_of(group, self.fresh)
            self.functions[name] = flow.Function(name, params, mask, group.width, definition.span, _domains(env))
            self._signatures[name] = Signature(name, Val(Const(0), group.low, group.high, number=group.number))
        v = self._signatures[name].value
        return name, v.low, max(1, v.high - v.low + 1)

    def params(self, binders: tuple[spec.Binder, ...]) -> tuple[dict[str, Val], tuple[str, ...]]:
        """Locals for the parameters of a define or procedure, with the intervals of their domains."""
        env: dict[str, Val] = {}
        names: list[str] = []
        for binder in binders:
            name = self.fresh(binder.name)
            names.append(name)
            env[binder.name] = self.param(binder, Local(name))
        return env, tuple(names)

    def param(self, binder: spec.Binder, expr: Expr) -> Val:
        """A parameter with the interval of its domain."""
        base = binder.type.base
        if isinstance(base, types.Int):
            low, high = self.static_interval(binder.domain)
            return Val(expr, low, high, number=True)
        low, high = self.layout.bounds(base)
        return Val(expr, low, high)

    def static_interval(self, domain: spec.Expr) -> tuple[int, int]:
        """The numbers a domain may hold, whatever the state; names bound elsewhere count as wide as their type."""
        group = self.group(domain, Anything())
        return group.low, group.high

    def _call(self, name: str, args: tuple[spec.Expr, ...], env: Env) -> Val:
        signature = self.signature(name)
        definition = self.woven.defines[name]
        values: list[Val] = []
        for binder, arg in zip(definition.params, args, strict=True):
            v = self.value(arg, env)
            low, high = (d := self.param(binder, Const(0))).low, d.high
            if v.number and (v.low < low or v.high > high) and isinstance(binder.domain, spec.Range | spec.AllOf):
                v = self.lift([v], lambda x, v=v, low=low, high=high: self._clipped(replace(v, expr=x[0]), low, high))  # type: ignore[misc]
            values.append(v)
        return self.lift(values, lambda x: replace(signature.value, expr=flow.Call(name, tuple(x))))

    @staticmethod
    def _clipped(v: Val, low: int, high: int) -> Val:
        """Missing outside an interval: a define knows nothing of other arguments."""
        expr = choice(within(v, low, high), v.expr, Const(MISSING))
        return Val(expr, max(low, v.low), min(high, v.high), True, True)

    def _rank_cell(self, name: str, args: tuple[spec.Expr, ...], who: spec.Expr, env: Env) -> Val:
        function = self.rank_function(name)
        v = self._signatures[function].value
        return self.lift(
            [*(self.value(a, env) for a in args), self.value(who, env)],
            lambda x: replace(v, expr=flow.Call(function, tuple(x))),
        )

    def rank_function(self, name: str) -> str:
        """The function of a define that is a rank: its parameters, then who."""
        if name not in self._signatures:
            definition = self.woven.defines[name]
            assert definition.rank is not None
            env, params = self.params(definition.params)
            who = self.fresh(definition.rank.binder.name)
            v = self.rank_prize(definition.rank, env, Local(who), name, params)
            self.functions[name] = flow.Function(name, (*params, who), v.expr, origin=definition.span)
            self._signatures[name] = Signature(name, replace(v, expr=Const(0)))
        return name

    def rank_prize(self, rank: spec.RankDef, env: Env, who: Expr, name: str, params: tuple[str, ...]) -> Val:
        """What `who` gets by a rank; 0 for who takes no part.  Its keys become functions."""
        element = self.domain(rank.binder, env)
        me = element.element(who)
        args = tuple(Local(p) for p in params)
        keys: list[tuple[bool, str]] = []
        x = self.fresh(rank.binder.name)
        scope = extend(env, {rank.binder.name: element.element(Local(x))})
        for i, key in enumerate(rank.order):
            v = self.value(key.value, scope)
            function = f"{name}__key_{i + 1}"
            self.functions[function] = flow.Function(function, (*params, x), v.expr)
            keys.append((key.highest, function))
        part = element.has(me)
        if rank.binder.where is not None:
            part = conjunction(part, self.test(rank.binder.where, extend(env, {rank.binder.name: me})))
        other = self.fresh("other")
        bound = self.bind((rank.binder,), env, names=(other,))
        ahead, tied = self.compare_keys(keys, args, Local(other), who)
        better = flow.Fold("count", (*bound.clauses[:-1], self._also(bound.clauses[-1], ahead)), Const(1))
        place_ = binary("+", better, Const(1))
        most = max(1, bound.most)
        if rank.ties == "next":
            second = self.fresh("other")
            again = self.bind((rank.binder,), env, names=(second,))
            _, same = self.compare_keys(keys, args, Local(second), who)
            not_me = conjunction(binary("!=", Local(second), who), same)
            place_ = binary("+", place_, flow.Fold("any", again.clauses, not_me))
        at = self.fresh("place")
        prize = self.value(rank.prize, extend(env, {"place": Val(Local(at), 1, most + 1, number=True)}))
        if rank.ties == "split":
            second = self.fresh("other")
            again = self.bind((rank.binder,), env, names=(second,))
            _, same = self.compare_keys(keys, args, Local(second), who)
            tied_count = flow.Fold("count", (*again.clauses[:-1], self._also(again.clauses[-1], same)), Const(1))
            n, first = self.fresh("tied"), self.fresh("first")
            last = binary("-", binary("+", Local(first), Local(n)), Const(1))
            total = flow.Fold("sum", (Clause(at, flow.Range(Local(first), last)),), prize.expr)
            body: Expr = flow.LetIn(n, tied_count, binary("div_down", total, Local(n)))
            expr = flow.LetIn(first, place_, body)
        else:
            expr = flow.LetIn(at, place_, prize.expr)
        del tied
        return Val(choice(part, expr, Const(0)), min(0, prize.low), max(0, prize.high), number=True)

    @staticmethod
    def _also(clause: Clause, test: Expr) -> Clause:
        return replace(clause, where=test if clause.where is None else conjunction(clause.where, test))

    @staticmethod
    def compare_keys(keys: list[tuple[bool, str]], args: tuple[Expr, ...], a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """Whether `a` stands before `b` by the keys, and whether they are equal in all of them."""
        ahead: Expr = FALSE
        equal: list[Expr] = []
        for highest, function in reversed(keys):
            x, y = flow.Call(function, (*args, a)), flow.Call(function, (*args, b))
            first = binary("<", y, x) if highest else binary("<", x, y)
            same = binary("==", x, y)
            ahead = disjunction(first, conjunction(same, ahead))
            equal.append(same)
        return ahead, conjunction(*reversed(equal))
