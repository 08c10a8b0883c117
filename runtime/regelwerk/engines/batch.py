"""Many games of one program, stepped together in C: vectors behind each other in one array.

Goes in: a `Native` engine and how many.  Comes out: a `Batch`; its arrays are NumPy's where NumPy is there, else of `ctypes` or yours.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any

from .native import Native


class Batch:
    """`count` games.  `vectors` holds `words` numbers a game; cell by cell what an engine's vector holds, the random key as a signed number."""

    def __init__(self, engine: Native, count: int, seeds: Sequence[int] | None = None) -> None:
        self.engine, self.count = engine, count
        self.words = engine.words
        self.most = engine.most_options
        self.vectors = array(count, self.words)
        self.numbers = array(count, self.most)  # options of each game, from the left
        self.counts = array(count)  # how many there are; 0 where the game is over
        self.restart(range(count) if seeds is None else seeds)

    def restart(self, seeds: Sequence[int]) -> None:
        """New games, at their first decision."""
        given = array(self.count)
        given[:] = list(seeds)
        self.engine.call("start_many", _at(self.vectors), self.count, _at(given))

    def options(self) -> tuple[Any, Any]:
        """`numbers` and `counts` of the options of every game, in place."""
        self.engine.call("options_many", _at(self.vectors), self.count, _at(self.numbers), self.most, _at(self.counts))
        return self.numbers, self.counts

    def step(self, numbers: Any) -> None:
        """numbers[i] is played in game i, then chance happens until somebody decides; below 0: that game is left alone."""
        given = numbers
        if not _fits(numbers, self.count):
            given = array(self.count)
            given[:] = list(numbers) if not hasattr(numbers, "dtype") else numbers
        self.engine.call("step_many", _at(self.vectors), self.count, _at(given))

    def random(self, key: int, steps: int = 1) -> None:
        """Random options in every game; what is over begins anew."""
        self.engine.call("random_many", _at(self.vectors), self.count, key % (1 << 64), steps)

    def vector(self, i: int) -> list[int]:
        """Game i as any engine takes it."""
        row = self.vectors[i]
        return self.engine.cells([int(x) for x in row])


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


def _fits(given: Any, count: int) -> bool:
    if isinstance(given, ctypes.Array):
        return len(given) == count
    if not hasattr(given, "dtype"):
        return False
    return str(given.dtype) == "int64" and given.shape == (count,) and bool(given.flags["C_CONTIGUOUS"])
