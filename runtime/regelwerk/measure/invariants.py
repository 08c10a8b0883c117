"""A vector -> what is wrong with it: a piece in two places or in none, a cell outside its range.  For tests and simulations.

A piece is in exactly one place, totals never change: what no zone holds lies in the box, and the box is never in debt.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import ne

from regelwerk_compiler.flow.flow import PieceInfo, ZoneInfo

from ..sight.contents import Contents, Holdings
from ..sight.events import Step

Spot = tuple[ZoneInfo, int]
"""A zone and which instance of it."""


class Invariants:
    """Checks the vectors of one program."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.program = contents.program
        self._cells = [info for info in self.program.cells if info.size]
        cells = len(self.program.initial)
        self._lows, self._highs = list(self.program.initial), list(self.program.initial)
        for info in self._cells:
            self._lows[info.base : info.base + info.size] = [info.low] * info.size
            self._highs[info.base : info.base + info.size] = [info.high] * info.size
        self._pieces: list[tuple[str, ...]] = [()] * cells  # of which sorts of piece a cell tells where they lie
        for piece in self.program.pieces:
            for cell in self.contents.cells_of(piece):
                self._pieces[cell] += (piece.name,)

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
        for piece in self.program.pieces:
            found += self._piece(piece, vector)
        return found

    def faults_after(self, step: Step) -> list[str]:
        """What a step made wrong, if all was well before it: asks only after what it changed, which is quicker."""
        changed = [*compress(range(len(step.after)), map(ne, step.before, step.after))]
        if not all(self._lows[i] <= step.after[i] <= self._highs[i] for i in changed):
            return self.faults(step.after)
        touched = dict.fromkeys(piece for i in changed for piece in self._pieces[i])
        return [fault for piece in touched for fault in self._piece(self.contents.pieces[piece], step.after)]

    def _piece(self, piece: PieceInfo, vector: Sequence[int]) -> list[str]:
        holdings = self.contents.holdings_of(piece, vector)
        return self._individual(piece, vector, holdings) if piece.individual else self._counted(piece, holdings)

    def _counted(self, piece: PieceInfo, holdings: Holdings) -> list[str]:
        heaps = [holding.counts for instances in holdings.values() for holding in instances]
        return [
            f"{piece.name}: {there} of {face} lie about, there are only {copies}"
            for face, copies, there in zip(piece.faces, piece.copies, map(sum, zip(*heaps, strict=True)), strict=False)
            if there > copies
        ]

    def _individual(self, piece: PieceInfo, vector: Sequence[int], holdings: Holdings) -> list[str]:
        found = []
        spots: dict[int, list[Spot]] = {}
        for zone in self.contents.zones_of[piece.name]:
            for instance, holding in enumerate(holdings[zone.name]):
                if holding.size:
                    for face in compress(range(len(piece.faces)), counts := holding.counts):
                        spots.setdefault(face, []).extend([(zone, instance)] * counts[face])
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
