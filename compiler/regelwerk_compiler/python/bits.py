"""Loops over the bits of a mask.

Goes in: what is to be found for each bit, `first + by * i`.  Comes out: the functions `bits_N` that list it, and the tables they look it up in.
A list of a mask with many bits takes a look-up for each eleven; where only few can be set, they are better taken out one by one.
"""

from __future__ import annotations

from ..flow.bits import CHUNK
from ..flow.flow import Const, Expr, Join, Lookup, Meet, Program, Without
from .writer import Writer

SPARSE = 6  # bits that are better taken out one by one
Listing = tuple[int, int, int]  # width, first, by


def listing_name(listing: Listing) -> str:
    """The function that lists."""
    width, first, by = listing
    return f"bits_{width}" + _stepped(first, by)


def table_name(first: int, by: int) -> str:
    """A table for a few bits."""
    return "BITS" + (_stepped(first, by) or "_from_0").upper()


def _stepped(first: int, by: int) -> str:
    name = f"_by_{by}" if by != 1 else ""
    return name + (f"_from_{'minus_' * (first < 0)}{abs(first)}" if first else "")


def listings(wanted: set[Listing]) -> Writer:
    """The functions that list, and their tables."""
    out = Writer()
    tables: dict[tuple[int, int], str] = {}
    functions = Writer()
    for listing in sorted(wanted):
        width, first, by = listing
        parts = []
        for low in range(0, width, CHUNK):
            key = (first + by * low, by)
            name = tables.setdefault(key, table_name(*key))
            shifted = f"m >> {low}" if low else "m"
            parts.append(f"*{name}[{shifted if low + CHUNK >= width else f'{shifted} & {(1 << CHUNK) - 1}'}]")
        with functions.block(f"def {listing_name(listing)}(m)"):
            said = "i" if by == 1 else f"{by} * i"
            said += f" {'+' if first > 0 else '-'} {abs(first)}" if first else ""
            functions.write(f'"""{said} for each bit i that is set."""')
            functions.write(f"return [{', '.join(parts)}]")
        functions.write("")
        functions.write("")
    for (first, by), name in tables.items():
        out.write(f"{name} = Bits({first}{f', {by}' if by != 1 else ''})")
    out.write("")
    out.write("")
    out.put(functions.lines, 0)
    return out


def most_bits(mask: Expr, width: int, program: Program) -> int:
    """How many bits may be set at most."""
    match mask:
        case Const(value):
            return value.bit_count()
        case Lookup(table):
            return max((value.bit_count() for value in program.tables[table].values), default=0)
        case Meet(parts):
            return min(most_bits(part, width, program) for part in parts)
        case Join(parts):
            return min(width, sum(most_bits(part, width, program) for part in parts))
        case Without(a):
            return most_bits(a, width, program)
    return width
