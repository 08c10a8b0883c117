"""Grids, drawn as boards: columns are letters, rows numbers from below, and on each square what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from regelwerk_compiler.flow.flow import Axis, VariableInfo, ZoneInfo

from ..sight.views import HIDDEN
from . import faces
from .cells import Cells
from .shapes import Board

LINES_UP_TO = 9
"""Boards with more rows are drawn without lines between them."""
SIGN = 2
"""So many columns of the terminal one sign may be wide."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What one variable or zone puts on the squares.

    `key`: what its short names stand for; `fresh`: squares where a variable that always has a value has the one it began with.
    """

    title: Text
    squares: tuple[Text, ...]
    key: tuple[tuple[str, str], ...] = ()
    fresh: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """The widest square."""
        return max((cell_len(square.plain) for square in self.squares), default=1)

    @property
    def blank(self) -> bool:
        """Whether nothing stands anywhere."""
        return all(square.plain == faces.FREE for square in self.squares)


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board with one or more layers; rich draws it as wide as it must be, in short names where the window is narrow."""

    board: Board
    layers: tuple[Layer, ...]
    short: tuple[Layer, ...]
    name: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = (options.max_width - 4) // self.board.columns - 3
        for layers in (self.layers, self.short):
            if sum(layer.width for layer in layers) + len(layers) - 1 <= room:
                yield from self._title(layers)
                yield self._table(layers)
                yield from _key(layers)
                return
        together = sum(layer.width + 1 for layer in self.short) * self.board.columns + 4
        if len(self.short) > 1 and together <= options.max_width:
            yield from self._title(self.short)
            yield self._table(self.short, tight=True, roomy=1)
            yield from _key(self.short)
            return
        for layer in self.short if any(layer.width > room for layer in self.layers) else self.layers:
            yield from self._title((layer,))
            tight = layer.width > room
            roomy = int(tight and (layer.width + 1) * self.board.columns + 4 <= options.max_width)
            yield self._table((layer,), tight=tight, roomy=roomy)
            yield from _key((layer,))

    def _title(self, layers: tuple[Layer, ...]) -> list[Text]:
        title = Text(f"{self.name}: " if self.name and layers else "")
        title.append_text(faces.joined([layer.title for layer in layers], " · "))
        title.stylize("bold")
        return [title] if title.plain else []

    def _table(self, layers: tuple[Layer, ...], *, tight: bool = False, roomy: int = 0) -> Table:
        lines = self.board.rows <= LINES_UP_TO and not tight
        table = Table(
            box=box.SQUARE if not tight else None,
            show_lines=lines,
            show_header=False,
            show_footer=True,
            padding=(0, roomy, 0, 0) if tight else (0, 1),
            pad_edge=not tight,
            border_style="dim",
        )
        table.add_column("", style="dim", justify="right", no_wrap=True)
        widths = [layer.width for layer in layers]
        least = min(max(widths), 3) if tight and len(layers) == 1 else sum(widths) + len(widths) - 1
        for column in range(self.board.columns):
            letter = letters(column)
            table.add_column(
                "",
                footer=Text(letter, "dim"),
                justify="left" if len(layers) > 1 else "center",
                no_wrap=True,
                overflow="ellipsis",
                min_width=least,
            )
        for row in reversed(range(self.board.rows)):
            squares = []
            for column in range(self.board.columns):
                square = Text()
                for n, layer in enumerate(layers):
                    part = layer.squares[row * self.board.columns + column].copy()
                    if len(layers) > 1:
                        part.append(" " * (widths[n] - cell_len(part.plain)))
                    square.append(" " if n else "")
                    square.append_text(part)
                squares.append(square)
            table.add_row(str(row + 1), *squares)
        return table


def _key(layers: tuple[Layer, ...]) -> list[Text]:
    """What the short names on the squares stand for."""
    parts = dict.fromkeys(part for layer in layers for part in layer.key)
    return [faces.joined([Text(f"{short} {text}", "dim") for short, text in parts])] if parts else []


