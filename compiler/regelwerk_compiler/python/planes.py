"""Who holds what, kept beside the cells: the masks that `Holding` asks for.

Goes in: a `Program`.  Comes out: where each mask stands behind the last cell, and the text that makes them from the cells.  Outside, a vector
has no planes: the functions of a module add them when they are called, keep them up to date with every store, and take them off again.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ..flow import planes
from ..flow.flow import Cell, Program
from ..flow.planes import PlanesKey


@dataclass(frozen=True, slots=True)
class Planes(planes.Planes):
    """Planes that stand in `v` from `first` on."""

    first: int

    def meets(self, cell: Cell) -> bool:
        """Whether a store to the cell may concern these masks."""
        size = 1 if cell.index is None else cell.size
        return cell.base < self.base + self.size and self.base < cell.base + size


def planes_of(program: Program) -> dict[PlanesKey, Planes]:
    """All planes that are asked for, by what they are looked up by: one behind the other, behind the last cell."""
    found: dict[PlanesKey, Planes] = {}
    first = len(program.initial)
    for one in planes.planes_of(program):
        found[one.key] = Planes(**asdict(one), first=first)
        first += one.count
    return found
