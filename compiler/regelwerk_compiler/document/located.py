"""Document: the YAML of one file with file, line and column on every node and inside every sentence.

Goes in: nothing, this is the representation.  Comes out of: `read.py`.  Goes to: `syntax/` and `spec/`.
Lines and columns count from 1, columns count Unicode characters; an end is the place just behind the last character.
A node holds offsets into its file's text; lines and columns are worked out when somebody asks (a file without faults
never does).
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from ..frozen import dataclass
from .places import Offsets, offsets, starts_of_lines


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one file under the name that messages show, without a byte order mark."""

    name: str
    text: str = field(repr=False)
    _lines: list[int] = field(init=False, repr=False, compare=False, default_factory=list)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at `offset`."""
        if not self._lines:
            self._lines.extend(starts_of_lines(self.text))
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def start_of(self, line: int) -> int:
        """The offset at which a line begins."""
        self.place(0)
        return self._lines[line - 1]

    def span(self, start: int, end: int) -> Span:
        """The span of the characters `start` to `end`."""
        line, column = self.place(start)
        end_line, end_column = self.place(max(start, end))
        return Span(self.name, line, column, end_line, end_column)


ScalarKind = Literal["word", "integer", "boolean", "null"]
Style = Literal["plain", "single", "double", "literal", "folded", "whole"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """One scalar: its text after YAML's folding and unescaping, and where each of its characters stands.

    `kind` follows the YAML 1.2 core schema (`no` and `012` are words); quoted scalars are always words.
    `style` says how the text was written; of a `whole` scalar (an alias, a text made by the compiler) every piece stands
    where the whole stands, since the words themselves are written elsewhere.
    """

    text: str
    kind: ScalarKind
    source: Source = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    end: int = field(compare=False, repr=False)
    style: Style = field(default="plain", compare=False, repr=False)
    quoted: bool = False
    flow: bool = False  # stands inside {} or []
    written_at: Scalar | None = field(
        default=None, compare=False, repr=False
    )  # of an alias: the scalar that it repeats
    _offsets: list[Offsets] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Where the scalar stands, quotes included."""
        return self.source.span(self.start, self.end)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The (line, column) of each character of `text`, and one more for the end."""
        spans = [self.slice(i, i + 1) for i in range(len(self.text))]
        last = self.slice(len(self.text), len(self.text))
        return (*((s.line, s.column) for s in spans), (last.line, last.column))

    def slice(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`; of an empty piece, the place where it would stand."""
        if self.style == "whole":
            return self.span
        if not self._offsets:
            self._offsets.append(offsets(self.source.text, self.start, self.end, self.style, self.text))
        known = self._offsets[0]
        first = known.start(start)
        return self.source.span(first, known.end(end - 1) if end > start else first)


def made_up(text: str, place: Scalar | Span, kind: ScalarKind = "word") -> Scalar:
    """A scalar that the compiler writes itself; all of it stands at `place`."""
    if isinstance(place, Scalar):
        return Scalar(text, kind, place.source, place.start, place.end, "whole", flow=False)
    blank = "\n" * (place.line - 1) + " " * max(place.column - 1, 0)
    return Scalar(text, kind, Source(place.file, blank), len(blank), len(blank), "whole")


@dataclass(frozen=True, slots=True)
class Entry:
    """One `key: value` of a map."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Map:
    """A map, in file order; keys are unique (a duplicate is reported and dropped by the reader)."""

    entries: tuple[Entry, ...]
    source: Source = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    end: int = field(compare=False, repr=False)
    _by_key: dict[str, Entry] = field(init=False, compare=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.entries:
            self._by_key[entry.key.text] = entry

    @property
    def span(self) -> Span:
        """From the first key to the end of the last value."""
        return self.source.span(self.start, self.end)

    def get(self, key: str) -> Node | None:
        """The value under `key`, if it is there."""
        entry = self._by_key.get(key)
        return None if entry is None else entry.value

    def key(self, key: str) -> Scalar | None:
        """The key scalar itself, for its place."""
        entry = self._by_key.get(key)
        return None if entry is None else entry.key

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    source: Source = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    end: int = field(compare=False, repr=False)

    @property
    def span(self) -> Span:
        """From the first dash or bracket to the end of the last item."""
        return self.source.span(self.start, self.end)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


Node = Scalar | Map | Sequence


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a sentence, or a part of one, was written: characters `start` to `end` of a scalar."""

    scalar: Scalar
    start: int
    end: int

    @property
    def span(self) -> Span:
        """File, line and column."""
        return self.scalar.slice(self.start, self.end)

    @property
    def text(self) -> str:
        """The words themselves."""
        return self.scalar.text[self.start : self.end]
