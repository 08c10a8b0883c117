"""From what is reported about the shape of a game's files to what of the game nobody can know, so that one slip gives one message.

Goes in: a game whose documents are read, with the diagnostics so far.  Comes out: `Names.failed`, names whose declaration was refused;
`Names.spoilt` and `Names.lacking`, entries that are there and may lack something; `Names.unread`, whether whole lists of names are lacking.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from ...document.located import Entry, Map, Node, Scalar, Sequence, Span
from ...document.mended import MEANT
from ..nodes import entries
from .game import Game

_SECTIONS = ("options", "kinds", "tables", "pieces", "state", "define", "rules", "score")
_UNKNOWN_KEY = ("RW130", "RW136")
_NAMELESS = "RW146"
_TWICE = re.compile(r"`(\w+)` stands here")
_HEAD = re.compile(r"[a-z][a-z0-9_]*")
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NO_LETTER = re.compile(r"[^a-z0-9_]+")
_OF_A_KIND = {"is", "values", "rows", "columns", "file"}


def note_spoilt(game: Game) -> None:
    """Fill `failed`, `spoilt` and `unread` of the game's names."""
    names = game.names
    for section in ("kinds", "tables", "pieces", "state", "rules"):
        for _, entry in game.declared(section):
            meant = _NO_LETTER.sub("", entry.key.text)
            if meant != entry.key.text:
                names.failed.add(meant)
    found = [one for one in game.collector.found if one.severity == "error" and not one.hint.startswith(MEANT)]
    if not found:
        return
    lines: dict[str, list[int]] = {}
    for span in sorted(one.span for one in found):
        lines.setdefault(span.file, []).append(span.line)
    names.unread = any(one.code == _NAMELESS for one in found)
    refused = {one.span for one in found if one.code in _UNKNOWN_KEY}
    for entry in _refused(game.root, refused):
        names.failed.update(_names(entry))
        names.unread = (
            names.unread or _of_a_kind(entry.value) or any(_of_a_kind(one.value) for one in entries(entry.value))
        )
    names.spoilt.update(match[1] for one in found if one.code == "RW118" and (match := _TWICE.match(one.message)))
    for part in game.parts:
        for section in _SECTIONS:
            node = part.node.get(section)
            names.unread = names.unread or (node is not None and not isinstance(node, Map))
            for entry in node if isinstance(node, Map) else ():
                names.unread = names.unread or (section == "kinds" and not isinstance(entry.value, Map))
                columns = entry.value.get("columns") if section == "kinds" and isinstance(entry.value, Map) else None
                names.unread = names.unread or isinstance(columns, Scalar | Sequence)
                slots = (*entries(entry.value), *entries(columns))
                head = _HEAD.match(entry.key.text)
                if head and _within(lines, entry):
                    names.spoilt.add(head[0])
                    names.failed.add(head[0])
                if head and isinstance(entry.value, Map) and any(slot.key.span in refused for slot in slots):
                    names.lacking.add(head[0])


def _of_a_kind(node: Node) -> bool:
    """Whether values may be declared there."""
    return isinstance(node, Map) and any(key in node for key in _OF_A_KIND)


def _within(lines: Mapping[str, list[int]], entry: Entry) -> bool:
    """Whether something is said about what stands in an entry; `lines`: where, by file, in order."""
    first, last = entry.key.span, entry.value.span.end_line
    said = lines.get(first.file, [])
    at = bisect_left(said, first.line)
    return at < len(said) and said[at] <= last


def _refused(node: Node, refused: set[Span]) -> Iterator[Entry]:
    """The entries whose keys were refused."""
    match node:
        case Map():
            for entry in node:
                if entry.key.span in refused:
                    yield entry
                else:
                    yield from _refused(entry.value, refused)
        case Sequence():
            for item in node:
                yield from _refused(item, refused)
        case _:
            pass


def _names(entry: Entry) -> Iterator[str]:
    """What a key, and all that hangs from it, may have declared."""
    head = _HEAD.match(entry.key.text)
    if head:
        yield head[0]
    yield from _inside(entry.value)


def _inside(node: Node) -> Iterator[str]:
    match node:
        case Map():
            for entry in node:
                yield from _names(entry)
        case Sequence():
            for item in node:
                yield from _inside(item)
        case Scalar(text=text):
            yield from _WORD.findall(text)
