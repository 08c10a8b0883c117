"""Consoles: with colours where there may be some, as wide as the window, for standard output and standard error."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

LEAST_WIDTH = 40


def console(color: bool | None = None, *, err: bool = False) -> Console:
    """A console.  `color` None: where the terminal has colours and NO_COLOR does not forbid them."""
    from rich.console import Console

    stream = sys.stderr if err else sys.stdout
    tolerant(stream)
    forbidden = color is False or (color is None and bool(os.environ.get("NO_COLOR")))
    return Console(
        file=stream,
        force_terminal=True if color and not stream.isatty() else None,
        no_color=True if forbidden else False if color else None,
        color_system=None if forbidden else "auto" if color is None or stream.isatty() else "standard",
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        width=None if stream.isatty() or os.environ.get("COLUMNS") else 100,
    )


def tolerant(stream: TextIO) -> None:
    """A stream that cannot write a sign writes `?` instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def interactive() -> bool:
    """Whether somebody sits before standard input and output."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