def letters(column: int) -> str:
    """a, b, .., z, aa, ab, .."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("a") + rest) + name
    return name


def board_of(cells: Cells, kind: str, board: Board, things: list[VariableInfo | ZoneInfo]) -> BoardPicture:
    """The board of a kind with everything whose axes are the kind, or a seat and the kind."""
    squares = range(board.columns * board.rows)
    whole: list[Layer] = []
    short: list[Layer] = []
    for thing in things:
        for title, step, start in _instances(cells, kind, thing):
            places = [s * step + start for s in squares]
            long, brief = (tuple(_square(cells, thing, p, brief=b) for p in places) for b in (False, True))
            pairs = zip(brief, long, strict=True)
            key = tuple(
                dict.fromkeys((b.plain, t.plain) for b, t in pairs if b.plain != t.plain and " " not in b.plain)
            )
            fresh = frozenset(s for s, p in zip(squares, places, strict=True) if _as_at_the_start(cells, thing, p))
            whole.append(Layer(title, long, fresh=fresh))
            short.append(Layer(title, brief, key, fresh))
    whole, short = _worth_drawing(whole), _worth_drawing(short)
    name = cells.names.text(kind) if cells.names.has_text(kind) else ""
    return BoardPicture(board, tuple(whole), tuple(short), name)


def _as_at_the_start(cells: Cells, thing: VariableInfo | ZoneInfo, place: int) -> bool:
    """Whether a variable that always has a value has the one that it began with."""
    if isinstance(thing, ZoneInfo) or thing.is_set or thing.words:
        return False
    initial = cells.seen.program.initial[thing.base + place :]
    return bool(initial) and cells.seen.cell(thing, place) == initial[0]


def _worth_drawing(layers: list[Layer]) -> list[Layer]:
    """Without layers in which there is nothing; where nothing else stands on a square, a value as at the start is left out."""
    kept = [layer for layer in layers if not layer.blank] or layers[:1]
    bare = [layer for layer in kept if not layer.fresh]
    if not bare:
        return kept
    free = {s for s in range(len(kept[0].squares)) if all(layer.squares[s].plain == faces.FREE for layer in bare)}
    drawn = [
        replace(
            layer,
            squares=tuple(
                Text(faces.FREE, "dim") if s in layer.fresh & free else square for s, square in enumerate(layer.squares)
            ),
        )
        for layer in kept
    ]
    return [layer for layer in drawn if not layer.blank] or drawn[:1]


def _instances(cells: Cells, kind: str, thing: VariableInfo | ZoneInfo) -> list[tuple[Text, int, int]]:
    """The title of each layer of a thing, and `step` and `start`: a square stands at square * step + start of the thing."""
    name = Text(cells.names.text(thing.name))
    axes: tuple[Axis, ...] = thing.axes
    if len(axes) == 1:
        return [(name, 1, 0)]
    seat_first = axes[0].type != kind
    seats, squares = (axes[0].size, axes[1].size) if seat_first else (axes[1].size, axes[0].size)
    return [
        (name + Text(" ") + cells.seat(seat), 1, seat * squares)
        if seat_first
        else (name + Text(" ") + cells.seat(seat), seats, seat)
        for seat in range(seats)
    ]


def _square(cells: Cells, thing: VariableInfo | ZoneInfo, place: int, *, brief: bool) -> Text:
    """What a thing has on one square; `·` for nothing."""
    if isinstance(thing, ZoneInfo):
        held = cells.seen.held(thing, place)
        if held is None:
            size = cells.seen.size(thing, place)
            return Text(str(size)) if size else Text(faces.FREE, "dim")
        kind = cells.shapes.kind_of(thing.piece)
        parts = [_token(cells, kind, face, brief=brief) if face >= 0 else Text(HIDDEN) for face in held if face != -1]
        return faces.joined(parts, " ") if parts else Text(faces.FREE, "dim")
    if thing.is_set:
        members = cells.seen.members(thing, place)
        if members is None:
            return Text(HIDDEN, "dim")
        parts = [_token(cells, thing.holds.type, m, brief=brief) for m in members]
        return faces.joined(parts, " ") if parts else Text(faces.FREE, "dim")
    value = cells.seen.cell(thing, place)
    if value is None:
        return Text(HIDDEN, "dim")
    word = cells.names.names.word_of(thing, value)
    if word is not None:
        return Text(_word(cells, thing, word, brief=brief), "dim")
    if thing.holds.type == "boolean" and not value:
        return Text(faces.FREE, "dim")
    if thing.holds.type == "boolean":
        return Text("×")
    words = [_word(cells, thing, word, brief=False) for word in thing.words]
    return _token(cells, thing.holds.type, value, brief=brief, words=words)


def _word(cells: Cells, thing: VariableInfo, word: str, *, brief: bool) -> str:
    """A word on a square: its text if that is one sign; else the first word of a variable is a dot, and all others are written."""
    text = cells.names.text(word)
    if cells.names.has_text(word) and cell_len(text) <= SIGN:
        return text
    if word == thing.words[0]:
        return faces.FREE
    if not brief:
        return text
    values = range(len(cells.seen.program.kinds.get(thing.holds.type, ())))
    others = [_word(cells, thing, other, brief=False) for other in thing.words if other != word]
    return shortest(text, [*others, *(cells.names.value(thing.holds.type, place) for place in values)])


def _token(cells: Cells, kind: str, place: int, *, brief: bool, words: Sequence[str] = ()) -> Text:
    """One value, without the block before a colour; in short its first letters, as many as tell it from the others (and from words)."""
    text = cells.names.value(kind, place)
    if kind == "player":
        style = faces.seat_style(place)
        others = list(cells.names.seats)
    else:
        style = faces.style_of(cells.names.plain(kind, place))
        others = [cells.names.value(kind, p) for p in range(len(cells.seen.program.kinds.get(kind, ())))]
    return Text(shortest(text, [*others, *words]) if brief else text, style)


def shortest(text: str, others: list[str]) -> str:
    """The shortest beginning of a text with which no other one begins, else the whole; or the first letters of its words, if shorter."""
    rivals = [other for other in others if other != text]
    found = next((text[:n] for n in range(1, len(text)) if not any(o.startswith(text[:n]) for o in rivals)), text)
    if " " not in found:
        return found
    taken = {_initials(other, n) for other in rivals for n in range(1, len(text))}
    initials = (_initials(text, n) for n in range(1, len(text)))
    fits = (i for i in initials if i not in taken and not any(o.startswith(i) for o in rivals))
    return min(next(fits, found), found, key=len)


def _initials(text: str, last: int) -> str:
    """The first letter of each word, and `last` letters of the last one."""
    *words, end = text.split() or [""]
    return "".join(word[0] for word in words) + end[:last]
