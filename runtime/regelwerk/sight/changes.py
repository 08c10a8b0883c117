"""Two Views of one observer -> what changed between them: pieces moved, contents shown, variables set.

Nothing but the Views is looked at, so a change can tell no more than they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from regelwerk_compiler.flow.flow import Program

from .views import UNSEEN, Value, View, ZoneView

BOX = "box"


@dataclass(frozen=True, slots=True)
class Spot:
    """An instance of a zone, or the box."""

    zone: str
    instance: int = 0


@dataclass(frozen=True, slots=True)
class Moved:
    """`n` pieces of a sort; `face` None: unseen.  A source or target of None cannot be told.  `revealed`: it lay hidden and is seen now."""

    piece: str
    face: int | None
    n: int
    source: Spot | None
    target: Spot | None
    revealed: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What lay hidden in a zone is now seen."""

    spot: Spot
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Became:
    """A variable has another value."""

    variable: str
    place: int
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class Turned:
    """Another face lies open on top of a pile, and nobody saw it come there."""

    spot: Spot
    face: int


Change = Moved | Shown | Turned | Became

Counts = dict[int, int]  # face (UNSEEN too) -> how many


def changes(before: View, after: View, program: Program) -> tuple[Change, ...]:
    """Pieces first, by sort, then what was shown, then variables in the order of the game."""
    found: list[Change] = []
    shown: list[Shown] = []
    sorts = {zone.name: zone.piece for zone in program.zones}
    deltas: dict[str, list[tuple[Spot, Counts]]] = {piece.name: [] for piece in program.pieces}
    for old, new in zip(before.zones, after.zones, strict=True):
        spot = Spot(new.zone, new.instance)
        if old == new:
            continue
        if _hides(old) and new.size and not _hides(new):
            shown.append(Shown(spot, tuple(face for face in new.faces or () if face >= 0)))
        deltas[sorts[new.zone]].append((spot, _delta(_counts(old), _counts(new))))
    for (piece, old_box), (_, new_box) in zip(before.boxes, after.boxes, strict=True):
        if old_box != new_box:
            deltas[piece].append((Spot(BOX), _delta(_count(old_box), _count(new_box))))
    for piece, spots in deltas.items():
        found += _moves(piece, spots)
    found += shown
    for old, new in zip(before.zones, after.zones, strict=True):
        if new.top is not None and (new.top != old.top or new.size < old.size):
            spot = Spot(new.zone, new.instance)
            if not any(isinstance(c, Moved) and c.target == spot and c.face == new.top for c in found):
                found.append(Turned(spot, new.top))
    for variable, old_values, new_values in zip(program.variables, before.variables, after.variables, strict=True):
        for place, (was, now) in enumerate(zip(old_values, new_values, strict=True)):
            if was != now and now is not None:
                found.append(Became(variable.name, place, was, now))
    return tuple(found)


def _hides(zone: ZoneView) -> bool:
    return zone.size > 0 and (zone.faces is None or UNSEEN in zone.faces)


def _count(faces: tuple[int, ...]) -> Counts:
    counts: Counts = {}
    for face in faces:
        if face != -1:
            counts[face] = counts.get(face, 0) + 1
    return counts


def _counts(zone: ZoneView) -> Counts:
    return {UNSEEN: zone.size} if zone.faces is None else _count(zone.faces)


def _delta(before: Counts, after: Counts) -> Counts:
    """What came (above 0) and went (below 0); where one of them is not seen, only how many."""
    if UNSEEN in before or UNSEEN in after:
        before, after = {UNSEEN: sum(before.values())}, {UNSEEN: sum(after.values())}
    delta = {face: after.get(face, 0) - before.get(face, 0) for face in sorted({*before, *after})}
    return {face: n for face, n in delta.items() if n}


@dataclass(slots=True)
class _Flow:
    spot: Spot
    face: int
    n: int

    @property
    def seen(self) -> bool:
        return self.face != UNSEEN


def _moves(piece: str, spots: list[tuple[Spot, Counts]]) -> list[Moved]:
    """Pair what went with what came: equal faces, then seen ones with unseen ones, then unseen ones; leftovers have one end."""
    went = [_Flow(spot, face, -n) for spot, delta in spots for face, n in delta.items() if n < 0]
    came = [_Flow(spot, face, n) for spot, delta in spots for face, n in delta.items() if n > 0]
    found: dict[tuple[int, Spot | None, Spot | None, bool], int] = {}
    for seen_source, seen_target in ((True, True), (False, True), (True, False), (False, False)):
        for loss in went:
            for gain in came:
                n = min(loss.n, gain.n)
                if not n or loss.seen is not seen_source or gain.seen is not seen_target:
                    continue
                if seen_source and seen_target and loss.face != gain.face:
                    continue
                loss.n -= n
                gain.n -= n
                key = (gain.face if seen_target else loss.face, loss.spot, gain.spot, seen_target and not seen_source)
                found[key] = found.get(key, 0) + n
    for flow in went:
        if flow.n:
            found[flow.face, flow.spot, None, False] = flow.n
    for flow in came:
        if flow.n:
            found[flow.face, None, flow.spot, False] = flow.n
    return [Moved(piece, None if face == UNSEEN else face, n, a, b, new) for (face, a, b, new), n in found.items()]


def seen_faces(found: tuple[Change, ...]) -> Mapping[str, frozenset[int]]:
    """By sort of piece, the faces that were seen to move or shown."""
    faces: dict[str, set[int]] = {}
    for change in found:
        if isinstance(change, Moved) and change.face is not None:
            faces.setdefault(change.piece, set()).add(change.face)
    return {piece: frozenset(of) for piece, of in faces.items()}


def unseen_moves(found: tuple[Change, ...]) -> frozenset[str]:
    """The sorts of piece of which something moved unseen."""
    return frozenset(change.piece for change in found if isinstance(change, Moved) and change.face is None)
