"""Random numbers: one small generator, the same on every engine.

A key is an unsigned 64-bit number.  `step` moves it on, `pick` reads a number below `n` from it (SplitMix64, Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

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
