"""Expressions of the Flow, walked as they stand.

Goes in: an expression and a `Scene` (vector, locals, how deep in trials).  Comes out: its value, an integer.

Fixed here, for every engine
----------------------------
* Names bound inside an expression (`LetIn`, clauses, `node`, `edge`) are seen in that expression only.
* Truths are 0 or 1 wherever one is tested.  `And`, `Or`, `Choice`, `any` and `all` stop as soon as they know;
  everything else looks at all its parts.
* The source of a clause is valued once, when the clause is entered; `where` and the clauses behind it once for each
  of its values.
* `first` with an order looks at `body` whenever a binding is the best so far.
* A bit outside 0..width-1 is not there to `HasBit` and left out by `MaskOf`, `mask`, `ReachSteps` and `ReachEdges`.
* What can be refused in an expression is a division by 0 and a trial nested too deep.  Parts of an aggregate that
  cannot change its value may be left out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from .fault import FlowFault, RuleFault
from .flow import (
    DIVIDED_BY_ZERO,
    ENDLESS,
    And,
    Beyond,
    Binary,
    BinaryOp,
    BitCount,
    Bits,
    Call,
    Cell,
    Choice,
    Clause,
    Const,
    Digest,
    Expr,
    Fold,
    HasBit,
    Highest,
    Holding,
    Join,
    LetIn,
    Linked,
    Local,
    Lookup,
    Lowest,
    MaskOf,
    Meet,
    Offsets,
    Or,
    Program,
    Range,
    ReachEdges,
    ReachSteps,
    Row,
    Shift,
    Some,
    SortKey,
    Source,
    Trial,
    Turn,
    Unary,
    Values,
    Without,
)

STATIC_BINDINGS = 400_000


@dataclass(slots=True)
class Scene:
    """Where an expression is looked at."""

    program: Program
    vector: list[int]
    names: dict[str, int]
    depth: int  # how many trials we are in
    tries: Callable[[Scene, int, tuple[int, ...]], bool]  # does entering this block with these arguments come through?
    known: dict[tuple[str, tuple[int, ...]], int] | None = (
        None  # values of static functions that were worked out before
    )
    static: frozenset[str] = frozenset()
    left: list[int] | None = None  # how many bindings may still be looked at, if there is a limit

    def inner(self) -> Scene:
        """The same place with names of its own on top."""
        return Scene(
            self.program, self.vector, dict(self.names), self.depth, self.tries, self.known, self.static, self.left
        )

    def fresh(self, names: dict[str, int]) -> Scene:
        """The same vector, with nothing but these names: the inside of a function or procedure."""
        return Scene(self.program, self.vector, names, self.depth, self.tries, self.known, self.static, self.left)


def value(e: Expr, s: Scene) -> int:
    """The value of `e`."""
    match e:
        case Const(number):
            return number
        case Local(name):
            return s.names[name]
        case Cell(base, index, size):
            return s.vector[base + place(index, size, s)]
        case Lookup(table, index):
            values = s.program.tables[table].values
            return values[place(index, len(values), s)]
        case Unary(op, a):
            number = value(a, s)
            return -number if op == "neg" else abs(number) if op == "abs" else 1 - number
        case Binary(op, a, b):
            return binary(op, value(a, s), value(b, s))
        case And(parts):
            return int(all(truth(part, s) for part in parts))
        case Or(parts):
            return int(any(truth(part, s) for part in parts))
        case Choice(test, a, b):
            return value(a, s) if truth(test, s) else value(b, s)
        case LetIn(name, bound, body):
            inside = s.inner()
            inside.names[name] = value(bound, s)
            return value(body, inside)
        case Call(name, args):
            return call(name, tuple(value(arg, s) for arg in args), s)
        case HasBit(mask, index, width):
            bits, bit = value(mask, s), value(index, s)
            return bits >> bit & 1 if 0 <= bit < width else 0
        case BitCount(mask):
            return value(mask, s).bit_count()
        case MaskOf(parts, width):
            return mask_of((value(part, s) for part in parts), width)
        case Holding() | Linked() | Meet() | Join() | Without() | Shift() | Beyond() | Some() | Lowest() | Highest():
            return mask_value(e, s)
        case Fold():
            return fold(e, s)
        case ReachEdges():
            return reach_edges(e, s)
        case ReachSteps():
            return reach_steps(e, s)
        case Digest(values, runs):
            cells = [(size, s.vector[first : first + count]) for first, count, size in runs]
            return digest([value(part, s) for part in values], *cells)
        case Trial(block, args):
            return int(s.tries(s, block, tuple(value(arg, s) for arg in args)))
        case _:
            assert_never(e)


def call(name: str, args: tuple[int, ...], s: Scene) -> int:
    """A function; the value of a static one is worked out once."""
    function = s.program.functions[name]
    if s.known is None or name not in s.static:
        return value(function.body, s.fresh(dict(zip(function.params, args, strict=True))))
    key = (name, args)
    if key not in s.known:
        s.known[key] = value(function.body, s.fresh(dict(zip(function.params, args, strict=True))))
    return s.known[key]


def digest(values: list[int], *runs: tuple[int, list[int]]) -> int:
    """Numbers and runs of cells of so many bytes as one number of 62 bits, see `Digest`."""
    mask, golden = (1 << 64) - 1, 0x9E3779B97F4A7C15
    words = [x & mask for x in values]
    for size, cells in runs:
        part = (1 << 8 * size) - 1
        raw = struct.pack(f"<{len(cells)}{' BH I   Q'[size]}", *[x & part for x in cells])
        raw += bytes(-len(raw) % 8)
        words += struct.unpack(f"<{len(raw) // 8}Q", raw)
    h, at = 0, 0
    for x in words:
        at = (at + golden) & mask
        x ^= at
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        h += x ^ (x >> 31)
    return (h & mask) >> 2


def static_scene(program: Program, static: frozenset[str]) -> Scene:
    """Where expressions are looked at that read no cell and try nothing; the functions in `static` are worked out once.

    `value` raises RuleFault there for a division by 0 and after so many bindings that it would take too long, and FlowFault for what was not as static as that.
    """

    def tries(_scene: Scene, _block: int, _args: tuple[int, ...]) -> bool:
        raise FlowFault("a trial is not static")

    return Scene(program, [], {}, 0, tries, {}, static, [STATIC_BINDINGS])


def truth(e: Expr, s: Scene) -> bool:
    """The value of a test."""
    number = value(e, s)
    if number not in (0, 1):
        raise FlowFault(f"a truth is {number}: {e}")
    return number == 1


def place(index: Expr | None, size: int, s: Scene) -> int:
    """An index into `size` things; that it fits was promised."""
    if index is None:
        return 0
    number = value(index, s)
    if not 0 <= number < size:
        raise FlowFault(f"index {number} outside 0..{size - 1}: {index}")
    return number


def binary(op: BinaryOp, a: int, b: int) -> int:
    """Arithmetic and comparison."""
    if op in ("mod", "div_down", "div_up") and b == 0:
        raise RuleFault(DIVIDED_BY_ZERO)
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "mod":
            return a % b
        case "div_down":
            return a // b
        case "div_up":
            return -(-a // b)
        case "==":
            return int(a == b)
        case "!=":
            return int(a != b)
        case "<":
            return int(a < b)
        case "<=":
            return int(a <= b)
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
        case _:
            assert_never(op)


def mask_of(values: Iterator[int], width: int) -> int:
    """The set of these values."""
    mask = 0
    for number in values:
        if 0 <= number < width:
            mask |= 1 << number
    return mask


def sum_of_rows(rows: tuple[int, ...], mask: int) -> int:
    """What is in any of the rows whose bits are set."""
    found = 0
    for i, row in enumerate(rows):
        found |= row if mask >> i & 1 else 0
    return found


def symmetric(rows: Sequence[int]) -> bool:
    """Whether bit k of row i is that of i in row k, everywhere."""
    size = len(rows)
    return all(row >> size == 0 for row in rows) and all(
        (rows[i] >> k & 1) == (rows[k] >> i & 1) for i in range(size) for k in range(i)
    )


def mask_value(e: Holding | Linked | Meet | Join | Without | Shift | Beyond | Some | Lowest | Highest, s: Scene) -> int:
    """What the passes make of sets."""
    match e:
        case Holding(base, size, classes, low, wanted):
            table, number = s.program.tables[classes].values, value(wanted, s)
            cells = s.vector[base : base + size]
            return sum(1 << i for i, x in enumerate(cells) if table[place(Const(x - low), len(table), s)] == number)
        case Linked(holding, starts, steps):
            inside, number = mask_value(holding, s), value(holding.value, s)
            rows = s.program.tables[starts].values
            found = rows[number] & inside if 0 <= number < len(rows) else 0
            fresh = found
            while fresh:
                fresh = sum_of_rows(s.program.tables[steps].values, fresh) & inside & ~found
                found |= fresh
            return found
        case Meet(parts, width):
            mask = (1 << width) - 1
            for part in parts:
                mask &= value(part, s)
            return mask
        case Join(parts, width):
            mask = 0
            for part in parts:
                mask |= value(part, s)
            return mask & ((1 << width) - 1)
        case Without(a, b, width):
            return value(a, s) & ~value(b, s) & ((1 << width) - 1)
        case Shift(mask_, by, width):
            bits = value(mask_, s)
            return (bits << by if by >= 0 else bits >> -by) & ((1 << width) - 1)
        case Beyond(mask_, width, up):
            bits = value(mask_, s)
            if bits == 0:
                return 0
            return ((1 << width) - 1) & -2 * (bits & -bits) if up else (1 << bits.bit_length() - 1) - 1
        case Some(mask_):
            return int(value(mask_, s) != 0)
        case Lowest(mask_, _, empty):
            bits = value(mask_, s)
            return (bits & -bits).bit_length() - 1 if bits else empty
        case Highest(mask_, _, empty):
            bits = value(mask_, s)
            return bits.bit_length() - 1 if bits else empty
        case _:
            assert_never(e)


def source_values(source: Source, s: Scene) -> Iterator[int]:
    """What a clause runs over."""
    match source:
        case Range(low, high):
            yield from range(value(low, s), value(high, s) + 1)
        case Bits(mask, width):
            bits = value(mask, s)
            yield from (bit for bit in range(width) if bits >> bit & 1)
        case Values(parts):
            yield from [value(part, s) for part in parts]
        case Row(name, index):
            rows = s.program.lists[name]
            yield from rows[place(index, len(rows), s)]
        case Turn(start, count):
            first = value(start, s)
            yield from ((first + i) % count for i in range(count))
        case Offsets(start, ways):
            first = value(start, s)
            yield from (first + by for by, mask in ways if value(mask, s) >> first & 1)
        case _:
            assert_never(source)


def bindings(clauses: tuple[Clause, ...], s: Scene, *, stay: bool = False) -> Iterator[tuple[int, ...]]:
    """Every binding, one after the other, set in the scene's own names.

    Behind a clause its name means again what it meant before; with `stay`, as for statements, its last value.
    """
    if not clauses:
        yield ()
        return
    clause, rest = clauses[0], clauses[1:]
    before = s.names.get(clause.name)
    for number in source_values(clause.source, s):
        s.names[clause.name] = number
        if s.left is not None:
            s.left[0] -= 1
            if s.left[0] < 0:
                raise RuleFault(ENDLESS)
        if clause.where is None or truth(clause.where, s):
            for others in bindings(rest, s, stay=stay):
                yield (number, *others)
    if before is not None and not stay:
        s.names[clause.name] = before


def sort_key(order: tuple[SortKey, ...], s: Scene) -> tuple[int, ...]:
    """What a binding is ordered by, smallest first."""
    return tuple(-value(key.value, s) if key.highest else value(key.value, s) for key in order)


def fold(e: Fold, s: Scene) -> int:
    """An aggregate."""
    inside = s.inner()
    found = bindings(e.clauses, inside)
    match e.kind:
        case "sum":
            return sum(value(e.body, inside) for _ in found)
        case "count":
            return sum(1 for _ in found)
        case "any":
            return int(any(truth(e.body, inside) for _ in found))
        case "all":
            return int(all(truth(e.body, inside) for _ in found))
        case "min":
            return min((value(e.body, inside) for _ in found), default=e.empty)
        case "max":
            return max((value(e.body, inside) for _ in found), default=e.empty)
        case "mask":
            return mask_of((value(e.body, inside) for _ in found), e.width)
        case "first":
            best: tuple[int, ...] | None = None
            result = e.empty
            for _ in found:
                key = sort_key(e.order, inside)
                if best is None or key < best:
                    best, result = key, value(e.body, inside)
                if not e.order:
                    break
            return result
        case _:
            assert_never(e.kind)


def reach_edges(e: ReachEdges, s: Scene) -> int:
    """Nodes connected with the start."""
    start = value(e.start, s)
    if not 0 <= start < e.width:
        return 0
    inside = s.inner()
    ends_a, ends_b = s.program.tables[e.ends_a].values, s.program.tables[e.ends_b].values
    live = []
    for edge in range(e.edges):
        inside.names[e.edge] = edge
        if truth(e.where, inside):
            live.append((ends_a[edge], ends_b[edge]))
    reached, found = {start}, [start]
    for node in found:  # grows while we walk it
        for a, b in live:
            for near, far in ((a, b), (b, a)):
                if near == node and far not in reached:
                    reached.add(far)
                    found.append(far)
    return mask_of(iter(found), e.width)


def reach_steps(e: ReachSteps, s: Scene) -> int:
    """Nodes reached from the start, step by step."""
    start = value(e.start, s)
    if not 0 <= start < e.width:
        return 0
    inside = s.inner()
    reached, found = {start}, [start]
    for node in found:
        inside.names[e.node] = node
        for (far,) in bindings((e.clause,), inside):
            if 0 <= far < e.width and far not in reached:
                reached.add(far)
                found.append(far)
    return mask_of(iter(found), e.width)
