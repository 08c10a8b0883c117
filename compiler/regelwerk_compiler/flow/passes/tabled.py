"""Pass `tabled`: what is asked of one small set is looked up.

Goes in: a Program behind `sets`.  Comes out: one in which a formula that speaks of one mask of few bits alone is a table of its values, one for
each set that it can be.  What may be refused for one of these sets (a division by how many are in it) is worked out where it is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import flow
from ..evaluate import static_scene, value
from ..fault import RuleFault
from ..flow import Const, Expr, Holding, Local, Lookup, Program, Table
from ..free import free
from ..known import Known
from ..reads import static_of
from ..rewrite import changed, rebuild, replaced, walk

WIDEST = 10  # bits of a set that is small
WORTH = 3  # steps of a formula that is not looked up
MASK = "the mask"
PURE = (
    flow.Some | flow.Meet | flow.Join | flow.Without | flow.Shift | flow.BitCount | flow.Lowest | flow.Highest
    | flow.HasBit | flow.And | flow.Or | flow.Unary | flow.Binary | flow.Choice | Const | Local
)  # fmt: skip


def tabled(program: Program) -> Program:
    """The pass."""
    return _Tabled(program).run()


class _Tabled:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = Known(program)
        self.scene = static_scene(program, static_of(program))
        self.tables = dict(program.tables)
        self.made: dict[tuple[Expr, int], str | None] = {}

    def run(self) -> Program:
        """Everything that holds expressions."""
        return replace(changed(self.program, self.change), tables=self.tables)

    def change(self, node: Any) -> Any:
        """The node, with tables for its largest parts that speak of one small set."""
        if isinstance(node, PURE) and not isinstance(node, Const | Local):
            found = {part for part in walk(node) if isinstance(part, Holding)}
            if len(found) == 1:
                (mask,) = found
                asked = replaced(node, {mask: Local(MASK)})
                plain = free(asked) == [MASK] and all(isinstance(part, PURE) for part in walk(asked))
                if plain and mask.size <= WIDEST and self.known.cost(asked) > WORTH:
                    name = self.table(asked, mask.size)
                    if name is not None:
                        return Lookup(name, mask)
        return rebuild(node, self.change)

    def table(self, asked: Expr, width: int) -> str | None:
        """The table of a formula's values; None if it is refused for some set."""
        if (asked, width) not in self.made:
            self.made[asked, width] = self.new(asked, width)
        return self.made[asked, width]

    def new(self, asked: Expr, width: int) -> str | None:
        """A new table."""
        try:
            values = tuple(value(asked, self.scene.fresh({MASK: m})) for m in range(1 << width))
        except RuleFault:
            return None
        name = f"tabled_{len(self.made) + 1}"
        while name in self.tables:
            name += "_"
        is_mask = isinstance(asked, flow.Meet | flow.Join | flow.Without | flow.Shift)
        self.tables[name] = Table(values, width if is_mask else 0)
        return name
