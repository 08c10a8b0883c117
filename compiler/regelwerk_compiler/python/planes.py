"""Who holds what, kept beside the cells: the masks that `Holding` asks for.

Goes in: a `Program`.  Comes out: where each mask stands behind the last cell, and the text that makes them from the cells.  Outside, a vector
has no planes: the functions of a module add them when they are called, keep them up to date with every store, and take them off again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..flow.flow import Cell, Holding, Program
from ..flow.rewrite import roots, walk

PlanesKey = tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class Planes:
    """Masks over the cells base..base+size-1: `v[first + k]` has bit i where `table[v[base + i] - low]` is `least + k`."""

    first: int
    base: int
    size: int
    table: str
    low: int
    least: int
    count: int
    same: bool  # the class of a cell is its value

    def meets(self, cell: Cell) -> bool:
        """Whether a store to the cell may concern these masks."""
        size = 1 if cell.index is None else cell.size
        return cell.base < self.base + self.size and self.base < cell.base + size


def planes_of(program: Program) -> dict[PlanesKey, Planes]:
    """All planes that are asked for, by what they are looked up by."""
    found: dict[PlanesKey, Planes] = {}
    first = len(program.initial)
    for root in roots(program):
        for node in walk(root):
            if isinstance(node, Holding) and key_of(node) not in found:
                values = program.tables[node.classes].values
                same = all(value == node.low + i for i, value in enumerate(values))
                count = max(values) - min(values) + 1
                found[key_of(node)] = Planes(first, *key_of(node), min(values), count, same)
                first += count
    return found


def key_of(node: Holding) -> PlanesKey:
    """What planes are looked up by."""
    return node.base, node.size, node.classes, node.low


def initial(planes: Sequence[Planes], program: Program) -> list[int]:
    """The masks of the first vector."""
    found: list[int] = []
    for one in planes:
        masks = [0] * one.count
        for i, x in enumerate(program.initial[one.base : one.base + one.size]):
            masks[program.tables[one.table].values[x - one.low] - one.least] |= 1 << i
        found += masks
    return found
