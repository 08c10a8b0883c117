"""Program -> Program that does the same, faster: named passes, each of which can be left out.

The reference interpreter runs what `lower/` gives; the engines that are built run what comes out of here.  C runs more of them than Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..flow import Program
from .directions import directions
from .factor import factor
from .foresee import foresee
from .gather import gather
from .hoist import hoist
from .inline import inline, inline_sets
from .links import links
from .narrow import narrow
from .sets import sets, sets_in_python
from .simplify import simplify
from .spare import spare
from .static import static_tables
from .tabled import tabled

Pass = tuple[str, Callable[[Program], Program]]
PASSES: tuple[Pass, ...] = (("static", static_tables), ("inline", inline), ("simplify", simplify))
PYTHON: tuple[Pass, ...] = (
    ("spare", spare),
    ("sets", sets_in_python),
    ("inline_sets", inline_sets),
    ("foresee", foresee),
    ("links", links),
    ("narrow", narrow),
    ("directions", directions),
    ("tabled", tabled),
    ("factor", factor),
)
NATIVE: tuple[Pass, ...] = (
    ("spare", spare),
    ("sets", sets),
    ("inline_sets", inline_sets),
    ("foresee", foresee),
    ("links", links),
    ("gather", gather),
    ("hoist", hoist),
)  # only where masks cost nothing


def names(native: bool | None = None) -> tuple[str, ...]:
    """The passes of one engine in their order, or (None) all that there are."""
    found = PASSES + (PYTHON if native is not True else ()) + (NATIVE if native is not False else ())
    return tuple(dict.fromkeys(name for name, _ in found))


def optimise(
    program: Program, without: Collection[str] = (), *, native: bool = False, last: str | None = None
) -> Program:
    """All passes in order, save those that are named; those behind `last` are left out."""
    for name, run in (*PASSES, *(NATIVE if native else PYTHON)):
        if name not in without:
            program = run(program)
        if name == last:
            break
    return program
