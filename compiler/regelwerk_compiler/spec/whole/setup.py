"""From the rule `setup` to whether there are as many pieces as it takes, and whether it leaves some of a sort behind in the box (warnings).

The rule is followed for every number of players, counting pieces only: how many of each face have left the box, how many lie in each zone.
Where that takes more than figures and the number of players to tell, nothing is said of the pieces that are moved there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector
from ...diagnostics.words import listed
from ...document.located import Span
from .. import spec
from ..bends.in_force import CannotTellError
from ..tree import walk
from .calls import Calls, flat
from .fixed import DEEPEST, Bindings, Figures

BOX = "box"
Cell = tuple[str, tuple[int, ...]]  # a zone with its places


@dataclass(slots=True)
class _Table:
    """What lies where while a game for some number of players is set up."""

    game: spec.Spec
    calls: Calls
    figures: Figures
    lies: dict[Cell, int] = field(default_factory=dict)
    taken: dict[tuple[str, int], int] = field(default_factory=dict)  # out of the box, by sort and face
    unsure: set[str] = field(default_factory=set)  # sorts of which one cannot tell
    short: dict[Span, tuple[spec.Step_, str, int, int]] = field(
        default_factory=dict
    )  # what is missing: from where, wanted, there
    ran: set[str] = field(default_factory=set)

    def run(self) -> None:
        for name, zone in self.game.zones.items():
            if zone.starts_full:
                piece = self.game.pieces[zone.piece]
                self.lies[name, ()] = sum(piece.copies)
                self.taken |= {(zone.piece, face): n for face, n in enumerate(piece.copies)}
                if zone.axes:
                    self.unsure.add(zone.piece)
        self.rule("setup", {}, 0)

    def rule(self, name: str, at: Bindings, depth: int) -> None:
        if name not in self.game.rules or depth > DEEPEST:
            return
        self.ran.add(name)
        parts = self.calls.parts.get(name, ())
        if len(parts) > 1 or self.game.rules[name].cost:
            self.lost(tuple(step for part in parts for step in part.steps))
        else:
            self.steps(parts[0].steps if parts else (), at, depth)

    def steps(self, steps: tuple[spec.Step_, ...], at: Bindings, depth: int) -> None:
        for step in steps:
            try:
                at = self.step(step, at, depth)
            except (CannotTellError, ValueError):
                self.lost((step,))

    def step(self, step: spec.Step_, at: Bindings, depth: int) -> Bindings:
        match step:
            case spec.CallRule(call):
                if call.rule in self.game.rules:
                    params = self.game.rules[call.rule].params
                    args = {p.name: self.figures.of(a, at) for p, a in zip(params, call.args, strict=False)}
                    self.rule(call.rule, args, depth + 1)
            case spec.IfStep(condition, then, otherwise):
                self.steps(then if self.figures.number(condition, at) else otherwise, at, depth)
            case spec.Loop(mode="once", first=False):
                for inner in list(self.figures.bindings(step.binders, at)):
                    self.steps(step.body, inner, depth)
            case spec.Let(name, value):
                return {**at, name: self.figures.of(value, at)}
            case spec.Random(spec.Bound(name)) | spec.Assign(spec.Bound(name)):
                return {known: value for known, value in at.items() if known != name}
            case spec.Draw(amount, source, target):
                self.draw(step, self.figures.number(amount, at), source, target, at)
            case spec.MovePiece(piece, source, target):
                self.move(step, piece, 1, source, target, at)
            case spec.MoveCount(amount, face, source, target) if amount is not None:
                self.move(step, face, self.figures.number(amount, at), source, target, at)
            case spec.Assign() | spec.Random() | spec.Show() | spec.EndStep():
                pass
            case _:
                raise CannotTellError
        return at

    def draw(self, step: spec.Step_, amount: int, source: spec.ZoneRef, target: spec.Expr, at: Bindings) -> None:
        pile, zone = self.cell(source, at), self.game.zones[source.name]
        if zone.piece in self.unsure:
            return
        end = self.cell(target, at)
        there = self.lies.get(pile, 0)
        if zone.refilled is not None and there < amount:
            raise CannotTellError
        if there < amount:
            self.short.setdefault(step.origin.span, (step, source.name, amount, there))
        self.lies[pile] = there - min(there, amount)
        self.lies[end] = self.lies.get(end, 0) + min(there, amount)

    def move(
        self,
        step: spec.Step_,
        piece: spec.Expr,
        amount: int,
        source: spec.ZoneRef | None,
        target: spec.Expr,
        at: Bindings,
    ) -> None:
        end = self.cell(target, at)
        if end[0] == BOX:
            raise CannotTellError  # on purpose
        sort = self.game.zones[end[0]].piece
        face = self.figures.number(piece, at)
        if source is not None and source.name != BOX:
            start = self.cell(source, at)
            self.lies[start] = self.lies.get(start, 0) - amount
        else:
            copies = self.game.pieces[sort].copies
            taken = self.taken.get((sort, face), 0) + amount
            if taken > copies[face] and not self.game.pieces[sort].individual and sort not in self.unsure:
                there = copies[face] - self.taken.get((sort, face), 0)
                name = self.game.kinds[self.game.pieces[sort].kind].values[face]
                self.short.setdefault(step.origin.span, (step, name, amount, there))
            self.taken[sort, face] = min(taken, copies[face])
        self.lies[end] = self.lies.get(end, 0) + amount

    def cell(self, place: spec.Expr, at: Bindings) -> Cell:
        zone = place.zone if isinstance(place, spec.SlotCell) else place
        if not isinstance(zone, spec.ZoneRef):
            raise CannotTellError
        return zone.name, tuple(self.figures.number(index, at) for index in zone.indices)

    def lost(self, steps: tuple[spec.Step_, ...]) -> None:
        """Nothing is known any longer of the pieces that these steps, and what they call, may move."""
        waiting, seen = [steps], set[str]()
        while waiting:
            for step in flat(waiting.pop()):
                match step:
                    case spec.MovePiece() | spec.MoveCount() | spec.MoveZone() | spec.Draw():
                        zones = [part.name for part in walk(step) if isinstance(part, spec.ZoneRef)]
                        self.unsure |= {self.game.zones[name].piece for name in zones if name in self.game.zones}
                    case spec.CallRule(call):
                        called: tuple[str, ...] = (call.rule,)
                        waiting += self._bodies(called, seen)
                    case spec.CallValue():
                        waiting += self._bodies(step.candidates, seen)
                    case spec.ChooseRules(calls):
                        waiting += self._bodies(tuple(call.rule for call in calls), seen)
                    case _:
                        pass

    def _bodies(self, rules: tuple[str, ...], seen: set[str]) -> list[tuple[spec.Step_, ...]]:
        new = [rule for rule in rules if rule not in seen]
        seen |= set(new)
        self.ran |= set(new)
        for rule in new:
            for cost in self.game.rules[rule].cost if rule in self.game.rules else ():
                zones = [part.name for part in walk(cost) if isinstance(part, spec.ZoneRef)]
                self.unsure |= {self.game.zones[name].piece for name in zones if name in self.game.zones}
        return [part.steps for rule in new for part in self.calls.parts.get(rule, ())]


def check_setup(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Follow it for every number of players."""
    if "setup" not in game.rules or any(variant.seats for variant in game.variants.values()):
        return
    tables: dict[int, _Table] = {}
    for players in range(game.players[0], game.players[1] + 1):
        table = tables[players] = _Table(game, calls, Figures(game, players))
        table.run()
    told: set[Span] = set()
    for players, table in tables.items():
        for span, (step, name, wanted, there) in table.short.items():
            sure = game.zones[name].piece not in table.unsure if name in game.zones else True
            if sure and span not in told:
                told.add(span)
                collector.report("RW833", step.origin, players=players, name=name, wanted=wanted, there=max(there, 0))
    later = _later(game, calls)
    for name, sort in game.pieces.items():
        if name not in later and not sort.variant and not any(name in table.unsure for table in tables.values()):
            _left(game, sort, list(tables.values()), collector)


