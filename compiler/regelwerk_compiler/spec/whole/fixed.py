"""From a formula that figures and the number of players alone decide to its value: a number, a place in a kind or in table order, a truth, or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .. import spec
from ..bends.in_force import CannotTellError, calculated

Fixed = int | tuple[int, ...]
Bindings = Mapping[str, Fixed]
DEEPEST, MOST = 40, 20_000


@dataclass(slots=True)
class Figures:
    """The formulas of one game for one number of players."""

    game: spec.Spec
    players: int
    left: int = MOST  # formulas that are still looked at

    def number(self, e: spec.Expr | None, at: Bindings) -> int:
        """A single value.  Raises CannotTellError."""
        found = self.of(e, at) if e is not None else None
        if not isinstance(found, int):
            raise CannotTellError
        return found

    def all_of(self, e: spec.Expr, at: Bindings) -> tuple[int, ...]:
        """Everything in a domain.  Raises CannotTellError."""
        found = self.of(e, at)
        return (found,) if isinstance(found, int) else found

    def bindings(self, binders: tuple[spec.Binder, ...], at: Bindings) -> Iterator[dict[str, Fixed]]:
        """Every way to bind the names, in order.  Raises CannotTellError."""
        if not binders:
            yield dict(at)
            return
        first, *rest = binders
        domain = self.all_of(first.domain, at)
        if first.start is not None:
            begin = domain.index(self.number(first.start, at))
            domain = domain[begin:] + domain[:begin]
        for value in domain:
            inner = {**at, first.name: value}
            if first.where is None or self.number(first.where, inner):
                yield from self.bindings(tuple(rest), inner)

    def of(self, e: spec.Expr, at: Bindings) -> Fixed:
        """The value.  Raises CannotTellError."""
        self.left -= 1
        if self.left < 0:
            raise CannotTellError
        match e:
            case spec.IntLit(value):
                return value
            case spec.BoolLit(truth):
                return int(truth)
            case spec.Value(_, index):
                return index
            case spec.Bound(name) if name in at:
                return at[name]
            case spec.Players():
                return tuple(range(self.players))
            case spec.AllOf(kind):
                of = self.game.kinds[kind]
                return tuple(range(len(of.values))) if of.values else tuple(range(of.low, of.high + 1))
            case spec.Range(low, high):
                return tuple(range(self.number(low, at), self.number(high, at) + 1))
            case spec.SetOf(items):
                return tuple(dict.fromkeys(value for item in items for value in self.all_of(item, at)))
            case spec.Column(row, kind, column, each):
                return self._cell(self.game.kinds[kind], self.number(row, at), column, each, at)
            case spec.TableCell(table, indices):
                return self._figure(self.game.tables[table].values, [self.number(index, at) for index in indices])
            case spec.Convert(value, source, target):
                return self._face(self.number(value, at), source, target)
            case spec.CallDefine(name, args):
                define = self.game.defines[name]
                if len(define.alternatives) != 1 or any(
                    b.define == name for v in self.game.variants.values() for b in v.bends
                ):
                    raise CannotTellError
                given = {param.name: self.of(arg, at) for param, arg in zip(define.params, args, strict=True)}
                return self.of(define.alternatives[0], given)
            case spec.PickIn("count", spec.Players()):
                return self.players
            case spec.Pick("count", binders):
                return sum(1 for _ in self.bindings(binders, at))
            case spec.Fold("sum", body, binders):
                return sum(self.number(body, inner) for inner in self.bindings(binders, at))
            case spec.FoldOf(word, items) if word in ("sum", "min", "max"):
                found = [self.number(item, at) for item in items]
                return sum(found) if word == "sum" else min(found) if word == "min" else max(found)
            case spec.If(value, condition, otherwise) if otherwise is not None:
                return self.of(value if self.number(condition, at) else otherwise, at)
            case spec.Finish(parts):
                return self.of(parts[0], at)
            case spec.IndexOf(part):
                return self.number(part, at)
            case spec.Negate(part):
                return -self.number(part, at)
            case spec.Abs(part):
                return abs(self.number(part, at))
            case spec.Arithmetic(op, left, right):
                return calculated(op, self.number(left, at), self.number(right, at))
            case spec.Divide(left, right, rounded):
                a, b = self.number(left, at), self.number(right, at)
                if b == 0:
                    raise CannotTellError
                return a // b if rounded == "down" else -(-a // b)
            case spec.Not(part):
                return int(not self.number(part, at))
            case spec.And(parts):
                return int(all(self.number(part, at) for part in parts))
            case spec.Or(parts):
                return int(any(self.number(part, at) for part in parts))
            case spec.Is(left, right, negated):
                return int((self.of(left, at) == self.of(right, at)) is not negated)
            case spec.In(item, group, negated):
                return int((self.number(item, at) in self.all_of(group, at)) is not negated)
            case spec.Compare(op, left, right):
                a, b = self.number(left, at), self.number(right, at)
                return int(a < b if op == "<" else a <= b if op == "<=" else a > b if op == ">" else a >= b)
            case _:
                raise CannotTellError

    def _cell(self, kind: spec.KindDef, row: int, column: str, each: spec.Expr | None, at: Bindings) -> Fixed:
        cell: object = kind.rows[row].get(column) if row < len(kind.rows) else None
        if each is not None:
            axis = next(one.each for one in kind.columns if one.name == column)
            place = self.number(each, at) - (axis.low if axis is not None else 0)
            cell = cell[place] if isinstance(cell, tuple) and 0 <= place < len(cell) else None
        match cell:
            case int():
                return cell
            case spec.SetCell(values):
                return values
            case _:
                raise CannotTellError

    def _figure(self, values: object, indices: list[int]) -> int:
        for index in indices:
            if not isinstance(values, tuple) or not 1 <= index <= len(values):
                raise CannotTellError
            values = values[index - 1]
        if not isinstance(values, int):
            raise CannotTellError
        return values

    def _face(self, value: int, source: str, target: str) -> int:
        """The place of a value among mixed faces, or back."""
        for group, first, _ in self.game.kinds[target].groups:
            if group == source:
                return first + value
        for group, first, size in self.game.kinds[source].groups:
            if group == target and first <= value < first + size:
                return value - first
        raise CannotTellError
