"""Spec sets, zones and binders -> groups and clauses.

On top of `cells.py`: everything that something can be taken from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...spec import spec, types
from .. import flow
from ..flow import Clause, Const, Expr, Local
from ..values import TRUE, Val, binary, choice, conjunction, disjunction, missing, present
from .cells import Cells, Env, extend
from .groups import Group, around, bits, everything, exists, filtered, interval, mask_of, written
from .layout import ZoneCells


@dataclass(frozen=True, slots=True)
class Bindings:
    """What some binders come to: clauses, the names they bind, and how many bindings there may be."""

    clauses: tuple[Clause, ...]
    env: dict[str, Val]
    most: int
    nonempty: bool


class Sets(Cells):
    """Sets, zones and binders of one woven game."""

    def zone(self, z: ZoneCells, instance: Expr, slots_in_order: bool = False) -> Group:
        """The faces in a zone; each once, with its copies.  `slots_in_order`: slot by slot instead."""
        high = z.faces - 1
        copies = self.layout.pieces[z.definition.piece].definition.copies
        most = min(sum(copies), z.definition.size or sum(copies))
        if z.slots and slots_in_order:

            def clauses(name: str) -> tuple[Clause, ...]:
                i = self.fresh("slot")
                cell = self.slot(z, instance, Local(i))
                filled = binary("<=", Const(0), Local(name))
                return Clause(i, flow.Range(Const(0), Const(z.slots - 1))), Clause(name, flow.Values((cell,)), filled)

            has = lambda item: self.lies_in(z, instance, item.expr)  # noqa: E731
            return Group(0, high, False, clauses, has, z.slots, distinct=z.individual)
        group = filtered(0, high, False, lambda x: self.lies_in(z, instance, x), most)
        if not z.individual:
            total: Expr | None = None
            if not z.slots and not z.top and not z.tail:
                f = self.fresh("f")
                clause = Clause(f, flow.Range(Const(0), Const(high)))
                total = flow.Fold("sum", (clause,), self.count_cell(z, instance, Local(f)))
            group = replace(group, copies=lambda x: self.copies_in(z, instance, x), count=total)
        return group

    def box(self, piece: str) -> Group:
        """The pieces of a sort that no zone claims; of counted ones nothing is known but the total."""
        p = self.layout.pieces[piece]
        faces = len(p.definition.copies)
        return filtered(0, faces - 1, False, lambda x: binary("==", self.cell(p.base, x, faces), Const(0)))

    # -- sets ------------------------------------------------------------------------------------
    def group(self, e: spec.Expr, env: Env, slots_in_order: bool = False) -> Group:
        """A formula that stands where something is taken from: a set, a zone, or one value (a set of one)."""
        match e:
            case spec.Players():
                return everything(0, len(self.woven.seats) - 1, False)
            case spec.AllOf(kind):
                definition = self.woven.kinds[kind]
                if definition.sort == "range":
                    return everything(definition.low, definition.high, True)
                return everything(0, len(definition.values) - 1, False)
            case spec.Range(low, high):
                a, b = self.value(low, env), self.value(high, env)
                group = interval(a.total(), b.total(), a.number)
                gone = disjunction(missing(a), missing(b))
                return group if gone == Const(0) else self._unless(gone, group)
            case spec.SetOf(items):
                return written([self.value(i, env, e.type) for i in items], self.fresh)
            case spec.ZoneRef("box", _):
                assert isinstance(e.type.base, types.Zone)
                return self.box(e.type.base.piece)
            case spec.ZoneRef(name, indices):
                z = self.layout.zones[name]
                return self.zone(z, self.instance(z, indices, env), slots_in_order)
            case spec.Column(row, kind, column, each) if isinstance(e.type.base, types.Set):
                return self._column(row, kind, column, each, env)
            case spec.Variable(name, indices) if self.layout.variables[name].definition.is_set:
                return self._variable(name, indices, env)
            case spec.Variable(name, indices) if self.layout.variables[name].definition.history:
                return self._history(name)
            case spec.CallDefine(name, args) if isinstance(e.type.base, types.Set):
                function, first, width = self.mask_define(name)
                call = flow.Call(function, tuple(self.value(a, env).expr for a in args))
                number = isinstance(e.type.base.of, types.Int)
                return bits(call, first, width, number, self.fresh)
            case spec.Fold("set", body, binders):
                return self._comprehension(body, binders, env)
            case spec.FoldOf("set", items):
                return written([self.value(i, env, e.type) for i in items], self.fresh)
            case spec.Reach():
                return self._reach(e, env)
            case spec.Between(kind, left, right):
                return self._between(kind, left, right, env)
            case spec.If(value, condition, otherwise) if isinstance(e.type.base, types.Set | types.Zone):
                return self._conditional(value, condition, otherwise, env)
            case spec.Word():
                return replace(everything(0, -1, False), mask=Const(0))
        v = self.value(e, env)
        return replace(written([v], self.fresh), distinct=True)

    def _unless(self, gone: Expr, group: Group) -> Group:
        def clauses(name: str) -> tuple[Clause, ...]:
            gate = Clause(self.fresh("there"), flow.Values((Const(0),)), binary("==", gone, Const(0)))
            return gate, *group.clauses(name)

        there = binary("==", gone, Const(0))
        return replace(
            group,
            clauses=clauses,
            has=lambda i: conjunction(there, group.has(i)),
            nonempty=False,
            mask=None,
            count=None,
        )

    def _column(self, row: spec.Expr, kind: str, column: str, each: spec.Expr | None, env: Env) -> Group:
        definition = self.woven.kinds[kind]
        c = next(c for c in definition.columns if c.name == column)
        r = self.value(row, env)
        index = r
        if each is not None and c.each is not None:
            axis = self.layout.axis("each", c.each)
            index = self.flatten((flow.Axis("row", 0, len(definition.rows)), axis), [r, self.value(each, env)])
        values = self.layout.row_sets(definition, c)
        table = self.layout.column(definition, c)
        count = len(self.layout.lists[values]) - 1
        safe = index.expr if not index.partial else choice(binary("<", index.expr, Const(0)), Const(count), index.expr)
        holds = self.layout.holds(c.holds)
        number = isinstance(c.holds.type.base, types.Set) and isinstance(c.holds.type.base.of, types.Int)
        lookup = flow.Lookup(table, index.expr)
        mask = lookup if not index.partial else choice(missing(index), Const(0), lookup)
        known = index.constant
        return Group(
            holds.low, holds.low + holds.size - 1, number,
            lambda name: (Clause(name, flow.Row(values, safe)),),
            lambda item: flow.HasBit(mask, binary("-", item.expr, Const(holds.low)), holds.size),
            max((len(s) for s in self.layout.lists[values]), default=0) if known is None else len(self.layout.lists[values][known]),
            mask=mask,
            count=flow.BitCount(mask, holds.size),
        )  # fmt: skip

    def _variable(self, name: str, indices: tuple[spec.Expr, ...], env: Env) -> Group:
        v = self.layout.variables[name]
        place = self.flatten(v.axes, [self.value(i, env) for i in indices]).expr
        base = binary("*", place, Const(v.width))
        number = isinstance(v.definition.holds.type.base, types.Set) and isinstance(
            v.definition.holds.type.base.of, types.Int
        )

        def there(x: Expr) -> Expr:
            index = binary("+", base, binary("-", x, Const(v.holds.low)))
            return binary("==", self.cell(v.base, index, v.count * v.width), Const(1))

        return filtered(v.holds.low, v.holds.low + v.holds.size - 1, number, there)

    def _history(self, name: str) -> Group:
        v = self.layout.variables[name]
        most = v.definition.history
        count = flow.Cell(v.base)

        def clauses(bound: str) -> tuple[Clause, ...]:
            i = self.fresh("i")
            run = Clause(i, flow.Range(Const(0), binary("-", count, Const(1))))
            return run, Clause(bound, flow.Values((self.cell(v.base + 1, Local(i), most),)))

        def has(item: Val) -> Expr:
            x = self.fresh("x")
            return flow.Fold("any", clauses(x), binary("==", Local(x), item.expr))

        return Group(0, 2**62, False, clauses, has, most, distinct=True, count=count)

    def _comprehension(self, body: spec.Expr, binders: tuple[spec.Binder, ...], env: Env) -> Group:
        bound = self.bind(binders, env)
        last = binders[-1].name
        element = self.value(body, bound.env)
        plain = isinstance(body, spec.Bound) and body.name == last and len(binders) == 1
        low, high = element.low, element.high

        def clauses(name: str) -> tuple[Clause, ...]:
            if plain:
                return self.bind(binders, env, names=(name,)).clauses
            inner = self.bind(binders, env)
            v = self.value(body, inner.env)
            there = None if not v.partial else present(replace(v, expr=Local(name)))
            return *inner.clauses, Clause(name, flow.Values((v.expr,)), there)

        def has(item: Val) -> Expr:
            if plain:
                # the binder itself is asked for: no need to run over the domain
                group = self.group(binders[0].domain, env)
                inside = extend(env, {last: group.element(item.expr)})
                where = TRUE if binders[0].where is None else self.test(binders[0].where, inside)
                return conjunction(group.has(item), where)
            x = self.fresh("x")
            return flow.Fold("any", clauses(x), binary("==", Local(x), item.expr))

        return Group(low, high, element.number, clauses, has, min(bound.most, high - low + 1), distinct=plain)

    def _reach(self, e: spec.Reach, env: Env) -> Group:
        start = self.value(e.start, env)
        assert isinstance(e.type.base, types.Set)
        low, high = self.layout.bounds(e.type.base.of)
        width = high - low + 1
        mask: Expr
        if e.edges is not None:
            kind = self.woven.kinds[e.edges]
            assert kind.joins is not None
            a, b = (self.layout.column(kind, next(c for c in kind.columns if c.name == j)) for j in kind.joins)
            edge = self.fresh(e.binder.name)
            inside = extend(env, {e.binder.name: Val(Local(edge), 0, len(kind.rows) - 1)})
            domain = self.group(e.binder.domain, env).has(inside[e.binder.name])
            where = TRUE if e.binder.where is None else self.test(e.binder.where, inside)
            mask = flow.ReachEdges(start.expr, edge, len(kind.rows), a, b, conjunction(domain, where), width)
        else:
            node, name = self.fresh(e.node or "node"), self.fresh(e.binder.name)
            inside = extend(env, {e.node: Val(Local(node), low, high)})
            group = self.group(e.binder.domain, inside)
            target = extend(inside, {e.binder.name: group.element(Local(name))})
            where = TRUE if e.binder.where is None else self.test(e.binder.where, target)
            in_mask = flow.Clause(name, flow.Bits(mask_of(group, self.fresh), width), None if where == TRUE else where)
            mask = flow.ReachSteps(start.expr, node, in_mask, width)
        return replace(bits(mask, low, width, False, self.fresh), nonempty=not start.partial)

    def _between(self, kind: str, left: spec.Expr, right: spec.Expr, env: Env) -> Group:
        a, b = self.value(left, env), self.value(right, env)
        name, size = self.between_table(kind)
        index = binary("+", binary("*", a.expr, Const(size)), b.expr)
        gone = disjunction(missing(a), missing(b))
        safe = choice(gone, Const(size * size), index)
        return Group(
            0, size - 1, False,
            lambda x: (Clause(x, flow.Row(name, safe)),),
            lambda item: exists(self._between(kind, left, right, env), x := self.fresh("s"), binary("==", Local(x), item.expr)),
            max((len(r) for r in self.layout.lists[name]), default=0),
        )  # fmt: skip

    def between_table(self, kind: str) -> tuple[str, int]:
        """The squares strictly between two, for every pair; an empty row at the end."""
        definition = self.woven.kinds[kind]
        columns, rows = (f.axis.high for f in definition.factors)
        name = f"{kind}_between"
        if name not in self.layout.lists:
            out: list[tuple[int, ...]] = []
            for a in range(columns * rows):
                for b in range(columns * rows):
                    dx, dy = b % columns - a % columns, b // columns - a // columns
                    steps = max(abs(dx), abs(dy))
                    straight = dx == 0 or dy == 0 or abs(dx) == abs(dy)
                    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
                    line = range(1, steps) if straight and steps else ()
                    out.append(tuple(a + k * (sy * columns + sx) for k in line))
            self.layout.lists[name] = (*out, ())
        return name, columns * rows

    def _conditional(self, value: spec.Expr, condition: spec.Expr, otherwise: spec.Expr | None, env: Env) -> Group:
        test = self.test(condition, env)
        a = self.group(value, env)
        b = (
            self.group(otherwise, env)
            if otherwise is not None
            else replace(everything(a.low, a.low - 1, a.number), mask=Const(0))
        )
        low, high = min(a.low, b.low), max(a.high, b.high)
        if a.low != b.low and a.most and b.most:
            shifted = [self._shift(g, low) for g in (a, b)]
        else:
            shifted = [mask_of(a, self.fresh), mask_of(b, self.fresh)]
        return bits(choice(test, shifted[0], shifted[1]), low, high - low + 1, a.number, self.fresh)

    def _shift(self, group: Group, low: int) -> Expr:
        x = self.fresh("x")
        width = group.high - low + 1
        return flow.Fold("mask", group.clauses(x), binary("-", Local(x), Const(low)), width=width)

    # -- binders ---------------------------------------------------------------------------------
    def bind(
        self, binders: tuple[spec.Binder, ...], env: Env, copies: bool = False, names: tuple[str, ...] = ()
    ) -> Bindings:
        """Clauses for binders.  `copies`: a counted piece is bound once for each of its copies, a set in which something stands
        twice is made a set first.  `names`: the locals to bind (else fresh ones)."""
        clauses: list[Clause] = []
        scope = extend(env, {})
        most, nonempty = 1, True
        for n, binder in enumerate(binders):
            group = self.domain(binder, scope, slots_in_order=copies)
            if copies and not group.distinct and group.copies is None:
                group = bits(mask_of(group, self.fresh), group.low, group.width, group.number, self.fresh)
            name = names[n] if names else self.fresh(binder.name)
            parts = list(group.clauses(name))
            scope[binder.name] = group.element(Local(name))
            where = TRUE if binder.where is None else self.test(binder.where, scope)
            if where != TRUE:
                last = parts[-1]
                parts[-1] = replace(last, where=where if last.where is None else conjunction(last.where, where))
            if copies and group.copies is not None:
                parts.append(Clause(self.fresh("copy"), flow.Range(Const(1), group.copies(Local(name)))))
            clauses.extend(parts)
            most *= max(group.most, 0)
            nonempty = nonempty and group.nonempty and where == TRUE
        return Bindings(tuple(clauses), scope, most, nonempty)

    def domain(self, binder: spec.Binder, env: Env, slots_in_order: bool = False) -> Group:
        """What a binder runs over, from its start on."""
        group = self.group(binder.domain, env, slots_in_order)
        if binder.start is not None:
            start = self.value(binder.start, env)
            return replace(around(start, len(self.woven.seats)), nonempty=True)
        return group