def _left(game: spec.Spec, sort: spec.PieceDef, tables: list[_Table], collector: Collector) -> None:
    """Faces of which some stay in the box with any number of players, if any piece of the sort comes out."""
    values = game.kinds[sort.kind].values
    taken = [max(table.taken.get((sort.name, face), 0) for table in tables) for face in range(len(values))]
    short = [(value, n, most) for value, n, most in zip(values, taken, sort.copies, strict=True) if n < most]
    if any(taken) and short and sort.span is not None and not collector.reported_at(sort.span):
        names = [f"`{value}`" if most == 1 else f"{most - n} of `{value}`" for value, n, most in short]
        few = [*names[:6], f"{len(names) - 6} more"] if len(names) > 6 else names
        stay = "stays" if sum(most - n for _, n, most in short) == 1 else "stay"
        collector.report("RW834", sort.span, names=listed(few, "and"), piece=sort.name, stay=stay)


def _later(game: spec.Spec, calls: Calls) -> set[str]:
    """The sorts that something takes out of the box, or may, after the game has begun."""
    found: set[str] = set()
    waiting, reached = ["play", "finish"], set[str]()
    while waiting:
        name = waiting.pop()
        if name in game.rules and name not in reached:
            reached.add(name)
            waiting += [edge.target for edge in calls.edges[name] if edge.sort != "possible"]
    for name in reached:
        nodes = [step for part in calls.parts.get(name, ()) for step in flat(part.steps)]
        for step in (*nodes, *game.rules[name].cost):
            source = getattr(step, "source", None)
            if not hasattr(step, "target") or isinstance(step, spec.Assign | spec.Random | spec.Draw):
                continue
            zones = [part.name for part in walk((source, step.target)) if isinstance(part, spec.ZoneRef)]
            if source is None or BOX in zones:
                found |= {game.zones[zone].piece for zone in zones if zone in game.zones}
    return found
