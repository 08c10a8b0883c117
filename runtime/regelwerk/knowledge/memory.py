"""What one observer remembers: for hidden zones, how many of each face must at least lie there.

Goes in: the Views before and after a step, and what changed between them.  Comes out: the next Memory.  Derived, never programmed:
a piece that was seen to go somewhere is known to be there; each that leaves unseen may be any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..sight.changes import Change, Moved, Spot
from ..sight.views import UNSEEN, View

Least = Mapping[int, int]  # face -> how many at least


@dataclass(frozen=True, slots=True)
class Memory:
    """By spot; what is not there is not known."""

    least: Mapping[Spot, Least] = field(default_factory=dict)

    def at(self, zone: str, instance: int) -> Least:
        """What must lie in an instance of a zone."""
        return self.least.get(Spot(zone, instance), {})

    def after(self, before: View, after: View, changed: tuple[Change, ...]) -> Memory:
        """What is remembered after a step."""
        known: dict[Spot, dict[int, int]] = {spot: dict(faces) for spot, faces in self.least.items()}
        sizes = {Spot(zone.zone, zone.instance): zone.size for zone in after.zones}
        for old, new in zip(before.zones, after.zones, strict=True):
            if old.faces is not None and UNSEEN not in old.faces and new.faces is None:
                known[Spot(old.zone, old.instance)] = _count(old.faces)
        moves = [change for change in changed if isinstance(change, Moved)]
        carried = {
            move: dict(known[move.source])
            for move in moves
            if move.face is None and move.source in known and sizes.get(move.source) == 0 and _alone(move, moves)
        }
        for move in moves:
            _leave(known, move)
        for move in moves:
            if move.target is not None and move.face is not None:
                faces = known.setdefault(move.target, {})
                faces[move.face] = faces.get(move.face, 0) + move.n
            elif move.target is not None and move in carried:
                faces = known.setdefault(move.target, {})
                for face, n in carried[move].items():
                    faces[face] = faces.get(face, 0) + n
        hidden = {Spot(zone.zone, zone.instance): zone.size for zone in after.zones if zone.faces is None}
        kept = {spot: _within(faces, hidden[spot]) for spot, faces in known.items() if hidden.get(spot)}
        return Memory({spot: faces for spot, faces in kept.items() if faces})


def _count(faces: tuple[int, ...]) -> dict[int, int]:
    return {face: faces.count(face) for face in dict.fromkeys(faces) if face >= 0}


def _alone(move: Moved, moves: list[Moved]) -> bool:
    """Whether all that left a spot left by this move."""
    return sum(other.source == move.source for other in moves) == 1


def _leave(known: dict[Spot, dict[int, int]], move: Moved) -> None:
    if move.source is None or move.source not in known:
        return
    faces = known[move.source]
    for face in faces if move.face is None else (move.face,):
        if face in faces:
            faces[face] = max(0, faces[face] - move.n)


def _within(faces: Mapping[int, int], size: int) -> dict[int, int]:
    """What is known of a zone never exceeds it (a step of several moves may have been seen in part only)."""
    found = {face: n for face, n in faces.items() if n > 0}
    return found if sum(found.values()) <= size else {}
