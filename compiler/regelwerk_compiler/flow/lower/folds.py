"""Spec aggregates, missing operands and look-ups -> Flow expressions.

On top of `sets.py`.  A missing operand makes the whole missing; see `flow/flow/` for how that looks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...spec import spec
from .. import flow
from ..flow import MISSING, Clause, Const, Expr, Local
from ..values import FALSE, TRUE, Val, binary, choice, conjunction, disjunction, missing, present, simple, truth
from .cells import Env
from .groups import exists, size_of
from .sets import Sets

WIDE = 2**31 - 1


class Folds(Sets):
    """Aggregates of one woven game."""

    def lift(self, values: list[Val], build: Callable[[list[Expr]], Val]) -> Val:
        """`build` on the values' expressions; missing as soon as one of them is."""
        bound: list[tuple[str, Expr]] = []
        exprs: list[Expr] = []
        gone: list[Expr] = []
        for v in values:
            expr = v.expr
            if v.partial and not simple(expr):
                name = self.fresh("t")
                bound.append((name, expr))
                expr = Local(name)
            exprs.append(expr)
            gone.append(missing(replace(v, expr=expr)))
        out = build(exprs)
        test = disjunction(*gone)
        if test == FALSE:
            return out
        body = choice(test, Const(out.none), out.expr)
        for name, expr in reversed(bound):
            body = flow.LetIn(name, expr, body)
        return replace(out, expr=body, partial=True)

    @staticmethod
    def _joined(a: Val, b: Val, expr: Expr, partial: bool) -> Val:
        low, high = min(a.low, b.low), max(a.high, b.high)
        if a.low > a.high:
            low, high = b.low, b.high
        elif b.low > b.high:
            low, high = a.low, a.high
        return Val(expr, low, high, partial, a.number or b.number)

    def _finish(self, parts: list[Val]) -> Val:
        out = parts[-1]
        for v in reversed(parts[:-1]):
            if not v.partial:
                out = v
                continue
            if simple(v.expr):
                out = self._joined(v, out, choice(missing(v), out.expr, v.expr), out.partial)
            else:
                name = self.fresh("t")
                body = choice(missing(replace(v, expr=Local(name))), out.expr, Local(name))
                out = self._joined(v, out, flow.LetIn(name, v.expr, body), out.partial)
        return out

    def lookup(self, table: str, index: Expr, numeric: bool) -> Val:
        """A cell of a static table, with the interval of what stands in it."""
        values = self.layout.tables[table].values
        if isinstance(index, Const):
            v = values[index.value]
            gone = v <= MISSING if numeric else v < 0
            return Val(Const(v), v, v, gone, numeric)
        there = [v for v in values if (v > MISSING if numeric else v >= 0)]
        low, high = (min(there), max(there)) if there else (0, 0)
        if there and low == high and len(there) == len(values):
            return Val(Const(low), low, high, number=numeric)
        return Val(flow.Lookup(table, index), low, high, len(there) < len(values), numeric)

    def _fold(self, e: spec.Expr, env: Env) -> Val:
        match e:
            case spec.PickIn("count", group):
                return size_of(self.group(group, env), self.fresh)
            case spec.PickIn("any", group):
                return truth(exists(self.group(group, env), self.fresh("x")))
            case spec.PickIn("first", group):
                g = self.group(group, env, slots_in_order=True)
                name = self.fresh("x")
                none = MISSING if g.number else -1
                fold = flow.Fold("first", g.clauses(name), Local(name), empty=none)
                return Val(fold, g.low, g.high, not g.nonempty, g.number)
            case spec.Pick("count", binders, _):
                bound = self.bind(binders, env, copies=True)
                return Val(flow.Fold("count", bound.clauses, Const(1)), 0, bound.most, number=True)
            case spec.Pick("any", binders, _):
                return truth(flow.Fold("any", self.bind(binders, env).clauses, TRUE))
            case spec.Pick("first", binders, order):
                bound = self.bind(binders, env)
                v = bound.env[binders[-1].name]
                keys = self.order(order, bound.env)
                fold = flow.Fold("first", bound.clauses, v.expr, keys, v.none)
                return replace(v, expr=fold, partial=not bound.nonempty)
            case spec.FoldOf(word, items):
                return self._fold_written(word, [self.value(i, env, e.type) for i in items])
            case spec.Fold(word, body, binders):
                return self._fold_over(word, body, binders, env)
        raise TypeError(e)

    def order(self, keys: tuple[spec.Key, ...], env: Env) -> tuple[flow.SortKey, ...]:
        """The keys of an order."""
        return tuple(flow.SortKey(k.highest, self.value(k.value, env).expr) for k in keys)

    def _fold_written(self, word: str, values: list[Val]) -> Val:
        if word == "all":
            return truth(conjunction(*(binary("==", v.expr, Const(1)) if v.partial else v.expr for v in values)))
        if word == "sum":
            low, high = sum(v.low for v in values), sum(v.high for v in values)
            return self.lift(values, lambda x: Val(_chained("+", x), low, high, number=True))
        op: flow.BinaryOp = "max" if word == "max" else "min"
        best = max if word == "max" else min
        low, high = best(v.low for v in values), best(v.high for v in values)
        return self.lift(values, lambda x: Val(_chained(op, x), low, high, number=values[0].number))

    def _fold_over(self, word: str, body: spec.Expr, binders: tuple[spec.Binder, ...], env: Env) -> Val:
        bound = self.bind(binders, env, copies=word == "sum")
        if word == "all":
            return truth(flow.Fold("all", bound.clauses, self.test(body, bound.env)))
        v = self.value(body, bound.env)
        clauses = bound.clauses
        expr = v.expr
        if v.partial:
            name = self.fresh("t")
            there = present(replace(v, expr=Local(name)))
            clauses = (*clauses, Clause(name, flow.Values((expr,)), there))
            expr = Local(name)
        if word == "sum":
            low, high = (
                0 if x == 0 else max(-WIDE, min(WIDE, x * bound.most)) for x in (min(0, v.low), max(0, v.high))
            )
            return Val(flow.Fold("sum", clauses, expr), low, high, number=True)
        kind: flow.FoldKind = "min" if word == "min" else "max"
        some = bound.nonempty and not v.partial
        return Val(flow.Fold(kind, clauses, expr, empty=v.none), v.low, v.high, not some, v.number)


def _chained(op: flow.BinaryOp, parts: list[Expr]) -> Expr:
    out = parts[0]
    for part in parts[1:]:
        out = binary(op, out, part)
    return out
