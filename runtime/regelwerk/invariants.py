"""A vector -> what is wrong with it: a piece in two places or in none, a cell outside its range.  For tests and simulations.

A piece is in exactly one place, totals never change: what no zone holds lies in the box, and the box is never in debt.
"""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.flow.flow import PieceInfo, ZoneInfo

from .contents import Contents, Holdings


class Invariants:
    """Checks the vectors of one program."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.program = contents.program
        self._sizes = [(info.base, info.base + info.size, info) for info in self.program.cells]

    def faults(self, vector: Sequence[int]) -> list[str]:
        """All that is wrong, in words; nothing if all is well."""
        if len(vector) != len(self.program.initial):
            return [f"the vector has {len(vector)} cells, not {len(self.program.initial)}"]
        found = [
            f"{info.name}: cell {cell} holds {vector[cell]}, outside {info.low}..{info.high}"
            for first, end, info in self._sizes
            for cell in range(first, end)
            if not info.low <= vector[cell] <= info.high
        ]
        if found:
            return found  # holdings could not be read
        holdings = self.contents.holdings(vector)
        for piece in self.program.pieces:
            found += self._individual(piece, vector, holdings) if piece.individual else self._counted(piece, holdings)
        return found

    def _counted(self, piece: PieceInfo, holdings: Holdings) -> list[str]:
        found = []
        for face, copies in enumerate(piece.copies):
            there = sum(holding.counts[face] for zone in self._zones(piece) for holding in holdings[zone.name])
            if there > copies:
                found.append(f"{piece.name}: {there} of {piece.faces[face]} lie about, there are only {copies}")
        return found

    def _individual(self, piece: PieceInfo, vector: Sequence[int], holdings: Holdings) -> list[str]:
        found = []
        for face, copies in enumerate(piece.copies):
            if not copies:
                continue
            spots = [
                (zone, instance)
                for zone in self._zones(piece)
                for instance, holding in enumerate(holdings[zone.name])
                for _ in range(holding.counts[face])
            ]
            location = vector[piece.base + face]
            name = piece.faces[face]
            if len(spots) > 1:
                found.append(f"{piece.name}: {name} lies in {len(spots)} places")
            elif not spots and location:
                found.append(f"{piece.name}: {name} is said to lie at {location}, and nothing lies there")
            elif spots and location not in self._places(*spots[0]):
                found.append(f"{piece.name}: {name} lies in {spots[0][0].name}, and is said to lie at {location}")
        return found

    def _zones(self, piece: PieceInfo) -> tuple[ZoneInfo, ...]:
        return self.contents.zones_of[piece.name]

    def _places(self, zone: ZoneInfo, instance: int) -> tuple[int, ...]:
        here = zone.place + instance
        return (here, zone.ordered_place + instance) if zone.ordered_place else (here,)
