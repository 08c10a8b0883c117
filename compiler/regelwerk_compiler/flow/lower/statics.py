"""Spec tables, columns, products and grids -> look-ups.

On top of `folds.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ...spec import spec, types
from .. import flow
from ..flow import Const, Expr
from ..values import TRUE, Val, binary, choice, within
from .cells import Env
from .folds import Folds


class Statics(Folds):
    """Static data of one woven game."""

    @abstractmethod
    def call_column(self, kind: str, column: str, row: Val, player: Val) -> Val:
        """A formula in a column of a row, for a player."""

    def _static(self, e: spec.Expr, env: Env) -> Val:
        match e:
            case spec.TableCell(table, indices):
                name, _, sizes = self.layout.table(table)
                axes = tuple(flow.Axis("", 1, s) for s in sizes)
                index = self.flatten(axes, [self.value(i, env) for i in indices])
                return self.lift([index], lambda x: self.lookup(name, x[0], True))
            case spec.Column(row, kind, column, each):
                definition = self.woven.kinds[kind]
                c = next(c for c in definition.columns if c.name == column)
                index = self.value(row, env)
                if each is not None and c.each is not None:
                    axes = (flow.Axis("", 0, len(definition.rows)), self.layout.axis("", c.each))
                    index = self.flatten(axes, [index, self.value(each, env)])
                numeric = isinstance(c.holds.type.base, types.Int)
                table = self.layout.column(definition, c)
                return self.lift([index], lambda x: self.lookup(table, x[0], numeric))
            case spec.FormulaColumn(row, kind, column, player):
                return self.call_column(kind, column, self.value(row, env), self.value(player, env))
            case spec.Factor(value, kind, factor):
                table, numeric = self.factor_table(kind, factor)
                return self.lift([self.value(value, env)], lambda x: self.lookup(table, x[0], numeric))
            case spec.Construct(kind, args):
                definition = self.woven.kinds[kind]
                values = [self.value(a, env) for a in args]
                axes = tuple(self.layout.axis(f.name, f.axis) for f in definition.factors)
                if definition.sort == "grid":
                    axes, values = axes[::-1], values[::-1]
                return self.flatten(axes, values)
            case spec.Convert(value, source, target):
                return self._convert(self.value(value, env), source, target)
            case spec.Neighbour(kind, square, direction, ways):
                table = self.neighbour_table(kind, ways)
                count = len(self.woven.kinds[kind].values)
                return self.lift(
                    [self.value(square, env), self.value(direction, env)],
                    lambda x: self.lookup(table, binary("+", binary("*", x[1], Const(count)), x[0]), False),
                )
        raise TypeError(e)

    def factor_table(self, kind: str, factor: int) -> tuple[str, bool]:
        """A field of a product or grid by value."""
        definition = self.woven.kinds[kind]
        f = definition.factors[factor]
        axes = [self.layout.axis(g.name, g.axis) for g in definition.factors]
        order = axes[::-1] if definition.sort == "grid" else axes
        name = f"{kind}_{f.name}"
        if name not in self.layout.tables:
            stride = 1
            for axis in (
                order[order.index(axes[factor]) + 1 :] if definition.sort != "grid" else order[len(order) - factor :]
            ):
                stride *= axis.size
            own = axes[factor]
            values = tuple(own.low + v // stride % own.size for v in range(len(definition.values)))
            self.layout.tables[name] = flow.Table(values)
        return name, axes[factor].type == ""

    def neighbour_table(self, kind: str, ways: int) -> str:
        """The next square by direction (the first is up, then clockwise) and square; -1 off the board."""
        definition = self.woven.kinds[kind]
        columns, rows = (f.axis.high for f in definition.factors)
        name = f"{kind}_neighbour_{ways}"
        if name not in self.layout.tables:
            eight = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
            out: list[int] = []
            for dx, dy in eight if ways == 8 else eight[::2]:
                for s in range(columns * rows):
                    x, y = s % columns + dx, s // columns + dy
                    out.append(y * columns + x if 0 <= x < columns and 0 <= y < rows else -1)
            self.layout.tables[name] = flow.Table(tuple(out))
        return name

    def _convert(self, v: Val, source: str, target: str) -> Val:
        """Between a kind and the faces of a mixed sort of piece."""
        kinds = self.woven.kinds
        if kinds[target].sort == "faces":
            first = next(start for kind, start, _ in kinds[target].groups if kind == source)
            return self.lift([v], lambda x: Val(binary("+", x[0], Const(first)), v.low + first, v.high + first))
        first, size = next((start, n) for kind, start, n in kinds[source].groups if kind == target)
        inside = within(v, first, first + size - 1)

        def build(x: list[Expr]) -> Val:
            w = replace(v, expr=x[0])
            expr = choice(within(w, first, first + size - 1), binary("-", x[0], Const(first)), Const(-1))
            return Val(expr, 0, size - 1, inside != TRUE)

        return self.lift([v], build)
