"""From the rules of a game, bends included, to who calls and offers whom: recursion, ends of rules that are not running, what is reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ...diagnostics.diagnostic import Collector
from ...diagnostics.words import quoted_words
from ...document.located import Origin, Span
from .. import spec
from ..formulas.words import chain
from ..tree import walk

Sort = Literal["call", "offer", "possible"]
ENTRIES = ("setup", "play", "finish")
ANYTHING = "*"  # what a formula reads that may read anything
DEEPEST = 60  # calls within calls
MOST_ASKED = 1_000  # rules that `possible` looks at, those that these ask about too


@dataclass(frozen=True, slots=True)
class Edge:
    """A rule calls another, offers it, or asks whether it would be possible."""

    target: str
    sort: Sort
    place: Origin | Span


@dataclass(frozen=True, slots=True)
class Woven:
    """Steps that run as a part of `rule`: its own, or those of a bend."""

    rule: str
    steps: tuple[spec.Step_, ...]
    bend: spec.Bend | None


@dataclass(slots=True)
class Calls:
    """All calls of a game."""

    game: spec.Spec
    bends: list[tuple[spec.Bend, spec.KindDef | None]] = field(default_factory=list)
    woven: list[Woven] = field(default_factory=list)
    parts: dict[str, list[Woven]] = field(default_factory=dict)  # by rule
    edges: dict[str, list[Edge]] = field(default_factory=dict)
    above: dict[str, set[str]] = field(
        default_factory=dict
    )  # rule -> every rule that may be running when it is, itself too

    def __post_init__(self) -> None:
        game = self.game
        self.bends += [(bend, None) for variant in game.variants.values() for bend in variant.bends]
        self.bends += [(bend, kind) for kind in game.kinds.values() for bends in kind.bends for bend in bends]
        self.woven += [Woven(name, rule.body, None) for name, rule in game.rules.items()]
        self.woven += [
            Woven(bend.rule, bend.body, bend) for bend, _ in self.bends if bend.body and bend.rule in game.rules
        ]
        for woven in self.woven:
            self.parts.setdefault(woven.rule, []).append(woven)
        self.edges = {name: [] for name in game.rules}
        for name, rule in game.rules.items():
            self._asked(name, (rule.params, rule.needs, rule.cost, rule.so_that))
        for part in self.woven:
            self.edges[part.rule] += _edges(part.steps)
            self._asked(part.rule, part.steps)
        for bend, _ in self.bends:
            if bend.sort == "offer" and bend.within in game.rules and bend.span is not None:
                self.edges[bend.within].append(Edge(bend.rule, "offer", bend.span))
            if bend.rule in game.rules:
                self._asked(bend.rule, bend.condition)
        for name, edges in self.edges.items():
            self.edges[name] = [edge for edge in edges if edge.target in game.rules]
        self.above = self._above()

    def _asked(self, rule: str, node: object) -> None:
        """What the formulas of a rule ask to be possible, through defines too."""
        if node is None:
            return
        seen: set[str] = set()
        waiting: list[tuple[object, Origin | None]] = [(node, None)]
        while waiting:
            formula, place = waiting.pop()
            for part in walk(formula):
                if isinstance(part, spec.Possible):
                    self.edges[rule].append(Edge(part.rule, "possible", place or part.origin))
                elif isinstance(part, spec.CallDefine | spec.RankCell) and part.name not in seen:
                    seen.add(part.name)
                    define = self.game.defines.get(part.name)
                    if define is not None:
                        waiting.append(
                            ((define.alternatives, (define.rank,) if define.rank else ()), place or part.origin)
                        )

    def _above(self) -> dict[str, set[str]]:
        above = {name: {name} for name in self.edges}
        changed = True
        while changed:
            changed = False
            for name, edges in self.edges.items():
                for edge in edges:
                    if edge.sort != "possible" and not above[name] <= above[edge.target]:
                        above[edge.target] |= above[name]
                        changed = True
        return above

    def reads(self, e: object) -> set[str]:
        """The variables, zones and bound names that a formula reads, through defines and what bends make of them; ANYTHING where all may be read."""
        found: set[str] = set()
        waiting: list[object] = [e]
        seen: set[str] = set()
        while waiting:
            for part in walk(waiting.pop()):
                match part:
                    case spec.Variable(name) | spec.ZoneRef(name) | spec.Bound(name):
                        found.add(name)
                    case spec.CallDefine(name) | spec.RankCell(name):
                        define = self.game.defines.get(name)
                        if define is not None and name not in seen:
                            seen.add(name)
                            waiting += [define.alternatives, () if define.rank is None else define.rank]
                            waiting += [b.to for b, _ in self.bends if b.define == name and b.to is not None]
                    case spec.Possible() | spec.PositionOf() | spec.FormulaColumn():
                        found.add(ANYTHING)
                    case _:
                        pass
        return found

    def reached(self) -> set[str]:
        """Every rule that can come into play."""
        found: set[str] = set()
        waiting: list[str] = [name for name in ENTRIES if name in self.edges]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [edge.target for edge in self.edges[name] if edge.sort != "possible"]
        return found


def flat(steps: tuple[spec.Step_, ...]) -> Iterator[spec.Step_]:
    """All steps, those inside others too."""
    for step in steps:
        yield step
        match step:
            case spec.IfStep(_, then, otherwise):
                yield from flat((*then, *otherwise))
            case spec.Loop():
                yield from flat(step.body)
            case spec.ChooseValue():
                yield from flat(step.body)
                yield from flat(() if step.if_none is None else (step.if_none,))
            case spec.ChooseRules():
                yield from flat(() if step.if_none is None else (step.if_none,))
            case _:
                pass


def _edges(steps: tuple[spec.Step_, ...]) -> list[Edge]:
    found: list[Edge] = []
    for step in flat(steps):
        match step:
            case spec.CallRule(call):
                found.append(Edge(call.rule, "call", step.origin))
            case spec.CallValue():
                found += [Edge(rule, "call", step.origin) for rule in step.candidates]
            case spec.ChooseRules(calls):
                found += [Edge(call.rule, "offer", call.origin) for call in calls]
            case _:
                pass
    return found


def check_recursion(calls: Calls, collector: Collector) -> None:
    """Report every call that closes a circle."""
    depths: dict[str, int] = {}  # of rules that are done: how deep the calls below them go
    asked: dict[str, int] = {}  # of those: how many rules are looked at when this one is asked to be possible
    path: list[str] = []
    for first in calls.edges:
        waiting = [(first, iter(calls.edges[first]))] if first not in depths else []
        path = [first]
        while waiting:
            name, edges = waiting[-1]
            edge = next(edges, None)
            if edge is None:
                below = (depths.get(e.target, 0) for e in calls.edges[name] if e.sort != "possible")
                depths[name] = 1 + max(below, default=0)
                if depths[name] == DEEPEST + 1:
                    collector.report("RW565", calls.game.rules[name].span, name=name, most=DEEPEST)
                asked[name] = 1 + sum(asked.get(e.target, 0) for e in calls.edges[name] if e.sort == "possible")
                if asked[name] > MOST_ASKED:
                    collector.report("RW590", calls.game.rules[name].span, name=name, most=f"{MOST_ASKED:,}")
                    asked[name] = 0
                waiting.pop()
                path.pop()
            elif edge.target in path:
                circle = [*path[path.index(edge.target) :], edge.target]
                collector.report("RW552", edge.place, name=edge.target, circle=chain(circle))
            elif edge.target not in depths:
                waiting.append((edge.target, iter(calls.edges[edge.target])))
                path.append(edge.target)


def check_ends(calls: Calls, collector: Collector) -> None:
    """Report ends of rules that are never running then, and last turns that nobody counts."""
    for part in calls.woven:
        running = calls.above[part.rule]
        for step in flat(part.steps):
            if not isinstance(step, spec.EndStep):
                continue
            for name in (step.rule, step.after):
                if name is None or name == "game" or (step.one_more and name == step.after):
                    continue
                if name not in running:
                    known = [rule for rule in calls.edges if rule in running]
                    collector.report("RW555", step.origin, name=name, running=quoted_words(known))
            if step.one_more and step.after is not None and _turns(calls, step.after) != 1:
                collector.report("RW562", step.origin, name=step.after)


def _turns(calls: Calls, rule: str) -> int:
    """How many loops over players call a rule."""
    return sum(
        isinstance(step, spec.Loop)
        and any(binder.name == "player" for binder in step.binders)
        and any(isinstance(inner, spec.CallRule) and inner.call.rule == rule for inner in flat(step.body))
        for part in calls.woven
        for step in flat(part.steps)
    )
