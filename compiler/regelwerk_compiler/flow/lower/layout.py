"""Woven -> Layout: which cell of the vector holds what; also the static tables of every column.

The order of cells: header, variables, pieces (counts, locations, slots, ordered parts), and behind them the frame cells that the
lowering asks for while it works.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...spec import spec, types
from .. import flow
from ..flow import HEADER, MISSING, CellInfo, Table
from .weave import Woven


@dataclass(slots=True)
class VariableCells:
    """Where a variable lives.  An index is flattened by `strides`; a set has `width` 0/1 cells for each index."""

    definition: spec.VariableDef
    base: int
    axes: tuple[flow.Axis, ...]
    holds: flow.Axis
    width: int  # of a set, else 1

    @property
    def count(self) -> int:
        """How many indices there are."""
        n = 1
        for axis in self.axes:
            n *= axis.size
        return n


@dataclass(slots=True)
class ZoneCells:
    """Where a zone lives; see `flow.ZoneInfo`."""

    definition: spec.ZoneDef
    axes: tuple[flow.Axis, ...]
    instances: int
    faces: int
    individual: bool
    base: int = 0
    place: int = 0
    slots: int = 0
    top: int = 0
    tail: int = 0
    depth: int = 0
    ordered_place: int = 0
    shadow: int = 0
    veils: list[int] = field(default_factory=list)


@dataclass(slots=True)
class PieceCells:
    """A sort of piece; individuals have a location cell each, from `base`."""

    definition: spec.PieceDef
    base: int = 0
    places: int = 1  # 0 is the box
    zones: list[str] = field(default_factory=list)


class Layout:
    """Cells, kinds' sizes and static tables of one woven game."""

    def __init__(self, woven: Woven, ordered: dict[str, set[str]]) -> None:
        """`ordered`: for each pile, which of `on_top`, `under` put pieces into it."""
        self.woven = woven
        self.cells: list[CellInfo] = []
        self.initial: list[int] = []
        self.tables: dict[str, Table] = {}
        self.lists: dict[str, tuple[tuple[int, ...], ...]] = {}
        self.variables: dict[str, VariableCells] = {}
        self.zones: dict[str, ZoneCells] = {}
        self.pieces: dict[str, PieceCells] = {}
        self.rule_order = ("nothing", *woven.game.rules)
        for name in ("pc", "decisions", "key", "over", "veil"):
            self.allocate(name, "header", 1, 0, 2**64 if name == "key" else 2**31)
        assert len(self.initial) == HEADER
        for variable in woven.variables.values():
            self._variable(variable)
        for piece in woven.pieces.values():
            self.pieces[piece.name] = PieceCells(piece)
        for zone in woven.zones.values():
            self._zone(zone, ordered.get(zone.name, set()))
        self._place_pieces()

    # -- sizes -----------------------------------------------------------------------------------
    def bounds(self, base: types.Base) -> tuple[int, int]:
        """The first and last value of a type whose values are finite and known."""
        match base:
            case types.Player():
                return 0, len(self.woven.seats) - 1
            case types.Bool():
                return 0, 1
            case types.Kind(name):
                return 0, len(self.woven.kinds[name].values) - 1
            case types.Rule():
                return 0, len(self.rule_order) - 1
            case types.Set(of) | types.Zone(_, of):
                return self.bounds(of)
        return -(2**31) + 1, 2**31 - 1

    def axis(self, name: str, axis: spec.Axis) -> flow.Axis:
        """A Spec axis with its size."""
        if axis.kind == "player":
            return flow.Axis(name, 0, len(self.woven.seats), "player")
        if axis.kind:
            kind = self.woven.kinds[axis.kind]
            if kind.sort == "range":
                return flow.Axis(name, kind.low, kind.high - kind.low + 1)
            return flow.Axis(name, 0, len(kind.values), axis.kind)
        return flow.Axis(name, axis.low, axis.high - axis.low + 1)

    def type_name(self, base: types.Base) -> str:
        """The kind that texts look a value up in; '' for a number."""
        match base:
            case types.Player():
                return "player"
            case types.Bool():
                return "boolean"
            case types.Kind(name):
                return name
            case types.Rule():
                return "rule"
            case types.Set(of) | types.Zone(_, of):
                return self.type_name(of)
        return ""

    # -- cells -----------------------------------------------------------------------------------
    def allocate(self, name: str, role: str, size: int, low: int, high: int, start: int = 0) -> int:
        """New cells at the end of the vector; returns the first."""
        base = len(self.initial)
        self.cells.append(CellInfo(name, role, base, size, low, high))
        self.initial.extend([start] * size)
        return base

    def holds(self, holds: spec.Holds) -> flow.Axis:
        """What a cell holds as an axis: low and size without the words."""
        base = holds.type.base
        if isinstance(base, types.Set):
            base = base.of
        if isinstance(base, types.Int):
            return flow.Axis("", holds.low, holds.high - holds.low + 1)
        if isinstance(base, types.Position):
            return flow.Axis("", 0, 2**62, "position")
        low, high = self.bounds(base)
        return flow.Axis("", low, high - low + 1, self.type_name(base))

    def _variable(self, d: spec.VariableDef) -> None:
        axes = tuple(self.axis(f"i{n}", a) for n, a in enumerate(d.axes))
        holds = self.holds(d.holds)
        width = holds.size if d.is_set else d.history or 1
        cells = VariableCells(d, 0, axes, holds, width)
        if d.is_set:
            low, high, start = 0, 1, 0
        elif d.history:
            low, high, start = 0, 2**62 - 1, 0
        else:
            words = len(d.holds.type.words)
            numeric = isinstance(d.holds.type.base, types.Int)
            low = holds.low if not words else MISSING - words + 1 if numeric else -words
            high = holds.low + holds.size - 1
            start = (
                (MISSING if numeric else -1)
                if words
                else max(0, holds.low)
                if numeric and holds.low <= 0 <= high
                else holds.low
            )
        cells.base = len(self.initial)
        if d.history:  # how many there are stands before them
            self.allocate(f"{d.name}.count", "variable", 1, 0, d.history)
        self.allocate(d.name, "variable", cells.count * width, low, high, start)
        self.variables[d.name] = cells

    def _zone(self, d: spec.ZoneDef, ordered: set[str]) -> None:
        piece = self.pieces[d.piece]
        axes = tuple(self.axis(f"i{n}", a) for n, a in enumerate(d.axes))
        instances = 1
        for axis in axes:
            instances *= axis.size
        faces = len(piece.definition.copies)
        z = ZoneCells(d, axes, instances, faces, piece.definition.individual)
        piece.zones.append(d.name)
        total = sum(piece.definition.copies)
        if piece.definition.individual:
            z.place = piece.places
            piece.places += instances
        if d.sort == "slots":
            z.slots = d.size or 0
            z.base = self.allocate(d.name, "slot", instances * z.slots, -1, faces - 1, -1)
        elif not piece.definition.individual:
            z.base = self.allocate(d.name, "count", instances * faces, 0, max(piece.definition.copies, default=0))
        if d.sort == "pile":
            z.depth = total
            if d.top_sight is not None or "on_top" in ordered:
                z.top = self.allocate(f"{d.name}.top", "order", instances * (total + 1), 0, max(total, faces))
            if "under" in ordered:
                z.tail = self.allocate(f"{d.name}.tail", "order", instances * (total + 1), 0, max(total, faces))
            if (z.top or z.tail) and piece.definition.individual:
                z.ordered_place = piece.places
                piece.places += instances
        self.zones[d.name] = z

    def _place_pieces(self) -> None:
        """Locations, and where everything lies before set-up."""
        for piece in self.pieces.values():
            copies = piece.definition.copies
            full = next((self.zones[n] for n in piece.zones if self.zones[n].definition.starts_full), None)
            if piece.definition.individual:
                piece.base = self.allocate(piece.definition.name, "location", len(copies), 0, piece.places - 1)
                if full is not None:
                    for face, n in enumerate(copies):
                        if n:
                            self.initial[piece.base + face] = full.place
            elif full is not None and full.definition.sort != "slots":
                self.initial[full.base : full.base + full.faces] = list(copies)

    # -- static data -----------------------------------------------------------------------------
    def column(self, kind: spec.KindDef, column: spec.ColumnDef) -> str:
        """The table of a column's cells by row (and by the value of `each`); sets as masks.  Returns its name."""
        name = f"{kind.name}_{column.name}"
        if name not in self.tables:
            values: list[int] = []
            width = self.holds(column.holds).size if isinstance(column.holds.type.base, types.Set) else 0
            low = self.holds(column.holds).low
            for row in kind.rows:
                cell = row[column.name]
                for part in cell if isinstance(cell, tuple) else (cell,):
                    values.append(self.cell(part, column.holds, low))
            self.tables[name] = Table(tuple(values), width)
        return name

    def row_sets(self, kind: spec.KindDef, column: spec.ColumnDef) -> str:
        """The list of the values in a set-valued column by row, with an empty row at the end for a missing one."""
        name = f"{kind.name}_{column.name}"
        if name not in self.lists:
            rows: list[tuple[int, ...]] = []
            for row in kind.rows:
                cell = row[column.name]
                for part in cell if isinstance(cell, tuple) else (cell,):
                    if isinstance(part, spec.SetCell):
                        rows.append(tuple(sorted(part.values)))
                    else:
                        assert isinstance(part, spec.RuleSetCell)
                        rows.append(tuple(self.rule_order.index(r) for r in part.rules))
            self.lists[name] = (*rows, ())
        return name

    def cell(self, cell: spec.Cell, holds: spec.Holds, low: int) -> int:
        """One cell of a table as the number that the vector would hold."""
        match cell:
            case bool() | int():
                return int(cell)
            case spec.WordCell(index):
                return (MISSING if isinstance(holds.type.base, types.Int) else -1) - index
            case spec.SetCell(values):
                return sum(1 << (v - low) for v in set(values))
            case spec.RuleCell(rule):
                return self.rule_order.index(rule)
            case spec.RuleSetCell(rules):
                return sum(1 << self.rule_order.index(r) for r in set(rules))
        raise TypeError(cell)

    def table(self, name: str) -> tuple[str, int, tuple[int, ...]]:
        """A table flattened: its name, the depth, and for a rectangular one its sizes; rows of other lengths are padded with MISSING."""
        d = self.woven.tables[name]
        sizes: list[int] = []

        def widest(values: tuple[object, ...], depth: int) -> None:
            if len(sizes) <= depth:
                sizes.append(0)
            sizes[depth] = max(sizes[depth], len(values))
            for v in values:
                if isinstance(v, tuple):
                    widest(v, depth + 1)

        widest(d.values, 0)

        def flat(values: tuple[object, ...], depth: int) -> list[int]:
            out: list[int] = []
            rest = 1
            for s in sizes[depth + 1 :]:
                rest *= s
            for v in values:
                out.extend(flat(v, depth + 1) if isinstance(v, tuple) else [v])  # type: ignore[list-item]
            return out + [MISSING] * (sizes[depth] * rest - len(out))

        if name not in self.tables:
            self.tables[name] = Table(tuple(flat(d.values, 0)))
        return name, d.depth, tuple(sizes)
