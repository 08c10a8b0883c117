"""From the text of a YAML file to where each key, value and item of it stands, with nothing carried out or thrown away.

Goes in: a text that `document/read.py` has read without a fault.  Comes out: nodes with offsets, aliases and anchors as
they are written, since a layout is about the writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from ..document.compose import PROPERTIES

_KEEPS = re.compile(r"[|>]\d*\+")  # a text that takes all line breaks behind it
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Node:
    """A scalar, an alias, a map or a list from `start` to `end`.

    `parts` are the items of a list; of a map keys and values by turns.  `linked`: an anchor or an alias stands in it (or a
    text that goes on to whatever follows), so its parts keep their order.  `block` is the style of a literal or folded scalar.
    """

    sort: Literal["scalar", "alias", "map", "list"]
    start: int
    end: int
    flow: bool = False
    linked: bool = False
    block: bool = False
    parts: list[Node] = field(default_factory=list)

    @property
    def entries(self) -> Iterator[tuple[Node, Node]]:
        """The keys of a map with their values."""
        return zip(self.parts[::2], self.parts[1::2], strict=True)

    @property
    def nested(self) -> bool:
        """Whether it is a map or a list with lines of its own."""
        return self.sort in ("map", "list") and not self.flow and bool(self.parts)


def tree(text: str) -> Node | None:
    """The root of a file; None if there is nothing in it."""
    root: Node | None = None
    open_: list[Node] = []
    loader = _LOADER(text)
    try:
        while loader.check_event():
            node = _begun(loader.get_event(), open_, text)
            if node is None:
                continue
            if open_:
                open_[-1].parts.append(node)
            else:
                root = node
            if node.sort in ("map", "list") and node.end < 0:
                open_.append(node)
    finally:
        loader.dispose()
    return root


def _begun(event: Any, open_: list[Node], text: str) -> Node | None:
    """The node that an event begins; an event that ends one ends the last of `open_`."""
    match type(event).__name__:
        case "ScalarEvent":
            start, end, block = event.start_mark.index, event.end_mark.index, event.style in ("|", ">")
            fixed = event.anchor is not None or (block and _KEEPS.match(text, start) is not None)
            return Node("scalar", start, end, False, fixed, block)
        case "AliasEvent":
            return Node("alias", event.start_mark.index, event.end_mark.index, False, True)
        case "MappingStartEvent" | "SequenceStartEvent" as name:
            sort: Literal["map", "list"] = "map" if name.startswith("Mapping") else "list"
            start, flow = event.start_mark.index, bool(event.flow_style)
            name_of = PROPERTIES.match(text, start) if event.anchor is not None and not flow else None
            return Node(sort, name_of.end() if name_of else start, -1, flow, event.anchor is not None)
        case "MappingEndEvent" | "SequenceEndEvent":
            done = open_.pop()
            ends = [part.end for part in done.parts]
            done.end = event.end_mark.index if done.flow or not ends else max(ends)
            done.linked = done.linked or any(part.linked for part in done.parts)
    return None
