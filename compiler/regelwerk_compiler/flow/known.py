"""What is known about an expression before it runs: its interval, whether it can go wrong, what it costs.

Goes in: an expression, and the intervals of the names it speaks of.  Comes out: facts, always on the safe side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from .flow import (
    And,
    Beyond,
    Binary,
    BitCount,
    Bits,
    Call,
    Cell,
    Choice,
    Clause,
    Comparison,
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
    Source,
    Trial,
    Turn,
    Unary,
    Values,
    Without,
)
from .free import free
from .rewrite import parts, walk

WIDEST = 4000  # bits of a number that we reckon with
ANY = (-(1 << WIDEST), 1 << WIDEST)  # nothing is known
Interval = tuple[int, int]
Names = Mapping[object, Interval]  # of locals by their names, and of expressions of which a test said something
LOOP = 12  # what a binding of a loop costs, in steps
DEAR = 1000  # from here on something is not worked out in vain


class Known:
    """Facts about the expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.deep = False  # whether trials may lie in each other too deep: then they may refuse
        self._cells: list[Interval] = [(0, 0)] * len(program.initial)
        for info in program.cells:
            self._cells[info.base : info.base + info.size] = [(info.low, info.high)] * info.size
        self._tables: dict[str, Interval] = {}
        self._results: dict[str, Interval] = {}
        self._refuses: dict[str, bool] = {}
        self._costs: dict[int, tuple[object, int]] = {}

    # -- intervals -------------------------------------------------------------------------------
    def cells(self, base: int, size: int) -> Interval:
        """The interval of `size` cells."""
        ranges = self._cells[base : base + size] or [ANY]
        return min(low for low, _ in ranges), max(high for _, high in ranges)

    def table(self, name: str) -> Interval:
        """The interval of a table's values."""
        if name not in self._tables:
            values = self.program.tables[name].values or (0,)
            self._tables[name] = (min(values), max(values))
        return self._tables[name]

    def params(self, name: str) -> dict[object, Interval]:
        """The intervals of a function's parameters."""
        function = self.program.functions[name]
        domains = function.domains or (ANY,) * len(function.params)
        return dict(zip(function.params, domains, strict=True))

    def result(self, name: str) -> Interval:
        """The interval of a function's value."""
        if name not in self._results:
            self._results[name] = ANY  # should it ever call itself
            self._results[name] = self.interval(self.program.functions[name].body, self.params(name))
        return self._results[name]

    def interval(self, e: Expr, names: Names) -> Interval:
        """An interval that holds the value."""
        match e:
            case Const(value):
                return value, value
            case Local(name):
                return names.get(name, ANY)
            case Cell(base, index, size):
                return names.get(e) or self.cells(base, 1 if index is None else size)
            case Lookup(table):
                return names.get(e) or self.table(table)
            case Unary("not", _) | And() | Or() | HasBit() | Trial():
                return 0, 1
            case Unary(op, a):
                low, high = self.interval(a, names)
                if op == "neg":
                    return -high, -low
                return (low, high) if low >= 0 else (0, max(-low, high))
            case Binary():
                return self._binary(e, names)
            case Choice(test, a, b):
                yes, no = self.assume(test, names, True), self.assume(test, names, False)
                return union(self.interval(a, yes), self.interval(b, no))
            case LetIn(name, value, body):
                return self.interval(body, without(names, name, self.interval(value, names)))
            case Call(name):
                return self.result(name)
            case BitCount(_, width):
                return 0, width
            case Digest():
                return 0, (1 << 62) - 1
            case MaskOf(_, width) | ReachEdges(width=width) | ReachSteps(width=width):
                return 0, (1 << min(width, WIDEST)) - 1
            case (
                Meet(_, width)
                | Join(_, width)
                | Without(_, _, width)
                | Shift(_, _, width)
                | Beyond(_, width)
                | Holding(_, width)
            ):
                return 0, (1 << min(width, WIDEST)) - 1
            case Linked(holding):
                return 0, (1 << min(holding.size, WIDEST)) - 1
            case Some():
                return 0, 1
            case Lowest(_, width, empty) | Highest(_, width, empty):
                return min(0, empty), max(width - 1, empty)
            case Fold():
                return self._fold(e, names)
            case _:
                assert_never(e)

    def _binary(self, e: Binary, names: Names) -> Interval:
        (a, b), (c, d) = self.interval(e.a, names), self.interval(e.b, names)
        match e.op:
            case "+":
                return clip(a + c, b + d)
            case "-":
                return clip(a - d, b - c)
            case "*":
                ends = (a * c, a * d, b * c, b * d)
                return clip(min(ends), max(ends))
            case "min":
                return min(a, c), min(b, d)
            case "max":
                return max(a, c), max(b, d)
            case "mod":
                if c > 0:
                    return (a, b) if a >= 0 and b < c else (0, d - 1)
                return -max(abs(c), abs(d)), max(abs(c), abs(d))
            case "div_down" | "div_up":
                most = max(abs(a), abs(b))
                return (0 if a >= 0 and c > 0 else -most - 1), most + 1
            case "<" | "<=" | "==" | "!=":
                return compared(e.op, (a, b), (c, d))
            case _:
                assert_never(e.op)

    def _fold(self, e: Fold, names: Names) -> Interval:
        if e.kind in ("any", "all"):
            return 0, 1
        if e.kind == "mask":
            return 0, (1 << min(e.width, WIDEST)) - 1
        inside, most = self.bound(e.clauses, names)
        if e.kind == "count":
            return 0, most
        low, high = self.interval(e.body, inside)
        if e.kind == "sum":
            return clip(min(0, low * most), max(0, high * most))
        return union((low, high), (e.empty, e.empty))

    def bound(self, clauses: tuple[Clause, ...], names: Names) -> tuple[Names, int]:
        """The names inside of clauses, and how many bindings there are at most."""
        inside: Names = names
        most = 1
        for clause in clauses:
            low, high, count = self.source(clause.source, inside)
            inside = without(inside, clause.name, (low, high))
            if clause.where is not None:
                inside = self.assume(clause.where, inside, True)
            most = min(most * count, ANY[1])
        return inside, most

    def source(self, source: Source, names: Names) -> tuple[int, int, int]:
        """The interval of what a clause runs over, and how much it is at most."""
        match source:
            case Range(low, high):
                a, b = self.interval(low, names)[0], self.interval(high, names)[1]
                return a, max(a, b), max(0, b - a + 1)
            case Bits(_, width):
                return 0, width - 1, width
            case Values(values):
                ranges = [self.interval(value, names) for value in values] or [(0, 0)]
                return min(low for low, _ in ranges), max(high for _, high in ranges), len(values)
            case Row(name):
                rows = self.program.lists[name]
                numbers = [number for row in rows for number in row] or [0]
                return min(numbers), max(numbers), max((len(row) for row in rows), default=0)
            case Turn(_, count):
                return 0, count - 1, count
            case Offsets(_, ways, width):
                return 0, width - 1, len(ways)
            case _:
                assert_never(source)

    def assume(self, test: Expr, names: Names, true: bool) -> Names:
        """The same where a test is true, or false."""
        match test:
            case And(parts_) if true:
                for part in parts_:
                    names = self.assume(part, names, True)
            case Or(parts_) if not true:
                for part in parts_:
                    names = self.assume(part, names, False)
            case Unary("not", a):
                return self.assume(a, names, not true)
            case HasBit() | Fold() | Call() | And() | Or():
                return {**names, test: (int(true), int(true))}
            case Binary("<" | "<=" | "==", a, b):
                names = self._assume(test.op, a, b, names, true)
                if isinstance(a, Choice) or isinstance(b, Choice):
                    names = {**names, test: (int(true), int(true))}
            case _:
                pass
        return names

    def _assume(self, op: str, a: Expr, b: Expr, names: Names, true: bool) -> Names:
        (low_a, high_a), (low_b, high_b) = self.interval(a, names), self.interval(b, names)
        if op == "==":
            if not true:
                return names
            both = (max(low_a, low_b), min(high_a, high_b))
            new_a = new_b = both
        else:
            gap = 1 if op == "<" else 0
            if true:
                new_a, new_b = (low_a, min(high_a, high_b - gap)), (max(low_b, low_a + gap), high_b)
            else:  # b <= a, or b < a
                gap = 1 - gap
                new_a, new_b = (max(low_a, low_b + gap), high_a), (low_b, min(high_b, high_a - gap))
        found = dict(names)
        for e, new in ((a, new_a), (b, new_b)):
            if new[0] > new[1]:
                continue  # it cannot be so
            if isinstance(e, Local):
                found[e.name] = new
            elif isinstance(e, Cell | Lookup):
                found[e] = new
        return found

    # -- going wrong -----------------------------------------------------------------------------
    def safe(self, e: Expr, names: Names) -> bool:
        """Surely every index lies where it must, whatever was tested before."""
        match e:
            case Cell(_, index, size):
                if index is None:
                    return True
                low, high = self.interval(index, names)
                return low >= 0 and high < size and self.safe(index, names)
            case Lookup(table, index):
                low, high = self.interval(index, names)
                return low >= 0 and high < len(self.program.tables[table].values) and self.safe(index, names)
            case LetIn(name, value, body):
                bound = without(names, name, self.interval(value, names))
                return self.safe(value, names) and self.safe(body, bound)
            case Const() | Local():
                return True
            case And(parts_) | Or(parts_):
                for part in parts_:
                    if not self.safe(part, names):
                        return False
                    names = self.assume(part, names, isinstance(e, And))
                return True
            case Choice(test, a, b):
                yes, no = self.assume(test, names, True), self.assume(test, names, False)
                return self.safe(test, names) and self.safe(a, yes) and self.safe(b, no)
            case Fold(_, clauses, body, order):
                inside: Names = names
                for clause in clauses:
                    if not self._safe_source(clause.source, inside):
                        return False
                    low, high, _ = self.source(clause.source, inside)
                    inside = without(inside, clause.name, (low, high))
                    if clause.where is not None:
                        if not self.safe(clause.where, inside):
                            return False
                        inside = self.assume(clause.where, inside, True)
                return all(self.safe(part, inside) for part in (body, *(key.value for key in order)))
            case Call(name, args):
                function = self.program.functions[name]
                fits = bool(function.domains) and all(
                    low <= self.interval(arg, names)[0] and self.interval(arg, names)[1] <= high
                    for arg, (low, high) in zip(args, function.domains, strict=True)
                )
                return (fits or not args) and all(self.safe(arg, names) for arg in args)
            case ReachEdges(start, edge, edges, _, _, where):
                return self.safe(start, names) and self.safe(where, without(names, edge, (0, edges - 1)))
            case ReachSteps(start, node, clause, width):
                inside = without(names, node, (0, width - 1))
                if not self.safe(start, names) or not self._safe_source(clause.source, inside):
                    return False
                low, high, _ = self.source(clause.source, inside)
                return clause.where is None or self.safe(clause.where, without(inside, clause.name, (low, high)))
            case Trial():
                return False
            case _:
                return all(self.safe(part, names) for part in subexpressions(e))

    def _safe_source(self, source: Source, names: Names) -> bool:
        if isinstance(source, Row):
            low, high = self.interval(source.index, names)
            return low >= 0 and high < len(self.program.lists[source.list]) and self.safe(source.index, names)
        return all(self.safe(part, names) for part in subexpressions(source))

    def refuses(self, node: object) -> bool:
        """May valuing it be refused?  (A division by 0; a trial is bounded in depth.)"""
        for part in walk(node):
            match part:
                case Binary("mod" | "div_down" | "div_up", _, b):
                    if not (isinstance(b, Const) and b.value != 0) and not self._positive(b):
                        return True
                case Trial() if self.deep:
                    return True
                case Call(name):
                    if name not in self._refuses:
                        self._refuses[name] = False
                        self._refuses[name] = self.refuses(self.program.functions[name].body)
                    if self._refuses[name]:
                        return True
                case _:
                    pass
        return False

    def _positive(self, e: Expr) -> bool:
        low, high = self.interval(e, {})
        return low > 0 or high < 0

    # -- costs -----------------------------------------------------------------------------------
    def cost(self, node: object) -> int:
        """About how many steps it takes."""
        seen = self._costs.get(id(node))
        if seen is not None and seen[0] is node:
            return seen[1]
        match node:
            case Const() | Local():
                total = 0
            case Fold(_, clauses, body, order):
                total = LOOP
                for clause in reversed(clauses):
                    total = self.cost(clause.source) + self.cost(clause.where) + LOOP + 4 * total
                total += 4 * self.cost(body) + 4 * self.cost(order)
            case ReachEdges() | ReachSteps() | Trial() | Digest():
                total = DEAR
            case Call(name, args):
                total = 6 + self.cost(self.program.functions[name].body) + sum(self.cost(arg) for arg in args)
            case None:
                total = 0
            case tuple():
                total = sum(self.cost(part) for part in node)
            case _:
                total = 1 + sum(self.cost(part) for part in parts(node))
        self._costs[id(node)] = (node, total)
        return total


def subexpressions(node: object) -> list[Expr]:
    """The expressions directly inside."""
    found: list[Expr] = []
    for part in parts(node):
        found += part if isinstance(part, tuple) else (part,)
    return found


def union(a: Interval, b: Interval) -> Interval:
    """An interval that holds both."""
    return min(a[0], b[0]), max(a[1], b[1])


def compared(op: Comparison, left: Interval, right: Interval) -> Interval:
    """What a comparison comes to, 0 or 1; (0, 1) if the intervals leave it open."""
    (a, b), (c, d) = left, right
    match op:
        case "<":
            return int(b < c), int(a < d)
        case "<=":
            return int(b <= c), int(a <= d)
        case "==":
            return int(a == b == c == d), int(b >= c and d >= a)
        case "!=":
            same, open_ = compared("==", left, right)
            return 1 - open_, 1 - same


def clip(low: int, high: int) -> Interval:
    """Not wider than what we reckon with."""
    return max(low, ANY[0]), min(high, ANY[1])


def without(names: Names, name: str, interval: Interval) -> Names:
    """The same with another meaning of a name; what was known about expressions that speak of it is forgotten."""
    kept = {key: known for key, known in names.items() if isinstance(key, str) or name not in free(key)}
    return {**kept, name: interval}
