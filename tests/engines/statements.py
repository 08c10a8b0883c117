"""What every engine must make of statements: a name, the statements, and the cells that they change or the reason why they are refused.

They run as a procedure of an otherwise empty game: cells `row` hold 10 20 30 40, `one` holds 7, `heap` 99 99 99 99.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.build import Cells, at, c, one, op, over, program, x
from regelwerk_compiler.flow.flow import (
    DIVIDED_BY_ZERO,
    REPEAT_LIMIT,
    TOO_MANY,
    Assign,
    Block,
    Clause,
    Collect,
    Each,
    Expr,
    Fail,
    Fold,
    Jump,
    Procedure,
    Program,
    Repeat,
    Require,
    Row,
    Run,
    SortKey,
    Stmt,
    Store,
    Unary,
    Values,
    When,
)

ROW, ONE, HEAP = 5, 9, 10
NOT_ALLOWED, TOO_LONG, DOES_NOT_FIT = 0, 1, 2
START = (10, 20, 30, 40, 7, 99, 99, 99, 99)


@dataclass(frozen=True)
class Case:
    name: str
    body: tuple[Stmt, ...]
    after: tuple[int, ...] | str  # cells from `row` on, or the refusal


def row(index: Expr) -> Expr:
    return at(ROW, index, 4)


def put(index: Expr, value: Expr, *, check: bool = False) -> Store:
    return Store(at(ROW, index, 4), value, 0, 50, DOES_NOT_FIT if check else None)


def note(value: Expr) -> tuple[Stmt, ...]:
    """`one` gets one digit more."""
    return (Store(one(ONE), op(op(one(ONE), "*", c(10)), "+", value)),)


def mix(value: Expr) -> Stmt:
    """`one` becomes something that rests on all values so far, in their order."""
    return Store(one(ONE), op(op(op(one(ONE), "*", c(31)), "+", value), "mod", c(9973)))


def mixed(values: list[int]) -> int:
    found = START[4]
    for value in values:
        found = (found * 31 + value) % 9973
    return found


def cells(row_: tuple[int, ...] = START[:4], one_: int = 7, heap: tuple[int, ...] = START[5:]) -> tuple[int, ...]:
    return (*row_, one_, *heap)


by_tens = (SortKey(False, op(row(x("i")), "mod", c(20))),)
downwards = (SortKey(True, row(x("i"))),)
numbers = (over("i", 0, 3),)
big = (over("i", 0, 3, op(c(15), "<", row(x("i")))),)

CASES = [
    Case("nothing", (), START),
    Case("a store", (put(c(1), c(5)),), cells((10, 5, 30, 40))),
    Case("stores in order", (put(c(0), op(row(c(0)), "+", c(1))), put(c(1), row(c(0)))), cells((11, 11, 30, 40))),
    Case("a store of a truth", (put(c(0), op(one(ONE), "==", c(7))),), cells((1, 20, 30, 40))),
    Case("one less", (put(c(2), op(row(c(2)), "-", c(1))),), cells((10, 20, 29, 40))),
    Case("a store that fits", (put(c(3), c(50), check=True),), cells((10, 20, 30, 50))),
    Case("a store above", (put(c(3), op(row(c(3)), "+", c(11)), check=True),), f"refused: {DOES_NOT_FIT}"),
    Case("a store below", (put(c(0), op(row(c(0)), "-", c(11)), check=True),), f"refused: {DOES_NOT_FIT}"),
    Case("a local", (Assign("a", c(3)), Assign("a", op(x("a"), "*", x("a"))), put(c(0), x("a"))), cells((9, 20, 30, 40))),
    Case("a local named like ours", (Assign("t_1", c(3)), put(c(0), Fold("sum", numbers, x("t_1")))), cells((12, 20, 30, 40))),
    Case("when", (When(op(one(ONE), "==", c(7)), note(c(1)), note(c(2))),), cells(one_=71)),
    Case("otherwise", (When(op(one(ONE), "!=", c(7)), note(c(1)), note(c(2))),), cells(one_=72)),
    Case("when not, nothing", (When(op(one(ONE), "!=", c(7)), note(c(1))),), START),
    Case(
        "when a loop says so",
        (When(Fold("any", numbers, op(row(x("i")), "==", c(30))), (Assign("a", c(1)),), (Assign("a", c(2)),)), *note(x("a"))),
        cells(one_=71),
    ),
    Case("require", (Require(op(one(ONE), "==", c(7)), NOT_ALLOWED), *note(c(1))), cells(one_=71)),
    Case("require in vain", (Require(op(one(ONE), "==", c(8)), NOT_ALLOWED), *note(c(1))), f"refused: {NOT_ALLOWED}"),
    Case("fail", (Fail(TOO_LONG),), f"refused: {TOO_LONG}"),
    Case("a division by zero", (Assign("a", op(c(1), "mod", one(4))),), f"refused: {DIVIDED_BY_ZERO}"),
    Case("a division by zero that is not done", (When(op(one(ONE), "==", c(8)), (Fail(0),), (put(c(0), c(1)),)),), cells((1, 20, 30, 40))),
    Case("each", (Each(numbers, note(x("i"))),), cells(one_=70123)),
    Case("each of some", (Each(big, note(x("i"))),), cells(one_=7123)),
    Case("each pair", (Each((over("i", 0, 1), over("k", 0, 2)), note(op(x("i"), "+", x("k")))),), cells(one_=7012123)),
    Case("each of none", (Each((Clause("i", Values(())),), note(c(1))),), START),
    Case("each without clauses", (Each((), note(c(1))),), cells(one_=71)),
    Case("each as written", (Each((Clause("i", Values((c(3), c(1), c(3)))),), note(x("i"))),), cells(one_=7313)),
    Case("each in order", (Each(numbers, note(x("i")), downwards),), cells(one_=73210)),
    Case("equal keys keep their order", (Each(numbers, note(x("i")), by_tens),), cells(one_=71302)),
    Case("many in order", (Each((over("i", 0, 299),), (mix(x("i")),), (SortKey(True, op(op(x("i"), "*", x("i")), "mod", c(29))),)),), cells(one_=mixed(sorted(range(300), key=lambda i: -(i * i % 29))))),
    Case("many names in a long order", (Each((*numbers, *(over(f"n{k}", 0, 0) for k in range(15))), note(x("i")), 20 * downwards),), cells(one_=73210)),
    Case("the first", (Each(big, note(x("i")), first=True),), cells(one_=71)),
    Case("the first of pairs", (Each((over("i", 0, 3), over("k", 0, 3, op(op(x("i"), "*", x("k")), "==", c(6)))), note(op(x("i"), "+", x("k"))), first=True),), cells(one_=75)),
    Case("the first in order", (Each(numbers, note(x("i")), downwards, first=True),), cells(one_=73)),
    Case("the first of none", (Each((over("i", 0, 3, op(c(50), "<", row(x("i")))),), note(x("i")), first=True),), START),
    Case("each looks again", (Each(big, (put(op(op(x("i"), "+", c(1)), "mod", c(4)), c(0)), *note(x("i")))),), cells((0, 20, 0, 40), 713)),
    Case(
        "a snapshot does not",
        (Each(big, (put(op(op(x("i"), "+", c(1)), "mod", c(4)), c(0)), *note(x("i"))), snapshot=True),),
        cells((0, 20, 0, 0), 7123),
    ),
    Case(
        "nor does an order",
        (Each(big, (put(c(0), c(0)), put(c(1), c(0)), put(c(2), c(0)), *note(x("i"))), downwards),),
        cells((0, 0, 0, 40), 7321),
    ),
    Case(
        "a source is valued once",
        (Each((Clause("i", Row("rows", op(one(ONE), "-", c(7)))),), note(x("i"))),),
        cells(one_=735),
    ),
    Case("a local in a loop", (Assign("a", c(0)), Each(numbers, (Assign("a", op(x("a"), "+", row(x("i")))),)), put(c(0), x("a"))), cells((100, 20, 30, 40))),
    Case("loops in a loop", (Each(numbers, (Each((over("k", 0, 0),), note(op(x("i"), "+", x("k")))),)),), cells(one_=70123)),
    Case("repeat", (Repeat(op(one(ONE), "<", c(50)), (Store(one(ONE), op(one(ONE), "*", c(2))),), TOO_LONG),), cells(one_=56)),
    Case("repeat without end", (Repeat(op(one(ONE), "==", c(7)), (put(c(0), c(0)),), TOO_LONG),), f"refused: {TOO_LONG}"),
    Case(
        "repeat as often as may be",
        (Assign("a", c(0)), Repeat(op(x("a"), "<", c(REPEAT_LIMIT)), (Assign("a", op(x("a"), "+", c(1))),), TOO_LONG), Store(one(ONE), x("a"))),
        cells(one_=REPEAT_LIMIT),
    ),
    Case(
        "and once more",
        (Assign("a", c(0)), Repeat(op(x("a"), "<", c(REPEAT_LIMIT + 1)), (Assign("a", op(x("a"), "+", c(1))),), TOO_LONG)),
        f"refused: {TOO_LONG}",
    ),
    Case("repeat while a loop says so", (Repeat(Fold("any", numbers, op(row(x("i")), "<", c(12))), (put(c(0), op(row(c(0)), "+", c(1))),), TOO_LONG),), cells((12, 20, 30, 40))),
    Case("collect", (Collect(HEAP, 3, big, row(x("i"))),), cells(heap=(3, 20, 30, 40))),
    Case("collect few", (Collect(HEAP, 3, (over("i", 0, 0),), c(5)),), cells(heap=(1, 5, 99, 99))),
    Case("collect none", (Collect(HEAP, 3, (Clause("i", Values(())),), c(5)),), cells(heap=(0, 99, 99, 99))),
    Case("collect too many", (Collect(HEAP, 3, numbers, c(5)),), f"refused: {TOO_MANY}"),
    Case("collect in order", (Collect(HEAP, 3, big, x("i"), downwards),), cells(heap=(3, 3, 2, 1))),
    Case("collect what is written over", (Collect(HEAP, 2, (over("i", 0, 1),), at(HEAP, x("i"), 3)),), cells(heap=(2, 99, 99, 99))),
    Case("a procedure", (Run("add", (c(1), op(one(ONE), "+", c(1)))),), cells((10, 28, 30, 40))),
    Case("a procedure has its own names", (Assign("i", c(2)), Run("add", (c(0), c(1))), put(c(3), x("i"))), cells((11, 20, 30, 2))),
    Case("a procedure refuses", (Run("add", (c(0), c(99))),), f"refused: {DOES_NOT_FIT}"),
    Case("minus minus", (put(c(0), op(row(c(0)), "-", Unary("neg", one(ONE)))),), cells((17, 20, 30, 40))),
]  # fmt: skip


def world(case: Case) -> Program:
    """The game that runs the case and ends."""
    cells_ = Cells()
    assert cells_.add("row", 0, 1000, *START[:4]) == ROW
    assert cells_.add("one", 0, 10**9, START[4]) == ONE
    assert cells_.add("heap", 0, 1000, *START[5:]) == HEAP
    add = Procedure("add", ("i", "by"), (put(x("i"), op(row(x("i")), "+", x("by")), check=True),))
    return program(
        "statements",
        cells_,
        [Block(3, "run", (), (Run("case"),), Jump(0))],
        3,
        procedures=[add, Procedure("case", (), case.body)],
        lists={"rows": ((3, 5), (1,))},
        reasons=["not allowed", "too long", "does not fit"],
    )
