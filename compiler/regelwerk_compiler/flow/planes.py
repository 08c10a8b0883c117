"""Who holds what, cell by cell: the masks that a program asks for, in runs over the same cells, for engines that keep them beside the cells.

Goes in: a Program.  Comes out: its planes, and what they are at first.
"""

from __future__ import annotations

from dataclasses import dataclass

from .flow import Holding, Program
from .rewrite import roots, walk

PlanesKey = tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class Planes:
    """Masks over the cells base..base+size-1: the k-th has bit i where `table[cell i - low]` is `least + k`."""

    base: int
    size: int
    table: str
    low: int
    least: int
    count: int
    same: bool  # the class of a cell is its value

    @property
    def key(self) -> PlanesKey:
        """What it is looked up by."""
        return self.base, self.size, self.table, self.low


def key_of(node: Holding) -> PlanesKey:
    """What planes are looked up by."""
    return node.base, node.size, node.classes, node.low


def planes_of(program: Program) -> list[Planes]:
    """All planes that are asked for."""
    keys = [key_of(node) for root in roots(program) for node in walk(root) if isinstance(node, Holding)]
    found = []
    for base, size, table, low in dict.fromkeys(keys):
        values = program.tables[table].values
        same = all(value == low + i for i, value in enumerate(values))
        found.append(Planes(base, size, table, low, min(values), max(values) - min(values) + 1, same))
    return found


def at_first(planes: Planes, program: Program) -> list[int]:
    """The masks of the first vector."""
    classes = program.tables[planes.table].values
    masks = [0] * planes.count
    for i, x in enumerate(program.initial[planes.base : planes.base + planes.size]):
        masks[classes[x - planes.low] - planes.least] |= 1 << i
    return masks
