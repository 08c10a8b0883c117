"""The C engine under the address and the undefined-behaviour sanitizer: playouts, perft, batches and formulas, in a program of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.card_game import card_game
from engines.cases import world
from engines.grid_games import connect_four, tic_tac_toe
from engines.random_flow import random_flow
from engines.test_bundled import PLAYABLE, program_of, seats
from engines.test_sets import masks
from regelwerk.engines import toolchain
from regelwerk.engines.native import Native, write
from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.native import header

SANITIZERS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
GAMES, BATCH, STEPS = 6, 8, 60
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include "game.h"
static int64_t sum;
static void seen(int64_t x) { sum = (int64_t)((uint64_t)sum * 31 + (uint64_t)x); }
int main(void) {
    int64_t v[REGELWERK_WORDS], *out = malloc(sizeof(int64_t) * (REGELWERK_MOST_OPTIONS + 3) * BATCH), counts[BATCH], seeds[BATCH];
    int64_t *weights = malloc(sizeof(int64_t) * REGELWERK_MOST_OUTCOMES), *chances = malloc(sizeof(int64_t) * REGELWERK_MOST_OUTCOMES);
    int64_t nodes, ends;
    printf("%lld\\n", (long long)regelwerk_playouts(1, GAMES));
    for (int64_t seed = 1; seed <= GAMES; seed++) {
        if (regelwerk_start(v, seed) < 0) continue;
        seen(regelwerk_outcomes(v, chances, weights));
        if (regelwerk_settle(v) < 0) continue;
        for (int step = 0; step < STEPS; step++) {
            int n = regelwerk_options(v, out);
            for (int f = 0; f < FUNCTIONS; f++) {
                int64_t value[64] = {0};
                if (!KNOWN[f]) continue;
                seen(regelwerk_evaluate(v, f, ARGS[f], value));
                seen(value[0]);
            }
            if (n <= 0 || regelwerk_play(v, out[step % n]) < 0 || regelwerk_settle(v) < 0) break;
        }
        seen(regelwerk_rollouts(v, 7, 3));
    }
    if (regelwerk_start(v, 1) == 0) { regelwerk_perft(v, DEPTH, &nodes, &ends); seen(nodes); seen(ends); }
    char *states = malloc((size_t)regelwerk_state_size() * BATCH);
    for (int i = 0; i < BATCH; i++) seeds[i] = i;
    if (regelwerk_start_many(states, BATCH, seeds) == 0) {
        int64_t *vectors = malloc(sizeof(int64_t) * REGELWERK_WORDS * BATCH);
        for (int step = 0; step < STEPS; step++) {
            if (regelwerk_renew_many(states, BATCH, (uint64_t)step) < 0 || regelwerk_count_many(states, BATCH, counts) < 0) break;
            for (int i = 0; i < BATCH; i++) counts[i] = counts[i] ? step % counts[i] : -1;
            if (regelwerk_pick_many(states, BATCH, counts) < 0) break;
            seen(regelwerk_options_many(states, BATCH, out, step % 2 ? REGELWERK_MOST_OPTIONS : 3, counts));
            seen(regelwerk_save_many(states, BATCH, vectors));
            seen(regelwerk_load_many(states, BATCH, vectors));
            if (regelwerk_random_many(states, BATCH, (uint64_t)step, 2) < 0) break;
        }
        free(vectors);
    }
    free(states); free(out); free(weights); free(chances);
    fprintf(stderr, "%lld\\n", (long long)sum);
    return 0;
}
"""


@pytest.fixture(scope="module")
def sanitizing(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The compiler, if it has the sanitizers."""
    folder = tmp_path_factory.mktemp("sanitizers")
    (folder / "a.c").write_text("int main(void) { return 0; }\n", "utf-8")
    for command in toolchain.compilers():
        line = [*command, *SANITIZERS, "-o", "a", "a.c"]
        built = subprocess.run(line, cwd=folder, capture_output=True, check=False).returncode == 0
        if built and subprocess.run([folder / "a"], capture_output=True, check=False).returncode == 0:
            return list(command)
    pytest.skip("there is no C compiler with sanitizers")


def clean(program: Program, compiler: list[str], folder: Path, depth: int = 2) -> None:
    """Build it, run it: nothing is reported, and playouts are as long as ever."""
    source = write(program)
    (folder / "game.c").write_text(source.c, "utf-8")
    (folder / "game.h").write_text(header(program, source), "utf-8")
    asked = source.domains[
        : len(program.functions)
    ]  # those of the header; what passes made is asked only where the rules ask
    rows = [", ".join(str(low) if high - low < 2**63 else "0" for low, high in d) or "0" for d in asked]
    known = ", ".join(str(int(all(high - low < 2**63 for low, high in d))) for d in asked) or "0"
    given = ", ".join(f"{{{row}}}" for row in rows) or "{0}"
    defines = f"#define GAMES {GAMES}\n#define BATCH {BATCH}\n#define STEPS {STEPS}\n#define DEPTH {depth}\n"
    args = f"#include <stdint.h>\n#define FUNCTIONS {len(rows)}\nstatic const int64_t ARGS[][16] = {{{given}}};\n"
    args += f"static const int KNOWN[] = {{{known}}};\n"
    (folder / "main.c").write_text(defines + args + MAIN, "utf-8")
    line = [*compiler, "-std=c99", *SANITIZERS, "-o", "main", "main.c", "game.c"]
    built = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[:2000]
    ran = subprocess.run([folder / "main"], capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr[:3000]
    assert "runtime error" not in ran.stderr
    try:
        want = Native(program).playouts(1, GAMES)
    except Exception:
        want = -1
    assert int(ran.stdout) == want or want < 0 > int(ran.stdout)


@pytest.mark.parametrize("made", [card_game, tic_tac_toe], ids=lambda f: f.__name__)
def test_nothing_is_out_of_bounds(made: Callable[[], Program], sanitizing: list[str], tmp_path: Path) -> None:
    clean(made(), sanitizing, tmp_path)


def others() -> Iterator[tuple[str, Callable[[], Program]]]:
    yield "world", world
    yield "connect_four", connect_four
    for width in (7, 64, 100):
        yield f"masks_{width}", lambda width=width: masks(width)  # type: ignore[misc]
    for seed in range(10):
        yield f"random_{seed}", lambda seed=seed: random_flow(seed)  # type: ignore[misc]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, _ in others()])
def test_nothing_is_out_of_bounds_anywhere(name: str, sanitizing: list[str], tmp_path: Path) -> None:
    clean(dict(others())[name](), sanitizing, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYABLE)
def test_bundled_games_are_clean(name: str, sanitizing: list[str], tmp_path: Path) -> None:
    clean(program_of(name, seats(name)[0]), sanitizing, tmp_path, depth=1)


def test_the_sanitizers_are_at_work(sanitizing: list[str], tmp_path: Path) -> None:
    """A slip that they must find."""
    (tmp_path / "a.c").write_text("int main(int n, char **v) { int a[2] = {0}; (void)v; return a[n + 3]; }\n", "utf-8")
    subprocess.run([*sanitizing, *SANITIZERS, "-o", "a", "a.c"], cwd=tmp_path, check=True, capture_output=True)
    assert subprocess.run([tmp_path / "a"], capture_output=True, check=False).returncode != 0
