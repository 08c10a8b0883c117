"""Networks: edges between places, a line each, by who owns them, in as many columns as the window has room for."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from regelwerk_compiler.flow.flow import VariableInfo, ZoneInfo

from . import faces
from .cells import Cells
from .shapes import Fact, Network

GAP = 3
SHORT = 8
"""Groups of more edges are told place by place if the window is narrow."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge: its ends, and what is said of it."""

    a: Text
    b: Text
    said: tuple[Text, ...]

    @property
    def cells(self) -> tuple[Text, ...]:
        """As the cells of a line."""
        return (self.a + Text(" – ") + self.b, *self.said)


@dataclass(frozen=True, slots=True)
class Group:
    """The edges of one owner (or of nobody)."""

    title: Text
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class NetworkPicture:
    """All groups: a line for each edge, in columns; long groups are told place by place where there is room for one column only."""

    legend: Text
    groups: tuple[Group, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.legend
        lines = [edge.cells for group in self.groups for edge in group.edges]
        widths = [max(cell_len(line[n].plain) for line in lines) for n in range(len(lines[0]))] if lines else []
        total = sum(widths) + 2 * (len(widths) - 1)
        columns = max(1, (options.max_width + GAP) // (total + GAP))
        for group in self.groups:
            yield group.title
            if total > options.max_width or (columns == 1 and len(group.edges) > SHORT):
                yield from _stars(group)
            else:
                rows = -(-len(group.edges) // columns)
                for row in range(rows):
                    yield _beside([_line(edge.cells, widths) for edge in group.edges[row::rows]])


def _stars(group: Group) -> list[Text]:
    """Place by place: from where, then each place that it leads to with what is said of that edge."""
    by_place: dict[str, list[Edge]] = {}
    for edge in group.edges:
        by_place.setdefault(edge.a.plain, []).append(edge)
    found = []
    for edges in by_place.values():
        parts = [_to(edges[0], first=True), *(_to(edge) for edge in edges[1:])]
        found.append(faces.joined(parts, ", "))
    return found


def _to(edge: Edge, *, first: bool = False) -> Text:
    text = edge.a + Text(" → ", "dim") if first else Text()
    return text + Text(" ").join([edge.b, *edge.said])


def _line(parts: tuple[Text, ...], widths: list[int]) -> Text:
    out = Text(no_wrap=True)
    for n, (part, width) in enumerate(zip(parts, widths, strict=True)):
        out.append("  " if n else "")
        out.append_text(part)
        out.append(" " * (width - cell_len(part.plain)))
    return out


def _beside(lines: list[Text]) -> Text:
    out = Text((" " * GAP), no_wrap=True, overflow="ellipsis").join(lines)
    out.rstrip()
    return out


def network_of(cells: Cells, kind: str, network: Network, things: list[VariableInfo | ZoneInfo]) -> NetworkPicture:
    """The network of a kind with everything that is indexed by it.

    Who owns an edge is the first variable that holds a seat; within an owner's edges those that are of one sort stand together.
    """
    owner = next((t for t in things if isinstance(t, VariableInfo) and t.holds.type == "player" and not t.is_set), None)
    rest = [thing for thing in things if thing is not owner]
    facts = [cells.shapes.facts(kind, edge) for edge in range(len(network.edges))]
    sort = _sort(facts)
    names = [fact.column for n, fact in enumerate(facts[0]) if n != sort] if facts else []
    groups: dict[tuple[int, int], list[Edge]] = {}
    for edge, (a, b) in enumerate(network.edges):
        said = (
            *(cells.fact(fact, named=False) for n, fact in enumerate(facts[edge]) if n != sort),
            *(
                cells.zone(thing, edge) if isinstance(thing, ZoneInfo) else cells.variable(thing, edge)
                for thing in rest
            ),
        )
        one = facts[edge][sort].values[0] if sort is not None else 0
        first, second = (Text(cells.names.value(network.ends, end)) for end in (a, b))
        groups.setdefault((_holder(cells, owner, edge), one), []).append(Edge(first, second, said))
    last = len(cells.names.seats)
    ordered = sorted(groups, key=lambda key: (key[0] if key[0] >= 0 else last - key[0], key[1]))
    titles = [
        _title(cells, owner, holder, facts[0][sort].kind if sort is not None else "", value)
        for holder, value in ordered
    ]
    legend = Text(cells.names.text(kind), "dim")
    columns = [*(cells.names.text(name) for name in names), *(cells.names.text(thing.name) for thing in rest)]
    legend.append(f": {', '.join(columns)}" if columns else "")
    return NetworkPicture(
        legend,
        tuple(
            Group(title + Text(f" ({len(groups[key])})", "dim"), tuple(groups[key]))
            for title, key in zip(titles, ordered, strict=True)
        ),
    )


FREE, HIDDEN = -1, -2


def _holder(cells: Cells, owner: VariableInfo | None, edge: int) -> int:
    """The seat that owns an edge, FREE or HIDDEN."""
    if owner is None:
        return FREE
    holder = cells.seen.cell(owner, edge)
    return HIDDEN if holder is None else max(holder, FREE)


def _sort(facts: list[tuple[Fact, ...]]) -> int | None:
    """The column that tells two to four sorts of edges apart, if there is one."""
    for n in range(len(facts[0]) if facts else 0):
        column = [row[n] for row in facts if n < len(row)]
        whole = len(column) == len(facts) and all(fact.kind and len(fact.values) == 1 for fact in column)
        if whole and 2 <= len({fact.values for fact in column}) <= 4:
            return n
    return None


def _title(cells: Cells, owner: VariableInfo | None, holder: int, kind: str, value: int) -> Text:
    parts = []
    if owner is not None:
        free = cells.names.text(owner.words[0]) if owner.words else ""
        parts.append(cells.seat(holder) if holder >= 0 else Text(free if holder == FREE else "?", "dim"))
    if kind:
        parts.append(cells.value(kind, value))
    title = Text(" · ").join(parts)
    title.stylize("bold")
    return title
