"""Networks: edges between places, a line each, by who owns them, in as many columns as the window has room for."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from regelwerk_compiler.flow.flow import VariableInfo, ZoneInfo

from .cells import Cells
from .shapes import Network

GAP = 3


@dataclass(frozen=True, slots=True)
class Group:
    """The edges of one owner (or of nobody): a title and the cells of each line."""

    title: Text
    lines: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class NetworkPicture:
    """All groups, their cells under each other."""

    head: tuple[Text, ...]
    groups: tuple[Group, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [line for group in self.groups for line in group.lines]
        widths = [max(cell_len(line[n].plain) for line in [*lines, self.head]) for n in range(len(self.head))]
        total = sum(widths) + 2 * (len(widths) - 1)
        columns = max(1, (options.max_width + GAP) // (total + GAP))
        fits = total <= options.max_width
        if fits:
            head = _line(self.head, widths)
            head.stylize("dim")
            most = max((len(group.lines) for group in self.groups), default=1)
            shown = min(columns, max(most, 1))
            yield _beside([head] * shown, total)
        for group in self.groups:
            yield group.title
            if not fits:
                for line in group.lines:
                    yield Text("  ").join(part for part in line if part.plain)
                continue
            rows = -(-len(group.lines) // columns)
            for row in range(rows):
                yield _beside([_line(line, widths) for line in group.lines[row::rows]], total)


def _line(parts: tuple[Text, ...], widths: list[int]) -> Text:
    out = Text(no_wrap=True)
    for n, (part, width) in enumerate(zip(parts, widths, strict=True)):
        out.append("  " if n else "")
        out.append_text(part)
        out.append(" " * (width - cell_len(part.plain)))
    return out


def _beside(lines: list[Text], width: int) -> Text:
    out = Text(no_wrap=True, overflow="ellipsis")
    for n, line in enumerate(lines):
        out.append(" " * GAP if n else "")
        out.append_text(line)
    out.rstrip()
    return out


def network_of(cells: Cells, kind: str, network: Network, things: list[VariableInfo | ZoneInfo]) -> NetworkPicture:
    """The network of a kind with everything that is indexed by it; who owns an edge is the first variable that holds a seat."""
    owner = next((t for t in things if isinstance(t, VariableInfo) and t.holds.type == "player" and not t.is_set), None)
    rest = [thing for thing in things if thing is not owner]
    names = [fact.column for fact in cells.shapes.facts(kind, 0)]
    head = (
        Text(cells.names.text(kind)),
        *(Text(cells.names.text(name)) for name in names),
        *(Text(cells.names.text(t.name)) for t in rest),
    )
    by_owner: dict[int | None, list[tuple[Text, ...]]] = {}
    for edge, (a, b) in enumerate(network.edges):
        facts = cells.shapes.facts(kind, edge)
        line = (
            Text(f"{cells.names.value(network.ends, a)} – {cells.names.value(network.ends, b)}"),
            *(cells.fact(fact, named=False) for fact in facts),
            *(
                cells.zone(thing, edge) if isinstance(thing, ZoneInfo) else cells.variable(thing, edge)
                for thing in rest
            ),
        )
        holder = cells.seen.cell(owner, edge) if owner else -1
        by_owner.setdefault(holder if holder is None or holder >= 0 else -1, []).append(line)
    groups = []
    for seat in range(len(cells.names.seats)):
        if seat in by_owner:
            groups.append(Group(_title(cells.seat(seat), by_owner[seat]), tuple(by_owner[seat])))
    if None in by_owner:
        groups.append(Group(_title(Text("?"), by_owner[None]), tuple(by_owner[None])))
    if -1 in by_owner:
        free = cells.names.text(owner.words[0]) if owner and owner.words else ""
        title = _title(Text(free, "dim"), by_owner[-1]) if owner else Text("")
        groups.append(Group(title, tuple(by_owner[-1])))
    return NetworkPicture(head, tuple(groups))


def _title(name: Text, lines: list[tuple[Text, ...]]) -> Text:
    name = name.copy()
    name.stylize("bold")
    return name + Text(f" ({len(lines)})", "dim")
