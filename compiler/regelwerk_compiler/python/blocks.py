"""Blocks of the Flow as functions of Python.

Goes in: the graph.  Comes out: a function for every block that is entered from more than one place or from outside; all
others are written where the one that leads to them ends.

A function takes the vector and the block's parameters and returns the number of the block to go on in: a function too, or
a place to rest.  In a trial it returns `THROUGH`, or `REFUSED`, or the number of the block to go on in, tried as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..flow.flow import Block, Branch, Decide, Jump, Program, Return, Stop, Toss
from . import expressions, statements
from .code import Code
from .frame import Frame, Module, Scope
from .names import comment, plain

Axes = dict[int, tuple[tuple[int, int], ...]]  # the intervals of a block's parameters
DEEPEST_BRANCH = 12  # indentation from which on a block becomes a function of its own


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
    """Blocks that need a function: entered from outside, by number, or from several places."""
    roots = {program.entry}
    count: Counter[int] = Counter()
    for block in program.blocks:
        targets = list(successors(block, program))
        count.update(targets)
        if isinstance(block.end, Return | Decide):
            roots.update(targets)
    for decision in program.decisions:
        roots.update(options.target for options in decision.options)
    for chance in program.chances:
        roots.update(outcomes.target for outcomes in chance.outcomes)
    roots.update(number for number, times in count.items() if times > 1)
    return roots


def function_name(block: Block) -> str:
    """What the function of a block is called."""
    return f"b_{block.number}_{plain(block.name)}"


class Region:
    """Writes one function: a block and all that belongs to it alone."""

    def __init__(self, module: Module, roots: set[int], frame: Frame, axes: Axes) -> None:
        self.module = module
        self.roots = roots  # grows: blocks that lie too deep
        self.frame = frame
        self.axes = axes
        self.goes_on: set[int] = set()  # blocks whose numbers are returned
        self._inside: set[int] = set()

    def write(self, number: int) -> None:
        """The block, to the ends of the function."""
        f = self.frame
        block = self.module.blocks[number]
        self._inside.add(number)
        origin = f", {block.origin}" if block.origin else ""
        f.out.write(comment(f"# block {number}: {block.name}{origin}"))
        scope = self.scope(block)
        statements.write(block.body, f, scope)
        match block.end:
            case Jump(target, leaving):
                if leaving and f.trial:
                    f.out.write("return THROUGH")
                else:
                    self.go(target)
            case Branch(test, then, otherwise):
                code = expressions.raw(test, f, scope)
                if code.constant is not None and not code.loose:
                    self.go(then if code.constant else otherwise)
                    return
                with f.out.block(f"if {code.text}"):
                    self.go(then)
                self.go(otherwise)
            case Return(cell, targets):
                self.goes_on.update(targets)
                f.out.write(f"return v[{cell}]")
            case Decide() | Toss() | Stop():
                f.out.write(f"return {number}")

    def scope(self, block: Block) -> Scope:
        """The names of a block."""
        ranges = self.axes.get(block.number)
        params: dict[str, Code] = {}
        for i, name in enumerate(block.params):
            params[name] = self.module.variable(name, *ranges[i]) if ranges else self.module.variable(name)
        return statements.known_names(block.body, params, self.frame)

    def go(self, target: int) -> None:
        """On to another block: written here if it belongs here alone."""
        block = self.module.blocks[target]
        if self.frame.trial and rests(block):
            self.rest(block)
        elif rests(block) or target in self.roots or target in self._inside or self.frame.out.level > DEEPEST_BRANCH:
            if not rests(block):
                self.roots.add(target)
            self.goes_on.add(target)
            self.frame.out.write(f"return {target}")
        else:
            self.write(target)

    def rest(self, block: Block) -> None:
        """A trial has come as far as it goes."""
        out = self.frame.out
        if isinstance(block.end, Decide):
            decision = self.module.program.decisions[block.end.decision]
            if decision.refuses and decision.otherwise is None:
                out.write(f"return THROUGH if any_{block.end.decision}(v) else REFUSED")
                return
        out.write("return THROUGH")
