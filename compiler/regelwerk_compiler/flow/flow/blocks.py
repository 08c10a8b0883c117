"""Blocks, and how they end."""

from __future__ import annotations

from dataclasses import field

from ...document.located import Span
from ...frozen import dataclass
from .expressions import Expr
from .statements import Stmt


@dataclass(frozen=True, slots=True)
class Jump:
    """`leaving`: the end of an option's steps, or a jump out of them; a trial stops here and has come through."""

    target: int
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    test: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Return:
    """Go on in the block whose number stands in this cell."""

    cell: int
    targets: tuple[int, ...]  # every block it may be


@dataclass(frozen=True, slots=True)
class Decide:
    decision: int


@dataclass(frozen=True, slots=True)
class Toss:
    chance: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The game is over (ENDED, CAPPED), or a trial came through (STOPPED)."""


End = Jump | Branch | Return | Decide | Toss | Stop


@dataclass(frozen=True, slots=True)
class Block:
    """`params` are locals set by whoever enters: only targets of options, outcomes and trials have some."""

    number: int
    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    end: End
    origin: Span | None = field(default=None, compare=False)
