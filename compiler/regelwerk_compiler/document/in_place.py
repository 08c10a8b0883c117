"""From a document in which keys stand too far in or out to the document that was meant, with one diagnostic for each slip.

Goes in: a document that its schema refuses.  Comes out: the same with every key below the one that it belongs to, as far as the schema
tells, so that the passes behind know what stands there.  A key that may stand where it does is left alone.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field, replace
from itertools import chain

from ..diagnostics.diagnostic import Collector
from ..diagnostics.words import quoted_words, shortened
from .located import Entry, Map, Node, Scalar, Sequence, made_up
from .schemas import Schema, linked


@dataclass(slots=True)
class _Level:
    """A map on the way down: what it is held to, the key that it hangs from (None: the file, or an item), and its entries.

    `now` is the one that is looked at; those before it are `done`.
    """

    schema: Schema
    key: Scalar | None
    todo: deque[Entry]
    now: Entry | None = None
    done: list[Entry] = field(default_factory=list)
    against: dict[str, int] = field(default_factory=dict)  # by section: the last entry but so many cannot stand there

    @property
    def first(self) -> Entry | None:
        """The first of its entries."""
        return self.done[0] if self.done else self.now

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        known = self.now is not None and self.now.key.text == key
        return known or any(entry.key.text == key for entries in (self.done, self.todo) for entry in entries)

    def fits(self, entry: Entry) -> bool:
        """Whether the entry may stand here, whatever may be wrong inside."""
        part = entry_schema(self.schema, entry.key.text)
        return could_be(entry.value, part) if part is not None else self.schema.get("additionalProperties") is not False

    def missing(self) -> list[tuple[str, Schema]]:
        """The keys that are not here, with what belongs behind them; first those that must be."""
        parts = [(key, part) for key, part in self.schema.get("properties", {}).items() if not self.has(key)]
        return sorted(parts, key=lambda part: part[0] not in self.schema.get("required", ()))

    def lacks(self, entry: Entry) -> bool:
        """Whether a key that must be here is not, and the value of the entry would do for it."""
        missing = [key for key in self.schema.get("required", ()) if not self.has(key)]
        return any(could_be(entry.value, self.schema["properties"][key]) for key in missing)


def in_place(root: Map, schema_name: str, collector: Collector) -> Map:
    """`root` with each key where it belongs."""
    return _InPlace(collector).map(root, linked(schema_name), None)


def entry_schema(schema: Schema, key: str) -> Schema | None:
    """What stands behind `key` in a map of this schema; None if no such key does."""
    known: Schema | None = schema.get("properties", {}).get(key)
    if known is not None:
        return known
    patterns: dict[str, Schema] = schema.get("patternProperties", {})
    return next((part for pattern, part in patterns.items() if re.search(pattern, key)), None)


def could_be(node: Node, schema: Schema) -> bool:
    """Whether `node` is of the sort that the schema wants, seen from outside."""
    kinds = schema.get("type", ())
    wanted = (kinds,) if isinstance(kinds, str) else kinds
    match node:
        case Map():
            return "object" in wanted and any(entry_schema(schema, entry.key.text) is not None for entry in node)
        case Sequence():
            return "array" in wanted
        case Scalar(kind="null"):
            return False
        case Scalar():
            return not wanted or not {"string", "integer", "boolean"}.isdisjoint(wanted)


@dataclass(slots=True)
class _InPlace:
    collector: Collector
    path: list[_Level] = field(default_factory=list)  # the maps that are open, the file first

    def node(self, node: Node, schema: Schema, key: Scalar | None) -> Node:
        match node:
            case Map():
                return self.map(node, schema, key)
            case Sequence():
                return self.items(node, schema, key)
            case _:
                return node

    def map(self, node: Map, schema: Schema, key: Scalar | None) -> Map:
        level = _Level(schema, key, deque(node.entries))
        if key is not None and self.nameless(level, key):
            level.todo = deque((Entry(made_up(key.text, node.entries[0].key), node),))
        self.path.append(level)
        while level.todo:
            entry = level.now = level.todo.popleft()
            part = entry_schema(schema, entry.key.text) or {}
            if not level.fits(entry):
                own = entry.key.text in schema.get("properties", {})
                if not own and (
                    self.further_out(entry) or self.further_in(entry, level) or self.of_another(entry, level)
                ):
                    continue
                entry = self.with_what_follows(entry, part, level)
            level.done.append(Entry(entry.key, self.node(entry.value, part, entry.key)))
        self.path.pop()
        moved = len(level.done) != len(node)
        end = max((one.value.end for one in level.done), default=node.start) if moved else node.end
        return Map(tuple(level.done), node.source, node.start, end)

    # -- too far in --------------------------------------------------------------------------------
    def further_out(self, entry: Entry) -> bool:
        """Move a key that cannot stand in the innermost map to the next one further out that has such a key and lacks it."""
        for number in range(len(self.path) - 2, -1, -1):
            outer, inner = self.path[number], self.path[-1]
            part = outer.schema.get("properties", {}).get(entry.key.text)
            if part is None or outer.has(entry.key.text):
                continue
            below = () if not _empty(entry.value) else self.following(number, part)
            if below or could_be(entry.value, part):
                where = f"`{inner.key.text}`" if inner.key is not None else _called(inner.schema)
                self.collector.report(
                    "RW144",
                    entry.key,
                    hint=_begin(outer.first, entry),
                    key=entry.key.text,
                    inner=where,
                    outer=_called(outer.schema),
                )
                outer.todo.appendleft(Entry(entry.key, _map(below, entry)) if below else entry)
                return True
        return False

    def following(self, number: int, part: Schema) -> tuple[Entry, ...]:
        """Take what follows an empty key in the open maps inside the one with this number, if it can stand behind that key."""
        for level in reversed(self.path[number + 1 :]):
            if level.todo:
                fit = any(could_be(one.value, entry_schema(part, one.key.text) or {"type": ()}) for one in level.todo)
                below = tuple(level.todo) if fit and could_be(_map(level.todo, level.todo[0]), part) else ()
                if below:
                    level.todo.clear()
                return below
            if level.key is None:
                break
        return ()

    # -- too far out -------------------------------------------------------------------------------
    def further_in(self, entry: Entry, level: _Level) -> bool:
        """Move a key that cannot stand here to the end of what stands above it, if that has such a key and lacks it."""
        if not level.done or level.lacks(entry):
            return False
        above = level.done[-1]
        part = entry_schema(level.schema, above.key.text)
        value = None if part is None else self.put(above.value, part, above.key, entry)
        if value is None:
            return False
        level.done[-1] = Entry(above.key, value)
        return True

    def put(self, node: Node, schema: Schema, key: Scalar, entry: Entry) -> Node | None:
        """`node` with the entry at the end of the outermost map in it that may take it; None if none does."""
        match node:
            case Map() if len(node):
                last = node.entries[-1]
                part = schema.get("properties", {}).get(entry.key.text)
                if part is not None and entry.key.text in node:
                    return None
                if part is not None and could_be(entry.value, part):
                    self.collector.report(
                        "RW145",
                        entry.key,
                        hint=_begin(node.entries[0], entry),
                        key=entry.key.text,
                        inner=key.text,
                        line=key.span.line,
                    )
                    moved = Entry(entry.key, self.node(entry.value, part, entry.key))
                    return replace(node, entries=(*node.entries, moved))
                inner = entry_schema(schema, last.key.text)
                value = None if inner is None else self.put(last.value, inner, last.key, entry)
                if value is not None:
                    return replace(node, entries=(*node.entries[:-1], Entry(last.key, value)))
            case Sequence() if len(node):
                value = self.put(node.items[-1], schema.get("items", {}), key, entry)
                if value is not None:
                    return replace(node, items=(*node.items[:-1], value))
            case _:
                pass
        return None

    def with_what_follows(self, entry: Entry, part: Schema, level: _Level) -> Entry:
        """An empty key with the keys below it that belong behind it and cannot stand where they do."""
        if not _empty(entry.value):
            return entry
        below = tuple(_while_fitting(level, part))
        if not below:
            return entry
        stands = "stands" if len(below) == 1 else "stand"
        self.collector.report(
            "RW125",
            entry.key,
            hint=f"{quoted_words([one.key.text for one in below])} below it {stands} one level too far out.",
            behind=f"Nothing stands behind `{entry.key.text}`",
            called=part.get("x-called", "something else"),
        )
        for _ in below:
            level.todo.popleft()
        return Entry(entry.key, _map(below, entry))

    # -- a line that is gone -----------------------------------------------------------------------
    def of_another(self, entry: Entry, level: _Level) -> bool:
        """Move an entry and what follows it to the section that it belongs to, if the line with the name of that is not there."""
        if len(self.path) < 2 or level.key is None or "properties" in level.schema:
            return False
        outer, count = self.path[-2], 1 + len(level.todo)
        could: list[tuple[str, Schema]] = []
        for name, part in outer.missing():
            if count >= level.against.get(name, count + 1):
                continue  # what was in the way when an entry before this one was looked at still is
            all_ = enumerate(chain((entry,), level.todo))
            other = next((at for at, one in all_ if not _goes_into(one, part) or level.fits(one)), None)
            if other is None:
                could.append((name, part))
            else:
                level.against[name] = count - other
        if not could:
            return False
        rest = (entry, *level.todo)
        name, _ = min(could, key=lambda named: _strangers(rest, named[1]))
        self.collector.report("RW147", entry.key, key=entry.key.text, section=level.key.text, other=name)
        level.todo.clear()
        outer.todo.appendleft(Entry(made_up(name, entry.key), _map(rest, entry)))
        return True

    def items(self, node: Sequence, schema: Schema, key: Scalar | None) -> Sequence:
        """A list; items at its end that belong to another list, whose line is not there, are moved to that."""
        item, outer = schema.get("items", {}), self.path[-1]
        for number, first in enumerate(node.items if item else ()):
            word = first.entries[0].key if isinstance(first, Map) and len(first) else first
            if could_be(first, item) or not isinstance(word, Scalar) or key is None:
                continue
            rest = node.items[number:]
            for name, part in outer.missing():
                fit = part.get("items", {})
                if all(_belongs(one, fit) and not could_be(one, item) for one in rest):
                    self.collector.report("RW147", word, key=shortened(word.text), section=key.text, other=name)
                    moved = Sequence(rest, node.source, first.start, node.end)
                    outer.todo.appendleft(Entry(made_up(name, word), moved))
                    node = replace(node, items=node.items[:number])
                    break
            break
        return replace(node, items=tuple(self.node(one, item, None) for one in node.items))

    # -- without a name ----------------------------------------------------------------------------
    def nameless(self, level: _Level, key: Scalar) -> bool:
        """Report that what belongs to one entry of a map of names stands in that map itself."""
        patterns = list(level.schema.get("patternProperties", {}).values())
        if len(patterns) != 1 or "properties" in level.schema or not level.todo:
            return False
        slots = patterns[0].get("properties", {})
        word = any(entry.key.text == "is" for entry in level.todo)  # which can be no name
        for entry in level.todo:
            name = entry.key.text
            if (level.fits(entry) and not word) or name not in slots or not could_be(entry.value, slots[name]):
                return False
            if any(name in outer.schema.get("properties", {}) and not outer.has(name) for outer in self.path):
                return False  # it stands too far in
        names = [entry.key.text for entry in level.todo]
        self.collector.report(
            "RW146",
            level.todo[0].key,
            keys=quoted_words(names),
            stand="stands" if len(names) == 1 else "stand",
            section=key.text,
            what=_called(patterns[0]),
        )
        return True


def _strangers(entries: Sequence_[Entry], section: Schema) -> int:
    """How many keys in these entries are none of what stands in a section."""
    found = 0
    for entry in entries:
        part = entry_schema(section, entry.key.text) or {}
        keys = [one.key.text for one in entry.value] if isinstance(entry.value, Map) else []
        found += sum(entry_schema(part, key) is None for key in keys)
    return found


def _goes_into(entry: Entry, section: Schema) -> bool:
    """Whether a map of names may hold the entry, to judge by a key in it."""
    part = entry_schema(section, entry.key.text) if "properties" not in section else None
    return part is not None and "properties" in part and isinstance(entry.value, Map) and could_be(entry.value, part)


def _belongs(item: Node, schema: Schema) -> bool:
    """Whether an item of a list is a map with a key, or a sentence, that another list may hold."""
    if isinstance(item, Scalar):
        return schema.get("type") == "string" and "pattern" not in schema and " " in item.text
    return isinstance(item, Map) and could_be(item, schema)


def _while_fitting(level: _Level, part: Schema) -> Iterator[Entry]:
    for entry in level.todo:
        inner = entry_schema(part, entry.key.text)
        if inner is None or level.fits(entry) or not could_be(entry.value, inner):
            return
        yield entry


def _map(entries: Iterable[Entry], place: Entry) -> Map:
    found = tuple(entries)
    end = max((one.value.end for one in found), default=place.value.end)
    return Map(found, place.key.source, found[0].key.start if found else place.key.start, end)


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind == "null"


def _called(schema: Schema) -> str:
    """`a game`, `a rule`."""
    title = str(schema.get("title", "")).removesuffix(" in Regelwerk 1")
    return title[:1].lower() + title[1:] if title.startswith(("A ", "An ")) else "this map"


def _begin(first: Entry | None, entry: Entry) -> str:
    """Where the entry should begin, if that is written in lines."""
    if first is None or first.key.flow or first.key.span.line == entry.key.span.line:
        return ""
    return f"Begin it in column {first.key.span.column}, like `{first.key.text}` in line {first.key.span.line}."
