"""How large a Flow expression may become: for the sizes of buffers only."""

from __future__ import annotations

from ..flow import flow
from ..flow.flow import Clause, Program

WIDE = 1 << 40


def interval(e: flow.Expr, program: Program) -> tuple[int, int]:
    """An interval that surely holds the value; wide where nothing is known."""
    match e:
        case flow.Const(value):
            return value, value
        case flow.Cell(base, index, size):
            lows, highs = [], []
            for info in program.cells:
                if info.base < base + (size if index is not None else 1) and base < info.base + info.size:
                    lows.append(info.low)
                    highs.append(info.high)
            return (min(lows), max(highs)) if lows else (-WIDE, WIDE)
        case flow.Lookup(table):
            values = program.tables[table].values
            return min(values), max(values)
        case flow.Choice(_, a, b):
            x, y = interval(a, program), interval(b, program)
            return min(x[0], y[0]), max(x[1], y[1])
        case flow.Binary(op, a, b):
            (low_a, high_a), (low_b, high_b) = interval(a, program), interval(b, program)
            match op:
                case "+":
                    return low_a + low_b, high_a + high_b
                case "-":
                    return low_a - high_b, high_a - low_b
                case "min":
                    return min(low_a, low_b), min(high_a, high_b)
                case "max":
                    return max(low_a, low_b), max(high_a, high_b)
        case flow.Fold(kind="count", clauses=clauses):
            return 0, bindings(clauses, program)
    return -WIDE, WIDE


def source_size(source: flow.Source, program: Program) -> int:
    """The most values a source gives."""
    match source:
        case flow.Range(low, high):
            return max(0, interval(high, program)[1] - interval(low, program)[0] + 1)
        case flow.Bits(_, width):
            return width
        case flow.Values(values):
            return len(values)
        case flow.Row(name):
            return max((len(row) for row in program.lists[name]), default=0)
        case flow.Turn(_, count):
            return count


def bindings(clauses: tuple[Clause, ...], program: Program) -> int:
    """The most bindings some clauses have."""
    n = 1
    for clause in clauses:
        n = min(WIDE, n * source_size(clause.source, program))
    return n
