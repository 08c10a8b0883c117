"""One game that is stepped from Python, option by option: for whoever asks for options, picks one and plays it, as fast as that goes.

Goes in: an engine and a vector.  Comes out: a `Position`, whose state lies where its engine wants it (in C: as C keeps it, so that nothing is
copied between two steps).  What searches, compares or saves takes vectors; this is for long runs through single games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine import Engine, Vector


@dataclass(frozen=True, slots=True)
class Position:
    """The functions of one game.

    `options()`: numbers of what may be played, none once it is over.  `play(number)`: an option; then chance happens until somebody decides.
    `restart(seed)`: a new game, at its first decision.  `vector()`: the position as every engine takes it.
    They raise what the engine raises.
    """

    options: Callable[[], list[int]]
    play: Callable[[int], None]
    restart: Callable[[int], None]
    vector: Callable[[], Vector]


class Kept(Position):
    """The same on any engine, with a vector."""

    __slots__ = ()

    def __init__(self, engine: Engine, vector: Vector) -> None:
        here = list(vector)
        engine.settle(here)

        def play(number: int) -> None:
            after = list(here)
            engine.play(after, number)
            engine.settle(after)
            here[:] = after

        def restart(seed: int) -> None:
            after = engine.start(seed)
            engine.settle(after)
            here[:] = after

        super().__init__(lambda: engine.options(here), play, restart, lambda: list(here))
