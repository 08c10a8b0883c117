"""A vector -> what is wrong with it: a piece in two places or in none, a cell outside its range.  For tests and simulations.

A piece is in exactly one place, totals never change: what no zone holds lies in the box, and the box is never in debt.
"""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.flow.flow import PieceInfo, ZoneInfo

from .contents import Contents, Holdings

Spot = tuple[ZoneInfo, int]
"""A zone and which instance of it."""


class Invariants:
    """Checks the vectors of one program."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.program = contents.program
        self._cells = [info for info in self.program.cells if info.size]

    def faults(self, vector: Sequence[int]) -> list[str]:
        """All that is wrong, in words; nothing if all is well."""
        if len(vector) != len(self.program.initial):
            return [f"the vector has {len(vector)} cells, not {len(self.program.initial)}"]
        found = [
            f"{info.name}: cell {cell} holds {vector[cell]}, outside {info.low}..{info.high}"
            for info in self._cells
            if min(cells := vector[info.base : info.base + info.size]) < info.low or max(cells) > info.high
            for cell in range(info.base, info.base + info.size)
            if not info.low <= vector[cell] <= info.high
        ]
        if found:
            return found  # holdings could not be read
        holdings = self.contents.holdings(vector)
        for piece in self.program.pieces:
            spots = self._spots(piece, holdings)
            found += self._individual(piece, vector, spots) if piece.individual else self._counted(piece, spots)
        return found

    def _spots(self, piece: PieceInfo, holdings: Holdings) -> dict[int, list[Spot]]:
        """Where the pieces of each face lie, each as often as there are."""
        found: dict[int, list[Spot]] = {}
        for zone in self.contents.zones_of[piece.name]:
            for instance, holding in enumerate(holdings[zone.name]):
                for face, n in enumerate(holding.counts if holding.size else ()):
                    if n:
                        found.setdefault(face, []).extend([(zone, instance)] * n)
        return found

    def _counted(self, piece: PieceInfo, spots: dict[int, list[Spot]]) -> list[str]:
        return [
            f"{piece.name}: {len(there)} of {piece.faces[face]} lie about, there are only {piece.copies[face]}"
            for face, there in sorted(spots.items())
            if len(there) > piece.copies[face]
        ]

    def _individual(self, piece: PieceInfo, vector: Sequence[int], spots: dict[int, list[Spot]]) -> list[str]:
        found = []
        for face, copies in enumerate(piece.copies):
            if not copies:
                continue
            there = spots.get(face, [])
            location = vector[piece.base + face]
            name = piece.faces[face]
            if len(there) > 1:
                found.append(f"{piece.name}: {name} lies in {len(there)} places")
            elif not there and location:
                found.append(f"{piece.name}: {name} is said to lie at {location}, and nothing lies there")
            elif there and location not in self._places(*there[0]):
                found.append(f"{piece.name}: {name} lies in {there[0][0].name}, and is said to lie at {location}")
        return found

    def _places(self, zone: ZoneInfo, instance: int) -> tuple[int, ...]:
        here = zone.place + instance
        return (here, zone.ordered_place + instance) if zone.ordered_place else (here,)
