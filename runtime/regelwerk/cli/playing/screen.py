"""What stands on the screen while a game is played: the table, what happened, the menu, the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from regelwerk_compiler.diagnostics.words import nearest

from ...game import Game
from ...lang import Words
from ...result import tie_breaks
from ...sight.views import Observer
from ...state import State
from ...table import faces
from ...table.cards import draw_card, legend
from ...table.cells import Cells
from ...table.said import Said
from ...table.seen import Seen
from ...table.sheet import draw_sheet, outcome_line
from ...table.table import draw_table
from ..background import Background
from .menu import Menu, matching, simple
from .points import sure_points

LEAST_ROOM = 8
MOST_NAMES = 8
END_AFTER = "end_game_after_"
"""So begin the names of cells that say whether `end: game after RULE` has been reached."""


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
        cells = self._cells(state, observer)
        seen = cells.seen
        status = Text(self.words("over"), "bold")
        if not state.over and seen.acting >= 0:
            status = Text(self.words("to_play", who=self.said.seats[seen.acting]), faces.seat_style(seen.acting))
        elif not state.over:
            status = Text("")
        return draw_table(cells, self.title, status, brief=brief, notes=self._last_rounds(state))

    def _cells(self, state: State, observer: Observer) -> Cells:
        seen = Seen(self.game.program, state.view(observer), sure_points(self.game, state, observer))
        return Cells(seen, self.said, self.background.shapes)

    def _last_rounds(self, state: State) -> list[str]:
        """That the game ends behind a rule which is still running: `end: game after RULE` has been reached."""
        if state.over or self.game.look.veil(state.vector):
            return []
        rules = [
            info.name.removeprefix(END_AFTER)
            for info in self.game.program.cells
            if info.role == "frame"
            and info.name.startswith(END_AFTER)
            and info.size == 1
            and state.vector[info.base] > 0
        ]
        return [self.words("last_round", rule=self.said.text(rule)) for rule in rules if not rule.endswith(".had")]

    def card(self, state: State, observer: Observer, typed: str) -> RenderableType:
        """What stands on the card whose name was typed; without a name on all that lie in sight."""
        cells = self._cells(state, observer)
        if not typed:
            return legend(cells) or Text(self.words("card_no_name"), "yellow")
        program, said = self.game.program, self.said
        pieces = set(self.background.shapes.pieces.values())
        named = [
            ((kind, place), text)
            for kind, shape in self.background.shapes.kinds.items()
            if kind in program.kinds
            for place in range(len(program.kinds[kind]))
            if place < max(len(shape.facts), len(shape.cards)) or kind in pieces
            for text in (said.value(kind, place), said.plain(kind, place))
        ]
        wanted = simple(typed)
        found = list(dict.fromkeys(face for face, text in named if simple(text) == wanted)) or matching(wanted, named)
        found = list(
            {said.plain(*face): face for face in found}.values()
        )  # a face of a mixed sort is the value of its kind
        if len({said.value(*face) for face in found}) == 1:  # or several that look alike
            return draw_card(cells, found[0], self.background.statements, program.statements)
        if found:
            names = [f"`{said.value(*face)}`" for face in found[:MOST_NAMES]]
            return Text(self.words("card_which", typed=typed, what=", ".join(names)), "yellow")
        near = nearest(wanted, {simple(text): text for _, text in named})
        hint = f" {self.words('did_you_mean', what=f'`{near}`')}" if near else ""
        return Text(self.words("card_none", typed=typed) + hint, "yellow")

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
        digits = len(str(page[-1][0])) if page else 1
        numbered = [
            (Text(f"{number:>{digits}}", "bold"), Text(line.text, "" if line.choice else "italic"))
            for number, line in page
        ]
        lines = [number + Text(" ") + text for number, text in numbered]
        parts: list[RenderableType] = [Text(menu.title, "bold")] if menu.title else []
        if any(cell_len(line.plain) > self.console.width for line in lines):
            table = Table.grid(padding=(0, 1))
            table.add_column(no_wrap=True)
            table.add_column(overflow="fold")
            for number_, text in numbered:
                table.add_row(number_, text)
            parts.append(table)
        else:
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
    def sheet(self, state: State) -> None:
        """The sheet and who won, and by which key of the ranking where points did not decide."""
        result = state.result(self.words.language)
        breaks = []
        if not result.capped and not result.together:
            keys = self.game.program.ranking.keys
            for n, values in tie_breaks(self.game.look, state.vector, result.totals):
                what = self.said.text(self.background.ranking[n] if n < len(self.background.ranking) else keys[n][1])
                breaks.append((self.words("key.highest" if keys[n][0] else "key.lowest", what=what), values))
        self.console.print(draw_sheet(result, self.said, breaks))
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
