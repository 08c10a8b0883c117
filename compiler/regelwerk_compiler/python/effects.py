"""What statements do: whether they store anything, whether they may be refused.

Goes in: a statement.  Comes out: yes or no, always on the safe side.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..flow.flow import Collect, Each, Fail, Program, Repeat, Require, Run, Stmt, Store, When
from ..flow.known import Known
from ..flow.rewrite import parts


class Effects:
    """Facts about the statements of one program."""

    def __init__(self, program: Program, known: Known) -> None:
        self.program = program
        self.known = known
        self._stores: dict[str, bool] = {}
        self._refuses: dict[str, bool] = {}

    def stores(self, statement: Stmt) -> bool:
        """Does it change the vector?"""
        match statement:
            case Store() | Collect():
                return True
            case When(_, then, otherwise):
                return self.any_stores((*then, *otherwise))
            case Each(_, body) | Repeat(_, body):
                return self.any_stores(body)
            case Run(name):
                if name not in self._stores:
                    self._stores[name] = True
                    self._stores[name] = self.any_stores(self.program.procedures[name].body)
                return self._stores[name]
            case _:
                return False

    def any_stores(self, statements: Iterable[Stmt]) -> bool:
        """Does one of them?"""
        return any(self.stores(statement) for statement in statements)

    def refuses(self, statement: Stmt) -> bool:
        """May it be refused?"""
        match statement:
            case Require() | Fail() | Repeat() | Collect():
                return True
            case Store(check=None):
                return self.known.refuses(statement)
            case Store(cell, value, low, high):
                ends = self.known.interval(value, {})
                return self.known.refuses(cell) or self.known.refuses(value) or not (low <= ends[0] and ends[1] <= high)
            case When(test, then, otherwise):
                return self.known.refuses(test) or self.any_refuses((*then, *otherwise))
            case Each(clauses, body, order):
                return self.known.refuses((*clauses, *order)) or self.any_refuses(body)
            case Run(name, args):
                if name not in self._refuses:
                    self._refuses[name] = True
                    self._refuses[name] = self.any_refuses(self.program.procedures[name].body)
                return self._refuses[name] or self.known.refuses(args)
            case _:
                return any(self.known.refuses(part) for part in parts(statement))

    def any_refuses(self, statements: Iterable[Stmt]) -> bool:
        """May one of them?"""
        return any(self.refuses(statement) for statement in statements)
