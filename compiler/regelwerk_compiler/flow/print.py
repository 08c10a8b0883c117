"""From a Flow to text for reading and for golden tests: one line a statement, tables cut short.

Goes in: a `Program`.  Comes out: text.  Cells carry their names, blocks and procedures the place they were written at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ..document.located import Span
from .flow import (
    MISSING,
    And,
    Assign,
    Beyond,
    Binary,
    BitCount,
    Bits,
    Block,
    Branch,
    Call,
    Cell,
    Choice,
    Clause,
    Collect,
    Const,
    Decide,
    Digest,
    Each,
    Expr,
    Fail,
    Fold,
    HasBit,
    Highest,
    Holding,
    Join,
    Jump,
    LetIn,
    Linked,
    Local,
    Lookup,
    Lowest,
    MaskOf,
    Meet,
    Numbers,
    Offsets,
    Or,
    Program,
    Range,
    ReachEdges,
    ReachSteps,
    Repeat,
    Require,
    Return,
    Row,
    Run,
    Shift,
    Some,
    SortKey,
    Source,
    Stmt,
    Stop,
    Store,
    Toss,
    Trial,
    Turn,
    Unary,
    Values,
    When,
    Without,
)

SHOWN = 12  # so many values of a table are written out
SIGNS = {"mod": "mod", "div_down": "div down", "div_up": "div up"}


class Printer:
    """Writes the parts of one program."""

    def __init__(self, program: Program | None = None) -> None:
        self.program = program
        self._cells: dict[int, tuple[str, int]] = {}  # cell -> name, place in it
        self._single: set[str] = set()
        for info in program.cells if program else ():
            for i in range(info.size):
                self._cells[info.base + i] = (info.name, i)
            if info.size == 1:
                self._single.add(info.name)

    # -- expressions -----------------------------------------------------------------------------
    def expr(self, e: Expr) -> str:
        """A whole expression."""
        match e:
            case Binary(op, a, b) if op in ("min", "max"):
                return f"{op}({self.expr(a)}, {self.expr(b)})"
            case Binary(op, a, b):
                return f"{self.part(a)} {SIGNS.get(op, op)} {self.part(b)}"
            case And(parts):
                return " and ".join(self.part(part) for part in parts) or "true"
            case Or(parts):
                return " or ".join(self.part(part) for part in parts) or "false"
            case Choice(test, a, b):
                return f"{self.part(a)} if {self.part(test)} else {self.part(b)}"
            case Unary("not", a):
                return f"not {self.part(a)}"
            case Unary("neg", a):
                return f"-{self.part(a)}"
            case LetIn(name, value, body):
                return f"let {name} = {self.part(value)} in {self.expr(body)}"
            case HasBit(mask, index, width):
                return f"{self.part(index)} in {self.part(mask)}:{width}"
            case _:
                return self.part(e)

    def part(self, e: Expr) -> str:
        """An expression as part of a larger one."""
        match e:
            case Const(value):
                return "missing" if value == MISSING else str(value)
            case Local(name):
                return name
            case Cell():
                return self.cell(e)
            case Lookup(table, index):
                return f"{table}[{self.expr(index)}]"
            case Unary("abs", a):
                return f"abs({self.expr(a)})"
            case Binary("min" | "max"):
                return self.expr(e)
            case Call(function, args):
                return f"{function}({self.list(args)})"
            case BitCount(mask, width):
                return f"bits({self.expr(mask)}:{width})"
            case MaskOf(values, width):
                return f"{{{self.list(values)}}}:{width}"
            case Fold():
                return self.fold(e)
            case ReachEdges():
                ends = f"{e.ends_a}/{e.ends_b}"
                where = f"{e.edge} in 0..{e.edges - 1} of {ends} where {self.expr(e.where)}"
                return f"reach:{e.width}({self.expr(e.start)}, {where})"
            case ReachSteps():
                return f"reach:{e.width}({self.expr(e.start)}, {e.node} -> {self.clause(e.clause)})"
            case Digest(values, runs):
                cells = [f"{first}..{first + count - 1}" for first, count, _ in runs]
                return f"digest({', '.join([*(self.expr(x) for x in values), *cells])})"
            case Trial(block, args):
                return f"tries(block {block}{self.args(args)})"
            case Holding(base, size, classes, _, value):
                return f"where:{size}({self.cell(Cell(base))}.. {classes} == {self.expr(value)})"
            case Linked(holding, starts, steps):
                return f"linked:{holding.size}({self.expr(holding)} from {starts} by {steps})"
            case Meet(parts, _):
                return f"({' & '.join(self.part(part) for part in parts)})"
            case Join(parts, _):
                return f"({' | '.join(self.part(part) for part in parts)})"
            case Without(a, b, _):
                return f"({self.part(a)} without {self.part(b)})"
            case Shift(mask, by, width):
                return f"shift:{width}({self.expr(mask)} by {by})"
            case Beyond(mask, width, up):
                return f"{'above' if up else 'below'}:{width}({self.expr(mask)})"
            case Some(mask, _):
                return f"some({self.expr(mask)})"
            case Lowest(mask, _, empty):
                return f"lowest({self.expr(mask)} else {empty})"
            case Highest(mask, _, empty):
                return f"highest({self.expr(mask)} else {empty})"
            case Unary() | Binary() | And() | Or() | Choice() | LetIn() | HasBit():
                return f"({self.expr(e)})"
            case _:
                assert_never(e)

    def cell(self, cell: Cell) -> str:
        """A cell under its name."""
        name, place = self._cells.get(cell.base, ("v", cell.base))
        if cell.index is None:
            return name if name in self._single else f"{name}[{place}]"
        index = self.expr(cell.index) if place == 0 else f"{place} + {self.part(cell.index)}"
        return f"{name}[{index}]"

    def fold(self, e: Fold) -> str:
        """An aggregate."""
        empty = f" else {e.empty}" if e.kind in ("min", "max", "first") else ""
        width = f":{e.width}" if e.kind == "mask" else ""
        body = "" if e.kind == "count" else f"{self.expr(e.body)} for "
        return f"{e.kind}{width}({body}{self.clauses(e.clauses)}{self.order(e.order)}{empty})"

    def clauses(self, clauses: tuple[Clause, ...]) -> str:
        """What is run over."""
        return ", ".join(self.clause(clause) for clause in clauses) or "once"

    def clause(self, clause: Clause) -> str:
        """One clause."""
        where = f" where {self.expr(clause.where)}" if clause.where is not None else ""
        return f"{clause.name} in {self.source(clause.source)}{where}"

    def source(self, source: Source) -> str:
        """What one clause runs over."""
        match source:
            case Range(low, high):
                return f"{self.part(low)}..{self.part(high)}"
            case Bits(mask, width):
                return f"{self.part(mask)}:{width}"
            case Values(values):
                return f"[{self.list(values)}]"
            case Row(name, index):
                return f"{name}[{self.expr(index)}]"
            case Turn(start, count):
                return f"{count} from {self.part(start)}"
            case Offsets(start, ways):
                return f"[{', '.join(f'{self.part(start)} + {by} in {self.part(mask)}' for by, mask in ways)}]"
            case _:
                assert_never(source)

    def order(self, order: tuple[SortKey, ...]) -> str:
        """What is first."""
        keys = [f"{'highest' if key.highest else 'lowest'} {self.part(key.value)}" for key in order]
        return f" by {', '.join(keys)}" if keys else ""

    def list(self, parts: tuple[Expr, ...]) -> str:
        """Several, with commas."""
        return ", ".join(self.expr(part) for part in parts)

    def args(self, args: tuple[Expr, ...]) -> str:
        """Arguments of a block, if there are some."""
        return f", {self.list(args)}" if args else ""

    # -- statements ------------------------------------------------------------------------------
    def statements(self, statements: tuple[Stmt, ...], level: int = 1) -> Iterator[str]:
        """Lines, indented."""
        for statement in statements:
            yield from self.statement(statement, level)

    def statement(self, statement: Stmt, level: int) -> Iterator[str]:
        """The lines of one."""
        tab = "  " * level
        match statement:
            case Assign(name, value):
                yield f"{tab}{name} := {self.expr(value)}"
            case Store(cell, value, low, high, check):
                fits = "" if check is None else f" within {low}..{high} or {self.reason(check)}"
                yield f"{tab}{self.cell(cell)} = {self.expr(value)}{fits}"
            case When(test, then, otherwise):
                yield f"{tab}if {self.expr(test)}:"
                yield from self.statements(then, level + 1)
                if otherwise:
                    yield f"{tab}else:"
                    yield from self.statements(otherwise, level + 1)
            case Each(clauses, body, order, snapshot, first):
                words = f"{' first' * first}{' snapshot' * snapshot}"
                yield f"{tab}each{words} {self.clauses(clauses)}{self.order(order)}:"
                yield from self.statements(body, level + 1)
            case Repeat(test, body, reason):
                yield f"{tab}while {self.expr(test)} or {self.reason(reason)}:"
                yield from self.statements(body, level + 1)
            case Collect(base, size, clauses, value, order):
                into = self.cell(Cell(base))
                yield f"{tab}{into} .. {size} = {self.expr(value)} for {self.clauses(clauses)}{self.order(order)}"
            case Run(procedure, args):
                yield f"{tab}run {procedure}({self.list(args)})"
            case Require(test, reason):
                yield f"{tab}require {self.expr(test)} or {self.reason(reason)}"
            case Fail(reason):
                yield f"{tab}fail {self.reason(reason)}"
            case _:
                assert_never(statement)

    def reason(self, reason: int) -> str:
        """Its address."""
        if self.program and 0 <= reason < len(self.program.reasons):
            return f"refuse {self.program.reasons[reason].address!r}"
        return f"refuse {reason}"

    # -- the whole -------------------------------------------------------------------------------
    def block(self, block: Block) -> Iterator[str]:
        """A block."""
        yield f"block {block.number} {block.name}({', '.join(block.params)}){place(block.origin)}"
        yield from self.statements(block.body)
        match block.end:
            case Jump(target, leaving):
                yield f"  {'leave' if leaving else 'go'} to {target}"
            case Branch(test, then, otherwise):
                yield f"  go to {then} if {self.expr(test)} else {otherwise}"
            case Return(cell, targets):
                yield f"  go to {self.cell(Cell(cell))}, one of {', '.join(map(str, targets))}"
            case Decide(decision):
                yield f"  decide {decision}"
            case Toss(chance):
                yield f"  toss {chance}"
            case Stop():
                yield "  stop"
            case _:
                assert_never(block.end)


def place(origin: Span | None) -> str:
    """Where it was written."""
    return f"  # {origin}" if origin else ""


def shortened(values: tuple[object, ...]) -> str:
    """The first values of a table."""
    text = " ".join(str(value).replace(",)", ")") for value in values[:SHOWN])
    return text + (f" .. ({len(values)})" if len(values) > SHOWN else "")


def numbers_text(numbers: Numbers) -> str:
    """A block of option numbers."""
    axes = ", ".join(f"{axis.name} {axis.low}..{axis.low + axis.size - 1}" for axis in numbers.axes)
    return f"{numbers.base}..{numbers.base + numbers.size - 1} {numbers.kind} {numbers.name}({axes})"


def print_flow(program: Program) -> str:
    """The whole program."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    p = Printer(program)
    yield f"flow {program.game}, seats {' '.join(program.seats)}, at most {program.most_decisions} decisions"
    yield ""
    for info in program.cells:
        at = f"{info.base}" if info.size == 1 else f"{info.base}..{info.base + info.size - 1}"
        initial = shortened(program.initial[info.base : info.base + info.size])
        yield f"cell {at} {info.name} {info.role} {info.low}..{info.high} = {initial}"
    for name, table in program.tables.items():
        yield f"table {name}{f':{table.width}' if table.width else ''} = {shortened(table.values)}"
    for name, rows in program.lists.items():
        yield f"lists {name} = {shortened(rows)}"
    for i, numbers in enumerate(program.numbers):
        yield f"numbers {i}: {numbers_text(numbers)}"
    for i, reason in enumerate(program.reasons):
        yield f"reason {i}: {reason.address!r} {reason.text!r}{place(reason.span)}"
    for function in program.functions.values():
        yield ""
        width = f":{function.width}" if function.width else ""
        yield f"function {function.name}({', '.join(function.params)}){width}{place(function.origin)}"
        yield f"  {p.expr(function.body)}"
    for procedure in program.procedures.values():
        yield ""
        yield f"procedure {procedure.name}({', '.join(procedure.params)}){place(procedure.origin)}"
        yield from p.statements(procedure.body)
    for i, decision in enumerate(program.decisions):
        yield ""
        stuck = " refuses" * decision.refuses
        none = "" if decision.otherwise is None else f" otherwise {decision.otherwise}"
        yield f"decision {i} {decision.name} by {p.expr(decision.player)}{none}{stuck}{place(decision.origin)}"
        for name, value in decision.before:
            yield f"  {name} := {p.expr(value)}"
        for options in decision.options:
            guard = f" if {p.expr(options.guard)}" if options.guard is not None else ""
            yield f"  numbers {options.numbers} for {p.clauses(options.clauses)}{guard} -> {options.target}"
    for i, chance in enumerate(program.chances):
        yield ""
        yield f"chance {i} {chance.name} into {chance.into!r}{place(chance.origin)}"
        for outcomes in chance.outcomes:
            weight = p.expr(outcomes.weight)
            yield f"  numbers {outcomes.numbers} for {p.clauses(outcomes.clauses)} weight {weight} -> {outcomes.target}"
    for block in program.blocks:
        yield ""
        yield f"{'entry ' * (block.number == program.entry)}{next(lines := p.block(block))}"
        yield from lines
