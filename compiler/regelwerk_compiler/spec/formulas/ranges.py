"""From a typed formula of numbers to bounds within which its value lies when it is there: a modest proof, never too narrow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ...document.located import Map, Scalar
from .. import spec, types
from ..names import Scope

if TYPE_CHECKING:
    from .typer import Typer

FAR = 10**12
CHANGES = 5  # bends that change what other bends change: so many are followed


class Bounds(NamedTuple):
    """`low` to `high`, both inclusive; `FAR` and beyond means unbounded."""

    low: int
    high: int

    def within(self, low: int, high: int) -> bool:
        """Whether no value lies outside."""
        return low <= self.low and self.high <= high

    def outside(self, low: int, high: int) -> bool:
        """Whether every value lies outside."""
        return self.high < low or high < self.low

    def joined(self, other: Bounds) -> Bounds:
        """Bounds of both."""
        return Bounds(min(self.low, other.low), max(self.high, other.high))


ANY, COUNT = Bounds(-FAR, FAR), Bounds(0, FAR)
Known = Mapping[str, Bounds]


def bounds(typer: Typer, e: spec.Expr, scope: Scope) -> Bounds:
    """Bounds of a number (of the numbers in a set); anything else has none."""
    known = {name: Bounds(*local.bounds) for name, local in scope.items() if local.bounds is not None}
    return _cut(_Declared(typer).of(e, known))


def settle(typer: Typer, name: str) -> None:
    """Find the bounds of a define when it is typed, so that no chain of defines is followed later on."""
    _Declared(typer).define(name)


def _cut(b: Bounds) -> Bounds:
    return Bounds(max(b.low, -FAR), min(b.high, FAR))


class Declared(Protocol):
    """What a game declares, as `Names` and `Spec` hold it."""

    @property
    def players(self) -> tuple[int, int]: ...
    @property
    def kinds(self) -> Mapping[str, spec.KindDef]: ...
    @property
    def pieces(self) -> Mapping[str, spec.PieceDef]: ...
    @property
    def tables(self) -> Mapping[str, spec.TableDef]: ...
    @property
    def variables(self) -> Mapping[str, spec.VariableDef]: ...
    @property
    def zones(self) -> Mapping[str, spec.ZoneDef]: ...
    @property
    def options(self) -> Mapping[str, spec.OptionDef]: ...


class Prover(ABC):
    """Bounds of the formulas of one game; what is known of variables and defines is for those who build on it."""

    def __init__(self, names: Declared, most_seats: int) -> None:
        self.names = names
        self.most_seats = most_seats

    @abstractmethod
    def define(self, name: str) -> Bounds:
        """Of a define, whatever bends change it to."""

    def of(self, e: spec.Expr, known: Known) -> Bounds:
        """Of a formula; `known` are those of the names in it."""
        match e:
            case spec.IntLit(value):
                return Bounds(value, value)
            case spec.Bound(name):
                return known.get(name, ANY)
            case spec.Variable(name):
                holds = self.names.variables[name].holds
                return Bounds(holds.low, holds.high)
            case spec.OptionRef(name):
                return Bounds(self.names.options[name].holds.low, self.names.options[name].holds.high)
            case spec.Column(_, kind, column):
                holds = next(c.holds for c in self.names.kinds[kind].columns if c.name == column)
                return Bounds(holds.low, holds.high)
            case spec.Factor(_, kind, factor):
                axis = self.names.kinds[kind].factors[factor].axis
                return self.places(types.Kind(axis.kind)) if axis.kind else Bounds(axis.low, axis.high)
            case spec.AllOf(kind):
                of = self.names.kinds[kind]
                return Bounds(of.low, of.high) if of.sort == "range" else self.places(types.Kind(kind))
            case spec.TableCell(table):
                return _spread(self.names.tables[table].values)
            case spec.IndexOf(part):
                return self.places(part.type.base)
            case spec.FaceCount() | spec.PickIn("count"):
                return self._counted(e, known)
            case spec.Pick("count", _, _):
                return COUNT
            case spec.Pick("first", binders, _):
                inner = self.bound(binders, known)
                return inner.get(binders[-1].name, ANY)
            case spec.PickIn("first", group):
                return self.of(group, known)
            case spec.Fold("sum", body, binders):
                each = self.of(body, self.bound(binders, known))
                return Bounds(0 if each.low >= 0 else -FAR, 0 if each.high <= 0 else FAR)
            case spec.FoldOf("sum", items):
                parts = [self.of(item, known) for item in items]
                return Bounds(sum(min(b.low, 0) for b in parts), sum(max(b.high, 0) for b in parts))
            case spec.Fold("min" | "max" | "set", body, binders):
                return self.of(body, self.bound(binders, known))
            case spec.FoldOf(word, items) if word in ("min", "max") and items:
                return self._extreme(word, [self.of(item, known) for item in items], items)
            case spec.If(value, _, otherwise):
                first = self.of(value, known)
                return (
                    first if otherwise is None else self.joined([first, self.of(otherwise, known)], (value, otherwise))
                )
            case spec.Finish(parts) | spec.SetOf(parts):
                return self.joined([self.of(part, known) for part in parts], parts)
            case spec.Range(low, high):
                return Bounds(self.of(low, known).low, self.of(high, known).high)
            case spec.Arithmetic() | spec.Negate() | spec.Abs() | spec.Divide():
                return self._arithmetic(e, known)
            case spec.CallDefine(name):
                return self.define(name)
            case _:
                return ANY

    def bound(self, binders: tuple[spec.Binder, ...], known: Known) -> Known:
        """The same with the names of the binders."""
        inner = dict(known)
        for binder in binders:
            inner[binder.name] = self.of(binder.domain, inner)
        return inner

    def joined(self, found: list[Bounds], parts: tuple[spec.Expr, ...]) -> Bounds:
        """Of whichever part is taken; words are no numbers."""
        numbers = [b for b, part in zip(found, parts, strict=True) if not isinstance(part, spec.Word)]
        out = numbers[0] if numbers else ANY
        for other in numbers[1:]:
            out = out.joined(other)
        return out

    def _extreme(self, word: str, found: list[Bounds], items: tuple[spec.Expr, ...]) -> Bounds:
        """Of `min(a, b)`: what is missing is left out, so it only narrows by what is surely there."""
        out = found[0]
        for other in found[1:]:
            out = out.joined(other)
        sure = [b for b, item in zip(found, items, strict=True) if not item.type.may_be_missing]
        if sure and word == "min":
            return Bounds(out.low, min(b.high for b in sure))
        if sure:
            return Bounds(max(b.low for b in sure), out.high)
        return out

    def places(self, base: types.Base) -> Bounds:
        """Of the places of a player or of the values of a kind."""
        match base:
            case types.Player():
                return Bounds(0, self.most_seats - 1)
            case types.Kind(name) if name in self.names.kinds:
                return Bounds(0, len(self.names.kinds[name].values) - 1)
            case _:
                return COUNT

    def _counted(self, e: spec.Expr, known: Known) -> Bounds:
        match e:
            case spec.PickIn(_, spec.Players()):
                return Bounds(self.names.players[0], self.most_seats)
            case spec.PickIn(_, spec.ZoneRef(name)) | spec.FaceCount(spec.ZoneRef(name)) if name in self.names.zones:
                zone = self.names.zones[name]
                piece = self.names.pieces.get(zone.piece)
                total = sum(piece.copies) if piece is not None else FAR
                return Bounds(0, total if zone.size is None else min(total, zone.size))
            case _:
                return COUNT

    def _arithmetic(self, e: spec.Expr, known: Known) -> Bounds:
        match e:
            case spec.Arithmetic("+", left, right):
                a, b = self.of(left, known), self.of(right, known)
                return Bounds(a.low + b.low, a.high + b.high)
            case spec.Arithmetic("-", left, right):
                a, b = self.of(left, known), self.of(right, known)
                return Bounds(a.low - b.high, a.high - b.low)
            case spec.Arithmetic("*", left, right):
                a, b = self.of(left, known), self.of(right, known)
                corners = [x * y for x in a for y in b]
                return _cut(Bounds(min(corners), max(corners)))
            case spec.Arithmetic("mod", left, right):
                b = self.of(right, known)
                return Bounds(0, b.high - 1) if b.low > 0 else ANY
            case spec.Divide(left, spec.IntLit(value)) if value > 0:
                a = self.of(left, known)
                return Bounds(a.low // value, -(-a.high // value))
            case spec.Negate(part):
                a = self.of(part, known)
                return Bounds(-a.high, -a.low)
            case spec.Abs(part):
                a = self.of(part, known)
                low = 0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
                return Bounds(low, max(abs(a.low), abs(a.high)))
            case _:
                return ANY


class _Declared(Prover):
    """While a game is typed: variables hold what they are declared to."""

    def __init__(self, typer: Typer) -> None:
        super().__init__(typer.names, typer.most_seats)
        self.typer = typer
        self.bends = typer.names.bends

    def define(self, name: str) -> Bounds:
        memo = self.typer.define_bounds
        if name not in memo:
            memo[name] = ANY  # while it is being worked out
            memo[name] = self._define_now(name)
        return memo[name]

    def _define_now(self, name: str) -> Bounds:
        define = self.typer.define(name)
        if define is None or define.rank is not None:
            return ANY
        known: dict[str, Bounds] = {p.name: self.of(p.domain, {}) for p in define.params}
        out = self.joined([self.of(a, known) for a in define.alternatives], define.alternatives)
        for bend in self.bends:
            changed = bend.get("change")
            if isinstance(changed, Scalar) and changed.text.split("(")[0].strip() == name:
                out = out.joined(self._changed(define, changed.text, bend))
        return out

    def _changed(self, define: spec.Define, address: str, bend: Map) -> Bounds:
        """Of what a bend changes a define to, typed without a word: `bends/` reports its faults."""
        from ..names import Local

        if self.typer.changing >= CHANGES:
            return ANY
        to = bend.get("to")
        inside = address.partition("(")[2].rstrip().rstrip(")")
        params = [p.strip() for p in inside.split(",") if p.strip()]
        if to is None or len(params) != len(define.params):
            return ANY
        muted = self.typer.muted()
        scope = {"owner": Local(types.PLAYER)}
        known: dict[str, Bounds] = {}
        for name, param in zip(params, define.params, strict=True):
            known[name] = self.of(param.domain, {})
            scope[name] = Local(param.type, bounds=known[name] if param.type == types.INT else None)
        sentence = muted.formula(to)
        if sentence is None:
            return ANY
        self.typer.changing = muted.changing = self.typer.changing + 1
        found = _Declared(muted).of(muted.expr(sentence, scope), known)
        self.typer.changing = muted.changing = self.typer.changing - 1
        return found


def _spread(values: object) -> Bounds:
    """Of everything in a table."""
    if isinstance(values, int):
        return Bounds(values, values)
    assert isinstance(values, tuple)
    found = [_spread(value) for value in values]
    return Bounds(min((b.low for b in found), default=-FAR), max((b.high for b in found), default=FAR))


def places(values: object, at: list[Bounds]) -> tuple[int, bool]:
    """How many places each table has that is reached by the indices `at` (the fewest), and whether all of these are inside."""
    assert isinstance(values, tuple)
    if not at:
        return len(values), True
    first, *rest = at
    sure = first.within(1, len(values))
    if not rest:
        return len(values), sure
    rows = values[max(first.low, 1) - 1 : max(first.high, 0)]
    found = [places(row, rest) for row in rows]
    return min((n for n, _ in found), default=0), sure and all(inside for _, inside in found)
