"""Spec formulas -> Flow expressions with intervals.

On top of `defines.py`.  A missing operand makes the whole missing; see `flow/flow/` for how that looks.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ...spec import spec, types
from .. import flow
from ..flow import MISSING, OVER, Const, Expr, Local
from ..values import (
    FALSE,
    TRUE,
    Val,
    binary,
    choice,
    conjunction,
    disjunction,
    missing,
    negation,
    number,
    place,
    present,
    simple,
    truth,
    within,
)
from .cells import Env
from .defines import Defines
from .groups import Group


class Expressions(Defines):
    """Formulas of one woven game; defines become functions when they are first called."""

    # -- conditions ------------------------------------------------------------------------------
    def test(self, e: spec.Expr, env: Env) -> Expr:
        """1 if a condition holds, 0 if it does not or is missing."""
        match e:
            case spec.And(parts):
                return conjunction(*(self.test(p, env) for p in parts))
            case spec.Or(parts):
                return disjunction(*(self.test(p, env) for p in parts))
            case spec.Not(part):
                return self.refuted(part, env)
        v = self.value(e, env)
        return binary("==", v.expr, Const(1)) if v.partial else v.expr

    def refuted(self, e: spec.Expr, env: Env) -> Expr:
        """1 if a condition is there and does not hold."""
        match e:
            case spec.And(parts):
                return disjunction(*(self.refuted(p, env) for p in parts))
            case spec.Or(parts):
                return conjunction(*(self.refuted(p, env) for p in parts))
            case spec.Not(part):
                return self.test(part, env)
        v = self.value(e, env)
        return binary("==", v.expr, Const(0)) if v.partial else negation(v.expr)

    def may_miss(self, e: spec.Expr, env: Env) -> bool:
        """Whether a condition may be missing."""
        match e:
            case spec.And(parts) | spec.Or(parts):
                return any(self.may_miss(p, env) for p in parts)
            case spec.Not(part):
                return self.may_miss(part, env)
        return self.value(e, env).partial

    # -- values ----------------------------------------------------------------------------------
    def value(self, e: spec.Expr, env: Env, want: types.Type | None = None) -> Val:
        """The value of a formula; `want` is the type of what takes it, for its words."""
        match e:
            case spec.IntLit(value):
                return number(value)
            case spec.BoolLit(value):
                return truth(Const(int(value)))
            case spec.Value(_, index):
                return place(index)
            case spec.Seat(name):
                return place(self.woven.seats.index(name))
            case spec.Word(word):
                return self.word(word, want or e.type)
            case spec.OptionRef(name):
                option = self.woven.game.options[name]
                v = self.woven.options[name]
                return Val(Const(v), v, v, number=isinstance(option.holds.type.base, types.Int))
            case spec.Over():
                return truth(flow.Cell(OVER))
            case spec.Bound(name):
                return env[name]
            case spec.RuleValue(rule):
                return place(self.layout.rule_order.index(rule))
            case spec.Variable() | spec.SlotCell() | spec.FaceCount() | spec.Top():
                return self._state(e, env)
            case (
                spec.TableCell()
                | spec.Column()
                | spec.FormulaColumn()
                | spec.Factor()
                | spec.Construct()
                | spec.Convert()
                | spec.Neighbour()
            ):
                return self._static(e, env)
            case spec.CallDefine(name, args):
                return self._call(name, args, env)
            case spec.RankCell(name, args, who):
                return self._rank_cell(name, args, who, env)
            case spec.And() | spec.Or() | spec.Not():
                holds = self.test(e, env)
                if not self.may_miss(e, env):
                    return truth(holds)
                return Val(choice(holds, TRUE, choice(self.refuted(e, env), FALSE, Const(-1))), 0, 1, partial=True)
            case spec.Is() | spec.In() | spec.Compare():
                return self._condition(e, env)
            case spec.If(value, condition, otherwise):
                return self._if(value, condition, otherwise, env, self._wanted(e, want))
            case spec.Finish(parts):
                return self._finish([self.value(p, env, self._wanted(e, want)) for p in parts])
            case spec.Arithmetic() | spec.Step() | spec.Divide() | spec.Negate() | spec.Abs() | spec.IndexOf():
                return self._arithmetic(e, env)
            case spec.PickIn() | spec.Pick() | spec.FoldOf() | spec.Fold():
                return self._fold(e, env)
            case spec.PositionOf(parts):
                return self.position(parts, env)
            case spec.Possible(player, rule, args):
                return truth(self.possible(self.value(player, env), rule, args, env))
        # a set of one, written as a value: its only element
        group = self.group(e, env)
        name = self.fresh("x")
        expr = flow.Fold("first", group.clauses(name), Local(name), empty=MISSING if group.number else -1)
        return Val(expr, group.low, group.high, partial=True, number=group.number)

    @abstractmethod
    def possible(self, player: Val, rule: str, args: tuple[spec.Expr, ...] | None, env: Env) -> Expr:
        """Whether the rule could be offered; the layer of decisions says how."""

    def position(self, parts: tuple[spec.Expr, ...], env: Env) -> Val:
        """A snapshot as one number: of values, whole variables and zones."""
        values: list[Expr] = []
        runs: list[tuple[int, int, int]] = []
        for part in parts:
            if isinstance(part, spec.Variable) and part.whole:
                v = self.layout.variables[part.name]
                end = v.base + v.count * v.width + (1 if v.definition.history else 0)
                for info in (info for info in self.layout.cells if v.base <= info.base < end):
                    fits = (n for n in (1, 2, 4) if -(1 << 8 * n - 1) <= info.low and info.high < 1 << 8 * n - 1)
                    runs.append((info.base, info.size, next(fits, 8)))
            else:
                values.append(self.value(part, env).expr)
        return Val(flow.Digest(tuple(values), tuple(runs)), 0, 2**62)

    @staticmethod
    def _wanted(e: spec.Expr, want: types.Type | None) -> types.Type:
        return want if want is not None and want.words else e.type

    def word(self, word: str, want: types.Type) -> Val:
        """A word as a variable of that type holds it."""
        index = want.words.index(word) if word in want.words else 0
        numeric = isinstance(want.base, types.Int)
        return Val(Const((MISSING if numeric else -1) - index), 0, -1, partial=True, number=numeric)

    # -- state -----------------------------------------------------------------------------------
    def _state(self, e: spec.Variable | spec.SlotCell | spec.FaceCount | spec.Top, env: Env) -> Val:
        match e:
            case spec.Variable(name, indices):
                v = self.layout.variables[name]
                index = self.flatten(v.axes, [self.value(i, env) for i in indices])
                high = v.holds.low + v.holds.size - 1
                numeric = isinstance(v.definition.holds.type.base, types.Int)
                words = bool(v.definition.holds.type.words)
                return self.lift(
                    [index], lambda x: Val(self.cell(v.base, x[0], v.count), v.holds.low, high, words, numeric)
                )
            case spec.SlotCell(zone, index):
                z = self.layout.zones[zone.name]
                instance = self.instance(z, zone.indices, env)
                i = self.value(index, env)
                at = self.flatten((flow.Axis("", 1, z.slots),), [i])
                slot = self.lift([at], lambda x: Val(self.slot(z, instance, x[0]), 0, z.faces - 1, True))
                return replace(slot, partial=True)
            case spec.FaceCount(zone, face):
                z = self.layout.zones[zone.name]
                instance = self.instance(z, zone.indices, env)
                f = self.value(face, env)
                copies = self.layout.pieces[z.definition.piece].definition.copies
                most = max(copies, default=0) if f.constant is None else copies[f.constant]
                # a face that is not there lies nowhere
                lies = self.lift([f], lambda x: Val(self.copies_in(z, instance, x[0]), 0, most, number=True))
                return self._finish([lies, number(0)])
            case spec.Top(zone):
                z = self.layout.zones[zone.name]
                instance = self.instance(z, zone.indices, env)
                assert z.top, "only a pile that shows its top can be asked for it"
                count = self.ordered_count(z, z.top, instance)
                expr = choice(binary("<", Const(0), count), self.ordered_cell(z, z.top, instance, count), Const(-1))
                return Val(expr, 0, z.faces - 1, partial=True)

    # -- static data -----------------------------------------------------------------------------

    # -- defines ---------------------------------------------------------------------------------

    # -- conditions ------------------------------------------------------------------------------
    def _condition(self, e: spec.Is | spec.In | spec.Compare, env: Env) -> Val:
        match e:
            case spec.Is(left, right, negated):
                same = self._same(left, right, env)
                return truth(negation(same) if negated else same)
            case spec.In(item, group, negated):
                inside = self._within(item, group, env)
                return truth(negation(inside) if negated else inside)
            case spec.Compare(op, left, right):
                a, b = self.value(left, env), self.value(right, env)
                if op in (">", ">="):
                    a, b = b, a
                strict = op in ("<", ">")
                if not a.partial and not b.partial:
                    decided = (a.high < b.low, b.high <= a.low) if strict else (a.high <= b.low, b.high < a.low)
                    if decided[0]:
                        return truth(TRUE)
                    if decided[1]:
                        return truth(FALSE)
                return self.lift([a, b], lambda x: truth(binary("<" if strict else "<=", x[0], x[1])))
        raise TypeError(e)

    def _same(self, left: spec.Expr, right: spec.Expr, env: Env) -> Expr:
        if isinstance(left, spec.Word):
            left, right = right, left
        if isinstance(left.type.base, types.Set) and isinstance(right.type.base, types.Set):
            a_set, b_set = self.group(left, env), self.group(right, env)
            return conjunction(self._part(a_set, b_set), self._part(b_set, a_set))
        a = self.value(left, env)
        if isinstance(right, spec.Word):
            if right.word in left.type.words and len(left.type.words) > 1:
                code = self.word(right.word, left.type)
                return binary("==", a.expr, code.expr)
            return missing(a)
        b = self.value(right, env)
        if not a.partial and not b.partial and (a.high < b.low or b.high < a.low):
            return FALSE
        return binary("==", a.expr, b.expr)

    def _part(self, some: Group, all_: Group) -> Expr:
        """Whether everything that is in one set is in the other."""
        name = self.fresh("x")
        return flow.Fold("all", some.clauses(name), all_.has(some.element(Local(name))))

    def _within(self, item: spec.Expr, group: spec.Expr, env: Env) -> Expr:
        if isinstance(group, spec.SetOf):
            return disjunction(*(self._same(item, i, env) for i in group.items))
        v = self.value(item, env)
        g = self.group(group, env)
        if simple(v.expr):
            return conjunction(present(v), g.has(v.total()))
        name = self.fresh("t")
        local = replace(v, expr=Local(name))
        return flow.LetIn(name, v.expr, conjunction(present(local), g.has(local.total())))

    def _if(
        self, value: spec.Expr, condition: spec.Expr, otherwise: spec.Expr | None, env: Env, want: types.Type
    ) -> Val:
        test = self.test(condition, env)
        a = self.value(value, env, want)
        if otherwise is None:
            if test == TRUE:
                return a
            return replace(a, expr=choice(test, a.expr, Const(a.none)), partial=True)
        b = self.value(otherwise, env, want)
        if isinstance(test, Const):
            return a if test.value else b
        return self._joined(a, b, choice(test, a.expr, b.expr), a.partial or b.partial)

    # -- numbers ---------------------------------------------------------------------------------
    def _arithmetic(self, e: spec.Expr, env: Env) -> Val:
        match e:
            case spec.Arithmetic(op, left, right):
                a, b = self.value(left, env), self.value(right, env)
                low, high = _interval(op, a, b)
                return self.lift([a, b], lambda x: Val(binary(op, x[0], x[1]), low, high, number=True))
            case spec.Divide(left, right, rounded):
                a, b = self.value(left, env), self.value(right, env)
                op2: flow.BinaryOp = "div_down" if rounded == "down" else "div_up"
                corners = [
                    x for d in {b.low, b.high} if d for x in (a.low // d, -(-a.low // d), a.high // d, -(-a.high // d))
                ]
                safe = b.low > 0 or b.high < 0
                if not safe:
                    corners += [-max(abs(a.low), abs(a.high)), max(abs(a.low), abs(a.high))]
                return self.lift(
                    [a, b], lambda x: Val(binary(op2, x[0], x[1]), min(corners), max(corners), number=True)
                )
            case spec.Negate(part):
                a = self.value(part, env)
                return self.lift([a], lambda x: Val(_negated(x[0]), -a.high, -a.low, number=True))
            case spec.Abs(part):
                a = self.value(part, env)
                top = max(abs(a.low), abs(a.high))
                if a.low >= 0:
                    return a
                return self.lift([a], lambda x: Val(_absolute(x[0]), 0, top, number=True))
            case spec.IndexOf(part):
                a = self.value(part, env)
                return self.lift([a], lambda x: Val(x[0], a.low, a.high, number=True))
            case spec.Step(value, op, by):
                return self._along(self.value(value, env), op, self.value(by, env), e.type)
        raise TypeError(e)

    def _along(self, v: Val, op: str, by: Val, type_: types.Type) -> Val:
        low, high = self.layout.bounds(type_.base)
        size = high - low + 1
        ring = isinstance(type_.base, types.Player) or (
            isinstance(type_.base, types.Kind) and self.woven.kinds[type_.base.name].ring
        )

        def build(x: list[Expr]) -> Val:
            moved = binary("+" if op == "+" else "-", x[0], x[1])
            if ring:
                return Val(binary("mod", moved, Const(size)), low, high)
            a = by.low if op == "+" else -by.high
            b = by.high if op == "+" else -by.low
            w = Val(moved, v.low + a, v.high + b)
            test = within(w, low, high)
            return Val(choice(test, moved, Const(-1)), max(low, w.low), min(high, w.high), test != TRUE)

        return self.lift([v, by], build)

    # -- aggregates ------------------------------------------------------------------------------


def _interval(op: str, a: Val, b: Val) -> tuple[int, int]:
    match op:
        case "+":
            return a.low + b.low, a.high + b.high
        case "-":
            return a.low - b.high, a.high - b.low
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return min(corners), max(corners)
    if b.low > 0 and a.low >= 0 and a.high < b.low:
        return a.low, a.high
    return (0, max(0, b.high - 1)) if b.low > 0 else (min(0, b.low + 1), max(0, b.high - 1))


def _negated(expr: Expr) -> Expr:
    return Const(-expr.value) if isinstance(expr, Const) else flow.Unary("neg", expr)


def _absolute(expr: Expr) -> Expr:
    return Const(abs(expr.value)) if isinstance(expr, Const) else flow.Unary("abs", expr)
