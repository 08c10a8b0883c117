"""Masks of places put together, and the sets that rest on the board alone.

Goes in: masks, or a name that runs over 0..width-1 and a test of it that looks at no cell there.  Comes out: a mask; where it rests on other
names and cells, one of a table of masks that is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product

from .. import flow
from ..evaluate import Scene, static_scene, value
from ..fault import FlowFault, RuleFault
from ..flow import (
    Call,
    Cell,
    Choice,
    Const,
    Expr,
    Fold,
    Holding,
    Join,
    LetIn,
    Local,
    Lookup,
    Meet,
    Program,
    Table,
    Without,
)
from ..free import free
from ..known import Known, Names
from ..reads import static_of
from ..rewrite import parts, replaced, walk
from ..values import binary, conjunction

WIDEST = 128  # places of a set
LARGEST = 1 << 16  # values worked out for one table
WORK = 400_000  # and for all of them

DEEPEST = 12  # formulas written out in each other

HERE, THERE = "the place", "the place there"

Leaf = tuple[Expr, int, int]


class Masks:
    """The masks and tables of one program."""

    def __init__(self, program: Program) -> None:
        self.source = program
        self.tables, self.functions = dict(program.tables), dict(program.functions)
        self.lists = dict(program.lists)
        self.program = replace(program, tables=self.tables, functions=self.functions, lists=self.lists)
        self.known = Known(self.program)
        self.static = static_of(program)
        self.scene: Scene = static_scene(self.program, self.static)
        self.work = 0
        self._made: dict[object, Expr | None] = {}
        self._named: dict[tuple[tuple[int, ...], int], str] = {}
        self.rests_on: dict[Lookup, tuple[Leaf, ...]] = {}  # of the masks that were made

    @staticmethod
    def full(width: int) -> Const:
        """All places."""
        return Const((1 << width) - 1)

    def meet(self, masks: Sequence[Expr], width: int) -> Expr:
        """What is in all of them."""
        fixed, rest = (1 << width) - 1, list[Expr]()
        for mask in masks:
            if isinstance(mask, Const):
                fixed &= mask.value
            elif mask not in rest:
                rest.append(mask)
        if not rest or fixed == 0:
            return Const(fixed)
        if fixed != (1 << width) - 1:
            rest.append(Const(fixed))
        return rest[0] if len(rest) == 1 else Meet(tuple(rest), width)

    def join(self, masks: Sequence[Expr], width: int) -> Expr:
        """What is in any of them."""
        fixed, rest = 0, list[Expr]()
        for mask in masks:
            if isinstance(mask, Const):
                fixed |= mask.value
            elif mask not in rest:
                rest.append(mask)
        if not rest or fixed == (1 << width) - 1:
            return Const(fixed)
        if fixed:
            rest.append(Const(fixed))
        return rest[0] if len(rest) == 1 else Join(tuple(rest), width)

    def without(self, a: Expr, b: Expr, width: int) -> Expr:
        """What is in the one and not in the other."""
        if isinstance(b, Const):
            return self.meet((a, Const(((1 << width) - 1) & ~b.value)), width)
        if isinstance(b, Without) and isinstance(a, Const) and b.a == self.full(width):
            return self.meet((a, b.b), width)
        return Without(a, b, width)

    def only_if(self, tests: Sequence[Expr], mask: Expr) -> Expr:
        """The mask, or nothing."""
        test = conjunction(*tests)
        if isinstance(test, Const):
            return mask if test.value else Const(0)
        return mask if mask == Const(0) else Choice(test, mask, Const(0))

    def table(self, values: tuple[int, ...], width: int) -> str:
        """The name of a table; the same for the same values."""
        key = (values, width)
        if key not in self._named:
            name = f"set_{len(self._named) + 1}" if width else f"class_{len(self._named) + 1}"
            while name in self.tables:
                name += "_"
            self.tables[name] = Table(values, width)
            self._named[key] = name
        return self._named[key]

    def usable(self, e: Expr, names: Names) -> bool:
        """Whether it may be valued at any time: it is never refused, every index fits, and it is no search for what is connected."""
        if any(isinstance(part, flow.ReachEdges | flow.ReachSteps) for part in walk(e)):
            return False
        return not self.known.refuses(e) and self.known.safe(e, names)

    def looked_up(self, values: tuple[int, ...], leaves: Sequence[Leaf], width: int) -> Expr:
        """A mask for every binding of the leaves."""
        if len(set(values)) == 1:
            return Const(values[0])
        index: Expr = Const(0)
        for e, low, high in leaves:
            index = binary("+", binary("*", index, Const(high - low + 1)), binary("-", e, Const(low)))
        found = Lookup(self.table(values, width), index)
        self.rests_on[found] = tuple(leaves)
        return found

    def leaves(self, node: object, bound: frozenset[str], names: Names) -> list[Leaf] | None:
        """The locals and cells that a static formula speaks of, apart from `bound`; None if it is not of that sort."""
        found: dict[Expr, tuple[int, int]] = {}

        def visit(n: object, inside: frozenset[str]) -> bool:
            match n:
                case Local(name):
                    return name in bound | inside or leaf(n)
                case Cell():
                    return not (set(free(n)) & (bound | inside)) and leaf(n)
                case flow.Trial() | flow.Digest() | Holding() | flow.ReachEdges() | flow.ReachSteps():
                    return False
                case Call(function):
                    return function in self.static and all(visit(part, inside) for part in n.args)
                case LetIn(name, given, body):
                    return visit(given, inside) and visit(body, inside | {name})
                case Fold(_, clauses, body, order):
                    here = inside
                    for clause in clauses:
                        if not visit(clause.source, here):
                            return False
                        here = here | {clause.name}
                        if clause.where is not None and not visit(clause.where, here):
                            return False
                    return visit(body, here) and all(visit(key.value, here) for key in order)
                case _:
                    return all(visit(part, inside) for part in parts(n))

        def leaf(e: Expr) -> bool:
            low, high = self.known.interval(e, names)
            if high - low >= LARGEST or not self.usable(e, names):
                return False
            found[e] = (low, high)
            return True

        return [(e, *ends) for e, ends in found.items()] if visit(node, frozenset()) else None

    def truth_at(self, test: Expr, scope: dict[str, int]) -> bool:
        """A static test, for one binding.  An index that does not fit is one that is never asked for.  Raises `RuleFault`."""
        try:
            return value(test, self.scene.fresh(scope)) == 1
        except FlowFault:
            return False

    def static_set(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """The places for which a test holds that looks at no cell there."""
        leaves = self.leaves(test, frozenset((x,)), names)
        if leaves is None:
            return None
        size = width
        for _, low, high in leaves:
            size *= high - low + 1
        if size > LARGEST:
            return None
        held: dict[Expr, Expr] = {e: Local(f"leaf {i}") for i, (e, _, _) in enumerate(leaves)}
        plain = replaced(test, {**held, Local(x): Local(HERE)})
        key = (plain, width, tuple(ends[1:] for ends in leaves))
        found = self._made.get(key)
        if found is None:
            if self.work + size > WORK:
                return None
            self.work += size
            masks = []
            spans = [range(low, high + 1) for _, low, high in leaves]
            try:
                scope: dict[str, int] = {}
                scene = self.scene.fresh(scope)
                for at in product(*spans):
                    scope.update((f"leaf {i}", v) for i, v in enumerate(at))
                    mask = 0
                    for i in range(width):
                        scope[HERE] = i
                        with suppress(FlowFault):  # an index that is never asked for
                            mask |= (value(plain, scene) == 1) << i
                    masks.append(mask)
            except RuleFault:
                return None
            found = self._made[key] = Const(0) if not masks else self._as_masks(tuple(masks), width)
        if isinstance(found, Const):
            return found
        assert isinstance(found, Lookup)
        return self.looked_up(self.tables[found.table].values, leaves, width)

    def _as_masks(self, values: tuple[int, ...], width: int) -> Expr:
        return Const(values[0]) if len(set(values)) == 1 else Lookup(self.table(values, width), Const(0))
