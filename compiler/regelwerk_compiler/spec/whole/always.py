"""From a game without faults, and what its values may be, to conditions that always or never hold, loops over nothing, values that no
variable can take, and divisions by what may be 0 (see the codes RW80x).

What only options, seat counts and figures decide is left alone: variants and constants are made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...diagnostics.diagnostic import Collector
from ...diagnostics.words import listed, quoted_words
from .. import spec, types
from ..declare.game import LARGEST_NUMBER
from ..formulas.ranges import FAR, Bounds, Known
from ..formulas.words import quote
from ..tree import Key, inside, key, walk
from .calls import Calls
from .values import ALWAYS, NEVER, Values, speaks_of_state

MOST_BINDINGS = 10_000_000
Asked = tuple[spec.Expr, ...]
"""Conditions that were asked on the way to a formula."""


@dataclass(slots=True)
class _Search:
    game: spec.Spec
    calls: Calls
    values: Values
    collector: Collector

    # -- rules and steps -------------------------------------------------------------------------
    def rules(self) -> None:
        reached = self.calls.reached()  # what never comes into play is told as such
        for name, rule in self.game.rules.items():
            if name not in reached:
                continue
            known = self.values.params(name)
            crowded = self.options(rule, known)
            asked = () if crowded else self.binders(rule.params, {}, ())
            self.at_odds(rule, known)
            for need in rule.needs:
                if self.collector.reported_at(need.origin.span):
                    pass  # it is at odds with another
                elif self.never(need.condition, known) and not _lifted(self.calls, name, need.name):
                    reason = f"`{need.name}` never holds, as {self.why(need.condition, known)}"
                    self.collector.report("RW802", need.origin, self.hint(need.condition), rule=name, reason=reason)
                else:
                    self.formula(need.condition, known, asked)
                asked = (*asked, need.condition)
            for part in rule.cost:
                self.formulas(part, known, asked)
                self.payable(name, part, known)
            if rule.so_that is not None:
                self.formula(rule.so_that, known, asked)
        for woven in self.calls.woven:
            if woven.rule not in reached:
                continue
            bend, rule = woven.bend, self.game.rules[woven.rule]
            before: Asked = tuple(b.where for b in rule.params if b.where is not None)
            if bend is not None and bend.condition is not None:
                before = (*before, bend.condition)
            asked = (*before, *(need.condition for need in rule.needs))
            if self.possible(woven.rule):
                self.steps(woven.steps, self.values.params(woven.rule), asked, self.values.again(woven))
        for bend, _ in self.calls.bends:
            known = self.values.params(bend.rule) if bend.rule in self.game.rules else {}
            self.formulas(bend.condition, known, ())
            self.formulas(bend.value, known, ())

    def at_odds(self, rule: spec.RuleDef, known: Known) -> None:
        """Needs, and the `where` of parameters, two of which never hold together."""
        before = tuple(part for param in rule.params if param.where is not None for part in _parts(param.where))
        for need in rule.needs:
            own = _parts(need.condition)
            if _lifted(self.calls, rule.name, need.name) or self.apart(before, known) or self.apart(own, known):
                continue
            pair = self.apart((*before, *own), known)
            if pair is not None:
                self.collector.report("RW802", need.origin, rule=rule.name, reason=_at_odds(*pair))
            before = (*before, *own)

    def apart(self, parts: tuple[spec.Expr, ...], known: Known) -> tuple[spec.Expr, spec.Expr] | None:
        """Two of these conditions that want the same thing to be in two places."""
        wanted: dict[Key, list[tuple[Bounds, spec.Expr]]] = {}
        for part in parts:
            for what, bounds in self.wants(part, known):
                for other, earlier in wanted.setdefault(key(what), []):
                    if bounds.outside(*other) and speaks_of_state(what):
                        return earlier, part
                wanted[key(what)].append((bounds, part))
        return None

    def wants(self, e: spec.Expr, known: Known) -> Iterator[tuple[spec.Expr, Bounds]]:
        """What must lie where for a condition to hold."""
        match e:
            case spec.Is(left, right, False) | spec.Compare(_, left, right):
                yield e, ALWAYS
                op = e.op if isinstance(e, spec.Compare) else "is"
                for what, other, way in ((left, right, op), (right, left, _MIRRORED[op])):
                    figure = self.values.of(other, known)
                    if figure.low == figure.high and not speaks_of_state(other):
                        n = figure.low
                        low = n if way in ("is", ">=") else n + 1 if way == ">" else -FAR
                        high = n if way in ("is", "<=") else n - 1 if way == "<" else FAR
                        yield what, Bounds(low, high)
            case spec.Not(part):
                yield part, NEVER
            case _ if isinstance(e.type.base, types.Bool):
                yield e, ALWAYS
            case _:
                pass

    def possible(self, name: str) -> bool:
        """Whether the needs of a rule may hold; those that a bend lifts are not asked."""
        known = self.values.params(name)
        needs = (need for need in self.game.rules[name].needs if not _lifted(self.calls, name, need.name))
        return all(self.values.of(need.condition, known) != NEVER for need in needs)

    def payable(self, name: str, part: spec.Part, known: Known) -> None:
        """A number that is more than the variable can ever give, or than there are pieces alike."""
        if isinstance(part, spec.CardsPart):
            zone = self.game.zones.get(part.source.name)
            sort = self.game.pieces.get(zone.piece) if zone is not None else None
            amount = self.values.of(part.amount, self.values.bound((part.binder,), known))
            if sort is not None and zone is not None:
                alike = [n for face, n in enumerate(sort.copies) if face != part.wild]
                most = max(alike, default=0) + (0 if part.wild is None else sort.copies[part.wild])
                most = most if zone.size is None else min(most, zone.size)
                if amount.low > most:
                    reason = f"it costs {_figure(amount)}, and never more than {most} of `{sort.name}` are there alike"
                    self.collector.report("RW802", part.origin, rule=name, reason=reason)
        if isinstance(part, spec.GivePart) and isinstance(part.source, spec.Variable):
            declared, amount = self.values.declared(part.source.name), self.values.of(part.what, known)
            if amount.low > declared.high - declared.low:
                reason = f"it costs {_figure(amount)}, and `{part.source.name}` holds {declared.low}..{declared.high}"
                self.collector.report("RW802", part.origin, rule=name, reason=reason)

    def steps(self, steps: tuple[spec.Step_, ...], known: Known, asked: Asked, again: set[str]) -> None:
        for step in steps:
            match step:
                case spec.IfStep(condition, then, otherwise):
                    self.formula(condition, known, asked)
                    within, holds = (*asked, condition), self.values.of(condition, known)
                    if holds != NEVER:  # what is never done cannot go wrong
                        self.steps(then, known, within, again)
                    if holds != ALWAYS or condition.type.may_be_missing:
                        self.steps(otherwise, known, within, again)
                    asked = within  # one of the two may have ended something
                case spec.Loop():
                    within = self.binders(step.binders, known, asked)
                    inner = self.values.bound(step.binders, known)
                    if step.condition is not None:
                        self.formula(step.condition, inner, within)
                        within = (*within, step.condition)
                    for key in step.order:
                        self.formula(key.value, inner, within)
                    self.steps(step.body, inner, within, again)
                case spec.ChooseValue():
                    within = self.binders((step.binder,), known, asked)
                    self.steps(step.body, self.values.bound((step.binder,), known), within, again)
                    self.steps(() if step.if_none is None else (step.if_none,), known, asked, again)
                case spec.ChooseRules(_, _, if_none):
                    self.formulas(tuple(call.args for call in step.calls), known, asked)
                    self.steps(() if if_none is None else (if_none,), known, asked, again)
                case spec.Assign():
                    self.formula(step.value, known, asked)
                    self.fits(step, known)
                case _:
                    self.formulas(step, known, asked)
            known = self.values.behind(step, known, again)

    def fits(self, step: spec.Assign, known: Known) -> None:
        """A value that the variable never can take."""
        if not isinstance(step.target, spec.Variable) or not isinstance(step.target.type.base, types.Int):
            return
        if isinstance(step.value, spec.Word):
            return
        declared, value = self.values.declared(step.target.name), self.values.of(step.value, known)
        old = self.values.of(step.target, {})
        if step.op == "+=":
            value = Bounds(old.low + value.low, old.high + value.high)
        elif step.op == "-=":
            value = Bounds(old.low - value.high, old.high - value.low)
        if value.outside(*declared):
            holds = f"{declared.low}..{declared.high}"
            self.collector.report("RW800", step.origin, name=step.target.name, holds=holds, value=_figure(value))

    # -- formulas --------------------------------------------------------------------------------
    def formulas(self, node: Any, known: Known, asked: Asked) -> None:
        """Every formula in a step, a part of a cost, a rank or a tuple of them."""
        if isinstance(node, spec.Formula):
            self.formula(node, known, asked)
        elif isinstance(node, spec.RankDef | spec.CardsPart):
            within = self.binders((node.binder,), known, asked)
            inner = self.values.bound((node.binder,), known)
            rest = (node.order, node.prize) if isinstance(node, spec.RankDef) else (node.amount,)
            for part in rest:
                self.formulas(part, inner, within)
        elif node is not None:
            for part in inside(node):
                self.formulas(part, known, asked)

    def binders(self, binders: tuple[spec.Binder, ...], known: Known, asked: Asked) -> Asked:
        """Look into binders; what is asked by them."""
        self.crowd(binders, known)
        for binder in binders:
            self.formulas((binder.domain, binder.start), known, asked)
            self.empty(binder.domain, known)
            known = self.values.bound((binder,), known)
            if binder.where is not None:
                self.formula(binder.where, known, asked)
                asked = (*asked, binder.where)
        return asked

    def crowd(self, binders: tuple[spec.Binder, ...], known: Known) -> None:
        """Binders whose values are gone through all with all, up to the first that a condition filters: too many to wait for."""
        size = 1
        for binder in binders:
            size *= self.surely(binder.domain, known)
            if binder.where is not None:
                break
        if size > MOST_BINDINGS:
            names, most = quoted_words([b.name for b in binders]), f"{MOST_BINDINGS:,}"
            self.collector.report("RW824", binders[0].origin, names=names, size=f"{size:,}", most=most)

    def surely(self, domain: spec.Expr, known: Known) -> int:
        """How many values there are in any case."""
        match domain:
            case spec.AllOf(kind):
                definition = self.game.kinds[kind]
                return len(definition.values) or definition.high - definition.low + 1
            case spec.Range(low, high):
                return max(1, self.values.of(high, known).low - self.values.of(low, known).high + 1)
            case spec.Players():
                return self.game.players[0]
            case _:
                return 1

    def options(self, rule: spec.RuleDef, known: Known) -> bool:
        """Options are numbered by the product of the parameters, and numbers have an end: whether there are too many."""
        size = 1
        for param in rule.params:
            number = isinstance(param.type.base, types.Int)
            low, high = known[param.name] if number else self.values.places(param.type.base)
            size *= max(1, high - low + 1)
        if size > LARGEST_NUMBER:
            self.collector.report("RW825", rule.span, name=rule.name, size=f"{size:,}", most=f"{LARGEST_NUMBER:,}")
        return size > LARGEST_NUMBER

    def empty(self, domain: spec.Expr, known: Known) -> None:
        """A range that begins behind its end."""
        if isinstance(domain, spec.Range):
            low, high = self.values.of(domain.low, known), self.values.of(domain.high, known)
            if low.low > high.high:
                self.collector.report("RW804", domain.origin, text=quote(domain.origin))

    def formula(self, e: spec.Formula, known: Known, asked: Asked) -> None:
        """Look for what is always so in a formula."""
        match e:
            case spec.And(parts) | spec.Or(parts):
                pair = self.apart(_parts(e), known) if isinstance(e, spec.And) else None
                if pair is not None:
                    self.collector.report("RW801", e.origin, always="false", reason=_at_odds(*pair))
                for part in parts:
                    self.formula(part, known, asked)
                    asked = (*asked, part)
                return
            case spec.If(value, condition, otherwise):
                self.formula(condition, known, asked)
                self.formulas((value, otherwise), known, (*asked, condition))
                return
            case spec.Pick() | spec.Fold():
                within = self.binders(e.binders, known, asked)
                inner = self.values.bound(e.binders, known)
                for part in (key.value for key in e.order) if isinstance(e, spec.Pick) else (e.body,):
                    self.formula(part, inner, within)
                return
            case spec.Reach(start, binder):
                self.formula(start, known, asked)
                self.binders((binder,), known, asked)
                return
            case spec.Compare() | spec.Is():
                self.always(e, known)
            case spec.Variable() if isinstance(e.type.base, types.Bool):
                self.always(e, known)
            case spec.Divide(_, divisor, _) | spec.Arithmetic("mod", _, divisor):
                self.divides(divisor, known, asked)
            case _:
                pass
        for part in inside(e):
            self.formula(part, known, asked)

    def always(self, e: spec.Expr, known: Known) -> None:
        """A condition that comes out the same whatever the state."""
        found = self.values.of(e, known)
        if found in (ALWAYS, NEVER) and self.telling(e) and not self.collector.reported_at(e.origin.span):
            always = "true" if found == ALWAYS else "false"
            self.collector.report("RW801", e.origin, self.hint(e), always=always, reason=self.why(e, known))

    def never(self, e: spec.Expr, known: Known) -> bool:
        """A condition that never holds."""
        return self.values.of(e, known) == NEVER and self.telling(e)

    def telling(self, e: spec.Expr) -> bool:
        """Whether it is said here: not of figures and options, and not of a variable that nothing writes, which is told where it stands."""
        read = {part.name for part in walk(e) if isinstance(part, spec.Variable)}
        return speaks_of_state(e) and read <= self.values.written

    def why(self, e: spec.Expr, known: Known) -> str:
        """What makes a condition always or never hold."""
        said: list[spec.Expr] = [e]
        match e:
            case spec.And(parts) | spec.Or(parts):
                decides = NEVER if isinstance(e, spec.And) else ALWAYS
                sure = [part for part in parts if self.values.of(part, known) == decides]
                return self.why((sure or parts)[0], known)
            case spec.Not(part):
                return self.why(part, known)
            case spec.Compare(_, left, right) | spec.Is(left, right):
                said = [part for part in (left, right) if not isinstance(part, spec.IntLit | spec.Value | spec.BoolLit)]
            case _:
                pass
        return " and ".join(f"{quote(part.origin)} is {self.say(part, known)}" for part in said)

    def say(self, e: spec.Expr, known: Known) -> str:
        """What a formula may be, in words."""
        bounds, base = self.values.of(e, known), e.type.base
        exact = sorted(self.values.exact.get(e.name, ())) if isinstance(e, spec.Variable) else []
        if 1 < len(exact) <= 12 and bounds.high - bounds.low + 1 != len(exact):
            names = self.game.kinds[base.name].values if isinstance(base, types.Kind) else ()
            return f"only ever {listed([f'`{names[n]}`' if names else str(n) for n in exact])}"
        return _say(bounds, base, self.game)

    def hint(self, e: spec.Expr) -> str:
        """Where bounds come from that no declaration says."""
        names = [part.name for part in walk(e) if isinstance(part, spec.Variable)]
        held, declared = self.values.held, self.values.declared
        narrow = next((name for name in names if name in self.values.exact or held.get(name) != declared(name)), None)
        follows = f"What `{narrow}` may be follows from its start and from all that is ever written into it."
        return follows if narrow else ""

    def divides(self, divisor: spec.Expr, known: Known, asked: Asked) -> None:
        """A divisor that may be 0, and nothing on the way asked about it."""
        found = self.values.of(divisor, known)
        if not found.low <= 0 <= found.high or not speaks_of_state(divisor):
            return
        speaks = self.calls.reads(divisor)
        people = {part.name for part in walk(divisor) if isinstance(part, spec.Bound) and part.type == types.PLAYER}
        speaks = speaks - people or speaks  # whose it is says nothing of how much it is
        if any(self.calls.reads(condition) & speaks for condition in asked):
            return
        self.collector.report("RW803", divisor.origin, text=quote(divisor.origin))


def _say(b: Bounds, base: types.Base | None = None, game: spec.Spec | None = None) -> str:
    """Bounds in words."""
    names: tuple[str, ...] = ()
    if isinstance(base, types.Bool):
        names = ("false", "true")[b.low : b.high + 1]
    elif isinstance(base, types.Kind) and game is not None:
        names = tuple(f"`{name}`" for name in game.kinds[base.name].values[b.low : b.high + 1])
    low, high = (names[0], names[-1]) if names else (str(b.low), str(b.high))
    if low == high:
        return f"always {low}"
    if b.low <= -FAR:
        return f"{high} at most"
    return f"{low} at least" if b.high >= FAR else f"only ever {low} to {high}"


def _figure(b: Bounds) -> str:
    """Bounds as an amount."""
    return _say(b).removeprefix("always ").removeprefix("only ever ")


def _at_odds(one: spec.Expr, other: spec.Expr) -> str:
    return f"{quote(one.origin)} and {quote(other.origin)} never hold together"


def _parts(e: spec.Expr) -> tuple[spec.Expr, ...]:
    """Everything that must hold for a condition to hold."""
    return tuple(inner for part in e.parts for inner in _parts(part)) if isinstance(e, spec.And) else (e,)


_MIRRORED = {"is": "is", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _lifted(calls: Calls, rule: str, need: str) -> bool:
    return any(bend.sort == "ignore" and bend.rule == rule and bend.need == need for bend, _ in calls.bends)


def check_always(game: spec.Spec, calls: Calls, values: Values, collector: Collector) -> None:
    """Report all of it."""
    search = _Search(game, calls, values, collector)
    search.rules()
    for define in game.defines.values():
        known = values.bound(define.params, {})
        for part in (*define.alternatives, define.rank):
            search.formulas(part, known, ())
    for item in game.score.values():
        search.formulas(item.value, {}, ())
    search.formulas(game.ranking.keys, {}, ())
    for one in game.satisfies:
        search.formula(one.condition, {}, ())
