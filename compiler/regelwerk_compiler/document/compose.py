"""From the events of a YAML parser to located nodes: scalars resolved, keys unique, aliases and merges carried out.

Works on a stack of its own, so that no nesting can exhaust Python's; stops at the first breach of `limits.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics.diagnostic import Collector
from ..diagnostics.words import listed, quoted_words, shortened
from . import limits
from .braces import rejoin_items, rejoin_map
from .located import Entry, Map, Node, Scalar, Sequence, Source, Style
from .scalars import kind_of

PROPERTIES = re.compile(r"(?:[&!]\S*(?:\s+(?:#[^\r\n]*)?)*)+")
_MOST_TWICE = 8  # keys that are named
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_GLUED_COMMENT = re.compile(r" #[^\s#!-][^\r\n]*")
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


@dataclass(slots=True)
class _Open:
    """A map or list whose end has not come yet."""

    is_map: bool
    start: int
    flow: bool
    anchor: str | None
    nodes: list[Node] = field(default_factory=list)
    end: int = 0


class Composer:
    """Takes the events of one file, one by one; `root` is the document when they have ended."""

    def __init__(self, source: Source, collector: Collector) -> None:
        self.root: Node | None = None
        self.running = True
        self.stopped = False
        self._source = source
        self._collector = collector
        self._stack: list[_Open] = []
        self._anchors: dict[str, Node] = {}
        self._nodes = 0
        self._documents = 0

    def take(self, event: Any) -> None:
        """The next event of the parser."""
        match type(event).__name__:
            case "ScalarEvent":
                self._put(self._scalar(event), event.anchor)
            case "MappingStartEvent" | "SequenceStartEvent":
                self._open(event)
            case "MappingEndEvent" | "SequenceEndEvent":
                self._close(event)
            case "AliasEvent":
                self._alias(event)
            case "DocumentStartEvent":
                self._documents += 1
                if self._documents > 1:
                    self._stop("RW108", event.start_mark.index, event.end_mark.index)
            case "StreamEndEvent":
                self.running = False

    @property
    def open_bracket(self) -> int | None:
        """Where the innermost brace or bracket that is still open stands."""
        starts = [done.start for done in self._stack if self._source.text.startswith(("{", "["), done.start)]
        return starts[-1] if starts else None

    # -- nodes -----------------------------------------------------------------------------------

    def _scalar(self, event: Any) -> Scalar:
        text: str = event.value
        quoted = event.style in ("'", '"')
        end = event.end_mark.index
        start = min(self._content_start(event), end)
        self._no_tag(event)
        kind = kind_of(text) if event.style is None or event.style == "" else "word"
        style = _STYLES.get(event.style, "plain")
        flow = bool(self._stack) and self._stack[-1].flow
        scalar = Scalar(text, kind, self._source, start, end, style, quoted, flow)
        if style == "plain" and self._source.text.startswith(" #", end):
            self._comment(end)
        if kind == "integer" and len(text.lstrip("-")) > limits.DIGITS:
            self._collector.report("RW124", scalar, digits=len(text.lstrip("-")), limit=limits.DIGITS)
            return Scalar("0", kind, self._source, start, end, "whole", quoted, flow)
        return scalar

    def _comment(self, end: int) -> None:
        """A text that YAML cuts off at ` #3`: a comment has a blank behind its sign."""
        found = _GLUED_COMMENT.match(self._source.text, end)
        if found:
            self._collector.report("RW129", self._source.span(end + 1, found.end()), text=shortened(found[0].strip()))

    def _open(self, event: Any) -> None:
        self._no_tag(event)
        flow = bool(event.flow_style) or (bool(self._stack) and self._stack[-1].flow)
        start = self._content_start(event)
        if len(self._stack) >= limits.DEPTH:
            self._stop("RW104", start, start + 1, limit=limits.DEPTH)
            return
        self._stack.append(_Open("Mapping" in type(event).__name__, start, flow, event.anchor))

    def _close(self, event: Any) -> None:
        done = self._stack.pop()
        if self._source.text.startswith(("{", "["), done.start):
            done.end = event.end_mark.index
        else:
            done.end = max((node.end for node in done.nodes), default=done.start)
        node = self._map(done) if done.is_map else self._sequence(done)
        self._put(node, done.anchor)

    def _sequence(self, done: _Open) -> Sequence:
        items = rejoin_items(done.nodes, self._collector) if done.flow else done.nodes
        return Sequence(tuple(items), self._source, done.start, done.end)

    def _map(self, done: _Open) -> Map:
        entries: list[Entry] = []
        merges: dict[int, list[Entry]] = {}  # what is merged in before the entry with this number
        for key, value in zip(done.nodes[::2], done.nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                self._collector.report("RW119", self._source.span(key.start, key.end))
            elif key.text == "<<" and not key.quoted:
                merges.setdefault(len(entries), []).extend(self._merge(key, value))
            else:
                entries.append(Entry(key, value))
        if done.flow:
            entries = rejoin_map(entries, self._collector)
        if len({entry.key.text for entry in entries}) < len(entries):
            self._collector.doubled.add((self._source.name, done.start))
        unique = self._unique(entries, merges)
        return Map(tuple(unique), self._source, done.start, done.end)

    def _unique(self, entries: list[Entry], merges: dict[int, list[Entry]]) -> list[Entry]:
        """What is written wins over what is merged; a key that is written twice counts once."""
        written: dict[str, Entry] = {}
        again: dict[str, tuple[Entry, Entry]] = {}
        for entry in entries:
            first = written.setdefault(entry.key.text, entry)
            if first is not entry:
                self._collector.lost.update(_NAME.findall(self._source.text[entry.value.start : entry.value.end]))
                again.setdefault(entry.key.text, (first, entry))
                if isinstance(first.value, Scalar) and first.value.kind == "null":
                    written[entry.key.text] = entry  # nothing stands behind the first
        if again:
            self._report_twice(list(again.values()))
        if not merges:
            return list(written.values())
        out: dict[str, Entry] = {}
        for at in range(len(entries) + 1):
            for entry in merges.get(at, ()):
                if entry.key.text not in written:
                    out.setdefault(entry.key.text, entry)
            if at < len(entries):
                out.setdefault(entries[at].key.text, entries[at])
        return list(out.values())

    def _report_twice(self, again: list[tuple[Entry, Entry]]) -> None:
        """Several keys of one map that stand twice are one fault: two maps have run together."""
        first, second = again[0]
        others = [f"`{shortened(entry.key.text)}` (line {entry.key.span.line})" for _, entry in again[1:_MOST_TWICE]]
        hint = f"So does {listed(others, 'and')}: is the line missing that begins another entry here?" if others else ""
        self._collector.report("RW118", second.key, hint, key=shortened(second.key.text), line=first.key.span.line)

    def _merge(self, key: Scalar, value: Node) -> list[Entry]:
        parts = list(value.items) if isinstance(value, Sequence) else [value]
        out: list[Entry] = []
        for part in parts:
            if isinstance(part, Map):
                out.extend(part.entries)
            else:
                self._collector.report("RW122", key)
        return out

    # -- anchors and aliases ---------------------------------------------------------------------

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        node = self._anchors.get(event.anchor)
        if node is None:
            inside = any(frame.anchor == event.anchor for frame in self._stack)
            why = "it stands inside what it names" if inside else "nothing above is named so"
            known = f"Named above: {quoted_words(sorted(self._anchors))}." if self._anchors else ""
            self._collector.report("RW121", self._source.span(start, end), hint=known, name=event.anchor, reason=why)
            self._put(Scalar("", "null", self._source, start, end, "whole"), None)
            return
        copied = self._copy(node, start, end, len(self._stack))
        if copied is not None:
            self._put(copied, None)

    def _copy(self, node: Node, start: int, end: int, depth: int) -> Node | None:
        """`node` once more, standing where the alias stands: that is what a fault in this use is about."""
        if depth > limits.DEPTH:
            self._stop("RW104", start, end, limit=limits.DEPTH)
            return None
        if not self._count(start, end):
            return None
        match node:
            case Scalar():
                text, kind = node.text, node.kind
                written = node.written_at or node
                return Scalar(text, kind, self._source, start, end, "whole", node.quoted, node.flow, written)
            case Sequence():
                items = [self._copy(item, start, end, depth + 1) for item in node.items if self.running]
                return Sequence(tuple(i for i in items if i is not None), self._source, start, end)
            case Map():
                entries: list[Entry] = []
                for entry in node.entries:
                    key = self._copy(entry.key, start, end, depth + 1)
                    value = self._copy(entry.value, start, end, depth + 1)
                    if not isinstance(key, Scalar) or value is None:
                        return None
                    entries.append(Entry(key, value))
                return Map(tuple(entries), self._source, start, end)

    # -- bookkeeping -----------------------------------------------------------------------------

    def _put(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if not self._count(node.start, node.end):
            return
        if self._stack:
            self._stack[-1].nodes.append(node)
        else:
            self.root = node

    def _count(self, start: int, end: int) -> bool:
        self._nodes += 1
        if self._nodes > limits.NODES and self.running:
            self._stop("RW105", start, end, limit=f"{limits.NODES:,}")
        return self.running

    def _content_start(self, event: Any) -> int:
        """Where a node begins, behind its anchor (with which YAML lets it begin)."""
        start: int = event.start_mark.index
        if event.anchor is None and event.tag is None:
            return start
        found = PROPERTIES.match(self._source.text, start)
        return found.end() if found else start

    def _no_tag(self, event: Any) -> None:
        if event.tag is not None:
            start = event.start_mark.index
            tag = self._source.text[start : start + len(event.tag)].split()[0]
            self._collector.report("RW120", self._source.span(start, start + len(tag)), tag=tag)

    def _stop(self, code: str, start: int, end: int, **words: object) -> None:
        self._collector.add(code, self._source.span(start, end), words)
        self.running, self.stopped = False, True
