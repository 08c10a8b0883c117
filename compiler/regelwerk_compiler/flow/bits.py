"""Which bits of a mask are set: for generated Python, a few bits at a time.

Goes in: some bits of a mask.  Comes out: a number for each of them that is set, in order.
"""

from __future__ import annotations

CHUNK = 11  # bits that are looked up at once: so many sets of them are kept at most


class Bits(dict[int, tuple[int, ...]]):
    """`first + by * i` for each bit i that is set; worked out when it is asked for the first time."""

    __slots__ = ("by", "first")

    def __init__(self, first: int, by: int = 1) -> None:
        super().__init__()
        self.first, self.by = first, by

    def __missing__(self, bits: int) -> tuple[int, ...]:
        found = tuple(self.first + self.by * i for i in range(bits.bit_length()) if bits >> i & 1)
        self[bits] = found
        return found
