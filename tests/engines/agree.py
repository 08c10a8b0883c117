"""Two engines side by side: goes in a program and a seed, comes out how a game of random choices went; a difference is an assertion."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from regelwerk.engine import Engine, RuleFault, Vector
from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import Decide, Program, Stop

T = TypeVar("T")


def outcome(run: Callable[[], T]) -> T | str:
    """What it gives, or the reason why it is refused."""
    try:
        return run()
    except RuleFault as fault:
        return f"refused: {fault.reason}"


def same_game(program: Program, one: Engine, other: Engine, seed: int, most: int = 60) -> str:
    """Play one random game on both; how it ended."""
    ends = {block.number: block.end for block in program.blocks}
    choose = random.Random(seed)
    a, b = outcome(lambda: one.start(seed)), outcome(lambda: other.start(seed))
    assert a == b
    if isinstance(a, str) or isinstance(b, str):
        return str(a)
    for _ in range(most):
        end = ends[a[0]]
        same_functions(program, one, other, a, choose)
        if isinstance(end, Stop):
            assert one.options(a) == other.options(b) == []
            return f"stopped: {a[0]}"
        before = list(a)
        number: int | str
        if isinstance(end, Decide):
            options = outcome(lambda: one.options(a))
            assert options, "the machine rests at a decision without options"
            assert options == outcome(lambda: other.options(b))
            assert one.outcomes(a) == other.outcomes(b) == []
            if isinstance(options, str):
                return options
            number = choose.choice(options)
        else:
            assert one.outcomes(a) == other.outcomes(b)
            assert one.options(a) == other.options(b) == []
            number = outcome(lambda: one.toss(a))
            assert number == outcome(lambda: other.toss(b))
            before[2] = a[2]
        assert a == before == b, "looking changes nothing but the key"
        assert all(type(cell) is int for cell in b), "truths are written as numbers"
        if isinstance(number, str):
            return number
        done, done_too = outcome(lambda: one.play(a, number)), outcome(lambda: other.play(b, number))
        assert done == done_too
        if done is not None:
            return str(done)
        assert a == b
    return "long"


def same_playout(one: Engine, other: Engine, seed: int) -> None:
    """A whole playout on both."""

    def run(engine: Engine) -> tuple[int, Vector]:
        vector = engine.start(seed)
        return engine.playout(vector, seed * 977), vector

    assert outcome(lambda: run(one)) == outcome(lambda: run(other))


def same_functions(program: Program, one: Engine, other: Engine, vector: Vector, choose: random.Random) -> None:
    """All functions, with random arguments."""
    for function in program.functions.values():
        args = [choose.randint(low, high) for low, high in function.domains or ((-1, 4),) * len(function.params)]
        try:
            a = outcome(lambda: one.evaluate(function.name, vector, *args))
        except FlowFault:  # no arguments for this function
            continue
        assert a == outcome(lambda: other.evaluate(function.name, vector, *args))
        assert type(a) in (int, str)
