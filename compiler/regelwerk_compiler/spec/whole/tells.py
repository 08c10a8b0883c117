"""From steps to whether what everybody sees is written, moved or ended by something that not everybody sees (warnings).

A hidden thing tells itself by a value (`set: most = max(c.value for c in hand[p])`), by a condition (`if`, `where`, `while`), by an order (`first .. by`)
and through locals, arguments and calls.  Deliberate is: what somebody chooses, a piece that is moved openly, what `show` has shown before, what is
seen by all under a condition, and everything when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...diagnostics.diagnostic import Collector
from ...document.located import Origin
from .. import spec, types
from ..tree import free, walk
from .calls import Calls
from .sight import Eyes


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that not everybody sees: its words, its variable or zone, and where it is asked for."""

    text: str
    name: str
    place: Origin


@dataclass(frozen=True, slots=True)
class Told:
    """What names hold that not everybody sees, what decides whether a step is made at all, and what has been shown."""

    names: Mapping[str, Secret] = field(default_factory=dict)
    why: tuple[Secret, ...] = ()
    shown: frozenset[str] = frozenset()
    laid: frozenset[str] = frozenset()  # out of which a piece has just been laid open


@dataclass(slots=True)
class _Tells:
    game: spec.Spec
    calls: Calls
    collector: Collector
    eyes: Eyes
    entered: dict[str, Told] = field(default_factory=dict)  # by rule
    waiting: list[str] = field(default_factory=list)
    reporting: bool = False
    known: dict[int, tuple[list[str], list[Secret]]] = field(default_factory=dict)  # by formula

    # -- what a formula tells --------------------------------------------------------------------
    def secret(self, nodes: Iterable[Any], told: Told) -> Secret | None:
        """The first thing in these formulas that not everybody sees."""
        for node in nodes:
            if node is None:
                continue
            names, secrets = self.asked(node)
            found = [told.names[name] for name in names if name in told.names]
            found += secrets
            for secret in found:
                if secret.name not in told.shown | told.laid:
                    return secret
        return None

    def asked(self, node: Any) -> tuple[list[str], list[Secret]]:
        """The names from outside of which a formula speaks, and what it reads that not everybody sees."""
        known = self.known.get(id(node))
        if known is None:
            bound = {part.name for part in walk(node) if isinstance(part, spec.Binder)}
            secrets = [Secret(read.text, read.name, read.place) for read in self.eyes.unseen(node, {})]
            known = self.known[id(node)] = sorted(free(node) - bound), secrets
        return known

    # -- rules -----------------------------------------------------------------------------------
    def run(self) -> None:
        """What every rule is entered with, then what its steps tell."""
        for name in ("setup", "play"):
            if name in self.game.rules:
                self.enter(name, Told())
        for bend, _ in self.calls.bends:
            if bend.sort == "offer" and bend.rule in self.game.rules:
                self.enter(bend.rule, Told())
        while self.waiting:
            name = self.waiting.pop()
            for woven in self.calls.parts.get(name, ()):
                self.steps(woven.steps, self.entered[name])
        self.reporting = True
        for name, told in self.entered.items():
            for woven in self.calls.parts.get(name, ()):
                self.steps(woven.steps, told)

    def enter(self, rule: str, told: Told) -> None:
        """A rule runs, or is offered; whatever is told in one place where it is counts for all of them."""
        if self.reporting or rule not in self.game.rules:
            return
        before = self.entered.get(rule)
        if before is None:
            joined = told
        else:
            names = {**told.names, **before.names}
            joined = Told(names, _all(before.why, told.why), before.shown & told.shown)
        if joined != before:
            self.entered[rule] = joined
            self.waiting.append(rule)

    def call(self, call: spec.RuleCall, told: Told) -> None:
        rule = self.game.rules.get(call.rule)
        if rule is not None:
            given = zip(rule.params, call.args, strict=False)
            names = {param.name: found for param, arg in given if (found := self.secret((arg,), told)) is not None}
            self.enter(call.rule, Told(names, told.why, told.shown))

    # -- steps -----------------------------------------------------------------------------------
    def steps(self, steps: tuple[spec.Step_, ...], told: Told) -> Told:
        """What is told in these steps; what is told and shown behind them."""
        for step in steps:
            told = self.step(step, told)
        return told

    def step(self, step: spec.Step_, told: Told) -> Told:
        match step:
            case spec.IfStep(condition, then, otherwise):
                within = self.under(told, (condition,))
                ways = (self.steps(then, within), self.steps(otherwise, within))
                return self.behind(told, ways)
            case spec.Loop():
                if step.mode == "secretly":
                    return told  # `secret.py`
                inner = self.binders(step.binders, told)
                first = self.secret((key.value for key in step.order), inner) if step.first else None
                if first is not None:
                    names = {binder.name: first for binder in step.binders}
                    inner = replace(inner, names={**inner.names, **names})
                if step.condition is not None:
                    inner = self.under(inner, (step.condition,))
                each = step.mode == "once" and not step.first and all(b.where is None for b in step.binders)
                behind = self.steps(step.body, inner)
                return replace(self.behind(told, (behind,)), shown=behind.shown if each else told.shown)
            case spec.ChooseValue():
                self.steps(step.body, self.without(told, (step.binder.name,)))
                self.steps(() if step.if_none is None else (step.if_none,), told)
            case spec.ChooseRules():
                for call in step.calls:
                    self.call(call, told)
                self.steps(() if step.if_none is None else (step.if_none,), told)
            case spec.CallRule(call):
                self.call(call, told)
            case spec.CallValue(rule, args, candidates):
                within = self.under(told, (rule,))
                for name in candidates:
                    self.call(spec.RuleCall(name, args, origin=step.origin), within)
            case spec.Let(name, value) | spec.Random(spec.Bound(name), value) | spec.Assign(spec.Bound(name), _, value):
                found = self.secret((value,), told) or next(iter(told.why), None)
                if found is not None:
                    return replace(told, names={**told.names, name: found})
                return self.without(told, (name,)) if isinstance(step, spec.Let) else told
            case spec.Assign(spec.Variable(name) as target, _, value):
                if _open(self.game.variables[name].sight):
                    self.tells(name, (*target.indices, value), told)
            case spec.Random(spec.Variable(name) as target, domain):
                if _open(self.game.variables[name].sight):
                    self.tells(name, (*target.indices, domain), told)
            case spec.Draw(amount, source, target, _, name):
                self.moved(source, (amount,), target, told)
                if name and not self.opens(target):
                    zone = target.zone.name if isinstance(target, spec.SlotCell) else target.name
                    return replace(told, names={**told.names, name: Secret(f"`{name}`", zone, step.origin)})
            case spec.MovePiece(piece, source, target):
                self.moved(source, (piece,), target, told, self.sort(piece))
                if isinstance(piece, spec.Bound) and self.opens(target):  # all see which one it was
                    known = told.names.get(piece.name)
                    laid = told.laid if known is None else told.laid | {known.name}
                    return self.without(replace(told, laid=laid), (piece.name,))
            case spec.MoveCount(amount, face, source, target):
                self.moved(source, (amount, face), target, told)
            case spec.MoveZone(source, target):
                self.moved(source, (), target, told)
            case spec.Show(what, viewers):
                if isinstance(viewers, spec.Players):
                    said = {secret.name for secret in self.asked(what)[1]}
                    said |= {told.names[name].name for name in free(what) if name in told.names}
                    return replace(told, shown=told.shown | said)
            case _:
                pass
        return told

    def under(self, told: Told, conditions: Iterable[Any]) -> Told:
        """Inside, where something decides whether steps are made."""
        found = self.secret(conditions, told)
        return told if found is None else replace(told, why=_all(told.why, (found,)))

    def binders(self, binders: tuple[spec.Binder, ...], told: Told) -> Told:
        for binder in binders:
            told = self.without(told, (binder.name,))
            hidden = self.secret((binder.domain, binder.start), told)
            if hidden is not None:
                told = replace(told, names={**told.names, binder.name: hidden})
            if binder.where is not None:
                told = self.under(told, (binder.where,))
        return told

    def without(self, told: Told, names: Iterable[str]) -> Told:
        left = {name: secret for name, secret in told.names.items() if name not in names}
        return replace(told, names=left)

    def behind(self, told: Told, ways: tuple[Told, ...]) -> Told:
        """What locals hold behind steps that may have been made."""
        names = dict(told.names)
        for way in ways:
            names |= way.names
        return replace(told, names=names, shown=frozenset.intersection(*(way.shown for way in ways)))

    # -- reports ---------------------------------------------------------------------------------
    def moved(
        self, source: spec.Expr | None, parts: tuple[Any, ...], target: spec.Expr, told: Told, sort: str = ""
    ) -> None:
        """Pieces are moved; those that come out of a hidden place into an open one are told on purpose."""
        left = {part.name for part in walk(source) if isinstance(part, spec.ZoneRef)} if source is not None else set()
        left |= {name for name, zone in self.game.zones.items() if zone.piece == sort}
        ends = [part for end in (target, source) for part in walk(end) if isinstance(part, spec.ZoneRef)]
        seen = next((zone for zone in ends if self.opens(zone)), None)
        if seen is not None:
            self.tells(seen.name, (*parts, *seen.indices), replace(told, laid=told.laid | left))

    def sort(self, piece: spec.Expr) -> str:
        """The sort of an individual, which is moved from wherever it lies."""
        base = piece.type.base
        kind = base.name if isinstance(base, types.Kind) else ""
        return next((name for name, sort in self.game.pieces.items() if sort.individual and sort.kind == kind), "")

    def opens(self, target: spec.Expr) -> bool:
        """Whether everybody sees what lies there."""
        name = target.zone.name if isinstance(target, spec.SlotCell) else getattr(target, "name", "")
        return name in self.game.zones and _open(self.game.zones[name].sight)

    def tells(self, name: str, parts: tuple[Any, ...], told: Told) -> None:
        """Everybody sees this change."""
        found = self.secret(parts, told)
        for secret in _all(told.why, () if found is None else (found,)):
            place = secret.place.span
            if self.reporting and secret.name not in told.shown | told.laid and not self.collector.reported_at(place):
                self.collector.report("RW607", secret.place, name=name, text=secret.text)


def _all(some: tuple[Secret, ...], others: tuple[Secret, ...]) -> tuple[Secret, ...]:
    """Each place where something hidden is asked for once."""
    return tuple({secret.place.span: secret for secret in (*some, *others)}.values())


def _open(sight: spec.Sight) -> bool:
    """Whether everybody sees it whatever happens."""
    return sight.who == "all" and (sight.condition is None or (sight.otherwise is not None and _open(sight.otherwise)))


def check_tells(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report what tells a secret."""
    _Tells(game, calls, collector, Eyes(game)).run()
