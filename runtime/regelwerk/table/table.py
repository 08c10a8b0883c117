"""The whole table: boards and networks first, then what is common, what each seat has, and last what only the observer sees.

Goes in: `Cells` (a position through one seat's eyes).  Comes out: something that rich prints, in any width from 40 columns on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from regelwerk_compiler.flow.flow import Axis, VariableInfo, ZoneInfo

from ..sight.views import HIDDEN
from .boards import board_of
from .cards import legend
from .cells import Cells, each_place
from .networks import network_of

Thing = VariableInfo | ZoneInfo
MANY_ROWS = 8
"""Longer tables leave out the rows in which there is nothing."""


@dataclass(frozen=True, slots=True)
class FirstThatFits:
    """Draws the first of some pictures that is not wider than the window, else the last."""

    pictures: tuple[RenderableType, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for picture in self.pictures[:-1]:
            if _fits(console, options, picture):
                yield picture
                return
        yield self.pictures[-1]


def _fits(console: Console, options: ConsoleOptions, picture: RenderableType) -> bool:
    """Whether a picture keeps its words whole in this width, and is drawn no wider: rich first narrows columns below their least width."""
    if Measurement.get(console, options.update(max_width=10_000), picture).minimum > options.max_width:
        return False
    lines = console.render_lines(picture, options, pad=False)
    return all(Segment.get_line_length(line) <= options.max_width for line in lines)


def draw_table(
    cells: Cells, title: str = "", status: Text | None = None, *, brief: bool = False, notes: Sequence[str] = ()
) -> RenderableType:
    """Everything that the observer may see of the position; in brief without the networks, which are long.  `notes` stand below the title."""
    parts: list[RenderableType] = []
    if title or status:
        parts.append(_headline(title, status))
    parts.extend(Text(note, "bold yellow") for note in notes)
    parts.extend(_sections(cells, brief))
    below = legend(cells)
    if below is not None:
        parts.append(below)
    return Group(*parts)


def _headline(title: str, status: Text | None) -> Text:
    line = Text(title, "bold")
    if status is not None:
        line.append("  ·  " if title else "", "dim")
        line.append_text(status)
    return line


def _sections(cells: Cells, brief: bool) -> Iterator[RenderableType]:
    program = cells.seen.program
    things: list[Thing] = [v for v in program.variables if v.holds.type != "position"]
    things += list(program.zones)
    by_kind: dict[Axis, list[Thing]] = {}
    common: list[Thing] = []
    seats: list[Thing] = []
    rest: list[Thing] = []
    for thing in things:
        axes = thing.axes
        kinds = [axis for axis in axes if axis.type != "player"]
        if not axes:
            common.append(thing)
        elif not kinds and len(axes) == 1:
            seats.append(thing)
        elif len(kinds) == 1 and len(axes) <= 2:
            by_kind.setdefault(Axis("", kinds[0].low, kinds[0].size, kinds[0].type), []).append(thing)
        else:
            rest.append(thing)
    for axis, those in by_kind.items():
        if not brief or cells.shapes.network(axis.type) is None:
            yield from _of_kind(cells, axis, those)
    crossed = [thing for thing in rest if len(thing.axes) == 2]
    for thing in crossed:
        yield from _crossed(cells, thing)
    rest = [thing for thing in rest if len(thing.axes) != 2]
    if rest:
        yield from _entries(cells, rest)
    if common:
        yield _pairs([(Text(cells.names.text(t.name)), _cell(cells, t, 0)) for t in common])
    if seats or cells.seen.program.score:
        yield _seats(cells, seats)
    own = list(_own(cells, seats))
    if own:
        yield _pairs(own)


def _cell(cells: Cells, thing: Thing, place: int) -> Text:
    return cells.zone(thing, place) if isinstance(thing, ZoneInfo) else cells.variable(thing, place)


def _pairs(rows: list[tuple[Text, Text]], indent: int = 0) -> RenderableType:
    """Names on the left, what they hold on the right."""
    table = Table.grid(padding=(0, 1))
    table.add_column(style="dim", no_wrap=False, overflow="fold", max_width=24)
    table.add_column(overflow="fold", ratio=1)
    for name, value in rows:
        table.add_row(name, value)
    return Padding(table, (0, 0, 0, indent)) if indent else table


# -- what is indexed by a kind -------------------------------------------------------------------
def _of_kind(cells: Cells, axis: Axis, things: list[Thing]) -> Iterator[RenderableType]:
    board, network = cells.shapes.board(axis.type), cells.shapes.network(axis.type)
    if board is not None:
        yield board_of(cells, axis.type, board, things)
        return
    if network is not None and network.ends in cells.seen.program.kinds:
        alone = [thing for thing in things if len(thing.axes) == 1]
        if alone:
            yield network_of(cells, axis.type, network, alone)
        things = [thing for thing in things if len(thing.axes) > 1]
        if not things:
            return
    things = [thing for thing in things if not _bare(cells, thing)]
    if things and _rows(cells, axis, things)[0]:
        yield FirstThatFits((_kind_table(cells, axis, things), _kind_list(cells, axis, things)))


def _columns(cells: Cells, axis: Axis, things: list[Thing]) -> list[tuple[Text, Thing, int, int]]:
    """A column for each thing, or for each thing and seat: its head, the thing, and where a row stands: row * step + start."""
    found = []
    for thing in things:
        name = Text(cells.names.text(thing.name))
        if len(thing.axes) == 1:
            found.append((name, thing, 1, 0))
            continue
        seat_first = thing.axes[0].type == "player"
        seats = (thing.axes[0] if seat_first else thing.axes[1]).size
        for seat in range(seats):
            head = name + Text("\n") + cells.seat(seat)
            found.append((head, thing, 1, seat * axis.size) if seat_first else (head, thing, seats, seat))
    return found


def _rows(cells: Cells, axis: Axis, things: list[Thing]) -> tuple[list[tuple[Text, int, list[Text]]], int]:
    """The rows of a kind's table (name, place, cells), and how many were left out because there is nothing in them."""
    columns = _columns(cells, axis, things)
    kept, left_out = [], 0
    for row in range(axis.size):
        values = [_cell(cells, thing, row * step + start) for _, thing, step, start in columns]
        if axis.size > MANY_ROWS and all(_empty(cells, thing, row * step + start) for _, thing, step, start in columns):
            left_out += 1
            continue
        kept.append((cells.value(axis.type, axis.low + row), row, values))
    return kept, left_out


