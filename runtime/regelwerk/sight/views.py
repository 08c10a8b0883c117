"""A vector -> what one observer sees of it.  This is the one place where secrets are decided: logs, bots, undo and messages all start from a View.

Derived from the Program's declarations: `seen` of zones and variables, owners, open tops, and the veil of a secret loop.
A View holds nothing else: no random key, no program counter, no options, nothing that is hidden from its observer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from regelwerk_compiler.flow.flow import VEIL, VariableInfo, ZoneInfo

from ..broke import sentence
from ..engine import RuleFault
from ..errors import RulesBroke
from ..look import Look, indices, places
from .contents import Contents, Holding, Holdings
from .live import Liveness

Observer = int | Literal["public", "host"]
"""A seat; `public` sees what every seat sees; `host` sees everything."""

HIDDEN = "?"
"""How what is hidden is written."""

UNSEEN = -2
"""Something lies in this slot; the observer does not see what."""

KEPT = 64
"""How many Views are kept: what is seen behind a step is soon asked for again, as what was seen before the next one."""

Value = int | tuple[int, ...] | None
"""A number, the members of a set, or None: hidden."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One instance of a zone.  `faces`: ascending, each as often as it lies there; of slots one a slot, -1 empty, UNSEEN; None: hidden.

    `top`: the open top of a pile, or None.
    """

    zone: str
    instance: int
    size: int
    faces: tuple[int, ...] | None
    top: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What `observer` sees.  `seat`: who decides (None: nobody, or in a secret loop another).  `boxes`: by sort of piece, ascending.

    `over`: the game has ended for its rules.  `ended`: nothing more can happen.  `veiled`: a secret loop is running.
    """

    observer: Observer
    seat: int | None
    over: bool
    ended: bool
    capped: bool
    veiled: bool
    zones: tuple[ZoneView, ...]
    boxes: tuple[tuple[str, tuple[int, ...]], ...]
    variables: tuple[tuple[Value, ...], ...]

    def zone(self, name: str, instance: int = 0) -> ZoneView:
        """One instance of a zone.  Raises KeyError."""
        for zone in self.zones:
            if zone.zone == name and zone.instance == instance:
                return zone
        raise KeyError(name)


class Sight:
    """Who sees what in one program."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.program = look.program
        self.contents = Contents(look.program)
        self._kept: dict[tuple[tuple[int, ...], Observer], View] = {}
        self._shapes = {v.name: (places(v.axes), self.contents.width(v)) for v in look.program.variables}

    @cached_property
    def live(self) -> Liveness:
        """Which frame cells mean something where."""
        return Liveness(self.program)

    def view(self, vector: Sequence[int], observer: Observer) -> View:
        """The projection.  Raises `RulesBroke` where a formula of a sight fails."""
        key = (tuple(vector), observer)
        found = self._kept.get(key)
        if found is None:
            try:
                found = self._view(vector, observer)
            except RuleFault as fault:
                raise RulesBroke(sentence(self.program, fault.reason)) from fault
            if len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = found
        return found

    def _view(self, vector: Sequence[int], observer: Observer) -> View:
        look, cells = self.look, list(vector)
        holdings = self.contents.holdings(cells)
        veiled = look.veil(cells) != 0
        decider = look.decider(cells)
        boxes = self.contents.boxes(cells, holdings)
        return View(
            observer,
            decider if not veiled or observer in (decider, "host") else None,
            look.over(cells),
            look.ended(cells),
            look.capped(cells),
            veiled,
            tuple(view for zone in self.program.zones for view in self._zone(zone, holdings, cells, observer)),
            tuple((name, _spread(counts)) for name, counts in boxes.items()),
            tuple(self._variable(variable, cells, observer) for variable in self.program.variables),
        )

    # -- zones -----------------------------------------------------------------------------------
    def sees_zone(self, zone: ZoneInfo, instance: int, vector: list[int], observer: Observer) -> bool:
        """Whether the contents of an instance are seen; never those that the veil hides."""
        return not self.shadowed(zone, instance, vector, observer) and self._sees(
            zone.seen, indices(zone.axes, instance), vector, observer
        )

    def shadowed(self, zone: ZoneInfo, instance: int, vector: list[int], observer: Observer) -> bool:
        """Whether a secret loop makes the observer see an instance as it was when the loop began."""
        if not zone.shadow or vector[VEIL] not in zone.veils or observer == "host":
            return False
        return observer == "public" or zone.owner is None or indices(zone.axes, instance)[zone.owner] != observer

    def _sees(self, seen: str, at: tuple[int, ...], vector: list[int], observer: Observer) -> bool:
        if not seen or observer == "host":
            return True
        if observer == "public":
            return all(self.look.ask(seen, vector, seat, *at) for seat in range(len(self.program.seats)))
        return bool(self.look.ask(seen, vector, observer, *at))

    def _zone(self, zone: ZoneInfo, holdings: Holdings, vector: list[int], observer: Observer) -> list[ZoneView]:
        found = []
        for instance, holding in enumerate(holdings[zone.name]):
            if self.shadowed(zone, instance, vector, observer):
                size = vector[zone.shadow + instance]
                hidden = (UNSEEN,) * size + (-1,) * (zone.slots - size) if zone.sort == "slots" else None
                found.append(ZoneView(zone.name, instance, size, hidden))
                continue
            seen = self._sees(zone.seen, indices(zone.axes, instance), vector, observer)
            found.append(
                ZoneView(zone.name, instance, holding.size, _faces(zone, holding, seen), self._top(zone, holding))
            )
        return found

    def _top(self, zone: ZoneInfo, holding: Holding) -> int | None:
        """The open top of a pile: what was last put on it (or drawn there to be seen)."""
        return holding.top[-1] if zone.top_seen and holding.top else None

    # -- variables -------------------------------------------------------------------------------
    def sees_variable(self, variable: VariableInfo, place: int, vector: list[int], observer: Observer) -> bool:
        """Whether one cell of a variable is seen."""
        return self._sees(variable.seen, indices(variable.axes, place), vector, observer)

    def _variable(self, variable: VariableInfo, vector: list[int], observer: Observer) -> tuple[Value, ...]:
        count, width = self._shapes[variable.name]
        if variable.holds.type == "position":
            return (None,) * count  # a summary of others, nothing to look at
        if not variable.seen and width == 1 and not variable.is_set:
            return tuple(vector[variable.base : variable.base + count])
        found: list[Value] = []
        for place in range(count):
            if not self.sees_variable(variable, place, vector, observer):
                found.append(None)
                continue
            cells = self.contents.cells(variable, place, vector)
            if variable.is_set:
                found.append(tuple(variable.holds.low + i for i, there in enumerate(cells) if there))
            else:
                found.append(cells[0] if len(cells) == 1 else cells)
        return tuple(found)


def _faces(zone: ZoneInfo, holding: Holding, seen: bool) -> tuple[int, ...] | None:
    if zone.sort == "slots":
        return holding.slots if seen else tuple(UNSEEN if face >= 0 else -1 for face in holding.slots)
    return _spread(holding.counts) if seen else None


def _spread(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(face for face, n in enumerate(counts) for _ in range(n))
