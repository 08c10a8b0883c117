"""Many games of one program, stepped together in C.

Goes in: a `Native` engine and how many.  Comes out: a `Batch`; its arrays are NumPy's where NumPy is there, else of `ctypes` or yours.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from .native import Native


class Batch:
    """`count` games, kept as C keeps them; `vectors` copies them into one array.

    Options are played by their numbers (`options`, `step`), or by their places in the list (`sizes`, `pick`), which need not be written then.

    Whatever plays raises `RuleFault` where the rules of the game fail.  Then the games before that one have been played and those behind it
    have not; that one stands in the middle of its step, until `restart` or `vectors` gives it another position.
    """

    def __init__(self, engine: Native, count: int, seeds: Sequence[int] | None = None) -> None:
        self.engine, self.count = engine, count
        self.words = engine.words
        self.most = engine.most_options
        self.counts = array(count)  # how many options each game has; 0 where it is over
        self._counts = _at(
            self.counts
        )  # where arrays lie is asked once: that takes longer than most of what is done with them
        self._taken = array(count)
        self._given = _at(self._taken)
        size = engine.call("state_size")
        self._memory = array((count * size + 7) // 8)
        self._states = _at(self._memory)
        self.restart(range(count) if seeds is None else seeds)

    @cached_property
    def numbers(self) -> Any:
        """The options of each game, from the left."""
        return array(self.count, self.most)

    def restart(self, seeds: Sequence[int]) -> None:
        """New games, at their first decision."""
        self._take(seeds)
        self.engine.call("start_many", self._states, self.count, self._given)

    def renew(self, key: int) -> int:
        """Games that are over begin anew, with seeds that follow from `key`; how many those were."""
        return self.engine.call("renew_many", self._states, self.count, key % (1 << 64))

    def options(self) -> tuple[Any, Any]:
        """`numbers` and `counts` of the options of every game, in place."""
        self.engine.call("options_many", self._states, self.count, _at(self.numbers), self.most, self._counts)
        return self.numbers, self.counts

    def sizes(self) -> Any:
        """`counts`: how many options every game has, in place."""
        self.engine.call("count_many", self._states, self.count, self._counts)
        return self.counts

    def step(self, numbers: Any) -> None:
        """Option numbers[i] is played in game i, then chance happens until somebody decides; below 0: that game is left alone."""
        self._take(numbers)
        self.engine.call("step_many", self._states, self.count, self._given)

    def pick(self, places: Any) -> None:
        """The same for the options that stand at these places of the lists, counted from 0."""
        self._take(places)
        self.engine.call("pick_many", self._states, self.count, self._given)

    def random(self, key: int, steps: int = 1) -> None:
        """Random options in every game; what is over begins anew."""
        self.engine.call("random_many", self._states, self.count, key % (1 << 64), steps)

    @property
    def vectors(self) -> Any:
        """`words` numbers a game: cell by cell what an engine's vector holds, the random key as a signed number."""
        found = array(self.count, self.words)
        self.engine.call("save_many", self._states, self.count, _at(found))
        return found

    @vectors.setter
    def vectors(self, given: Any) -> None:
        """Positions of one's own.  Raises `FlowFault` for what is no vector of this game."""
        words = array(self.count, self.words)
        if hasattr(words, "dtype"):
            words[:] = given
        else:
            for word, cells in zip(words, given, strict=True):
                word[:] = list(cells)
        self.engine.call("load_many", self._states, self.count, _at(words))

    def vector(self, i: int) -> list[int]:
        """Game i as any engine takes it."""
        size = self.engine.call("state_size")
        words = (ctypes.c_int64 * self.words)()
        self.engine.call("save_many", self._states + i * size, 1, ctypes.addressof(words))
        return self.engine.cells(words)

    def _take(self, numbers: Any) -> None:
        """One number a game, to where C reads them."""
        if len(numbers) != self.count:
            raise ValueError(f"{len(numbers)} numbers for {self.count} games")
        self._taken[:] = numbers if hasattr(numbers, "dtype") else list(numbers)


def array(count: int, width: int | None = None) -> Any:
    """Whole numbers of 64 bits, one or two indices."""
    if importlib.util.find_spec("numpy") is not None:
        numpy = importlib.import_module("numpy")  # whoever has it; nothing here needs it
        return numpy.zeros(count if width is None else (count, width), numpy.int64)
    row = ctypes.c_int64 if width is None else ctypes.c_int64 * width
    return (row * count)()


def _at(given: Any) -> Any:
    """Where an array lies."""
    return given.ctypes.data if hasattr(given, "ctypes") else ctypes.addressof(given)
