"""Pass `links`: what hangs together with an edge of the board grows with the pieces that are added.

Goes in: a Program behind `sets`.  Comes out: one in which "from a place of a start, that is held, one of these is reached by steps between
places held alike" is a question to a set (`Linked`) that C keeps beside the cells: not found anew from every start at every turn.
"""

from __future__ import annotations

from ..evaluate import symmetric
from ..flow import Bits, Clause, Const, Expr, Fold, Holding, Linked, Local, Lookup, Meet, Program, ReachSteps, Some
from ..free import free
from ..known import Names, without
from ..rewrite import roots, walk
from ..values import conjunction
from .scoped import Scoped


def links(program: Program) -> Program:
    """The pass."""
    nodes = (node for root in roots(program) for node in walk(root))
    if not any(isinstance(node, ReachSteps) and isinstance(node.start, Local) for node in nodes):
        return program
    return _Links(program).run()


class _Links(Scoped):
    def fold(self, e: Fold, names: Names) -> Expr:
        """An aggregate; whether something is reached from any of the starts."""
        match e:
            case Fold(
                "any",
                (Clause(start, Bits(starts, width), None),),
                Fold("any", (Clause(name, Bits(ReachSteps(Local(begin)) as reach, wide), where),), body),
            ) if begin == start and wide == width == reach.width and start not in free((where, body)):
                linked = self.linked(starts, reach, width, names)
                if linked is not None:
                    tests = [test for test in (where, body) if test is not None and test != Const(1)]
                    return self.any_linked(linked, name, tests, names)
        return super().fold(e, names)

    def linked(self, starts: Expr, reach: ReachSteps, width: int, names: Names) -> Linked | None:
        """What is reached from all starts, if starts and steps lie in one holding."""
        step = reach.clause
        if step.where is not None or not isinstance(step.source, Bits) or step.source.width != width:
            return None
        first, near = _within(starts), _within(step.source.mask)
        if first is None or near is None or first[0] != near[0] or first[0].size != width:
            return None
        holding, steps = near
        if not isinstance(steps, Lookup) or steps.index != Local(reach.node) or reach.node in free(holding):
            return None
        rows = self.places.tables[steps.table].values
        if len(rows) != width or not symmetric(rows):
            return None
        match first[1]:
            case Lookup(table, index) if index == holding.value:
                return Linked(holding, table, steps.table)
            case Const(mask) if self.known.interval(holding.value, names)[0] >= 0:
                classes = self.places.tables[holding.classes].values
                return Linked(holding, self.places.table((mask,) * (max(0, *classes) + 1), width), steps.table)
        return None

    def any_linked(self, linked: Linked, name: str, tests: list[Expr], names: Names) -> Expr:
        """Whether one of these places passes the tests."""
        width = linked.holding.size
        inside = without(names, name, (0, width - 1))
        split = self.places.split(name, width, tests, inside)
        mask = self.places.only_if(split.guards, self.places.meet((linked, *split.masks), width))
        if not split.rest:
            return Some(mask, width)
        return Fold("any", (Clause(name, Bits(mask, width)),), conjunction(*split.rest))


def _within(mask: Expr) -> tuple[Holding, Expr] | None:
    """A holding and what it is met with."""
    match mask:
        case Meet((Holding() as holding, other)) | Meet((other, Holding() as holding)):
            return holding, other
    return None