def _empty(cells: Cells, thing: Thing, place: int) -> bool:
    """Whether there is nothing worth telling: an empty zone, no, 0 or a word."""
    if isinstance(thing, ZoneInfo):
        return cells.seen.size(thing, place) == 0
    if thing.is_set:
        return cells.seen.members(thing, place) == ()
    value = cells.seen.cell(thing, place)
    return value is not None and (value < thing.holds.low or (value == 0 and thing.holds.type in ("", "boolean")))


def _bare(cells: Cells, thing: Thing) -> bool:
    """Whether all its zones are empty or all its truths are no: not worth a column at present."""
    if isinstance(thing, VariableInfo) and thing.holds.type != "boolean":
        return False
    return all(_empty(cells, thing, place) for place, _ in each_place(thing.axes))


def _kind_table(cells: Cells, axis: Axis, things: list[Thing]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="", border_style="dim")
    table.add_column(Text(cells.names.text(axis.type), "dim") if axis.type else Text(""))
    for head, *_ in _columns(cells, axis, things):
        table.add_column(head)
    rows, left_out = _rows(cells, axis, things)
    for name, _, values in rows:
        table.add_row(name, *values)
    if left_out:
        table.add_row(Text(cells.words.counted("rows_empty", left_out), "dim"))
    return table


def _kind_list(cells: Cells, axis: Axis, things: list[Thing]) -> Group:
    """The same, without columns and without what is empty."""
    columns = _columns(cells, axis, things)
    rows, left_out = _rows(cells, axis, things)
    lines = []
    for name, row, values in rows:
        line = name.copy()
        line.stylize("bold")
        told = 0
        for (head, thing, step, start), value in zip(columns, values, strict=True):
            if _empty(cells, thing, row * step + start):
                continue
            told += 1
            head = Text(" ").join(head.split("\n"))
            line.append("  ")
            line.append_text(Text(f"{head.plain} ", "dim"))
            line.append_text(value)
        lines.append(line if told else line + Text("  –", "dim"))
    if left_out:
        lines.append(Text(cells.words.counted("rows_empty", left_out), "dim"))
    return Group(*lines)


