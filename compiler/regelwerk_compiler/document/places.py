"""From a file's text and the stretch of one scalar in it to the offset of every character of that scalar's value.

YAML folds lines, drops indentation and reads escapes; this undoes it.  `offsets` reads the stretch once more by YAML's
rules and notes where each character came from.  What it reads must be the value that the YAML reader gave; where the
two differ (nobody knows such a case) every piece stands where the whole stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LINE_BREAK = re.compile(r"\r\n|\n|\r")
_BLANK = " \t"
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_WIDTHS = {"x": 2, "u": 4, "U": 8}

Piece = tuple[str, int, int]  # one character of the value, and the stretch that it was written as


@dataclass(frozen=True, slots=True)
class Offsets:
    """Where the characters of a value stand: `first + i`, or listed where the text is not written as it is read."""

    first: int
    size: int
    listed: tuple[tuple[int, int], ...] | None = None

    def start(self, index: int) -> int:
        """Offset of character `index`; of the end, the place behind the last one."""
        index = max(0, min(index, self.size))
        if self.listed is None:
            return self.first + index
        if index == self.size:
            return self.listed[-1][1] if self.listed else self.first
        return self.listed[index][0]

    def end(self, index: int) -> int:
        """Offset behind character `index`."""
        index = max(0, min(index, self.size - 1))
        if self.listed is None:
            return self.first + index + 1
        return self.listed[index][1] if self.listed else self.first


def starts_of_lines(text: str) -> list[int]:
    """The offset at which each line begins."""
    return [0, *(found.end() for found in LINE_BREAK.finditer(text))]


def offsets(text: str, start: int, end: int, style: str, value: str) -> Offsets:
    """Where each character of `value` stands in `text`, which holds it from `start` to `end`, written in `style`."""
    if style == "plain" and text.startswith(value, start) and start + len(value) <= end:
        return Offsets(start, len(value))
    match style:
        case "single" | "double":
            pieces = list(_flow(text, start + 1, end - 1, style))
        case "literal" | "folded":
            pieces = list(_block(text, start, end, value, folded=style == "folded"))[: len(value)]
        case _:
            pieces = list(_flow(text, start, end, style))
    if "".join(piece[0] for piece in pieces) != value:
        return Offsets(start, len(value), ((start, end),) * len(value))
    return Offsets(start, len(value), tuple((a, b) for _, a, b in pieces))


def _flow(text: str, at: int, end: int, style: str) -> Iterator[Piece]:
    """A plain or quoted scalar: blanks around line breaks fold, escapes are read."""
    while at < end:
        character = text[at]
        if style == "single" and text.startswith("''", at):
            yield "'", at, at + 2
            at += 2
        elif style == "double" and character == "\\":
            folded = LINE_BREAK.match(text, at + 1)
            if folded:  # an escaped line break joins the lines
                at = _fold(text, folded.end(), end)[1]
                continue
            width = 2 + _WIDTHS.get(text[at + 1], 0)
            code = text[at + 2 : at + width]
            yield (chr(int(code, 16)) if code else _ESCAPES.get(text[at + 1], "?")), at, at + width
            at += width
        elif character in _BLANK or LINE_BREAK.match(text, at):
            breaks, after = _fold(text, at, end)
            if not breaks:
                for i in range(at, after):
                    yield text[i], i, i + 1
            elif len(breaks) == 1:
                yield " ", *breaks[0]
            else:
                for a, b in breaks[1:]:
                    yield "\n", a, b
            at = after
        else:
            yield character, at, at + 1
            at += 1


def _fold(text: str, at: int, end: int) -> tuple[list[tuple[int, int]], int]:
    """The line breaks in the run of blanks and line breaks that begins at `at`, and where the run ends."""
    breaks: list[tuple[int, int]] = []
    while at < end:
        found = LINE_BREAK.match(text, at)
        if found:
            breaks.append(found.span())
            at = found.end()
        elif text[at] in _BLANK:
            at += 1
        else:
            break
    return breaks, at


def _lines(text: str, at: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Each line from `at` on: where it begins, where its words end, where its line break ends."""
    while at < end:
        found = LINE_BREAK.search(text, at, end)
        words, after = found.span() if found else (end, end)
        yield at, words, after
        at = after


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(text: str, start: int, end: int, value: str, *, folded: bool) -> Iterator[Piece]:
    """A literal or folded block scalar; `start` stands on its `|` or `>`."""
    header = LINE_BREAK.search(text, start, end)
    lines = list(_lines(text, header.end(), end)) if header else []
    written = next((text[a:b] for a, b, _ in lines if text[a:b].strip(" ")), "")
    read = next((line for line in value.split("\n") if line.strip(" ")), "")
    depth = _indent(written) - _indent(read)  # so an indentation indicator needs no reading

    pending: tuple[int, int] | None = None  # the line break behind the last line that had words
    empty: list[tuple[int, int]] = []  # the line breaks of empty lines since
    was_blank = False
    for a, b, after in lines:
        words = a + depth
        if words >= b:
            if after > b:
                empty.append((b, after))
            continue
        is_blank = text[words] in _BLANK
        if pending is not None:
            if folded and not was_blank and not is_blank:
                if not empty:
                    yield " ", *pending
            else:
                yield "\n", *pending
        for place in empty:
            yield "\n", *place
        for i in range(words, b):
            yield text[i], i, i + 1
        pending, empty, was_blank = (b, after), [], is_blank
    if pending is not None:
        yield "\n", *pending
    for place in empty:
        yield "\n", *place
