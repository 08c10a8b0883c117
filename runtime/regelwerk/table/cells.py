"""One cell of the table: a variable's value, or what lies in a zone, as a piece of coloured text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from regelwerk_compiler.flow.flow import Axis, VariableInfo, ZoneInfo

from ..look import indices, places
from ..sight.views import HIDDEN, UNSEEN
from . import faces
from .said import Said
from .seen import Seen
from .shapes import Fact, Shapes


def each_place(axes: tuple[Axis, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every place that axes span, with its values."""
    for place in range(places(axes)):
        yield place, indices(axes, place)


class Cells:
    """Draws single cells of one position for one observer, in one language."""

    __slots__ = ("names", "seen", "shapes", "words")

    def __init__(self, seen: Seen, names: Said, shapes: Shapes) -> None:
        self.seen = seen
        self.names = names
        self.shapes = shapes
        self.words = names.words

    # -- values ----------------------------------------------------------------------------------
    def value(self, kind: str, place: int) -> Text:
        """A value of a kind, in its colour."""
        if kind == "player":
            return self.seat(place)
        if kind == "boolean":
            return Text(self.names.value(kind, place), "" if place else "dim")
        plain = self.names.plain(kind, place)
        return faces.face(plain, self.names.value(kind, place)) if plain else Text(self.names.value(kind, place))

    def seat(self, seat: int) -> Text:
        """A seat's name in its colour."""
        return Text(self.names.value("player", seat), faces.seat_style(seat))

    def variable(self, variable: VariableInfo, place: int = 0) -> Text:
        """What a variable holds at a place."""
        if variable.is_set:
            members = self.seen.members(variable, place)
            if members is None:
                return hidden()
            if not members:
                return nothing()
            return faces.joined([self.value(variable.holds.type, m) for m in members])
        value = self.seen.cell(variable, place)
        if value is None:
            return hidden()
        word = self.names.word(variable, value)
        if word is not None:
            return Text(word if word.strip() else "–", "dim")
        return self.value(variable.holds.type, value)

    # -- zones -----------------------------------------------------------------------------------
    def zone(self, zone: ZoneInfo, place: int = 0, *, facts: bool = False) -> Text:
        """What lies in an instance of a zone: its faces, else how many there are; with `facts` what stands on each piece."""
        held = self.seen.held(zone, place)
        if held is None:
            return self.size(zone, place)
        kind = self.shapes.kind_of(zone.piece)
        if zone.sort == "slots":
            return self._slots(kind, held, facts=facts)
        if not held:
            return nothing()
        counted = sorted(Counter(held).items())
        single = self._individual(zone.piece)
        return faces.joined([self.piece(kind, f, n, facts=facts, count=not single) for f, n in counted])

    def _individual(self, piece: str) -> bool:
        return any(info.individual for info in self.seen.program.pieces if info.name == piece)

    def _slots(self, kind: str, held: Sequence[int], *, facts: bool) -> Text:
        """What is in each slot; free ones beside each other are told together."""
        parts = []
        for free, group in groupby(enumerate(held, 1), lambda item: item[1] < 0 and item[1] != UNSEEN):
            slots = list(group)
            if free and len(slots) > 2:
                parts.append(Text(f"{slots[0][0]}–{slots[-1][0]}: {faces.FREE}", "dim"))
                continue
            parts += [Text(f"{slot}: ", "dim") + self.slot(kind, face, facts=facts) for slot, face in slots]
        return faces.joined(parts) if parts else nothing()

    def slot(self, kind: str, face: int, *, facts: bool = False) -> Text:
        """What is in one slot: a piece, nothing, or something covered."""
        if face >= 0:
            return self.piece(kind, face, facts=facts)
        return hidden() if face == UNSEEN else Text(faces.FREE, "dim")

    def size(self, zone: ZoneInfo, place: int = 0, *, brief: bool = False) -> Text:
        """How many pieces lie there (the number alone in brief), and what lies on top of a pile if that is open."""
        size = self.seen.size(zone, place)
        out = Text(str(size) if brief else self.names.pieces(zone.piece, size), "" if size else "dim")
        top = self.seen.top(zone, place)
        if top is not None:
            out.append(f", {self.words('on_top')}: ", "dim")
            out.append_text(self.piece(self.shapes.kind_of(zone.piece), top))
        return out

    def piece(self, kind: str, place: int, n: int = 1, *, facts: bool = False, count: bool = False) -> Text:
        """Some pieces of one face."""
        out = faces.face(self.names.plain(kind, place), self.names.value(kind, place), n, always=count)
        if facts and not self.names.has_text(self.names.plain(kind, place)):
            said = self.facts(kind, place)
            if said:
                out.append(" (", "dim")
                for n_, fact in enumerate(said):
                    if n_:
                        out.append(", ", "dim")
                    out.append_text(fact)
                out.append(")", "dim")
        return out

    def facts(self, kind: str, place: int) -> list[Text]:
        """What stands on a row, a word or two for each column."""
        return [
            self.fact(fact) for fact in self.shapes.facts(kind, place) if fact.kind != "boolean" or fact.values != (0,)
        ]

    def fact(self, fact: Fact, *, named: bool = True) -> Text:
        """One column of a row; numbers and truths are told with the column's name."""
        if fact.word or not (fact.values or fact.all):
            return Text(self.names.text(fact.word) if fact.word else "–", "dim")
        if fact.all:
            return Text(self.words("any"), "dim")
        if fact.kind == "boolean":
            return Text(self.names.text(fact.column) if fact.values[0] else faces.FREE)
        if not fact.kind:
            numbers = " ".join(str(value) for value in fact.values)
            return Text(f"{self.names.text(fact.column)} {numbers}" if named else numbers)
        out = Text()
        for n, value in enumerate(fact.values):
            out.append("/" if n else "", "dim")
            out.append_text(self.value(fact.kind, value))
        return out


def hidden() -> Text:
    """Something that the observer may not see."""
    return Text(HIDDEN, "dim")


def nothing() -> Text:
    """An empty zone or set."""
    return Text("–", "dim")
