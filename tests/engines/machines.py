"""The smallest Flows that show one thing each about resting, deciding and tossing."""

from __future__ import annotations

from dataclasses import replace

from engines.build import Cells, at, c, one, op, over, program, x
from regelwerk_compiler.flow.flow import (
    And,
    Assign,
    Axis,
    Block,
    Branch,
    Chance,
    Clause,
    Const,
    Decide,
    Decision,
    Each,
    Expr,
    Fail,
    Jump,
    Numbers,
    Options,
    Outcomes,
    Program,
    Repeat,
    Store,
    Toss,
    Trial,
    Values,
)

COUNT = 5  # the only cell of ours


def counter(guard: Expr | None, otherwise: int | None, refuses: bool, most: int = 5) -> Program:
    """One option: `COUNT` grows by one, then the same decision again; block 5 ends the game, block 6 tosses, 8 goes round and round."""
    cells = Cells()
    cells.add("count", 0, 1000, 0)
    blocks = [
        Block(3, "decide", (), (), Decide(0)),
        Block(4, "more", (), (Store(one(COUNT), op(one(COUNT), "+", c(1))),), Jump(3, leaving=True)),
        Block(5, "end", (), (), Jump(0)),
        Block(6, "dice", (), (), Toss(0)),
        Block(7, "thrown", ("pips",), (Store(one(COUNT), op(one(COUNT), "+", x("pips"))),), Jump(3)),
        Block(8, "round", (), (), Jump(9)),
        Block(9, "and round", (), (), Jump(8)),
    ]
    return program(
        "counter",
        cells,
        blocks,
        3,
        numbers=[Numbers("rule", "more", 0, ()), Numbers("random", "die", 1, (Axis("pips", 1, 6),))],
        decisions=[Decision("more", c(0), (Options(0, (), guard, 4),), otherwise, refuses, "rule")],
        chances=[Chance("die", (Outcomes(1, (over("pips", 1, 6),), Const(1), 7),), "", (), "")],
        most_decisions=most,
    )


def rounds(most: int, again: bool, slow: int) -> Program:
    """One option, tried first: it goes round `most` times, each as slow as wanted; then it rests, or begins `again` and so for ever."""
    cells = Cells()
    cells.add("count", 0, 1000, 0)
    wait = Repeat(op(x("a"), "<", c(slow)), (Assign("a", op(x("a"), "+", c(1))),), 0)
    done = op(c(most), "<=", one(COUNT))
    blocks = [
        Block(3, "decide", (), (), Decide(0)),
        Block(
            4, "round", (), (Assign("a", c(0)), wait, Store(one(COUNT), op(one(COUNT), "+", c(1)))), Branch(done, 5, 4)
        ),
        Block(5, "last", (), (Store(one(COUNT), c(0)),) if again else (), Jump(4 if again else 3)),
        Block(6, "other way", (), (Assign("a", c(0)),), Jump(4)),
    ]
    return program(
        "rounds",
        cells,
        blocks,
        3,
        numbers=[Numbers("rule", "tried", 0, ()), Numbers("rule", "untried", 1, ())],
        decisions=[Decision("go", c(0), (Options(0, (), Trial(4), 4), Options(1, (), None, 6)), None, False, "")],
        reasons=["too long"],
    )


def rounds_beside_work() -> Program:
    """Many short rounds, tried and in earnest, in a game in which some other option is a lot of work."""
    one_of_many, beside = rounds(300, again=False, slow=1), 7
    much = Each((over("i", 0, 999), over("j", 0, 149)), (Store(one(COUNT), x("j")),))
    decision = one_of_many.decisions[0]
    return replace(
        one_of_many,
        blocks=(*one_of_many.blocks, Block(beside, "much", (), (much,) * 5, Jump(3))),
        numbers=(*one_of_many.numbers, Numbers("rule", "much", 2, ())),
        decisions=(replace(decision, options=(*decision.options, Options(2, (), None, beside))),),
    )


