"""What a seat has been told so far: its information state, as a value, a text and a hash.

Goes in: the states of one game, one after the other.  Comes out: for each seat the sequence of its happenings and Views, nothing else:
what differs only in what a seat cannot see gives it the same text and the same hash.  Nothing is programmed for a game.

A step of which a seat is told nothing (another's choice in a secret loop) leaves no trace: not even that there was one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from regelwerk_compiler.flow.flow import Axis

from ..game import Game
from ..look import indices
from ..sight.changes import Became, Change, Moved, Shown, Spot
from ..sight.events import Happening, Step, Watch
from ..sight.views import HIDDEN, UNSEEN, Observer, Value, View, ZoneView
from ..state import State, Vector
from .evidence import Evidence, more, weighed
from .memory import Memory
from .redeal import redeal
from .retell import only_variables_hide, retold

NOTHING_YET = hashlib.blake2b(digest_size=16).digest()


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What one observer has been told, newest last.  `digest` stands for all of it."""

    past: Known | None = field(default=None, repr=False)
    last: Happening | None = None
    count: int = 0
    digest: bytes = NOTHING_YET
    memory: Memory = field(default_factory=Memory, repr=False)

    def happenings(self) -> Iterator[Happening]:
        """All of it, the newest first."""
        at: Known | None = self
        while at is not None and at.last is not None:
            yield at.last
            at = at.past

    def packed(self) -> tuple[tuple[Happening | None, bytes, Memory], ...]:
        """As plain values, the oldest first."""
        found: list[tuple[Happening | None, bytes, Memory]] = []
        at: Known | None = self
        while at is not None:
            found.append((at.last, at.digest, at.memory))
            at = at.past
        return tuple(reversed(found))

    @staticmethod
    def unpacked(packed: tuple[tuple[Happening | None, bytes, Memory], ...]) -> Known:
        """What `packed` gave."""
        known: Known | None = None
        for count, (last, digest, memory) in enumerate(packed):
            known = Known(known, last, count, digest, memory)
        assert known is not None
        return known

    def with_step(self, step: Step, watch: Watch, observer: Observer) -> Known:
        """After one more step; the same if the observer is told nothing of it."""
        happening = watch.happening(step, observer)
        if happening is None:
            return self
        before, after = watch.sight.view(step.before, observer), watch.sight.view(step.after, observer)
        told = hashlib.blake2b(self.digest, digest_size=16)
        told.update(repr((happening, _shown(after))).encode())
        memory = self.memory.after(before, after, happening.changes)
        return Known(self, happening, self.count + 1, told.digest(), memory)


Packed = tuple[
    tuple[tuple[Vector, tuple[Step, ...], bool], ...],
    tuple[tuple[Observer, tuple[tuple[Happening | None, bytes, Memory], ...]], ...],
]


def _shown(view: View) -> tuple[object, ...]:
    """A View without whose turn it is, which a secret loop tells too late."""
    return view.over, view.ended, view.zones, view.boxes, view.variables


class Record:
    """A state and how it came to be.  Never changes; what a seat knows is worked out when it is first asked for."""

    __slots__ = ("_evidence", "_known", "_texts", "past", "state")

    def __init__(self, state: State, past: Record | None = None) -> None:
        self.state = state
        self.past = past
        self._known: dict[Observer, Known] = {}
        self._evidence: dict[int, Evidence | None] = {}
        self._texts: dict[Observer, str] = {}

    def __deepcopy__(self, memo: object) -> Record:
        return self

    def play(self, number: int) -> Record:
        """After an option or (with explicit chance) an outcome.  Raises what `State.play` raises."""
        return Record(self.state.play(number), self)

    def imagined(self, seat: int, key: int) -> Record:
        """Another state with the same information for `seat`, with everything hidden from it dealt anew (what others knew is not kept).

        What others chose is kept to as well as can be (`evidence.py`).  Where only variables are hidden the game is told anew (`retell.py`).
        """
        game, memory = self.state.game, self.known(seat).memory
        if only_variables_hide(game.sight, self.state.vector, seat) and (other := retold(self, seat, key)) is not None:
            return other
        cells = redeal(game.sight, self.state.vector, seat, key, memory)
        cells = weighed(game, self.evidence(seat), self.state.vector, cells, seat, key, memory)
        other = Record(State(game, tuple(cells), explicit=self.state.explicit))
        other._known[seat] = self.known(seat)
        return other

    # -- kept and read back ----------------------------------------------------------------------
    def packed(self) -> Packed:
        """All of it but the game, as plain values."""
        records: list[Record] = [self]
        while records[-1].past is not None:
            records.append(records[-1].past)
        first = tuple((observer, known.packed()) for observer, known in records[-1]._known.items())
        return tuple((one.state.vector, one.state.steps, one.state.explicit) for one in reversed(records)), first

    @staticmethod
    def unpacked(game: Game, packed: Packed) -> Record:
        """What `packed` gave."""
        states, first = packed
        record: Record | None = None
        for vector, steps, explicit in states:
            root = record is None
            record = Record(State(game, vector, steps, explicit=explicit), record)
            if root:
                record._known = {observer: Known.unpacked(known) for observer, known in first}
        assert record is not None
        return record

    # -- what is known ---------------------------------------------------------------------------
    def known(self, observer: Observer) -> Known:
        """All that the observer has been told."""
        todo: list[Record] = []
        at: Record | None = self
        while at is not None and observer not in at._known:
            todo.append(at)
            at = at.past
        known = Known() if at is None else at._known[observer]
        for record in reversed(todo):
            for step in record.state.steps:
                known = known.with_step(step, record.state.game.watch, observer)
            record._known[observer] = known
        return known

    def evidence(self, seat: int) -> Evidence | None:
        """What others chose and the seat was told whole."""
        todo: list[Record] = []
        at: Record | None = self
        while at is not None and seat not in at._evidence:
            todo.append(at)
            at = at.past
        found = None if at is None else at._evidence[seat]
        for record in reversed(todo):
            for step in record.state.steps:
                found = more(found, step, seat, record.state.game.watch)
            record._evidence[seat] = found
        return found

    def key(self, observer: Observer) -> str:
        """A hash of the information state: 32 hexadecimal digits, the same on every machine."""
        digest = hashlib.blake2b(self.known(observer).digest, digest_size=16)
        digest.update(repr((observer, self.now(observer))).encode())
        return digest.hexdigest()

    def text(self, observer: Observer) -> str:
        """The information state in words that do not depend on a language: what was told, then what is seen now."""
        if observer not in self._texts:
            write = Words(self.state.game)
            told = [write.happening(one) for one in self.known(observer).happenings()]
            lines = [f"seat {observer}", *reversed(told), *write.view(self.state.view(observer))]
            self._texts[observer] = "\n".join(lines)
        return self._texts[observer]

    def now(self, observer: Observer) -> tuple[object, ...]:
        """What is seen now, with whose turn it is."""
        view = self.state.view(observer)
        return (view.seat, *_shown(view))


