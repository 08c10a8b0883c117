"""Sets of places: what each node is worth on every engine, and random conditions on a board before and behind the pass that makes sets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import golden
from engines.build import ENDS, Cells, at, c, one, op, over, program, x
from engines.grid_games import connect_four, tic_tac_toe
from regelwerk.engines import ENGINES, engine_for
from regelwerk_compiler.flow.flow import (
    And,
    Beyond,
    BitCount,
    Block,
    Call,
    Choice,
    Clause,
    Expr,
    Fold,
    Function,
    Highest,
    Holding,
    Join,
    Jump,
    Linked,
    Lookup,
    Lowest,
    Meet,
    Or,
    Program,
    Row,
    Shift,
    Some,
    Table,
    Unary,
    Without,
)
from regelwerk_compiler.flow.passes import NATIVE, optimise
from regelwerk_compiler.flow.print import print_flow
from regelwerk_compiler.flow.rewrite import walk
from regelwerk_compiler.flow.verify import verify

HERE = Path(__file__).parent / "golden"
WIDTHS = (7, 63, 64, 65, 100)


# -- every node on every engine --------------------------------------------------------------------
def masks(width: int) -> Program:
    cells = Cells()
    base = cells.add("held", -1, 2, *[(i * i + 1) % 4 - 1 for i in range(width)])
    wanted = cells.add("wanted", -1, 2, 1)
    steps = [sum(1 << k for k in (i - 9, i - 1, i + 1, i + 9) if 0 <= k < width) for i in range(width)]
    tables = {
        "same": Table((-1, 0, 1, 2)), "odd": Table((1, 0, 1, 0)),
        "starts": Table((0b1001, 0b11110), width), "steps": Table(tuple(steps), width),
    }  # fmt: skip
    mine, free = Holding(base, width, "same", -1, one(wanted)), Holding(base, width, "odd", -1, c(1))
    found: list[Expr] = [
        mine,
        free,
        Meet((mine, free, c((1 << width) - 2)), width),
        Join((mine, Shift(free, 3, width)), width),
        Without(c((1 << width) - 1), mine, width),
        *(Beyond(mask, width, up) for mask in (mine, free, c(0), c(1), c(1 << width - 1)) for up in (True, False)),
        *(Shift(mine, by, width) for by in (-width, -5, -1, 0, 1, 5, width - 1)),
        Choice(op(one(wanted), "==", c(1)), c((1 << width) - 1), c(0)),
        Choice(op(one(wanted), "==", c(0)), mine, c(0)),
        Linked(mine, "starts", "steps"),
        Linked(Holding(base, width, "odd", -1, c(0)), "starts", "steps"),
        Linked(Holding(base, width, "same", -1, c(2)), "starts", "steps"),
    ]
    numbers: list[Expr] = []
    for mask in (*found, Holding(base, width, "same", -1, c(5)), Meet((mine, Without(free, free, width)), width)):
        numbers += [BitCount(mask, width), Some(mask, width), Lowest(mask, width, -9), Highest(mask, width, width)]
    functions = [Function(f"mask_{i}", (), e, width) for i, e in enumerate(found)]
    functions += [Function(f"number_{i}", (), e) for i, e in enumerate(numbers)]
    return program(
        "masks", cells, [Block(len(ENDS), "end", (), (), Jump(0))], len(ENDS), functions=functions, tables=tables
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_nodes_are_worth_the_same(width: int) -> None:
    made = masks(width)
    assert verify(made) == []
    assert "where:" in print_flow(made)
    engines = [engine_for(made, name) for name in ENGINES]
    vector = engines[0].start(1)
    for function in made.functions:
        assert len({engine.evaluate(function, vector) for engine in engines}) == 1, function


# -- the pass --------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", [tic_tac_toe, connect_four])
def test_what_becomes_of_loops(game: object) -> None:
    assert callable(game)
    made = optimise(game(), native=True)
    golden.compare(HERE / f"{made.game}.sets.txt", print_flow(made))
    loops = [node for f in made.functions.values() for node in walk(f.body) if isinstance(node, Fold)]
    assert len(loops) == (0 if made.game == "tic_tac_toe" else 1), "the lines through one place are still a list"


@pytest.mark.parametrize("name", [name for name, _ in NATIVE])
def test_a_pass_can_be_left_out(name: str) -> None:
    made = optimise(connect_four(), without=[name], native=True)
    assert verify(made) == []


def between(a: int, b: int, side: int) -> tuple[int, ...]:
    """The squares between two in one line."""
    (r, k), (s, m) = divmod(a, side), divmod(b, side)
    dr, dk = s - r, m - k
    n = max(abs(dr), abs(dk))
    if n < 2 or dr not in (0, n, -n) or dk not in (0, n, -n):
        return ()
    return tuple((r + i * dr // n) * side + k + i * dk // n for i in range(1, n))


class Conditions:
    """Random conditions on the squares of a board, of the sort that rules of games are made of."""

    def __init__(self, seed: int, side: int = 4) -> None:
        self.random = random.Random(seed)
        self.side, self.squares = side, side * side
        self.cells = cells = Cells()
        self.board = cells.add("board", -1, 3, *[-1] * self.squares)
        self.king = cells.add("king", 0, 1, *[0] * self.squares)
        self.turn = cells.add("turn", 0, 1, 0)
        self.mark = cells.add("mark", -1, self.squares - 1, -1)
        near = [
            int(max(abs(a // self.side - b // self.side), abs(a % self.side - b % self.side)) == 1)
            for a in range(self.squares)
            for b in range(self.squares)
        ]
        line = [int(len(between(a, b, side)) > 0) for a in range(self.squares) for b in range(self.squares)]
        ahead = [
            int((b // self.side - a // self.side) * (1 - 2 * p) == 1)
            for a in range(self.squares)
            for b in range(self.squares)
            for p in (0, 1)
        ]
        self.tables = {
            "near": Table(tuple(near)), "line": Table(tuple(line)), "ahead": Table(tuple(ahead)),
            "side": Table((0, 0, 1, 1)), "row": Table(tuple(a // self.side for a in range(self.squares))),
        }  # fmt: skip
        self.lists = {"between": tuple(between(a, b, side) for a in range(self.squares) for b in range(self.squares))}
        domain, seat = (0, self.squares - 1), (0, 1)
        self.functions = [
            Function("free", ("f",), op(at(self.board, x("f"), self.squares), "<", c(0)), domains=(domain,)),
            Function("owner", ("o",), self.owner("o"), domains=(domain,)),
            Function("clear", ("g", "h"), self.clear("g", "h", "i"), domains=(domain, domain)),
            Function(
                "attacks", ("q", "u", "w"),
                Choice(op(at(self.board, x("u"), self.squares), "==", c(1)), self.pair("near", "u", "w"), And((self.pair("line", "u", "w"), Call("clear", (x("u"), x("w")))))),
                domains=(seat, domain, domain),
            ),
            Function("attacked", ("v", "r"), Fold("any", (over("a1", 0, self.squares - 1),), And((op(Call("owner", (x("a1"),)), "==", x("r")), Call("attacks", (x("r"), x("a1"), x("v")))))), domains=(domain, seat)),
        ]  # fmt: skip
        self.functions += [Function(f"asked_{i}", ("p",), self.fold(i), domains=(seat,)) for i in range(12)]
        blocks = [Block(len(ENDS), "end", (), (), Jump(0))]
        self.program = program(
            "conditions", cells, blocks, len(ENDS), functions=self.functions, tables=self.tables, lists=self.lists
        )

    def owner(self, name: str) -> Expr:
        held = at(self.board, x(name), self.squares)
        return Choice(op(held, "<", c(0)), c(-1), Lookup("side", held))

    def pair(self, table: str, a: str, b: str) -> Expr:
        return Lookup(table, op(op(x(a), "*", c(self.squares)), "+", x(b)))

    def clear(self, a: str, b: str, s: str) -> Expr:
        row = Row("between", op(op(x(a), "*", c(self.squares)), "+", x(b)))
        return Fold("all", (Clause(s, row),), op(at(self.board, x(s), self.squares), "<", c(0)))

    def of_one(self, a: str) -> Expr:
        held = at(self.board, x(a), self.squares)
        return self.random.choice(
            (
                op(held, "==", c(self.random.randint(-1, 3))),
                op(held, "!=", one(self.turn)),
                op(held, "<", c(self.random.randint(0, 2))),
                op(self.owner(a), "==", x("p")),
                op(Call("owner", (x(a),)), "!=", op(c(1), "-", x("p"))),
                op(at(self.king, x(a), self.squares), "==", c(1)),
                op(Lookup("row", x(a)), "==", c(self.random.randrange(self.side))),
                op(x(a), "==", one(self.mark)),
                Call("free", (x(a),)),
                Call("attacked", (x(a), x("p"))),
                Unary("not", Call("attacked", (x(a), one(self.turn)))),
                op(one(self.turn), "==", x("p")),
            )
        )

    def of_two(self, a: str, b: str, s: str) -> Expr:
        row = Row("between", op(op(x(a), "*", c(self.squares)), "+", x(b)))
        ahead = Lookup("ahead", op(op(op(x(a), "*", c(self.squares)), "+", x(b)), "*", c(2)))
        return self.random.choice(
            (
                self.pair("near", a, b),
                self.pair("line", a, b),
                And(
                    (
                        self.pair("line", a, b),
                        Fold("all", (Clause(s, row),), op(at(self.board, x(s), self.squares), "==", x("p"))),
                    )
                ),
                And((self.pair("line", a, b), Call("clear", (x(a), x(b))))),
                Or((op(at(self.king, x(a), self.squares), "==", c(1)), op(ahead, "==", c(1)))),
                Call("attacks", (x("p"), x(a), x(b))),
                op(Call("attacks", (x("p"), x(b), x(a))), "==", c(0)),
                Unary("not", Call("clear", (x(a), x(b)))),
            )
        )

    def test(self, parts: list[Expr]) -> Expr:
        shuffled = self.random.sample(parts, len(parts))
        return And(tuple(shuffled)) if self.random.random() < 0.7 or len(parts) < 2 else Or(tuple(shuffled))

    def fold(self, i: int) -> Expr:
        a, b = f"a_{i}", f"b_{i}"
        first = self.test([self.of_one(a) for _ in range(self.random.randint(1, 2))])
        second = self.test([self.of_two(a, b, f"s_{i}"), *(self.of_one(self.random.choice((a, b))) for _ in range(2))])
        outer, inner = over(a, 0, self.squares - 1, first), over(b, 0, self.squares - 1, second)
        match self.random.randrange(6):
            case 0:
                return Fold("any", (outer, inner), c(1))
            case 1:
                return Fold("all", (outer,), self.of_one(a))
            case 2:
                return Fold("count", (outer, inner), c(1))
            case 3:
                return Fold("first", (outer,), x(a), empty=-7)
            case 4:
                return Fold("sum", (outer, inner), op(x(a), "+", x(b)))
            case _:
                return Fold("any", (over(a, 0, self.squares - 1), inner), first)

    def vector(self) -> list[int]:
        vector = list(self.program.initial)
        for i in range(self.squares):
            vector[self.board + i] = self.random.choice((-1, -1, -1, 0, 1, 2, 3))
            vector[self.king + i] = self.random.randrange(2)
        vector[self.turn], vector[self.mark] = self.random.randrange(2), self.random.randint(-1, self.squares - 1)
        vector[0] = 0
        return vector


def compare(seed: int, engine: str, vectors: int) -> int:
    """Random conditions, as they stand and as sets; how many loops are gone."""
    conditions = Conditions(seed)
    before = conditions.program
    assert verify(before) == []
    after = optimise(before, native=engine != "python")
    assert verify(after) == []
    plain = engine_for(before, "interpreter")
    other = engine_for(after if engine == "interpreter" else before, engine)
    for _ in range(vectors):
        vector = conditions.vector()
        for i in range(12):
            for seat in (0, 1):
                want = plain.evaluate(f"asked_{i}", vector, seat)
                assert other.evaluate(f"asked_{i}", vector, seat) == want, (seed, i, seat)
    return loops(before) - loops(after)


def loops(program: Program) -> int:
    """How many loops run over the board; not those over the few places that something must be seen from."""
    found = [n for f in program.functions.values() for n in walk(f.body) if isinstance(n, Fold)]
    return sum(not fold.clauses[0].name.startswith("seen ") for fold in found)


@pytest.mark.parametrize("seed", range(6))
def test_conditions_mean_the_same_as_sets(seed: int) -> None:
    assert compare(seed, "interpreter", 4) > 5, "loops became sets"


@pytest.mark.parametrize("seed", range(20, 24))
def test_conditions_mean_the_same_in_shorter_loops(seed: int) -> None:
    compare(seed, "python", 4)


def test_conditions_mean_the_same_in_c() -> None:
    assert compare(100, "native", 4) > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 320))
def test_many_conditions_mean_the_same(seed: int) -> None:
    compare(seed, "native" if seed % 4 == 0 else "interpreter", 10)


def test_cells_are_known_by_what_they_hold() -> None:
    """Two tests of the same cells share what C keeps beside them."""
    made = optimise(tic_tac_toe(), native=True)
    holds = {(n.base, n.classes) for f in made.functions.values() for n in walk(f.body) if isinstance(n, Holding)}
    holds |= {(n.base, n.classes) for d in made.decisions for n in walk(d.options) if isinstance(n, Holding)}
    assert len(holds) == 1
