"""The whole program: blocks, procedures, functions and tables, and what its cells mean to people."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...document.located import Span
from ...frozen import dataclass
from .blocks import Block
from .choices import Axis, Chance, Decision, Numbers
from .expressions import Expr
from .statements import Stmt


@dataclass(frozen=True, slots=True)
class Procedure:
    """A rule that never waits: statements with parameters.  `domains`: the interval of each parameter, if they are known."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    origin: Span | None = field(default=None, compare=False)
    domains: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """A formula with a name: pure.  `width` > 0: its value is a mask.  `domains`: the interval of each parameter, if they are known."""

    name: str
    params: tuple[str, ...]
    body: Expr
    width: int = 0
    origin: Span | None = field(default=None, compare=False)
    domains: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Static numbers, or masks of a width."""

    values: tuple[int, ...]
    width: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: the address (`rule.need`, `rule.cost`, ...), in words, and where it was written."""

    address: str
    text: str
    span: Span | None = field(default=None, compare=False)


# -- what the table looks like: for views, texts, logs and conservation ---------------------------
@dataclass(frozen=True, slots=True)
class CellInfo:
    """`size` cells from `base`, each within low..high.  `role`: header, variable, count, location, slot, order, frame."""

    name: str
    role: str
    base: int
    size: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A state variable: axes, what a cell holds, and who sees it (`seen` is a function (observer, indices...), '' for all)."""

    name: str
    base: int
    axes: tuple[Axis, ...]
    holds: Axis  # low, size and type of a value; words are below low (numbers: MISSING - i)
    words: tuple[str, ...]
    is_set: bool  # then the cells of one index are one 0/1 cell for each value of `holds`
    seen: str
    owner: int | None  # which axis is the owner
    history: int = (
        0  # of positions: how many there may be; their number is in the first cell, they themselves behind it
    )


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """A sort of piece: its faces, how many of each, and whether each is an individual (one location cell each, from `base`).

    The location of an individual is 0 in the box, else the number of a place, see `ZoneInfo`.
    """

    name: str
    faces: tuple[str, ...]
    copies: tuple[int, ...]
    individual: bool
    base: int


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone, one instance for each index.  Instance i (mixed radix over axes) of

    * a bag or pile of counted pieces has its counts at base + i * faces;
    * a bag or pile of individuals holds those whose location is place + i;
    * slots has `slots` cells at base + i * slots, a face or -1 each (individuals in them are also located at place + i).
    A pile may also have an ordered part on top (`top`: cells [count, faces...] of `depth` + 1, for each instance) and below (`tail`), 0 if none:
    what lies there is not in the counts, nor located at place + i but at `ordered_place` + i.
    """

    name: str
    sort: Literal["bag", "pile", "slots"]
    piece: str
    axes: tuple[Axis, ...]
    instances: int
    base: int
    place: int
    slots: int
    top: int
    tail: int
    depth: int
    ordered_place: int
    seen: str  # function (observer, indices...): who sees the contents; '' all
    top_seen: bool
    owner: int | None
    shadow: int = 0  # cells with the sizes on entry of a secret loop, one for each instance; 0 if none
    veils: tuple[int, ...] = ()  # secret loops in which the sizes shown are the shadow's


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of the sheet: `function` (seat) is its points.

    Where what counts can be of several sources, `label` (seat) says which of the texts `labels` tells what it is, or -1: no source is
    in force, and the line is left out.
    """

    name: str
    function: str
    label: str = ""
    labels: tuple[str, ...] = ()
    origin: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Ranking:
    """`keys`: functions (seat), each with `True` for highest first.  `total` is the sum of the items and may be one of the keys."""

    keys: tuple[tuple[bool, str], ...]
    shared: bool
    together: bool


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that an engine, a view or a log needs; nothing of it refers back to the Spec."""

    game: str
    hash: str  # of the game's files, the seats, the options and the format of the Flow
    seats: tuple[str, ...]
    players: int  # seats that decide; the rest play by rule
    options: tuple[tuple[str, int], ...]
    most_decisions: int
    cells: tuple[CellInfo, ...]
    initial: tuple[int, ...]
    blocks: tuple[Block, ...]
    entry: int
    procedures: dict[str, Procedure]
    functions: dict[str, Function]
    tables: dict[str, Table]
    lists: dict[str, tuple[tuple[int, ...], ...]]
    numbers: tuple[Numbers, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    reasons: tuple[Reason, ...]
    variables: tuple[VariableInfo, ...]
    pieces: tuple[PieceInfo, ...]
    zones: tuple[ZoneInfo, ...]
    kinds: dict[str, tuple[str, ...]]  # the names of the values of every kind that is no range of numbers
    score: tuple[ScoreItem, ...]
    ranking: Ranking
    texts: dict[str, dict[str, str]]  # address -> language -> text
    statements: dict[str, tuple[str, ...]]  # rule -> statements of the document it carries out