def _crossed(cells: Cells, thing: Thing) -> Iterator[RenderableType]:
    """What has two indices that are no seats: a row for each value of the first in which there is something, a column for each of the second."""
    down, across = thing.axes
    filled = [
        row
        for row in range(down.size)
        if not all(_empty(cells, thing, row * across.size + n) for n in range(across.size))
    ]
    if not filled:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="", border_style="dim")
    table.add_column(Text(cells.names.text(thing.name), "bold"))
    for column in range(across.size):
        table.add_column(cells.value(across.type, across.low + column))
    for row in filled:
        places = range(row * across.size, (row + 1) * across.size)
        table.add_row(cells.value(down.type, down.low + row), *(_cell(cells, thing, place) for place in places))
    left_out = down.size - len(filled)
    if left_out:
        table.add_row(Text(cells.words.counted("rows_empty", left_out), "dim"))
    yield FirstThatFits((table, Group(*_entries(cells, [thing]))))


def _entries(cells: Cells, things: list[Thing]) -> Iterator[RenderableType]:
    """What has more indices than a table has sides: a line for each place where there is something."""
    rows = []
    for thing in things:
        for place, index in each_place(thing.axes):
            if _empty(cells, thing, place):
                continue
            name = Text(cells.names.text(thing.name))
            for axis, value in zip(thing.axes, index, strict=True):
                name.append(" ")
                name.append_text(cells.value(axis.type, value))
            rows.append((name, _cell(cells, thing, place)))
    if rows:
        yield _pairs(rows)


# -- what each seat has --------------------------------------------------------------------------
def _seats(cells: Cells, things: list[Thing]) -> RenderableType:
    seats = range(len(cells.names.seats))
    heads = [_seat_head(cells, seat) for seat in seats]
    rows: list[tuple[str, list[Text]]] = []
    if cells.seen.program.score:
        points = [cells.seen.score(seat) for seat in seats]
        rows.append(
            (cells.words("points"), [Text(HIDDEN, "dim") if p is None else Text(str(p), "bold") for p in points])
        )
    for thing in things:
        rows.append((cells.names.text(thing.name), [_seat_cell(cells, thing, seat) for seat in seats]))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="", border_style="dim")
    table.add_column("", style="dim", no_wrap=True, min_width=max((cell_len(name) for name, _ in rows), default=0))
    for head in heads:
        table.add_column(head, min_width=cell_len(head.plain))
    for name, values in rows:
        table.add_row(name, *values)
    apart: list[RenderableType] = []
    for seat, head in enumerate(heads):
        apart += [head, _pairs([(Text(name), values[seat]) for name, values in rows], indent=2)]
    return FirstThatFits((table, Group(*apart)))


def _seat_head(cells: Cells, seat: int) -> Text:
    head = cells.seat(seat)
    head.stylize("bold")
    if seat == cells.seen.acting:
        head = Text("▸ ", "bold") + head
    return head


def _seat_cell(cells: Cells, thing: Thing, seat: int) -> Text:
    """In the table of seats what only the owner sees is told by its size; its contents stand below."""
    if isinstance(thing, ZoneInfo) and not _open_to_all(cells, thing):
        return cells.size(thing, seat, brief=True)
    return _cell(cells, thing, seat)


def _open_to_all(cells: Cells, zone: ZoneInfo) -> bool:
    """Whether the observer sees into every seat's instance."""
    return all(cells.seen.open_to(zone, place) for place, _ in each_place(zone.axes))


def _own(cells: Cells, things: list[Thing]) -> Iterator[tuple[Text, Text]]:
    """The contents of what the observer sees and some others do not show him."""
    for thing in things:
        if not isinstance(thing, ZoneInfo) or _open_to_all(cells, thing):
            continue
        for place, _ in each_place(thing.axes):
            if not cells.seen.open_to(thing, place):
                continue
            name = Text(cells.names.text(thing.name), "bold")
            if place != cells.seen.observer:
                name.append(" ")
                name.append_text(cells.seat(place))
            yield name, cells.zone(thing, place, facts=True)
