"""A vector and a seat -> another vector that looks the same to that seat, with everything hidden from it dealt anew.

Derived from the declarations: hidden pieces are put together and dealt back, so that every zone keeps its size, what the seat
remembers, and what is open of it; hidden variables are drawn from their ranges (`retell.py` does better); what the rules have left over
in frame cells is wiped; the random key is new.  The result depends on nothing that the seat cannot see: two vectors that look the same to
it are dealt anew in the same way (a test holds it to that).

In a secret loop the others' zones are as they were when it began: for the seat nobody else has chosen yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk_compiler.flow.flow import KEY, MISSING, PC, PieceInfo, VariableInfo, ZoneInfo

from .. import chance
from ..look import places
from ..sight.contents import Holding, Holdings
from ..sight.views import Sight
from .memory import Memory


class Dice:
    """A stream of numbers from a key."""

    def __init__(self, key: int) -> None:
        self.key = key

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        self.key = chance.step(self.key)
        return chance.pick(self.key, n)

    def shuffle(self, things: list[int]) -> None:
        """In place, every order equally likely."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]


@dataclass(slots=True)
class _Hidden:
    """An instance whose contents are to be dealt: how many lie loose and in the ordered parts, and which slots are taken."""

    zone: ZoneInfo
    instance: int
    loose: int
    top: int = 0
    tail: int = 0
    open_top: int | None = None
    slots: tuple[bool, ...] = ()

    @property
    def size(self) -> int:
        return self.loose + self.top + self.tail


NOTHING_REMEMBERED = Memory()


def redeal(sight: Sight, vector: Sequence[int], seat: int, key: int, memory: Memory = NOTHING_REMEMBERED) -> list[int]:
    """A vector as `seat` may imagine it."""
    cells = list(vector)
    dice = Dice(key)
    holdings = sight.contents.holdings(cells)
    boxes = sight.contents.boxes(cells, holdings)
    old = list(cells)  # who sees what is asked of the position as it was
    for leftover in sight.live.leftovers(cells[PC]):
        cells[leftover.start : leftover.stop] = sight.program.initial[leftover.start : leftover.stop]
    for variable in sight.program.variables:
        _variable(sight, variable, old, cells, seat, dice)
    for piece in sight.program.pieces:
        _pieces(sight, piece, old, cells, seat, dice, holdings, boxes[piece.name], memory)
    cells[KEY] = chance.step(dice.key)
    return cells


def _variable(sight: Sight, variable: VariableInfo, old: list[int], cells: list[int], seat: int, dice: Dice) -> None:
    if not variable.seen or variable.holds.type == "position":
        return
    width = sight.contents.width(variable)
    low, size = variable.holds.low, variable.holds.size
    for place in range(places(variable.axes)):
        if sight.sees_variable(variable, place, old, seat):
            continue
        first = variable.base + place * width
        if variable.is_set:
            cells[first : first + width] = [dice.below(2) for _ in range(width)]
            continue
        value = dice.below(size + len(variable.words))
        if value < size:
            cells[first] = low + value
        else:
            cells[first] = (-1 if variable.holds.type else MISSING) - (value - size)


def _pieces(
    sight: Sight,
    piece: PieceInfo,
    old: list[int],
    cells: list[int],
    seat: int,
    dice: Dice,
    holdings: Holdings,
    box: Sequence[int],
    memory: Memory,
) -> None:
    pool = [n - away for n, away in zip(piece.copies, box, strict=True)]
    hidden: list[_Hidden] = []
    as_is: list[_Hidden] = []
    for zone in sight.contents.zones_of[piece.name]:
        for instance, holding in enumerate(holdings[zone.name]):
            if sight.sees_zone(zone, instance, old, seat):
                for face, n in enumerate(holding.counts):
                    pool[face] -= n
                continue
            as_is.append(_as_it_is(zone, instance, holding))
            shadowed = sight.shadowed(zone, instance, old, seat)
            hidden.append(_shadow(zone, instance, old[zone.shadow + instance]) if shadowed else as_is[-1])
    if sum(spot.size for spot in hidden) != sum(pool):
        hidden = as_is  # not everything that a secret loop moved was hidden: sizes as they are
    _deal(sight, piece, hidden, pool, cells, dice, memory)


def _as_it_is(zone: ZoneInfo, instance: int, holding: Holding) -> _Hidden:
    open_top = holding.top[-1] if zone.top_seen and holding.top else None
    return _Hidden(
        zone,
        instance,
        sum(holding.loose),
        len(holding.top),
        len(holding.tail),
        open_top,
        tuple(face >= 0 for face in holding.slots),
    )


def _shadow(zone: ZoneInfo, instance: int, size: int) -> _Hidden:
    return _Hidden(zone, instance, size, slots=tuple(i < size for i in range(zone.slots)))


def _deal(
    sight: Sight, piece: PieceInfo, hidden: list[_Hidden], pool: list[int], cells: list[int], dice: Dice, memory: Memory
) -> None:
    given: list[list[int]] = []
    for spot in hidden:
        faces: list[int] = []
        if spot.open_top is not None:
            pool[spot.open_top] -= 1
        for face, n in sorted(memory.at(spot.zone.name, spot.instance).items()):
            there = min(n, max(pool[face], 0), spot.size - len(faces) - (spot.open_top is not None))
            pool[face] -= there
            faces += [face] * there
        given.append(faces)
    left = [face for face, n in enumerate(pool) for _ in range(n)]
    dice.shuffle(left)
    for spot, faces in zip(hidden, given, strict=True):
        more = spot.size - len(faces) - (spot.open_top is not None)
        faces += [left.pop() for _ in range(more)]
        if spot.top or spot.tail or spot.slots:
            dice.shuffle(faces)  # what is remembered of a zone says nothing of the order in it
        if spot.open_top is not None:
            faces.append(spot.open_top)
        sight.contents.put(spot.zone, spot.instance, _holding(spot, faces, len(piece.faces)), cells)


def _holding(spot: _Hidden, faces: list[int], count: int) -> Holding:
    if spot.zone.sort == "slots":
        rest = iter(faces)
        slots = tuple(next(rest) if taken else -1 for taken in spot.slots)
        return Holding(_counted(faces, count), slots=slots)
    loose, tail, top = faces[: spot.loose], faces[spot.loose : spot.loose + spot.tail], faces[spot.loose + spot.tail :]
    return Holding(_counted(loose, count), tuple(top), tuple(tail))


def _counted(faces: Sequence[int], count: int) -> tuple[int, ...]:
    counts = [0] * count
    for face in faces:
        counts[face] += 1
    return tuple(counts)
