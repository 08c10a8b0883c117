"""From what is offered to whoever decides to whether he sees everything that the list of options is made from, or diagnostics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ...diagnostics.diagnostic import Collector
from ...document.located import Origin
from .. import spec, types
from ..formulas.words import quote
from ..tree import inside
from .calls import Calls, flat

Who = Literal["me", "other", "anybody"]
People = Mapping[str, Who]
"""Whom a name stands for, seen from `player`: himself, surely somebody else, or one cannot tell."""

ME: People = {"player": "me"}


@dataclass(frozen=True, slots=True)
class Read:
    """Something that `player` does not see, and where it is read."""

    text: str
    place: Origin
    name: str


@dataclass(slots=True)
class Eyes:
    """What `player` sees of the state of one game."""

    game: spec.Spec
    _known: dict[tuple[str, tuple[Who, ...]], tuple[Read, ...]] = field(
        default_factory=dict
    )  # what defines and columns read

    def who(self, e: spec.Expr, people: People) -> Who:
        """Whom a formula of a player gives."""
        match e:
            case spec.Bound(name):
                return people.get(name, "anybody")
            case spec.Step(spec.Bound(name), _, spec.IntLit(value)) if people.get(name) == "me" and value == 1:
                return "other" if self.game.players[0] > 1 else "anybody"
            case _:
                return "anybody"

    def owner(self, axes: tuple[spec.Axis, ...], indices: tuple[spec.Expr, ...], people: People) -> Who | None:
        """Who owns the cell or zone; None if nobody does."""
        for axis, index in zip(axes, indices, strict=False):
            if axis.kind == "player":
                return self.who(index, people)
        return None

    def sees(self, sight: spec.Sight, owner: Who | None) -> bool:
        """Whether `player` may see it: of two ways by a condition one is enough, `over` is false while anybody decides."""
        match sight.who:
            case "all":
                seen = True
            case "owner":
                seen = owner == "me"
            case "others":
                seen = owner == "other"
            case "nobody":
                seen = False
        if isinstance(sight.condition, spec.Over):
            seen = False
        return seen or (sight.otherwise is not None and self.sees(sight.otherwise, owner))

    def unseen(self, node: Any, people: People) -> Iterator[Read]:
        """What a formula reads that `player` does not see."""
        match node:
            case spec.PickIn("count" | "any", spec.ZoneRef() as zone):
                yield from self._inside(zone, people)  # how many lie there is seen by all
                return
            case spec.Is(spec.SlotCell(zone, index), spec.Word("")):
                yield from self._inside((*zone.indices, index), people)  # and so is which slots are taken
                return
            case spec.Top(zone):
                definition = self.game.zones.get(zone.name)
                if definition is not None:
                    sight = definition.top_sight or definition.sight
                    if not self.sees(sight, self.owner(definition.axes, zone.indices, people)):
                        yield Read(quote(node.origin), node.origin, zone.name)
                yield from self._inside(zone, people)
                return
            case spec.Variable(name, indices):
                variable = self.game.variables[name]
                if not self.sees(variable.sight, self.owner(variable.axes, indices, people)):
                    yield Read(quote(node.origin), node.origin, name)
            case spec.ZoneRef(name, indices) if name in self.game.zones:
                definition = self.game.zones[name]
                if not self.sees(definition.sight, self.owner(definition.axes, indices, people)):
                    yield Read(quote(node.origin), node.origin, name)
            case spec.CallDefine(name, args) | spec.RankCell(name, args):
                for read in self._define(name, tuple(self.who(arg, people) for arg in args)):
                    yield Read(read.text, node.origin, read.name)
            case spec.FormulaColumn(_, kind, column, player):
                for read in self._column(kind, column, self.who(player, people)):
                    yield Read(read.text, node.origin, read.name)
        yield from self._inside(node, people)

    def _inside(self, node: Any, people: People) -> Iterator[Read]:
        parts = list(node if isinstance(node, tuple) else inside(node))
        for part in sorted(parts, key=lambda part: not isinstance(part, spec.Binder)):  # binders first, as they bind
            if isinstance(part, spec.Binder):
                yield from self.unseen(part.domain, people)
                people = self.bound(part, people)
            yield from self.unseen(part, people)

    def bound(self, binder: spec.Binder, people: People, conditions: tuple[spec.Expr, ...] = ()) -> People:
        """Whom everybody is with the binder's name; conditions may say that it is not `player`."""
        if not isinstance(binder.type.base, types.Player):
            return people
        known = (*((binder.where,) if binder.where is not None else ()), *conditions)
        others = any(self._is_other(binder.name, condition, people) for condition in known)
        return {**people, binder.name: "other" if others else "anybody"}

    def _is_other(self, name: str, condition: spec.Expr, people: People) -> bool:
        match condition:
            case spec.And(parts):
                return any(self._is_other(name, part, people) for part in parts)
            case spec.Is(spec.Bound(one), spec.Bound(two), True):
                return (one == name and people.get(two) == "me") or (two == name and people.get(one) == "me")
            case _:
                return False

    def _define(self, name: str, args: tuple[Who, ...]) -> tuple[Read, ...]:
        define = self.game.defines.get(name)
        key = (name, args)
        if define is not None and key not in self._known:
            self._known[key] = ()  # while it is looked at
            people = {param.name: who for param, who in zip(define.params, args, strict=False)}
            body: tuple[object, ...] = (*define.alternatives, *((define.rank,) if define.rank is not None else ()))
            self._known[key] = _once(read for part in body for read in self.unseen(part, people))
        return self._known.get(key, ())

    def _column(self, kind: str, column: str, who: Who) -> tuple[Read, ...]:
        key = (f"{kind}.{column}", (who,))
        if key not in self._known:
            cells = [row.get(column) for row in self.game.kinds[kind].rows]
            self._known[key] = _once(read for cell in cells for read in self.unseen(cell, {"player": who}))
        return self._known[key]


