"""A program read for people: where a vector rests, who decides there, what a number is, what a formula says.

Goes in: a Program and the Engine that runs it.  Comes out: answers about vectors; nothing is ever changed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from regelwerk_compiler.flow.flow import (
    CAPPED,
    OVER,
    PC,
    VEIL,
    Axis,
    Block,
    Chance,
    Decide,
    Decision,
    Expr,
    Numbers,
    Options,
    Outcomes,
    Program,
    Stop,
    Toss,
)

from .clock import limit, seconds
from .engine import Engine
from .engines.interpreter import Interpreter

Cells = Sequence[int]


class Look:
    """One program, ready to be asked.  Formulas that are no functions are valued by the reference interpreter."""

    def __init__(self, program: Program, engine: Engine | None = None) -> None:
        self.program = program
        self.interpreter = Interpreter(program)
        limit(self.interpreter, seconds())  # a formula that somebody looks at, no step
        self.engine: Engine = engine or self.interpreter
        self.blocks: dict[int, Block] = {block.number: block for block in program.blocks}
        order = sorted(range(len(program.numbers)), key=lambda n: program.numbers[n].base)
        self._order = tuple(n for n in order if program.numbers[n].size)
        self._bases = [program.numbers[n].base for n in self._order]

    # -- where it rests --------------------------------------------------------------------------
    def decision(self, vector: Cells) -> Decision | None:
        """The decision at which the vector rests, if it is one."""
        end = self.blocks[vector[PC]].end
        return self.program.decisions[end.decision] if isinstance(end, Decide) else None

    def chance(self, vector: Cells) -> Chance | None:
        """The chance at which the vector rests, if it is one."""
        end = self.blocks[vector[PC]].end
        return self.program.chances[end.chance] if isinstance(end, Toss) else None

    def ended(self, vector: Cells) -> bool:
        """Whether nothing more can happen."""
        return isinstance(self.blocks[vector[PC]].end, Stop)

    def capped(self, vector: Cells) -> bool:
        """Whether it ended because `most_decisions` was reached."""
        return vector[PC] == CAPPED

    def over(self, vector: Cells) -> bool:
        """Whether the game has ended for its rules (`over`); `finish` may still ask."""
        return vector[OVER] == 1

    def veil(self, vector: Cells) -> int:
        """The secret loop that runs, 0 if none."""
        return vector[VEIL]

    def decider(self, vector: Cells) -> int | None:
        """The seat that decides now."""
        decision = self.decision(vector)
        if decision is None:
            return None
        seat = self.value(decision.player, vector)
        return seat if seat >= 0 else None

    def actor(self, vector: Cells) -> int | None:
        """The seat that decides, or for which chance happens, if that is known."""
        chance = self.chance(vector)
        if chance is None:
            return self.decider(vector)
        seat = self.value(chance.player, vector) if chance.player is not None else -1
        return seat if seat >= 0 else None

    # -- formulas --------------------------------------------------------------------------------
    def value(self, expr: Expr, vector: Cells, names: Mapping[str, int] | None = None) -> int:
        """The value of a formula of the Flow, with these names bound."""
        return self.interpreter.value(expr, vector, names)

    def ask(self, function: str, vector: Cells, *args: int) -> int:
        """The value of a function of the program."""
        return self.engine.evaluate(function, vector if isinstance(vector, list) else list(vector), *args)

    # -- numbers ---------------------------------------------------------------------------------
    def numbers_at(self, number: int) -> int | None:
        """The index of the `Numbers` that `number` belongs to."""
        at = bisect_right(self._bases, number) - 1
        if at < 0:
            return None
        index = self._order[at]
        numbers = self.program.numbers[index]
        return index if number < numbers.base + numbers.size else None

    def numbers(self, number: int) -> Numbers:
        """The `Numbers` that `number` belongs to.  Raises KeyError for a number that is none."""
        index = self.numbers_at(number)
        if index is None:
            raise KeyError(number)
        return self.program.numbers[index]

    def choice(self, vector: Cells, number: int) -> Options | Outcomes | None:
        """The options or outcomes of the present rest among which `number` is."""
        index = self.numbers_at(number)
        decision, chance = self.decision(vector), self.chance(vector)
        group: tuple[Options | Outcomes, ...] = decision.options if decision else chance.outcomes if chance else ()
        return next((one for one in group if one.numbers == index), None)


def places(axes: Sequence[Axis]) -> int:
    """How many indices the axes have together."""
    n = 1
    for axis in axes:
        n *= axis.size
    return n


def indices(axes: Sequence[Axis], place: int) -> tuple[int, ...]:
    """The values of the axes at a place, last axis fastest."""
    out: list[int] = []
    for axis in reversed(axes):
        place, at = divmod(place, axis.size)
        out.append(axis.low + at)
    return tuple(reversed(out))
