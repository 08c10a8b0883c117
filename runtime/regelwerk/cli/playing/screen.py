"""What stands on the screen while a game is played: the table, what happened, the menu, the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...game import Game
from ...lang import Words
from ...result import Result
from ...state import State
from ...table import faces
from ...table.cells import Cells
from ...table.said import Said
from ...table.seen import Seen
from ...table.sheet import draw_sheet, outcome_line
from ...table.table import draw_table
from ...views import Observer
from ..background import Background
from .menu import Menu
from .points import sure_points

LEAST_ROOM = 8


class Screen:
    """Draws one game for whoever looks, in one language."""

    def __init__(self, console: Console, game: Game, background: Background, words: Words) -> None:
        self.console = console
        self.game = game
        self.background = background
        self.words = words
        self.said = Said(game.names, words)
        self.title = background.called(words.language, game.id)

    # -- the table -------------------------------------------------------------------------------
    def table(self, state: State, observer: Observer, *, brief: bool = False) -> RenderableType:
        """The table as the observer sees it; in brief without what is long and has hardly changed."""
        seen = Seen(self.game.program, state.view(observer), sure_points(self.game, state, observer))
        status = Text(self.words("over"), "bold")
        if not state.over and seen.acting >= 0:
            status = Text(self.words("to_play", who=self.said.seats[seen.acting]), faces.seat_style(seen.acting))
        elif not state.over:
            status = Text("")
        return draw_table(Cells(seen, self.said, self.background.shapes), self.title, status, brief=brief)

    def show(self, picture: RenderableType | str, style: str = "") -> None:
        """Print something; a text is printed as it is."""
        self.console.print(Text(picture, style) if isinstance(picture, str) else picture)

    def show_whole(self, text: str, style: str = "") -> None:
        """Print a text that somebody may want to copy: the terminal breaks its lines, not we."""
        self.console.print(Text(text, style), soft_wrap=True)

    def wipe(self) -> None:
        """Clear the window, and what could be scrolled back to: it may hold another's secrets."""
        console = self.console
        if console.is_terminal and not console.is_dumb_terminal:
            console.clear()
            console.file.write("\x1b[3J")
            console.file.flush()
        else:
            console.print("\n" * console.height)

    def rule(self, title: str = "") -> None:
        """A line across the window."""
        self.console.rule(Text(title, "bold") if title else "", style="dim", align="left")

    # -- the menu --------------------------------------------------------------------------------
    def room(self, texts: Sequence[str]) -> int:
        """How many options have room in the window."""
        rows = max(LEAST_ROOM, self.console.height - 10)
        return rows * self._columns([f"{len(texts)}  {text}" for text in texts])

    def _columns(self, texts: Sequence[str]) -> int:
        widest = max((cell_len(text) for text in texts), default=1)
        return max(1, min((self.console.width + 3) // (widest + 3), 6))

    def menu(self, menu: Menu) -> RenderableType:
        """The options, numbered, in as many columns as there is room for."""
        page = menu.page()
        lines = []
        digits = len(str(page[-1][0])) if page else 1
        for number, line in page:
            text = Text(f"{number:>{digits}} ", "bold")
            text.append(line.text, "" if line.choice else "italic")
            lines.append(text)
        parts: list[RenderableType] = [Text(menu.title, "bold")] if menu.title else []
        parts.append(in_columns(lines, self.console.width))
        if menu.paging:
            parts.append(Text(menu.paging, "dim"))
        return Group(*parts)

    # -- what happened ---------------------------------------------------------------------------
    def happened(self, lines: Sequence[str]) -> None:
        """Log lines, each with a mark; a long one hangs behind it, equal ones count."""
        if not lines:
            return
        table = Table.grid(padding=(0, 1))
        table.add_column(style="dim")
        table.add_column(overflow="fold")
        for line, same in groupby(lines):
            times = sum(1 for _ in same)
            table.add_row("  ·", Text(line) if times == 1 else Text(line) + Text(f"  × {times}", "dim"))
        self.console.print(table)

    # -- the end ---------------------------------------------------------------------------------
    def sheet(self, result: Result) -> None:
        """The sheet and who won."""
        self.console.print(draw_sheet(result, self.said))
        self.console.print(Text(outcome_line(result, self.said), "bold"))


def in_columns(lines: Sequence[Text], width: int, gap: int = 3) -> RenderableType:
    """Short lines side by side, read downwards."""
    if not lines:
        return Text("")
    widest = max(cell_len(line.plain) for line in lines)
    columns = max(1, (width + gap) // (widest + gap)) if len(lines) > 5 else 1
    rows = -(-len(lines) // columns)
    if columns == 1:
        return Group(*lines)
    shown = []
    for row in range(rows):
        out = Text(no_wrap=True)
        for line in lines[row::rows]:
            out.append_text(line)
            out.append(" " * (widest - cell_len(line.plain) + gap))
        out.rstrip()
        shown.append(out)
    return Group(*shown)
