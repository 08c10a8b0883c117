"""The score sheet: for every seat where each point came from, the total and the place."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..result import Result
from . import faces
from .said import Said
from .table import FirstThatFits

Breaks = Sequence[tuple[str, Sequence[int]]]


def draw_sheet(result: Result, names: Said, breaks: Breaks = ()) -> RenderableType:
    """The sheet as a table, or as lines where the window is narrow.  `breaks`: what told seats with equal points apart, and its value for each."""
    words = names.words
    seats = range(len(result.totals))
    table = Table(
        title=words("sheet"),
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        header_style="",
    )
    rows = [(said, points, "") for said, points in result.lines]
    rows.append((words("total"), result.totals, "bold"))
    table.add_column("", no_wrap=True, min_width=max(cell_len(name) for name, _, _ in rows))
    for seat in seats:
        head = _seat(names, seat, seat in result.winners)
        table.add_column(head, justify="right", min_width=cell_len(head.plain))
    for n, (name, points, style) in enumerate(rows):
        table.add_row(
            Text(name, style), *(Text(str(points[seat]), style) for seat in seats), end_section=n == len(rows) - 2
        )
    for name, values in breaks:
        table.add_row(Text(name, "dim"), *(Text(str(values[seat]), "dim") for seat in seats))
    if not result.together and not result.capped:
        table.add_row(Text(words("place"), "dim"), *(Text(f"{result.places[seat]}.", "dim") for seat in seats))
    lines = Text()
    for seat in seats:
        lines.append_text(_seat(names, seat, seat in result.winners))
        lines.append("\n")
        for name, points, style in rows:
            lines.append(f"  {name}: {points[seat]}\n", style)
        for name, values in breaks:
            lines.append(f"  {name}: {values[seat]}\n", "dim")
    lines.rstrip()
    return FirstThatFits((table, lines))


def outcome_line(result: Result, names: Said) -> str:
    """Who won, in a sentence."""
    words = names.words
    if result.capped:
        return words("ended_capped")
    if result.together:
        return words("ended_together", points=sum(result.totals))
    who = [names.seats[seat] for seat in result.winners]
    if not who:
        return words("ended_nobody")
    if len(who) == len(result.totals) and len(who) > 1:
        return words("ended_shared_all")
    return words.counted("ended_won", len(who), who=words.listed(who))


def _seat(names: Said, seat: int, won: bool) -> Text:
    return Text(("★ " if won else "") + names.seats[seat], f"bold {faces.seat_style(seat)}")
