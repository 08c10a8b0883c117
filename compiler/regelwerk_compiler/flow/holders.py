"""Who holds what: the masks beside the cells of a vector, for generated Python.

Goes in: a vector.  Comes out: for each class of values, the set of those cells of a run that hold one of it, as a mask.

A cell at a time, a mask for 64 cells takes Python longer than listing the options.  So the cells become bytes, the bytes digits of a number
of base two, and that a mask: four calls for each class, whatever the width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import Struct

Masks = Callable[[list[int]], list[int]]
Keep = Callable[[list[int]], None]

MOST_KNOWN = 1 << 15  # contents of a run that are few enough to be kept for good


def few(size: int, values: int) -> bool:
    """Whether there are so few contents of a run that the masks of each are kept once they are known."""
    return bool(values**size <= MOST_KNOWN)


def holders(base: int, size: int, classes: Sequence[int], low: int, first: int) -> tuple[Masks, Keep]:
    """`masks(v)` for the cells base..base+size-1, whose values begin at `low` and are of the class `classes[value - low]`;
    and `keep(v)`, which notes that the masks at v[first..] are those of the cells, for who goes on from there."""
    least, count = min(classes), max(classes) - min(classes) + 1
    end, beyond = base + size, first + count
    made = _by_digits if low >= -128 and low + len(classes) <= 128 else _one_by_one
    work_out = made(base, size, classes, low, least, count)
    if few(size, len(classes)):
        known: dict[tuple[int, ...], list[int]] = {}

        def masks_known(v: list[int]) -> list[int]:
            cells = tuple(v[base:end])
            try:
                return known[cells]
            except KeyError:
                found = known[cells] = work_out(v)
                return found

        return masks_known, lambda v: None  # nothing more to keep
    # Two are enough: a search goes on from what it last played, or goes back to where it stood.
    filled: tuple[list[int], list[int]] = ([], [])
    played: tuple[list[int], list[int]] = ([], [])

    def masks(v: list[int]) -> list[int]:
        nonlocal filled
        cells = v[base:end]
        if cells == played[0]:
            return played[1]
        if cells != filled[0]:
            filled = cells, work_out(v)
        return filled[1]

    def keep(v: list[int]) -> None:
        nonlocal played
        played = v[base:end], v[first:beyond]

    return masks, keep


def _by_digits(base: int, size: int, classes: Sequence[int], low: int, least: int, count: int) -> Masks:
    """From cells that fit into a byte.  The last class holds what no other does."""
    pack, last, before, full = Struct(f"{size}b").pack, base + size - 1, base - 1, (1 << size) - 1
    digits = []
    for k in range(least, least + count - 1):
        ones = {value + low & 255 for value, class_ in enumerate(classes) if class_ == k}
        digits.append(bytes(ord("1" if byte in ones else "0") for byte in range(256)))

    def masks(v: list[int]) -> list[int]:
        cells = pack(*v[last:before:-1])
        found = [int(cells.translate(ones), 2) for ones in digits]
        found.append(full - sum(found))
        return found

    return masks


def _one_by_one(base: int, size: int, classes: Sequence[int], low: int, least: int, count: int) -> Masks:
    powers, end = tuple(1 << i for i in range(size)), base + size

    def masks(v: list[int]) -> list[int]:
        found = [0] * count
        for x, bit in zip(v[base:end], powers, strict=True):
            found[classes[x - low] - least] |= bit
        return found

    return masks
