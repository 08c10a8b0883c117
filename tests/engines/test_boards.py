"""Random games on small boards, of the shapes that passes look for: options from a place to another, dear formulas in them, conditions that may be
refused, values that are kept over a write.  The same lists, steps and playouts before and behind the passes, and every pass has something to do."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engines.agree import same_game, same_playout
from engines.build import at, c, one, op, over, program, x
from engines.test_trials import Trials
from regelwerk.engines import EngineName, engine_for
from regelwerk_compiler.flow.flow import (
    And,
    Axis,
    Block,
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
    Or,
    Program,
    Require,
    Trial,
    Unary,
)
from regelwerk_compiler.flow.passes import NATIVE, PASSES, PYTHON, optimise
from regelwerk_compiler.flow.rewrite import substituted
from regelwerk_compiler.flow.verify import verify

TURN, RULES = 3, 4


class Boards(Trials):
    """One random game."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, side=3 + seed % 2)
        rich = Fold("sum", (over("w1", 0, self.squares - 1, op(Call("owner", (x("w1"),)), "==", x("rich"))), over("w2", 0, self.squares - 1, self.pair("near", "w1", "w2"))), self.board_at("w2"))  # fmt: skip
        row = Fold("any", (over("l1", 0, self.squares - 1), over("l2", 0, self.squares - 1, And((self.pair("line", "l1", "l2"), Call("clear", (x("l1"), x("l2"))))))), op(self.board_at("l1"), "==", self.board_at("l2")))  # fmt: skip
        self.functions += [Function("wealth", ("rich",), rich, domains=((0, 1),)), Function("row", (), row)]
        numbers, options, blocks, base = [], [], [], 0
        for k in range(3):
            a, b, few = "a", "b", "few"
            last = few if self.random.random() < 0.3 else b
            clauses = [over(a, 0, self.squares - 1, self.maybe(a)), over(b, 0, self.squares - 1, self.maybe(b))]
            axes = [Axis(a, 0, self.squares, "square"), Axis(b, 0, self.squares, "square")]
            if last == few:
                clauses.append(over(few, 0, 2))
                axes.append(Axis(few, 0, 3))
            target = RULES + 2 * k
            guard = self.seated(And(tuple(self.guard(a, b, f"s_{k + 20}", last, target + 1))))
            where: list[Clause] = [
                replace(cl, where=None if cl.where is None else self.seated(cl.where)) for cl in clauses
            ]
            numbers.append(Numbers("rule", f"rule {k}", base, tuple(axes)))
            base += numbers[-1].size
            options.append(Options(k, tuple(where), guard, target))
            params = tuple(axis.name for axis in axes)
            steps = tuple(s for _ in range(self.random.randint(1, 2)) for s in self.write())
            asked = (Require(self.required(k + 30), 1),)
            blocks.append(Block(target, f"do {k}", params, steps, Jump(TURN, leaving=True)))
            blocks.append(Block(target + 1, f"try {k}", params, (*steps, *asked), Jump(2)))
        vector = self.vector()
        made = program(
            "board",
            self.cells,
            [Block(TURN, "turn", (), (), Decide(0)), *blocks],
            TURN,
            numbers=numbers,
            decisions=[Decision("turn", one(self.turn), tuple(options), 0, False, "turn")],
            functions=self.functions,
            procedures=[self.lay()],
            tables=self.tables,
            lists=self.lists,
            reasons=("outside", "required"),
            most_decisions=12,
        )
        self.program = replace(made, initial=(*made.initial[:5], *vector[5:]))

    def seated(self, e: Expr) -> Expr:
        """The condition, asked for whose turn it is."""
        found: Expr = substituted(e, {"p": one(self.turn)})
        return found

    def maybe(self, name: str) -> Expr | None:
        return self.of_one(name) if self.random.random() < 0.5 else None

    def guard(self, a: str, b: str, s: str, last: str, tried: int) -> list[Expr]:
        """What must hold for an option."""
        r = self.random
        parts = [self.of_one(a), self.of_one(b), self.of_two(a, b, s), self.pair(r.choice(("near", "line")), a, b)]
        parts = r.sample(parts, r.randint(2, 4))
        if r.random() < 0.4:
            parts.append(op(Call("wealth", (one(self.turn),)), "<", c(r.randint(0, 9))))
        if r.random() < 0.3:
            parts.append(Unary("not", Call("row")) if r.random() < 0.5 else Or((Call("row"), self.of_one(b))))
        r.shuffle(parts)
        if r.random() < 0.4:  # a division; what lets it be asked stands before it, or does not
            here = r.choice((a, b))
            by = op(self.board_at(here), "+", c(r.randint(0, 2)))
            at_ = r.randint(0, len(parts))
            parts.insert(at_, op(op(c(6), r.choice(("div_down", "mod", "div_up")), by), "<", c(r.randint(1, 4))))
            if r.random() < 0.7:
                parts.insert(r.randint(0, at_), r.choice((op(c(0), "<", self.board_at(here)), Or((op(x(a), "<", x(b)), op(c(0), "<", self.board_at(here)))), op(x(a), "<", x(b)))))  # fmt: skip
        if last not in (a, b):
            parts.append(op(x(last), "!=", at(self.king, x(b), self.squares)))
        if r.random() < 0.3:
            parts.append(Trial(tried, tuple(x(name) for name in ((a, b) if last == b else (a, b, last)))))
        return parts


def fired(before: Program, native: bool) -> Counter[str]:
    """Which passes change something."""
    found: Counter[str] = Counter()
    for name, run in (*PASSES, *(NATIVE if native else PYTHON)):
        after = run(before)
        found[name] += after != before
        before = after
    return found


def compare(seed: int, engine: EngineName, native: bool, without: tuple[str, ...] = ()) -> None:
    """A game and a playout; `interpreter`: on what comes out of the passes."""
    before = Boards(seed).program
    assert verify(before) == []
    after = optimise(before, without, native=native)
    assert verify(after) == []
    plain = engine_for(before, "interpreter")
    other = engine_for(after if engine == "interpreter" else before, engine)
    same_game(before, plain, other, seed, most=6)
    same_playout(plain, other, seed)


@pytest.mark.parametrize("seed", range(12))
def test_boards_behind_the_passes(seed: int) -> None:
    compare(seed, "interpreter", seed % 4 < 2)


@pytest.mark.parametrize("seed", range(2))
def test_boards_in_python_and_c(seed: int) -> None:
    compare(seed, "python", False)
    compare(seed, "native", True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 180))
def test_many_boards(seed: int) -> None:
    name = random.Random(seed).choice([name for name, _ in (*PASSES, *PYTHON, *NATIVE)])
    for native in (False, True):
        compare(seed, "interpreter", native)
        compare(seed, "interpreter", native, (name,))
    compare(seed, "native" if seed % 4 == 0 else "python", seed % 4 == 0)
