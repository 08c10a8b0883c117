"""Random trials on a board before and behind the passes: what is listed is the same, whether it is tried, foreseen or spared."""

from __future__ import annotations

import pytest

from engines.build import at, c, one, op, over, program, x
from engines.test_sets import Conditions
from regelwerk.engines import engine_for
from regelwerk_compiler.flow.flow import (
    And,
    Assign,
    Axis,
    Block,
    Call,
    Choice,
    Clause,
    Decide,
    Decision,
    Each,
    Expr,
    Fold,
    HasBit,
    Jump,
    Numbers,
    Options,
    Procedure,
    Program,
    Require,
    Row,
    Run,
    Stmt,
    Store,
    Trial,
    Unary,
    When,
)
from regelwerk_compiler.flow.passes import optimise
from regelwerk_compiler.flow.rewrite import roots, walk
from regelwerk_compiler.flow.verify import verify

TURN, OPTION, TRIED = 3, 4, 5


class Trials(Conditions):
    """Random steps, and something that must be so behind them."""

    def __init__(self, seed: int, side: int = 4) -> None:
        super().__init__(seed, side)
        self.lets = 0
        turn = one(self.turn)
        writes = [self.write() for _ in range(self.random.randint(1, 3))]
        body = (
            *(s for group in writes for s in group),
            *(Require(self.required(k), 1) for k in range(self.random.randint(1, 2))),
        )
        guard: Expr = Trial(TRIED, (x("a"), x("b")))
        if self.random.random() < 0.5:
            guard = And((op(Call("owner", (x("b"),)), "!=", turn), guard))
        first = over(
            "a", 0, self.squares - 1, op(Call("owner", (x("a"),)), "==", turn) if self.random.random() < 0.8 else None
        )
        squares = tuple(Axis(name, 0, self.squares, "square") for name in ("a", "b"))
        self.program = program(
            "trials",
            self.cells,
            [
                Block(TURN, "turn", (), (), Decide(0)),
                Block(OPTION, "option", ("a", "b"), (), Jump(TURN, leaving=True)),
                Block(TRIED, "try", ("a", "b"), body, Jump(2)),
            ],
            TURN,
            numbers=[Numbers("rule", "go", 0, squares)],
            decisions=[Decision("turn", turn, (Options(0, (first, over("b", 0, self.squares - 1)), guard, OPTION),), 0, False, "turn")],
            functions=self.functions,
            procedures=[self.lay()],
            tables=self.tables,
            lists=self.lists,
            reasons=("outside", "required"),
        )  # fmt: skip

    def lay(self) -> Procedure:
        """A step that is given a value, and asks about it when something else stands where it came from."""
        there = at(self.board, x("there"), self.squares)
        held: Expr = op(x("what"), "!=", c(self.random.randint(-1, 3)))
        return Procedure("lay", ("there", "what"), (Store(there, x("what")), Require(held, 1)))

    def board_at(self, name: str) -> Expr:
        return at(self.board, x(name), self.squares)

    def write(self) -> tuple[Stmt, ...]:
        a, b = at(self.board, x("a"), self.squares), at(self.board, x("b"), self.squares)
        moved = (Store(b, a), Store(a, c(-1)))
        self.lets += 1
        old = f"old {self.lets}"
        return self.random.choice(
            (
                moved,
                moved,
                (Assign(old, b), Store(b, a), Store(a, x(old))),
                (Assign(old, a), Store(a, c(-1)), Run("lay", (x("b"), x(old)))),
                (Assign(old, one(self.turn)), Store(one(self.turn), op(c(1), "-", one(self.turn))), Run("lay", (x("b"), x(old)))),
                (*moved, Store(at(self.king, x("b"), self.squares), at(self.king, x("a"), self.squares))),
                (Store(b, c(self.random.randint(-1, 3))),),
                (Store(a, Choice(op(a, "<", c(0)), c(1), c(-1))),),
                (Store(at(self.king, x("b"), self.squares), c(self.random.randrange(2))),),
                (Store(one(self.mark), op(one(self.mark), "+", c(1)), -1, self.squares - 2, 0),),
                (Store(one(self.turn), op(c(1), "-", one(self.turn))),),
                (When(op(b, "<", c(0)), (Store(one(self.mark), x("b")),)),),
                (Each((over("e", 0, self.squares - 1, op(at(self.king, x("e"), self.squares), "==", c(1))),), (Store(at(self.king, x("e"), self.squares), c(0)),)),),
            )
        )  # fmt: skip

    def required(self, k: int) -> Expr:
        turn, kings = one(self.turn), f"k_{k}"
        mine = op(Call("owner", (x(kings),)), "==", turn)
        held = op(self.board_at(kings), "==", c(self.random.randint(0, 3)))
        king = self.random.choice((op(at(self.king, x(kings), self.squares), "==", c(1)), held))
        hit = Call("attacked", (x(kings), op(c(1), "-", turn)))
        there = over(kings, 0, self.squares - 1, And((mine, king)))
        free = Fold("all", (Clause(f"f_{k}", self.row(kings)),), op(self.board_at(f"f_{k}"), "<", c(0)))
        return self.random.choice(
            (
                Unary("not", Fold("any", (there,), hit)),
                Unary("not", Fold("any", (there,), hit)),
                Fold("all", (there,), Unary("not", hit)),
                Fold("any", (there,), hit),
                Fold("any", (there,), free),
                Unary("not", Fold("any", (there,), And((free, op(x(kings), "!=", c(3)))))),
                Fold("all", (over(kings, 0, self.squares - 1, mine),), Unary("not", And((king, free)))),
                op(Fold("count", (there,), c(1)), "<", c(self.random.randint(1, 3))),
                HasBit(Fold("mask", (there,), x(kings), width=self.squares), one(self.mark), self.squares),
                op(Call(f"asked_{self.random.randrange(12)}", (turn,)), "!=", c(self.random.randrange(2))),
            )
        )

    def row(self, name: str) -> Row:
        return Row("between", op(op(x(name), "*", c(self.squares)), "+", c(self.random.randrange(self.squares))))

    def vector(self) -> list[int]:
        vector = super().vector()
        vector[0] = TURN
        return vector


def compare(seed: int, engine: str, vectors: int) -> tuple[Program, int]:
    """What is listed on the engines; the program behind the passes, and how many options there were."""
    trials = Trials(seed)
    before = trials.program
    assert verify(before) == []
    after = optimise(before, native=True)
    assert verify(after) == []
    plain = engine_for(before, "interpreter")
    other = engine_for(after if engine == "interpreter" else before, engine)
    listed = 0
    for _ in range(vectors):
        vector = trials.vector()
        want = plain.options(vector)
        assert other.options(vector) == want, (seed, vector)
        listed += len(want)
    return after, listed


def spared(program: Program) -> bool:
    return any(name.startswith("spared") for name in program.functions)


def foreseen(program: Program) -> bool:
    return not any(isinstance(node, Trial) for root in roots(program) for node in walk(root))


def test_trials_list_the_same() -> None:
    found = [compare(seed, "interpreter", 4) for seed in (1, 3, 4, 6, 8, 15, 19)]
    assert sum(spared(p) for p, _ in found) > 2
    assert sum(foreseen(p) for p, _ in found) > 4
    assert sum(n for _, n in found) > 500


def test_trials_list_the_same_in_c() -> None:
    compare(102, "native", 40)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 320))
def test_many_trials_list_the_same(seed: int) -> None:
    compare(seed, "native" if seed % 4 == 0 else "interpreter", 12)
