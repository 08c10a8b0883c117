"""Spec draws and random picks -> chances.

On top of `blocks.py`.
"""

from __future__ import annotations

from dataclasses import replace

from ...document.located import Span
from ...spec import spec, types
from .. import flow
from ..flow import Axis, Clause, Const, Expr, Local, Numbers, Outcomes, Toss
from ..values import Val, binary, conjunction, present, when
from .analysis import formulas
from .blocks import Blocks
from .cells import Env
from .groups import Group, exists
from .layout import Layout, ZoneCells
from .places import Place
from .weave import Woven


class Chances(Blocks):
    """Chances, and the numbers of options and outcomes."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.chances: list[flow.Chance] = []
        self.numbers: list[Numbers] = []
        self._numbers: dict[tuple[str, str], int] = {}
        self._next_number = 0
        self.draws_seen: set[str] = set()

    def numbered(self, kind: str, name: str, axes: tuple[Axis, ...]) -> int:
        """The numbers of a kind and name, given out once, in the order of asking."""
        key = (kind, name)
        if key not in self._numbers:
            block = Numbers(kind, name, self._next_number, axes)  # type: ignore[arg-type]
            self._next_number += block.size
            self._numbers[key] = len(self.numbers)
            self.numbers.append(block)
        return self._numbers[key]

    # -- secrets ---------------------------------------------------------------------------------
    def sight(self, name: str, sight: spec.Sight, axes: tuple[Axis, ...], owner: int | None) -> str:
        """The function (observer, indices...) that tells who sees; '' for everybody."""
        if sight.who == "all" and sight.condition is None:
            return ""
        function = f"seen_{name}"
        if function not in self.functions:
            params = tuple(f"i{n}" for n in range(len(axes)))

            def who(s: spec.Sight) -> Expr:
                mine: Expr = Const(0)
                if owner is not None:
                    mine = binary("==", Local("observer"), Local(params[owner]))
                match s.who:
                    case "all":
                        out: Expr = Const(1)
                    case "owner":
                        out = mine
                    case "others":
                        out = conjunction(binary("<=", Const(0), Local("observer")), binary("==", mine, Const(0)))
                    case "nobody":
                        out = Const(0)
                if s.condition is None:
                    return out
                test = self.test(s.condition, {})
                rest = who(s.otherwise) if s.otherwise is not None else Const(0)
                return flow.Choice(test, out, rest)

            self.functions[function] = flow.Function(function, ("observer", *params), who(sight))
        return function

    @staticmethod
    def owner_axis(axes: tuple[Axis, ...]) -> int | None:
        """Which index is the owner: the first that is a seat."""
        return next((n for n, a in enumerate(axes) if a.type == "player"), None)

    # -- tossing ---------------------------------------------------------------------------------
    def toss(
        self,
        name: str,
        outcomes: Outcomes,
        seen: str,
        seen_args: tuple[Expr, ...],
        into: str,
        env: Env,
        span: Span | None,
    ) -> None:
        """Close the open block with a chance; its target is opened next by the caller."""
        rest = self.reserve(f"{self.place[0]} {name}")
        self.jump(rest)
        self.begin(rest)
        player = env["player"].expr if "player" in env else None
        self.chances.append(flow.Chance(name, (outcomes,), seen, seen_args, into, player, self.place[0], span))
        self.close(Toss(len(self.chances) - 1))

    def zone_sight(self, z: ZoneCells) -> str:
        """Who sees what lies in a zone."""
        return self.sight(z.definition.name, self.effective_sight(z), z.axes, self.owner_axis(z.axes))

    @staticmethod
    def effective_sight(z: ZoneCells) -> spec.Sight:
        """A zone's own sight; nobody sees into a pile."""
        return z.definition.sight

    # -- draw ------------------------------------------------------------------------------------
    def draw(self, step: spec.Draw, env: dict[str, Val]) -> None:
        """Pieces from a pile, one chance after the other; adds the drawn piece to `env` if it has a name."""
        for field in ("source", "target"):
            e = getattr(step, field)
            if isinstance(e, spec.If) and e.otherwise is not None:
                self._draw_by_case(step, field, e, env)
                return
        source = step.source
        assert isinstance(source, spec.ZoneRef)
        z = self.layout.zones[source.name]
        instance = self.instance(z, source.indices, env)
        target = self.place_of(step.target, env)
        span = step.origin.span
        amount = self.value(step.amount, env)
        done = self.reserve()
        head = self.reserve()
        counter: flow.Cell | None = None
        if amount.constant != 1:
            counter = self.frame("draws", 0, max(amount.high, 0))
            self.emit(flow.Store(counter, binary("max", amount.expr, Const(0))))
            self.branch(binary("<", Const(0), counter), head, done)
        else:
            self.jump(head)
        self.begin(head)
        self.emit(*self.refill(z, instance, span))
        some = self._some(z, instance)
        name: flow.Cell | None = None
        if step.name is not None:
            name = self.frame(step.name, -1, z.faces - 1)
            self.emit(flow.Require(some, self.reason(z.definition.name, "nothing is left to draw", span)))
            env[step.name] = Val(name, 0, z.faces - 1)
        else:
            go = self.reserve()
            self.branch(some, go, done)
            self.begin(go)
        after = self.reserve()

        def arrive(face: str) -> None:
            if name is not None:
                self.emit(flow.Store(name, Local(face)))
            self.emit(*self.put(target, Local(face), step.placed, span, z.definition.piece))
            self.jump(after)

        if z.top:
            known, rest = self.fork(binary("<", Const(0), self.ordered_count(z, z.top, instance)))
            self.begin(known)
            face = self.fresh("face")
            self.emit(*self.draw_known(z, instance, z.top, face))
            arrive(face)
            self.begin(rest)
        if z.tail:
            unseen, rest = self.fork(self.any_unseen(z, instance))
            self.begin(rest)
            face = self.fresh("face")
            self.emit(*self.draw_known(z, instance, z.tail, face))
            arrive(face)
            self.begin(unseen)
        face = self.draw_unseen(z, instance, target, env, span)
        self.emit(*self.take_unseen(z, instance, Local(face)))
        arrive(face)
        self.begin(after)
        if counter is not None:
            self.emit(flow.Store(counter, binary("-", counter, Const(1))))
            self.branch(binary("<", Const(0), counter), head, done)
        else:
            self.jump(done)
        self.begin(done)

    def _some(self, z: ZoneCells, instance: Expr) -> Expr:
        parts = [self.any_unseen(z, instance)]
        parts += [binary("<", Const(0), self.ordered_count(z, p, instance)) for p in (z.top, z.tail) if p]
        return parts[0] if len(parts) == 1 else flow.Or(tuple(parts))

    def draw_unseen(self, z: ZoneCells, instance: Expr, target: Place, env: Env, span: Span | None) -> str:
        """A chance over the unseen pieces of a pile; opens its target and returns the local with the face."""
        face = self.fresh("face")
        every = flow.Range(Const(0), Const(z.faces - 1))
        if z.individual:
            here = binary("==", self.location(z, Local(face)), binary("+", instance, Const(z.place)))
            clause, weight = Clause(face, every, here), Const(1)
        else:
            clause, weight = Clause(face, every), self.count_cell(z, instance, Local(face))  # type: ignore[assignment]
        kind = self.layout.pieces[z.definition.piece].definition.kind
        numbers = self.numbered("draw", z.definition.name, (Axis(z.definition.piece, 0, z.faces, kind),))
        arrived = self.reserve()
        t = target.zone
        seen = self.zone_sight(t) if t is not None else ""
        if t is not None and t.definition.sort == "pile":
            seen = self.sight(f"{t.definition.name}_unseen", spec.Sight("nobody"), (), None)
            args: tuple[Expr, ...] = ()
        else:
            args = self.indices_of(t, target.instance) if t is not None and seen else ()
        into = t.definition.name if t is not None else "box"
        self.toss(
            f"draw from {z.definition.name}", Outcomes(numbers, (clause,), weight, arrived), seen, args, into, env, span
        )
        self.begin(arrived, (face,))
        return face

    @staticmethod
    def indices_of(z: ZoneCells, instance: Expr) -> tuple[Expr, ...]:
        """The indices of an instance."""
        out: list[Expr] = []
        stride = 1
        for axis in reversed(z.axes):
            place = (
                binary("mod", binary("div_down", instance, Const(stride)), Const(axis.size))
                if len(z.axes) > 1
                else instance
            )
            out.append(binary("+", place, Const(axis.low)))
            stride *= axis.size
        return tuple(reversed(out))

    def _draw_by_case(self, step: spec.Draw, field: str, e: spec.If, env: dict[str, Val]) -> None:
        then, otherwise = self.fork(self.test(e.condition, env))
        done = self.reserve()
        for number, zone in ((then, e.value), (otherwise, e.otherwise)):
            self.begin(number)
            assert isinstance(zone, spec.ZoneRef | spec.SlotCell | spec.If)
            case = replace(step, source=zone) if field == "source" else replace(step, target=zone)  # type: ignore[arg-type]
            self.draw(case, env)
            self.jump(done)
        self.begin(done)

    def reveal(self, z: ZoneCells) -> None:
        """A pile whose top is seen: where it lies open, the next top is drawn at once, for every instance."""
        done, head, body, toss, next_ = (self.reserve() for _ in range(5))
        k = self.frame(f"{z.definition.name}_top", 0, z.instances)
        self.emit(flow.Store(k, Const(0)))
        self.jump(head)
        self.begin(head)
        self.branch(binary("<", k, Const(z.instances)), body, done)
        self.begin(body)
        bare = binary("==", self.ordered_count(z, z.top, k), Const(0))
        if z.tail:
            unseen, known = self.reserve(), self.reserve()
            self.branch(bare, unseen, next_)
            self.begin(unseen)
            self.branch(self.any_unseen(z, k), toss, known)
            self.begin(known)
            below = self.fresh("face")
            lift = self.draw_known(z, k, z.tail, below)
            up = self.put(Place(z, k), Local(below), "on_top", z.definition.span, z.definition.piece)
            self.emit(*when(binary("<", Const(0), self.ordered_count(z, z.tail, k)), (*lift, *up)))
            self.jump(next_)
        else:
            self.branch(conjunction(bare, self.any_unseen(z, k)), toss, next_)
        self.begin(toss)
        face = self.draw_unseen(z, k, Place(None), {}, z.definition.span)
        self.emit(*self.take_unseen(z, k, Local(face)))
        self.emit(*self.put(Place(z, k), Local(face), "on_top", z.definition.span, z.definition.piece))
        self.jump(next_)
        self.begin(next_)
        self.emit(flow.Store(k, binary("+", k, Const(1))))
        self.jump(head)
        self.begin(done)

    # -- random ----------------------------------------------------------------------------------
    def random(self, step: spec.Random, env: dict[str, Val]) -> None:
        """A uniform pick into a variable, into every cell of one, or into a new local."""
        span = step.origin.span
        if isinstance(step.target, spec.Bound):
            name = step.target.name
            group = self.group(step.domain, env)
            x = self.uniform(f"random {name}", name, group, "", (), env, span, step.target.type)
            cell = self.frame(name, group.low, group.high)
            self.emit(flow.Store(cell, Local(x)))
            env[name] = Val(cell, group.low, group.high, number=group.number)
            return
        v = self.layout.variables[step.target.name]
        d = v.definition
        seen = self.sight(d.name, d.sight, v.axes, self.owner_axis(v.axes))
        if not step.target.whole:
            indices = [self.value(i, env) for i in step.target.indices]
            group = self.group(step.domain, env)
            args = tuple(i.expr for i in indices) if seen else ()
            x = self.uniform(f"random {d.name}", d.name, group, seen, args, env, span, d.holds.type)
            cell = self.cell(v.base, self.flatten(v.axes, indices).expr, v.count)
            self.emit(self.store(d, cell, group.element(Local(x)), span))
            return
        i = self.frame("each", 0, v.count)
        head, body, done = self.reserve(), self.reserve(), self.reserve()
        self.emit(flow.Store(i, Const(0)))
        self.jump(head)
        self.begin(head)
        self.branch(binary("<", i, Const(v.count)), body, done)
        self.begin(body)
        places: list[Expr] = []
        stride = 1
        for axis in reversed(v.axes):
            place = binary("mod", binary("div_down", i, Const(stride)), Const(axis.size)) if len(v.axes) > 1 else i
            places.append(binary("+", place, Const(axis.low)))
            stride *= axis.size
        group = self.group(step.domain, env)
        args = tuple(reversed(places)) if seen else ()
        x = self.uniform(f"random {d.name}", d.name, group, seen, args, env, span, d.holds.type)
        self.emit(self.store(d, self.cell(v.base, i, v.count), group.element(Local(x)), span))
        self.emit(flow.Store(i, binary("+", i, Const(1))))
        self.jump(head)
        self.begin(done)

    def uniform(
        self,
        title: str,
        into: str,
        group: Group,
        seen: str,
        args: tuple[Expr, ...],
        env: Env,
        span: Span | None,
        type_: types.Type,
    ) -> str:
        x = self.fresh(into)
        kind = self.layout.type_name(type_.base)
        low, high = (group.low, group.high) if group.number else self.layout.bounds(type_.base)
        numbers = self.numbered("random", into, (Axis(into, low, high - low + 1, kind),))
        clauses = self.one_clause(group, x, low, high)
        self.emit(
            flow.Require(exists(group, self.fresh("x")), self.reason(into, "there is nothing to pick from", span))
        )
        arrived = self.reserve()
        self.toss(title, Outcomes(numbers, clauses, Const(1), arrived), seen, args, into, env, span)
        self.begin(arrived, (x,))
        return x

    # -- show ------------------------------------------------------------------------------------
    def show(self, step: spec.Show, env: dict[str, Val]) -> None:
        """A fact, a piece, or every piece of a zone: a chance with one outcome, told to the viewers."""
        what = step.what
        span = step.origin.span
        if isinstance(what, spec.ZoneRef):
            z = self.layout.zones[what.name]
            instance = self.instance(z, what.indices, env)
            spoken = [(a, i) for a, i in zip(z.axes, self.indices_of(z, instance), strict=True)]
            count = self.frame("shown", 0, sum(self.layout.pieces[z.definition.piece].definition.copies))
            face = self.frame("face", 0, z.faces)
            head, body, some, next_, done = (self.reserve() for _ in range(5))
            self.emit(flow.Store(face, Const(0)))
            self.jump(head)
            self.begin(head)
            self.branch(binary("<", face, Const(z.faces)), body, done)
            self.begin(body)
            self.emit(flow.Store(count, self.copies_in(z, instance, face)))
            self.branch(binary("<", Const(0), count), some, next_)
            self.begin(some)
            kind = self.layout.pieces[z.definition.piece].definition.kind
            self._tell(step, [*spoken, (Axis("piece", 0, z.faces, kind), face)], what.name, env, span)
            self.emit(flow.Store(count, binary("-", count, Const(1))))
            self.branch(binary("<", Const(0), count), some, next_)
            self.begin(next_)
            self.emit(flow.Store(face, binary("+", face, Const(1))))
            self.jump(head)
            self.begin(done)
            return
        v = self.value(what, env)
        low, high = self.layout.bounds(what.type.base)
        axis = Axis("shown", low, high - low + 1, self.layout.type_name(what.type.base))
        if v.partial:
            there = self.reserve()
            done = self.reserve()
            self.branch(present(v), there, done)
            self.begin(there)
        spoken = [
            (Axis(n, w.low, w.high - w.low + 1, self.layout.type_name(t)), w.expr)
            for n, w, t in self._spoken(what, env)
        ]
        self._tell(step, [*spoken, (axis, v.expr)], "", env, span)
        if v.partial:
            self.jump(done)
            self.begin(done)

    @staticmethod
    def _spoken(what: spec.Expr, env: Env) -> list[tuple[str, Val, types.Base]]:
        """The names that a shown formula speaks of: what is told of it besides its value."""
        names: dict[str, types.Base] = {}
        for f in formulas(what):
            if isinstance(f, spec.Bound) and f.name in env and f.name not in names:
                names[f.name] = f.type.base
        return [(n, env[n], t) for n, t in names.items() if env[n].high - env[n].low < 1 << 16]

    def _tell(
        self, step: spec.Show, parts: list[tuple[Axis, Expr]], into: str, env: dict[str, Val], span: Span | None
    ) -> None:
        """The chance itself."""
        title = f"{self.place[0]}.show" + (f".{into}" if into else "")
        while ("show", title) in self._numbers and self.numbers[self._numbers["show", title]].axes != tuple(
            a for a, _ in parts
        ):
            title += "_"
        numbers = self.numbered("show", title, tuple(a for a, _ in parts))
        clauses = tuple(Clause(self.fresh(a.name), flow.Values((e,))) for a, e in parts)
        players = [
            n for n, v in env.items() if any(isinstance(f, spec.Bound) and f.name == n for f in formulas(step.viewers))
        ]
        seen = self.fresh(f"seen_{title.replace('.', '_')}")
        scope: dict[str, Val] = {
            n: Val(Local(self.fresh(n)), env[n].low, env[n].high, number=env[n].number) for n in players
        }
        params = tuple(v.expr.name for v in scope.values() if isinstance(v.expr, Local))
        observer = Val(Local("observer"), 0, len(self.woven.seats) - 1)
        test = conjunction(binary("<=", Const(0), observer.expr), self.group(step.viewers, scope).has(observer))
        if isinstance(step.viewers, spec.Players):
            seen, players = "", []
        else:
            self.functions[seen] = flow.Function(seen, ("observer", *params), test)
        arrived = self.reserve()
        args = tuple(env[n].expr for n in players)
        self.toss("show", Outcomes(numbers, clauses, Const(1), arrived), seen, args, into, env, span)
        self.begin(arrived, tuple(c.name for c in clauses))

    def one_clause(self, group: Group, name: str, low: int, high: int) -> tuple[Clause, ...]:
        """The group as one clause that binds `name`, each element once: as options and outcomes need it."""
        clauses = group.clauses(name)
        if len(clauses) == 1 and group.distinct:
            return clauses
        every = flow.Range(Const(max(low, group.low)), Const(min(high, group.high)))
        return (Clause(name, every, group.has(group.element(Local(name)))),)
