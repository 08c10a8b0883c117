"""Random Flows: goes in a seed, comes out a well-made `Program` that uses everything there is, so that engines can be held against each other."""

from __future__ import annotations

import random

from engines.build import Cells, program
from regelwerk_compiler.flow.flow import (
    MISSING,
    OVER,
    And,
    Assign,
    Axis,
    Binary,
    BitCount,
    Bits,
    Block,
    Branch,
    Call,
    Cell,
    Chance,
    Choice,
    Clause,
    Collect,
    Const,
    Decide,
    Decision,
    Each,
    End,
    Expr,
    Fail,
    Fold,
    Function,
    HasBit,
    Jump,
    LetIn,
    Local,
    Lookup,
    MaskOf,
    Numbers,
    Options,
    Or,
    Outcomes,
    Procedure,
    Program,
    Range,
    ReachEdges,
    ReachSteps,
    Repeat,
    Require,
    Return,
    Row,
    Run,
    SortKey,
    Source,
    Stmt,
    Store,
    Table,
    Toss,
    Trial,
    Turn,
    Unary,
    Values,
    When,
)

WIDE = 70
NARROW = 6
LISTS = {"rows": ((0, 1, 2), (), (5, 3, 4), (2, 2)), "up": ((0, 2, 4), (1, 5), (3,))}
TABLES = {
    "numbers": Table((3, -1, 4, 1, MISSING, 9, 2)),
    "masks": Table((0b101, 0, 0b111111, 0b10), NARROW),
    "wide": Table((1 << 69, (1 << 70) - 1, 5, 1 << 64), WIDE),
    "ends_a": Table((0, 1, 2, 3, 0, 4, 1)),
    "ends_b": Table((1, 2, 3, 0, 4, 5, 5)),
}


