"""What the passes of `declare.py` hand to each other: the parts of a game (the file, its variants), the names so far, and what waits for types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector, Place
from ...document.located import Entry, Map, Node, Scalar
from ...document.mended import MEANT
from ...syntax import ast
from ...syntax.parse import parse
from .. import spec
from ..names import Names
from ..nodes import entries
from .files import Files
from .space import Space

VALUES_OF_A_KIND = 10_000  # also: pieces of a sort, cells of a variable or zone
TOGETHER = (
    100_000  # values of all kinds, pieces of all sorts, cells of all variables and zones, cells of the rows of a column
)
LARGEST_NUMBER = 999_999_999


@dataclass(frozen=True, slots=True)
class Part:
    """Declarations that stand together: of the game itself (`variant` '') or of one variant."""

    node: Map
    variant: str


@dataclass(slots=True)
class KindNode:
    """A kind before it is resolved: its name, its map, and the map that has its rows (from a file, perhaps)."""

    name: Scalar
    node: Map
    rows: Map | None
    variant: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class StateNode:
    """A variable or zone whose start and sights are still to be typed."""

    name: Scalar
    declaration: ast.StateDecl


@dataclass(frozen=True, slots=True)
class FormulaCell:
    """A cell of a column `formula of player`."""

    kind: str
    row: int
    column: str
    node: Node


@dataclass(frozen=True, slots=True)
class RowBends:
    """The `bends:` of a row."""

    kind: str
    row: int
    node: Map


@dataclass(slots=True)
class Game:
    """A game while it is being declared."""

    root: Map
    parts: tuple[Part, ...]
    names: Names
    space: Space
    files: Files
    collector: Collector
    kinds: dict[str, KindNode] = field(default_factory=dict)
    states: list[StateNode] = field(default_factory=list)
    options: dict[str, ast.StateDecl] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)  # what there is of each of these in the whole game
    formulas: list[FormulaCell] = field(default_factory=list)
    row_bends: list[RowBends] = field(default_factory=list)
    reading: str = ""  # the kind whose columns and cells are being read

    def declared(self, key: str) -> Iterator[tuple[Part, Entry]]:
        """All entries under `key`, in the game and its variants."""
        for part in self.parts:
            for entry in entries(part.node.get(key)):
                yield part, entry

    def sentence(self, start: ast.Start, node: Node | None) -> ast.Sentence | None:
        """What a scalar says; None if it is none, or says nothing that can be understood (which has been reported)."""
        return parse(start, node, self.collector) if isinstance(node, Scalar) else None

    def no_kind(self, name: str, place: Place, known: Iterable[str]) -> None:
        """Report that nothing is called so where a kind belongs; if no name is near, nobody knows its values."""
        hint = self.collector.suggestion(place, name, known)
        self.collector.report("RW302", place, hint, name=name)
        self.names.unread = self.names.unread or not hint.startswith(MEANT)

    def within_all(self, what: str, size: int, place: Place, name: str) -> bool:
        """Count `size` more of `what`; reported once, when that becomes too many for a game."""
        before = self.counted.get(what, 0)
        self.counted[what] = before + size
        if before <= TOGETHER < before + size:
            self.collector.report("RW304", place, name=name, size=f"{before + size:,} and more", most=f"{TOGETHER:,}")
        return before + size <= TOGETHER

    def size(self, axis: spec.Axis) -> int:
        """How many cells an index makes (seats: the most there can be)."""
        if axis.kind == "player":
            return max(self.names.players[1], len(self.names.seats))
        if axis.kind:
            return len(self.names.kinds[axis.kind].values)
        return axis.high - axis.low + 1
