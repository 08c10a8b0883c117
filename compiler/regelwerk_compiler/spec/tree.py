"""From a typed formula (or step, rule, bend) to the nodes inside it, to a key of what it says, and to the same with names replaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from . import spec
from .types import UNKNOWN

N = TypeVar("N")
Key = tuple[object, ...]
_LEFT_OUT = {"type", "origin", "span"}
_names: dict[type, tuple[str, ...]] = {}
_nodes: dict[type, bool] = {}


def slots(kind: type) -> tuple[str, ...]:
    """The fields of a node's class that may hold nodes."""
    known = _names.get(kind)
    if known is None:
        known = tuple(f.name for f in fields(kind) if f.name not in _LEFT_OUT) if is_dataclass(kind) else ()
        _names[kind] = known
    return known


def inside(node: object) -> Iterator[Any]:
    """The nodes directly inside `node`, in the order in which they are written."""
    if isinstance(node, tuple):
        for item in node:
            if isinstance(item, tuple):
                yield from inside(item)
            elif _is_node(type(item)):
                yield item
        return
    for name in slots(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple):
            yield from inside(value)
        elif _is_node(type(value)):
            yield value


def _is_node(kind: type) -> bool:
    """Whether it is a class of nodes; some hold nothing, `over` say."""
    known = _nodes.get(kind)
    if known is None:
        known = _nodes[kind] = is_dataclass(kind)
    return known


def walk(node: object) -> Iterator[Any]:
    """`node` and everything inside it, in the order in which it is written."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += [item for item in reversed(part) if isinstance(item, tuple) or _is_node(type(item))]
            continue
        yield part
        for name in reversed(slots(type(part))):
            value = getattr(part, name)
            if isinstance(value, tuple) or _is_node(type(value)):
                waiting.append(value)


def at_fault(node: object) -> bool:
    """Whether something in it was reported: then it has no type."""
    return any(isinstance(part, spec.Formula) and part.type == UNKNOWN for part in walk(node))


def key(node: object) -> Key:
    """What a formula says, without its types: equal for the same words in the same scope."""
    return cast("Key", _key(node))


def _key(node: object) -> object:
    if isinstance(node, tuple):
        return tuple(_key(item) for item in node)
    names = slots(type(node))
    if not names and not is_dataclass(node):
        return node
    return (type(node), *(_key(getattr(node, name)) for name in names))


def free(node: object) -> set[str]:
    """The names that a formula speaks of (bound inside it or not)."""
    return {part.name for part in walk(node) if isinstance(part, spec.Bound)}


def substitute(node: N, values: Mapping[str, spec.Expr]) -> N:
    """`node` with the names replaced by formulas; a binder inside that would catch one of their names gets another name."""
    if not values:
        return node
    taken = {name for value in values.values() for name in free(value)}
    return cast("N", _substitute(node, dict(values), taken))


def _substitute(node: Any, values: dict[str, spec.Expr], taken: set[str]) -> Any:
    if isinstance(node, tuple):
        return tuple(_substitute(item, values, taken) for item in node)
    if isinstance(node, spec.Bound):
        return values.get(node.name, node)
    if isinstance(node, spec.Pick | spec.Fold | spec.Reach):
        inner = dict(values)
        binders = [node.binder] if isinstance(node, spec.Reach) else list(node.binders)
        if isinstance(node, spec.Reach):
            inner.pop(node.node, None)
        new: list[spec.Binder] = []
        for binder in binders:
            domain, start = _substitute(binder.domain, inner, taken), _substitute(binder.start, inner, taken)
            name = binder.name
            inner.pop(name, None)
            if name in taken:
                while name in taken:
                    name += "_"
                inner[binder.name] = spec.Bound(name, type=binder.type, origin=binder.origin)
            where = _substitute(binder.where, inner, taken)
            new.append(replace(binder, name=name, domain=domain, start=start, where=where))
        match node:
            case spec.Reach():
                return replace(node, start=_substitute(node.start, values, taken), binder=new[0])
            case spec.Pick():
                return replace(node, binders=tuple(new), order=_substitute(node.order, inner, taken))
            case _:
                return replace(node, binders=tuple(new), body=_substitute(node.body, inner, taken))
    names = slots(type(node))
    changes = {}
    for name in names:
        value = getattr(node, name)
        if isinstance(value, tuple) or slots(type(value)):
            changed = _substitute(value, values, taken)
            if changed is not value:
                changes[name] = changed
    return replace(node, **changes) if changes else node
