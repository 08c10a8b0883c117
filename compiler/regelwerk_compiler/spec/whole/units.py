"""From the units that numbers are declared with (`0..60 in coins`) to where numbers of two units are put together, or compared (warnings).

A unit is a word; nothing declares it but its use.  How many pieces lie in a zone has their sort as its unit, and multiplied by a number it is so
much for each: a plain number again, as is `count(c in zone where ..)`, how often something is so.  Plain numbers go with everything, so a game
without units is never spoken to.
Points are made of everything: what a score item or a rank adds up is free, and so are defines of which only the score speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector
from ...diagnostics.words import listed
from ...document.located import Origin
from .. import spec, types
from ..formulas.words import quote
from ..tree import inside, walk
from .calls import Calls, flat


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number is a number of; `counted`: of pieces that lie somewhere, not declared."""

    name: str
    counted: bool = False

    def like(self, other: Unit) -> bool:
        """Whether the two go together; `in cards` are pieces called `card`."""
        if self.counted == other.counted:
            return self.counted or self.name == other.name
        pieces, said = (self.name, other.name) if self.counted else (other.name, self.name)
        return said in (pieces, f"{pieces}s", f"{pieces}es")


Known = Mapping[str, Unit | None]
"""The units of bound names."""


@dataclass(slots=True)
class _Units:
    game: spec.Spec
    collector: Collector
    points: set[str]  # defines of which only the score speaks
    defines: dict[str, Unit | None] = field(default_factory=dict)

    # -- formulas --------------------------------------------------------------------------------
    def of(self, e: spec.Expr, known: Known, points: bool = False) -> Unit | None:
        """The unit of a number, of the numbers in a set; None for a plain one and for what is none.  What stands in `e` is looked through."""
        match e:
            case spec.Bound(name):
                return known.get(name)
            case spec.Variable(name, indices):
                self.all(indices, known)
                return _declared(self.game.variables[name].holds.unit)
            case spec.OptionRef(name):
                return _declared(self.game.options[name].holds.unit)
            case spec.Column(row, kind, column, each):
                self.all((row, each), known)
                columns = self.game.kinds[kind].columns
                return _declared(next((c.holds.unit for c in columns if c.name == column), ""))
            case spec.TableCell(name, indices):
                self.all(indices, known)
                return _declared(self.game.tables[name].unit)
            case spec.FaceCount(zone):
                self.all((zone, e.face), known)
                return _pieces(zone.type.base)
            case spec.CallDefine(name, args):
                self.all(args, known)
                return self.define(name)
            case spec.RankCell(name, args, who):
                self.all((*args, who), known)
                return self.define(name)
            case spec.PickIn(word, group):
                inner = self.of(group, known)
                return _pieces(group.type.base) if word == "count" else inner if word == "first" else None
            case spec.Pick(word, binders, order):
                inner_ = self.bound(binders, known)
                self.all((key.value for key in order), inner_)
                return inner_[binders[-1].name] if word == "first" else None
            case spec.Fold(word, body, binders):
                inside_ = self.of(body, self.bound(binders, known), points)
                return inside_ if word != "all" else None
            case spec.FoldOf("all", items):
                self.all(items, known)
                return None
            case spec.FoldOf(_, items) | spec.SetOf(items) | spec.Finish(items):
                return self.together(items, known, e.origin, points)
            case spec.If(value, condition, otherwise):
                self.of(condition, known)
                ways = (value,) if otherwise is None else (value, otherwise)
                return self.together(ways, known, e.origin, points)
            case spec.Arithmetic("+" | "-", left, right):
                return self.together((left, right), known, e.origin, points)
            case spec.Arithmetic("*", left, right):
                return _times(self.of(left, known, points), self.of(right, known, points))
            case spec.Arithmetic(_, left, right) | spec.Divide(left, right):
                return _divided(
                    self.of(left, known, points), self.of(right, known), rest=isinstance(e, spec.Arithmetic)
                )
            case spec.Range(left, right):
                return self.together((left, right), known, e.origin, points=False)
            case spec.Negate(part) | spec.Abs(part):
                return self.of(part, known, points)
            case spec.Compare(_, left, right) | spec.Is(left, right) | spec.In(left, right):
                self.together((left, right), known, e.origin, points=False)
                return None
            case spec.Reach(start, binder):
                self.of(start, known)
                self.bound((binder,), {**known, e.node: None})
                return None
            case _:
                self.all(inside(e), known)
                return None

    def all(self, nodes: Iterable[object], known: Known) -> None:
        """Look through formulas, each for itself."""
        for node in nodes:
            if isinstance(node, spec.Formula):
                self.of(node, known)  # type: ignore[arg-type]
            elif isinstance(node, spec.Binder):
                self.bound((node,), known)
            elif node is not None:
                self.all(inside(node), known)

    def bound(self, binders: tuple[spec.Binder, ...], known: Known) -> dict[str, Unit | None]:
        """The units of names, and of those that the binders bind."""
        inner = dict(known)
        for binder in binders:
            self.all((binder.start,), inner)
            inner[binder.name] = self.of(binder.domain, inner)
            self.all((binder.where,), inner)
        return inner

    def together(self, parts: Iterable[spec.Expr], known: Known, place: Origin, points: bool) -> Unit | None:
        """The unit of what is put together or compared; reported if there are two."""
        units = [(part, unit) for part in parts if (unit := self.of(part, known, points)) is not None]
        declared = [(part, unit) for part, unit in units if not unit.counted]
        if points or not units:
            return None
        if not declared:
            return units[0][1] if len({unit.name for _, unit in units}) == 1 else None
        unit = declared[0][1]
        other = next(((p, u) for p, u in units if not u.like(unit)), None)
        if other is None:
            return unit
        pair = sorted((declared[0], other), key=lambda one: one[0].origin.start)
        said = [f"{quote(p.origin)} counts `{u.name}`" for p, u in pair]
        self.collector.report("RW830", place, _way_out(unit, *other), both=listed(said, "and"))
        return None

    def define(self, name: str) -> Unit | None:
        """The unit of a define's value, which is looked through when it is first asked for."""
        if name not in self.defines:
            self.defines[name] = None
            define = self.game.defines.get(name)
            if define is not None:
                known = self.bound(define.params, {})
                points = name in self.points
                if define.rank is not None:
                    self.rank(define.rank, known)
                elif define.alternatives:
                    parts = define.alternatives
                    self.defines[name] = self.together(parts, known, parts[0].origin, points)
        return self.defines[name]

    def rank(self, rank: spec.RankDef, known: Known) -> None:
        inner = self.bound((rank.binder,), known)
        for e in (*(key.value for key in rank.order), rank.prize):
            self.of(e, inner, points=True)

    def points_of(self, value: spec.Expr | spec.RankDef | None) -> None:
        """Look through a score item."""
        if isinstance(value, spec.RankDef):
            self.rank(value, {})
        elif value is not None:
            self.of(value, {}, points=True)

    # -- steps -----------------------------------------------------------------------------------
    def rule(self, rule: spec.RuleDef) -> Known:
        """Look through what stands before the steps; the units of the parameters."""
        known = self.bound(rule.params, {})
        self.all(rule.needs, known)
        self.all((rule.so_that,), known)
        for part in rule.cost:
            match part:
                case spec.GivePart(what, spec.Variable(name) as source, _):
                    self.all(source.indices, known)
                    self.written(what, _declared(self.game.variables[name].holds.unit), name, known)
                case spec.CardsPart():
                    inner = self.bound((part.binder,), known)
                    self.amount(part.amount, part.source, inner)
                    self.all((part.source, part.target), inner)
                case _:
                    self.all((part.what, part.source, part.target), known)
        return known

    def steps(self, steps: tuple[spec.Step_, ...], known: Known) -> None:
        for step in steps:
            match step:
                case spec.IfStep(condition, then, otherwise):
                    self.of(condition, known)
                    self.steps(then, known)
                    self.steps(otherwise, known)
                case spec.Loop():
                    inner = self.bound(step.binders, known)
                    self.all((step.condition, *(key.value for key in step.order)), inner)
                    self.steps(step.body, inner)
                case spec.ChooseValue():
                    self.all((step.least, step.most), known)
                    self.steps(step.body, self.bound((step.binder,), known))
                    self.steps(() if step.if_none is None else (step.if_none,), known)
                case spec.ChooseRules():
                    self.all((arg for call in step.calls for arg in call.args), known)
                    self.steps(() if step.if_none is None else (step.if_none,), known)
                case spec.Assign(spec.Variable(name) as target, _, value):
                    self.all(target.indices, known)
                    self.written(value, _declared(self.game.variables[name].holds.unit), name, known)
                case spec.Assign(spec.Bound(name), _, value):
                    self.written(value, known.get(name), name, known)
                case spec.Random(spec.Variable(name) as target, domain):
                    self.all(target.indices, known)
                    self.written(domain, _declared(self.game.variables[name].holds.unit), name, known)
                case spec.Let(name, value) | spec.Random(spec.Bound(name), value):
                    known = {**known, name: self.of(value, known)}
                case spec.Draw() | spec.MoveCount():
                    self.amount(step.amount, step.target, known)
                    self.all((step.source, step.target), known)
                case _:
                    self.all(inside(step), known)

    def written(self, value: spec.Expr, wanted: Unit | None, name: str, known: Known) -> None:
        """A value that a variable takes, or that is paid from it."""
        unit = self.of(value, known)
        if wanted is not None and unit is not None and not unit.like(wanted):
            hint = _way_out(wanted, value, unit)
            self.collector.report(
                "RW831", value.origin, hint, name=name, unit=wanted.name, text=quote(value.origin), other=unit.name
            )

    def amount(self, amount: spec.Expr | None, zone: spec.Expr, known: Known) -> None:
        """How many pieces are moved: no coins."""
        unit = None if amount is None else self.of(amount, known)
        of = next((_pieces(part.type.base) for part in walk(zone) if isinstance(part, spec.ZoneRef)), None)
        if amount is not None and unit is not None and of is not None and not unit.like(of):
            self.collector.report("RW832", amount.origin, text=quote(amount.origin), unit=unit.name, piece=of.name)


