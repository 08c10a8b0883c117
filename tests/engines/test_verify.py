"""A Flow that breaks a promise is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engines.build import Cells, c, one, op, over, program, x
from engines.grid_games import tic_tac_toe
from regelwerk_compiler.flow.flow import (
    Assign,
    Axis,
    BitCount,
    Block,
    Branch,
    Call,
    Cell,
    Chance,
    Clause,
    Collect,
    Decide,
    Each,
    Expr,
    Fail,
    Fold,
    Function,
    Holding,
    Jump,
    Linked,
    Lookup,
    MaskOf,
    Numbers,
    Procedure,
    Program,
    ReachEdges,
    Require,
    Return,
    Row,
    Run,
    SortKey,
    Stmt,
    Store,
    Table,
    Trial,
    Turn,
    When,
)
from regelwerk_compiler.flow.verify import verify


def with_block(*body: Stmt) -> Program:
    """A game that does this and ends."""
    cells = Cells()
    cells.add("count", 0, 9, 0)
    return program("small", cells, [Block(3, "only", (), body, Jump(0))], 3, reasons=["no"], lists={"rows": ((1,),)})


def valued(e: Expr) -> Program:
    return with_block(Assign("a", e))


def changed(**changes: object) -> Program:
    return replace(tic_tac_toe(), **changes)  # type: ignore[arg-type]


def block(number: int, **changes: object) -> Program:
    game = tic_tac_toe()
    blocks = [replace(b, **changes) if b.number == number else b for b in game.blocks]  # type: ignore[arg-type]
    return replace(game, blocks=tuple(blocks))


def decision(**changes: object) -> Program:
    game = tic_tac_toe()
    return replace(game, decisions=(replace(game.decisions[0], **changes),))  # type: ignore[arg-type]


def options(**changes: object) -> Program:
    game = tic_tac_toe()
    return decision(options=(replace(game.decisions[0].options[0], **changes),))  # type: ignore[arg-type]


mask = MaskOf((c(1),), 4)
FAULTS: list[tuple[str, Callable[[], Program]]] = [
    ("a has no value yet", lambda: with_block(Require(op(x("a"), "==", c(1)), 0))),
    ("a has no value yet", lambda: with_block(When(c(1), (Assign("a", c(1)),)), Assign("b", x("a")))),
    ("i has no value yet", lambda: with_block(Each((over("i", 0, 1),), ()), Assign("b", x("i")))),
    ("i has no value yet", lambda: valued(op(Fold("count", (over("i", 0, 1),), c(1)), "+", x("i")))),
    ("cells 99..99 are not all in the vector", lambda: valued(one(99))),
    ("cells 3..7 are not all in the vector", lambda: valued(Cell(3, c(1), 5))),
    ("index 2 is outside 0..1", lambda: valued(Cell(3, c(2), 2))),
    ("there is no table t", lambda: valued(Lookup("t", c(0)))),
    ("there is no table s", lambda: valued(Linked(Holding(3, 2, "t", 0, c(1)), "t", "s"))),
    ("table t has 1 rows, not 2", lambda: replace(
        valued(Linked(Holding(3, 2, "t", 0, c(1)), "t", "t")), tables={"t": Table((0,), 2)})),
    ("table t does not go both ways", lambda: replace(
        valued(Linked(Holding(3, 2, "t", 0, c(1)), "t", "t")), tables={"t": Table((2, 0), 2)})),
    ("there are no lists r", lambda: valued(Fold("count", (Clause("i", Row("r", c(0))),), c(1)))),
    ("lists rows have no row 1", lambda: valued(Fold("count", (Clause("i", Row("rows", c(1))),), c(1)))),
    ("there is no function f", lambda: valued(Call("f"))),
    ("function has_line is given 0 values", lambda: block(4, body=(Assign("a", Call("has_line")),))),
    ("there is no procedure p", lambda: with_block(Run("p"))),
    ("a mask of 0 bits", lambda: valued(BitCount(mask, 0))),
    ("a mask of 99999 bits", lambda: valued(MaskOf((c(1),), 99999))),
    ("a turn of nobody", lambda: valued(Fold("count", (Clause("i", Turn(c(0), 0)),), c(1)))),
    ("sum has an order", lambda: valued(Fold("sum", (over("i", 0, 1),), c(1), (SortKey(True, c(1)),)))),
    ("table t does not hold the ends", lambda: replace(
        valued(ReachEdges(c(0), "e", 3, "t", "t", c(1), 4)), tables={"t": Table((1, 2))})),
    ("there is no block 77 to try", lambda: valued(Trial(77))),
    ("block 4 is tried with 0 values", lambda: block(7, body=(Assign("a", Trial(4)),))),
    ("there is no reason 5", lambda: with_block(Fail(5))),
    ("a list from 4 does not fit", lambda: with_block(Collect(4, 3, (over("i", 0, 1),), c(1)))),
    ("-1..12 is stored in count, which holds 0..9", lambda: with_block(Store(one(5), c(1), -1, 12, 0))),
    ("10..10 is stored in count", lambda: with_block(Store(one(5), c(10)))),
    ("more than 16 loops", lambda: with_block(Each(tuple(over(f"i{n}", 0, 0) for n in range(17)), (Fail(0),)))),
    ("two blocks have one number", lambda: changed(blocks=(*tic_tac_toe().blocks, tic_tac_toe().blocks[4]))),
    ("block 0 does not stop", lambda: block(0, end=Jump(3))),
    ("entry: there is no block 50", lambda: changed(entry=50)),
    ("entry: block 4 asks for s", lambda: changed(entry=4)),
    ("there is no block 60", lambda: block(7, end=Jump(60))),
    ("block 4 asks for s", lambda: block(7, end=Branch(c(1), 4, 3))),
    ("returns to nothing", lambda: block(7, end=Return(5, ()))),
    ("rests, but has statements", lambda: block(3, body=(Fail(0),))),
    ("there is no decision 4", lambda: block(3, end=Decide(4))),
    ("there are no numbers 3", lambda: options(numbers=3)),
    ("0 clauses for 1 axes", lambda: options(clauses=(), target=7, guard=None)),
    ("block 4 asks for ('s',), not ('t',)", lambda: options(clauses=(over("t", 0, 8),), guard=None)),
    ("numbers 0 twice", lambda: decision(options=tic_tac_toe().decisions[0].options * 2)),
    ("put_mark and put_mark overlap", lambda: changed(numbers=tic_tac_toe().numbers * 2)),
    ("an axis is empty", lambda: changed(numbers=(Numbers("rule", "none", 0, (Axis("s", 0, 0),)),))),
    ("cell 14 is described 0 times", lambda: changed(cells=tic_tac_toe().cells[:-1])),
    ("5 at 14 is outside 0..1", lambda: changed(initial=(*tic_tac_toe().initial[:-1], 5))),
    ("table t is empty", lambda: changed(tables={"t": Table(())})),
    ("table t holds a mask wider than 2", lambda: changed(tables={"t": Table((4,), 2)})),
    ("chance 0 (die): has no outcome", lambda: changed(chances=(Chance("die", (), "", (), ""),))),
    ("there is no function sees", lambda: changed(chances=(Chance("die", (), "sees", (), ""),))),
    ("most_decisions is below 1", lambda: changed(most_decisions=0)),
    ("calls in a circle", lambda: changed(functions={
        **tic_tac_toe().functions, "a": Function("a", (), Call("b")), "b": Function("b", (), Call("a"))})),
    ("calls in a circle", lambda: changed(procedures={"a": Procedure("a", (), (Run("a"),))})),
    ("is called b", lambda: changed(procedures={"a": Procedure("b", (), ())})),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "broken"), FAULTS, ids=[fault for fault, _ in FAULTS])
def test_fault(fault: str, broken: Callable[[], Program]) -> None:
    found = verify(broken())
    assert any(fault in text for text in found), found


def test_well() -> None:
    assert verify(tic_tac_toe()) == []
