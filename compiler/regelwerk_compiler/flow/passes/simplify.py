"""Pass `simplify`: what is known beforehand is not asked.

Goes in: a Program.  Comes out: one in which tests that intervals or earlier tests decide are gone, constants are folded, values that are
finished where they are missing (`x else 0`) ask only once whether they are there, and names for simple values are gone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import flow
from ..flow import (
    And,
    Binary,
    BitCount,
    Bits,
    Block,
    Call,
    Cell,
    Choice,
    Clause,
    Const,
    Digest,
    Each,
    Expr,
    Fold,
    HasBit,
    LetIn,
    Local,
    Lookup,
    MaskOf,
    Offsets,
    Or,
    Program,
    Range,
    ReachEdges,
    ReachSteps,
    Row,
    Source,
    Stmt,
    Trial,
    Turn,
    Unary,
    Values,
)
from ..free import free
from ..known import Known, Names, without
from ..rewrite import rebuild, substituted, walk
from ..values import binary, choice, conjunction, disjunction, negation, simple

Test = And | Or | Binary | Unary | HasBit | Fold | Call
COMPARISONS = ("==", "!=", "<", "<=")


def simplify(program: Program) -> Program:
    """The pass."""
    return Simplifier(program).run()


class Simplifier:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = Known(program)

    def names_in(self, block: Block) -> Names:
        """The intervals of what a block is entered with, as far as they are known."""
        return {}

    def run(self) -> Program:
        """Everything, with what is known of parameters."""
        return self.all_of(self.program)

    def all_of(self, p: Program) -> Program:
        """Everything in a program that says what `self.program` says."""
        functions = {n: replace(f, body=self.expr(f.body, self.known.params(n))) for n, f in p.functions.items()}
        procedures = {
            n: replace(q, body=self.statements(q.body, dict(zip(q.params, q.domains, strict=False))))
            for n, q in p.procedures.items()
        }
        blocks = []
        for block in p.blocks:
            end = block.end
            if isinstance(end, flow.Branch):
                end = replace(end, test=self.expr(end.test, {}))
            blocks.append(replace(block, body=self.statements(block.body, self.names_in(block)), end=end))
        return replace(
            p,
            functions=functions,
            procedures=procedures,
            blocks=tuple(blocks),
            decisions=tuple(self.decision(d) for d in p.decisions),
            chances=tuple(self.chance(c) for c in p.chances),
        )

    def decision(self, decision: flow.Decision) -> flow.Decision:
        """Its options."""
        options = []
        for o in decision.options:
            clauses, inside = self.clauses(o.clauses, {})
            guard = None if o.guard is None else self.expr(o.guard, inside)
            options.append(replace(o, clauses=clauses, guard=None if guard == Const(1) else guard))
        return replace(decision, options=tuple(options))

    def chance(self, chance: flow.Chance) -> flow.Chance:
        """Its outcomes."""
        outcomes = []
        for o in chance.outcomes:
            clauses, inside = self.clauses(o.clauses, {})
            outcomes.append(replace(o, clauses=clauses, weight=self.expr(o.weight, inside)))
        return replace(chance, outcomes=tuple(outcomes))

    def clauses(self, clauses: tuple[Clause, ...], names: Names) -> tuple[tuple[Clause, ...], Names]:
        """Clauses, and what is known inside of them."""
        found: list[Clause] = []
        for clause in clauses:
            source = self.source(clause.source, names)
            low, high, _ = self.known.source(source, names)
            names = without(names, clause.name, (low, high))
            where = None
            if clause.where is not None:
                where = self.expr(clause.where, names)
                names = self.known.assume(where, names, True)
            found.append(Clause(clause.name, source, None if where == Const(1) else where))
        return tuple(found), names

    def source(self, source: Source, names: Names) -> Source:
        """What a clause runs over."""
        match source:
            case Range(low, high):
                return Range(self.expr(low, names), self.expr(high, names))
            case Bits(mask, width):
                return Bits(self.expr(mask, names), width)
            case Values(values):
                return Values(tuple(self.expr(value, names) for value in values))
            case Row(name, index):
                return Row(name, self.expr(index, names))
            case Turn(start, count):
                return Turn(self.expr(start, names), count)
            case Offsets(start, ways, width):
                return Offsets(self.expr(start, names), tuple((by, self.expr(m, names)) for by, m in ways), width)

    # -- statements ------------------------------------------------------------------------------
    def statements(self, body: tuple[Stmt, ...], names: Names) -> tuple[Stmt, ...]:
        """Statements; what cells hold changes between them, so that only parameters are known."""
        assigned = {part.name for part in walk(body) if isinstance(part, flow.Assign)}
        assigned |= {part.name for part in walk(body) if isinstance(part, Clause)}
        names = {name: interval for name, interval in names.items() if name not in assigned}
        return tuple(self.statement(statement, names) for statement in body)

    def statement(self, statement: Stmt, names: Names) -> Stmt:
        """One statement."""
        match statement:
            case Each() | flow.Collect():
                clauses, _ = self.clauses(statement.clauses, names)
                order = tuple(replace(key, value=self.expr(key.value, names)) for key in statement.order)
                if isinstance(statement, Each):
                    return replace(statement, clauses=clauses, order=order, body=self.statements(statement.body, names))
                return replace(statement, clauses=clauses, order=order, value=self.expr(statement.value, names))
            case flow.When(test, then, otherwise):
                return replace(
                    statement,
                    test=self.expr(test, names),
                    then=self.statements(then, names),
                    otherwise=self.statements(otherwise, names),
                )
            case flow.Repeat(test, body):
                return replace(statement, test=self.expr(test, names), body=self.statements(body, names))
            case flow.Store(cell, value):
                index = None if cell.index is None else self.expr(cell.index, names)
                if isinstance(index, Const):
                    cell, index = Cell(cell.base + index.value), None
                return replace(statement, cell=replace(cell, index=index), value=self.expr(value, names))
            case _:
                return rebuild(statement, lambda part: self.part(part, names))

    def part(self, part: Any, names: Names) -> Any:
        """An expression, or several."""
        if isinstance(part, tuple):
            return tuple(self.expr(e, names) for e in part)
        return self.expr(part, names)

    # -- expressions -----------------------------------------------------------------------------
    def expr(self, e: Expr, names: Names) -> Expr:
        """The same, simpler."""
        fact = names.get(e) if isinstance(e, Test) else None
        if fact is not None and fact[0] == fact[1]:
            return Const(fact[0])
        new = self._expr(e, names)
        if not isinstance(new, Const):
            low, high = self.known.interval(new, names)
            if low == high and not self.known.refuses(new):
                return Const(low)
        return new

    def _expr(self, e: Expr, names: Names) -> Expr:
        match e:
            case Const() | Local() | Trial() | Digest() | Call() | MaskOf():
                return rebuild(e, lambda part: self.part(part, names)) if not isinstance(e, Digest) else e
            case (
                flow.Holding()
                | flow.Linked()
                | flow.Meet()
                | flow.Join()
                | flow.Without()
                | flow.Shift()
                | flow.Beyond()
                | flow.Some()
                | flow.Lowest()
                | flow.Highest()
            ):
                return rebuild(e, lambda part: self.part(part, names))
            case Cell(base, index, size):
                if index is None:
                    return e
                at = self.expr(index, names)
                return Cell(base + at.value) if isinstance(at, Const) and 0 <= at.value < size else Cell(base, at, size)
            case Lookup(table, index):
                at, values = self.expr(index, names), self.program.tables[table].values
                fixed = isinstance(at, Const) and 0 <= at.value < len(values)
                return Const(values[at.value]) if fixed and isinstance(at, Const) else Lookup(table, at)
            case Unary("not", a):
                return negation(self.expr(a, names))
            case Unary(op, a):
                b = self.expr(a, names)
                if isinstance(b, Const):
                    return Const(-b.value if op == "neg" else abs(b.value))
                return Unary(op, b)
            case Binary(op, a, b):
                a, b = self.expr(a, names), self.expr(b, names)
                return self.compared(op, a, b, names) if op in COMPARISONS else binary(op, a, b)
            case And(parts) | Or(parts):
                return self.junction(parts, isinstance(e, And), names)
            case Choice(test, a, b):
                return self.choice(self.expr(test, names), a, b, names)
            case LetIn(name, bound, body):
                return self.let(name, self.expr(bound, names), body, names)
            case HasBit(mask, index, width):
                m, i = self.expr(mask, names), self.expr(index, names)
                if isinstance(m, Const) and isinstance(i, Const):
                    return Const(m.value >> i.value & 1 if 0 <= i.value < width else 0)
                return HasBit(m, i, width)
            case BitCount(mask, width):
                m = self.expr(mask, names)
                return Const(m.value.bit_count()) if isinstance(m, Const) else BitCount(m, width)
            case Fold():
                return self.fold(e, names)
            case ReachEdges():
                inside = without(names, e.edge, (0, e.edges - 1))
                return replace(e, start=self.expr(e.start, names), where=self.expr(e.where, inside))
            case ReachSteps():
                (clause,), _ = self.clauses((e.clause,), without(names, e.node, (0, e.width - 1)))
                return replace(e, start=self.expr(e.start, names), clause=clause)

    def junction(self, parts: tuple[Expr, ...], all_: bool, names: Names) -> Expr:
        """`and` or `or`: each part knows how the ones before came out."""
        found = []
        for part in parts:
            new = self.expr(part, names)
            found.append(new)
            names = self.known.assume(new, names, all_)
        return conjunction(*found) if all_ else disjunction(*found)

    def choice(self, test: Expr, a: Expr, b: Expr, names: Names) -> Expr:
        """`a if test else b`."""
        if isinstance(test, Const):
            return self.expr(a if test.value else b, names)
        if_true, if_false = self.known.assume(test, names, True), self.known.assume(test, names, False)
        yes, no = self.expr(a, if_true), self.expr(b, if_false)
        if yes == Const(0) and self.truth(no, if_false):
            return conjunction(negation(test), no)
        if no == Const(0) and self.truth(yes, if_true):
            return conjunction(test, yes)
        return choice(test, yes, no)

    def truth(self, e: Expr, names: Names) -> bool:
        """Whether it is 0 or 1."""
        low, high = self.known.interval(e, names)
        return low >= 0 and high <= 1

    def compared(self, op: flow.BinaryOp, a: Expr, b: Expr, names: Names) -> Expr:
        """A comparison; one with a choice asks what was chosen, if that decides it."""
        for e, other, left in ((a, b, True), (b, a, False)):
            if not isinstance(e, Choice) or not simple(other):
                continue
            if op in ("==", "!=") and isinstance(e.b, Lookup) and isinstance(e.a, Const):
                continue  # engines look that up at once
            yes_names, no_names = self.known.assume(e.test, names, True), self.known.assume(e.test, names, False)
            yes = self.expr(Binary(op, *((e.a, other) if left else (other, e.a))), yes_names)
            no = self.expr(Binary(op, *((e.b, other) if left else (other, e.b))), no_names)
            if isinstance(yes, Const) or isinstance(no, Const):
                match yes, no:
                    case (Const(1), _):
                        return disjunction(e.test, no)
                    case (Const(), _):
                        return conjunction(negation(e.test), no)
                    case (_, Const(1)):
                        return disjunction(negation(e.test), yes)
                    case _:
                        return conjunction(e.test, yes)
        return binary(op, a, b)

    def let(self, name: str, value: Expr, body: Expr, names: Names) -> Expr:
        """A name for a value; gone if the value is simple, used once, or all the simpler when it is known what it is."""
        bound = {part.name for part in walk(body) if isinstance(part, Clause | LetIn)}
        bound |= {part.edge for part in walk(body) if isinstance(part, ReachEdges)}
        bound |= {part.node for part in walk(body) if isinstance(part, ReachSteps)}
        captured = bound & {name, *free(value)}
        if simple(value) and not captured:
            return self.expr(substituted(body, {name: value}), names)
        plain = self.expr(body, without(names, name, self.known.interval(value, names)))
        uses = sum(isinstance(part, Local) and part.name == name for part in walk(plain))
        if captured:
            return LetIn(name, value, plain)
        if uses == 0 and not self.known.refuses(value):
            return plain
        if isinstance(value, Choice) and uses <= 3 and self.known.cost((value, plain)) < 120:
            other = self.expr(substituted(plain, {name: value}), names)
            if self.known.cost(other) <= self.known.cost(value) + self.known.cost(plain):
                return other
        return LetIn(name, value, plain)

    def fold(self, e: Fold, names: Names) -> Expr:
        """An aggregate; a condition that never holds leaves nothing."""
        clauses, inside = self.clauses(e.clauses, names)
        if any(clause.where == Const(0) for clause in clauses):
            return Const({"all": 1, "min": e.empty, "max": e.empty, "first": e.empty}.get(e.kind, 0))
        body = self.expr(e.body, inside)
        order = tuple(replace(key, value=self.expr(key.value, inside)) for key in e.order)
        return replace(e, clauses=clauses, body=body, order=order)
