"""Program -> Program that does the same, faster: named passes, each of which can be left out.

The reference interpreter runs what `lower.py` gives; the engines that are built run what comes out of here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..flow import Program
from .inline import inline
from .simplify import simplify
from .static import static_tables

PASSES: tuple[tuple[str, Callable[[Program], Program]], ...] = (
    ("static", static_tables),
    ("inline", inline),
    ("simplify", simplify),
)


def optimise(program: Program, without: Collection[str] = ()) -> Program:
    """All passes in order, save those that are named."""
    for name, run in PASSES:
        if name not in without:
            program = run(program)
    return program
