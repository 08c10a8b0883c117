"""A diagnostic is a value: passes collect them, nobody prints or raises one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from ..document.located import Node, Origin, Scalar, Span
from .catalogue import CATALOGUE
from .words import MOST_COMPARED, Search, listed, nearest

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault, with its place, its cause and a way out; `also` are the other places of a fault that counts once."""

    code: str
    message: str
    span: Span
    hint: str = ""
    also: tuple[Span, ...] = ()
    raised: bool = False  # the repository's settings make an error of it

    @property
    def severity(self) -> Severity:
        """What the catalogue says of this code, unless the settings say more."""
        return "error" if self.raised else CATALOGUE[self.code].severity


Place = Origin | Node | Span


def span_of(place: Place) -> Span:
    """The span of anything that stands somewhere."""
    return place if isinstance(place, Span) else place.span


def _written(place: Place) -> Span | None:
    """Where the words of an alias are written."""
    scalar = place.scalar if isinstance(place, Origin) else place
    return scalar.written_at.span if isinstance(scalar, Scalar) and scalar.written_at is not None else None


def _inside(inner: Span, outer: Span) -> bool:
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    return inner.file == outer.file and begins and ends


def _together(before: Diagnostic, new: Diagnostic) -> Diagnostic:
    """One fault in several places: told at the first, the others are named."""
    first = min(before, new, key=lambda d: d.span)
    spans = sorted({before.span, *before.also, new.span} - {first.span})
    plain = first.hint.partition(_ALSO)[0].rstrip()
    return replace(first, hint=f"{plain} {_ALSO}{_places(spans, first.span.file)}.".lstrip(), also=tuple(spans))


_ALSO = "The same in "
MOST = 1_000  # errors that are told, and warnings; nobody reads more
_REST = "RW143"
_MOST_PLACES = 50  # of one fault that counts once


def _places(spans: list[Span], file: str) -> str:
    """`line 3, lines 7 and 9 of other.yaml`, a dozen at most."""
    lines = list(dict.fromkeys(f"{s.line}" if s.file == file else f"{s.file}:{s.line}" for s in spans))
    shown = lines if len(lines) <= 12 else [*lines[:11], f"{len(lines) - 11} more"]
    return f"{'line' if len(lines) == 1 else 'lines'} {listed(shown, 'and')}"


def _stands(span: Span, file: str) -> str:
    """` (line 3)`, ` (tables/other.yaml, line 7)`."""
    return f" (line {span.line})" if span.file == file else f" ({span.file}, line {span.line})"


