"""From the rules of a game to those that speak of `player` before a loop of theirs binds him; where nobody is `player`, diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...diagnostics.diagnostic import Collector
from ...document.located import Origin
from .. import spec, types
from ..tree import free, inside
from .calls import ENTRIES, Calls

Place = tuple[str, int, int]  # a file, a line and a column


@dataclass(slots=True)
class Use:
    """What one rule does about `player`: where it speaks of him itself, and what it calls where nobody has bound him in it."""

    told: frozenset[Place]  # binders that were surely meant to bind `player`, which has been reported
    first: Origin | None = None
    calls: list[tuple[str, Origin]] = field(default_factory=list)
    loops: list[tuple[str, Origin, str]] = field(
        default_factory=list
    )  # calls in a loop over other players: rule, place, the loop's name


def needy_rules(game: spec.Spec, calls: Calls, collector: Collector) -> set[str]:
    """The rules that need a `player` from whoever calls them."""
    spans = (
        one.span for one in collector.found if one.code in ("RW354", "RW357")
    )  # a binder that should bind `player`
    told = frozenset((span.file, span.line, span.column) for span in spans)
    uses = {name: Use(told) for name in game.rules}
    for name, rule in game.rules.items():
        use = uses[name]
        for part in (rule.params, rule.needs, rule.cost, () if rule.so_that is None else (rule.so_that,)):
            _speaks(use, part)
        for cost in rule.cost:
            if isinstance(cost, spec.CardsPart) and use.first is None:
                use.first = cost.origin  # he chooses what he pays with
    for woven in calls.woven:
        _steps(uses[woven.rule], woven.steps, bound=False, names=())
    for bend, kind in calls.bends:
        if bend.rule in uses and bend.sort != "offer":
            use = uses[bend.rule]
            if bend.condition is not None:
                _speaks(use, (bend.condition,))
            if kind is not None and kind.works_in is not None and "player" in free(kind.works_in):
                use.first = use.first or kind.works_in.origin
    needy = {name for name, use in uses.items() if use.first is not None}
    _spread(uses, needy)
    for use in uses.values():
        for called, place, name in use.loops:
            if called in needy:
                collector.report("RW554", place, rule=called, name=name)
    for name in ENTRIES:
        if name in needy:
            use = uses[name]
            bad = next(((called, place) for called, place in use.calls if called in needy), None)
            if use.first is not None:
                collector.report("RW553", use.first, name=name)
            elif bad is not None:
                collector.report("RW553", bad[1], name=bad[0])
    return needy


def check_begin(steps: tuple[spec.Step_, ...], game: spec.Spec, collector: Collector) -> None:
    """Report where the steps with which a scenario of a checked game begins speak of `player`, or call a rule that does, and nobody is."""
    use = Use(frozenset())
    _steps(use, steps, bound=False, names=())
    for rule, place, name in use.loops:
        if game.rules[rule].needs_player:
            collector.report("RW554", place, rule=rule, name=name)
    bad = next(((rule, place) for rule, place in use.calls if game.rules[rule].needs_player), None)
    if use.first is not None:
        collector.report("RW553", use.first, name="begin")
    elif bad is not None:
        collector.report("RW553", bad[1], name=bad[0])


def _spread(uses: dict[str, Use], needy: set[str]) -> None:
    """Who calls a rule that needs a player needs one, too."""
    callers: dict[str, list[str]] = {}
    for name, use in uses.items():
        for rule, _ in use.calls:
            callers.setdefault(rule, []).append(name)
    waiting = sorted(needy)
    while waiting:
        for name in callers.get(waiting.pop(), ()):
            if name not in needy:
                needy.add(name)
                waiting.append(name)


def _speaks(use: Use, node: object) -> None:
    if use.first is None:
        use.first = next(unbound(node, frozenset()), None)


def unbound(node: Any, bound: frozenset[str]) -> Iterator[Origin]:
    """Where formulas speak of `player` with nothing inside them binding him."""
    match node:
        case spec.Bound("player"):
            if "player" not in bound:
                yield node.origin
        case spec.Pick() | spec.Fold():
            for binder in node.binders:
                yield from _binder(binder, bound)
                bound = bound | {binder.name}
            for part in node.order if isinstance(node, spec.Pick) else (node.body,):
                yield from unbound(part, bound)
        case tuple():
            for part in node:  # binders of a rule or loop: what one binds the next may speak of
                if isinstance(part, spec.Binder):
                    yield from _binder(part, bound)
                    bound = bound | {part.name}
                else:
                    yield from unbound(part, bound)
        case _:
            for part in inside(node):
                yield from unbound(part, bound)


def _place(binder: spec.Binder) -> Place:
    span = binder.origin.span
    return span.file, span.line, span.column


def _binder(binder: spec.Binder, bound: frozenset[str]) -> Iterator[Origin]:
    for outer in (binder.domain, binder.start):
        if outer is not None:
            yield from unbound(outer, bound)
    if binder.where is not None:
        yield from unbound(binder.where, bound | {binder.name})


def _steps(use: Use, steps: tuple[spec.Step_, ...], bound: bool, names: tuple[str, ...]) -> None:
    """`names` are the players that the innermost loop binds under other names."""
    for step in steps:
        _step(use, step, bound, names)


def _step(use: Use, step: spec.Step_, bound: bool, names: tuple[str, ...]) -> None:
    match step:
        case spec.IfStep(condition, then, otherwise):
            _formulas(use, bound, condition)
            _steps(use, then, bound, names)
            _steps(use, otherwise, bound, names)
        case spec.Loop():
            bound = bound or any(_place(binder) in use.told for binder in step.binders)
            _formulas(use, bound, step.binders)
            inner = bound or step.mode == "secretly" or any(binder.name == "player" for binder in step.binders)
            _formulas(use, inner, step.order)
            _formulas(use, inner, step.condition)
            players = tuple(b.name for b in step.binders if isinstance(b.type.base, types.Player))
            named = "player" in players or any(_place(binder) in use.told for binder in step.binders)
            theirs = () if named or step.mode == "secretly" else players
            _steps(use, step.body, inner, theirs)
        case spec.ChooseValue():
            _decides(use, step, bound)
            _formulas(use, bound, (step.binder, step.least, step.most))
            inner = bound or step.binder.name == "player"
            _steps(use, step.body, inner, ())
            _otherwise(use, step.if_none, bound)
        case spec.ChooseRules(calls):
            _decides(use, step, bound)
            for call in calls:
                _formulas(use, bound, call.args)
            _otherwise(use, step.if_none, bound)
        case spec.CallRule(call):
            _formulas(use, bound, call.args)
            _call(use, call.rule, step.origin, bound, names, call.args)
        case spec.CallValue(rule, args, candidates):
            _formulas(use, bound, (rule, *args))
            for candidate in candidates:
                _call(use, candidate, step.origin, bound, names, (rule, *args))
        case _:
            _formulas(use, bound, step)


def _decides(use: Use, step: spec.Step_, bound: bool) -> None:
    if not bound and use.first is None:
        use.first = step.origin


def _otherwise(use: Use, step: spec.Step_ | None, bound: bool) -> None:
    if step is not None:
        _steps(use, (step,), bound, ())


def _formulas(use: Use, bound: bool, node: object) -> None:
    if not bound and node is not None:
        _speaks(use, tuple(part for part in node if part is not None) if isinstance(node, tuple) else node)


def _call(use: Use, rule: str, place: Origin, bound: bool, names: tuple[str, ...], args: tuple[spec.Expr, ...]) -> None:
    if names and not any(free(arg) & set(names) for arg in args):
        use.loops.append((rule, place, names[0]))
    elif not bound:
        use.calls.append((rule, place))
