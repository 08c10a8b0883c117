"""What is said of the cell at a place -> the set of places that hold such a thing.

Goes in: a test of a place that speaks of one cell.  Comes out: a `Holding`, several of them put together, or the set at other places, shifted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from .. import flow
from ..evaluate import value
from ..fault import FlowFault, RuleFault
from ..flow import Binary, Cell, Const, Expr, Holding, Local, Program
from ..free import free
from ..known import Names, without
from ..rewrite import replaced, walk
from .masks import THERE, WIDEST, Masks
from .simplify import Simplifier

MOST_VALUES = 64  # what a cell may hold
MOST_CLASSES = 16  # into which that falls
MOST_CASES = 16


class Held(Masks, ABC):
    """The classes into which what cells hold falls."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.simplifier = Simplifier(self.program)
        self._classes: dict[tuple[int, int], list[tuple[str, int, tuple[int, ...]]]] = {}
        self.dynamic: set[str] = set()  # classes that cells are compared with while playing

    @abstractmethod
    def set_of(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """The mask of the places for which `test` holds; None if there is none to be had."""

    @abstractmethod
    def deeper(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """The same for what a test has become, unless it has become too much."""

    def _cell(self, x: str, test: Expr) -> tuple[Cell, int, int] | None:
        """The one cell of which a test of a place speaks, and what it may hold."""
        cells = {part for part in walk(test) if isinstance(part, Cell) and x in free(part)}
        if len(cells) != 1:
            return None
        cell = next(iter(cells))
        low, high = self.known.cells(cell.base, cell.size)
        return None if cell.size > WIDEST or high - low >= MOST_VALUES else (cell, low, high)

    def _whole(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """A test that speaks of the place, or of the cell there."""
        static = self.static_set(x, width, test, names)
        if static is not None:
            return static
        found = self._cell(x, test)
        if found is None or width > WIDEST:
            return None
        cell, low, high = found
        if cell.index != Local(x) or cell.size != width:
            return self._beside(x, width, test, cell, names)
        inner = replaced(test, {cell: Local("what is held")})
        return None if x in free(inner) else self._class_of(cell, width, inner, low, high, names)

    def _cases(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """A test that speaks of both: for each that the cell may hold one of the place alone."""
        found = self._cell(x, test)
        if found is None or width > WIDEST:
            return None
        cell, low, high = found
        if cell.index != Local(x) or cell.size != width:
            return None
        groups: dict[Expr, list[int]] = {}
        for v in range(low, high + 1):
            groups.setdefault(self.simplifier.expr(replaced(test, {cell: Const(v)}), names), []).append(v)
        if len(groups) > MOST_CASES:
            return None
        if 2 < len(groups) <= MOST_CLASSES:
            number = {v: k for k, values in enumerate(groups.values()) for v in values}
            table = tuple(number[v] for v in range(low, high + 1))
            self._plane(cell, table, low, Const(0))
            self.dynamic.add(self.table(table, 0))
        masks = []
        for body, values in groups.items():
            mask = self.deeper(x, width, body, names)
            if mask is None:
                return None
            if mask != Const(0):
                masks.append(self.meet((self.holding(cell, values, low, high), mask), width))
        return self.join(masks, width)

    def _beside(self, x: str, width: int, test: Expr, cell: Cell, names: Names) -> Expr | None:
        """A test of the cell that lies a fixed way from the place: the set there, shifted."""
        match cell.index:
            case Local(name) if name == x:
                by = 0
            case Binary("+", Local(name), Const(step)) if name == x:
                by = step
            case Binary("-", Local(name), Const(step)) if name == x:
                by = -step
            case _:
                return None
        there = replaced(test, {cell: Cell(cell.base, Local(THERE), cell.size)})
        if x in free(there):
            return None
        mask = self.set_of(THERE, cell.size, there, without(names, THERE, (0, cell.size - 1)))
        if mask is None:
            return None
        wide = max(width, cell.size)
        moved = mask if by == 0 else flow.Shift(mask, -by, wide)
        return self.meet((moved, self.full(width)), width) if width < wide else moved

    def _class_of(self, cell: Cell, width: int, test: Expr, low: int, high: int, names: Names) -> Expr | None:
        """The places whose cell fulfils a test."""
        held = "what is held"
        if set(free(test)) == {held} and self.leaves(test, frozenset((held,)), {}) == []:
            return self.holding(cell, [v for v in range(low, high + 1) if self.truth_at(test, {held: v})], low, high)
        match test:
            case Binary("==" | "!=", a, b):
                for one, other in ((a, b), (b, a)):
                    if (
                        held in free(other)
                        or self.leaves(one, frozenset((held,)), {}) != []
                        or not self.usable(other, names)
                    ):
                        continue
                    table = self._classes_by(one, held, low, high)
                    if table is None or max(table) - min(table) >= MOST_CLASSES:
                        continue
                    found: Expr = self._plane(cell, table, low, other)
                    if not isinstance(other, Const):
                        self.dynamic.add(self.table(table, 0))
                    return found if test.op == "==" else self.without(self.full(width), found, width)
            case _:
                pass
        return None

    def _classes_by(self, e: Expr, held: str, low: int, high: int) -> tuple[int, ...] | None:
        """What a formula gives for each that a cell may hold; one more than all where it does not fit: there it is never asked for."""
        found: list[int | None] = []
        for v in range(low, high + 1):
            try:
                found.append(value(e, self.scene.fresh({held: v})))
            except FlowFault:
                found.append(None)
            except RuleFault:
                return None
        none = max((x for x in found if x is not None), default=0) + 1
        return tuple(none if x is None else x for x in found)

    def _plane(self, cell: Cell, table: tuple[int, ...], low: int, wanted: Expr) -> Expr:
        known = self._classes.setdefault((cell.base, cell.size), [])
        name = self.table(table, 0)
        if all(name != other for other, _, _ in known):
            known.append((name, low, table))
        return Holding(cell.base, cell.size, name, low, wanted)

    def holding(self, cell: Cell, values: Sequence[int], low: int, high: int) -> Expr:
        """The places whose cell holds one of these values."""
        width, wanted, every = cell.size, set(values), range(low, high + 1)
        if not wanted:
            return Const(0)
        if len(wanted) == len(every):
            return self.full(width)
        rest = set(every) - wanted
        best: tuple[int, Expr] | None = None
        for _, _, table in self._classes.get((cell.base, cell.size), []):
            for those, inverse in ((wanted, False), (rest, True)):
                classes = sorted({table[v - low] for v in those})
                if {v for v in every if table[v - low] in classes} != those:
                    continue
                mask = self.join([self._plane(cell, table, low, Const(c)) for c in classes], width)
                cost = 2 * len(classes) + inverse
                if best is None or cost < best[0]:
                    best = cost, self.without(self.full(width), mask, width) if inverse else mask
        if best is not None and best[0] <= 6:
            return best[1]
        if len(wanted) == 1 and len(every) <= MOST_CLASSES:
            return self._plane(cell, tuple(every), low, Const(next(iter(wanted))))
        if len(rest) == 1 and len(every) <= MOST_CLASSES:
            found = self._plane(cell, tuple(every), low, Const(next(iter(rest))))
            return self.without(self.full(width), found, width)
        return self._plane(cell, tuple(int(v in wanted) for v in every), low, Const(1))
