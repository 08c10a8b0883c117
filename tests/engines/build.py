"""Flows built by hand: goes in the few things that matter, comes out a whole `Program`."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.document.located import Span
from regelwerk_compiler.flow.flow import (
    And,
    Binary,
    BinaryOp,
    Block,
    Cell,
    CellInfo,
    Chance,
    Clause,
    Const,
    Decision,
    Expr,
    Function,
    Local,
    Numbers,
    Procedure,
    Program,
    Range,
    Ranking,
    Reason,
    Stop,
    Table,
)

HEADER_CELLS = (
    CellInfo("pc", "header", 0, 1, 0, 10**6),
    CellInfo("decisions", "header", 1, 1, 0, 10**9),
    CellInfo("key", "header", 2, 1, 0, 2**64 - 1),
    CellInfo("over", "header", 3, 1, 0, 1),
    CellInfo("veil", "header", 4, 1, 0, 10**6),
)
ENDS = (
    Block(0, "ended", (), (), Stop()),
    Block(1, "capped", (), (), Stop()),
    Block(2, "stopped", (), (), Stop()),
)


def c(value: int) -> Const:
    return Const(value)


def x(name: str) -> Local:
    return Local(name)


def op(a: Expr, sign: BinaryOp, b: Expr) -> Binary:
    return Binary(sign, a, b)


def both(*parts: Expr) -> And:
    return And(parts)


def over(name: str, low: int, high: int, where: Expr | None = None) -> Clause:
    """A clause over the numbers low..high."""
    return Clause(name, Range(Const(low), Const(high)), where)


def span(line: int) -> Span:
    return Span("game.yaml", line, 1, line, 2)


class Cells:
    """Hands out cells behind the header."""

    def __init__(self) -> None:
        self.infos = list(HEADER_CELLS)
        self.initial = [0] * 5

    def add(self, name: str, low: int, high: int, *initial: int) -> int:
        base = len(self.initial)
        self.infos.append(CellInfo(name, "variable", base, len(initial), low, high))
        self.initial += initial
        return base


def one(base: int) -> Cell:
    return Cell(base)


def at(base: int, index: Expr, size: int) -> Cell:
    return Cell(base, index, size)


def program(
    game: str,
    cells: Cells,
    blocks: Sequence[Block],
    entry: int,
    *,
    numbers: Sequence[Numbers] = (),
    decisions: Sequence[Decision] = (),
    chances: Sequence[Chance] = (),
    functions: Sequence[Function] = (),
    procedures: Sequence[Procedure] = (),
    tables: dict[str, Table] | None = None,
    lists: dict[str, tuple[tuple[int, ...], ...]] | None = None,
    reasons: Sequence[str] = (),
    most_decisions: int = 1000,
    seats: Sequence[str] = ("anna", "ben"),
) -> Program:
    return Program(
        game=game,
        hash="built by hand",
        seats=tuple(seats),
        players=len(seats),
        options=(),
        most_decisions=most_decisions,
        cells=tuple(cells.infos),
        initial=tuple(cells.initial),
        blocks=(*ENDS, *blocks),
        entry=entry,
        procedures={p.name: p for p in procedures},
        functions={f.name: f for f in functions},
        tables=tables or {},
        lists=lists or {},
        numbers=tuple(numbers),
        decisions=tuple(decisions),
        chances=tuple(chances),
        reasons=tuple(Reason(text, text) for text in reasons),
        variables=(),
        pieces=(),
        zones=(),
        kinds={},
        score=(),
        ranking=Ranking((), True, False),
        texts={},
        statements={},
    )
