"""Clauses of the Flow as loops of Python.

Goes in: clauses, and what to write for every binding.  Comes out: nested loops in the frame.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..flow.flow import Bits, Clause, Range, Row, Source, Turn, Values
from . import expressions
from .code import ATOM, Code, number, plus
from .frame import Frame, Scope

TABLED = 10  # masks of at most so many bits are looked up in a table of all of them


@dataclass(frozen=True, slots=True)
class Head:
    """How a loop begins: its line, the interval of its values, and what to write first in its body."""

    line: str
    low: int
    high: int
    first: tuple[str, ...] = ()


def loops(
    clauses: tuple[Clause, ...],
    f: Frame,
    scope: Scope,
    inner: Callable[[Scope], None],
    stops: bool = False,
    statements: bool = False,
) -> None:
    """Write `inner` for every binding.

    `stops`: `inner` ends with a `break` wherever it has found what it was after, and all loops are left.
    `statements`: the names are those of the function, not of an expression.
    """
    if not clauses:
        inner(scope)
        return
    clause, rest = clauses[0], clauses[1:]
    if statements:
        name = f.module.variables[clause.name]
    else:
        name = f.loop_name(clause.name, scope)
    head = loop_head(clause.source, name, f, scope)
    here = {**scope, clause.name: Code(name, ATOM, head.low, head.high)}

    def body() -> None:
        loops(rest, f, here, inner, stops, statements)
        if rest and stops:
            with f.out.block("else"):
                f.out.write("continue")
            f.out.write("break")

    with f.loop(head.line):
        for line in head.first:
            f.out.write(line)
        if clause.where is None:
            body()
        else:
            expressions.tested(clause.where, f, here, body)


def loop_head(source: Source, name: str, f: Frame, scope: Scope) -> Head:
    """`for name in ...` or `while ...`."""
    module = f.module
    match source:
        case Range(low, high):
            a, b = expressions.value(low, f, scope), expressions.value(high, f, scope)
            end = plus(b, number(1))
            text = f"range({end.text})" if a.constant == 0 else f"range({a.text}, {end.text})"
            return Head(f"for {name} in {text}", a.low, max(a.low, b.high))
        case Bits(mask, width):
            bits = expressions.value(mask, f, scope)
            if width <= TABLED:
                module.bit_tables.add(width)
                return Head(f"for {name} in BITS_{width}[{bits.text}]", 0, width - 1)
            rest = f.temporary()
            f.out.write(f"{rest} = {bits.text}")
            first = (f"{name} = ({rest} & -{rest}).bit_length() - 1", f"{rest} &= {rest} - 1")
            return Head(f"while {rest}", 0, width - 1, first)
        case Values(parts):
            codes = [expressions.value(part, f, scope) for part in parts]
            text = ", ".join(code.text for code in codes)
            line = f"for {name} in ({text}{',' * (len(codes) == 1)})"
            return Head(line, min((c.low for c in codes), default=0), max((c.high for c in codes), default=0))
        case Row(given, index):
            rows = module.program.lists[given]
            at = expressions.value(index, f, scope)
            values = [value for row in rows for value in row] or [0]
            return Head(f"for {name} in {module.lists[given]}[{at.text}]", min(values), max(values))
        case Turn(start, count):
            module.turn_tables.add(count)
            at = expressions.divided("mod", expressions.value(start, f, scope), number(count), f)
            return Head(f"for {name} in TURN_{count}[{at.text}]", 0, count - 1)


def ascending(clauses: tuple[Clause, ...], lists: dict[str, tuple[tuple[int, ...], ...]]) -> bool:
    """Do all clauses surely run upwards, each value once?"""
    return all(_upwards(clause.source, lists) for clause in clauses)


def _upwards(source: Source, lists: dict[str, tuple[tuple[int, ...], ...]]) -> bool:
    match source:
        case Range() | Bits():
            return True
        case Values(parts):
            return len(parts) < 2
        case Row(name):
            return all(a < b for row in lists[name] for a, b in _pairs(row))
        case Turn(_, count):
            return count < 2


def _pairs(row: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return itertools.pairwise(row)
