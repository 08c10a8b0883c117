"""The whole tree of a small game: every choice, every outcome of chance.

Goes in: a game.  Comes out: what each seat may know where it decides (information states), how many positions there are,
and what uniformly random play is worth, in exact fractions.  What a seat knows is what it was told: its happenings, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from regelwerk.game import Game
from regelwerk.sight.events import Happening, Step
from regelwerk.state import State

Known = tuple[Happening, ...]


@dataclass
class Tree:
    """`information`: (seat, what it was told) -> how many choices it has there.  `histories`: positions, chances and ends among them."""

    game: Game
    information: dict[tuple[int, Known], frozenset[int]] = field(default_factory=dict)
    histories: int = 0

    def walk(self, returns: Callable[[State], tuple[int, ...]]) -> tuple[Fraction, ...]:
        """What each seat gets if all choose uniformly."""
        seats = range(len(self.game.seats))
        return self._walk(self.game.start(0, chance="explicit"), tuple(() for _ in seats), returns)

    def _walk(
        self, state: State, known: tuple[Known, ...], returns: Callable[[State], tuple[int, ...]]
    ) -> tuple[Fraction, ...]:
        self.histories += 1
        if state.over:
            assert not state.capped
            return tuple(Fraction(n) for n in returns(state))
        seat = state.player
        if seat is None:
            outcomes = [(outcome.number, outcome.weight) for outcome in state.outcomes()]
        else:
            numbers = frozenset(state.numbers())
            assert (
                self.information.setdefault((seat, known[seat]), numbers) == numbers
            )  # what is offered tells nothing more
            outcomes = [(number, 1) for number in state.numbers()]
        total, weights = [Fraction(0)] * len(known), sum(weight for _, weight in outcomes)
        for number, weight in outcomes:
            after = state.play(number)
            for i, value in enumerate(self._walk(after, self._told(after.steps, known), returns)):
                total[i] += value * Fraction(weight, weights)
        return tuple(total)

    def _told(self, steps: tuple[Step, ...], known: tuple[Known, ...]) -> tuple[Known, ...]:
        found = []
        for seat, past in enumerate(known):
            seen = [self.game.watch.happening(step, seat) for step in steps]
            found.append((*past, *(one for one in seen if one is not None)))
        return tuple(found)
