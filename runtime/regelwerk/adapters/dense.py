"""Option and outcome numbers without gaps, as learners want them: 0..n-1 for all that anybody may choose, 0..m-1 for all that chance may do.

Derived from the Program alone: the same game, seats and options give the same ids.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from regelwerk_compiler.flow.flow import Program


class Dense:
    """Numbers <-> ids; ids ascend as numbers do."""

    def __init__(self, program: Program, blocks: Iterable[int]) -> None:
        ranges = sorted((program.numbers[n].base, program.numbers[n].size) for n in set(blocks))
        self._bases: list[int] = []
        self._firsts: list[int] = []
        size = 0
        for base, count in ranges:
            if count:
                self._bases.append(base)
                self._firsts.append(size)
                size += count
        self.size = size

    def id(self, number: int) -> int:
        """The id of a number."""
        at = bisect_right(self._bases, number) - 1
        return self._firsts[at] + number - self._bases[at]

    def number(self, n: int) -> int:
        """The number of an id.  Raises IndexError for what is none."""
        if not 0 <= n < self.size:
            raise IndexError(n)
        at = bisect_right(self._firsts, n) - 1
        return self._bases[at] + n - self._firsts[at]


def actions(program: Program) -> Dense:
    """All that can be chosen."""
    return Dense(program, (options.numbers for decision in program.decisions for options in decision.options))


def chances(program: Program) -> Dense:
    """All that chance can do."""
    return Dense(program, (outcomes.numbers for chance in program.chances for outcomes in chance.outcomes))


def secret(program: Program) -> bool:
    """Whether anything is hidden from anybody."""
    return any(zone.seen or zone.shadow for zone in program.zones) or any(
        variable.seen for variable in program.variables
    )
