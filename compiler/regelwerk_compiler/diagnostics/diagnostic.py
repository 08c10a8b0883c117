"""A diagnostic is a value: passes collect them, nobody prints or raises one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..document.located import Node, Origin, Span
from .catalogue import CATALOGUE

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault, with its place, its cause and a way out."""

    code: str
    message: str
    span: Span
    hint: str = ""

    @property
    def severity(self) -> Severity:
        """What the catalogue says of this code."""
        return CATALOGUE[self.code].severity


Place = Origin | Node | Span


def span_of(place: Place) -> Span:
    """The span of anything that stands somewhere."""
    return place if isinstance(place, Span) else place.span


@dataclass(slots=True)
class Collector:
    """Where a pass puts what it finds; the same finding twice counts once."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set, repr=False)

    def report(self, code: str, place: Place, /, hint: str = "", **words: object) -> None:
        """Report `code` at `place`; `words` fill the catalogue's message and hint.

        Raises KeyError for a code that the catalogue does not hold (a fault of the compiler).
        """
        self.add(code, place, words, hint)

    def add(self, code: str, place: Place, words: Mapping[str, object], hint: str = "") -> None:
        """The same, with the words in a mapping."""
        entry = CATALOGUE[code]
        text = {name: str(word) for name, word in words.items()}
        diagnostic = Diagnostic(code, entry.message.format(**text), span_of(place), hint or entry.hint.format(**text))
        if diagnostic not in self._known:
            self._known.add(diagnostic)
            self.found.append(diagnostic)

    @property
    def errors(self) -> int:
        """How many of them stop the game from being built."""
        return sum(d.severity == "error" for d in self.found)

    def in_reading_order(self) -> tuple[Diagnostic, ...]:
        """All of them, by file, line and column; of one place the errors first."""
        return tuple(sorted(self.found, key=lambda d: (d.span, d.severity, d.code)))
