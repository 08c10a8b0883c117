"""Pass `narrow`: a loop runs only over what the board itself allows.

Goes in: a Program.  Comes out: one in which conditions that depend on the places, and on few things that are known before the loop (whose turn
it is, the place of an outer loop), no longer stand in it: it runs over a static list for each of those.  For Python; C has `sets`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..flow import And, Cell, Clause, Collect, Const, Each, Expr, Fold, HasBit, Local, Lookup, Program, Range, Row, Stmt
from ..free import free
from ..known import Names, without
from ..rewrite import walk
from ..values import binary, conjunction
from .masks import WIDEST
from .scoped import Scoped


def narrow(program: Program) -> Program:
    """The pass."""
    return _Narrow(program).run()


class _Narrow(Scoped):
    lively = False  # whether cells may change between two rounds

    def clauses(self, clauses: tuple[Clause, ...], names: Names) -> tuple[tuple[Clause, ...], Names]:
        """Clauses over shorter lists."""
        found: list[Clause] = []
        for clause in clauses:
            (plain,), inside = super().clauses((self.shorter(clause, names),), names)
            found.append(plain)
            names = inside
        return tuple(found), names

    def shorter(self, clause: Clause, names: Names) -> Clause:
        """A clause whose source does without what its static conditions refuse."""
        if clause.where is None:
            return clause
        low, high, most = self.known.source(clause.source, names)
        width = high + 1
        sources = self.members(clause, width)
        if low < 0 or width > WIDEST or most < 2 or sources is None:
            return clause
        inside = without(names, clause.name, (low, high))
        static, rest, refusing = list[Expr](), list[Expr](), False
        for test in clause.where.parts if isinstance(clause.where, And) else (clause.where,):
            leaves = self.places.leaves(test, frozenset((clause.name,)), inside)
            changing = self.lively and any(isinstance(part, Cell) for part in walk(test))
            elsewhere = clause.name not in free(test)
            refusing = refusing or self.known.refuses(test)
            stays = leaves is None or changing or elsewhere or refusing or (rest and not self.known.safe(test, inside))
            (rest if stays else static).append(test)
        if not static:
            return clause
        mask = self.places.static_set(clause.name, width, conjunction(*sources, *static), inside)
        row = self.listed(mask)
        if row is None:
            return clause
        return Clause(clause.name, row, conjunction(*rest) if rest else None)

    def members(self, clause: Clause, width: int) -> Sequence[Expr] | None:
        """What it runs over, as conditions; None if it is not of that sort, or not in order."""
        match clause.source:
            case Range(Const(low), Const()):
                return (binary("<=", Const(low), Local(clause.name)),) if low > 0 else ()
            case Row(name, index):
                rows = self.places.source.lists[name]
                if any(list(row) != sorted(set(row)) for row in rows):
                    return None
                table = self.places.table(tuple(sum(1 << v for v in row) for row in rows), width)
                return (HasBit(Lookup(table, index), Local(clause.name), width),)
        return None

    def listed(self, mask: Expr | None) -> Row | None:
        """A mask that is looked up as a list to run over."""
        if isinstance(mask, Const):
            values, index = (mask.value,), Const(0)
        elif isinstance(mask, Lookup):
            values, index = self.places.tables[mask.table].values, mask.index  # type: ignore[assignment]
        else:
            return None
        rows = tuple(tuple(i for i in range(m.bit_length()) if m >> i & 1) for m in values)
        name = next((n for n, known in self.places.lists.items() if known == rows), None)
        if name is None:
            name = f"narrow_{len(self.places.lists) + 1}"
            self.places.lists[name] = rows
        return Row(name, index)

    # -- conditions that stand behind the clauses --------------------------------------------------
    def fold(self, e: Fold, names: Names) -> Expr:
        """An aggregate: what `any` asks last is a condition, too."""
        if e.kind == "any" and e.clauses and e.body != Const(1):
            last, (_, inside) = e.clauses[-1], super().clauses(e.clauses[:-1], names)
            whole = replace(last, where=conjunction(*(t for t in (last.where, e.body) if t is not None)))
            if self.shorter(whole, inside).source != whole.source:
                e = replace(e, clauses=(*e.clauses[:-1], whole), body=Const(1))
        return super().fold(e, names)

    def statement(self, statement: Stmt, names: Names) -> Stmt:
        """One statement."""
        before = self.lively
        if isinstance(statement, Each | Collect):
            self.lively = isinstance(statement, Each) and not (statement.snapshot or statement.order or statement.first)
        try:
            if isinstance(statement, Each):
                clauses, _ = self.clauses(statement.clauses, names)
                self.lively = before
                new = super().statement(replace(statement, clauses=()), names)
                assert isinstance(new, Each)
                return replace(new, clauses=clauses)
            return super().statement(statement, names)
        finally:
            self.lively = before
