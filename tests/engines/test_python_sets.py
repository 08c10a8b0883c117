"""Sets in generated Python: the masks beside the cells follow every store, and who calls sees cells alone; options are listed direction by
direction, and picked without a list; picks that are worked out in advance are those of the keys one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

import regelwerk
from engines.test_sets import Conditions
from regelwerk import chance
from regelwerk.engines import engine_for
from regelwerk.engines.generated import GeneratedPython, load
from regelwerk_compiler.flow.flow import LetIn, Lookup, Offsets, Program
from regelwerk_compiler.flow.passes import PYTHON, optimise
from regelwerk_compiler.flow.print import print_flow
from regelwerk_compiler.flow.rewrite import roots, walk
from regelwerk_compiler.flow.verify import verify
from regelwerk_compiler.python import emit


def program_of(name: str) -> Program:
    return regelwerk.load(name, engine="interpreter").program


def module_of(program: Program, without: tuple[str, ...] = ()) -> dict[str, Any]:
    source = emit(optimise(program, without))
    return load(source, compile(source, "<test>", "exec"), "<test>")


def walked(module: dict[str, Any], seed: int) -> list[list[int]]:
    """The vectors of one random game, with their masks behind them."""
    v, found, choose = module["start"](seed), [], random.Random(seed)
    while numbers := module["options"](v):
        found.append([*v, *module["planes"](v)])
        module["play"](v, choose.choice(numbers))
    return found


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough"])
def test_masks_follow_every_store(name: str) -> None:
    program = program_of(name)
    module = module_of(program)
    cells, choose = len(program.initial), random.Random(1)
    v = module["_start"](3)
    assert len(v) > cells
    for _ in range(60):
        numbers = module["LIST"][v[0]](v)
        if not numbers:
            break
        module["_play"](v, choose.choice(numbers))
        assert v[cells:] == module["planes"](v[:cells])


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_who_calls_sees_cells_alone(name: str) -> None:
    """Two games in turns, each as long as it should be, and as the interpreter plays it."""
    program = program_of(name)
    plain, python = engine_for(program, "interpreter"), GeneratedPython(program)
    games = [(plain.start(seed), python.start(seed)) for seed in (5, 6)]
    choose = random.Random(7)
    for turn in range(30):
        one, other = games[turn % 2]
        assert one == other
        numbers = plain.options(one)
        assert numbers == python.options(other)
        if not numbers:
            break
        number = choose.choice(numbers)
        plain.play(one, number)
        python.play(other, number)
    for one, other in games:
        assert plain.playout(one, 9) == python.playout(other, 9)
        assert one == other


@pytest.mark.parametrize("name", ["breakthrough", "checkers"])
def test_options_by_directions(name: str) -> None:
    program = program_of(name)
    made = optimise(program)
    assert verify(made) == []
    sources = [c.source for d in made.decisions for o in d.options for c in o.clauses]
    assert any(isinstance(source, Offsets) for source in sources)
    assert " + 9 in " in print_flow(made)
    module, plain, passed = module_of(program), engine_for(program, "interpreter"), engine_for(made, "interpreter")
    for v in walked(module, 11)[::20]:
        cells = v[: len(program.initial)]
        numbers = plain.options(cells)
        assert passed.options(cells) == numbers, "Offsets mean to the interpreter what they mean here"
        assert module["LIST"][v[0]](v) == numbers
        if "pick_0" in module:
            rolls = [choice * (2**32 - 1) // 40 for choice in range(41)]
            assert [module["pick_0"](v, roll) for roll in rolls] == [
                numbers[roll * len(numbers) >> 32] for roll in rolls
            ]


def test_nothing_is_picked_where_there_is_nothing() -> None:
    program = program_of("breakthrough")
    module = module_of(program)
    v = module["start"](1)
    v[5:69] = [-1] * 64
    v = [*v, *module["planes"](v)]
    assert module["pick_0"](v, 2**31) == -1
    assert module["LIST"][v[0]](v) == []


def test_rolls_are_picks() -> None:
    for count in (1, 9, 32):
        for seed in range(40):
            key = at = chance.key_of(seed)
            for _ in range(3):
                rolls, key = chance.rolls(count)(key)
                assert len(rolls) == count
                while rolls:
                    at, roll = chance.step(at), rolls.pop()
                    for n in (1, 2, 7, 1000, 2**31 - 1):
                        assert roll * n >> 32 == chance.pick(at, n)
                assert at == key


@pytest.mark.parametrize("without", [name for name, _ in PYTHON])
def test_a_pass_can_be_left_out(without: str) -> None:
    program = program_of("tic_tac_toe" if without in ("spare", "foresee", "links", "narrow") else "breakthrough")
    all_, less = module_of(program), module_of(program, (without,))
    for seed in range(3):
        v, w = all_["start"](seed), less["start"](seed)
        assert all_["playout"](v, seed) == less["playout"](w, seed)
        assert v == w


def test_small_sets_are_looked_up_and_large_ones_taken_apart() -> None:
    small = optimise(program_of("tic_tac_toe")).functions["has_line"].body
    assert isinstance(small, Lookup)
    large = optimise(program_of("connect_four")).functions["has_line"].body
    assert sum(isinstance(node, LetIn) for node in walk(large)) == 8, "two names for each direction"


@pytest.mark.parametrize("seed", range(40, 42))
def test_conditions_mean_the_same_behind_all_passes(seed: int) -> None:
    conditions = Conditions(seed)
    made = optimise(conditions.program)
    assert verify(made) == []
    plain, other = engine_for(conditions.program, "interpreter"), engine_for(made, "interpreter")
    vectors = [conditions.vector() for _ in range(3)]
    asked = [
        (name, vector, seat)
        for name in made.functions
        if name.startswith("asked_")
        for vector in vectors
        for seat in (0, 1)
    ]
    for name, vector, seat in asked:
        assert other.evaluate(name, vector, seat) == plain.evaluate(name, vector, seat), (name, seat)
    assert list(roots(made))
