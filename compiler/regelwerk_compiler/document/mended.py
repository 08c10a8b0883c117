"""From a document with misspelled keys to the document that was meant, so that one slip gives one message.

`shape_words.py` reports an unknown key with the known one that is near; the passes behind it read on as if that stood there.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..diagnostics.diagnostic import Collector
from .located import Entry, Map, Node, Sequence, Span

MEANT = "Did you mean `"
_NEAR = re.compile(MEANT + r"(\w+)`\?")


def mended(root: Map, collector: Collector) -> Map:
    """`root` with the keys that were meant."""
    meant: dict[Span, str] = {}
    for found in collector.found:
        match = _NEAR.match(found.hint) if found.code == "RW130" else None
        if match:
            meant[found.span] = match[1]
    return _map(root, meant) if meant else root


def _node(node: Node, meant: dict[Span, str]) -> Node:
    match node:
        case Map():
            return _map(node, meant)
        case Sequence():
            return replace(node, items=tuple(_node(item, meant) for item in node.items))
        case _:
            return node


def _map(node: Map, meant: dict[Span, str]) -> Map:
    entries: list[Entry] = []
    for entry in node.entries:
        key = entry.key
        near = meant.get(key.span)
        if near is not None and near not in node:
            key = replace(key, text=near, style="whole")
        entries.append(Entry(key, _node(entry.value, meant)))
    return Map(tuple(entries), node.source, node.start, node.end)
