"""A happening -> one line of a log, in English or German.

Goes in: what one observer saw (`events.py`).  Comes out: his line; there is nothing else it could be made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import prod

from regelwerk_compiler.flow.flow import VariableInfo, ZoneInfo

from ..sight.changes import BOX, Became, Change, Moved, Shown, Spot, Turned
from ..sight.events import Happening
from ..sight.views import UNSEEN, Value
from .names import Names, listed, unfilled
from .phrases import phrase

SEVERAL = 2
"""Of more pieces alike that go to different places of one zone the log only tells how many."""


def _alike(change: Change) -> object:
    match change:
        case Moved(piece, face, _, source, Spot(zone)):
            return piece, face, source, zone
        case _:
            return id(change)


class Lines:
    """Writes the log of one program."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.program = names.program
        self._zones: dict[str, ZoneInfo] = {zone.name: zone for zone in self.program.zones}
        self._variables: dict[str, VariableInfo] = {variable.name: variable for variable in self.program.variables}

    def line(self, happening: Happening, language: str = "en", *, figures: bool = False) -> str:
        """The line; with `figures` also what became of variables."""
        what = self._what(happening, language)
        who = "" if happening.seat is None else self.names.seat(happening.seat, language)
        told = [c for c in happening.changes if figures or not isinstance(c, Became)]
        changed = self.changed(told, language)
        match happening.sort:
            case "unveiled":
                head = phrase(language, "unveiled")
            case "option":
                head = (
                    phrase(language, self._verb(happening), who=who, what=what)
                    if what
                    else phrase(language, "secret_option", who=who)
                )
                if happening.told.numbers is not None and None not in happening.told.args and not figures:
                    # what the option says need not be said again
                    changed = self.changed([c for c in told if self._new(c, what, language)], language)
            case _:
                said = what if not changed else ""
                said = said or ", ".join(changed) or phrase(language, "secret_outcome")
                key = "outcome_for" if who else "outcome"
                return phrase(language, key, who=who, what=said)
        return f"{head} [{'; '.join(changed)}]" if changed else head

    def _new(self, change: Change, said: str, language: str) -> bool:
        """Whether a change shows what was hidden, and the option has not named it."""
        match change:
            case Moved(piece, int(face), revealed=True):
                return self.names.face_words(piece, face, language) not in said
            case Shown() | Turned():
                return True
            case _:
                return False

    def changed(self, changes: Sequence[Change], language: str) -> list[str]:
        """Changes in words; of many pieces alike that go to places of one zone, only how many."""
        said: list[str] = []
        for _, run in groupby(changes, key=_alike):
            those = list(run)
            match those[0]:
                case Moved(piece, face, _, source, Spot(zone)) if len(those) > SEVERAL:
                    many = sum(c.n for c in those if isinstance(c, Moved))
                    what, to = self._pieces(piece, face, many, language), self.names.words(zone, language)
                    if source is None:
                        said.append(phrase(language, "came", what=what, target=to))
                    else:
                        said.append(phrase(language, "moved", what=what, source=self.spot(source, language), target=to))
                case _:
                    said += [self.change(c, language) for c in those]
        return said

    def lines(self, happenings: Iterable[Happening], language: str = "en") -> list[str]:
        """A line for each, but one for dice thrown together, pieces drawn from one place to one other, and facts of one kind."""
        found: list[str] = []
        for key, run in groupby(happenings, key=self._together):
            those = list(run)
            if key is None or len(those) == 1:
                found += [self.line(happening, language) for happening in those]
                continue
            who = "" if those[0].seat is None else self.names.seat(those[0].seat, language)
            tell = {"drawn": self._drawn, "thrown": self._thrown, "shown": self._facts}[str(key[0])]
            what = tell(those, language)
            found.append(phrase(language, "outcome_for" if who else "outcome", who=who, what=what))
        return found

    def _together(self, happening: Happening) -> tuple[object, ...] | None:
        """What neighbours in a log must have alike to share a line; None: nothing does."""
        told = happening.told.numbers
        if happening.sort != "outcome" or happening.ended:
            return None
        if told is not None and happening.at is not None and self.program.numbers[told].kind == "random":
            return "thrown", happening.seat, happening.into
        if told is not None and self.program.numbers[told].kind == "show" and not happening.changes:
            return "shown", happening.seat, told, happening.into
        match [c for c in happening.changes if not isinstance(c, Became)]:
            case [Moved(piece, _, _, Spot() as source, Spot() as target)]:
                return "drawn", happening.seat, piece, source, target
            case _:
                return None

    def _thrown(self, happenings: Sequence[Happening], language: str) -> str:
        """All cells of a variable in their order: only the values; else each with its place."""
        variable = self._variables[happenings[0].into]
        name = self.names.words(variable.name, language)
        places = [happening.at for happening in happenings]
        words = [self._what(happening, language).rpartition(": ")[2] for happening in happenings]
        if places != list(range(prod(axis.size for axis in variable.axes))):
            spots = [self.names.spot(variable.axes, at, language).strip(" ()") for at in places if at is not None]
            words = [f"{spot}: {word}" for spot, word in zip(spots, words, strict=True)]
        return f"{name}: {', '.join(words)}"

    def _facts(self, happenings: Sequence[Happening], language: str) -> str:
        """What all of them speak of, then what each of them tells."""
        told = happenings[0].told.numbers
        assert told is not None
        axes = self.program.numbers[told].axes
        rows = [
            [
                "?" if n is None else self.names.value_words(axis.type, n, language)
                for axis, n in zip(axes, args, strict=True)
            ]
            for args in (happening.told.args for happening in happenings)
        ]
        alike = [len(set(column)) == 1 for column in zip(*rows, strict=True)]
        if alike:
            alike[-1] = False  # the truth itself
        head = ", ".join(word for word, same in zip(rows[0], alike, strict=True) if same)
        each = ", ".join(" ".join(word for word, same in zip(row, alike, strict=True) if not same) for row in rows)
        zone = self.names.words(happenings[0].into, language) + ": " if happenings[0].into else ""
        return phrase(language, "is_shown", what=f"{zone}{head}: {each}" if head else f"{zone}{each}")

    def _drawn(self, happenings: Sequence[Happening], language: str) -> str:
        moves = [c for happening in happenings for c in happening.changes if isinstance(c, Moved)]
        counts: dict[int | None, int] = {}
        for move in moves:
            counts[move.face] = counts.get(move.face, 0) + move.n
        first = moves[0]
        what = ", ".join(self._pieces(first.piece, face, n, language) for face, n in counts.items())
        assert first.source is not None
        assert first.target is not None
        ends = {"source": self.spot(first.source, language), "target": self.spot(first.target, language)}
        return phrase(language, "moved", what=what, **ends)

    def _verb(self, happening: Happening) -> str:
        """A payment says that it is one."""
        told = happening.told.numbers
        return "pays" if told is not None and self.program.numbers[told].kind == "pay" else "option"

    def _what(self, happening: Happening, language: str) -> str:
        if happening.told.numbers is None:
            return ""
        numbers = self.program.numbers[happening.told.numbers]
        words = self.names.option_words(numbers, happening.told.args, language, happening.seat)
        if happening.sort == "outcome" and happening.into and numbers.kind == "random":
            into = self._variables.get(happening.into)
            at = "" if into is None or happening.at is None else self.names.spot(into.axes, happening.at, language)
            return f"{self.names.words(happening.into, language)}{at}: {words}"
        # What is no rule of its own says where it was chosen: which hand a card was picked from, what was declined.
        rule = happening.about if numbers.kind in ("nothing", "done") else numbers.name.rpartition(".")[0]
        if numbers.kind in ("pick", "nothing", "done") and rule in self.program.texts:
            return f"{unfilled(self.names.words(rule, language))}: {words}"
        if numbers.kind == "show":
            zone = self.names.words(happening.into, language) + ": " if happening.into else ""
            return phrase(language, "is_shown", what=f"{zone}{words}")
        return words

    def change(self, change: Change, language: str) -> str:
        """One change in words."""
        match change:
            case Moved(piece, face, n, source, target):
                what = self._pieces(piece, face, n, language)
                if source is None or target is None:
                    spot = source or target
                    assert spot is not None
                    key, word = ("went", "source") if target is None else ("came", "target")
                    return phrase(language, key, what=what, **{word: self.spot(spot, language)})
                return phrase(
                    language, "moved", what=what, source=self.spot(source, language), target=self.spot(target, language)
                )
            case Shown(spot, faces):
                return phrase(
                    language, "shown", zone=self.spot(spot, language), what=self._faces_words(spot, faces, language)
                )
            case Turned(spot, face):
                return phrase(
                    language, "turned", zone=self.spot(spot, language), face=self._faces_words(spot, (face,), language)
                )
            case Became(variable, place, _, after):
                info = self._variables[variable]
                name = self.names.words(variable, language) + self.names.spot(info.axes, place, language)
                return phrase(language, "became", variable=name, after=self.held(info, after, language))

    def spot(self, spot: Spot, language: str) -> str:
        """A zone with whose it is."""
        if spot.zone == BOX:
            return phrase(language, "box")
        return self.names.words(spot.zone, language) + self.names.spot(
            self._zones[spot.zone].axes, spot.instance, language
        )

    def held(self, variable: VariableInfo, value: Value, language: str) -> str:
        """What a variable holds."""
        if value is None:
            return "?"
        if isinstance(value, tuple):
            words = [self.names.value_words(variable.holds.type, n, language) for n in value]
            return listed(words, phrase(language, "and")) or phrase(language, "empty")
        word = self.names.word_of(variable, value)
        return (
            self.names.value_words(variable.holds.type, value, language)
            if word is None
            else self.names.words(word, language)
        )

    def _pieces(self, piece: str, face: int | None, n: int, language: str) -> str:
        if face is not None:
            word = self.names.face_words(piece, face, language)
            return word if n == 1 else phrase(language, "faces", n=n, face=word)
        return phrase(language, "piece.one" if n == 1 else "piece.many", n=n, sort=self.names.words(piece, language))

    def _faces_words(self, spot: Spot, faces: Sequence[int], language: str) -> str:
        piece = self._zones[spot.zone].piece
        counts: dict[int, int] = {}
        for face in faces:
            if face not in (-1, UNSEEN):
                counts[face] = counts.get(face, 0) + 1
        words = [self._pieces(piece, face, n, language) for face, n in counts.items()]
        return listed(words, phrase(language, "and")) or phrase(language, "empty")
