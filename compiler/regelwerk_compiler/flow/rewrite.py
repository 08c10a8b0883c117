"""Walking and rebuilding Flow nodes: the plumbing of every pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from ..document.located import Span
from .flow import Program

_Node = TypeVar("_Node")


_FIELDS: dict[type[Any], tuple[str, ...]] = {}


def _fields(node: object) -> tuple[str, ...]:
    kind: type[Any] = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.name not in ("origin", "span"))
    return _FIELDS[kind]


def parts(node: object) -> Iterator[object]:
    """The nodes directly inside one, through tuples."""
    if isinstance(node, tuple):
        for item in node:
            if isinstance(item, tuple) or _is_node(item):
                yield item
    elif _is_node(node):
        for name in _fields(node):
            value = getattr(node, name)
            if isinstance(value, tuple) or _is_node(value):
                yield value


def walk(node: object) -> Iterator[object]:
    """A node and everything inside it."""
    if not isinstance(node, tuple):
        yield node
    for part in parts(node):
        yield from walk(part)


def rebuild(node: _Node, change: Callable[[Any], Any]) -> _Node:
    """The same node with `change` applied to everything inside it; the node itself when nothing changed."""
    if isinstance(node, tuple):
        new = tuple(change(item) if isinstance(item, tuple) or _is_node(item) else item for item in node)
        return new if any(a is not b for a, b in zip(new, node, strict=True)) else node  # type: ignore[return-value]
    changes = {}
    for name in _fields(node):
        old = getattr(node, name)
        if isinstance(old, tuple) or _is_node(old):
            fresh = change(old)
            if fresh is not old:
                changes[name] = fresh
    return replace(node, **changes) if changes else node  # type: ignore[type-var]


def roots(program: Program) -> Iterator[object]:
    """Everything in a program that an engine runs."""
    for function in program.functions.values():
        yield function.body
    for procedure in program.procedures.values():
        yield procedure.body
    for block in program.blocks:
        yield block.body
        yield block.end
    for decision in program.decisions:
        yield decision.before
        yield from ((o.clauses, o.guard) for o in decision.options)
    for chance in program.chances:
        yield from ((o.clauses, o.weight) for o in chance.outcomes)


def _is_node(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, Span)