def _declared(word: str) -> Unit | None:
    return Unit(word) if word else None


def _pieces(base: types.Base) -> Unit | None:
    """The unit of how many pieces lie in a zone."""
    return Unit(base.piece, counted=True) if isinstance(base, types.Zone) and base.piece else None


def _times(a: Unit | None, b: Unit | None) -> Unit | None:
    """So many times something; what is counted gives so much for each."""
    declared = [unit for unit in (a, b) if unit is not None and not unit.counted]
    return declared[0] if len(declared) == 1 else None


def _divided(a: Unit | None, b: Unit | None, *, rest: bool) -> Unit | None:
    """A part of something, or how many times one goes into another; what is counted gives one for so many."""
    if a is None or a.counted:
        return a if rest else None
    return a if b is None or b.counted or rest else None


def _way_out(unit: Unit, part: spec.Expr, other: Unit) -> str:
    if other.counted:
        return f"If each `{other.name}` stands for one of `{unit.name}`, say so: `1 * {quote(part.origin)[1:]}."
    near = unit.name.rstrip("s") == other.name.rstrip("s")
    if near:
        return f"If `{unit.name}` and `{other.name}` are the same, write one of the two everywhere."
    return "Where the one stands for the other, leave out the unit of one of them: a plain number goes with everything."


