"""A game's names in one language, as the drawing asks for them."""

from __future__ import annotations

from regelwerk_compiler.flow.flow import VariableInfo

from ..lang import Words
from ..words.names import Names, unfilled


class Said:
    """`Names` bound to a language, and the program's own words beside them."""

    __slots__ = ("names", "program", "seats", "words")

    def __init__(self, names: Names, words: Words) -> None:
        self.names = names
        self.program = names.program
        self.seats = tuple(names.seat(n, words.language).replace("_", " ") for n in range(len(names.seats)))
        self.words = words

    def text(self, address: str) -> str:
        """The text of an address, with `…` where an option would fill something in; else its name made readable."""
        text = self.names.words(address, self.words.language)
        return unfilled(text) or text or address

    def value(self, kind: str, place: int) -> str:
        """One value of a kind."""
        if kind == "player":
            return self.seats[place] if 0 <= place < len(self.seats) else str(place)
        return self.names.value_words(kind, place, self.words.language)

    def plain(self, kind: str, place: int) -> str:
        """The name itself, for its colour; '' for numbers, truths and seats."""
        values = self.program.kinds.get(kind, ())
        return values[place] if 0 <= place < len(values) else ""

    def has_text(self, address: str) -> bool:
        """Whether the game gives a text of its own for a name."""
        return address in self.program.texts

    def pieces(self, piece: str, n: int) -> str:
        """How many pieces, called as the game calls their sort, if it does."""
        if not self.has_text(piece):
            return self.words.counted("pieces", n)
        return f"{n} {self.text(piece)}" if n == 1 else f"{n} × {self.text(piece)}"

    def word(self, variable: VariableInfo, value: int) -> str | None:
        """The word that a cell holds instead of a value, or None."""
        word = self.names.word_of(variable, value)
        return None if word is None else self.text(word)
