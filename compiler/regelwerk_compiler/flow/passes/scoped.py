"""What passes that know the intervals of all names have in common: a walk over a program with `Places` at hand.

Goes in: a Program.  Comes out: a Program.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import flow
from ..flow import Block, Program
from ..known import Interval, Names
from ..rewrite import walk
from .places import Places
from .simplify import Simplifier


class Scoped(Simplifier):
    """A pass over everything; behind it the program has the tables, lists and functions that were made on the way."""

    def __init__(self, program: Program) -> None:
        program = seated(program)
        self.places = Places(program)
        super().__init__(self.places.program)
        self.source_program = program

    def names_in(self, block: Block) -> Names:
        """The intervals of what options and outcomes hand to a block."""
        return dict(zip(block.params, self.params.get(block.number, ()), strict=False))

    def run(self) -> Program:
        """Everything, with what is known of parameters."""
        p = self.source_program
        self.params = params_of(p)
        found = self.all_of(p)
        made = {name: f for name, f in self.places.functions.items() if name not in p.functions}
        return replace(found, functions={**found.functions, **made}, tables=self.places.tables, lists=self.places.lists)


def seated(program: Program) -> Program:
    """Formulas of the sheet are asked for seats."""
    names = {item.function for item in program.score} | {key for _, key in program.ranking.keys}
    domain = ((0, len(program.seats) - 1),)
    functions = {
        name: replace(f, domains=domain) if name in names and len(f.params) == 1 and not f.domains else f
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


def params_of(program: Program) -> dict[int, tuple[Interval, ...]]:
    """The intervals of what options and outcomes hand to their blocks."""
    found: dict[int, tuple[Interval, ...]] = {}
    tried = {
        part.block for block in program.blocks for part in walk((block.body, block.end)) if isinstance(part, flow.Trial)
    }
    choices: list[Any] = [o for d in program.decisions for o in d.options]
    choices += [o for c in program.chances for o in c.outcomes]
    for choice in choices:
        axes = tuple((a.low, a.low + a.size - 1) for a in program.numbers[choice.numbers].axes)
        old = found.get(choice.target, axes)
        found[choice.target] = tuple((min(a, c), max(b, d)) for (a, b), (c, d) in zip(old, axes, strict=True))
    return {number: params for number, params in found.items() if number not in tried}
