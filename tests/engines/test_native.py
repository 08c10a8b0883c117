"""What only the C engine does: its cache, compilers that fail, vectors that are none, batches, threads, and what it hands over."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engines.build import Cells, c, one, op, over, program, x
from engines.card_game import card_game
from engines.cases import world
from engines.grid_games import connect_four, tic_tac_toe
from engines.machines import COUNT, counter
from engines.test_bundled import program_of
from regelwerk import chance, game, notices
from regelwerk.engine import RuleFault
from regelwerk.engines import engine_for, toolchain
from regelwerk.engines.batch import Batch
from regelwerk.engines.generated import GeneratedPython
from regelwerk.engines.native import Native, NoNative, write
from regelwerk.engines.position import Kept
from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import (
    DECISIONS,
    ENDED,
    KEY,
    PC,
    TOO_LONG,
    Block,
    Call,
    Each,
    Fold,
    Function,
    Jump,
    Program,
    SortKey,
    Stmt,
    Store,
)
from regelwerk_compiler.native import header
from regelwerk_compiler.native.emit import MOST_KEPT

pytestmark = pytest.mark.skipif(not toolchain.compilers(), reason="there is no C compiler")


# -- the cache -------------------------------------------------------------------------------------
def test_it_is_built_once(cache: Path) -> None:
    assert Native(tic_tac_toe()).built
    again = Native(tic_tac_toe(), build=False)
    assert not again.built
    assert again.options(again.start(1)) == list(range(9))
    assert Native(connect_four()).built, "another program is another library"


def test_nothing_is_built_where_nobody_waits(cache: Path) -> None:
    with pytest.raises(NoNative, match="not built yet"):
        Native(tic_tac_toe(), build=False)
    assert isinstance(game.make_engine(tic_tac_toe(), "auto"), GeneratedPython)
    assert game.make_engine(tic_tac_toe(), "auto", build=True).name == "native"
    assert game.make_engine(tic_tac_toe(), "auto").name == "native"


@pytest.mark.parametrize("what", ["half", "empty", "foreign", "note", "gone"])
def test_a_spoilt_cache_is_built_anew(cache: Path, what: str) -> None:
    Native(tic_tac_toe())
    library, note = next(cache.glob(f"*{toolchain.SUFFIX}")), next(cache.glob("*.native"))
    content = library.read_bytes()
    if what == "note":
        note.write_text('{"library": "../../else"', "utf-8")
    else:
        library.unlink()  # a library that is loaded is not written over
        if what != "gone":
            library.write_bytes({"half": content[: len(content) // 2], "empty": b"", "foreign": b"\x7fELF"}[what])
    engine = Native(tic_tac_toe())
    assert engine.built
    assert engine.options(engine.start(1)) == list(range(9))
    assert not Native(tic_tac_toe(), build=False).built


def test_another_version_is_another_library(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Native(tic_tac_toe())
    monkeypatch.setattr(toolchain.kept, "program_version", lambda: "another")
    assert Native(tic_tac_toe()).built


@pytest.mark.parametrize("folder", ["off", "/proc/nowhere"])
def test_without_a_cache_it_is_built_each_time(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", folder)
    for _ in range(2):
        engine = Native(tic_tac_toe())
        assert engine.built
        assert not engine.kept
        assert engine.options(engine.start(1)) == list(range(9))


def test_two_at_once(cache: Path) -> None:
    code = (
        "from engines.grid_games import connect_four; from regelwerk.engines.native import Native;"
        "e = Native(connect_four()); print(e.playouts(1, 50))"
    )
    path = os.pathsep.join(["tests", "compiler", "runtime"])
    env = {**os.environ, "PYTHONPATH": path}
    root = Path(__file__).parent.parent.parent
    runs = [subprocess.Popen([sys.executable, "-c", code], env=env, cwd=root, stdout=subprocess.PIPE) for _ in range(3)]
    said = {run.communicate(timeout=120)[0] for run in runs}
    assert len(said) == 1
    assert all(run.returncode == 0 for run in runs)
    assert not list(cache.glob(".new-*"))


# -- compilers that fail ---------------------------------------------------------------------------
@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, cache: Path) -> pytest.MonkeyPatch:
    toolchain.compilers.cache_clear()
    notices._told.clear()
    yield monkeypatch
    monkeypatch.undo()
    toolchain.compilers.cache_clear()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("off", "there is no C compiler"),
        ("/nowhere/cc", "does not work"),
        ("false", "does not work"),
        ("true", "does not work"),
    ],
)
def test_python_steps_in(
    command: str, why: str, compiler: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiler.setenv("REGELWERK_CC", command)
    engine = game.make_engine(tic_tac_toe(), "native")
    assert engine.name == "python"
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    game.make_engine(tic_tac_toe(), "native")
    assert capsys.readouterr().err == "", "it is said once"
    assert game.make_engine(tic_tac_toe(), "auto", build=True).name == "python"
    assert capsys.readouterr().err == "", "who asked for nothing is told nothing"


def test_a_compiler_that_builds_rubbish(compiler: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "cc"
    fake.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho rubbish > "$2"\n', "utf-8")
    fake.chmod(0o755)
    compiler.setenv("REGELWERK_CC", str(fake))
    with pytest.raises(NoNative, match="cannot be loaded"):
        Native(tic_tac_toe())
    assert game.make_engine(tic_tac_toe(), "native").name == "python"


def test_a_compiler_that_hangs(compiler: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "cc"
    fake.write_text("#!/bin/sh\n(sleep 100; true)\n", "utf-8")  # it is a child of the compiler that hangs
    fake.chmod(0o755)
    compiler.setenv("REGELWERK_CC", str(fake))
    compiler.setattr(toolchain, "SECONDS", 0.3)
    began = time.monotonic()
    with pytest.raises(NoNative, match="timed out"):
        Native(tic_tac_toe())
    assert time.monotonic() - began < 20


# -- what is no vector -----------------------------------------------------------------------------
def test_vectors_that_are_none_are_refused() -> None:
    engine = Native(tic_tac_toe())
    good = engine.start(1)
    for cell, value in ((PC, -1), (PC, 4), (PC, 10**6), (5, 2), (5, -2), (5, 10**30), (1, -1)):
        bad = list(good)
        bad[cell] = value
        for call in (engine.options, engine.outcomes, lambda v: engine.play(v, 0)):
            with pytest.raises(FlowFault):
                call(bad)
    for bad in ([], good[:-1], [*good, 0]):
        with pytest.raises(FlowFault):
            engine.options(bad)
    for number in (-1, 9, 10**30):
        with pytest.raises(FlowFault):
            engine.play(list(good), number)
    assert engine.options(tuple(good)) == list(range(9))  # type: ignore[arg-type]


def test_the_key_is_unsigned() -> None:
    engine, other = Native(card_game()), engine_for(card_game(), "interpreter")
    for seed in range(20):
        a, b = engine.start(seed), other.start(seed)
        engine.settle(a)
        other.settle(b)
        assert a == b
        assert 0 <= a[KEY] < 1 << 64
    assert engine.start(-1) == other.start(-1)
    assert engine.start(1 << 70) == other.start(1 << 70)


# -- work ------------------------------------------------------------------------------------------
def seeking() -> Program:
    """`many` asks 2,000 times whether there are three numbers up to 200 whose product is large enough: 8 million places each time."""
    cells = Cells()
    sought = cells.add("sought", 0, 10**9, 1000)
    three = tuple(over(name, 1, 200) for name in "abc")
    product = op(op(op(x("a"), "*", x("b")), "*", x("c")), "+", x("more"))
    found = Fold("any", three, op(one(sought), "<=", product))
    many = Fold("sum", (over("i", 1, 2000),), Call("found", (op(x("i"), "mod", c(7)),)))
    functions = [Function("found", ("more",), found), Function("many", (), many)]
    return program("seeking", cells, (Block(3, "start", (), (), Jump(ENDED)),), 3, functions=functions)


def test_only_work_that_is_done_counts() -> None:
    engine = Native(seeking())
    vector = engine.start(1)
    assert engine.evaluate("many", vector) == 2000, "the place is found soon, so that little is done"
    vector[-1] = 10**9
    started = time.process_time()
    with pytest.raises(RuleFault) as fault:
        engine.evaluate("many", vector)
    assert fault.value.reason == TOO_LONG
    assert time.process_time() - started < 5


# -- numbers that are too large ----------------------------------------------------------------------
def large() -> Program:
    cells = Cells()
    cells.add("count", 0, 1000, 0)
    many = op(op(op(one(COUNT), "+", c(10**9)), "*", c(10**9)), "*", c(10**9))
    blocks = [Block(3, "end", (), (Store(one(COUNT), op(many, "mod", c(997))),), Jump(0))]
    return program("large", cells, blocks, 3, functions=[Function("many", (), many)])


def test_numbers_that_leave_64_bits_are_handed_over() -> None:
    engine, other = Native(large()), engine_for(large(), "interpreter")
    vector = engine.start(1)
    assert vector == other.start(1)
    assert engine.evaluate("many", vector) == other.evaluate("many", vector) > 1 << 64


def test_arguments_that_the_rules_never_give() -> None:
    engine, other = Native(world()), engine_for(world(), "interpreter")
    vector = engine.start(1)
    assert engine.evaluate("twice", vector, 1 << 80) == other.evaluate("twice", vector, 1 << 80) == 1 << 81


# -- many at once ----------------------------------------------------------------------------------
def test_perft() -> None:
    engine = Native(tic_tac_toe())
    vector = engine.start(1)
    found = [engine.perft(vector, depth) for depth in range(1, 7)]
    assert found == [(9, 0), (72, 0), (504, 0), (3024, 0), (15120, 1440), (54720, 6768)]
    assert vector == engine.start(1)


def test_playouts_and_rollouts() -> None:
    engine = Native(card_game())
    total = sum(engine.playout(engine.start(seed), chance.key_of(seed)) for seed in range(10, 30))
    assert engine.playouts(10, 20) == total
    vector = engine.start(3)
    assert engine.rollouts(vector, 5, 30) == 30 * 30
    assert vector == engine.start(3)


def test_a_million_playouts_need_no_more_memory() -> None:
    """In a process of its own, whose peak is nobody else's.  One byte that each kept would be a megabyte."""
    script = (
        "import resource, regelwerk\n"
        "engine = regelwerk.load('tic_tac_toe', engine='native', build=True).engine\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "engine.playouts(1, 10_000)\n"
        "before = peak()\n"
        "engine.playouts(1, 1_000_000)\n"
        "print(engine.name, peak() - before)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert found[0] == "native"
    assert int(found[1]) < 700 * (1024 if sys.platform == "darwin" else 1)  # told in KiB, there in bytes


def test_a_playout_that_breaks_down() -> None:
    engine = Native(counter(op(one(COUNT), "<", c(3)), None, True))
    with pytest.raises(RuleFault):
        engine.playouts(1, 5)
    with pytest.raises(RuleFault):
        engine.rollouts(engine.start(1), 1, 5)


def test_a_batch_steps_as_single_games_do() -> None:
    engine = Native(card_game())
    batch = Batch(engine, 16)
    alone = [engine.start(seed) for seed in range(16)]
    choose = random.Random(1)
    for vector in alone:
        engine.settle(vector)
    for _ in range(40):
        assert [batch.vector(i) for i in range(16)] == alone
        numbers, counts = batch.options()
        picked = []
        for i, vector in enumerate(alone):
            options = engine.options(vector)
            assert [int(x) for x in numbers[i][: counts[i]]] == options
            picked.append(choose.choice(options) if options and choose.random() < 0.9 else -1)
        batch.step(picked)
        for vector, number in zip(alone, picked, strict=True):
            if number >= 0:
                engine.play(vector, number)
                engine.settle(vector)
    batch.restart(range(16))
    batch.random(7, 100)
    assert {batch.vector(i)[PC] != ENDED for i in range(16)} == {True}


@pytest.mark.parametrize("most_kept", [MOST_KEPT, 0], ids=["kept", "found each time"])
def test_options_of_a_batch_by_their_places(most_kept: int, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers and places may take turns, positions of one's own come in between."""
    monkeypatch.setattr(sys.modules["regelwerk_compiler.native.emit"], "MOST_KEPT", most_kept)
    for made in (card_game(), connect_four(), program_of("hex", 2)):
        engine = Native(made)
        one_by_number, by_place = Batch(engine, 8), Batch(engine, 8)
        choose = random.Random(2)
        for step in range(30):
            numbers, counts = one_by_number.options()
            assert list(by_place.sizes()) == list(counts)
            places = [choose.randrange(n) if n else -1 for n in counts]
            picked = [int(numbers[i][k]) if k >= 0 else -1 for i, k in enumerate(places)]
            one_by_number.step(picked)
            if step % 3:
                by_place.pick(places)
            else:
                by_place.step(picked)
            assert [by_place.vector(i) for i in range(8)] == [one_by_number.vector(i) for i in range(8)]
            if step % 5 == 4:
                by_place.vectors = one_by_number.vectors[::-1]
                one_by_number.vectors = by_place.vectors
            assert one_by_number.renew(5) == by_place.renew(5)
        with pytest.raises(FlowFault):
            by_place.pick([10**6] * 8)
        with pytest.raises(ValueError, match="3 numbers for 8 games"):
            by_place.pick([0] * 3)


def test_a_batch_takes_positions_and_refuses_what_is_none() -> None:
    engine = Native(tic_tac_toe())
    batch, other = Batch(engine, 2), Batch(engine, 2)
    batch.step([3, 4])
    other.vectors = batch.vectors
    assert [other.vector(i) for i in range(2)] == [batch.vector(i) for i in range(2)]
    with pytest.raises(FlowFault):
        other.vectors = [[7] * engine.words] * 2


def test_a_batch_takes_positions_at_which_chance_is_next() -> None:
    engine = Native(card_game())
    batch = Batch(engine, 2)
    words = [engine.start(seed) for seed in (1, 2)]
    for vector in words:
        assert engine.outcomes(vector)
        vector[KEY] -= vector[KEY] >> 63 << 64
    batch.vectors = words
    assert list(batch.sizes()) == [0, 0]
    batch.random(3, 5)
    assert [batch.vector(i)[DECISIONS] for i in range(2)] == [5, 5]


# -- one game that is kept -------------------------------------------------------------------------
@pytest.mark.parametrize("made", [tic_tac_toe, card_game, world], ids=lambda f: f.__name__)
def test_a_position_steps_as_vectors_do(made: Callable[[], Program]) -> None:
    engine, other = Native(made()), engine_for(made(), "interpreter")
    a, b = engine.position(engine.start(1)), Kept(other, other.start(1))
    choose = random.Random(3)
    for seed in range(4):
        a.restart(seed)
        b.restart(seed)
        for _ in range(40):
            assert a.vector() == b.vector()
            numbers = a.options()
            assert numbers == b.options()
            if not numbers:
                break
            number = choose.choice(numbers)
            a.play(number)
            b.play(number)


def test_a_position_that_is_refused_stays_as_it_was() -> None:
    engine = Native(counter(op(one(COUNT), "<", c(3)), None, True))
    position = engine.position(engine.start(1))
    refused = None
    for _ in range(10):
        before = position.vector()
        try:
            position.play(position.options()[0])
        except RuleFault as fault:
            refused = fault
            break
    assert refused is not None
    assert position.vector() == before
    with pytest.raises(FlowFault):
        position.play(10**6)
    assert position.vector() == before
    with pytest.raises(FlowFault):
        engine.position([1, 2, 3])


def test_batches_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    engine = Native(tic_tac_toe())
    batch = Batch(engine, 3, [4, 5, 6])
    batch.step([0, 1, 2])
    assert list(batch.options()[1]) == [8, 8, 8]
    assert [batch.vector(i)[5 + i] for i in range(3)] == [0, 0, 0]


def test_threads_play_the_same() -> None:
    engine = Native(card_game())
    want = [engine.playouts(100 * i, 100) for i in range(4)]
    found = [0] * 4

    def play(i: int) -> None:
        for _ in range(5):
            found[i] = engine.playouts(100 * i, 100)

    threads = [threading.Thread(target=play, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == want


# -- for other programs ------------------------------------------------------------------------------
def test_a_step_that_might_overflow_the_stack_is_left_to_others() -> None:
    """Loops that keep what they found in an order, each in the other: 4 MB of rows in all."""
    before = counter(None, None, False)
    step: tuple[Stmt, ...] = (Store(one(COUNT), c(1)),)
    for k in range(16):
        name = f"x{k}"
        keys = tuple(SortKey(True, op(x(name), "mod", c(m))) for m in range(2, 9))
        step = (Each((over(name, 1, 4000),), step, keys),)
    blocks = tuple(replace(b, body=step) if b.number == 4 else b for b in before.blocks)
    assert write(before)
    with pytest.raises(NoNative, match="of the stack"):
        write(replace(before, blocks=blocks))


def test_another_program_embeds_a_game(tmp_path: Path) -> None:
    source = write(tic_tac_toe())
    (tmp_path / "game.c").write_text(source.c, "utf-8")
    (tmp_path / "game.h").write_text(header(tic_tac_toe(), source), "utf-8")
    (tmp_path / "main.c").write_text(
        '#include <stdio.h>\n#include "game.h"\nint main(void) { int64_t s[REGELWERK_WORDS], out[REGELWERK_MOST_OPTIONS], n, e;\n'
        "  regelwerk_start(s, 1); regelwerk_perft(s, 4, &n, &e);\n"
        '  printf("%d %d\\n", regelwerk_options(s, out), (int)n); return 0; }\n',
        "utf-8",
    )
    compiler = list(toolchain.compilers()[0])
    flags = [
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unused-function",
        "-Wno-unused-const-variable",
        "-Wno-unused-variable",
    ]
    run = subprocess.run(
        [*compiler, *flags, "-o", "main", "main.c", "game.c"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout == "9 3024\n"
