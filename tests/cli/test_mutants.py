"""Games with slips planted at random: `check` finds an error or builds the game; it never breaks down itself."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.command import ROOT
from regelwerk_compiler import pipeline
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.python import emit

GAMES = [
    ROOT / "tests" / "cli" / "basket",
    *(ROOT / "rulespecs" / "classics" / name for name in ("kuhn_poker", "tic_tac_toe", "sealed_bids")),
]
JUNK = [
    "",
    "2",
    "-1",
    "x",
    "[]",
    "{}",
    "no",
    "null",
    "1..",
    "..2",
    "0..0",
    "99999999999",
    "a b",
    "player",
    "true",
    "'",
    "[a, b]",
    "{a: b}",
    "over",
]
JUNK += [
    "1..3 in",
    "(",
    "]",
    "sum(",
    "nobody",
    "- a",
    "* 3",
    "&a",
    "*a",
    "!!python/name:os.system",
    "\t",
    "\u202e",
    "日本",
]
SIGNS = "x.:,()[]{}'\"-#&*1 "


def mutant(lines: Sequence[str], rng: random.Random) -> str:
    """The lines with one to three slips."""
    changed = list(lines)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(changed))
        line, words = changed[at], changed[at].split(" ")
        match rng.randrange(7):
            case 0 if len(changed) > 1:
                del changed[at]
            case 1 if ":" in line:
                changed[at] = f"{line.split(':')[0]}: {rng.choice(JUNK)}"
            case 2:
                changed.insert(at, rng.choice(changed))
            case 3:
                words[rng.randrange(len(words))] = rng.choice(JUNK)
                changed[at] = " ".join(words)
            case 4:
                changed[at] = "  " + line
            case 5:
                words[rng.randrange(len(words))] = rng.choice(rng.choice(changed).split(" "))
                changed[at] = " ".join(words)
            case _:
                place = rng.randrange(len(line) + 1)
                changed[at] = line[:place] + rng.choice(SIGNS) + line[place:]
    return "\n".join(changed) + "\n"


def hold(seed: int, games: int, folder: Path) -> None:
    """Every mutant is built, or has an error with a place in its file."""
    rng = random.Random(seed)
    sources = [(game / "game.yaml").read_text(encoding="utf-8").splitlines() for game in GAMES]
    for n in range(games):
        text = mutant(rng.choice(sources), rng)
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        collector = Collector()
        try:
            game = pipeline.load_spec(folder, collector)
            if game is not None:
                compile(emit(pipeline.build_program(game)), "<mutant>", "exec")
        except Exception as error:
            raise AssertionError(f"mutant {n} of seed {seed}:\n{text}") from error
        assert game is not None or collector.errors, text
        assert all(found.span.line >= 1 and found.span.column >= 1 for found in collector.found)


@pytest.mark.parametrize("seed", range(4))
def test_slips_are_told_and_never_break_the_compiler(seed: int, tmp_path: Path) -> None:
    hold(seed, 60, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 108))
def test_many_slips(seed: int, tmp_path: Path) -> None:
    hold(seed, 1000, tmp_path)
