"""From a sentence to whether it is nested too deep, without recursion."""

from __future__ import annotations

from dataclasses import fields

from .ast import Node

_FIELDS: dict[type[Node], tuple[str, ...]] = {}


def deeper_than(sentence: object, limit: int) -> bool:
    """Whether some part of `sentence` stands inside more than `limit` others."""
    level: list[object] = [sentence]
    depth = 0
    while level:
        depth += 1
        if depth > limit:
            return True
        level = [inner for node in level for inner in _inside(node)]
    return False


def _inside(node: object) -> list[object]:
    """The nodes directly inside `node`; tuples are looked through."""
    if isinstance(node, tuple):
        return [item for part in node for item in ((part,) if isinstance(part, Node) else _inside(part))]
    if not isinstance(node, Node):
        return []
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(f.name for f in fields(kind) if not f.name.endswith("origin"))
    out: list[object] = []
    for name in names:
        value = getattr(node, name)
        if isinstance(value, Node):
            out.append(value)
        elif isinstance(value, tuple):
            out.extend(_inside(value))
    return out
