"""From loops that run secretly to whether each player sees to his own hidden things only, or diagnostics.

In the body of such a loop, and in what it calls and offers, only things of `player` that the others do not see are written, and nothing is
read that he does not see; so all can decide at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector
from ...document.located import Origin
from .. import spec
from ..formulas.words import quote
from .calls import Calls, flat
from .sight import ME, Eyes, People, Who


@dataclass(slots=True)
class _Secret:
    game: spec.Spec
    collector: Collector
    eyes: Eyes
    seen: set[tuple[str, tuple[Who, ...]]] = field(default_factory=set)

    def steps(self, steps: tuple[spec.Step_, ...], people: People) -> None:
        for step in steps:
            self.step(step, people)

    def step(self, step: spec.Step_, people: People) -> None:
        match step:
            case spec.IfStep(condition, then, otherwise):
                self.reads(condition, people)
                self.steps((*then, *otherwise), people)
            case spec.Loop():
                self.reads((step.binders, step.order), people)
                inner = dict(people)
                for binder in step.binders:
                    inner[binder.name] = "anybody"
                self.steps(step.body, inner)
            case spec.ChooseValue():
                self.steps(step.body, people)
                self.steps(() if step.if_none is None else (step.if_none,), people)
            case spec.ChooseRules(calls):
                for call in calls:
                    self.rule(call, people, offered=True)
                self.steps(() if step.if_none is None else (step.if_none,), people)
            case spec.CallRule(call):
                self.reads(call.args, people)
                self.rule(call, people, offered=False)
            case spec.CallValue(_, args, candidates):
                for name in candidates:
                    self.rule(spec.RuleCall(name, args, origin=step.origin), people, offered=False)
            case spec.Assign(target, _, value):
                self.reads(value, people)
                self.written(target, people)
            case spec.Let(_, value):
                self.reads(value, people)
            case spec.Random(target, domain):
                self.reads(domain, people)
                self.written(target, people)
            case spec.MovePiece() | spec.MoveCount() | spec.MoveZone() | spec.Draw():
                ends = (end for end in (step.target, step.source) if end is not None)
                any(self.written(end.zone if isinstance(end, spec.SlotCell) else end, people) for end in ends)
            case spec.Show(_, viewers):
                if self.eyes.who(viewers, people) != "me":
                    self.collector.report("RW601", step.origin, text=quote(step.origin))
            case _:
                pass

    def rule(self, call: spec.RuleCall, people: People, offered: bool) -> None:
        rule = self.game.rules.get(call.rule)
        if rule is None:
            return
        given = tuple(self.eyes.who(arg, people) for arg in call.args)
        key = (call.rule, given)
        if key in self.seen:
            return
        self.seen.add(key)
        inner: dict[str, Who] = {"player": people.get("player", "anybody")}
        for param, who in zip(rule.params, given, strict=False):
            inner[param.name] = who
        for part in rule.cost:
            for end in (part.source, part.target):
                if end is not None:
                    self.written(end, inner)
        if not offered:  # what an offer reads is checked for all offers
            self.reads(tuple(need.condition for need in rule.needs), inner)
        self.steps(rule.body, inner)

    def reads(self, node: object, people: People) -> None:
        parts = node if isinstance(node, tuple) else (node,)
        for part in parts:
            for read in self.eyes.unseen(part, people):
                self.collector.report("RW603", read.place, text=read.text)

    def written(self, target: spec.Variable | spec.ZoneRef | spec.Bound, people: People) -> bool:
        """Only what is his own, and what the others do not see: whether it is something else, which is reported."""
        sight = spec.Sight("all")  # the box
        axes: tuple[spec.Axis, ...] = ()
        match target:
            case spec.Variable(name):
                sight, axes = self.game.variables[name].sight, self.game.variables[name].axes
            case spec.ZoneRef(name) if name in self.game.zones:
                sight, axes = self.game.zones[name].sight, self.game.zones[name].axes
            case spec.Bound():
                return False
        place: Origin = target.origin
        if not _hidden(sight):
            self.collector.report("RW601", place, text=quote(place))
        elif self.eyes.owner(axes, target.indices, people) != "me":
            self.collector.report("RW602", place, text=quote(place))
        else:
            return False
        return True


def _hidden(sight: spec.Sight) -> bool:
    """Whether the others can be unable to see it."""
    return sight.who in ("owner", "nobody") or (sight.otherwise is not None and _hidden(sight.otherwise))


def check_secret_loops(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Check every secret loop."""
    eyes = Eyes(game)
    for woven in calls.woven:
        for step in flat(woven.steps):
            if isinstance(step, spec.Loop) and step.mode == "secretly":
                secret = _Secret(game, collector, eyes)
                people: dict[str, Who] = {binder.name: "anybody" for binder in step.binders}
                secret.steps(step.body, {**people, **ME})
