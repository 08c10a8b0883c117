"""Writing blocks: the graph under construction.

Goes in: statements and ends, one after the other.  Comes out: numbered blocks.  On top of `moves.py`.
"""

from __future__ import annotations

from ...document.located import Span
from .. import flow
from ..flow import CAPPED, ENDED, STOPPED, Block, Branch, Const, Expr, Jump, Stmt, Stop
from .layout import Layout
from .moves import Moves
from .weave import Woven


class Blocks(Moves):
    """A cursor that stands in an open block, or nowhere (what follows cannot be reached)."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.blocks: list[Block | None] = []
        self._block_names: list[str] = []
        self._open: int | None = None
        self._params: tuple[str, ...] = ()
        self._body: list[Stmt] = []
        self.place: tuple[str, Span | None] = ("", None)  # the rule that is being lowered, for names and origins
        for number, name in ((ENDED, "ended"), (CAPPED, "capped"), (STOPPED, "stopped")):
            assert self.reserve(name) == number
            self.blocks[number] = Block(number, name, (), (), Stop())

    def reserve(self, name: str = "") -> int:
        """A number for a block that is written later."""
        self.blocks.append(None)
        self._block_names.append(name or self.place[0])
        return len(self.blocks) - 1

    def begin(self, number: int, params: tuple[str, ...] = ()) -> None:
        """Open a reserved block."""
        assert self._open is None, f"block {self._open} is still open"
        self._open, self._params, self._body = number, params, []

    @property
    def reachable(self) -> bool:
        """Whether a block is open."""
        return self._open is not None

    def emit(self, *statements: Stmt) -> None:
        """Add statements to the open block."""
        if self._open is not None:
            self._body.extend(statements)

    def close(self, end: flow.End) -> None:
        """Close the open block."""
        if self._open is None:
            return
        number = self._open
        name = self._block_names[number]
        self.blocks[number] = Block(number, name, self._params, tuple(self._body), end, self.place[1])
        self._open = None

    def jump(self, target: int, leaving: bool = False) -> None:
        """Close with a jump."""
        self.close(Jump(target, leaving))

    def branch(self, test: Expr, then: int, otherwise: int) -> None:
        """Close with a branch, folded."""
        if isinstance(test, Const):
            self.jump(then if test.value else otherwise)
        else:
            self.close(Branch(test, then, otherwise))

    def fork(self, test: Expr) -> tuple[int, int]:
        """Close with a branch to two new blocks."""
        then, otherwise = self.reserve(), self.reserve()
        if isinstance(test, Const):
            self.jump(then if test.value else otherwise)
        else:
            self.close(Branch(test, then, otherwise))
        return then, otherwise

    def frame(self, name: str, low: int, high: int) -> flow.Cell:
        """A cell for something that must outlive a rest."""
        rule = self.place[0]
        return flow.Cell(
            self.layout.allocate(f"{rule}.{name}" if rule else name, "frame", 1, min(0, low), max(0, high))
        )
