"""A Program -> for each block, which frame cells may still be read from there on; the others are leftovers and mean nothing.

Leftovers can hold secrets (what somebody picked), so re-dealing wipes them.  A plain backward analysis over blocks; whole
`CellInfo`s of the role `frame` are the units.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from regelwerk_compiler.flow.flow import (
    Assign,
    Block,
    Branch,
    Call,
    Cell,
    Clause,
    Collect,
    Decide,
    Digest,
    Each,
    Fail,
    Jump,
    Program,
    Repeat,
    Require,
    Return,
    Run,
    Stmt,
    Stop,
    Store,
    Toss,
    Trial,
    When,
)

Units = frozenset[int]
"""Indices into `Program.cells`."""

NONE: Units = frozenset()


class Liveness:
    """The live frame cells at every block."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._unit: dict[int, int] = {}
        for n, info in enumerate(program.cells):
            if info.role == "frame":
                self._unit.update((cell, n) for cell in range(info.base, info.base + info.size))
        self._blocks = {block.number: block for block in program.blocks}
        self._functions: dict[str, Units] = {}
        self._procedures: dict[str, Units] = {}
        self._at: dict[int, Units] = dict.fromkeys(self._blocks, NONE)
        changed = True
        while changed:
            changed = False
            for block in reversed(program.blocks):
                live = self._entered(block)
                if live != self._at[block.number]:
                    self._at[block.number] = live
                    changed = True
            self._functions.clear()  # they may hold trials, whose targets have grown
            self._procedures.clear()
        shadows = {zone.shadow for zone in program.zones if zone.shadow}
        self._frames = tuple(
            n for n, info in enumerate(program.cells) if info.role == "frame" and info.base not in shadows
        )

    def leftovers(self, block: int) -> list[range]:
        """The frame cells that nobody will read from a block on, shadows of secret loops apart."""
        live = self._at[block]
        cells = self.program.cells
        return [range(cells[n].base, cells[n].base + cells[n].size) for n in self._frames if n not in live]

    # -- blocks ------------------------------------------------------------------------------------
    def _entered(self, block: Block) -> Units:
        return self._before(block.body, self._behind(block))

    def _behind(self, block: Block) -> Units:
        """What is live where the statements of a block have run."""
        program, at = self.program, self._at
        match block.end:
            case Jump(target):
                return at[target]
            case Branch(test, then, otherwise):
                return self._read(test) | at[then] | at[otherwise]
            case Return(cell, targets):
                return self._cells((cell,)) | NONE.union(*(at[target] for target in targets))
            case Decide(number):
                decision = program.decisions[number]
                live = self._read(decision.player)
                for options in decision.options:
                    live |= self._read(options.clauses) | self._read(options.guard) | at[options.target]
                return live if decision.otherwise is None else live | at[decision.otherwise]
            case Toss(number):
                chance = program.chances[number]
                live = self._read(chance.seen_args) | self._read(chance.player)
                for outcomes in chance.outcomes:
                    live |= self._read(outcomes.clauses) | self._read(outcomes.weight) | at[outcomes.target]
                return live
            case Stop():
                return NONE
        raise TypeError(block.end)

    def _before(self, statements: tuple[Stmt, ...], live: Units) -> Units:
        for statement in reversed(statements):
            live = self._before_one(statement, live)
        return live

    def _before_one(self, statement: Stmt, live: Units) -> Units:
        match statement:
            case Store(cell, value):
                if cell.index is None and self._size(cell.base) == 1:
                    live -= self._cells((cell.base,))
                return live | self._read(cell.index) | self._read(value)
            case Assign(_, value):
                return live | self._read(value)
            case When(test, then, otherwise):
                return self._read(test) | self._before(then, live) | self._before(otherwise, live)
            case Each():
                again = live | self._before(statement.body, live)
                return (
                    again
                    | self._before(statement.body, again)
                    | self._read(statement.clauses)
                    | self._read(statement.order)
                )
            case Repeat(test, body):
                again = live | self._read(test) | self._before(body, live | self._read(test))
                return again | self._before(body, again)
            case Collect(base, size, clauses, value, order):
                if self._size(base) == size + 1:
                    live -= self._cells((base,))
                return live | self._read(clauses) | self._read(value) | self._read(order)
            case Run(name, args):
                return live | self._procedure(name) | self._read(args)
            case Require(test):
                return live | self._read(test)
            case Fail():
                return live
        raise TypeError(statement)

    # -- reading -------------------------------------------------------------------------------------
    def _size(self, base: int) -> int:
        unit = self._unit.get(base)
        return 0 if unit is None else self.program.cells[unit].size

    def _cells(self, cells: Iterable[int]) -> Units:
        return frozenset(self._unit[cell] for cell in cells if cell in self._unit)

    def _procedure(self, name: str) -> Units:
        if name not in self._procedures:
            self._procedures[name] = NONE  # rules do not recur
            self._procedures[name] = self._before(self.program.procedures[name].body, NONE)
        return self._procedures[name]

    def _read(self, thing: object) -> Units:
        """The frame cells that an expression, a clause, a key or a tuple of them reads."""
        match thing:
            case None | int() | str() | bool():
                return NONE
            case tuple():
                return NONE.union(*(self._read(part) for part in thing))
            case Cell(base, index, size):
                return self._cells(range(base, base + size)) | self._read(index)
            case Digest(values, runs):
                return self._read(values) | self._cells(
                    cell for first, n, _ in runs for cell in range(first, first + n)
                )
            case Trial(block, args):
                return self._at[block] | self._read(args)
            case Call(name, args):
                if name not in self._functions:
                    self._functions[name] = NONE
                    self._functions[name] = self._read(self.program.functions[name].body)
                return self._functions[name] | self._read(args)
            case Clause():
                return self._read(thing.source) | self._read(thing.where)
            case _ if is_dataclass(thing):
                return NONE.union(*(self._read(getattr(thing, one.name)) for one in fields(thing)))
        return NONE
