"""Program -> Program that does the same, faster: named passes, each of which can be left out.

The reference interpreter runs what `lower.py` gives; the engines that are built run what comes out of here.  C runs more of them than Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..flow import Program
from .hoist import hoist
from .inline import inline, inline_sets
from .sets import sets
from .simplify import simplify
from .static import static_tables

PASSES: tuple[tuple[str, Callable[[Program], Program]], ...] = (
    ("static", static_tables),
    ("inline", inline),
    ("simplify", simplify),
)
NATIVE: tuple[tuple[str, Callable[[Program], Program]], ...] = (
    ("sets", sets),
    ("inline_sets", inline_sets),
    ("hoist", hoist),
)  # only where masks cost nothing


def optimise(program: Program, without: Collection[str] = (), *, native: bool = False) -> Program:
    """All passes in order, save those that are named."""
    for name, run in (*PASSES, *(NATIVE if native else ())):
        if name not in without:
            program = run(program)
    return program
