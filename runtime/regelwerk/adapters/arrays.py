"""A View, or all that a seat was told -> arrays of numbers with names, always of the same shapes.

Goes in: one projection and nothing else, so an array can hold no secret of another.  Needs numpy.

* `me`, `decides`, `game`: whose eyes, who decides (last: nobody), and whether it is over, ended, capped, in a secret loop.
* a bag or pile: for each instance how many lie there, whether the contents are seen, how many of each face, the open top.
* slots: for each slot whether something unseen lies there, and each face.
* a variable: for each place whether it is seen (if it may be hidden), its words, and its value: one of few names as 0s and a 1,
  a number as it is, a set as 0s and 1s.
* `told` (information only): the last things told, newest first: sort, who, which, arguments.  `digest`: 128 bits of all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from regelwerk_compiler.flow.flow import MISSING, VariableInfo, ZoneInfo

from ..game import Game
from ..knowledge.info import Known
from ..look import places
from ..sight.events import Happening
from ..sight.views import Value, View, ZoneView

Array = Any
"""An array of numpy, of float32."""

NAMED_AT_MOST = 64
"""A kind with more values is one number, not 0s and a 1."""

SORTS = ("option", "outcome", "unveiled")


@dataclass(frozen=True, slots=True)
class Field:
    """One array: its name, its shape, and the numbers that may stand in it."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    fill: Callable[[Array, View], None]


class Arrays:
    """Every array of one game."""

    def __init__(self, game: Game, recall: int = 16) -> None:
        self.game = game
        self.recall = recall
        program = game.program
        self.seats = len(program.seats)
        self.fields = [
            Field("me", (self.seats,), 0, 1, self._me),
            Field("decides", (self.seats + 1,), 0, 1, self._decides),
            Field("game", (4,), 0, 1, _game),
        ]
        taken = {field.name for field in self.fields} | {"told", "digest"}
        for at, piece in enumerate(program.pieces):
            self.fields.append(
                Field(_free(f"box_{piece.name}", taken), (len(piece.faces),), 0, max(piece.copies), _box(at))
            )
        first = 0
        for zone in program.zones:
            if zone.instances:
                self.fields.append(self._zone(zone, first, taken))
            first += zone.instances
        for at, variable in enumerate(program.variables):
            if variable.holds.type != "position" and places(variable.axes):
                self.fields.append(self._variable(variable, at, taken))
        self.arguments = max((len(numbers.axes) for numbers in program.numbers), default=0)
        self._row = len(SORTS) + self.seats + len(program.numbers) + 2 * self.arguments

    # -- filling ---------------------------------------------------------------------------------
    def view(self, view: View) -> dict[str, Array]:
        """What is seen now."""
        found = {}
        for field in self.fields:
            array: Array = np.zeros(field.shape, np.float32)
            field.fill(array, view)
            found[field.name] = array
        return found

    def told_shape(self) -> tuple[int, int]:
        """The shape of `told`."""
        return self.recall, self._row

    def told(self, known: Known, key: str) -> dict[str, Array]:
        """What was told, and the bits of the hash `key` of all that is known."""
        rows: Array = np.zeros(self.told_shape(), np.float32)
        for row, happening in zip(rows, known.happenings(), strict=False):
            self._happening(row, happening)
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(key), np.uint8)).astype(np.float32)
        return {"told": rows, "digest": bits}

    def _happening(self, row: Array, one: Happening) -> None:
        row[SORTS.index(one.sort)] = 1
        if one.seat is not None:
            row[len(SORTS) + one.seat] = 1
        if one.told.numbers is None:
            return
        at = len(SORTS) + self.seats
        row[at + one.told.numbers] = 1
        at += len(self.game.program.numbers)
        axes = self.game.program.numbers[one.told.numbers].axes
        for i, (axis, arg) in enumerate(zip(axes, one.told.args, strict=True)):
            if arg is not None:
                row[at + 2 * i : at + 2 * i + 2] = 1, (arg - axis.low + 1) / axis.size

    def _me(self, array: Array, view: View) -> None:
        if isinstance(view.observer, int):
            array[view.observer] = 1

    def _decides(self, array: Array, view: View) -> None:
        array[self.seats if view.seat is None else view.seat] = 1

    # -- zones -----------------------------------------------------------------------------------
    def _zone(self, zone: ZoneInfo, first: int, taken: set[str]) -> Field:
        piece = next(piece for piece in self.game.program.pieces if piece.name == zone.piece)
        faces, all_of_them = len(piece.faces), sum(piece.copies)
        width = 2 + faces + (faces if zone.top_seen else 0)

        def bag(array: Array, view: View) -> None:
            for row, there in zip(array, view.zones[first : first + zone.instances], strict=True):
                row[0] = there.size
                if there.faces is not None:
                    row[1] = 1
                    for face in there.faces:
                        row[2 + face] += 1
                if there.top is not None:
                    row[2 + faces + there.top] = 1

        def slots(array: Array, view: View) -> None:
            for rows, there in zip(array, view.zones[first : first + zone.instances], strict=True):
                _slots(rows, there)

        if zone.sort == "slots":
            return Field(_free(zone.name, taken), (zone.instances, zone.slots, 1 + faces), 0, 1, slots)
        return Field(_free(zone.name, taken), (zone.instances, width), 0, max(1, all_of_them), bag)

    # -- variables -------------------------------------------------------------------------------
    def _variable(self, variable: VariableInfo, at: int, taken: set[str]) -> Field:
        holds, count, words = variable.holds, places(variable.axes), len(variable.words)
        hidden = 1 if variable.seen else 0
        named = bool(holds.type) and holds.type != "boolean" and holds.size <= NAMED_AT_MOST
        width = hidden + words + (holds.size if variable.is_set or named else 1)
        one_or_not = variable.is_set or named
        low, high = (0, 1) if one_or_not else (min(0, holds.low), max(1, holds.low + holds.size - 1))

        def fill(array: Array, view: View) -> None:
            for row, value in zip(array, view.variables[at], strict=True):
                self._value(row, variable, value, named)

        return Field(_free(variable.name, taken), (count, width), low, high, fill)

    def _value(self, row: Array, variable: VariableInfo, value: Value, named: bool) -> None:
        if value is None:
            return
        holds, words = variable.holds, len(variable.words)
        at = 0
        if variable.seen:
            row[0], at = 1, 1
        if isinstance(value, tuple):
            for n in value:
                row[at + words + n - holds.low] = 1
        elif value < holds.low:
            word = MISSING - value if not holds.type else -1 - value
            if 0 <= word < words:
                row[at + word] = 1
        elif named:
            row[at + words + value - holds.low] = 1
        else:
            row[at + words] = value


def _game(array: Array, view: View) -> None:
    array[:] = view.over, view.ended, view.capped, view.veiled


def _box(at: int) -> Callable[[Array, View], None]:
    def fill(array: Array, view: View) -> None:
        for face in view.boxes[at][1]:
            array[face] += 1

    return fill


def _slots(rows: Array, there: ZoneView) -> None:
    for row, face in zip(rows, there.faces or (), strict=False):
        if face != -1:
            row[face + 1 if face >= 0 else 0] = 1


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
