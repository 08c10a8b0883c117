"""What a position is worth: all that can follow, walked through on either side, each with its own engine.

Goes in: a position of ours or of theirs, and how who decides chooses: the best for himself (of two), or each move with a weight.  Comes out:
what each seat gets on average.  With a depth only so many decisions are looked at; a game that is not over by then is worth nothing, on
both sides.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from adapters.oracle import CHANCE, TERMINAL, Direct, Ours, Pair
from regelwerk_compiler.flow.flow import DECISIONS

Weight = Callable[[int, str], float]
Worth = tuple[float, ...]


def alike(seat: int, said: str) -> float:
    return 1.0


def uneven(seat: int, said: str) -> float:
    """Each seat likes some moves better than others, by their names: a game in which nobody can stand in for somebody else."""
    return 1.0 + zlib.crc32(f"{seat} {said}".encode()) % 7


class Theirs:
    """A state of OpenSpiel's, asked as ours are."""

    def __init__(self, pair: Pair, state: Any) -> None:
        self.pair, self.state = pair, state
        self._actions: dict[str, int] = {}

    def seat(self) -> int:
        return int(self.state.current_player())

    def legal(self) -> list[str]:
        self._actions = self.pair.their_moves(self.state)
        return list(self._actions)

    def odds(self) -> dict[str, float]:
        odds = self.state.chance_outcomes()
        self._actions = {str(action): action for action, _ in odds}
        return {str(action): chance for action, chance in odds}

    def play(self, name: str) -> None:
        self.state.apply_action(self._actions[name])

    def returns(self) -> list[float]:
        return self.pair.worth(self.state)

    def copy(self) -> Theirs:
        other = Theirs(self.pair, self.state.clone())
        other._actions = self._actions
        return other


@dataclass
class Walk:
    """One side.  `weight`: how much a seat likes a move; without it, it chooses the best for itself.  `told`: what follows depends on."""

    pair: Pair
    weight: Weight | None
    told: Callable[[Any], Hashable] | None = None
    known: dict[Hashable, Worth] = field(default_factory=dict)

    def worth(self, side: Ours, depth: int | None = None) -> Worth:
        """What each seat gets from here."""
        key = None if self.told is None else (self.told(side), depth)
        if key is not None and key in self.known:
            return self.known[key]
        found = self._worth(side, depth)
        if key is not None:
            self.known[key] = found
        return found

    def _worth(self, side: Ours, depth: int | None) -> Worth:
        seat = side.seat()
        if seat == TERMINAL:
            return tuple(side.returns())
        if seat == CHANCE:
            return self._mean([(chance, self._after(side, name, depth)) for name, chance in side.odds().items()])
        names = side.legal()
        if depth == 0:
            return tuple(0.0 for _ in side.returns())
        worths = [self._after(side, name, depth and depth - 1) for name in names]
        if self.weight is None:
            return max(worths, key=lambda worth: worth[seat])
        weights = [self.weight(seat, self.pair.mine(name, side)) for name in names]
        return self._mean([(weight / sum(weights), worth) for weight, worth in zip(weights, worths, strict=True)])

    def _after(self, side: Ours, name: str, depth: int | None) -> Worth:
        after = side.copy()
        after.play(name)
        return self.worth(after, depth)

    def _mean(self, worths: list[tuple[float, Worth]]) -> Worth:
        return tuple(
            sum(share * n for (share, _), n in zip(worths, column, strict=True))
            for column in zip(*(worth for _, worth in worths), strict=True)
        )


def our_cells(side: Direct) -> Hashable:
    """All of a state but how many decisions there were."""
    vector = side.state.vector
    return vector[:DECISIONS] + vector[DECISIONS + 1 :]


def their_words(side: Theirs) -> Hashable:
    """A state's text, of games whose texts tell all."""
    return str(side.state)
