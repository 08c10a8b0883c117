"""What every engine must make of an expression: a name, the expression, its value or the reason why it is refused.

The cells, tables, lists and functions are those of `world`.  New engines run these cases first.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.build import Cells, at, both, c, one, op, over, program, x
from regelwerk_compiler.flow.flow import (
    DIVIDED_BY_ZERO,
    MISSING,
    And,
    Assign,
    Axis,
    BitCount,
    Bits,
    Block,
    Call,
    Chance,
    Choice,
    Clause,
    Decide,
    Decision,
    Expr,
    Fail,
    Fold,
    Function,
    HasBit,
    Jump,
    LetIn,
    Lookup,
    MaskOf,
    Numbers,
    Options,
    Or,
    Outcomes,
    Program,
    Range,
    ReachEdges,
    ReachSteps,
    Require,
    Row,
    SortKey,
    Store,
    Table,
    Toss,
    Trial,
    Turn,
    Unary,
    Values,
)

ROW, ONE, GONE, WIDE = 5, 9, 10, 11  # cells: 4 numbers; 7; a missing number; a mask of 70 bits
T, F = c(1), c(0)


@dataclass(frozen=True)
class Case:
    name: str
    expr: Expr
    value: int | str  # a reason is a text: `refused: -1`


def each(name: str, *values: int, where: Expr | None = None) -> Clause:
    return Clause(name, Values(tuple(c(value) for value in values)), where)


def mask(*bits: int, width: int = 6) -> MaskOf:
    return MaskOf(tuple(c(bit) for bit in bits), width)


def bits(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def highest(e: Expr) -> SortKey:
    return SortKey(True, e)


def lowest(e: Expr) -> SortKey:
    return SortKey(False, e)


REFUSED = f"refused: {DIVIDED_BY_ZERO}"
DIVIDE = op(c(1), "div_down", one(4))  # cell 4 holds 0

CASES = [
    # numbers
    Case("a literal", c(-5), -5),
    Case("missing is a number like any other", op(c(MISSING), "+", c(1)), MISSING + 1),
    Case("a cell", one(ONE), 7),
    Case("a cell with an index", at(ROW, op(c(1), "+", c(1)), 4), 30),
    Case("a cell that is missing", one(GONE), MISSING),
    Case("a table", Lookup("primes", c(2)), 5),
    Case("a table with an index that is not fixed", Lookup("primes", op(one(ONE), "-", c(4))), 7),
    Case("negation", Unary("neg", one(ONE)), -7),
    Case("negation of a negative literal", Unary("neg", c(-3)), 3),
    Case("negation of a sum", Unary("neg", op(one(ONE), "+", c(1))), -8),
    Case("double negation", Unary("neg", Unary("neg", one(ONE))), 7),
    Case("absolute value", Unary("abs", op(c(2), "-", one(ONE))), 5),
    Case("not", Unary("not", op(one(ONE), "==", c(7))), 0),
    Case("difference groups to the left", op(op(c(10), "-", one(ONE)), "-", c(2)), 1),
    Case("difference on the right", op(c(10), "-", op(one(ONE), "-", c(2))), 5),
    Case("product of sums", op(op(one(ONE), "+", c(1)), "*", op(one(ONE), "-", c(1))), 48),
    Case("truths add up", op(op(one(ONE), "==", c(7)), "+", op(one(ONE), "<", c(9))), 2),
    Case("truths compare", op(op(one(ONE), "==", c(7)), "==", op(one(ONE), "<", c(9))), 1),
    Case("mod of a negative", op(op(c(0), "-", one(ONE)), "mod", c(3)), 2),
    Case("mod by a negative", op(one(ONE), "mod", c(-3)), -2),
    Case("division down", op(one(ONE), "div_down", c(2)), 3),
    Case("division down of a negative", op(Unary("neg", one(ONE)), "div_down", c(2)), -4),
    Case("division up", op(one(ONE), "div_up", c(2)), 4),
    Case("division up of a negative", op(Unary("neg", one(ONE)), "div_up", c(2)), -3),
    Case("division up by a negative", op(one(ONE), "div_up", c(-2)), -3),
    Case("division by a value", op(c(100), "div_up", one(ONE)), 15),
    Case("division by zero", DIVIDE, REFUSED),
    Case("mod zero", op(c(1), "mod", one(4)), REFUSED),
    Case("smaller", op(one(ONE), "min", c(3)), 3),
    Case("larger", op(one(ONE), "max", c(3)), 7),
    Case("larger of larger", op(op(one(ONE), "max", c(3)), "max", op(c(9), "min", one(ONE))), 7),
    Case("equal", op(one(ONE), "==", c(7)), 1),
    Case("unequal", op(one(ONE), "!=", c(7)), 0),
    Case("less", op(one(GONE), "<", one(ONE)), 1),
    Case("at most", op(one(ONE), "<=", c(6)), 0),
    # truths
    Case("and of nothing", And(()), 1),
    Case("or of nothing", Or(()), 0),
    Case("and", both(op(one(ONE), "==", c(7)), op(one(ONE), "<", c(7))), 0),
    Case("or", Or((op(one(ONE), "<", c(7)), op(one(ONE), "==", c(7)))), 1),
    Case("and stops early", both(op(one(ONE), "<", c(7)), op(DIVIDE, "==", c(1))), 0),
    Case("or stops early", Or((op(one(ONE), "==", c(7)), op(DIVIDE, "==", c(1)))), 1),
    Case("and goes on", both(op(one(ONE), "==", c(7)), op(DIVIDE, "==", c(1))), REFUSED),
    Case("and of a loop", both(op(one(ONE), "<", c(7)), Fold("any", (over("i", 0, 2),), op(DIVIDE, "==", c(1)))), 0),
    Case("or of a loop", Or((T, Fold("any", (over("i", 0, 2),), op(DIVIDE, "==", c(1))))), 1),
    Case("choice", Choice(op(one(ONE), "==", c(7)), c(4), DIVIDE), 4),
    Case("choice the other way", Choice(op(one(ONE), "==", c(8)), DIVIDE, c(5)), 5),
    Case("choice in a choice", Choice(op(one(ONE), "<", c(7)), c(1), Choice(op(one(ONE), "<", c(8)), c(2), c(3))), 2),
    Case("choice in a sum", op(Choice(op(one(ONE), "<", c(7)), c(1), c(2)), "+", c(10)), 12),
    Case("choice of loops", Choice(op(one(ONE), "<", c(7)), Fold("sum", (over("i", 0, 2),), DIVIDE), c(6)), 6),
    # names
    Case("a name", LetIn("a", one(ONE), op(x("a"), "*", x("a"))), 49),
    Case("a name that hides another", LetIn("a", c(1), op(LetIn("a", c(2), x("a")), "+", x("a"))), 3),
    Case(
        "two names alike side by side",
        op(LetIn("a", op(one(ONE), "+", c(1)), x("a")), "*", LetIn("a", op(one(ONE), "-", c(1)), x("a"))),
        48,
    ),
    Case(
        "a name and a loop alike",
        LetIn("i", op(one(ONE), "+", c(2)), op(Fold("sum", (over("i", 0, 3),), x("i")), "+", x("i"))),
        15,
    ),
    Case(
        "names that Python keeps",
        LetIn("for", c(2), LetIn("v", op(one(ONE), "+", x("for")), op(x("v"), "+", x("for")))),
        11,
    ),
    Case("a function", Call("twice", (one(ONE),)), 14),
    Case("a function of a function", Call("twice", (Call("twice", (c(3),)),)), 12),
    Case("a function with a mask", BitCount(Call("around", (c(2),)), 6), 2),
    # masks
    Case("a mask", mask(0, 2, 5), bits(0, 2, 5)),
    Case("values outside are left out", mask(-1, 3, 6, MISSING), bits(3)),
    Case("a mask of values", MaskOf((one(ONE), op(one(ONE), "-", c(3)), one(GONE)), 8), bits(7, 4)),
    Case("a bit that is set", HasBit(mask(0, 2), c(2), 6), 1),
    Case("a bit that is not", HasBit(mask(0, 2), c(1), 6), 0),
    Case("a bit below", HasBit(mask(0, 2), one(GONE), 6), 0),
    Case("a bit above", HasBit(one(WIDE), c(70), 70), 0),
    Case("a bit beyond 64", HasBit(one(WIDE), op(one(ONE), "+", c(62)), 70), 1),
    Case("bits in a sum", op(HasBit(mask(2), c(2), 6), "+", HasBit(one(WIDE), c(69), 70)), 2),
    Case("how many bits", BitCount(one(WIDE), 70), 3),
    Case("how many bits of a literal", BitCount(c(7), 3), 3),
    Case("masks compare", op(Lookup("masks", c(1)), "==", mask(0, 1, 69, width=70)), 1),
    Case("a table of masks", Lookup("masks", op(one(ONE), "-", c(7))), 1 << 64),
    # sources
    Case("a range", Fold("sum", (over("i", 1, 4),), x("i")), 10),
    Case("an empty range", Fold("sum", (over("i", 1, 0),), x("i")), 0),
    Case("a range from a range", Fold("count", (over("i", 0, 3), Clause("k", Range(x("i"), c(3)))), T), 10),
    Case("bits upwards", Fold("first", (Clause("i", Bits(one(WIDE), 70)),), x("i")), 1),
    Case("bits of a wide mask", Fold("sum", (Clause("i", Bits(one(WIDE), 70)),), x("i")), 1 + 64 + 69),
    Case("bits of a narrow mask", Fold("sum", (Clause("i", Bits(mask(1, 4, 5), 6)),), op(x("i"), "*", x("i"))), 42),
    Case("values as written", Fold("first", (each("i", 5, -2, 5),), x("i")), 5),
    Case("values twice", Fold("sum", (each("i", 5, -2, 5),), x("i")), 8),
    Case("one value", Fold("sum", (each("i", 5),), x("i")), 5),
    Case("no values", Fold("count", (each("i"),), T), 0),
    Case("a row", Fold("sum", (Clause("i", Row("rows", op(one(ONE), "-", c(5)))),), x("i")), 12),
    Case("an empty row", Fold("count", (Clause("i", Row("rows", c(1))),), T), 0),
    Case(
        "a turn", Fold("sum", (Clause("p", Turn(c(2), 4)), over("i", 0, 0)), op(x("p"), "*", at(ROW, x("p"), 4))), 200
    ),
    Case("a turn begins", Fold("first", (Clause("p", Turn(op(one(ONE), "-", c(4)), 4)),), x("p")), 3),
    Case("where", Fold("sum", (over("i", 0, 9, op(op(x("i"), "mod", c(3)), "==", c(1))),), x("i")), 12),
    Case("where sees earlier names", Fold("count", (over("i", 0, 3), over("k", 0, 3, op(x("i"), "<", x("k")))), T), 6),
    Case(
        "a source sees the name that its clause hides",
        LetIn(
            "k",
            op(one(ONE), "-", c(5)),
            Fold("sum", (over("i", 0, 1), Clause("k", Range(c(0), x("k")))), op(op(x("i"), "*", c(10)), "+", x("k"))),
        ),
        36,
    ),
    # aggregates
    Case("count", Fold("count", (over("i", 0, 3, op(at(ROW, x("i"), 4), "<", c(35))),), F), 3),
    Case("any", Fold("any", (over("i", 0, 3),), op(at(ROW, x("i"), 4), "==", c(30))), 1),
    Case("any of none", Fold("any", (over("i", 0, 3),), op(at(ROW, x("i"), 4), "==", c(31))), 0),
    Case("any without clauses", Fold("any", (), op(one(ONE), "==", c(7))), 1),
    Case("any stops", Fold("any", (over("i", 0, 3),), op(op(c(6), "div_down", op(c(2), "-", x("i"))), "==", c(3))), 1),
    Case(
        "any in two loops",
        Fold("any", (over("i", 0, 3), over("k", 0, 3)), op(op(x("i"), "*", x("k")), "==", c(6))),
        1,
    ),
    Case("all", Fold("all", (over("i", 0, 3),), op(c(0), "<", at(ROW, x("i"), 4))), 1),
    Case("all but one", Fold("all", (over("i", 0, 3), over("k", 0, 1)), op(at(ROW, x("i"), 4), "<", c(40))), 0),
    Case("all of nothing", Fold("all", (each("i"),), F), 1),
    Case("not all", Unary("not", Fold("all", (over("i", 0, 3),), op(c(20), "<", at(ROW, x("i"), 4)))), 1),
    Case("least", Fold("min", (over("i", 0, 3),), Unary("neg", at(ROW, x("i"), 4)), empty=9), -40),
    Case("greatest", Fold("max", (over("i", 0, 3),), at(ROW, x("i"), 4), empty=9), 40),
    Case("least of nothing", Fold("min", (each("i"),), x("i"), empty=9), 9),
    Case("greatest of nothing", Fold("max", (each("i"),), x("i"), empty=MISSING), MISSING),
    Case("greatest below its empty value", Fold("max", (each("i", -5, -3),), x("i"), empty=0), -3),
    Case("mask", Fold("mask", (over("i", -2, 7),), x("i"), width=4), bits(0, 1, 2, 3)),
    Case("a wide mask", Fold("mask", (each("i", 65, 0, 80),), x("i"), width=70), bits(0, 65)),
    Case("first", Fold("first", (over("i", 0, 3, op(c(15), "<", at(ROW, x("i"), 4))),), x("i"), empty=-1), 1),
    Case("first of none", Fold("first", (over("i", 0, 3, op(c(99), "<", at(ROW, x("i"), 4))),), x("i"), empty=-1), -1),
    Case(
        "first in two loops",
        Fold(
            "first",
            (over("i", 0, 3), over("k", 0, 3, op(op(x("i"), "*", x("k")), "==", c(6)))),
            op(op(x("i"), "*", c(10)), "+", x("k")),
        ),
        23,
    ),
    Case("first without clauses", Fold("first", (), c(4), empty=-1), 4),
    Case("highest", Fold("first", (over("i", 0, 3),), x("i"), (highest(at(ROW, x("i"), 4)),)), 3),
    Case("lowest", Fold("first", (over("i", 0, 3),), x("i"), (lowest(op(x("i"), "mod", c(2))),)), 0),
    Case("ties go to the earlier", Fold("first", (over("i", 0, 3),), x("i"), (highest(op(x("i"), "mod", c(2))),)), 1),
    Case(
        "two keys",
        Fold("first", (over("i", 0, 3),), x("i"), (highest(op(x("i"), "mod", c(2))), highest(at(ROW, x("i"), 4)))),
        3,
    ),
    Case("highest of none", Fold("first", (each("i"),), x("i"), (highest(x("i")),), empty=-1), -1),
    Case(
        "a sum of counts",
        Fold("sum", (over("i", 0, 3),), Fold("count", (over("k", 0, 3, op(x("k"), "<", x("i"))),), T)),
        6,
    ),
    # reach
    Case("connected", ReachEdges(c(0), "e", 5, "from", "to", T, 6), bits(0, 1, 2, 3)),
    Case("connected by some edges", ReachEdges(c(0), "e", 5, "from", "to", op(x("e"), "!=", c(1)), 6), bits(0, 1)),
    Case("connected backwards", ReachEdges(c(3), "e", 5, "from", "to", op(x("e"), "<", c(3)), 6), bits(0, 1, 2, 3)),
    Case("connected from elsewhere", ReachEdges(c(5), "e", 5, "from", "to", T, 6), bits(4, 5)),
    Case("connected from nowhere", ReachEdges(one(GONE), "e", 5, "from", "to", T, 6), 0),
    Case("connected without edges", ReachEdges(c(2), "e", 5, "from", "to", F, 6), bits(2)),
    Case("steps", ReachSteps(c(1), "n", Clause("m", Values((op(x("n"), "+", c(2)),))), 6), bits(1, 3, 5)),
    Case(
        "steps where",
        ReachSteps(c(0), "n", Clause("m", Range(c(0), c(9)), op(x("m"), "==", op(x("n"), "+", c(3)))), 10),
        bits(0, 3, 6, 9),
    ),
    Case("steps by a mask", ReachSteps(c(2), "n", Clause("m", Bits(Call("around", (x("n"),)), 6)), 6), bits(*range(6))),
    Case("steps from nowhere", ReachSteps(c(-1), "n", Clause("m", Values((c(1),))), 6), 0),
    # trials
    Case("a trial that comes through", Trial(10, (c(3),)), 1),
    Case("a trial that is refused", Trial(10, (c(30),)), 0),
    Case("a trial leaves nothing behind", op(Trial(10, (c(3),)), "+", at(ROW, c(0), 4)), 11),
    Case("a trial follows jumps", Trial(11, ()), 0),
    Case("a trial ends at a leaving jump", Trial(12, ()), 1),
    Case("a trial ends at chance", Trial(13, ()), 1),
    Case("a trial ends at an end", Trial(0, ()), 1),
    Case("a trial ends at a decision", Trial(14, ()), 1),
    Case("a trial ends at a decision without options", Trial(15, ()), 1),
    Case("a trial fails where nothing is legal", Trial(16, ()), 0),
    Case("a trial with a division by zero", Trial(17, ()), 0),
    Case("trials in a loop", Fold("count", (over("i", 0, 99, Trial(10, (x("i"),))),), T), 10),
]


def world() -> Program:
    """The program in which the cases are looked at: every case is a function."""
    cells = Cells()
    assert cells.add("row", -99, 99, 10, 20, 30, 40) == ROW
    assert cells.add("one", 0, 9, 7) == ONE
    assert cells.add("gone", MISSING, 9, MISSING) == GONE
    assert cells.add("wide", 0, (1 << 70) - 1, bits(1, 64, 69)) == WIDE
    twice = Function("twice", ("a",), op(x("a"), "+", x("a")))
    around = Function("around", ("a",), MaskOf((op(x("a"), "-", c(1)), op(x("a"), "+", c(1))), 6), 6)
    numbers = [
        Numbers("rule", "take", 0, ()),
        Numbers("rule", "drop", 1, ()),
        Numbers("random", "die", 2, (Axis("i", 1, 6),)),
    ]
    blocks = [
        Block(3, "never", (), (Fail(0),), Jump(0)),
        Block(4, "asks", (), (), Decide(0)),
        Block(5, "asks in vain", (), (), Decide(1)),
        Block(6, "asks and refuses", (), (), Decide(2)),
        Block(7, "dice", (), (), Toss(0)),
        Block(
            10,
            "takes",
            ("a",),
            (Store(at(ROW, c(0), 4), c(0)), Require(op(x("a"), "<", op(at(ROW, c(0), 4), "+", c(10))), 0)),
            Jump(0),
        ),
        Block(11, "jumps", (), (), Jump(3)),
        Block(12, "leaves", (), (), Jump(3, leaving=True)),
        Block(13, "throws", (), (), Jump(7)),
        Block(14, "goes to a decision", (), (), Jump(4)),
        Block(15, "goes to one in vain", (), (), Jump(5)),
        Block(16, "goes to one that refuses", (), (), Jump(6)),
        Block(17, "divides", (), (Assign("a", DIVIDE),), Jump(0)),
        Block(18, "thrown", ("i",), (), Jump(0)),
    ]
    decisions = [
        Decision("asks", c(0), (Options(0, (), None, 3),), None, True, ""),
        Decision("in vain", c(0), (Options(0, (), F, 3),), 3, False, ""),
        Decision("refuses", c(0), (Options(0, (), F, 3), Options(1, (), op(one(ONE), "==", c(8)), 3)), None, True, ""),
    ]
    functions = [twice, around, *(Function(case.name, (), case.expr) for case in CASES)]
    tables = {
        "primes": Table((2, 3, 5, 7)),
        "masks": Table((1 << 64, bits(0, 1, 69)), 70),
        "from": Table((0, 1, 2, 4, 4)),
        "to": Table((1, 2, 3, 5, 5)),
    }
    return program(
        "world",
        cells,
        blocks,
        0,
        numbers=numbers,
        decisions=decisions,
        chances=[Chance("dice", (Outcomes(2, (over("i", 1, 6),), T, 18),), "", (), "")],
        functions=functions,
        tables=tables,
        lists={"rows": ((1, 2), (), (3, 4, 5))},
        reasons=["refused"],
    )
