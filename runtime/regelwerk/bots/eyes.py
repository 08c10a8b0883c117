"""What a bot is given: its options, its View, and positions as it may imagine them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..engine import Engine
from ..game import Game
from ..knowledge.memory import Memory
from ..knowledge.redeal import NOTHING_REMEMBERED, redeal
from ..look import Look
from ..sight.views import View


class Bot(Protocol):
    """Chooses one of the options that `eyes` lists, with luck from `key`; keeps nothing between choices."""

    name: str
    remembers: bool  # whether it wants to know what its seat remembers

    def choose(self, eyes: Eyes, key: int) -> int:
        """The number of the option."""


class Eyes:
    """One seat at one of its decisions."""

    def __init__(
        self, game: Game, vector: Sequence[int], seat: int, options: Sequence[int], memory: Memory = NOTHING_REMEMBERED
    ) -> None:
        self._game = game
        self._vector = vector
        self.seat = seat
        self.options = tuple(options)
        self.memory = memory

    @property
    def view(self) -> View:
        """What the seat sees."""
        return self._game.sight.view(self._vector, self.seat)

    @property
    def engine(self) -> Engine:
        """The engine, for trying things on imagined positions."""
        return self._game.engine

    @property
    def look(self) -> Look:
        """The program, for asking about imagined positions."""
        return self._game.look

    @property
    def certain(self) -> bool:
        """Whether there is nothing to imagine: no chance in the game, and nothing hidden."""
        program = self._game.program
        return (
            not program.chances
            and not any(zone.seen for zone in program.zones)
            and not any(v.seen for v in program.variables)
        )

    def imagine(self, key: int) -> list[int]:
        """A position that looks to the seat like the real one, everything hidden dealt anew; it tells nothing of the real one."""
        return redeal(self._game.sight, self._vector, self.seat, key, self.memory)
