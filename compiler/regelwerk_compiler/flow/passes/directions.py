"""Pass `directions`: options from a place to another one are listed direction by direction.

Goes in: a Program behind `sets`.  Comes out: one in which options that run over a place a, and over the places b of a mask that depends on a,
run over `Offsets` instead, if b lies in one of few directions from a: for each direction one mask of all a.

Where b is a + d, what a mask says of b is said of a by the mask moved by -d; so is every intersection and union of masks.  A table of masks
for each a becomes one mask: the a in whose mask a + d is.  For Python: a few operations on whole masks, and none for each place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from .. import flow
from ..flow import (
    Bits,
    Cell,
    Choice,
    Clause,
    Const,
    Expr,
    Join,
    Local,
    Lookup,
    Meet,
    Offsets,
    Options,
    Program,
    Shift,
    Without,
)
from ..free import free
from ..known import Names, without
from ..rewrite import replaced, walk
from .scoped import Scoped

MOST = 12  # directions
MOST_SETTINGS = 64  # of what a table is looked up by, beside the place


def directions(program: Program) -> Program:
    """The pass."""
    return _Directions(program).run()


@dataclass(frozen=True, slots=True)
class Looked:
    """A table of masks that is looked up by the place and other things: its masks by setting and place."""

    others: tuple[tuple[Expr, int, int], ...]  # what else it is looked up by
    masks: tuple[tuple[int, ...], ...]

    def moved(self, by: int, width: int) -> tuple[int, ...]:
        """For each setting the places a in whose mask a + by is."""
        return tuple(
            sum(1 << a for a, m in enumerate(masks) if 0 <= a + by < width and m >> (a + by) & 1)
            for masks in self.masks
        )


class _Directions(Scoped):
    def decision(self, decision: flow.Decision) -> flow.Decision:
        """Its options."""
        return replace(decision, options=tuple(self.options(o) for o in decision.options))

    def options(self, o: Options) -> Options:
        """Options with two places."""
        if len(o.clauses) != 2 or o.guard is not None or any(c.where is not None for c in o.clauses):
            return o
        first, second = o.clauses
        if not isinstance(first.source, Bits) or not isinstance(second.source, Bits):
            return o
        width, guard = first.source.width, None
        if second.source.width != width:
            return o
        if isinstance(first.source.mask, Choice) and first.source.mask.b == Const(0):
            guard, first = first.source.mask.test, replace(first, source=Bits(first.source.mask.a, width))
        names = without({}, first.name, (0, width - 1))
        parts = second.source.mask.parts if isinstance(second.source.mask, Meet) else (second.source.mask,)
        looked = {part: self.looked(part, first.name, width, names) for part in parts if isinstance(part, Lookup)}
        tables = {part: one for part, one in looked.items() if one is not None and first.name in free(part)}
        whole = self.together(list(tables.values()), width)
        if whole is None:
            return o
        ways = sorted({b - a for masks in whole.masks for a, m in enumerate(masks) for b in range(width) if m >> b & 1})
        rest = [part for part in parts if part not in tables]
        if not 0 < len(ways) <= MOST:
            return o
        found: list[tuple[int, Expr]] = []
        for by in ways:
            mask = self.moved_parts(rest, whole, first, by, width, names)
            if mask is None:
                return o
            found.append((by, mask))
        clauses = (first, Clause(second.name, Offsets(Local(first.name), tuple(found), width)))
        return replace(o, clauses=clauses, guard=guard)

    def looked(self, e: Lookup, x: str, width: int, names: Names) -> Looked | None:
        """A look-up, for every place and every setting of the rest; None if there are too many."""
        others: dict[Expr, tuple[int, int]] = {}
        for part in walk(e.index):
            if isinstance(part, flow.Call | flow.Fold | flow.LetIn | flow.HasBit | flow.Trial):
                return None
            if isinstance(part, Cell) and part.index is not None and part.index != Local(x):
                return None
            if isinstance(part, Cell) or (isinstance(part, Local) and part.name != x):
                others[part] = self.known.interval(part, names)
        if sum(isinstance(part, Cell) and part.index is not None for part in others) > 1:
            return None
        leaves = tuple((part, low, high) for part, (low, high) in others.items())
        settings = 1
        for _, low, high in leaves:
            settings *= high - low + 1
            if settings > MOST_SETTINGS:
                return None
        values = self.places.program.tables[e.table].values
        masks = []
        for setting in product(*(range(low, high + 1) for _, low, high in leaves)):
            given = {part: Const(n) for (part, _, _), n in zip(leaves, setting, strict=True)}
            index = replaced(e.index, given)
            row = []
            for a in range(width):
                at = self.places.simplifier.expr(replaced(index, {Local(x): Const(a)}), {})
                if not isinstance(at, Const) or not 0 <= at.value < len(values):
                    return None
                row.append(values[at.value])
            masks.append(tuple(row))
        return Looked(leaves, tuple(masks))

    @staticmethod
    def together(tables: Sequence[Looked], width: int) -> Looked | None:
        """What is in all of several tables."""
        if not tables:
            return None
        leaves: dict[Expr, tuple[int, int]] = {e: (low, high) for one in tables for e, low, high in one.others}
        settings = 1
        for low, high in leaves.values():
            settings *= high - low + 1
        if settings > MOST_SETTINGS:
            return None
        masks = []
        for setting in product(*(range(low, high + 1) for low, high in leaves.values())):
            given = dict(zip(leaves, setting, strict=True))
            row = [(1 << width) - 1] * width
            for one in tables:
                index = 0
                for e, low, high in one.others:
                    index = index * (high - low + 1) + given[e] - low
                row = [a & b for a, b in zip(row, one.masks[index], strict=True)]
            masks.append(tuple(row))
        return Looked(tuple((e, low, high) for e, (low, high) in leaves.items()), tuple(masks))

    def moved_parts(
        self, parts: Sequence[Expr], static: Looked, first: Clause, by: int, width: int, names: Names
    ) -> Expr | None:
        """The places a for which a + by is in all masks; the table first: where it has nothing, nobody asks further."""
        care = 0
        for mask in static.moved(by, width):
            care |= mask
        found = [self.table(static, first.name, by, width, (1 << width) - 1)]
        for part in parts:
            moved = self.moved(part, first.name, by, width, care, names)
            if moved is None:
                return None
            found.append(moved)
        assert isinstance(first.source, Bits)
        return self.places.meet([found[0], first.source.mask, *found[1:]], width)

    def moved(self, e: Expr, x: str, by: int, width: int, care: int, names: Names) -> Expr | None:
        """The places a for which a + by is in the mask; only those of `care` matter."""
        if x not in free(e):
            if isinstance(e, Const):
                return self.cared((e.value >> by if by > 0 else e.value << -by) & ((1 << width) - 1), care, width)
            return e if by == 0 else Shift(e, -by, width)
        match e:
            case Lookup():
                one = self.looked(e, x, width, names)
                return None if one is None else self.table(one, x, by, width, care)
            case Meet(parts) | Join(parts):
                found = [self.moved(part, x, by, width, care, names) for part in parts]
                if any(part is None for part in found):
                    return None
                masks = [part for part in found if part is not None]
                return self.places.meet(masks, width) if isinstance(e, Meet) else self.places.join(masks, width)
            case Without(a, b):
                left = self.moved(a, x, by, width, care, names)
                right = self.moved(b, x, by, width, care, names)
                return None if left is None or right is None else self.places.without(left, right, width)
            case Choice(test, a, b) if x not in free(test):
                left = self.moved(a, x, by, width, care, names)
                right = self.moved(b, x, by, width, care, names)
                return None if left is None or right is None else Choice(test, left, right)
        return None

    def table(self, one: Looked, x: str, by: int, width: int, care: int) -> Expr:
        """A look-up by the place, as a mask of places; what the cell there holds becomes a set, too."""
        masks = one.moved(by, width)
        place = next((i for i, (e, _, _) in enumerate(one.others) if isinstance(e, Cell) and e.index is not None), None)
        if place is None:
            masks = tuple(self.cared(m, care, width).value for m in masks)
            return self.places.looked_up(masks, one.others, width)
        cell, low, high = one.others[place]
        assert isinstance(cell, Cell)
        rest = one.others[:place] + one.others[place + 1 :]
        sizes = [b - a + 1 for _, a, b in one.others]
        parts = []
        for value in range(low, high + 1):
            here = []
            for at in product(*(range(size) for size in sizes)):
                if at[place] == value - low:
                    index = 0
                    for i, size in zip(at, sizes, strict=True):
                        index = index * size + i
                    here.append(self.cared(masks[index], care, width).value)
            held = self.places.holding(replace(cell, index=Local(x)), (value,), low, high)
            parts.append(self.places.meet((self.places.looked_up(tuple(here), rest, width), held), width))
        return self.places.join(parts, width)

    @staticmethod
    def cared(mask: int, care: int, width: int) -> Const:
        """The mask; all or nothing, if it is that for all that matter."""
        return Const((1 << width) - 1 if mask & care == care else 0 if mask & care == 0 else mask)
