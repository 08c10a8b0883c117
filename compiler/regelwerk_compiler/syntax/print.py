"""From a sentence's nodes to one line that shows how it was read.

`set: owner_of[r] = player` is shown as `(set (place owner_of [r]) = player)`: a node is its class and its parts, a name
and a number are themselves, a part that may be left out carries its own name.
"""

from __future__ import annotations

import re
from dataclasses import fields

from . import ast


def print_sentence(node: object) -> str:
    """One line."""
    match node:
        case ast.Integer():
            return str(node.value)
        case ast.Name():
            return node.name
        case ast.Node():
            return f"({' '.join([_title(node), *_parts(node)])})"
        case tuple():
            return f"[{', '.join(print_sentence(part) for part in node)}]"
        case _:
            return str(node)


def _title(node: ast.Node) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(node).__name__).lower()


def _parts(node: ast.Node) -> list[str]:
    out: list[str] = []
    for part in fields(node):
        if part.name.endswith("origin"):
            continue
        value = getattr(node, part.name)
        optional = "None" in str(part.type)
        if value is None or value is False:
            continue
        if value is True:
            out.append(part.name)
        else:
            out.append(f"{part.name}={print_sentence(value)}" if optional else print_sentence(value))
    return out
