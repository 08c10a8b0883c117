"""A View, asked by declaration and place: what the drawing looks at.  It holds nothing that the View does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.flow.flow import Program, VariableInfo, ZoneInfo

from ..sight.views import View, ZoneView


class Seen:
    """A position through the eyes of the View's observer.  None always means: hidden from him."""

    __slots__ = ("_scores", "_variables", "_zones", "program", "view")

    def __init__(self, program: Program, view: View, scores: Sequence[int | None] = ()) -> None:
        """`scores`: the points so far, by seat, as far as they are sure for the observer."""
        self.program = program
        self.view = view
        self._scores = tuple(scores)
        self._zones: dict[tuple[str, int], ZoneView] = {(zone.zone, zone.instance): zone for zone in view.zones}
        self._variables = {info.name: values for info, values in zip(program.variables, view.variables, strict=True)}

    @property
    def observer(self) -> int:
        """The seat that looks, -1 for somebody who sits nowhere."""
        return self.view.observer if isinstance(self.view.observer, int) else -1

    @property
    def acting(self) -> int:
        """The seat that decides now, -1 if none does or it is not to be known."""
        return -1 if self.view.seat is None or self.view.ended else self.view.seat

    def cell(self, variable: VariableInfo, place: int) -> int | None:
        """What a variable holds at a place; below `holds.low`: one of its words."""
        value = self._variables[variable.name][place]
        return value if isinstance(value, int) else None

    def members(self, variable: VariableInfo, place: int) -> tuple[int, ...] | None:
        """The values in a set."""
        value = self._variables[variable.name][place]
        return value if isinstance(value, tuple) else None

    def size(self, zone: ZoneInfo, place: int) -> int:
        """How many pieces lie in an instance of a zone."""
        return self._zones[zone.name, place].size

    def held(self, zone: ZoneInfo, place: int) -> tuple[int, ...] | None:
        """The faces there, ascending, each as often as it lies there; of slots one a slot, -1 empty, UNSEEN covered."""
        return self._zones[zone.name, place].faces

    def open_to(self, zone: ZoneInfo, place: int) -> bool:
        """Whether the observer sees every face in an instance."""
        held = self.held(zone, place)
        return held is not None and not any(face < -1 for face in held)

    def top(self, zone: ZoneInfo, place: int) -> int | None:
        """The face on top of a pile, if it is open and there."""
        return self._zones[zone.name, place].top

    def score(self, seat: int) -> int | None:
        """The points of a seat so far, if they are sure for the observer."""
        return self._scores[seat] if seat < len(self._scores) else None
