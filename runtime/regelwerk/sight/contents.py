"""A vector -> what lies where: the pieces in every instance of every zone, and the values of every variable.  Everything, hidden or not.

Only `views.py` decides what of it somebody may see.  `put` writes holdings back into a vector, for re-dealing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from regelwerk_compiler.flow.flow import CellInfo, PieceInfo, Program, VariableInfo, ZoneInfo

from ..look import places


@dataclass(frozen=True, slots=True)
class Holding:
    """One instance of a zone.

    `loose`: how many of each face lie there in no order (of slots: all that lie in them); `top` and `tail`: the faces of the ordered
    parts of a pile as the cells list them; `slots`: a face or -1 each.
    """

    loose: tuple[int, ...]
    top: tuple[int, ...] = ()
    tail: tuple[int, ...] = ()
    slots: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many pieces."""
        return sum(self.loose) + len(self.top) + len(self.tail)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each face, ordered or not."""
        counts = list(self.loose)
        for face in (*self.top, *self.tail):
            counts[face] += 1
        return tuple(counts)


Holdings = dict[str, tuple[Holding, ...]]
"""By name of the zone, one for each instance."""


class Contents:
    """Reads and writes the pieces and variables of one program's vectors."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.pieces: Mapping[str, PieceInfo] = {piece.name: piece for piece in program.pieces}
        self.infos: Mapping[int, CellInfo] = {info.base: info for info in program.cells if info.size}
        self.zones_of: Mapping[str, tuple[ZoneInfo, ...]] = {
            piece.name: tuple(zone for zone in program.zones if zone.piece == piece.name) for piece in program.pieces
        }

    # -- pieces ----------------------------------------------------------------------------------
    def holdings(self, vector: Sequence[int]) -> Holdings:
        """What lies in every zone."""
        found: Holdings = {}
        for piece in self.program.pieces:
            found |= self.holdings_of(piece, vector)
        return found

    def holdings_of(self, piece: PieceInfo, vector: Sequence[int]) -> Holdings:
        """What lies in the zones of one sort of piece."""
        where = self._by_place(piece, vector) if piece.individual else {}
        return {
            zone.name: tuple(self._holding(zone, i, piece, vector, where) for i in range(zone.instances))
            for zone in self.zones_of[piece.name]
        }

    def cells_of(self, piece: PieceInfo) -> tuple[int, ...]:
        """The cells that tell where the pieces of one sort lie."""
        faces = len(piece.faces)
        found = [*range(piece.base, piece.base + faces)] if piece.individual else []
        for zone in self.zones_of[piece.name]:
            if zone.sort == "slots":
                found += range(zone.base, zone.base + zone.instances * zone.slots)
            elif not piece.individual:
                found += range(zone.base, zone.base + zone.instances * faces)
            for base in (zone.top, zone.tail):
                if base:
                    found += range(base, base + zone.instances * (zone.depth + 1))
        return tuple(found)

    def boxes(self, vector: Sequence[int], holdings: Holdings) -> dict[str, tuple[int, ...]]:
        """What lies in the box: for each sort of piece how many of each face are in no zone."""
        found = {}
        for piece in self.program.pieces:
            left = list(piece.copies)
            for zone in self.zones_of[piece.name]:
                for holding in holdings[zone.name]:
                    for face, n in enumerate(holding.counts):
                        left[face] -= n
            found[piece.name] = tuple(left)
        return found

    def _by_place(self, piece: PieceInfo, vector: Sequence[int]) -> dict[int, list[int]]:
        where: dict[int, list[int]] = {}
        for face, copies in enumerate(piece.copies):
            if copies:
                where.setdefault(vector[piece.base + face], []).append(face)
        return where

    def _holding(
        self, zone: ZoneInfo, instance: int, piece: PieceInfo, vector: Sequence[int], where: dict[int, list[int]]
    ) -> Holding:
        faces = len(piece.faces)
        if zone.sort == "slots":
            first = zone.base + instance * zone.slots
            slots = tuple(vector[first : first + zone.slots])
            return Holding(_counted((face for face in slots if face >= 0), faces), slots=slots)
        if piece.individual:
            loose = _counted(where.get(zone.place + instance, ()), faces)
        else:
            first = zone.base + instance * faces
            loose = tuple(vector[first : first + faces])
        return Holding(
            loose, self._ordered(zone.top, zone, instance, vector), self._ordered(zone.tail, zone, instance, vector)
        )

    def _ordered(self, base: int, zone: ZoneInfo, instance: int, vector: Sequence[int]) -> tuple[int, ...]:
        if not base:
            return ()
        first = base + instance * (zone.depth + 1)
        return tuple(vector[first + 1 : first + 1 + vector[first]])

    def put(self, zone: ZoneInfo, instance: int, holding: Holding, vector: list[int]) -> None:
        """Write one holding; whoever calls sees to it that every piece is written once."""
        piece = self.pieces[zone.piece]
        faces = len(piece.faces)
        if zone.sort == "slots":
            first = zone.base + instance * zone.slots
            vector[first : first + zone.slots] = holding.slots
        elif not piece.individual:
            first = zone.base + instance * faces
            vector[first : first + faces] = holding.loose
        if piece.individual:
            for face, n in enumerate(holding.loose):
                if n:
                    vector[piece.base + face] = zone.place + instance
            for face in (*holding.top, *holding.tail):
                vector[piece.base + face] = zone.ordered_place + instance
        for base, part in ((zone.top, holding.top), (zone.tail, holding.tail)):
            if base:
                first = base + instance * (zone.depth + 1)
                rest = self.program.initial[first + 1 + len(part) : first + 1 + zone.depth]
                vector[first : first + 1 + zone.depth] = (len(part), *part, *rest)

    # -- variables -------------------------------------------------------------------------------
    def width(self, variable: VariableInfo) -> int:
        """How many cells one index of a variable has: 1, the values of a set, or a history with its length."""
        if variable.is_set:
            return variable.holds.size
        if variable.history:
            return 1 + variable.history
        info = self.infos.get(variable.base)
        return info.size // max(places(variable.axes), 1) if info else 1

    def cells(self, variable: VariableInfo, place: int, vector: Sequence[int]) -> tuple[int, ...]:
        """The cells of one index of a variable."""
        width = self.width(variable)
        first = variable.base + place * width
        return tuple(vector[first : first + width])


def _counted(faces: Iterable[int], size: int) -> tuple[int, ...]:
    counts = [0] * size
    for face in faces:
        counts[face] += 1
    return tuple(counts)
