"""Walking and rebuilding Flow nodes: the plumbing of every pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from ..document.located import Span
from .flow import Expr, LetIn, Local, Program

_Node = TypeVar("_Node")


_FIELDS: dict[type[Any], tuple[str, ...] | None] = {}


def _fields(node: object) -> tuple[str, ...] | None:
    """The names of what lies in a node; None: this is none."""
    kind: type[Any] = type(node)
    try:
        return _FIELDS[kind]
    except KeyError:
        known = is_dataclass(kind) and not issubclass(kind, Span)
        names = tuple(f.name for f in fields(kind) if f.name not in ("origin", "span")) if known else None
        return _FIELDS.setdefault(kind, names)


def parts(node: object) -> Iterator[object]:
    """The nodes directly inside one, through tuples."""
    inside = node if isinstance(node, tuple) else [getattr(node, name) for name in _fields(node) or ()]
    for part in inside:
        if isinstance(part, tuple) or _fields(part) is not None:
            yield part


def walk(node: object) -> Iterator[object]:
    """A node and everything inside it, each before what is inside it."""
    left = [node]
    while left:
        here = left.pop()
        if not isinstance(here, tuple):
            yield here
        inside = list(parts(here))
        inside.reverse()
        left += inside


def rebuild(node: _Node, change: Callable[[Any], Any]) -> _Node:
    """The same node with `change` applied to everything inside it; the node itself when nothing changed."""
    if isinstance(node, tuple):
        new = tuple(change(item) if isinstance(item, tuple) or _fields(item) is not None else item for item in node)
        return new if any(a is not b for a, b in zip(new, node, strict=True)) else node  # type: ignore[return-value]
    changes = {}
    for name in _fields(node) or ():
        old = getattr(node, name)
        if isinstance(old, tuple) or _fields(old) is not None:
            fresh = change(old)
            if fresh is not old:
                changes[name] = fresh
    return replace(node, **changes) if changes else node  # type: ignore[type-var]


def substituted(node: Any, values: Mapping[str, Expr]) -> Any:
    """The node with free locals replaced.  Names are given out once in a program, so nothing in `values` is captured."""
    if isinstance(node, Local):
        return values.get(node.name, node)
    if isinstance(node, LetIn) and node.name in values:
        inner = {name: value for name, value in values.items() if name != node.name}
        return LetIn(node.name, substituted(node.value, values), substituted(node.body, inner))
    return rebuild(node, lambda part: substituted(part, values))


def replaced(node: Any, what: Mapping[Any, Expr]) -> Any:
    """The node with expressions replaced wherever they stand."""
    if not isinstance(node, tuple) and node in what:
        return what[node]
    return rebuild(node, lambda part: replaced(part, what))


def changed(program: Program, change: Callable[[Any], Any]) -> Program:
    """The program with `change` applied to everything in it that an engine runs."""
    p = program
    return replace(
        p,
        functions={n: replace(f, body=change(f.body)) for n, f in p.functions.items()},
        procedures={n: replace(q, body=change(q.body)) for n, q in p.procedures.items()},
        blocks=tuple(replace(b, body=change(b.body), end=change(b.end)) for b in p.blocks),
        decisions=tuple(replace(d, before=change(d.before), options=change(d.options)) for d in p.decisions),
        chances=tuple(replace(c, outcomes=change(c.outcomes)) for c in p.chances),
    )


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