@dataclass(slots=True)
class Collector:
    """Where a pass puts what it finds; the same finding twice counts once."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set, repr=False)
    _once: dict[str, int] = field(
        default_factory=dict, repr=False
    )  # its place in `found`, to which no pass but the last takes anything away
    _said: dict[tuple[str, str], list[Span]] = field(default_factory=dict, repr=False)
    _places: set[Span] = field(default_factory=set, repr=False)
    declared: dict[str, Scalar | Origin] = field(
        default_factory=dict, repr=False
    )  # names of the game, and where they stand
    idle: set[str] = field(
        default_factory=set, repr=False
    )  # of these, what is there to be spoken of: no values, no seats
    doubtful: dict[str, Scalar] = field(default_factory=dict, repr=False)  # names that were declared and cannot be
    refused: set[str] = field(default_factory=set, repr=False)  # words of the language that the game took for names
    doubled: set[tuple[str, int]] = field(
        default_factory=set, repr=False
    )  # maps in which a key stands twice: file, start
    lost: set[str] = field(default_factory=set, repr=False)  # words of sentences that were refused: they may bind them
    mentions: Callable[[], Collection[str]] = field(
        default=frozenset, repr=False
    )  # words that the game's sentences have
    _count: dict[Severity, int] = field(default_factory=lambda: {"error": 0, "warning": 0}, repr=False)
    _search: Search = field(default_factory=Search, repr=False)

    def report(self, code: str, place: Place, /, hint: str = "", **words: object) -> None:
        """Report `code` at `place`; `words` fill the catalogue's message and hint.

        Raises KeyError for a code that the catalogue does not hold (a fault of the compiler).
        """
        self.add(code, place, words, hint)

    def add(self, code: str, place: Place, words: Mapping[str, object], hint: str = "") -> None:
        """The same, with the words in a mapping."""
        entry = CATALOGUE[code]
        if self._count[entry.severity] > MOST:
            return
        text = {name: str(word) for name, word in words.items()}
        diagnostic = Diagnostic(code, entry.message.format(**text), span_of(place), hint or entry.hint.format(**text))
        written = _written(place)
        if written is not None:
            if any(_inside(span, written) for span in self._said.get((code, diagnostic.message), ())):
                return  # told where it is written: one cause, one message
            where = f"This repeats what stands in line {written.line}, column {written.column}."
            diagnostic = replace(diagnostic, hint=f"{diagnostic.hint} {where}".lstrip())
        if diagnostic in self._known:
            return
        self._said.setdefault((code, diagnostic.message), []).append(diagnostic.span)
        self._known.add(diagnostic)
        self._places.add(diagnostic.span)
        key = text.get("name", "") if entry.once == "name" else diagnostic.message if entry.once else ""
        at = self._once.get(key, -1) if key else -1
        if 0 <= at < len(self.found):
            if len(self.found[at].also) < _MOST_PLACES:
                self.found[at] = _together(self.found[at], diagnostic)
            return
        self._count[entry.severity] += 1
        if self._count[entry.severity] > MOST:
            if entry.severity == "warning":
                return
            diagnostic = Diagnostic(_REST, CATALOGUE[_REST].message.format(most=f"{MOST:,}"), diagnostic.span)
        elif key:
            self._once[key] = len(self.found)
        self.found.append(diagnostic)

    def instead(
        self, code: str, name: str, places: Collection[Span], new: str, place: Place, /, **words: object
    ) -> None:
        """Tell `new` in place of the one `code` about `name`, if that stands at these places only.

        Raises KeyError for a code that the catalogue does not hold (a fault of the compiler).
        """
        at = self._once.get(name, -1)
        if not 0 <= at < len(self.found):
            return
        before = self.found[at]
        if before.code == code and {before.span, *before.also} <= set(places):
            text, entry = {key: str(word) for key, word in words.items()}, CATALOGUE[new]
            self.found[at] = Diagnostic(new, entry.message.format(**text), span_of(place), entry.hint.format(**text))

    def reported_at(self, span: Span) -> bool:
        """Whether something has been reported at exactly this place."""
        return span in self._places

    @property
    def full(self) -> bool:
        """Whether no further error is told, so that nobody needs to word one."""
        return self._count["error"] > MOST

    def nearest(self, word: str, known: Iterable[str]) -> str | None:
        """The known word that was probably meant; after many faults nobody looks any longer, since that would take too long for what it helps."""
        return nearest(word, known, self._search)

    def suggestion(self, place: Place, word: str, known: Iterable[str], otherwise: str = "", within: str = "") -> str:
        """`Did you mean ..?` with the line where that is declared: perhaps the slip is there, and `place` is right.

        `within`: the kind of whose columns the known words are.
        """
        known = list(islice(known, MOST_COMPARED))
        near = self.nearest(word, known)
        if near is None:
            return f"{otherwise} {self._renamed(place, known) if len(word) > 2 else ''}".strip()
        plain = near if near in self.declared else near.partition(".")[0]
        where = (self.line_of(place, f"{within}.{near}") if within else "") or self.line_of(place, plain)
        return f"Did you mean `{near}`{where}?"

    def _renamed(self, place: Place, known: Iterable[str]) -> str:
        """The one name that nothing speaks of, or that cannot be a name: perhaps it was declared under another."""
        file = span_of(place).file
        doubted = self._doubted(place)
        if doubted:
            return doubted
        idle = sorted(self.idle.intersection(known))
        idle = [name for name in idle if name not in self.mentions()] if idle else []
        return (
            f"Nothing speaks of `{idle[0]}`{_stands(self.declared[idle[0]].span, file)}: is that meant?"
            if len(idle) == 1
            else ""
        )

    def _doubted(self, place: Place) -> str:
        """The one name that was declared and cannot be one."""
        if len(self.doubtful) != 1:
            return ""
        ((name, declared),) = self.doubtful.items()
        return f"`{name}`{_stands(declared.span, span_of(place).file)} cannot be its name: is that meant?"

    def line_of(self, place: Place, name: str) -> str:
        """` (line 3)`, where a name of the game is declared; nothing for other names."""
        declared = self.declared.get(name)
        return "" if declared is None else _stands(declared.span, span_of(place).file)

    def stands(self, place: Place, name: str, written: str) -> str:
        """`` `written` stands in line 3.`` about a name of the game; `place` is where that is told."""
        declared = self.declared.get(name)
        if declared is None:
            return f"It is `{written}`."
        span, file = declared.span, span_of(place).file
        return f"`{written}` stands in line {span.line}{'' if span.file == file else f' of {span.file}'}."

    @property
    def errors(self) -> int:
        """How many of them stop the game from being built."""
        return self._count["error"]

    def in_reading_order(self) -> tuple[Diagnostic, ...]:
        """All of them, by file, line and column; of one place the errors first."""
        return tuple(sorted(self.found, key=lambda d: (d.span, d.severity, d.code)))

    def worst_first(self) -> tuple[Diagnostic, ...]:
        """All of them, the errors before the warnings, each by file, line and column."""
        return tuple(sorted(self.found, key=lambda d: (d.severity, d.span, d.code)))