class Words:
    """Happenings and Views as exact, compact lines."""

    def __init__(self, game: Game) -> None:
        self.program = game.program
        self.names = game.names
        self.zones = {zone.name: zone for zone in game.program.zones}
        self.faces = {piece.name: piece.faces for piece in game.program.pieces}
        self.variables = {variable.name: variable for variable in game.program.variables}

    # -- happenings ------------------------------------------------------------------------------
    def happening(self, one: Happening) -> str:
        """One line."""
        who = "" if one.seat is None else f" {self.program.seats[one.seat]}"
        what = HIDDEN
        if one.told.numbers is not None:
            what = self.names.exact(self.program.numbers[one.told.numbers], one.told.args)
        head = f"{one.sort}{who}: {what}" + (f" to {one.into}" if one.into else "")
        return "; ".join([head, *(self._change(change) for change in one.changes), *(["end"] if one.ended else [])])

    def _change(self, change: Change) -> str:
        match change:
            case Moved(piece, face, n, source, target):
                what = HIDDEN if face is None else self.faces[piece][face]
                return f"{n} {piece} {what} {self._spot(source)}>{self._spot(target)}"
            case Shown(spot, faces):
                return f"shown {self._spot(spot)} {self._faces(spot.zone, faces)}"
            case Became(variable, place, before, after):
                name = f"{variable}{self._at(self.variables[variable].axes, place)}"
                return f"{name} {self._value(variable, before)}>{self._value(variable, after)}"
            case _:
                return f"top {self._spot(change.spot)} {self._faces(change.spot.zone, (change.face,))}"

    def _spot(self, spot: Spot | None) -> str:
        if spot is None:
            return HIDDEN
        zone = self.zones.get(spot.zone)
        return spot.zone if zone is None else f"{spot.zone}{self._at(zone.axes, spot.instance)}"

    def _at(self, axes: Sequence[Axis], place: int) -> str:
        said = [self.names.value(axis.type, n) for axis, n in zip(axes, indices(axes, place), strict=True)]
        return f"[{','.join(said)}]" if said else ""

    def _faces(self, zone: str, faces: tuple[int, ...]) -> str:
        names = self.faces[self.zones[zone].piece]
        return " ".join(HIDDEN if face == UNSEEN else "-" if face < 0 else names[face] for face in faces)

    def _value(self, name: str, value: Value) -> str:
        variable = self.variables[name]
        if value is None:
            return HIDDEN
        if isinstance(value, tuple):
            return "{" + " ".join(self.names.value(variable.holds.type, n) for n in value) + "}"
        return self.names.word_of(variable, value) or self.names.value(variable.holds.type, value)

    # -- Views -----------------------------------------------------------------------------------
    def view(self, view: View) -> list[str]:
        """A line for each zone and each variable, and one for how the game stands."""
        state = [name for name in ("over", "ended", "capped", "veiled") if getattr(view, name)]
        decides = "nobody" if view.seat is None else self.program.seats[view.seat]
        lines = [" ".join([f"decides {decides}", *state])]
        lines += [self._zone(zone) for zone in view.zones]
        for piece, faces in view.boxes:
            if faces:
                lines.append(f"box {' '.join(self.faces[piece][face] for face in faces)}")
        for variable, values in zip(self.program.variables, view.variables, strict=True):
            if variable.holds.type != "position":
                lines.append(f"{variable.name} = {', '.join(self._value(variable.name, value) for value in values)}")
        return lines

    def _zone(self, zone: ZoneView) -> str:
        spot = self._spot(Spot(zone.zone, zone.instance))
        faces = f"{zone.size} hidden" if zone.faces is None else self._faces(zone.zone, zone.faces)
        top = "" if zone.top is None else f", top {self._faces(zone.zone, (zone.top,))}"
        return f"{spot}: {faces}{top}".rstrip()
