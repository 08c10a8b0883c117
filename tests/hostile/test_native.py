"""Hostile rules in C: a step that is too much work ends with the clear fault that the other engines give, in 2 s and 512 MB.

The library is built first, as whoever plays for the second time has it; then no compiler runs under guard.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile import endless, files, sentences  # noqa: F401 -- each notes its cases
from hostile.cases import CASES, Files, game, play, spec
from hostile.guarded import BUSY, MEGABYTES, ROOT, SECONDS, Guard
from regelwerk.engines import toolchain

pytestmark = pytest.mark.skipif(not toolchain.compilers(), reason="there is no C compiler")

STATE = "\n  a: 0..999999\n  b: 0..999999\n"
TURNS = ("- for: player in players endlessly", "  do:", "    - choose: go", "      if_none: nothing")
GO = "  go:\n    do:\n      - set: a += 1\n"
DEAR = "count(i in 1..200, j in 1..200, k in 1..200 where (i * j + k + a) mod {1} is {0})"

NEW: dict[str, Files] = {
    "options that take for ever to find": game(
        spec(
            state=STATE,
            rules=play(*TURNS)
            + f"  go:\n    with: n in 1..9\n    needs:\n      dear: {DEAR.format('n', 7)} < 9\n    do:\n      - set: a += 1\n",
        )
    ),
    "a score that takes for ever": game(
        spec(
            state=STATE,
            rules=play("- for: player in players", "  do:", "    - choose: go", "      if_none: nothing") + GO,
            score=f"\n  points:\n    is: {' + '.join(DEAR.format(k, m) for m in range(7, 14) for k in range(7))}\n",
        )
    ),
    "a formula that doubles 40 times when it is played": game(
        spec(
            state=STATE,
            define="\n"
            + "".join(f"  d{i}(n in 0..9): d{i + 1}(n) + d{i + 1}((n + 1) mod 9)\n" for i in range(40))
            + "  d40(n in 0..9): a + n\n",
            rules=play(*TURNS) + "  go:\n    do:\n      - set: a = d0(3) mod 7\n",
        )
    ),
    "loops in a rule that is played late": game(
        spec(
            state=STATE,
            rules=play(*TURNS)
            + "  go:\n    do:\n      - set: a += 1\n      - if: a > 20\n        then:\n"
            + "          - for: i in 1..9999\n            do:\n              - for: j in 1..9999\n                do:\n"
            + "                  - set: b = (b + i * j) mod 9999\n",
        )
    ),
}
OLD = (
    "whiles inside whiles",
    "loops over 10^12 rounds",
    "an endless loop whose rounds run trials",
    "a program that doubles when it is played",
)
COMMANDS = {
    "simulate": ("simulate", "game", "--games", "1", "--engine", "native"),
    "bench": ("bench", "game", "--seconds", "0.1", "--engine", "native"),
    "perft": ("perft", "game", "--depth", "25", "--engine", "native"),
}
IN_PYTHON = """
import sys, regelwerk
from regelwerk.engine import RuleFault
from regelwerk.engines.batch import Batch
loaded = regelwerk.load("game", engine="native", build=True)
engine = loaded.engine
assert engine.name == "native"
def step_by_step():
    vector = engine.start(1)
    engine.settle(vector)
    while options := engine.options(vector):
        engine.play(vector, options[0])
        engine.settle(vector)
    for item in loaded.program.score:
        engine.evaluate(item.function, vector, 0)
def batch():
    many = Batch(engine, 2)
    many.sizes()
    many.random(1, 60)
calls = {
    "step by step": step_by_step,
    "batch": batch,
    "rollouts": lambda: engine.rollouts(engine.start(1), 1, 2),
    "playouts": lambda: engine.playouts(1, 2),
}
for name in sys.argv[1:]:
    try:
        calls[name]()
    except RuleFault as fault:
        print(name, fault.reason)
"""
ENDS_LATE = "a score that takes for ever"  # nobody counts the points in a playout, and the game itself is short


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guard]:
    """One process that forks for all cases of a worker."""
    one = Guard(tmp_path_factory.mktemp("cache"))
    yield one
    one.close()


def in_python(folder: Path, cache: Path, *calls: str) -> str:
    """What is said by a program that uses the library, where no clock runs; it has a minute for all its calls and the build."""
    path = os.pathsep.join(str(ROOT / name) for name in ("compiler", "runtime"))
    env = {name: value for name, value in os.environ.items() if not name.startswith("REGELWERK_")}
    env |= {"PYTHONPATH": path, "REGELWERK_CACHE": str(cache)}
    line = [sys.executable, "-c", IN_PYTHON, *calls]
    run = subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stderr
    return run.stdout


def put(name: str, folder: Path) -> None:
    """The game of a case."""
    for path, text in NEW.get(name, {}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    if name not in NEW:
        next(case for case in CASES if case.name == name).put(folder)


QUICK = "loops in a rule that is played late"


@pytest.mark.parametrize(
    "name", [name if name == QUICK else pytest.param(name, marks=pytest.mark.long) for name in (*NEW, *OLD)]
)
def test_too_much_work_ends(name: str, guard: Guard, tmp_path: Path) -> None:
    put(name, tmp_path)
    in_python(tmp_path, guard.cache)
    for command in COMMANDS.values():
        run = guard.run(command, tmp_path)
        if name != ENDS_LATE:
            assert run.code == 1, run
            assert "broke down" in run.said
        assert "Traceback" not in run.said
        assert run.seconds < SECONDS * BUSY, run
        assert run.megabytes < MEGABYTES
        assert run.reached == (), "no compiler is called"
    calls = ("step by step",) if name == ENDS_LATE else ("step by step", "batch", "rollouts", "playouts")
    said = in_python(tmp_path, guard.cache, *calls)
    assert [line.rpartition(" ")[0] for line in said.splitlines()] == list(calls), said
