"""Sets of options that are found class by class: what stands at a place is then known, so that nothing is asked about it.

Goes in: the options of a rule whose last parameter runs over a set that rests on what stands at the first one.  Comes out: for each class of
what may stand there, the set as it then is.  All knights behind each other are one straight piece of code, and the processor guesses its
branches rightly; men in the order of their places are not, and a wrong guess costs as much as a dozen words of a set.
"""

from __future__ import annotations

from typing import Any

from ..flow import flow
from ..flow.flow import Bits, Cell, Choice, Clause, Const, Expr, LetIn, Local, Options, Program
from ..flow.free import free
from ..flow.passes.simplify import Simplifier
from ..flow.rewrite import rebuild, walk
from .layout import Planes

MOST_CLASSES = 8  # the code is written once for each
WIDEST = 64  # places
Plain = Const | Cell | flow.Lookup | flow.Unary | flow.Binary | flow.And | flow.Or | Choice


def by_class(program: Program, planes: Planes, options: Options) -> tuple[tuple[Clause, Expr], ...] | None:
    """For each class a clause over the places that hold it, and the set of the last parameter; None if nothing becomes simpler."""
    if len(options.clauses) != 2 or planes.count > MOST_CLASSES:
        return None
    first, last = options.clauses
    if not isinstance(first.source, Bits) or not isinstance(last.source, Bits) or first.where is not None:
        return None
    size, mask = planes.size, last.source.mask
    bound = {part.name for part in walk(mask) if isinstance(part, Clause | LetIn)}
    if first.source.width != size or size > WIDEST or last.source.width == 1 or first.name in bound:
        return None
    cell = Cell(planes.base, Local(first.name), size)
    simplifier = Simplifier(program)
    found: list[tuple[Clause, Expr]] = []
    classes = program.tables[planes.table].values
    for number in range(planes.least, planes.least + planes.count):
        values = [planes.low + i for i, one in enumerate(classes) if one == number]
        held = flow.Holding(planes.base, size, planes.table, planes.low, Const(number))
        places = Bits(flow.Meet((first.source.mask, held), size), size)
        then = (
            simplifier.expr(_known(mask, cell, values, simplifier), {first.name: (0, size - 1)}) if values else Const(0)
        )
        found.append((Clause(first.name, places), then))
    return tuple(found) if sum(_choices(then) for _, then in found) < len(found) * _choices(mask) else None


def _choices(e: Expr) -> int:
    return sum(isinstance(part, Choice) for part in walk(e))


def _known(node: Any, cell: Cell, values: list[int], simplifier: Simplifier) -> Any:
    """The formula where the cell holds one of these values: what comes to the same for all of them is that."""
    if isinstance(node, Plain) and not isinstance(node, Const) and _asks_only(node, cell):
        results = {simplifier.expr(_with(node, cell, Const(value)), {}) for value in values}
        if len(results) == 1 and isinstance(result := results.pop(), Const):
            return result
    return rebuild(node, lambda part: _known(part, cell, values, simplifier))


def _asks_only(node: Expr, cell: Cell) -> bool:
    """Whether it rests on the cell and nothing else."""
    return cell in walk(node) and not free(_with(node, cell, Const(0))) and not any(
        not isinstance(part, Plain) or (isinstance(part, Cell) and part != cell)
        for part in walk(_with(node, cell, Const(0)))
    )  # fmt: skip


def _with(node: Any, cell: Cell, value: Const) -> Any:
    return value if node == cell else rebuild(node, lambda part: _with(part, cell, value))