class Maker:
    """One random program."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.cells = Cells()
        self.array = self.cells.add("array", -3, 9, *[self.r.randint(-3, 9) for _ in range(6)])
        self.small = self.cells.add("small", 0, 3, self.r.randint(0, 3))
        self.signed = self.cells.add("signed", -1, 5, self.r.randint(-1, 5))
        self.mask_cell = self.cells.add("set", 0, 63, self.r.randint(0, 63))
        self.wide_cell = self.cells.add("wide set", 0, (1 << WIDE) - 1, self.r.randrange(1 << WIDE))
        self.maybe = self.cells.add("maybe", MISSING, 5, MISSING)
        self.heap = self.cells.add("heap", -9, 99, 0, *[7] * 8)
        self.frame = self.cells.add("frame", 0, 100, 0)
        self.functions: list[Function] = []
        self.procedures: list[Procedure] = []
        self.triable: list[tuple[int, int]] = []  # blocks that may be tried, with how many arguments
        self.leaves: list[tuple[int, int]] = []  # those that try nothing themselves
        self.names = 0
        self.trials = False

    # -- expressions -----------------------------------------------------------------------------
    def number(self, depth: int, names: tuple[str, ...]) -> Expr:
        r = self.r
        if depth <= 0 or r.random() < 0.15:
            pick = r.randrange(6)
            if pick < 2 and names:
                return Local(r.choice(names))
            if pick == 2:
                return Cell(self.r.choice([self.small, self.signed, self.maybe]))
            if pick == 3:
                return Cell(self.array + r.randrange(6))
            return Const(r.choice([MISSING, *range(-4, 10)]))
        match r.randrange(16):
            case 0 | 1:
                return Cell(self.array, self.index(6, depth - 1, names), 6)
            case 2:
                return Lookup("numbers", self.index(7, depth - 1, names))
            case 3:
                return Unary(r.choice(["neg", "abs"]), self.number(depth - 1, names))
            case 4 | 5:
                sign = r.choice(["+", "-", "*", "min", "max"])
                return Binary(sign, self.number(depth - 1, names), self.number(depth - 1, names))
            case 6:
                sign = r.choice(["mod", "div_down", "div_up"])
                by: Expr = Const(r.choice([-3, -1, 1, 2, 5]))
                if r.random() < 0.3:
                    by = Binary("max", Const(1), self.number(depth - 1, names))
                return Binary(sign, self.number(depth - 1, names), by)
            case 7:
                return Choice(
                    self.truth(depth - 1, names), self.number(depth - 1, names), self.number(depth - 1, names)
                )
            case 8:
                name = self.name(names)
                return LetIn(name, self.number(depth - 1, names), self.number(depth - 1, (*names, name)))
            case 9:
                known = [f for f in self.functions if not f.width and f.name.startswith("number")]
                if known:
                    f = r.choice(known)
                    return Call(f.name, tuple(self.number(depth - 2, names) for _ in f.params))
                return self.number(depth - 1, names)
            case 10:
                width = r.choice([NARROW, WIDE])
                return BitCount(self.mask(depth - 1, names, width), width)
            case 11:
                return self.truth(depth - 1, names)
            case _:
                return self.fold(r.choice(["sum", "count", "min", "max", "first", "first"]), depth, names)

    def index(self, size: int, depth: int, names: tuple[str, ...]) -> Expr:
        if self.r.random() < 0.3:
            return Const(self.r.randrange(size))
        return Binary("mod", self.number(depth, names), Const(size))

    def truth(self, depth: int, names: tuple[str, ...]) -> Expr:
        r = self.r
        if depth <= 0:
            return Binary("<", Cell(self.array + r.randrange(6)), Const(r.randint(-2, 8)))
        match r.randrange(10):
            case 0 | 1 | 2:
                sign = r.choice(["==", "!=", "<", "<="])
                return Binary(sign, self.number(depth - 1, names), self.number(depth - 1, names))
            case 3:
                return And(tuple(self.truth(depth - 1, names) for _ in range(r.randrange(4))))
            case 4:
                return Or(tuple(self.truth(depth - 1, names) for _ in range(r.randrange(4))))
            case 5:
                return Unary("not", self.truth(depth - 1, names))
            case 6:
                width = r.choice([NARROW, WIDE])
                return HasBit(self.mask(depth - 1, names, width), self.number(depth - 1, names), width)
            case 7:
                return Const(r.randrange(2))
            case 8 if self.trials and self.leaves:
                block, count = r.choice(self.leaves)
                return Trial(block, tuple(self.index(6, 1, names) for _ in range(count)))
            case _:
                return self.fold(r.choice(["any", "all"]), depth, names)

    def mask(self, depth: int, names: tuple[str, ...], width: int) -> Expr:
        r = self.r
        if depth <= 0:
            return Cell(self.mask_cell if width == NARROW else self.wide_cell)
        match r.randrange(7):
            case 0:
                return Cell(self.mask_cell if width == NARROW else self.wide_cell)
            case 1:
                return Lookup("masks" if width == NARROW else "wide", self.index(4, depth - 1, names))
            case 2:
                return MaskOf(tuple(self.number(depth - 1, names) for _ in range(r.randrange(4))), width)
            case 3:
                return self.fold("mask", depth, names, width)
            case 4:
                name = self.name(names)
                inside = (*names, name)
                return ReachEdges(
                    self.number(depth - 1, names), name, 7, "ends_a", "ends_b", self.truth(depth - 1, inside), width
                )
            case 5:
                name = self.name(names)
                clause = self.clause(depth - 1, (*names, name))
                return ReachSteps(self.number(depth - 1, names), name, clause, width)
            case _:
                a, b = self.mask(depth - 1, names, width), self.mask(depth - 1, names, width)
                return Choice(self.truth(depth - 1, names), a, b)

    def fold(self, kind: str, depth: int, names: tuple[str, ...], width: int = 0) -> Expr:
        clauses, inside = self.clauses(depth - 1, names)
        body = self.truth(depth - 1, inside) if kind in ("any", "all") else self.number(depth - 1, inside)
        order = self.order(depth - 1, inside) if kind == "first" and self.r.random() < 0.6 else ()
        return Fold(kind, clauses, body, order, self.r.choice([MISSING, -1, 0]), width)  # type: ignore[arg-type]

    def order(self, depth: int, names: tuple[str, ...]) -> tuple[SortKey, ...]:
        return tuple(SortKey(self.r.random() < 0.5, self.number(depth, names)) for _ in range(self.r.randint(1, 2)))

    def clauses(self, depth: int, names: tuple[str, ...]) -> tuple[tuple[Clause, ...], tuple[str, ...]]:
        found: list[Clause] = []
        for _ in range(self.r.choice([0, 1, 1, 1, 2, 2, 3])):
            found.append(self.clause(depth, names))
            names = (*names, found[-1].name)
        return tuple(found), names

    def clause(self, depth: int, names: tuple[str, ...]) -> Clause:
        name = self.name(names)
        where = self.truth(depth - 1, (*names, name)) if self.r.random() < 0.4 else None
        return Clause(name, self.source(depth - 1, names), where)

    def source(self, depth: int, names: tuple[str, ...]) -> Source:
        r = self.r
        match r.randrange(7):
            case 0 | 1:
                low = r.randint(-1, 2)
                return Range(Const(low), Const(low + r.randint(-1, 4)))
            case 2:
                return Range(Const(0), self.index(5, depth, names))
            case 3:
                width = r.choice([NARROW, WIDE])
                return Bits(MaskOf((self.index(width, depth, names), self.index(6, depth, names)), width), width)
            case 4:
                return Values(tuple(self.number(depth, names) for _ in range(r.randrange(4))))
            case 5:
                name = r.choice(list(LISTS))
                return Row(name, self.index(len(LISTS[name]), depth, names))
            case _:
                count = r.randint(1, 4)
                return Turn(self.index(count, depth, names), count)

    def name(self, names: tuple[str, ...]) -> str:
        """Mostly a new name; sometimes one that hides another, or one that Python or we keep for ourselves."""
        if names and self.r.random() < 0.1:
            return self.r.choice(names)
        self.names += 1
        return self.r.choice(["a", "b", "k", "v", "for", "found", "t_1", "Übel", "x y", f"n{self.names}"])

    # -- statements ------------------------------------------------------------------------------
    def statements(self, depth: int, names: tuple[str, ...], many: int = 4) -> tuple[tuple[Stmt, ...], tuple[str, ...]]:
        found: list[Stmt] = []
        for _ in range(self.r.randint(0, many)):
            statement = self.statement(depth, names)
            found.append(statement)
            if isinstance(statement, Assign):
                names = (*names, statement.name)
        return tuple(found), names

    def statement(self, depth: int, names: tuple[str, ...]) -> Stmt:
        r = self.r
        match r.randrange(14):
            case 0 | 1:
                return Assign(self.name(names), self.number(2, names))
            case 2 | 3 | 4 if depth > 0:
                then, _ = self.statements(depth - 1, names, 2)
                otherwise, _ = self.statements(depth - 1, names, 2)
                return When(self.truth(2, names), then, otherwise if r.random() < 0.5 else ())
            case 5 | 6 if depth > 0:
                clauses, inside = self.clauses(1, names)
                body, _ = self.statements(depth - 1, inside, 2)
                order = self.order(1, inside) if r.random() < 0.3 else ()
                return Each(clauses, body, order, r.random() < 0.3, r.random() < 0.3)
            case 7 if depth > 0:
                body, _ = self.statements(0, names, 1)
                step = Store(Cell(self.small), Binary("+", Cell(self.small), Const(1)), 0, 3, 0)
                return Repeat(And((Binary("<", Cell(self.small), Const(3)), self.truth(1, names))), (step, *body), 1)
            case 8:
                clauses, inside = self.clauses(1, names)
                order = self.order(1, inside) if r.random() < 0.4 else ()
                value = Binary("max", Const(-9), Binary("min", Const(99), self.number(1, inside)))
                return Collect(self.heap, 8, clauses, value, order)
            case 9 if self.procedures:
                procedure = r.choice(self.procedures)
                return Run(procedure.name, tuple(self.number(1, names) for _ in procedure.params))
            case 10 if r.random() < 0.3:
                return Require(self.truth(2, names), 0) if r.random() < 0.7 else Fail(1)
            case 11:
                return Store(Cell(self.mask_cell), self.mask(2, names, NARROW))
            case 12:
                return Store(Cell(self.wide_cell), self.mask(2, names, WIDE))
            case _:
                fit = Binary("max", Const(-3), Binary("min", Const(9), self.number(2, names)))
                cell = Cell(self.array, self.index(6, 1, names), 6)
                if r.random() < 0.2:
                    return Store(cell, self.number(1, names), -3, 9, 2)
                return Store(cell, fit)

    # -- the whole -------------------------------------------------------------------------------
    def make(self) -> Program:
        r = self.r
        for i in range(3):
            params = tuple(f"p{j}" for j in range(r.randrange(3)))
            self.functions.append(Function(f"number{i}", params, self.number(3, params)))
        for i in range(2):
            params = tuple(f"q{j}" for j in range(r.randrange(3)))
            self.procedures.append(Procedure(f"do {i}", params, self.statements(1, params)[0]))
        chain = range(3, 3 + r.randint(4, 10))
        first_decision, first_target = chain.stop, chain.stop + 4
        numbers, decisions, chances = self._choices(first_target, chain, first_decision)
        rests = list(range(first_decision, first_decision + 4))
        blocks = [
            Block(rests[0], "first", (), (), Decide(0)),
            Block(rests[1], "second", (), (), Decide(1)),
            Block(rests[2], "dice", (), (), Toss(0)),
            Block(rests[3], "cards", (), (), Toss(1)),
        ]
        for i, (names, leaves) in enumerate(self._targets):
            body, _ = self.statements(2, names)
            after_chance = i >= self._chance_targets
            target = r.choice(rests[:2] * 3 + [chain[-1]] if after_chance else [*chain, *rests])
            blocks.append(Block(first_target + i, f"target {i}", names, body, Jump(target, leaves)))
            if leaves:
                self.leaves.append((first_target + i, len(names)))
        self.trials = True
        for number in chain:
            body, names = self.statements(2, ())
            later = [*range(number + 1, chain.stop), *rests, *rests]
            end: End = Jump(r.choice(later), r.random() < 0.3)
            if r.random() < 0.5:
                end = Branch(self.truth(2, names), r.choice(later), r.choice([0, *later, *later]))
            elif r.random() < 0.2:
                to = r.choice(later)
                body = (*body, Store(Cell(self.frame), Const(to)))
                end = Return(self.frame, (to, rests[0]))
            if end == Jump(0):
                body = (*body, Store(Cell(OVER), Const(1)))
            blocks.append(Block(number, f"block {number}", (), body, end))
        return program(
            "random",
            self.cells,
            sorted(blocks, key=lambda block: block.number),
            r.choice([*chain, *rests]),
            numbers=numbers,
            decisions=decisions,
            chances=chances,
            functions=self.functions,
            procedures=self.procedures,
            tables=TABLES,
            lists=LISTS,
            reasons=["not allowed", "too long", "does not fit"],
            most_decisions=25,
        )

    def _choices(
        self, first_target: int, chain: range, first_rest: int
    ) -> tuple[list[Numbers], list[Decision], list[Chance]]:
        """Two decisions and two chances; the blocks they lead to are noted in `_targets`."""
        r = self.r
        numbers: list[Numbers] = []
        self._targets: list[tuple[tuple[str, ...], bool]] = []
        base = 0

        def kinds(count: int) -> list[tuple[int, tuple[Clause, ...], tuple[str, ...], int]]:
            nonlocal base
            found = []
            for _ in range(count):
                axes: list[Axis] = []
                clauses: list[Clause] = []
                names: tuple[str, ...] = ()
                for _ in range(r.choice([0, 1, 1, 2, 3])):
                    name = f"c{len(names)}"
                    low, size = r.randint(-1, 2), r.randint(1, 4)
                    where = self.truth(1, (*names, name)) if r.random() < 0.3 else None
                    source: Source = Range(Const(low), Const(low + size - 1))
                    if r.random() < 0.3:
                        values = [Const(r.randint(low, low + size - 1)) for _ in range(r.randint(1, 5))]
                        source = Values(tuple(values))
                    axes.append(Axis(name, low, size))
                    clauses.append(Clause(name, source, where))
                    names = (*names, name)
                numbers.append(Numbers("rule", f"rule {len(numbers)}", base, tuple(axes)))
                base += numbers[-1].size
                target = first_target + len(self._targets)
                self._targets.append((names, r.random() < 0.7))
                found.append((len(numbers) - 1, tuple(clauses), names, target))
            return found

        decisions = []
        for i in range(2):
            options = []
            for index, clauses, names, target in kinds(r.randint(1, 3)):
                guard = self.truth(2, names) if r.random() < 0.8 else None
                if guard is not None and i == 1 and self.triable and r.random() < 0.6:
                    block, count = r.choice(self.triable)
                    tried = Trial(block, tuple(self.index(3, 1, names) for _ in range(count)))
                    guard = And((guard, tried))
                options.append(Options(index, clauses, guard, target))
                self.triable.append((target, len(names)))
            otherwise = r.choice([None, 0]) if r.random() < 0.8 else None
            decisions.append(
                Decision(f"decision {i}", Const(0), tuple(options), otherwise, otherwise is None and i == 0, "rule")
            )
        self._chance_targets = len(self._targets)
        chances = []
        for i in range(2):
            outcomes = []
            for index, clauses, names, target in kinds(r.randint(1, 2)):
                weight: Expr = Const(1) if r.random() < 0.5 else Unary("abs", self.number(1, names))
                if r.random() < 0.7:
                    weight = Binary("min", weight, Const(1000))
                outcomes.append(Outcomes(index, clauses, weight, target))
            chances.append(Chance(f"chance {i}", tuple(outcomes), "", (), "somewhere"))
        return numbers, decisions, chances


def random_flow(seed: int) -> Program:
    """The program of a seed."""
    return Maker(seed).make()
