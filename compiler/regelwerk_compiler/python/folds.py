"""Aggregates of the Flow as loops of Python.

Goes in: a `Fold`, `ReachEdges` or `ReachSteps`.  Comes out: a `Code`, the name of its result;
the loop is written to the frame.
Loops that would lie too deep inside others (Python allows 20) become functions of their own.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from ..flow.flow import Fold, Local, ReachEdges, ReachSteps, SortKey
from . import expressions
from .code import ANY, ATOM, Code, exact, negated
from .frame import Frame, Scope
from .loops import loops

DEEPEST_LOOP = 8


def fold(e: Fold, f: Frame, scope: Scope) -> Code:
    """An aggregate."""
    if f.loops + len(e.clauses) > DEEPEST_LOOP and f.loops:
        return moved(e, f, scope)
    result = f.temporary()
    out = f.out
    match e.kind:
        case "any" | "all":
            return _any(e, f, scope, result)
        case "sum" | "count" | "mask":
            out.write(f"{result} = 0")

            def inner(here: Scope) -> None:
                if e.kind == "count":
                    out.write(f"{result} += 1")
                elif e.kind == "sum":
                    out.write(f"{result} += {exact(expressions.raw(e.body, f, here)).text}")
                else:
                    out.write(f"{result} |= {expressions.bit(expressions.value(e.body, f, here), e.width, f).text}")

            loops(e.clauses, f, scope, inner)
            return Code(result, ATOM, 0 if e.kind == "count" else ANY[0])
        case "min" | "max":
            return _extreme(e, f, scope, result)
        case "first":
            return _first(e, f, scope, result)


def _any(e: Fold, f: Frame, scope: Scope, result: str) -> Code:
    hit = int(e.kind == "any")
    f.out.write(f"{result} = {1 - hit}")

    def inner(here: Scope) -> None:
        def found() -> None:
            f.out.write(f"{result} = {hit}")
            if e.clauses:
                f.out.write("break")

        if hit:
            expressions.tested(e.body, f, here, found)
        else:
            test = expressions.raw(e.body, f, here)
            with f.out.block(f"if {negated(test).text}"):
                found()

    loops(e.clauses, f, scope, inner, stops=True)
    return Code(result, ATOM, 0, 1)


def _extreme(e: Fold, f: Frame, scope: Scope, result: str) -> Code:
    f.out.write(f"{result} = None")

    def inner(here: Scope) -> None:
        body = expressions.named(e.body, f, here)
        with f.out.block(f"if {result} is None or {body.text} {'<' if e.kind == 'min' else '>'} {result}"):
            f.out.write(f"{result} = {body.text}")

    loops(e.clauses, f, scope, inner)
    with f.out.block(f"if {result} is None"):
        f.out.write(f"{result} = {e.empty}")
    return Code(result)


def _first(e: Fold, f: Frame, scope: Scope, result: str) -> Code:
    f.out.write(f"{result} = {e.empty}")
    if not e.order:

        def take(here: Scope) -> None:
            f.out.write(f"{result} = {expressions.value(e.body, f, here).text}")
            if e.clauses:
                f.out.write("break")

        loops(e.clauses, f, scope, take, stops=True)
        return Code(result)
    best = f.temporary()
    f.out.write(f"{best} = None")

    def better(here: Scope) -> None:
        key = f.temporary()
        f.out.write(f"{key} = {key_text(e.order, f, here)}")
        with f.out.block(f"if {best} is None or {key} < {best}"):
            f.out.write(f"{best} = {key}")
            f.out.write(f"{result} = {expressions.value(e.body, f, here).text}")

    loops(e.clauses, f, scope, better)
    return Code(result)


def key_text(order: tuple[SortKey, ...], f: Frame, scope: Scope) -> str:
    """What a binding is ordered by, smallest first: a number, or a tuple of several."""
    texts = []
    for key in order:
        code = exact(expressions.raw(key.value, f, scope))
        texts.append(expressions.unary("neg", code).text if key.highest else code.text)
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def reach_edges(e: ReachEdges, f: Frame, scope: Scope) -> Code:
    """Spread along the live edges until nothing is new."""
    if f.loops > DEEPEST_LOOP:
        return moved(e, f, scope)
    out, module = f.out, f.module
    start = expressions.named(e.start, f, scope)
    result, live, more, rest = (f.temporary() for _ in range(4))
    edge = f.loop_name(e.edge, scope)
    ends_a, ends_b = module.tables[e.ends_a], module.tables[e.ends_b]
    out.write(f"{live} = []")
    here = {**scope, e.edge: Code(edge, ATOM, 0, e.edges - 1)}
    with f.loop(f"for {edge} in range({e.edges})"):
        line = f"{live}.append(1 << {ends_a}[{edge}] | 1 << {ends_b}[{edge}])"
        expressions.tested(e.where, f, here, lambda: out.write(line))
    out.write(f"{result} = {expressions.bit(start, e.width, f).text}")
    out.write(f"{more} = {result}")
    with f.loop(f"while {more}"):
        out.write(f"{more} = 0")
        out.write(f"{rest} = []")
        with f.loop(f"for {edge} in {live}"):
            with out.block(f"if {edge} & {result}"):
                out.write(f"{more} = 1")
                out.write(f"{result} |= {edge}")
            with out.block("else"):
                out.write(f"{rest}.append({edge})")
        out.write(f"{live} = {rest}")
    return Code(result)


def reach_steps(e: ReachSteps, f: Frame, scope: Scope) -> Code:
    """Spread step by step until nothing is new."""
    if f.loops > DEEPEST_LOOP:
        return moved(e, f, scope)
    out = f.out
    start = expressions.named(e.start, f, scope)
    result, todo = f.temporary(), f.temporary()
    node = f.loop_name(e.node, scope)
    out.write(f"{result} = {expressions.bit(start, e.width, f).text}")
    out.write(f"{todo} = {result}")
    here = {**scope, e.node: Code(node, ATOM, 0, e.width - 1)}
    with f.loop(f"while {todo}"):
        out.write(f"{node} = ({todo} & -{todo}).bit_length() - 1")
        out.write(f"{todo} &= {todo} - 1")

        def inner(there: Scope) -> None:
            far = f.temporary()
            out.write(f"{far} = ({expressions.bit(there[e.clause.name], e.width, f).text}) & ~{result}")
            out.write(f"{result} |= {far}")
            out.write(f"{todo} |= {far}")

        loops((e.clause,), f, here, inner)
    return Code(result)


def moved(e: Fold | ReachEdges | ReachSteps, f: Frame, scope: Scope) -> Code:
    """The expression in a function of its own, called with the names it needs."""
    module = f.module
    inside = Frame(module)
    given: dict[str, Code] = {}
    params: list[str] = []
    args: list[str] = []
    for name in sorted(locals_in(e)):
        code = scope.get(name)
        if code is not None and code.text.isidentifier():
            param = inside.kept(name, given)
            given[name] = Code(param, ATOM, code.low, code.high)
            params.append(param)
            args.append(code.text)
        elif code is not None:
            given[name] = code
    function = f"h_{len(module.moved) + 1}"
    module.moved.append(inside.out)
    with inside.out.block(f"def {function}({', '.join(['v', *params])})"):
        inside.out.write(f"return {expressions.value(e, inside, given).text}")
    return Code(f"{function}({', '.join(['v', *args])})")


def locals_in(node: object) -> set[str]:
    """Every name that is read anywhere in it."""
    if isinstance(node, Local):
        return {node.name}
    names: set[str] = set()
    if isinstance(node, tuple):
        for item in node:
            names |= locals_in(item)
    elif is_dataclass(node):
        for part in fields(node):
            names |= locals_in(getattr(node, part.name))
    return names
