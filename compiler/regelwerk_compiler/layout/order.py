"""From the schemas to the order in which keys are written: the order in which a schema lists them.

Only slots have an order, such as `with`, `needs` and `do` of a rule.  Names that an author gives (rules, values, rows)
keep theirs, since it has a meaning: the order of values, of options, of the score sheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ..document.located import Map, Node, Scalar
from ..document.located import Sequence as List
from ..document.schemas import Schema, whole


def schema_of(document: Map) -> str:
    """The name of the schema that a file is meant to follow."""
    if "table" in document or "document" in document:
        return "table" if "table" in document else "seeds"
    return "scenarios" if all(entry.key.text in ("regelwerk", "scenarios") for entry in document) else "game"


@cache
def root_of(kind: str) -> Schema:
    """The schema of a whole file of that kind."""
    return whole(kind)


def below(part: Schema, key: str | None, kind: str) -> Schema:
    """The schema of what stands under `key` (None: of an item); empty where it says nothing."""
    if key is None:
        found = part.get("items", {})
    else:
        patterns = (rule for pattern, rule in part.get("patternProperties", {}).items() if re.search(pattern, key))
        found = part.get("properties", {}).get(key) or next(patterns, {})
    reference = found.get("$ref")
    known: Schema = root_of(kind)["$defs"][reference.removeprefix("#/$defs/")] if reference else found
    return known


def in_order(keys: Sequence[str], part: Schema) -> list[int]:
    """The places of `keys` in the order in which they are written; unknown ones stand last."""
    slots = [] if part.get("patternProperties") else list(part.get("properties", ()))
    return (
        sorted(range(len(keys)), key=lambda n: slots.index(keys[n]) if keys[n] in slots else len(slots))
        if slots
        else [*range(len(keys))]
    )


def sorted_document(node: Node, part: Schema, kind: str) -> object:
    """A document with its slots in order and without its places, to compare what two files say."""
    match node:
        case Map():
            entries = [node.entries[n] for n in in_order([entry.key.text for entry in node], part)]
            return [(e.key.text, sorted_document(e.value, below(part, e.key.text, kind), kind)) for e in entries]
        case List():
            return [sorted_document(item, below(part, None, kind), kind) for item in node]
        case Scalar():
            return node.kind, node.text, node.quoted
