"""Taking pieces from places and putting them there; piles.

On top of `variables.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...document.located import Span
from ...spec import spec
from .. import flow
from ..flow import Clause, Const, Expr, Local, Stmt
from ..values import Val, binary, conjunction, when
from .cells import Env
from .groups import size_of
from .layout import ZoneCells
from .variables import Stmts, Variables

FIRST = Const(0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece goes to or comes from: an instance of a zone, one of its slots (from 0), or the box (`zone` None)."""

    zone: ZoneCells | None
    instance: Expr = FIRST
    slot: Val | None = None


class Places(Variables):
    """Places of one woven game."""

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
        """An empty pile takes in all that lies in the zone that refills it; of several, in its own one."""
        if z.definition.refilled is None:
            return ()
        source = self.layout.zones[z.definition.refilled]
        start = Place(source, instance if source.axes else FIRST)
        f = self.fresh("face")
        first: Stmts = self.mix(source, start.instance) if source.top or source.tail else ()
        if z.individual or source.slots:
            group = self.zone(source, start.instance, slots_in_order=True)
            steps = (*self.take(start, Local(f), span), *self._unseen_again(z, instance, Local(f)))
            all_of_it: Stmts = (flow.Each(group.clauses(f), steps, snapshot=True),)
        else:
            every = flow.Range(Const(0), Const(z.faces - 1))
            a, b = self.count_cell(source, start.instance, Local(f)), self.count_cell(z, instance, Local(f))
            all_of_it = (flow.Each((Clause(f, every),), (flow.Store(b, binary("+", b, a)), flow.Store(a, Const(0)))),)
        return when(binary("==", self.pile_size(z, instance), Const(0)), (*first, *all_of_it))

    def _unseen_again(self, z: ZoneCells, instance: Expr, face: Expr) -> Stmts:
        """A piece comes among those of a pile whose order nobody knows."""
        if z.individual:
            return (flow.Store(self.location(z, face), binary("+", instance, Const(z.place))),)
        cell = self.count_cell(z, instance, face)
        return (flow.Store(cell, binary("+", cell, Const(1))),)

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
