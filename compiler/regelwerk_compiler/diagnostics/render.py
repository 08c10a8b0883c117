"""From diagnostics and the texts of the files to what a person reads: place, cause, excerpt with carets, way out.

Returns text and prints nothing.  Colour is the caller's: `paint` is given each piece and what it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Literal

from .diagnostic import Diagnostic

Role = Literal["place", "error", "warning", "message", "gutter", "excerpt", "caret", "hint"]
Paint = Callable[[str, Role], str]
TextOf = Callable[[str], str | None]  # a file's text by its name; None if it cannot be shown

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_WIDTH = 110  # columns of an excerpt; a longer line is cut around its carets
_INVISIBLE = ("Mn", "Me", "Cf")


def render(found: Iterable[Diagnostic], text_of: TextOf, paint: Paint | None = None) -> str:
    """All diagnostics, in the order given, an empty line between two."""
    paint = paint or (lambda text, role: text)
    lines: dict[str, list[str]] = {}
    blocks: list[str] = []
    for diagnostic in found:
        name = diagnostic.span.file
        if name not in lines:
            lines[name] = _LINE_BREAK.split((text_of(name) or "").removeprefix("\ufeff"))
        blocks.append("\n".join(_block(diagnostic, lines[name], paint)))
    return "\n\n".join(blocks)


def _block(diagnostic: Diagnostic, lines: list[str], paint: Paint) -> list[str]:
    span = diagnostic.span
    severity = diagnostic.severity
    place = paint(f"{span}:", "place")
    label = paint(f"{severity} {diagnostic.code}:", severity)
    out = [f"{place} {label} {paint(printable(diagnostic.message), 'message')}"]
    gutter = " " * max(len(str(span.line)), 4)
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    if line.strip():
        last = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
        shown, begin, end = _window(line, span.column - 1, max(last, span.column - 1))
        number = str(span.line).rjust(len(gutter))
        out.append(f"{paint(f'{number} |', 'gutter')} {paint(printable(shown), 'excerpt')}")
        carets = "^" * max(1, display_width(shown[begin:end]))
        out.append(f"{paint(f'{gutter} |', 'gutter')} {_blank(shown[:begin])}{paint(carets, 'caret')}")
    if diagnostic.hint:
        out.append(f"{paint(f'{gutter} =', 'gutter')} {paint(printable(diagnostic.hint), 'hint')}")
    return out


def _window(line: str, begin: int, end: int) -> tuple[str, int, int]:
    """What is shown of `line`, and where the piece from `begin` to `end` stands in that."""
    if display_width(line) <= _WIDTH:
        return line.rstrip(), begin, end
    first = max(0, min(begin - _WIDTH // 3, len(line) - _WIDTH))
    last = min(len(line), first + _WIDTH)
    head, tail = ("…" if first else ""), ("…" if last < len(line) else "")
    shown = head + line[first:last].rstrip() + tail
    offset = len(head) - first
    return shown, begin + offset, min(end + offset, len(shown))


def display_width(text: str) -> int:
    """How many columns of a terminal `text` takes; a tab counts as one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in _INVISIBLE else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _blank(text: str) -> str:
    """Blanks as wide as `text`; a tab stays one, so that carets stand right whatever a tab's width is."""
    return "".join("\t" if c == "\t" else " " * display_width(c) for c in text)


def printable(text: str) -> str:
    """`text` without characters that could steer a terminal."""
    return "".join(c if c == "\t" or unicodedata.category(c) not in ("Cc", "Cs") else "\ufffd" for c in text)
