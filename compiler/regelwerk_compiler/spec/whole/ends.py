"""From a game without faults to loops that nothing ends, loops that go round without anybody doing anything, and steps that are never
reached (see the codes RW81x).

A loop is left by an `end` of a rule that holds it, or of the game; a loop over players with `where`, and `while`, also by something that is
written.  What a rule does is taken together over all of its steps, those of bends too: whether a step is met is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector
from .. import spec
from ..formulas.words import quote
from ..tree import walk
from .calls import ANYTHING, Calls, flat

GAME = "game"


@dataclass(slots=True)
class Does:
    """What steps may do, with all that they call and offer."""

    ends: set[str] = field(default_factory=set)  # rules that are ended outside of themselves, or `game`
    writes: set[str] = field(default_factory=set)
    decides: bool = False
    chance: bool = False

    def add(self, other: Does, without: str = "") -> None:
        """The same, and what else is done; `without` a rule that ends itself."""
        self.ends |= other.ends - {without}
        self.writes |= other.writes
        self.decides |= other.decides
        self.chance |= other.chance


@dataclass(slots=True)
class _Ends:
    game: spec.Spec
    calls: Calls
    collector: Collector
    rules: dict[str, Does] = field(default_factory=dict)
    returning: dict[str, bool] = field(default_factory=dict)
    idling: dict[str, tuple[bool, list[spec.Step_]]] = field(default_factory=dict)

    # -- what is done ----------------------------------------------------------------------------
    def rule(self, name: str) -> Does:
        """What a rule may do, its payment and its bends too."""
        if name not in self.rules:
            does = self.rules[name] = Does()
            for part in self.game.rules[name].cost if name in self.game.rules else ():
                does.writes |= {part.source.name, *((part.target.name,) if part.target is not None else ())}
                does.decides |= isinstance(part, spec.CardsPart)
            for woven in self.calls.parts.get(name, ()):
                does.add(self.steps(woven.steps))
            for edge in self.calls.edges.get(name, ()):  # offers of bends among them
                if edge.sort == "offer":
                    does.add(self.rule(edge.target), edge.target)
            for kind in self.game.kinds.values():  # a piece that is used up when it bends this rule
                if kind.then_goes_to is not None and kind.works_in is not None:
                    does.writes |= {kind.then_goes_to.name, kind.works_in.name}
        return self.rules[name]

    def steps(self, steps: tuple[spec.Step_, ...]) -> Does:
        """What steps may do."""
        does = Does()
        for step in flat(steps):
            self._step(step, does)
        return does

    def _step(self, step: spec.Step_, does: Does) -> None:
        match step:
            case spec.EndStep(rule):
                does.ends.add(rule)
            case spec.CallRule(call):
                does.add(self.rule(call.rule), call.rule)
            case spec.CallValue(_, _, candidates):
                for name in candidates:
                    does.add(self.rule(name), name)
            case spec.ChooseRules(calls):
                does.decides = True
                for call in calls:
                    does.add(self.rule(call.rule), call.rule)
            case spec.ChooseValue():
                does.decides = True
            case spec.Assign(target) | spec.Random(target):
                does.writes.add(target.name)
                does.chance |= isinstance(step, spec.Random)
            case spec.MovePiece() | spec.MoveCount() | spec.MoveZone() | spec.Draw():
                does.chance |= isinstance(step, spec.Draw)
                does.writes |= {part.name for part in walk(step) if isinstance(part, spec.ZoneRef)}
                if getattr(step, "source", None) is None:
                    does.writes.add(ANYTHING)  # wherever the piece lies
                if isinstance(step, spec.Draw):
                    refill = self.game.zones[step.source.name].refilled if step.source.name in self.game.zones else None
                    does.writes |= {refill} if refill is not None else set()
            case spec.Let(name):
                does.writes.add(name)
            case _:
                pass

    # -- loops -----------------------------------------------------------------------------------
    def loop(self, loop: spec.Loop) -> None:
        """A loop that goes on until something ends it."""
        body = self.steps(loop.body)
        asked = tuple(b.where for b in loop.binders if b.where is not None)
        if loop.mode == "while":
            asked = () if loop.binders or loop.condition is None else (loop.condition,)
            if not asked:
                return
        elif loop.mode != "endlessly":
            return
        if body.ends:
            return
        if asked:
            reads = self.calls.reads(asked)
            if ANYTHING not in reads | body.writes and not reads & body.writes:
                self.collector.report("RW812", asked[0].origin, text=quote(asked[0].origin))
        elif not body.decides:
            self.collector.report("RW810", loop.origin)
        else:
            self.collector.report("RW811", loop.origin, most=self.game.most_decisions)

    def idle(self, loop: spec.Loop) -> None:
        """A loop of decisions that goes round for ever, with nothing changed, when nothing is legal for anybody."""
        told = self.collector.reported_at(loop.origin.span)
        if told or loop.mode != "endlessly" or any(b.where is not None for b in loop.binders):
            return
        found: list[spec.Step_] = []
        if self._idle(loop.body, found) and found:
            self.collector.report("RW813", found[0].origin)

    def _idle(self, steps: tuple[spec.Step_, ...], found: list[spec.Step_]) -> bool:
        """Whether these steps do nothing where nothing is legal; `found` gets what their decisions do then."""
        for step in steps:
            match step:
                case spec.ChooseRules(certain=True):
                    return False  # nobody is left without an option
                case spec.ChooseRules(if_none=if_none) | spec.ChooseValue(if_none=if_none):
                    if if_none is None or not self._idle((if_none,), found):
                        return False
                    found.append(if_none)
                case spec.CallRule(call):
                    if call.rule != "nothing" and not self._idle_rule(call.rule, found):
                        return False
                case spec.IfStep(_, then, otherwise):
                    if not (self._idle(then, found) and self._idle(otherwise, found)):
                        return False
                case spec.Loop(mode="once" | "secretly"):
                    if not self._idle(step.body, found):
                        return False
                case spec.Let():
                    pass
                case _:
                    return False
        return True

    def _idle_rule(self, name: str, found: list[spec.Step_]) -> bool:
        if name not in self.idling:
            rule, choices = self.game.rules[name], list[spec.Step_]()
            asks = rule.cost or rule.needs or rule.so_that is not None
            idle = not asks and all(self._idle(woven.steps, choices) for woven in self.calls.parts[name])
            self.idling[name] = idle, choices[:1]
        idle, choices = self.idling[name]
        found += choices
        return idle

    # -- going on --------------------------------------------------------------------------------
    def goes_on(self, steps: tuple[spec.Step_, ...], report: bool = False) -> bool:
        """Whether what stands behind these steps may be met; with `report` the first step that is not is told."""
        on, before = True, None
        for step in steps:
            if before is not None and not on:
                if report and not self.collector.reported_at(before.origin.span):
                    self.collector.report("RW814", step.origin, line=before.origin.span.line)
                return False
            on, before = self._goes_on(step, report), step
        return on

    def _goes_on(self, step: spec.Step_, report: bool) -> bool:
        match step:
            case spec.EndStep(_, after):
                return after is not None
            case spec.IfStep(_, then, otherwise):
                ways = [self.goes_on(then, report), self.goes_on(otherwise, report)]
                return any(ways)
            case spec.Loop():
                self.goes_on(step.body, report)
                return step.mode != "endlessly" or any(b.where is not None for b in step.binders)
            case spec.ChooseValue():
                ways = [self.goes_on(step.body, report), step.many]
                ways.append(step.if_none is not None and self._goes_on(step.if_none, report))
                return any(ways)
            case spec.CallRule(call):
                return self.comes_back(call.rule)
            case spec.NotOffered():
                return False
            case _:
                return True

    def comes_back(self, name: str) -> bool:
        """Whether a rule that is called may come to its end, or end itself."""
        rule = self.game.rules.get(name)
        if rule is None or name in self.rule(name).ends:
            return True
        if name not in self.returning:
            self.returning[name] = True  # while it is looked at
            bent = len(self.calls.parts[name]) > 1
            self.returning[name] = bent or self.goes_on(rule.body)
        return self.returning[name]


def check_goes_on(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report all of it."""
    ends = _Ends(game, calls, collector)
    reached = calls.reached()
    for woven in calls.woven:
        for step in flat(woven.steps) if woven.rule in reached else ():
            if isinstance(step, spec.Loop):
                ends.loop(step)
                ends.idle(step)
        ends.goes_on(woven.steps, report=True)
