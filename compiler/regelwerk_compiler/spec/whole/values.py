"""From a game without faults to what its variables may ever hold, and with it to bounds of every formula, truths too.

A variable begins with its start value and then holds what some step, cost or bend writes into it; all of its cells count as one, and the
order of the steps does not count.  So the bounds are never too narrow, and where they say that a condition never holds, it never does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .. import spec, types
from ..formulas.ranges import ANY, Bounds, Known, Prover
from ..tree import walk
from .calls import Calls, Woven, flat

ROUNDS = 4  # of looking at all steps; what still grows then is taken to hold all that it is declared to
TRUTH, NEVER, ALWAYS = Bounds(0, 1), Bounds(0, 0), Bounds(1, 1)


class Values(Prover):
    """Bounds of what the formulas of a whole game may be."""

    def __init__(self, game: spec.Spec, calls: Calls) -> None:
        extra = (len(variant.seats) for variant in game.variants.values())
        super().__init__(game, max((game.players[1], *extra)))
        self.game, self.calls = game, calls
        self._defines: dict[str, Bounds] = {}
        self._again = {id(woven): _set_again(woven.steps) for woven in calls.woven}
        self._changes: dict[str, list[spec.Bend]] = {}
        for bend, _ in calls.bends:
            self._changes.setdefault(bend.define, []).append(bend)
        self.held: dict[str, Bounds] = {}
        self.written: set[str] = set()
        for name, variable in game.variables.items():
            start = self._start(variable)
            if start is not None:
                self.held[name] = start
        self.exact = {name: values for name, values in self._exact().items() if values is not None}
        for n in range(ROUNDS):
            if not self._round(widen=n == ROUNDS - 1):
                break

    # -- variables -------------------------------------------------------------------------------
    def declared(self, name: str) -> Bounds:
        """What the variable is declared to hold."""
        return Bounds(self.game.variables[name].holds.low, self.game.variables[name].holds.high)

    def _start(self, variable: spec.VariableDef) -> Bounds | None:
        """Its start value; None if it starts with a word; all that it can hold where nothing is known of its values."""
        holds = variable.holds
        if variable.is_set or variable.history or not isinstance(holds.type.base, types.Int | types.Bool | types.Kind):
            return self.declared(variable.name)
        if variable.start is not None:
            return None if isinstance(variable.start, spec.Word) else self._within(variable.name, variable.start, {})
        if holds.type.words:
            return None
        zero = 0 if holds.low <= 0 <= holds.high else holds.low
        return Bounds(zero, zero)

    def _within(self, name: str, value: spec.Expr, known: Known) -> Bounds | None:
        """What is left of a value in the range of a variable; None if there is nothing."""
        found, declared = self.of(value, known), self.declared(name)
        low, high = max(found.low, declared.low), min(found.high, declared.high)
        return Bounds(low, high) if low <= high else None

    def _round(self, widen: bool) -> bool:
        """Look at all that is written once; whether it brought anything new."""
        before = dict(self.held)
        self._defines.clear()
        for name, new in self._written():
            self.written.add(name)
            if new is not None:
                old = self.held.get(name)
                self.held[name] = new if old is None else old.joined(new)
        grown = [name for name, held in self.held.items() if before.get(name) != held]
        for name in grown if widen else ():
            self.held[name] = self.declared(name)
        self._defines.clear()
        return bool(grown)

    def _written(self) -> Iterator[tuple[str, Bounds | None]]:
        for rule in self.game.rules.values():
            for part in rule.cost:
                if isinstance(part, spec.GivePart) and isinstance(part.source, spec.Variable):
                    name = part.source.name
                    yield name, Bounds(self.declared(name).low, self.held.get(name, self.declared(name)).high)
        for step, known in self.steps():
            match step:
                case spec.Assign(spec.Variable(name), "=", value):
                    yield name, None if isinstance(value, spec.Word) else self._within(name, value, known)
                case spec.Assign(spec.Variable(name), op, value):
                    by, (low, high) = self.of(value, known), self.declared(name)
                    up, down = (by.high > 0, by.low < 0) if op == "+=" else (by.low < 0, by.high > 0)
                    held = self.held.get(name)
                    yield name, Bounds(low if down else held.low, high if up else held.high) if held else None
                case spec.Random(spec.Variable(name), domain):
                    yield name, self._within(name, domain, known)
                case _:
                    pass

    def _exact(self) -> dict[str, set[int] | None]:
        """Of variables into which only values are written that stand there as such: all of them."""
        found: dict[str, set[int] | None] = {}
        for name, variable in self.game.variables.items():
            low, high = self.held.get(name, NEVER)
            found[name] = (
                None if low < high or variable.is_set or variable.history else {low} if name in self.held else set()
            )
        for rule in self.game.rules.values():
            for part in rule.cost:
                found[part.source.name] = None
        for woven in self.calls.woven:
            for step in flat(woven.steps):
                match step:
                    case spec.Assign(spec.Variable(name), op, value):
                        before, new = found[name], _literals(value) if op == "=" else None
                        found[name] = None if before is None or new is None else before | new
                    case spec.Random(spec.Variable(name)):
                        found[name] = None
                    case _:
                        pass
        return found

    # -- steps -----------------------------------------------------------------------------------
    def params(self, rule: str) -> Known:
        """The bounds of a rule's parameters."""
        return self.bound(self.game.rules[rule].params, {})

    def steps(self) -> Iterator[tuple[spec.Step_, Known]]:
        """All steps of the game, with the bounds of the names that are known there."""
        for woven in self.calls.woven:
            yield from self.inside(woven.steps, self.params(woven.rule), self.again(woven))

    def inside(
        self, steps: tuple[spec.Step_, ...], known: Known, again: set[str]
    ) -> Iterator[tuple[spec.Step_, Known]]:
        """The same of a list of steps."""
        for step in steps:
            yield step, known
            match step:
                case spec.IfStep(_, then, otherwise):
                    yield from self.inside(then, known, again)
                    yield from self.inside(otherwise, known, again)
                case spec.Loop():
                    yield from self.inside(step.body, self.bound(step.binders, known), again)
                case spec.ChooseValue():
                    yield from self.inside(step.body, self.bound((step.binder,), known), again)
                case _:
                    known = self.behind(step, known, again)

    def behind(self, step: spec.Step_, known: Known, again: set[str]) -> Known:
        """The names that are known behind a step."""
        match step:
            case spec.Let(name, value) | spec.Random(spec.Bound(name), value):
                return {**known, name: ANY if name in again else self.of(value, known)}
            case _:
                return known

    def again(self, woven: Woven) -> set[str]:
        """The locals of these steps that get a value in several places: nothing is known of them."""
        return self._again[id(woven)]

    # -- formulas --------------------------------------------------------------------------------
    def of(self, e: spec.Expr, known: Known) -> Bounds:
        match e:
            case spec.BoolLit(value):
                return ALWAYS if value else NEVER
            case spec.Value(_, index):
                return Bounds(index, index)
            case spec.Variable(name):
                return self.held.get(name) or self.declared(name)
            case spec.Compare(op, left, right):
                return self._compared(op, self.of(left, known), self.of(right, known), e)
            case spec.Is(left, right, negated):
                return self._is(left, right, negated, known)
            case spec.Not(part):
                low, high = self.of(part, known)
                return Bounds(1 - high, 1 - low) if not part.type.may_be_missing else TRUTH
            case spec.And(parts) | spec.Or(parts):
                found = [self.of(part, known) for part in parts]
                fold = min if isinstance(e, spec.And) else max
                return Bounds(fold(b.low for b in found), fold(b.high for b in found))
            case spec.Range(low, high):
                ends = Bounds(self.of(low, known).low, self.of(high, known).high)
                return ends if ends.low <= ends.high else ANY  # empty: told where it stands
            case spec.If(value, condition, otherwise) if otherwise is not None:
                asked = self.of(condition, known)
                if asked == ALWAYS and not condition.type.may_be_missing:
                    return self.of(value, known)
                if asked == NEVER:
                    return self.of(otherwise, known)
            case _:
                pass
        found_ = super().of(e, known)
        if found_ == ANY and isinstance(e.type.base, types.Bool):
            return TRUTH
        if found_ == ANY and isinstance(e.type.base, types.Kind | types.Player):
            return self.places(e.type.base)
        return found_

    def _compared(self, op: str, a: Bounds, b: Bounds, e: spec.Compare) -> Bounds:
        if op in (">", ">="):
            a, b = b, a
        apart = 0 if op in ("<=", ">=") else 1
        low = 1 if a.high + apart <= b.low and not e.type.may_be_missing else 0
        return Bounds(low, 1 if a.low + apart <= b.high else 0)

    def _is(self, left: spec.Expr, right: spec.Expr, negated: bool, known: Known) -> Bounds:
        comparable = (types.Int, types.Bool, types.Kind)
        if not isinstance(left.type.base, comparable) or left.type.base != right.type.base:
            return TRUTH
        a, b = self.of(left, known), self.of(right, known)
        for one, other in ((left, b), (right, a)):
            exact = self.exact.get(one.name) if isinstance(one, spec.Variable) else None
            if exact is not None and other.low == other.high and other.low not in exact:
                return ALWAYS if negated else NEVER
        if a.high < b.low or b.high < a.low:
            return ALWAYS if negated else NEVER
        if a == b and a.low == a.high and not left.type.may_be_missing and not right.type.may_be_missing:
            return NEVER if negated else ALWAYS
        return TRUTH

    def define(self, name: str) -> Bounds:
        if name not in self._defines:
            self._defines[name] = ANY  # while it is being worked out
            self._defines[name] = self._define(name)
        return self._defines[name]

    def _define(self, name: str) -> Bounds:
        define = self.game.defines.get(name)
        if define is None or define.rank is not None or not define.alternatives:
            return ANY
        known = self.bound(define.params, {})
        found = self.joined([self.of(a, known) for a in define.alternatives], define.alternatives)
        for bend in self._changes.get(name, ()):
            if bend.to is not None:
                names = dict(zip(bend.params, (known[p.name] for p in define.params), strict=False))
                found = found.joined(self.of(bend.to, names))
        return found


def _literals(e: spec.Expr) -> set[int] | None:
    """The values that a formula can have, if they stand in it; a word for a missing one is none."""
    match e:
        case spec.IntLit(value) | spec.BoolLit(value) | spec.Value(_, value):
            return {int(value)}
        case spec.Word():
            return set()
        case spec.If(value, _, otherwise) if otherwise is not None:
            ways = [_literals(value), _literals(otherwise)]
            return None if ways[0] is None or ways[1] is None else ways[0] | ways[1]
        case _:
            return None


def _set_again(steps: tuple[spec.Step_, ...]) -> set[str]:
    """The locals that get a value in several places."""
    found: Counter[str] = Counter()
    for step in flat(steps):
        match step:
            case spec.Let(name) | spec.Assign(spec.Bound(name)) | spec.Random(spec.Bound(name)):
                found[name] += 1
            case _:
                pass
    return {name for name, times in found.items() if times > 1}


def speaks_of_state(e: object) -> bool:
    """Whether a formula says more than figures, options and seat counts: it reads the state, or a name that is bound."""
    return any(isinstance(part, spec.Variable | spec.ZoneRef | spec.Bound) for part in walk(e))