def _once(reads: Iterator[Read]) -> tuple[Read, ...]:
    """Each thing that is read once."""
    return tuple({read.text: read for read in reads}.values())


def check_offers(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report what is offered and reads what its player cannot see."""
    eyes = Eyes(game)
    offered = {edge.target for edges in calls.edges.values() for edge in edges if edge.sort == "offer"}
    offered |= {bend.rule for bend, _ in calls.bends if bend.sort == "offer"}
    for name, rule in game.rules.items():
        if name not in offered:
            continue
        paid = tuple(part for cost in rule.cost for part in _read_by(cost))
        conditions = tuple(need.condition for need in rule.needs)
        slots: tuple[object, ...] = (
            *rule.params,
            *conditions,
            *paid,
            *(() if rule.so_that is None else (rule.so_that,)),
        )
        bent = [bend for bend, _ in calls.bends if bend.rule == name and bend.sort in ("forbid", "ignore")]
        people = ME
        for param in rule.params:
            people = people if param.name == "player" else eyes.bound(param, people, conditions)
        for part in (*slots, *(bend.condition for bend in bent if bend.condition is not None)):
            for read in eyes.unseen(part, people):
                if not collector.reported_at(read.place.span):  # the top of a pile is told as such
                    collector.report("RW600", read.place, rule=f"`{name}`", text=read.text)
    for woven in calls.woven:
        for step in flat(woven.steps):
            if isinstance(step, spec.ChooseValue):
                for read in eyes.unseen(step.binder, ME):
                    collector.report("RW600", read.place, rule="This choice", text=read.text)


def _read_by(part: spec.Part) -> tuple[object, ...]:
    """What a payment reads: not where it goes."""
    if isinstance(part, spec.GivePart):
        return (part.what, part.source)
    return (part.amount, part.binder.domain, part.source)


def check_sights(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report sights, and loops of those who decide, that depend on what not everybody sees (warnings)."""
    eyes = Eyes(game)
    things: list[spec.VariableDef | spec.ZoneDef] = [*game.variables.values(), *game.zones.values()]
    for thing in things:
        top = thing.top_sight if isinstance(thing, spec.ZoneDef) else None
        for sight in (thing.sight, top):
            while sight is not None:
                for read in eyes.unseen(sight.condition, {}) if sight.condition is not None else ():
                    collector.report("RW605", read.place, name=thing.name, text=read.text)
                sight = sight.otherwise
    deciding = _deciding(calls)
    for woven in calls.woven:
        for step in flat(woven.steps):
            if isinstance(step, spec.Loop) and step.mode != "secretly" and _decides(step.body, deciding):
                for binder in step.binders:
                    if binder.name == "player":
                        for read in eyes.unseen((binder, *(key.value for key in step.order)), {}):
                            collector.report("RW606", read.place, text=read.text)


def _deciding(calls: Calls) -> set[str]:
    """The rules in which somebody may decide."""
    found = {woven.rule for woven in calls.woven if _decides(woven.steps, set())}
    above: set[str] = set()
    for name, callers in calls.above.items():
        above |= callers if name in found else set()
    return found | above


def _decides(steps: tuple[spec.Step_, ...], deciding: set[str]) -> bool:
    for step in flat(steps):
        match step:
            case spec.ChooseRules() | spec.ChooseValue():
                return True
            case spec.CallRule(call) if call.rule in deciding:
                return True
            case spec.CallValue(_, _, candidates) if deciding & set(candidates):
                return True
            case _:
                pass
    return False
