"""Do the expressions and statements of a Flow name only what there is?

Goes in: an expression or statements, and the names that are known before them.  Comes out: what is wrong, as texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from .evaluate import symmetric
from .flow import (
    And,
    Assign,
    Beyond,
    Binary,
    BitCount,
    Bits,
    Block,
    Call,
    Cell,
    Choice,
    Clause,
    Collect,
    Const,
    Digest,
    Each,
    Expr,
    Fail,
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
    Repeat,
    Require,
    Row,
    Run,
    Shift,
    Some,
    SortKey,
    Source,
    Stmt,
    Store,
    Trial,
    Turn,
    Unary,
    Values,
    When,
    Without,
)

WIDEST = 4096  # bits of a mask
DEEPEST = 16  # loops inside loops, in statements


class Checker:
    """Looks at all parts of a program in turn, and remembers who calls whom."""

    def __init__(self, program: Program, blocks: dict[int, Block]) -> None:
        self.program = program
        self.blocks = blocks
        self._calls: dict[str, set[str]] = {}
        self._where = ""

    # -- expressions -----------------------------------------------------------------------------
    def expression(self, where: str, e: Expr, names: Iterable[str]) -> Iterator[str]:
        """Faults of an expression."""
        self._where = where
        for fault in self._expr(e, frozenset(names)):
            yield f"{where}: {fault}"

    def clauses(
        self, where: str, clauses: tuple[Clause, ...], body: Expr | None, names: Iterable[str]
    ) -> Iterator[str]:
        """Faults of clauses, and of what is said about each binding."""
        self._where = where
        for fault in self._over(clauses, () if body is None else (body,), frozenset(names)):
            yield f"{where}: {fault}"

    def _expr(self, e: Expr, names: frozenset[str]) -> Iterator[str]:
        match e:
            case Const():
                pass
            case Local(name):
                if name not in names:
                    yield f"{name} has no value yet"
            case Cell():
                yield from self._cell(e, names)
            case Lookup(table, index):
                yield from self._table(table, index)
                yield from self._expr(index, names)
            case Unary(_, a):
                yield from self._expr(a, names)
            case Binary(_, a, b):
                yield from self._all((a, b), names)
            case And(parts) | Or(parts):
                yield from self._all(parts, names)
            case Choice(test, a, b):
                yield from self._all((test, a, b), names)
            case LetIn(name, value, body):
                yield from self._expr(value, names)
                yield from self._expr(body, names | {name})
            case Call(function, args):
                yield from self._all(args, names)
                yield from self._call("function", function, len(args))
            case HasBit(mask, index, width):
                yield from self._width(width)
                yield from self._all((mask, index), names)
            case BitCount(mask, width):
                yield from self._width(width)
                yield from self._expr(mask, names)
            case MaskOf(values, width):
                yield from self._width(width)
                yield from self._all(values, names)
            case Holding():
                yield from self._holding(e)
                yield from self._expr(e.value, names)
            case Linked(holding, starts, steps):
                yield from self._expr(holding, names)
                for table in (starts, steps):
                    if table not in self.program.tables:
                        yield f"there is no table {table}"
                yield from self._both_ways(steps, holding.size)
            case Meet(parts, width) | Join(parts, width):
                yield from self._width(width)
                yield from self._all(parts, names)
            case Without(a, b, width):
                yield from self._width(width)
                yield from self._all((a, b), names)
            case (
                Shift(mask, _, width)
                | Beyond(mask, width, _)
                | Some(mask, width)
                | Lowest(mask, width, _)
                | Highest(mask, width, _)
            ):
                yield from self._width(width)
                yield from self._expr(mask, names)
            case Fold():
                if e.kind == "mask":
                    yield from self._width(e.width)
                if e.order and e.kind != "first":
                    yield f"{e.kind} has an order"
                yield from self._over(e.clauses, (e.body, *keys(e.order)), names)
            case ReachEdges():
                yield from self._width(e.width)
                yield from self._expr(e.start, names)
                yield from self._expr(e.where, names | {e.edge})
                for table in (e.ends_a, e.ends_b):
                    yield from self._ends(table, e)
            case ReachSteps():
                yield from self._width(e.width)
                yield from self._expr(e.start, names)
                yield from self._over((e.clause,), (), names | {e.node})
            case Digest(values, _):
                yield from self._all(values, names)
            case Trial(block, args):
                yield from self._all(args, names)
                if block not in self.blocks:
                    yield f"there is no block {block} to try"
                elif len(self.blocks[block].params) != len(args):
                    yield f"block {block} is tried with {len(args)} values"
            case _:
                assert_never(e)

    def _all(self, parts: Iterable[Expr], names: frozenset[str]) -> Iterator[str]:
        for part in parts:
            yield from self._expr(part, names)

    def _over(self, clauses: tuple[Clause, ...], bodies: Iterable[Expr], names: frozenset[str]) -> Iterator[str]:
        for clause in clauses:
            yield from self._source(clause.source, names)
            names |= {clause.name}
            if clause.where is not None:
                yield from self._expr(clause.where, names)
        yield from self._all(bodies, names)

    def _source(self, source: Source, names: frozenset[str]) -> Iterator[str]:
        match source:
            case Range(low, high):
                yield from self._all((low, high), names)
            case Bits(mask, width):
                yield from self._width(width)
                yield from self._expr(mask, names)
            case Values(values):
                yield from self._all(values, names)
            case Row(name, index):
                if name not in self.program.lists:
                    yield f"there are no lists {name}"
                elif isinstance(index, Const) and not 0 <= index.value < len(self.program.lists[name]):
                    yield f"lists {name} have no row {index.value}"
                yield from self._expr(index, names)
            case Turn(start, count):
                if count < 1:
                    yield "a turn of nobody"
                yield from self._expr(start, names)
            case Offsets(start, ways, width):
                yield from self._width(width)
                if [by for by, _ in ways] != sorted({by for by, _ in ways}):
                    yield "offsets out of order"
                yield from self._all((start, *(mask for _, mask in ways)), names)
            case _:
                assert_never(source)

    def _cell(self, cell: Cell, names: frozenset[str]) -> Iterator[str]:
        size = 1 if cell.index is None else cell.size
        if cell.base < 0 or size < 1 or cell.base + size > len(self.program.initial):
            yield f"cells {cell.base}..{cell.base + size - 1} are not all in the vector"
        if isinstance(cell.index, Const) and not 0 <= cell.index.value < size:
            yield f"cell {cell.base}: index {cell.index.value} is outside 0..{size - 1}"
        if cell.index is not None:
            yield from self._expr(cell.index, names)

    def _table(self, table: str, index: Expr) -> Iterator[str]:
        if table not in self.program.tables:
            yield f"there is no table {table}"
        elif isinstance(index, Const) and not 0 <= index.value < len(self.program.tables[table].values):
            yield f"table {table} has no place {index.value}"

    def _ends(self, table: str, e: ReachEdges) -> Iterator[str]:
        if table not in self.program.tables:
            yield f"there is no table {table}"
            return
        ends = self.program.tables[table].values
        if len(ends) < e.edges or any(not 0 <= end < e.width for end in ends[: e.edges]):
            yield f"table {table} does not hold the ends of {e.edges} edges between {e.width} nodes"

    def _holding(self, e: Holding) -> Iterator[str]:
        yield from self._cell(Cell(e.base, Local(""), e.size), frozenset(("",)))
        if e.classes not in self.program.tables:
            yield f"there is no table {e.classes}"
            return
        high = e.low + len(self.program.tables[e.classes].values) - 1
        for info in self.program.cells:
            if (
                info.base < e.base + e.size
                and e.base < info.base + info.size
                and not (e.low <= info.low and info.high <= high)
            ):
                yield f"table {e.classes} is for {e.low}..{high}, but {info.name} holds {info.low}..{info.high}"

    def _both_ways(self, steps: str, size: int) -> Iterator[str]:
        rows = self.program.tables[steps].values if steps in self.program.tables else ()
        if rows and len(rows) != size:
            yield f"table {steps} has {len(rows)} rows, not {size}"
        elif not symmetric(rows):
            yield f"table {steps} does not go both ways"

    def _width(self, width: int) -> Iterator[str]:
        if not 1 <= width <= WIDEST:
            yield f"a mask of {width} bits"

    def _call(self, sort: str, name: str, args: int) -> Iterator[str]:
        known = self.program.functions if sort == "function" else self.program.procedures
        if name not in known:
            yield f"there is no {sort} {name}"
        elif len(known[name].params) != args:
            yield f"{sort} {name} is given {args} values"
        self._calls.setdefault(self._where, set()).add(f"{sort} {name}")

    # -- statements ------------------------------------------------------------------------------
    def statements(self, where: str, body: tuple[Stmt, ...], names: Iterable[str]) -> Iterator[str]:
        """Faults of statements."""
        self._where = where
        for fault in self._statements(body, frozenset(names), 0):
            yield f"{where}: {fault}"

    def defined(self, body: tuple[Stmt, ...], names: Iterable[str]) -> frozenset[str]:
        """The names that surely have a value after the statements."""
        known = frozenset(names)
        for statement in body:
            match statement:
                case Assign(name):
                    known |= {name}
                case When(_, then, otherwise):
                    known = self.defined(then, known) & self.defined(otherwise, known)
                case _:
                    pass
        return known

    def _statements(self, body: tuple[Stmt, ...], names: frozenset[str], loops: int) -> Iterator[str]:
        if loops > DEEPEST:
            yield f"more than {DEEPEST} loops inside each other"
            return
        for statement in body:
            yield from self._statement(statement, names, loops)
            names = self.defined((statement,), names)

    def _statement(self, statement: Stmt, names: frozenset[str], loops: int) -> Iterator[str]:
        match statement:
            case Assign(_, value):
                yield from self._expr(value, names)
            case Store(cell, value, low, high, check):
                yield from self._cell(cell, names)
                yield from self._expr(value, names)
                if check is not None:
                    yield from self._reason(check)
                    yield from self._fits(cell, low, high)
                elif isinstance(value, Const):
                    yield from self._fits(cell, value.value, value.value)
            case When(test, then, otherwise):
                yield from self._expr(test, names)
                yield from self._statements(then, names, loops)
                yield from self._statements(otherwise, names, loops)
            case Each(clauses, inner, order):
                yield from self._over(clauses, keys(order), names)
                inside = names | {clause.name for clause in clauses}
                yield from self._statements(inner, inside, loops + len(clauses))
            case Repeat(test, inner, reason):
                yield from self._expr(test, names)
                yield from self._reason(reason)
                yield from self._statements(inner, names, loops + 1)
            case Collect(base, size, clauses, value, order):
                if base < 0 or size < 0 or base + size + 1 > len(self.program.initial):
                    yield f"a list from {base} does not fit into the vector"
                yield from self._over(clauses, (value, *keys(order)), names)
            case Run(procedure, args):
                yield from self._all(args, names)
                yield from self._call("procedure", procedure, len(args))
            case Require(test, reason):
                yield from self._expr(test, names)
                yield from self._reason(reason)
            case Fail(reason):
                yield from self._reason(reason)
            case _:
                assert_never(statement)

    def _reason(self, reason: int) -> Iterator[str]:
        if not 0 <= reason < len(self.program.reasons):
            yield f"there is no reason {reason}"

    def _fits(self, cell: Cell, low: int, high: int) -> Iterator[str]:
        """What may be stored lies within what the cells hold."""
        size = 1 if cell.index is None else cell.size
        for info in self.program.cells:
            meets = info.base < cell.base + size and cell.base < info.base + info.size
            if meets and not (info.low <= low and high <= info.high):
                yield f"{low}..{high} is stored in {info.name}, which holds {info.low}..{info.high}"

    # -- calls -----------------------------------------------------------------------------------
    def cycles(self) -> Iterator[str]:
        """Functions and procedures that come back to themselves (trials apart: they are bounded when they run)."""
        done: set[str] = set()
        for start in self._calls:
            path: list[str] = []
            yield from self._visit(start, path, done)

    def _visit(self, name: str, path: list[str], done: set[str]) -> Iterator[str]:
        if name in path:
            yield "calls in a circle: " + " -> ".join([*path[path.index(name) :], name])
            return
        if name in done:
            return
        path.append(name)
        for called in sorted(self._calls.get(name, ())):
            yield from self._visit(called, path, done)
        path.pop()
        done.add(name)


def keys(order: tuple[SortKey, ...]) -> tuple[Expr, ...]:
    """The values of an order."""
    return tuple(key.value for key in order)
