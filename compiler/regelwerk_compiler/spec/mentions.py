"""From the documents of a game to the words that its sentences speak of, for the hint that a name was declared under another.

A key that declares something is no mention of it, and texts for people are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from ..document.in_place import entry_schema
from ..document.located import Map, Node, Scalar
from ..document.schemas import Schema, linked
from .nodes import entries, scalars, under
from .whole.whole import MOMENTS

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_FOR_PEOPLE = frozenset(("title", "text", "texts", "meaning", "because", "source", "name", "from", "shows", "file"))
_DECLARES = frozenset(
    (
        "options",
        "kinds",
        "tables",
        "pieces",
        "state",
        "define",
        "rules",
        "score",
        "variants",
        "rows",
        "columns",
        "needs",
    )
)


def mentions(documents: Callable[[], Sequence[Map]]) -> Callable[[], frozenset[str]]:
    """What says these words, when somebody asks."""

    @cache
    def found() -> frozenset[str]:
        words = {word for root in documents() for word in _spoken(root, linked(_sort(root)), None)}
        listed = {name for root in documents() for name, values in _listed(root) if not words.isdisjoint(values)}
        return frozenset(words.union(MOMENTS, listed))

    return found


def _sort(root: Map) -> str:
    return "game" if "game" in root else "table" if "table" in root else "scenarios"


def _listed(root: Map) -> Iterator[tuple[str, list[str]]]:
    """The kinds whose values are listed: who speaks of a value speaks of its kind."""
    for part in (root, *(entry.value for entry in entries(root.get("variants")))):
        for entry in entries(under(part, "kinds")):
            yield entry.key.text, [value.text for value in scalars(under(entry.value, "values"))]


def _spoken(node: Node, schema: Schema, key: str | None) -> Iterator[str]:
    match node:
        case Map():
            for entry in node:
                name = entry.key.text
                known = name in schema.get("properties", {})
                if known and name in _FOR_PEOPLE:
                    continue
                if not known:
                    own = _WORD.match(name) if key in _DECLARES else None
                    yield from _WORD.findall(name[own.end() :] if own else name)
                part = entry_schema(schema, name) or {}
                if not (known and name == "values" and "ring" in schema.get("properties", {})):
                    yield from _spoken(entry.value, part, name if known else None)
        case Scalar():
            yield from _WORD.findall(node.text)
        case _:
            for item in node:
                yield from _spoken(item, schema.get("items", {}), None)
