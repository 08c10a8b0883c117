"""How a value looks: a colour where its name (or its text) is one, else a colour of its own; the word always stands beside it."""

from __future__ import annotations

import re
from itertools import pairwise

from rich.cells import cell_len
from rich.console import Console, JustifyMethod, OverflowMethod
from rich.containers import Lines
from rich.text import Text

COLOURS: dict[str, str] = {
    "red": "red",
    "rot": "red",
    "crimson": "red",
    "blue": "bright_blue",
    "blau": "bright_blue",
    "green": "green",
    "grün": "green",
    "yellow": "yellow",
    "gelb": "yellow",
    "gold": "yellow",
    "amber": "yellow",
    "orange": "dark_orange",
    "purple": "magenta",
    "violet": "magenta",
    "lila": "magenta",
    "violett": "magenta",
    "pink": "hot_pink",
    "rosa": "hot_pink",
    "black": "bright_black",
    "schwarz": "bright_black",
    "white": "white",
    "weiß": "white",
    "silver": "white",
    "grey": "grey62",
    "gray": "grey62",
    "grau": "grey62",
    "brown": "orange4",
    "braun": "orange4",
    "cyan": "cyan",
    "turquoise": "cyan",
    "türkis": "cyan",
    "hearts": "red",
    "diamonds": "red",
}
"""Words for colours in the languages that games are written in, and for the two red suits."""

SUITS: dict[str, str] = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}
SEATS = ("cyan", "yellow", "magenta", "green", "bright_red", "bright_blue", "orange3", "white")
"""The colour in which a seat's name is written, by its place round the table."""

BLOCK = "■"
FREE = "·"


def style_of(name: str) -> str:
    """The style of a value by the words in its name, '' if none of them is a colour."""
    for word in _words(name):
        if word in COLOURS:
            return COLOURS[word]
    return ""


def sign_of(name: str) -> str:
    """The sign before a value: of a suit its own, of a colour a block, else none."""
    for word in _words(name):
        if word in SUITS:
            return SUITS[word]
    return BLOCK if style_of(name) else ""


def _words(name: str) -> list[str]:
    return re.split(r"[\W_]+", name.lower())


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return SEATS[seat % len(SEATS)]


def face(name: str, text: str, count: int = 1, *, always: bool = False) -> Text:
    """One face, `count` times: `3 red`; with a sign in its colour before the word if it has one."""
    style, sign = style_of(name), sign_of(name)
    out = Text()
    if count != 1 or always:
        out.append(f"{count} ", "bold")
    if sign:
        out.append(f"{sign} ", style)
    out.append(text, style)
    return out


class Parts(Text):
    """A text whose lines break where a new part begins, and inside a part only if it is wider than the window."""

    __slots__ = ("starts",)

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]
        self.starts: list[int] = []

    def wrap(
        self,
        console: Console,
        width: int,
        *,
        justify: JustifyMethod | None = None,
        overflow: OverflowMethod | None = None,
        tab_size: int = 8,
        no_wrap: bool | None = None,
    ) -> Lines:
        """The lines, each at most `width` wide."""
        pieces = [self.plain[a:b] for a, b in pairwise([*self.starts, len(self.plain)])]
        if not pieces or no_wrap:
            return super().wrap(console, width, justify=justify, overflow=overflow, tab_size=tab_size, no_wrap=no_wrap)
        breaks, used = [], 0
        for start, piece in zip(self.starts, pieces, strict=True):
            if used and used + cell_len(piece.rstrip()) > width:
                breaks.append(start)
                used = 0
            used += cell_len(piece)
        lines = Lines()
        for line in self.divide(breaks):
            line.rstrip()
            lines.extend(line.wrap(console, width, justify=justify, overflow=overflow, tab_size=tab_size))
        return lines


def joined(parts: list[Text], between: str = "  ") -> Text:
    """The parts, one behind the other; lines break only between them."""
    out = Parts()
    starts = []
    for n, part in enumerate(parts):
        starts.append(len(out))
        out.append_text(part)
        if n < len(parts) - 1:
            out.append(between)
    out.starts = starts
    return out
