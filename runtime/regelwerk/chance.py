"""Random numbers: one small generator, the same on every engine.

A key is an unsigned 64-bit number.  `step` moves it on, `pick` reads a number below `n` from it (SplitMix64, Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def step(key: int) -> int:
    """The next key."""
    return (key + _GOLDEN) & _MASK


def pick(key: int, n: int) -> int:
    """A number in 0..n-1 from a key, n below 2**31: the upper half of the mixed key, scaled."""
    z = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    z ^= z >> 31
    return ((z >> 32) * n) >> 32


def key_of(seed: int) -> int:
    """The first key of a seed; any integer is a seed."""
    z = ((seed & _MASK) * 0xD1342543DE82EF95 + 1) & _MASK
    return step(z ^ (z >> 29))


@cache
def rolls(count: int) -> Callable[[int], tuple[list[int], int]]:
    """Many numbers at once: a function from a key to what the next `count` keys stand for, the first one last, and the last of these keys.

    `roll * n >> 32` is `pick(key, n)`.  They are worked out side by side in one long number; each has 128 bits of it to itself, so that no
    product runs into its neighbour.  Of 32, one costs a fifth of what it costs alone.
    """
    ones = sum(1 << 128 * i for i in range(count))
    steps = sum(((count - i) * _GOLDEN & _MASK) << 128 * i for i in range(count))
    lanes, upper_30, upper_27, upper_31 = (ones * (_MASK >> by) for by in (0, 30, 27, 31))
    halves = struct.Struct("<" + "4xI8x" * count)
    further = count * _GOLDEN

    def several(key: int) -> tuple[list[int], int]:
        keys = key * ones + steps & lanes
        z = (keys ^ keys >> 30 & upper_30) * 0xBF58476D1CE4E5B9 & lanes
        z = (z ^ z >> 27 & upper_27) * 0x94D049BB133111EB & lanes
        found = halves.unpack((z ^ z >> 31 & upper_31).to_bytes(halves.size, "little"))
        return list(found), key + further & _MASK

    return several
