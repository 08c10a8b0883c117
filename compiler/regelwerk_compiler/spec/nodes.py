"""From document nodes to what stands in them, forgiving: what has the wrong shape was reported by `check_shape` and reads as nothing."""

from __future__ import annotations

from collections.abc import Mapping

from ..document.located import Entry, Map, Node, Scalar, Sequence


def entries(node: Node | None) -> tuple[Entry, ...]:
    """The entries of a map."""
    return node.entries if isinstance(node, Map) else ()


def items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list."""
    return node.items if isinstance(node, Sequence) else ()


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """The scalars in a list."""
    return tuple(item for item in items(node) if isinstance(item, Scalar))


def under(node: Node | None, key: str) -> Node | None:
    """What a map has under `key`."""
    return node.get(key) if isinstance(node, Map) else None


def word(node: Node | None) -> str:
    """The text of a scalar, else ''."""
    return node.text if isinstance(node, Scalar) else ""


def number(node: Node | None) -> int | None:
    """The value of an integer that was written without quotes."""
    if isinstance(node, Scalar) and node.kind == "integer" and not node.quoted:
        return int(node.text)
    return None


def truth(node: Node | None) -> bool | None:
    """The value of `true` or `false`."""
    if isinstance(node, Scalar) and node.kind == "boolean" and not node.quoted:
        return node.text.lower() == "true"
    return None


def texts(node: Node | None) -> Mapping[str, str]:
    """`{en: .., de: ..}`."""
    return {entry.key.text: entry.value.text for entry in entries(node) if isinstance(entry.value, Scalar)}


def statements(node: Node | None) -> tuple[str, ...]:
    """The identifiers under `from` or `shows`."""
    return tuple(scalar.text for scalar in scalars(node))
