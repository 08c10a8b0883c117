"""Numbers of options and outcomes -> their names, and their words in English or German.

The name (`claim_route(zoo_tiergarten_1)`, `2 of blue and 1 of bicycle`, `done`, a value) is exact, the same in every language; logs
and scenarios use it.  The words are what a player reads.  Back from what somebody typed: `typed.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regelwerk_compiler.flow.flow import MISSING, Axis, Numbers, Program, VariableInfo

from ..look import indices
from ..sight.views import HIDDEN
from .phrases import phrase

BLANK = "…"
_BLANK = re.compile(r"\{(\w+)\}")


class Names:
    """What the things of one program are called.  `seats` are the names of who plays, where they are not the seats' own."""

    def __init__(self, program: Program, seats: Sequence[str] = ()) -> None:
        self.program = program
        self.seats = tuple(seats) or program.seats
        self._texts: Mapping[str, Mapping[str, str]] = program.texts

    # -- values ----------------------------------------------------------------------------------
    def value(self, kind: str, n: int) -> str:
        """The name of a value of a kind ('' are numbers, `player` the seats)."""
        names = self.program.seats if kind == "player" else self.program.kinds.get(kind, ())
        if kind == "boolean":
            return "true" if n else "false"
        if kind and n < 0:
            return "none"
        if not kind and n <= MISSING:
            return "none"
        return names[n] if 0 <= n < len(names) else str(n)

    def value_words(self, kind: str, n: int, language: str) -> str:
        """A value as a player reads it."""
        if kind == "player":
            return self.seat(n, language)
        if kind == "boolean":
            return phrase(language, "yes" if n else "no")
        name = self.value(kind, n)
        return self.words(f"{kind}.{name}" if f"{kind}.{name}" in self._texts else name, language)

    def seat(self, n: int, language: str = "en") -> str:
        """Who sits there; a seat that nobody named otherwise has the text that the game gives it."""
        if not 0 <= n < len(self.seats):
            return str(n)
        name = self.seats[n]
        return self.words(name, language) if name == self.program.seats[n] and name in self._texts else name

    def face_words(self, piece: str, face: int, language: str) -> str:
        """A face of a sort of piece."""
        faces = next(info.faces for info in self.program.pieces if info.name == piece)
        kind = next((kind for kind, values in self.program.kinds.items() if values == faces), "")
        return self.value_words(kind, face, language) if kind else self.words(faces[face], language)

    def words(self, address: str, language: str) -> str:
        """The text of an address, in English if not in the language asked for; else its name, made readable."""
        texts = self._texts.get(address)
        if texts:
            said = texts.get(language) or texts.get("en")
            if said:
                return said
        return address.replace("_", " ")

    def word_of(self, variable: VariableInfo, n: int) -> str | None:
        """The word that a cell of a variable holds in place of a value, or None."""
        if n >= variable.holds.low or not variable.words:
            return None
        at = MISSING - n if n <= MISSING else -1 - n
        return variable.words[at] if 0 <= at < len(variable.words) else None

    def spot(self, axes: Sequence[Axis], place: int, language: str) -> str:
        """The indices of an instance, in brackets; '' if there are none."""
        said = [self.value_words(axis.type, n, language) for axis, n in zip(axes, indices(axes, place), strict=True)]
        return f" ({', '.join(said)})" if said else ""

    # -- exact names -----------------------------------------------------------------------------
    def exact(self, numbers: Numbers, args: Sequence[int | None]) -> str:
        """The exact name of one number; `?` for an argument that is not to be told."""
        said = [HIDDEN if n is None else self.value(axis.type, n) for axis, n in zip(numbers.axes, args, strict=True)]
        match numbers.kind:
            case "done" | "nothing":
                return numbers.kind
            case "pay":
                return payment(self.paid(numbers, args))
            case "rule":
                return f"{numbers.name}({', '.join(said)})" if said else numbers.name
            case _:
                return said[0] if len(said) == 1 else f"({', '.join(said)})" if said else numbers.name

    def paid(self, numbers: Numbers, args: Sequence[int | None]) -> list[tuple[int | None, str]]:
        """What a payment gives: amounts and faces.  An amount of None is not known; see `flow/scenario.py` for the axes."""
        found: list[tuple[int | None, str]] = []
        axes, at = numbers.axes, 0
        while at < len(axes):
            axis, arg = axes[at], args[at]
            if not axis.type:
                found.append((arg, axis.name))
                at += 1
                continue
            face = HIDDEN if arg is None else self.value(axis.type, arg)
            if at + 1 < len(axes) and not axes[at + 1].type and not self._is_face(axes[at + 1].name):
                found.append((args[at + 1], face))
                at += 2
            else:
                found.append((None, face))
                at += 1
        return [(amount, face) for amount, face in found if amount != 0]

    def _is_face(self, name: str) -> bool:
        return any(name in piece.faces for piece in self.program.pieces)

    # -- words -----------------------------------------------------------------------------------
    def option_words(
        self,
        numbers: Numbers,
        args: Sequence[int | None],
        language: str,
        player: int | None = None,
        known: int | None = None,
    ) -> str:
        """An option or outcome as a player reads it; `player` is who decides.  `known`: with only so many arguments, and `…` for the others."""
        said = [
            HIDDEN if n is None else self.value_words(axis.type, n, language)
            for axis, n in zip(numbers.axes, args, strict=True)
        ]
        if known is not None:
            said[known:] = [BLANK] * len(said[known:])
        match numbers.kind:
            case "done" | "nothing":
                if numbers.name in self._texts:
                    return self.words(numbers.name, language)
                return phrase(language, numbers.kind)
            case "pay":
                return self._payment_words(numbers, args, language)
            case "rule":
                return self._rule_words(numbers, said, language, player)
            case _:
                return ", ".join(said) if said else self.words(numbers.name, language)

    def _rule_words(self, numbers: Numbers, said: list[str], language: str, player: int | None) -> str:
        text = self.words(numbers.name, language)
        if player is not None and all(axis.name != "player" for axis in numbers.axes):
            text = text.replace("{player}", self.seat(player, language).replace("{", "("))
        by_name = {axis.name: word for axis, word in zip(numbers.axes, said, strict=True)}
        used: set[str] = set()

        def fill(blank: re.Match[str]) -> str:
            if blank[1] not in by_name:
                return blank[0]
            used.add(blank[1])
            return by_name[blank[1]]

        filled = _BLANK.sub(fill, text)
        rest = [word for name, word in by_name.items() if name not in used and word != BLANK]
        return f"{filled}: {', '.join(rest)}" if rest else filled

    def _payment_words(self, numbers: Numbers, args: Sequence[int | None], language: str) -> str:
        faces = [
            self.words(face, language) if amount is None else f"{amount} {self.words(face, language)}"
            for amount, face in self.paid(numbers, args)
        ]
        return listed(faces, phrase(language, "and")) if faces else phrase(language, "free")


def payment(paid: Sequence[tuple[int | None, str]]) -> str:
    """The exact name of a payment: `2 of blue and 1 of bicycle`."""
    return " and ".join(face if amount is None else f"{amount} of {face}" for amount, face in paid) or "free"


def unfilled(text: str) -> str:
    """A text with `…` where an option would fill something in."""
    return " ".join(_BLANK.sub(BLANK, text).split())


def listed(words: Sequence[str], last: str) -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
