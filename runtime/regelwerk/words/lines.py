"""A happening -> one line of a log, in English or German.

Goes in: what one observer saw (`events.py`).  Comes out: his line; there is nothing else it could be made from.
"""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.flow.flow import VariableInfo, ZoneInfo

from ..sight.changes import BOX, Became, Change, Moved, Shown, Spot, Turned
from ..sight.events import Happening
from ..sight.views import UNSEEN, Value
from .names import Names, listed, unfilled
from .phrases import phrase


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
        changed = [self.change(c, language) for c in happening.changes if figures or not isinstance(c, Became)]
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
                    changed = []  # what the option says need not be said again
            case _:
                said = what if not changed else ""
                said = said or ", ".join(changed) or phrase(language, "secret_outcome")
                key = "outcome_for" if who else "outcome"
                return phrase(language, key, who=who, what=said)
        return f"{head} [{'; '.join(changed)}]" if changed else head

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
