"""Spec formulas -> Flow expressions with intervals.

The second layer of the lowering, on top of `sets.py`.  A missing operand makes the whole missing; see `flow.py` for how that looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..spec import spec, types
from . import flow
from .flow import MISSING, OVER, Clause, Const, Expr, Local
from .groups import exists, mask_of, size_of
from .layout import Layout
from .sets import Anything, Env, Sets, extend
from .values import (
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
)  # fmt: skip
from .weave import Woven

WIDE = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Signature:
    """What a lowered define gives: its function, and the interval of its value (of its elements, if it is a set)."""

    function: str
    value: Val


class Expressions(Sets):
    """Formulas of one woven game; defines become functions when they are first called."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.functions: dict[str, flow.Function] = {}
        self._signatures: dict[str, Signature] = {}

    # -- conditions ------------------------------------------------------------------------------
    def test(self, e: spec.Expr, env: Env) -> Expr:
        """A condition, 0 where it is missing."""
        v = self.value(e, env)
        return binary("==", v.expr, Const(1)) if v.partial else v.expr

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
            case spec.Is() | spec.In() | spec.Compare() | spec.And() | spec.Or() | spec.Not():
                return truth(self._condition(e, env))
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

    def possible(self, player: Val, rule: str, args: tuple[spec.Expr, ...] | None, env: Env) -> Expr:
        """Whether the rule could be offered; the layer of decisions says how."""
        raise NotImplementedError

    def position(self, parts: tuple[spec.Expr, ...], env: Env) -> Val:
        """A snapshot as one number: of values, whole variables and zones."""
        values: list[Expr] = []
        runs: list[tuple[int, int]] = []
        for part in parts:
            if isinstance(part, spec.Variable) and part.whole:
                v = self.layout.variables[part.name]
                runs.append((v.base, v.count * v.width))
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
                if not z.top:
                    raise NotImplementedError(f"top of a pile whose top nobody sees: {zone.name}")
                count = self.ordered_count(z, z.top, instance)
                expr = choice(binary("<", Const(0), count), self.ordered_cell(z, z.top, instance, count), Const(-1))
                return Val(expr, 0, z.faces - 1, partial=True)

    # -- static data -----------------------------------------------------------------------------
    def _static(self, e: spec.Expr, env: Env) -> Val:
        match e:
            case spec.TableCell(table, indices):
                name, _, sizes = self.layout.table(table)
                axes = tuple(flow.Axis("", 1, s) for s in sizes)
                index = self.flatten(axes, [self.value(i, env) for i in indices])
                return self.lift([index], lambda x: self.lookup(name, x[0], True))
            case spec.Column(row, kind, column, each):
                definition = self.woven.kinds[kind]
                c = next(c for c in definition.columns if c.name == column)
                index = self.value(row, env)
                if each is not None and c.each is not None:
                    axes = (flow.Axis("", 0, len(definition.rows)), self.layout.axis("", c.each))
                    index = self.flatten(axes, [index, self.value(each, env)])
                numeric = isinstance(c.holds.type.base, types.Int)
                table = self.layout.column(definition, c)
                return self.lift([index], lambda x: self.lookup(table, x[0], numeric))
            case spec.FormulaColumn(row, kind, column, player):
                function = self.formula_column(kind, column)
                return self.lift(
                    [self.value(row, env), self.value(player, env)],
                    lambda x: replace(self._signatures[function].value, expr=flow.Call(function, (x[0], x[1]))),
                )
            case spec.Factor(value, kind, factor):
                table, numeric = self.factor_table(kind, factor)
                return self.lift([self.value(value, env)], lambda x: self.lookup(table, x[0], numeric))
            case spec.Construct(kind, args):
                definition = self.woven.kinds[kind]
                values = [self.value(a, env) for a in args]
                axes = tuple(self.layout.axis(f.name, f.axis) for f in definition.factors)
                if definition.sort == "grid":
                    axes, values = axes[::-1], values[::-1]
                return self.flatten(axes, values)
            case spec.Convert(value, source, target):
                return self._convert(self.value(value, env), source, target)
            case spec.Neighbour(kind, square, direction, ways):
                table = self.neighbour_table(kind, ways)
                count = len(self.woven.kinds[kind].values)
                return self.lift(
                    [self.value(square, env), self.value(direction, env)],
                    lambda x: self.lookup(table, binary("+", binary("*", x[1], Const(count)), x[0]), False),
                )
        raise TypeError(e)

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

    def factor_table(self, kind: str, factor: int) -> tuple[str, bool]:
        """A field of a product or grid by value."""
        definition = self.woven.kinds[kind]
        f = definition.factors[factor]
        axes = [self.layout.axis(g.name, g.axis) for g in definition.factors]
        order = axes[::-1] if definition.sort == "grid" else axes
        name = f"{kind}_{f.name}"
        if name not in self.layout.tables:
            stride = 1
            for axis in (
                order[order.index(axes[factor]) + 1 :] if definition.sort != "grid" else order[len(order) - factor :]
            ):
                stride *= axis.size
            own = axes[factor]
            values = tuple(own.low + v // stride % own.size for v in range(len(definition.values)))
            self.layout.tables[name] = flow.Table(values)
        return name, axes[factor].type == ""

    def neighbour_table(self, kind: str, ways: int) -> str:
        """The next square by direction (the first is up, then clockwise) and square; -1 off the board."""
        definition = self.woven.kinds[kind]
        columns, rows = (f.axis.high for f in definition.factors)
        name = f"{kind}_neighbour_{ways}"
        if name not in self.layout.tables:
            eight = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
            out: list[int] = []
            for dx, dy in eight if ways == 8 else eight[::2]:
                for s in range(columns * rows):
                    x, y = s % columns + dx, s // columns + dy
                    out.append(y * columns + x if 0 <= x < columns and 0 <= y < rows else -1)
            self.layout.tables[name] = flow.Table(tuple(out))
        return name

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

    def _convert(self, v: Val, source: str, target: str) -> Val:
        """Between a kind and the faces of a mixed sort of piece."""
        kinds = self.woven.kinds
        if kinds[target].sort == "faces":
            first = next(start for kind, start, _ in kinds[target].groups if kind == source)
            return self.lift([v], lambda x: Val(binary("+", x[0], Const(first)), v.low + first, v.high + first))
        first, size = next((start, n) for kind, start, n in kinds[source].groups if kind == target)
        inside = within(v, first, first + size - 1)

        def build(x: list[Expr]) -> Val:
            w = replace(v, expr=x[0])
            expr = choice(within(w, first, first + size - 1), binary("-", x[0], Const(first)), Const(-1))
            return Val(expr, 0, size - 1, inside != TRUE)

        return self.lift([v], build)

    # -- defines ---------------------------------------------------------------------------------
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

    # -- conditions ------------------------------------------------------------------------------
    def _condition(self, e: spec.Is | spec.In | spec.Compare | spec.And | spec.Or | spec.Not, env: Env) -> Expr:
        match e:
            case spec.And(parts):
                return conjunction(*(self.test(p, env) for p in parts))
            case spec.Or(parts):
                return disjunction(*(self.test(p, env) for p in parts))
            case spec.Not(part):
                return negation(self.test(part, env))
            case spec.Is(left, right, negated):
                same = self._same(left, right, env)
                return negation(same) if negated else same
            case spec.In(item, group, negated):
                inside = self._within(item, group, env)
                return negation(inside) if negated else inside
            case spec.Compare(op, left, right):
                a, b = self.value(left, env), self.value(right, env)
                if op in (">", ">="):
                    a, b = b, a
                strict = op in ("<", ">")
                test = binary("<" if strict else "<=", a.expr, b.expr)
                if not a.partial and not b.partial:
                    decided = (a.high < b.low, b.high <= a.low) if strict else (a.high <= b.low, b.high < a.low)
                    return TRUE if decided[0] else FALSE if decided[1] else test
                v = self.lift([a, b], lambda x: truth(binary("<" if strict else "<=", x[0], x[1])))
                return binary("==", v.expr, Const(1))
        raise TypeError(e)

    def _same(self, left: spec.Expr, right: spec.Expr, env: Env) -> Expr:
        if isinstance(left, spec.Word):
            left, right = right, left
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
            parts = [self._finish([v, number(0)]) for v in values]
            out = parts[0]
            for p in parts[1:]:
                out = Val(binary("+", out.expr, p.expr), out.low + p.low, out.high + p.high, number=True)
            return out
        best = values[0]
        for v in values[1:]:
            best = self._better(best, v, "min" if word == "min" else "max")
        return best

    def _better(self, a: Val, b: Val, op: flow.BinaryOp) -> Val:
        if op == "max":
            low, high = max(a.low, b.low), max(a.high, b.high)
        else:
            low, high = min(a.low, b.low), min(a.high, b.high)
        if not a.partial and not b.partial:
            return Val(binary(op, a.expr, b.expr), low, high, number=a.number)
        low, high = min(a.low, b.low), max(a.high, b.high)
        x, y = self.fresh("a"), self.fresh("b")
        va, vb = replace(a, expr=Local(x)), replace(b, expr=Local(y))
        both = binary(op, Local(x), Local(y))
        expr = choice(missing(va), Local(y), choice(missing(vb), Local(x), both))
        return Val(flow.LetIn(x, a.expr, flow.LetIn(y, b.expr, expr)), low, high, a.partial and b.partial, a.number)

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


def _domains(env: Mapping[str, Val]) -> tuple[tuple[int, int], ...]:
    """The intervals of parameters."""
    return tuple((v.low, v.high) for v in env.values())


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