def _strict(game: spec.Spec, calls: Calls) -> set[str]:
    """The defines of which more than the score speaks."""
    nodes: list[object] = [*game.rules.values(), *(bend.condition for bend, _ in calls.bends), *game.satisfies]
    nodes += [step for bend, _ in calls.bends for step in flat(bend.body)]
    nodes += [bend.to for bend, _ in calls.bends]
    waiting, found = nodes, set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, spec.CallDefine | spec.RankCell) and part.name not in found:
                found.add(part.name)
                define = game.defines.get(part.name)
                waiting += [] if define is None else [define.alternatives, define.rank]
    return found


def check_units(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report numbers of two units, if the game has units."""
    holds = [v.holds for v in game.variables.values()] + [o.holds for o in game.options.values()]
    holds += [column.holds for kind in game.kinds.values() for column in kind.columns]
    if not any(one.unit for one in holds) and not any(table.unit for table in game.tables.values()):
        return
    units = _Units(game, collector, set(game.defines) - _strict(game, calls))
    for name in game.defines:
        units.define(name)
    params = {name: units.rule(rule) for name, rule in game.rules.items()}
    for woven in calls.woven:
        units.steps(woven.steps, params[woven.rule])
    for bend, _ in calls.bends:
        known = params.get(bend.rule, {})
        units.all((bend.condition,), known)
        if bend.to is not None:
            units.of(bend.to, {}, points=bend.define in units.points)
        units.points_of(bend.value)
    for item in game.score.values():
        units.points_of(item.value)
    for key in game.ranking.keys:
        units.of(key.value, {}, points=True)
    units.all((one.condition for one in game.satisfies), {})
