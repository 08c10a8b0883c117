"""Woven names and indices -> cells of the vector.

The lowest layer of the lowering: where things are.  The next is `sets.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from ...spec import spec, types
from .. import flow
from ..flow import Clause, Const, Expr, Local
from ..values import Val, binary, choice, disjunction
from .groups import Fresh
from .layout import Layout, ZoneCells
from .weave import Woven

Env = Mapping[str, Val]


class Anything(dict[str, Val]):
    """An environment that knows every name as a number or place of any size: for the widest interval of a domain."""

    def __missing__(self, name: str) -> Val:
        return Val(Local(name), -(2**31) + 1, 2**31 - 1, number=True)


def extend(env: Env, more: dict[str, Val]) -> dict[str, Val]:
    """The environment with more names in it."""
    out = Anything(env) if isinstance(env, Anything) else dict(env)
    out.update(more)
    return out


class Cells(ABC):
    """Where the variables, zones and pieces of one woven game are."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        self.woven = woven
        self.layout = layout
        self._counters: dict[str, int] = {}
        self.fresh: Fresh = self._fresh

    def _fresh(self, name: str) -> str:
        """A local's name that nobody has yet."""
        n = self._counters.get(name, 0)
        self._counters[name] = n + 1
        return name if n == 0 else f"{name}_{n + 1}"

    @abstractmethod
    def value(self, e: spec.Expr, env: Env, want: types.Type | None = None) -> Val:
        """The value of a formula."""

    @abstractmethod
    def test(self, e: spec.Expr, env: Env) -> Expr:
        """A condition, 0 where it is missing."""

    @abstractmethod
    def mask_define(self, name: str) -> tuple[str, int, int]:
        """The function of a define whose value is a set: its name, the lowest element and the width."""

    def instance(self, z: ZoneCells, indices: tuple[spec.Expr, ...], env: Env) -> Expr:
        """Which instance of a zone."""
        return self.flatten(z.axes, [self.value(i, env) for i in indices]).expr

    def flatten(self, axes: tuple[flow.Axis, ...], indices: list[Val]) -> Val:
        """The place in the product of the axes; missing if an index is, or lies outside."""
        expr: Expr = Const(0)
        outside: list[Expr] = []
        size = 1
        for axis, index in zip(axes, indices, strict=True):
            size *= axis.size
            expr = binary("+", binary("*", expr, Const(axis.size)), binary("-", index.expr, Const(axis.low)))
            high = axis.low + axis.size - 1
            if index.partial or index.low < axis.low or index.high > high:
                if index.partial or index.low < axis.low:
                    outside.append(binary("<", index.expr, Const(axis.low)))
                if index.high > high:
                    outside.append(binary("<", Const(high), index.expr))
        if outside:
            return Val(choice(disjunction(*outside), Const(-1), expr), 0, size - 1, partial=True)
        return Val(expr, 0, size - 1)

    def count_cell(self, z: ZoneCells, instance: Expr, face: Expr) -> flow.Cell:
        """The count of a face in a counted bag or pile (its unseen part)."""
        index = binary("+", binary("*", instance, Const(z.faces)), face)
        return self.cell(z.base, index, z.instances * z.faces)

    def cell(self, base: int, index: Expr, size: int) -> flow.Cell:
        """A cell with its index folded into the base where it is known."""
        if isinstance(index, Const):
            return flow.Cell(base + index.value)
        return flow.Cell(base, index, size)

    def location(self, z: ZoneCells, face: Expr) -> flow.Cell:
        """Where an individual is."""
        return self.cell(self.layout.pieces[z.definition.piece].base, face, z.faces)

    def lies_in(self, z: ZoneCells, instance: Expr, face: Expr) -> Expr:
        """1 if at least one piece of the face lies in the zone."""
        if z.individual:
            here = binary("==", self.location(z, face), binary("+", instance, Const(z.place)))
            if z.ordered_place:
                ordered = binary("==", self.location(z, face), binary("+", instance, Const(z.ordered_place)))
                return disjunction(here, ordered)
            return here
        return binary("<", Const(0), self.copies_in(z, instance, face))

    def copies_in(self, z: ZoneCells, instance: Expr, face: Expr) -> Expr:
        """How many pieces of a face lie in the zone."""
        if z.individual:
            return self.lies_in(z, instance, face)
        if z.slots:
            i = self.fresh("i")
            clause = Clause(
                i, flow.Range(Const(0), Const(z.slots - 1)), binary("==", self.slot(z, instance, Local(i)), face)
            )
            return flow.Fold("count", (clause,), Const(1))
        total: Expr = self.count_cell(z, instance, face)
        for part in (z.top, z.tail):
            if part:
                i = self.fresh("i")
                last = binary("+", self.ordered_count(z, part, instance), Const(0))
                same = binary("==", self.ordered_cell(z, part, instance, Local(i)), face)
                total = binary("+", total, flow.Fold("count", (Clause(i, flow.Range(Const(1), last), same),), Const(1)))
        return total

    def slot(self, z: ZoneCells, instance: Expr, place: Expr) -> flow.Cell:
        """What lies in a slot, counted from 0."""
        index = binary("+", binary("*", instance, Const(z.slots)), place)
        return self.cell(z.base, index, z.instances * z.slots)

    def ordered_count(self, z: ZoneCells, part: int, instance: Expr) -> flow.Cell:
        """How many pieces lie in the ordered part (`z.top` or `z.tail`)."""
        return self.cell(part, binary("*", instance, Const(z.depth + 1)), z.instances * (z.depth + 1))

    def ordered_cell(self, z: ZoneCells, part: int, instance: Expr, place: Expr) -> flow.Cell:
        """The face at a place, from 1, of an ordered part."""
        index = binary("+", binary("*", instance, Const(z.depth + 1)), place)
        return self.cell(part, index, z.instances * (z.depth + 1))
