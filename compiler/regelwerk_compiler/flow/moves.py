"""Spec moves of pieces and assignments -> Flow statements.

The third layer of the lowering, on top of `expressions.py`: everything that changes cells and never waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..document.located import Span
from ..spec import spec, types
from . import flow
from .expressions import Expressions
from .flow import Clause, Const, Expr, Local, Reason, Stmt
from .groups import size_of
from .layout import Layout, ZoneCells
from .sets import Env
from .values import Val, binary, conjunction, when, within
from .weave import Woven

Stmts = tuple[Stmt, ...]
FIRST = Const(0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece goes to or comes from: an instance of a zone, one of its slots (from 0), or the box (`zone` None)."""

    zone: ZoneCells | None
    instance: Expr = FIRST
    slot: Val | None = None


class Moves(Expressions):
    """Statements of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.procedures: dict[str, flow.Procedure] = {}
        self.reasons: list[Reason] = []
        self._reasons: dict[tuple[str, str, Span | None], int] = {}

    def reason(self, address: str, text: str, span: Span | None) -> int:
        """A reason's number; the same one is kept once."""
        key = (address, text, span)
        if key not in self._reasons:
            self._reasons[key] = len(self.reasons)
            self.reasons.append(Reason(address, text, span))
        return self._reasons[key]

    # -- variables -------------------------------------------------------------------------------
    def assign(self, step: spec.Assign, env: Env) -> Stmts:
        """`set` of a state variable (of a local: see the layer above)."""
        assert isinstance(step.target, spec.Variable)
        v = self.layout.variables[step.target.name]
        span = step.origin.span
        if v.definition.is_set:
            return self._assign_set(step, env)
        if v.definition.history:
            return self._assign_history(step, env)
        value = self.value(step.value, env, v.definition.holds.type)
        if step.target.whole:
            i = self.fresh("i")
            cell = self.cell(v.base, Local(i), v.count)
            return (
                flow.Each(
                    (Clause(i, flow.Range(Const(0), Const(v.count - 1))),),
                    (self.store(v.definition, cell, value, span),),
                ),
            )
        index = self.flatten(v.axes, [self.value(i, env) for i in step.target.indices])
        before: Stmts = ()
        if index.partial:
            name = self.fresh("at")
            text = "nothing stands at this place"
            before = (
                flow.Assign(name, index.expr),
                flow.Require(binary("<=", Const(0), Local(name)), self.reason(v.definition.name, text, span)),
            )
            index = Val(Local(name), 0, index.high)
        cell = self.cell(v.base, index.expr, v.count)
        if step.op != "=":
            op: flow.BinaryOp = "+" if step.op == "+=" else "-"
            low, high = v.holds.low, v.holds.low + v.holds.size - 1
            old = Val(cell, low, high, number=True)
            value = Val(
                binary(op, cell, value.expr),
                old.low + value.low if op == "+" else old.low - value.high,
                old.high + value.high if op == "+" else old.high - value.low,
                number=True,
            )
        return (*before, self.store(v.definition, cell, value, span))

    def store(self, d: spec.VariableDef, cell: flow.Cell, value: Val, span: Span | None) -> flow.Store:
        """A store that checks what the interval does not prove."""
        holds = self.layout.holds(d.holds)
        low, high = holds.low, holds.low + holds.size - 1
        if d.holds.type.words:
            low = self.word(d.holds.type.words[-1], d.holds.type).constant or low
        if value.low >= holds.low and value.high <= high:
            return flow.Store(cell, value.expr)
        text = f"{d.name} would leave {holds.low}..{high}"
        return flow.Store(cell, value.expr, low, high, self.reason(d.name, text, span))

    def _assign_set(self, step: spec.Assign, env: Env) -> Stmts:
        assert isinstance(step.target, spec.Variable)
        v = self.layout.variables[step.target.name]
        index = (
            self.flatten(v.axes, [self.value(i, env) for i in step.target.indices]).expr
            if not step.target.whole
            else Const(0)
        )
        base = binary("*", index, Const(v.width))

        def cell(x: Expr) -> flow.Cell:
            return self.cell(v.base, binary("+", base, binary("-", x, Const(v.holds.low))), v.count * v.width)

        group = self.group(step.value, env)
        x = self.fresh("x")
        if step.op == "=":
            every = Clause(x, flow.Range(Const(v.holds.low), Const(v.holds.low + v.holds.size - 1)))
            inside = group.has(group.element(Local(x)))
            inside = conjunction(
                within(Val(Local(x), v.holds.low, v.holds.low + v.holds.size - 1), group.low, group.high), inside
            )
            return (flow.Each((every,), (flow.Store(cell(Local(x)), inside),)),)
        one = Const(1 if step.op == "+=" else 0)
        return (flow.Each(group.clauses(x), (flow.Store(cell(Local(x)), one),), snapshot=True),)

    def _assign_history(self, step: spec.Assign, env: Env) -> Stmts:
        assert isinstance(step.target, spec.Variable)
        v = self.layout.variables[step.target.name]
        count, most = flow.Cell(v.base), v.definition.history
        if step.op == "=":
            i = self.fresh("i")
            clear = flow.Store(self.cell(v.base, Local(i), most + 1), Const(0))
            return flow.Each((Clause(i, flow.Range(Const(1), count)),), (clear,)), flow.Store(count, Const(0))
        value = self.value(step.value, env)
        full = self.reason(v.definition.name, f"{v.definition.name} is full", step.origin.span)
        more = binary("+", count, Const(1))
        return (
            flow.Require(binary("<", count, Const(most)), full),
            flow.Store(self.cell(v.base, more, most + 1), value.expr),
            flow.Store(count, more),
        )

    # -- places ----------------------------------------------------------------------------------
    def place_of(self, e: spec.Expr, env: Env) -> Place:
        """A zone or slot as a place."""
        match e:
            case spec.ZoneRef("box", _):
                return Place(None)
            case spec.ZoneRef(name, indices):
                z = self.layout.zones[name]
                return Place(z, self.instance(z, indices, env))
            case spec.SlotCell(zone, index):
                z = self.layout.zones[zone.name]
                at = self.flatten((flow.Axis("", 1, z.slots),), [self.value(index, env)])
                return Place(z, self.instance(z, zone.indices, env), at)
        raise TypeError(e)

    def split(self, e: spec.Expr, env: Env) -> list[tuple[Expr, spec.Expr]]:
        """A target that is chosen by a condition: each with when it is the one."""
        if isinstance(e, spec.If) and e.otherwise is not None:
            test = self.test(e.condition, env)
            rest = [(conjunction(binary("==", test, Const(0)), t), p) for t, p in self.split(e.otherwise, env)]
            return [*((conjunction(test, t), p) for t, p in self.split(e.value, env)), *rest]
        return [(Const(1), e)]

    def to_each(self, target: spec.Expr, env: Env, build: object) -> Stmts:
        """`build(place)` for the target, behind a condition where there are several."""
        branches = self.split(target, env)
        out: Stmts = ()
        for test, e in reversed(branches):
            body: Stmts = build(self.place_of(e, env))  # type: ignore[operator]
            out = body if not out and test == Const(1) else when(test, body, out)
        return out

    # -- taking and putting ----------------------------------------------------------------------
    def take(self, at: Place, face: Expr, span: Span | None) -> Stmts:
        """One piece of a face leaves a place; individuals in bags leave by being put elsewhere."""
        z = at.zone
        if z is None:
            return ()
        gone = self.reason(z.definition.name, "it does not lie there", span)
        if z.slots:
            if at.slot is not None:
                return (flow.Store(self.slot(z, at.instance, at.slot.expr), Const(-1)),)
            i = self.fresh("i")
            clause = Clause(
                i, flow.Range(Const(0), Const(z.slots - 1)), binary("==", self.slot(z, at.instance, Local(i)), face)
            )
            empty = flow.Store(self.slot(z, at.instance, Local(i)), Const(-1))
            return flow.Require(self.lies_in(z, at.instance, face), gone), flow.Each((clause,), (empty,), first=True)
        if z.individual:
            there = flow.Require(self.lies_in(z, at.instance, face), gone)
            return (there, *self._leave_order(z, at.instance, face))
        cell = self.count_cell(z, at.instance, face)
        if z.top or z.tail:
            return when(
                binary("<", Const(0), cell),
                (flow.Store(cell, binary("-", cell, Const(1))),),
                (flow.Require(self.lies_in(z, at.instance, face), gone), *self._leave_order(z, at.instance, face)),
            )
        return (flow.Store(cell, binary("-", cell, Const(1)), 0, self.most(z), gone),)

    def most(self, z: ZoneCells) -> int:
        """How many of one face there can be."""
        return max(self.layout.pieces[z.definition.piece].definition.copies, default=0)

    def _leave_order(self, z: ZoneCells, instance: Expr, face: Expr) -> Stmts:
        """A piece leaves the ordered parts of a pile, if it is there; what lies behind it moves up."""
        out: Stmts = ()
        for part in (z.top, z.tail):
            if not part:
                continue
            count = self.ordered_count(z, part, instance)
            j, i = self.fresh("j"), self.fresh("i")
            found = Clause(
                j, flow.Range(Const(1), count), binary("==", self.ordered_cell(z, part, instance, Local(j)), face)
            )
            last = binary("-", count, Const(1))
            behind = self.ordered_cell(z, part, instance, binary("+", Local(i), Const(1)))
            shift = flow.Each(
                (Clause(i, flow.Range(Local(j), last)),),
                (flow.Store(self.ordered_cell(z, part, instance, Local(i)), behind),),
            )
            clear = flow.Store(self.ordered_cell(z, part, instance, count), Const(0))
            out = (*out, flow.Each((found,), (shift, clear, flow.Store(count, last)), first=True))
        return out

    def lift_anywhere(self, piece: str, face: Expr) -> Stmts:
        """An individual leaves wherever it is: nothing to do unless it may lie in a slot or an ordered part."""
        p = self.layout.pieces[piece]
        zones = [self.layout.zones[n] for n in p.zones]
        special = [z for z in zones if z.slots or z.ordered_place]
        if not special:
            return ()
        name = f"lift_{piece}"
        if name not in self.procedures:
            f = self.fresh("face")
            body: Stmts = ()
            for z in special:
                where = self.location(z, Local(f))
                first = z.ordered_place or z.place
                inside = conjunction(binary("<=", Const(first), where), binary("<", where, Const(first + z.instances)))
                instance = binary("-", where, Const(first))
                if z.slots:
                    i = self.fresh("i")
                    clause = Clause(
                        i,
                        flow.Range(Const(0), Const(z.slots - 1)),
                        binary("==", self.slot(z, instance, Local(i)), Local(f)),
                    )
                    steps: Stmts = (
                        flow.Each((clause,), (flow.Store(self.slot(z, instance, Local(i)), Const(-1)),), first=True),
                    )
                else:
                    steps = self._leave_order(z, instance, Local(f))
                body = (*body, *when(inside, steps))
            self.procedures[name] = flow.Procedure(name, (f,), body)
        return (flow.Run(name, (face,)),)

    def put(self, at: Place, face: Expr, placed: str | None, span: Span | None, piece: str) -> Stmts:
        """One piece of a face comes to a place."""
        z = at.zone
        if z is None:
            p = self.layout.pieces[piece]
            if p.definition.individual:
                return (flow.Store(self.cell(p.base, face, len(p.definition.copies)), Const(0)),)
            return ()
        here = binary("+", at.instance, Const(z.place))
        settle: Stmts = (flow.Store(self.location(z, face), here),) if z.individual else ()
        full = self.reason(z.definition.name, f"{z.definition.name} is full", span)
        if z.slots:
            if at.slot is not None:
                cell = self.slot(z, at.instance, at.slot.expr)
                return flow.Require(binary("==", cell, Const(-1)), full), flow.Store(cell, face), *settle
            i = self.fresh("i")
            cell = self.slot(z, at.instance, Local(i))
            free = Clause(i, flow.Range(Const(0), Const(z.slots - 1)), binary("==", cell, Const(-1)))
            any_free = flow.Require(flow.Fold("any", (free,), Const(1)), full)
            return any_free, flow.Each((free,), (flow.Store(cell, face),), first=True), *settle
        if z.definition.sort == "pile" and placed in ("on_top", "under"):
            part = z.top if placed == "on_top" else z.tail
            count = self.ordered_count(z, part, at.instance)
            more = binary("+", count, Const(1))
            steps: Stmts = flow.Store(self.ordered_cell(z, part, at.instance, more), face), flow.Store(count, more)
            if z.individual:
                ordered = binary("+", at.instance, Const(z.ordered_place))
                steps = (*steps, flow.Store(self.location(z, face), ordered))
            return steps
        out: Stmts = ()
        if z.definition.sort == "pile" and (z.top or z.tail):
            out = self.mix(z, at.instance)
        if z.definition.size is not None and z.definition.sort == "bag":
            held = size_of(self.zone(z, at.instance), self.fresh)
            out = (*out, flow.Require(binary("<", held.expr, Const(z.definition.size)), full))
        if z.individual:
            return (*out, *settle)
        cell = self.count_cell(z, at.instance, face)
        return (*out, flow.Store(cell, binary("+", cell, Const(1))))

    def mix(self, z: ZoneCells, instance: Expr) -> Stmts:
        """What was known of a pile's order is forgotten."""
        name = f"mix_{z.definition.name}"
        if name not in self.procedures:
            k = self.fresh("instance")
            body: Stmts = ()
            for part in (z.top, z.tail):
                if not part:
                    continue
                i = self.fresh("i")
                count = self.ordered_count(z, part, Local(k))
                cell = self.ordered_cell(z, part, Local(k), Local(i))
                if z.individual:
                    back: Stmt = flow.Store(self.location(z, cell), binary("+", Local(k), Const(z.place)))
                else:
                    unseen = self.count_cell(z, Local(k), cell)
                    back = flow.Store(unseen, binary("+", unseen, Const(1)))
                loop = flow.Each((Clause(i, flow.Range(Const(1), count)),), (back, flow.Store(cell, Const(0))))
                body = (*body, loop, flow.Store(count, Const(0)))
            self.procedures[name] = flow.Procedure(name, (k,), body)
        return (flow.Run(name, (instance,)),)

    # -- the moves -------------------------------------------------------------------------------
    def move_piece(self, step: spec.MovePiece, env: Env) -> Stmts:
        """One piece from wherever it lies, or from a zone, to a place."""
        span = step.origin.span
        piece = self._piece_of(step.target)
        individual = self.layout.pieces[piece].definition.individual
        face = self.value(step.piece, env)
        name = self.fresh("piece")
        out: Stmts = (flow.Assign(name, face.expr),)
        if face.partial:
            out = (
                *out,
                flow.Require(binary("<=", Const(0), Local(name)), self.reason(piece, "there is no such piece", span)),
            )
        if isinstance(face.expr, Local | Const):
            out, local = out[1:], face.expr
        else:
            local = Local(name)
        if step.source is not None:
            source = self.place_of(step.source, env)
            out = (*out, *self.take(source, local, span))
        elif individual:
            out = (*out, *self.lift_anywhere(piece, local))
        else:
            out = (*out, *self._from_stock(piece, local, Const(1)))
        return (*out, *self.to_each(step.target, env, lambda p: self.put(p, local, step.placed, span, piece)))

    def move_count(self, step: spec.MoveCount, env: Env) -> Stmts:
        """Several pieces of a face."""
        span = step.origin.span
        piece = self._piece_of(step.target)
        p = self.layout.pieces[piece].definition
        face = self.value(step.face, env).expr
        if p.individual:
            one = spec.MovePiece(step.face, step.source, step.target, step.placed, origin=step.origin)
            amount = self.value(step.amount, env).expr if step.amount is not None else Const(1)
            if step.source is not None and step.amount is None:
                z = self.place_of(step.source, env)
                assert z.zone is not None
                amount = self.lies_in(z.zone, z.instance, face)
            return when(binary("<", Const(0), amount), self.move_piece(one, env))
        n = self.fresh("n")
        source = self.place_of(step.source, env) if step.source is not None else None
        if step.amount is not None:
            amount = self.value(step.amount, env).expr
        elif source is not None and source.zone is not None:
            amount = self.copies_in(source.zone, source.instance, face)
        else:
            amount = Const(p.copies[face.value]) if isinstance(face, Const) else flow.Lookup(self._copies(piece), face)
        out: Stmts = (flow.Assign(n, amount),)
        count: Expr = Local(n)
        if isinstance(amount, Const):
            out, count = (), amount
        if (
            source is not None
            and source.zone is not None
            and not source.zone.slots
            and not source.zone.top
            and not source.zone.tail
        ):
            cell = self.count_cell(source.zone, source.instance, face)
            few = self.reason(source.zone.definition.name, "there are not so many", span)
            out = (*out, flow.Store(cell, binary("-", cell, count), 0, self.most(source.zone), few))
            lift: Stmts = ()
        elif source is not None:
            lift = self.take(source, face, span)
        else:
            out, lift = (*out, *self._from_stock(piece, face, count)), ()

        def there(at: Place) -> Stmts:
            z = at.zone
            plain = z is not None and not z.slots and not (z.top or z.tail) and z.definition.size is None
            if z is None and not lift:
                return ()
            if plain and not lift:
                assert z is not None
                cell = self.count_cell(z, at.instance, face)
                return (flow.Store(cell, binary("+", cell, count)),)
            body = (*lift, *self.put(at, face, step.placed, span, piece))
            return (flow.Each((Clause(self.fresh("k"), flow.Range(Const(1), count)),), body),)

        return (*out, *self.to_each(step.target, env, there))

    def _copies(self, piece: str) -> str:
        name = f"{piece}_copies"
        self.layout.tables.setdefault(name, flow.Table(self.layout.pieces[piece].definition.copies))
        return name

    def _from_stock(self, piece: str, face: Expr, count: Expr) -> Stmts:
        """In a scenario's `given`: a counted piece comes out of the pile that began with all of them, else out of the box."""
        p = self.layout.pieces[piece]
        full = next((self.layout.zones[n] for n in p.zones if self.layout.zones[n].definition.starts_full), None)
        if full is None:
            return ()
        cell = self.count_cell(full, Const(0), face)
        few = self.reason(full.definition.name, "there are not so many", None)
        return (flow.Store(cell, binary("-", cell, count), 0, self.most(full), few),)

    def move_amount(self, start: Place, to: Place, face: Expr, amount: Expr, span: Span | None) -> Stmts:
        """So many counted pieces of a face from a place to a place."""
        z, t = start.zone, to.zone
        assert z is not None
        if (
            not z.slots
            and not z.top
            and not z.tail
            and (t is None or (not t.slots and not t.top and not t.tail and t.definition.size is None))
        ):
            cell = self.count_cell(z, start.instance, face)
            out: Stmts = (flow.Store(cell, binary("-", cell, amount)),)
            if t is not None:
                goal = self.count_cell(t, to.instance, face)
                out = (*out, flow.Store(goal, binary("+", goal, amount)))
            return out
        one = (*self.take(start, face, span), *self.put(to, face, "mixed", span, z.definition.piece))
        return (flow.Each((Clause(self.fresh("k"), flow.Range(Const(1), amount)),), one),)

    def move_zone(self, step: spec.MoveZone, env: Env) -> Stmts:
        """All that lies in a zone, or the piece in a slot if there is one."""
        span = step.origin.span
        piece = self._piece_of(step.target)
        source = self.place_of(step.source, env)
        z = source.zone
        assert z is not None
        if source.slot is not None:
            name = self.fresh("piece")
            slot = self.lift([source.slot], lambda x: Val(self.slot(z, source.instance, x[0]), 0, z.faces - 1, True))
            body = (
                flow.Store(self.slot(z, source.instance, source.slot.expr), Const(-1)),
                *self.to_each(step.target, env, lambda p: self.put(p, Local(name), step.placed, span, piece)),
            )
            return flow.Assign(name, slot.expr), *when(binary("<=", Const(0), Local(name)), body)
        plain_source = not z.slots and not z.individual and not z.top and not z.tail

        def there(at: Place) -> Stmts:
            t = at.zone
            if plain_source and (t is None or (not t.slots and not t.top and not t.tail and t.definition.size is None)):
                f = self.fresh("face")
                cell = self.count_cell(z, source.instance, Local(f))
                every = Clause(f, flow.Range(Const(0), Const(z.faces - 1)))
                move: Stmts = (flow.Store(cell, Const(0)),)
                if t is not None:
                    to = self.count_cell(t, at.instance, Local(f))
                    move = (flow.Store(to, binary("+", to, cell)), *move)
                return (flow.Each((every,), move),)
            group = self.zone(z, source.instance, slots_in_order=True)
            x = self.fresh("piece")
            clauses = group.clauses(x)
            if group.copies is not None:
                clauses = (*clauses, Clause(self.fresh("copy"), flow.Range(Const(1), group.copies(Local(x)))))
            steps = (*self.take(source, Local(x), span), *self.put(at, Local(x), step.placed, span, piece))
            return (flow.Each(clauses, steps, snapshot=True),)

        return self.to_each(step.target, env, there)

    def _piece_of(self, target: spec.Expr) -> str:
        match target:
            case spec.If(value, _, _):
                return self._piece_of(value)
            case spec.SlotCell(zone, _):
                return self._piece_of(zone)
            case spec.ZoneRef():
                assert isinstance(target.type.base, types.Zone)
                return target.type.base.piece
        raise TypeError(target)

    # -- piles -----------------------------------------------------------------------------------
    def unseen(self, z: ZoneCells, instance: Expr) -> Expr:
        """How many pieces of a pile nobody knows the order of."""
        f = self.fresh("f")
        every = flow.Range(Const(0), Const(z.faces - 1))
        if z.individual:
            here = binary("==", self.location(z, Local(f)), binary("+", instance, Const(z.place)))
            return flow.Fold("count", (Clause(f, every, here),), Const(1))
        return flow.Fold("sum", (Clause(f, every),), self.count_cell(z, instance, Local(f)))

    def any_unseen(self, z: ZoneCells, instance: Expr) -> Expr:
        """1 if there is one."""
        f = self.fresh("f")
        every = flow.Range(Const(0), Const(z.faces - 1))
        if z.individual:
            here = binary("==", self.location(z, Local(f)), binary("+", instance, Const(z.place)))
        else:
            here = binary("<", Const(0), self.count_cell(z, instance, Local(f)))
        return flow.Fold("any", (Clause(f, every, here),), Const(1))

    def take_unseen(self, z: ZoneCells, instance: Expr, face: Expr) -> Stmts:
        """An unseen piece leaves its pile."""
        if z.individual:
            return ()
        cell = self.count_cell(z, instance, face)
        return (flow.Store(cell, binary("-", cell, Const(1))),)

    def refill(self, z: ZoneCells, instance: Expr, span: Span | None) -> Stmts:
        """An empty pile takes in the zone that refills it."""
        if z.definition.refilled is None:
            return ()
        source = self.layout.zones[z.definition.refilled]
        empty = binary("==", self.pile_size(z, instance), Const(0))
        f = self.fresh("face")
        every = flow.Range(Const(0), Const(z.faces - 1))
        if z.individual:
            there = self.lies_in(source, Const(0), Local(f))
            back: Stmts = (flow.Store(self.location(z, Local(f)), binary("+", instance, Const(z.place))),)
            return when(
                empty,
                (
                    flow.Each(
                        (Clause(f, every, there),), (*self.take(Place(source), Local(f), span), *back), snapshot=True
                    ),
                ),
            )
        a, b = self.count_cell(source, Const(0), Local(f)), self.count_cell(z, instance, Local(f))
        return when(
            empty, (flow.Each((Clause(f, every),), (flow.Store(b, binary("+", b, a)), flow.Store(a, Const(0)))),)
        )

    def pile_size(self, z: ZoneCells, instance: Expr) -> Expr:
        """How many pieces lie in a pile."""
        total = self.unseen(z, instance)
        for part in (z.top, z.tail):
            if part:
                total = binary("+", total, self.ordered_count(z, part, instance))
        return total

    def draw_known(self, z: ZoneCells, instance: Expr, part: int, local: str) -> Stmts:
        """The next piece of an ordered part into a local: from the top its last, from the tail its first; the piece has left."""
        count = self.ordered_count(z, part, instance)
        at: Expr = count if part == z.top else Const(1)
        return flow.Assign(local, self.ordered_cell(z, part, instance, at)), *self._leave_order_part(
            z, instance, part, at
        )

    def _leave_order_part(self, z: ZoneCells, instance: Expr, part: int, at: Expr) -> Stmts:
        count = self.ordered_count(z, part, instance)
        i = self.fresh("i")
        last = binary("-", count, Const(1))
        behind = self.ordered_cell(z, part, instance, binary("+", Local(i), Const(1)))
        shift = flow.Each(
            (Clause(i, flow.Range(at, last)),), (flow.Store(self.ordered_cell(z, part, instance, Local(i)), behind),)
        )
        clear = flow.Store(self.ordered_cell(z, part, instance, count), Const(0))
        return shift, clear, flow.Store(count, last)
