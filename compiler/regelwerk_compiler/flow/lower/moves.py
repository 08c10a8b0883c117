"""Spec moves of pieces and assignments -> Flow statements.

On top of `places.py`.
"""

from __future__ import annotations

from ...document.located import Span
from ...spec import spec, types
from .. import flow
from ..flow import Clause, Const, Expr, Local
from ..values import Val, binary, when
from .cells import Env
from .places import Place, Places
from .variables import Stmts


class Moves(Places):
    """Statements of one woven game."""

    # -- variables -------------------------------------------------------------------------------

    # -- places ----------------------------------------------------------------------------------

    # -- taking and putting ----------------------------------------------------------------------

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
            boxed = source.zone is None and not individual
            out = (*out, *(self._from_box(piece, local, Const(1), span) if boxed else self.take(source, local, span)))
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
            amount = self._in_box(piece, face)
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
        elif source is not None and source.zone is None:
            out, lift = (*out, *self._from_box(piece, face, count, span)), ()
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

    def _in_box(self, piece: str, face: Expr) -> Expr:
        """How many counted pieces of a face lie in no zone."""
        p = self.layout.pieces[piece]
        there: Expr = flow.Lookup(self._copies(piece), face)
        if isinstance(face, Const):
            there = Const(p.definition.copies[face.value])
        for z in (self.layout.zones[name] for name in p.zones):
            k = self.fresh("instance")
            every = Clause(k, flow.Range(Const(0), Const(z.instances - 1)))
            there = binary("-", there, flow.Fold("sum", (every,), self.copies_in(z, Local(k), face)))
        return there

    def _from_box(self, piece: str, face: Expr, count: Expr, span: Span | None) -> Stmts:
        """The box needs no count of its own: there must be so many that lie nowhere else."""
        few = self.reason(piece, "there are not so many in the box", span)
        return (flow.Require(binary("<=", count, self._in_box(piece, face)), few),)

    def _from_stock(self, piece: str, face: Expr, count: Expr) -> Stmts:
        """In a scenario's `given`: a counted piece comes out of the pile that began with all of them, else out of the box."""
        p = self.layout.pieces[piece]
        full = next((self.layout.zones[n] for n in p.zones if self.layout.zones[n].definition.starts_full), None)
        if full is None:
            return self._from_box(piece, face, count, None)
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
