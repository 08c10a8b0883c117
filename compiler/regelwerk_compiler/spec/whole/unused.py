"""From a game without faults to what nothing uses: rules, defines, variables, zones; and variables that only one side touches (warnings)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector
from .. import spec
from ..tree import free, walk
from .calls import Calls, flat


@dataclass(slots=True)
class _Used:
    defines: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    changing: set[str] = field(default_factory=set)  # read where they are written themselves
    zones: set[str] = field(default_factory=set)

    def formula(self, node: object) -> None:
        """Everything in it is read."""
        for part in walk(node):
            match part:
                case spec.CallDefine(name) | spec.RankCell(name):
                    self.defines.add(name)
                case spec.Variable(name):
                    self.read.add(name)
                case spec.ZoneRef(name):
                    self.zones.add(name)

    def steps(self, steps: tuple[spec.Step_, ...]) -> None:
        """The same of steps, where a variable that is set is written."""
        for step in flat(steps):
            match step:
                case spec.Assign(target, _, value):
                    self._target(target)
                    self._own(value, {target.name})
                case spec.Random(target, domain):
                    self._target(target)
                    self.formula(domain)
                case spec.IfStep(condition, then, otherwise):
                    inside = list(flat((*then, *otherwise)))
                    sets = {s.target.name for s in inside if isinstance(s, spec.Assign)}
                    self._own(condition, sets if len(sets) == 1 and len(sets) == len(inside) else set())
                case spec.Loop():
                    self.formula((*step.binders, *step.order, *_there(step.condition)))
                case spec.ChooseValue():
                    self.formula((step.binder, *_there(step.least, step.most)))
                case spec.ChooseRules(calls):
                    self.formula(tuple(arg for call in calls for arg in call.args))
                case _:
                    self.formula(step)

    def _own(self, node: object, written: set[str]) -> None:
        """What only says how the variables that are written here change is no use of them."""
        idle = written - self.read
        self.formula(node)
        if idle:
            self.read -= idle
            self.changing |= idle & {part.name for part in walk(node) if isinstance(part, spec.Variable)}

    def _target(self, target: spec.Variable | spec.Bound) -> None:
        if isinstance(target, spec.Variable):
            self.written.add(target.name)
            self.formula(target.indices)


def _there(*nodes: object) -> tuple[object, ...]:
    """Those that are there."""
    return tuple(node for node in nodes if node is not None)


def check_unused(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Warn of what the game could do without."""
    reached = calls.reached()
    for name, rule in game.rules.items():
        if name not in reached:
            collector.report("RW556", rule.span, name=name)
    used = _used(game, calls)
    for name, define in game.defines.items():
        plain_number = not define.params and all(isinstance(a, spec.IntLit) for a in define.alternatives)
        if name not in used.defines and not plain_number:  # a number may be the end of a range in a declaration
            collector.report("RW557", define.span, name=name)
    for name, variable in game.variables.items():
        if variable.span is None:
            continue
        if name in used.read and name not in used.written:
            collector.report("RW563", variable.span, name=name)
        elif name not in used.read:
            code = "RW564" if name in used.written else "RW558"
            nobody = "nothing else" if name in used.changing else "nothing"
            collector.report(code, variable.span, name=name, nobody=nobody)
    for name, zone in game.zones.items():
        stuck = zone.starts_full and zone.refilled is None  # told by `zones.py`
        if name not in used.zones and zone.span is not None and not stuck:
            collector.report("RW559", zone.span, name=name)
    _params(game, calls, collector)
    _locals(calls, collector)


def _params(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Parameters that nothing speaks of; rules in a column all have the same, whether they need them or not."""
    cells = [cell for kind in game.kinds.values() for row in kind.rows for cell in row.values()]
    by_rule: dict[str, list[spec.Bend]] = {}
    for bend, _ in calls.bends:
        by_rule.setdefault(bend.rule, []).append(bend)
    changed = {bend.define for bend, _ in calls.bends}
    alike = {cell.rule for cell in cells if isinstance(cell, spec.RuleCell)}
    for name, rule in game.rules.items():
        own = (rule.needs, rule.cost, _there(rule.so_that))
        steps = tuple(woven.steps for woven in calls.parts.get(name, ()))
        bends = tuple(_there(bend.condition) for bend in by_rule.get(name, ()))
        if name not in alike:
            texts = (*rule.text.values(), *game.texts.get(name, {}).values())
            _unspoken(rule.params, (own, steps, bends), name, collector, texts)
    for name, define in game.defines.items():
        if name not in changed:
            _unspoken(define.params, (define.alternatives, _there(define.rank)), name, collector)


def _unspoken(
    params: tuple[spec.Binder, ...], nodes: object, name: str, collector: Collector, texts: tuple[str, ...] = ()
) -> None:
    for n, param in enumerate(params):
        inside = free((nodes, _there(param.where), params[n + 1 :]))
        if param.name not in inside and not any(f"{{{param.name}}}" in text for text in texts):
            collector.report("RW568", param.origin, name=param.name, of=name)


def _locals(calls: Calls, collector: Collector) -> None:
    """Locals that nothing reads."""
    for woven in calls.woven:
        made = {step.name: step.origin for step in flat(woven.steps) if isinstance(step, spec.Let)}
        if made:
            used = _Locals()
            used.steps(woven.steps)
            for name, place in made.items():
                if name not in used.names:
                    collector.report("RW569", place, name=name)


@dataclass(slots=True)
class _Locals(_Used):
    """The names that steps read."""

    names: set[str] = field(default_factory=set)

    def formula(self, node: object) -> None:
        self.names |= free(node)


def _used(game: spec.Spec, calls: Calls) -> _Used:
    used = _Used()
    for rule in game.rules.values():
        used.formula((*rule.params, *rule.needs, *_there(rule.so_that)))
        for part in rule.cost:
            used.formula(part)
            if isinstance(part.source, spec.Variable):
                used.written.add(part.source.name)
    for woven in calls.woven:
        used.steps(woven.steps)
    for bend, _ in calls.bends:
        used.formula(_there(bend.condition, bend.to, bend.value))
    for node in _elsewhere(game):
        used.formula(node)
    used.zones |= {zone.refilled for zone in game.zones.values() if zone.refilled is not None}
    _through_defines(game, used)
    return used


def _elsewhere(game: spec.Spec) -> Iterator[object]:
    """Formulas that are no part of a rule or define."""
    for item in game.score.values():
        yield item.value
    yield game.ranking.keys
    for one in game.satisfies:
        yield one.condition
    for variant in game.variants.values():
        yield variant.when
    for kind in game.kinds.values():
        yield _there(kind.works_in, kind.then_goes_to)
        for row in kind.rows:
            yield tuple(cell for cell in row.values() if isinstance(cell, spec.Formula))
    for variable in game.variables.values():
        yield from _sights(variable.sight)
        if variable.start is not None:
            yield variable.start
    for zone in game.zones.values():
        yield from _sights(zone.sight)
        yield from _sights(zone.top_sight)


def _sights(sight: spec.Sight | None) -> Iterator[object]:
    while sight is not None:
        if sight.condition is not None:
            yield sight.condition
        sight = sight.otherwise


def _through_defines(game: spec.Spec, used: _Used) -> None:
    """What the defines that are used read; a define that only defines without use speak of is of no use either."""
    done: set[str] = set()
    while waiting := sorted(used.defines - done):
        for name in waiting:
            done.add(name)
            define = game.defines.get(name)
            if define is not None:
                used.formula(define.alternatives)
                if define.rank is not None:
                    used.formula(define.rank)
