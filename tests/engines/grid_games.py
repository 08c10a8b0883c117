"""Tic-tac-toe and connect four as Flows, as a lowering would write them."""

from __future__ import annotations

from engines.build import Cells, at, both, c, one, op, over, program, span, x
from regelwerk_compiler.flow.flow import (
    OVER,
    Assign,
    Axis,
    Block,
    Branch,
    Call,
    Clause,
    Decide,
    Decision,
    Expr,
    Fold,
    Function,
    Jump,
    Numbers,
    Options,
    Program,
    Row,
    Store,
)


def lines_of(columns: int, rows: int, length: int) -> list[tuple[int, ...]]:
    """All straight lines of a length."""
    found = []
    for r in range(rows):
        for k in range(columns):
            for dr, dk in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, k + i * dk) for i in range(length)]
                if all(0 <= a < rows and 0 <= b < columns for a, b in line):
                    found.append(tuple(a * columns + b for a, b in line))
    return found


def tic_tac_toe() -> Program:
    cells = Cells()
    mark = cells.add("mark", -1, 1, *[-1] * 9)
    player = cells.add("player", 0, 1, 0)
    squares = Axis("s", 0, 9, "square")
    line: Expr = Fold(
        "any",
        (over("l", 0, 7),),
        Fold("all", (Clause("q", Row("squares", x("l"))),), op(at(mark, x("q"), 9), "==", x("p"))),
    )
    blocks = [
        Block(3, "turn", (), (), Decide(0)),
        Block(4, "put_mark", ("s",), (Store(at(mark, x("s"), 9), one(player)),), Jump(5, leaving=True), span(20)),
        Block(5, "after", (), (), Branch(Call("has_line", (one(player),)), 6, 7), span(24)),
        Block(6, "game over", (), (Store(one(OVER), c(1)),), Jump(0), span(26)),
        Block(7, "next", (), (Store(one(player), op(c(1), "-", one(player))),), Jump(3)),
    ]
    choices = Options(0, (over("s", 0, 8),), op(at(mark, x("s"), 9), "==", c(-1)), 4)
    return program(
        "tic_tac_toe",
        cells,
        blocks,
        3,
        numbers=[Numbers("rule", "put_mark", 0, (squares,))],
        decisions=[Decision("turn", one(player), (choices,), 6, False, "turn", span(18))],
        functions=[Function("has_line", ("p",), line, origin=span(10))],
        lists={"squares": tuple(lines_of(3, 3, 3))},
        most_decisions=9,
        seats=("cross", "nought"),
    )


def connect_four() -> Program:
    cells = Cells()
    mark = cells.add("mark", -1, 1, *[-1] * 42)
    player = cells.add("player", 0, 1, 0)
    lines = lines_of(7, 6, 4)
    through = tuple(tuple(i for i, line in enumerate(lines) if s in line) for s in range(42))
    line = Fold(
        "any",
        (Clause("l", Row("through", x("s"))),),
        Fold("all", (Clause("q", Row("squares", x("l"))),), op(at(mark, x("q"), 42), "==", x("p"))),
    )

    def square(row: Expr, column: Expr) -> Expr:
        return op(op(row, "*", c(7)), "+", column)

    free = Fold("first", (over("r", 0, 5, op(at(mark, square(x("r"), x("k")), 42), "==", c(-1))),), x("r"))
    blocks = [
        Block(3, "turn", (), (), Decide(0)),
        Block(
            4,
            "drop",
            ("k",),
            (
                Assign("s", square(free, x("k"))),
                Store(at(mark, x("s"), 42), one(player)),
                Store(one(cells.add("last", 0, 41, 0)), x("s")),
            ),
            Jump(5, leaving=True),
            span(20),
        ),
        Block(5, "after", (), (), Branch(Call("has_line", (one(player), one(48))), 6, 7), span(24)),
        Block(6, "game over", (), (Store(one(OVER), c(1)),), Jump(0), span(26)),
        Block(7, "next", (), (Store(one(player), op(c(1), "-", one(player))),), Jump(3)),
    ]
    choices = Options(0, (over("k", 0, 6),), both(op(at(mark, op(x("k"), "+", c(35)), 42), "==", c(-1))), 4)
    return program(
        "connect_four",
        cells,
        blocks,
        3,
        numbers=[Numbers("rule", "drop", 0, (Axis("k", 0, 7, "column"),))],
        decisions=[Decision("turn", one(player), (choices,), 6, False, "turn", span(18))],
        functions=[Function("has_line", ("p", "s"), line, origin=span(10))],
        lists={"squares": tuple(lines), "through": through},
        most_decisions=42,
        seats=("red", "yellow"),
    )