def orders() -> Program:
    """Options whose clauses do not run upwards, and a chance with weights that may be 0 or below."""
    cells = Cells()
    cells.add("count", 0, 1000, 0)
    down = Clause("a", Values((c(3), c(1), c(3), c(2))))
    blocks = [
        Block(3, "decide", (), (), Decide(0)),
        Block(
            4, "pair", ("b", "a"), (Store(one(COUNT), op(op(x("b"), "*", c(10)), "+", x("a"))),), Jump(6, leaving=True)
        ),
        Block(5, "single", ("a",), (Store(one(COUNT), x("a")),), Jump(6, leaving=True)),
        Block(6, "dice", (), (), Toss(0)),
        Block(7, "thrown", ("w",), (Store(one(COUNT), op(one(COUNT), "+", op(c(100), "*", x("w")))),), Jump(0)),
    ]
    weights = Clause("w", Values((c(4), c(0), c(2), c(-3 + 3), c(1))))
    return program(
        "orders",
        cells,
        blocks,
        3,
        numbers=[
            Numbers("rule", "pair", 10, (Axis("b", 1, 2), Axis("a", 1, 3))),
            Numbers("rule", "single", 0, (Axis("a", 1, 3),)),
            Numbers("random", "thrown", 20, (Axis("w", 0, 5),)),
        ],
        decisions=[
            Decision(
                "both",
                c(0),
                (Options(0, (over("b", 1, 2), down), None, 4), Options(1, (down,), None, 5)),
                None,
                False,
                "",
            )
        ],
        chances=[Chance("die", (Outcomes(2, (weights,), op(x("w"), "-", c(1)), 7),), "", (), "")],
    )


def trials_in_trials(deep: bool) -> Program:
    """A decision whose option is tried, which leads to the same decision, whose option is tried, ..."""
    cells = Cells()
    cells.add("count", 0, 1000, 0)
    guard = And((op(one(COUNT), "<", c(1000 if deep else 5)), Trial(4)))
    blocks = [
        Block(3, "decide", (), (), Decide(0)),
        Block(4, "deeper", (), (Store(one(COUNT), op(one(COUNT), "+", c(1))),), Jump(5)),
        Block(5, "decide again", (), (), Decide(1)),
        Block(6, "never", (), (Fail(0),), Jump(0)),
    ]
    easy = Options(1, (), op(one(COUNT), "==", c(5)), 6)
    return program(
        "trials",
        cells,
        blocks,
        3,
        numbers=[Numbers("rule", "deeper", 0, ()), Numbers("rule", "out", 1, ())],
        decisions=[
            Decision("first", c(0), (Options(0, (), guard, 4),), 0, False, ""),
            Decision(
                "again",
                c(0),
                (Options(0, (), guard, 4), easy) if not deep else (Options(0, (), guard, 4),),
                None,
                True,
                "",
            ),
        ],
        reasons=["never"],
    )


def divisions() -> Program:
    """Options whose guards divide by three cells behind `COUNT`, and a trial that meets them; a second rule is for marked ones, of which there are none."""
    cells = Cells()
    cells.add("count", 0, 1000, 0)
    base = cells.add("row", 0, 9, 1, 1, 1)
    marks = cells.add("marks", 0, 1, 0, 0, 0)
    large = op(c(2), "<=", op(c(12), "div_down", at(base, x("k"), 3)))
    whole = op(c(2), "<=", op(c(12), "div_down", one(base)))
    marked = op(at(marks, x("m"), 3), "==", c(1))
    blocks = [
        Block(3, "decide", (), (), Decide(0)),
        Block(4, "on", (), (Store(one(COUNT), c(1)),), Jump(5)),
        Block(5, "decide", (), (), Decide(1)),
        Block(6, "large", ("k",), (), Jump(3, leaving=True)),
        Block(7, "marked", ("m",), (), Jump(3, leaving=True)),
    ]
    return program(
        "divisions",
        cells,
        blocks,
        3,
        numbers=[
            Numbers("rule", "on", 0, ()),
            Numbers("rule", "large", 1, (Axis("k", 0, 3),)),
            Numbers("rule", "marked", 4, (Axis("m", 0, 3),)),
        ],
        decisions=[
            Decision("first", c(0), (Options(0, (), Trial(4), 4),), 0, False, ""),
            Decision(
                "large",
                c(0),
                (Options(1, (over("k", 0, 2),), large, 6), Options(2, (over("m", 0, 2, marked),), whole, 7)),
                None,
                True,
                "",
            ),
        ],
    )
