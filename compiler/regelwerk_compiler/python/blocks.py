"""Blocks of the Flow as functions of Python.

Goes in: the graph.  Comes out: a function for every block that is entered from outside, or from several places and not short; all others
are written where the one that leads to them ends.

A function takes the vector and the block's parameters and returns the number of the block to go on in: a function too, or a place to rest.
In a trial it returns 1 if it came through, 0 if it was refused, or the number of the block to go on in, which is tried as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from ..flow.flow import (
    Block,
    Branch,
    Cell,
    Collect,
    Const,
    Decide,
    Each,
    End,
    Expr,
    Jump,
    Program,
    Repeat,
    Return,
    Run,
    Stmt,
    Stop,
    Store,
    Toss,
    When,
)
from ..flow.rewrite import walk
from . import expressions, share, statements
from .code import Code
from .frame import Frame, Module, Scope
from .names import comment, plain

Axes = dict[int, tuple[tuple[int, int], ...]]  # the intervals of a block's parameters
Mode = Literal["earnest", "trial"]
DEEPEST_BRANCH = 12  # indentation from which on a block becomes a function of its own
SHORT = 3  # statements of a block that is written wherever it is entered
ROOM = 40  # lines of a function that may still take in a short block which others enter too
LONGEST = 150  # lines of a function


def successors(block: Block, program: Program) -> Iterator[int]:
    """Where it may go on without anybody choosing."""
    match block.end:
        case Jump(target):
            yield target
        case Branch(_, then, otherwise):
            yield from (then, otherwise)
        case Return(_, targets):
            yield from targets
        case Decide(decision):
            otherwise_ = program.decisions[decision].otherwise
            if otherwise_ is not None:
                yield otherwise_
        case Toss() | Stop():
            pass


def rests(block: Block) -> bool:
    """Is it a place to rest?"""
    return isinstance(block.end, Decide | Toss | Stop)


def entered(program: Program) -> set[int]:
    """Blocks that are entered from outside and so are functions."""
    wanted = {program.entry}
    for block in program.blocks:
        if isinstance(block.end, Return | Decide):
            wanted.update(successors(block, program))
    for decision in program.decisions:
        wanted.update(options.target for options in decision.options)
    for chance in program.chances:
        wanted.update(outcomes.target for outcomes in chance.outcomes)
    return wanted


def met(program: Program) -> set[int]:
    """Blocks that are entered from several places."""
    count = Counter(target for block in program.blocks for target in successors(block, program))
    return {number for number, times in count.items() if times > 1}


def function_name(block: Block) -> str:
    """What the function of a block is called."""
    return f"b_{block.number}_{plain(block.name)}".rstrip("_")


def resolved(number: int, blocks: dict[int, Block], trial: bool) -> int:
    """Where one comes to from a block, past those in which nothing happens."""
    seen = {number}
    while not (block := blocks[number]).body and isinstance(block.end, Jump) and not (trial and block.end.leaving):
        number = block.end.target
        if number in seen:
            break
        seen.add(number)
    return number


def length(body: tuple[Stmt, ...]) -> int:
    """How many statements there are, those inside others too."""
    return sum(1 for node in walk(body) if isinstance(node, Stmt))


class Region:
    """Writes one function: a block and all that belongs to it alone."""

    def __init__(self, module: Module, frame: Frame, axes: Axes, meeting: set[int], mode: Mode) -> None:
        self.module = module
        self.frame = frame
        self.axes = axes
        self.meeting = meeting
        self.mode = mode
        self.goes_on: set[int] = set()  # blocks whose numbers are returned
        self.written: set[int] = set()  # blocks that stand in it
        self.raises = False  # whether something inside may be refused where we cannot return
        self._inside: list[int] = []
        self._cells: dict[int, int] = {}  # cells that surely hold a number here: where to return to

    def write(self, number: int) -> None:
        """The block, to the ends of the function."""
        f = self.frame
        block = self.module.blocks[number]
        depth = len(self._inside)
        self._inside.append(number)
        self.written.add(number)
        self._comment(block)
        cells = dict(self._cells)
        body, end = list(block.body), block.end
        if self.mode == "trial":
            body, end = self._straight(block)
            self._note(body, end)
        else:
            self._track(body)
        scope = self.scope(block, body)
        statements.write(body, f, scope)
        match end:
            case Jump(target, leaving):
                if leaving and self.mode == "trial":
                    self._through()
                else:
                    self.go(target)
            case Branch(test, then, otherwise):
                self._branch(test, then, otherwise, scope)
            case Return(cell, targets):
                if cell in self._cells:
                    self.go(self._cells[cell])
                else:
                    self.goes_on.update(targets)
                    f.out.write(f"return v[{cell}]")
            case Decide() | Toss() | Stop():
                self.rest(self.module.blocks[self._inside[-1]])
        del self._inside[depth:]
        self._cells = cells

    def _track(self, body: Iterable[Stmt]) -> None:
        """What statements do to the cells that we know."""
        for statement in body:
            match statement:
                case Store(Cell(base, None), Const(value)):
                    self._cells[base] = value
                case Run() if self.module.effects.stores(statement):
                    self._cells.clear()
                case Store(Cell(base, index, size)):
                    self._lose(base, 1 if index is None else size)
                case Collect(base, size):
                    self._lose(base, size + 1)
                case When(_, then, otherwise):
                    self._forget((*then, *otherwise))
                case Each(_, inner) | Repeat(_, inner):
                    self._forget(inner)
                case _:
                    pass

    def _forget(self, body: Iterable[Stmt]) -> None:
        """Statements that may or may not happen."""
        before = dict(self._cells)
        self._track(body)
        self._cells = {cell: value for cell, value in before.items() if self._cells.get(cell) == value}

    def _lose(self, base: int, size: int) -> None:
        for cell in range(base, base + size):
            self._cells.pop(cell, None)

    def _comment(self, block: Block) -> None:
        if block.name or block.origin:
            place = f", {block.origin}" if block.origin else ""
            self.frame.out.write(comment(f"# {block.number} {block.name}{place}"))

    def _branch(self, test: Expr, then: int, otherwise: int, scope: Scope) -> None:
        f = self.frame
        code = expressions.raw(test, f, share.repeated([test], f, scope))
        if code.constant is not None and not code.loose:
            self.go(then if code.constant else otherwise)
            return
        lazy, cells = f.lazy, dict(self._cells)
        with f.out.block(f"if {code.text}"):
            self.go(then)
        f.lazy, self._cells = lazy, cells
        self.go(otherwise)

    def _straight(self, block: Block) -> tuple[list[Stmt], End]:
        """The statements up to the next fork; what is left undone in a trial because nobody would see it is left out."""
        body, end = list(block.body), block.end
        self._track(body)
        while True:
            if isinstance(end, Return) and end.cell in self._cells:
                end = Jump(self._cells[end.cell])
            if not isinstance(end, Jump) or end.leaving:
                break
            target = resolved(end.target, self.module.blocks, True)
            following = self.module.blocks[target]
            if rests(following) or target in self._inside:
                break
            self._inside.append(target)
            body += following.body
            self._track(following.body)
            end = following.end
        if self._surely_through(end):
            while body and not self.module.effects.refuses(body[-1]):
                body.pop()
        return body, end

    def _surely_through(self, end: End) -> bool:
        if isinstance(end, Jump):
            if end.leaving:
                return True
            block = self.module.blocks[resolved(end.target, self.module.blocks, True)]
            return rests(block) and not self._may_refuse(block)
        return isinstance(end, Toss | Stop)

    def _may_refuse(self, block: Block) -> bool:
        if not isinstance(block.end, Decide):
            return False
        decision = self.module.program.decisions[block.end.decision]
        return decision.refuses and decision.otherwise is None

    def _note(self, body: list[Stmt], end: End) -> None:
        """Whether something is refused in another function, which can only raise."""
        effects = self.module.effects
        calls = any(isinstance(part, Run) and effects.refuses(part) for part in walk(tuple(body)))
        if calls or self.module.known.refuses((*body, end)):
            self.raises = True

    def scope(self, block: Block, body: list[Stmt]) -> Scope:
        """The names of a block."""
        ranges = self.axes.get(block.number)
        params: dict[str, Code] = {}
        for i, name in enumerate(block.params):
            params[name] = self.frame.variable(name, *ranges[i]) if ranges else self.frame.variable(name)
        return statements.known_names(body, params, self.frame)

    def go(self, target: int) -> None:
        """On to another block: written here if it belongs here alone, or is short."""
        target = resolved(target, self.module.blocks, self.mode != "earnest")
        block = self.module.blocks[target]
        out = self.frame.out
        if rests(block):
            self.rest(block)
            return
        alone = target not in self.meeting or (length(block.body) <= SHORT and len(out.lines) < ROOM)
        if not alone or target in self._inside or out.level > DEEPEST_BRANCH or len(out.lines) > LONGEST:
            self.goes_on.add(target)
            out.write(f"return {target}")
        else:
            self.write(target)

    def _through(self) -> None:
        self.frame.out.write("return 1")

    def rest(self, block: Block) -> None:
        """As far as it goes without a choice."""
        if self.mode == "earnest":
            self.frame.out.write(f"return {block.number}")
        elif isinstance(block.end, Decide) and self._may_refuse(block):
            self.raises |= self.module.known.refuses(self.module.program.decisions[block.end.decision].options)
            self.frame.out.write(f"return any_{block.end.decision}(v)")
        else:
            self._through()
