"""A fuzzer of logs and saves that knows how they are built, run by hand: `python tests/hostile/spoilt_logs.py --minutes 10 [--seed S]`.

Games are played to logs; each log is changed in one to three ways (values, steps, lines, letters; numbers, ends and
hashes made to fit again or not) and replayed, whole and step by step, and resumed.  Each run is guarded: its time, its
memory, no traceback, no fault of Regelwerk's own, and a sentence wherever the code is not 0.  With `--inside` all runs
share one process and the games that are loaded: many more of them, without a limit on memory.
What it finds becomes a case in `saves.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[2] / folder) for folder in ("compiler", "runtime", "tests")]

from cli.command import run
from hostile.guarded import BUSY, MEGABYTES, SECONDS, Guard, Run
from regelwerk import load
from regelwerk.game import Game
from regelwerk.records import replay
from regelwerk.records.logs import lines_of, record, text_of

GAMES = (
    ("kuhn_poker", False), ("masked_ball", True), ("goofspiel", False), ("leduc_poker", False), ("liars_dice", False),
    ("mill_town", True), ("first_sealed_auction", False), ("pig", False), ("gin_rummy", False), ("backgammon", True),
    ("chess", False), ("berlin", False), ("babel", True), ("london_bridge", False), ("san_francisco", False),
)  # fmt: skip
"""Games, and whether their outcomes are chosen instead of sampled."""
SMALL = 8  # games that are loaded quickly come first, and are taken more often
MOST_STEPS = 60
FINE = (0, 1, 2, 130)
STRAY: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 255, 2**31, 2**63, -(2**64), 10**40, 0.5, 1e308, "", "x", "0", "chance", "done",
    "human", "random", "greedy", "mcts", "ended", "open", "capped", "log", "told", "explicit", "sampled", "seat_1",
    "\x1b[2J", "\u202e", "ß", "a b", "../x", "/dev/zero", "{}", "done()", "x(" * 50, [], {}, [[]], [None], {"a": 1},
    ["a"] * 9, [0] * 9, {"x": "y"}, "0" * 16, "f" * 64, "1" * 5000,
]  # fmt: skip
TYPED = (
    "",
    "\n" * 40,
    "1\n" * 40,
    "?\n:q\nundo\nhelp\n" * 5,
    "\x00\x1b[A\n9999999999999\n-1\n" * 9,
    "undo\n" * 40 + "q\n",
)

Line = dict[str, Any]


@dataclass(frozen=True)
class Tried:
    """One change, how it was read, and what came of it."""

    text: str
    arguments: tuple[str, ...]
    typed: str
    run: Run

    @property
    def bad(self) -> str:
        """What is wrong with the run; empty if nothing is."""
        run = self.run
        if run.code == -signal.SIGALRM and run.seconds < SECONDS:
            return ""  # it waited for a processor
        if "Traceback" in run.said or run.code not in FINE:
            return f"code {run.code}"
        if run.seconds > SECONDS * BUSY:
            return f"{run.seconds:.1f} seconds"
        if run.megabytes > MEGABYTES:
            return f"{run.megabytes:.0f} MB"
        if run.code and not run.said.strip():
            return "nothing said"
        return "an escape on the terminal" if "\x1b[2J" in run.said else ""


def logs() -> Iterator[list[Line]]:
    """The games, played by chance to their ends or until they have so many steps."""
    for name, explicit in GAMES:
        game = load(name)
        chance = random.Random(name)
        states = [game.start(5, "explicit" if explicit else "sampled")]
        while not states[-1].over and len(states) < MOST_STEPS:
            state = states[-1]
            states.append(state.play(chance.choice(state.options() or state.outcomes())))
        seats = ["human"] * game.program.players
        yield [json.loads(line) for line in text_of(lines_of(record(states, 5, seats))).splitlines()]


def spoil(lines: list[Line], others: list[list[Line]], chance: random.Random) -> str:
    """The log with one to three changes."""
    lines = json.loads(json.dumps(lines))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _change(lines, others, chance)
    if chance.random() < 0.5:
        _fit(lines)
    text = "".join(json.dumps(line, ensure_ascii=chance.random() < 0.5) + "\n" for line in lines)
    if chance.random() < 0.15:
        at = chance.randrange(len(text) + 1)
        text = (
            text[:at]
            + chance.choice(("", "\0", "\n", '"', "{", "}", ",", "\ud800", "9" * 400, "\\u0000"))
            + text[at + chance.randrange(3) :]
        )
    return text


def _change(lines: list[Line], others: list[list[Line]], chance: random.Random) -> None:
    steps = range(1, len(lines) - 1)
    one = chance.choice(lines if chance.random() < 0.5 else lines[:1])
    key = chance.choice(list(one) or ["n"])
    match chance.randrange(10):
        case 0:
            one[key] = chance.choice(STRAY)
        case 1:
            one.pop(key, None)
        case 2:
            other = chance.choice(chance.choice(others))
            one[key] = other.get(key, chance.choice(list(other.values()) or [0]))
        case 3 if steps:
            lines.insert(chance.choice(steps), dict(lines[chance.choice(steps)]))
        case 4 if steps:
            del lines[chance.choice(steps)]
        case 5 if len(steps) > 1:
            a, b = chance.sample(steps, 2)
            lines[a], lines[b] = lines[b], lines[a]
        case 6 if steps:
            at = chance.choice(steps)
            del lines[at:-1]
            if chance.random() < 0.8:
                lines[-1].pop("totals", None)
                lines[-1]["end"] = "open"
        case 7 if isinstance(one.get(key), list) and one[key]:
            part = one[key]
            part[chance.randrange(len(part))] = chance.choice(STRAY)
        case 8 if steps:
            step = lines[chance.choice(steps)]
            number = step.get("number")
            step["number"] = (number if isinstance(number, int) else 0) + chance.choice((-1, 1, 2, 17, 2**40))
        case _:
            one[chance.choice((key, "x", "source", "tables", "options", "totals", "end", "told_to"))] = chance.choice(
                STRAY
            )


def _fit(lines: list[Line]) -> None:
    """Number the steps anew and count the decisions, so that the change is met where it stands."""
    steps = [line for line in lines[1:] if "end" not in line]
    for n, line in enumerate(steps, 1):
        line["n"] = n
    if lines and "end" in lines[-1]:
        lines[-1]["decisions"] = sum(line.get("by") != "chance" for line in steps)


def attempts(seed: int, *, inside: bool = False) -> Iterator[Tried]:
    """One after another, without end."""
    played = list(logs())
    chance = random.Random(seed)
    with TemporaryDirectory() as name:
        folder = Path(name) / "here"
        folder.mkdir()
        guard = None if inside else Guard(Path(name) / "cache")
        if guard is None:
            os.chdir(folder)
            replay.load = cache_of(replay.load)
        try:
            for lines in played if guard is not None else ():  # so that the programs lie in the cache
                (folder / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
                guard.run(("replay", "a.jsonl"), folder)
            while True:
                text = spoil(chance.choice(played[: chance.choice((SMALL, len(played)))]), played, chance)
                (folder / "a.jsonl").write_bytes(text.encode("utf-8", "surrogatepass"))
                arguments: tuple[str, ...] = chance.choice(
                    (
                        ("replay", "a.jsonl"), ("replay", "--json", "a.jsonl"), ("replay", "--step", "a.jsonl"),
                        ("replay", "--step", "--as", chance.choice(("seat_1", "seat_2", "x")), "--lang", "de", "a.jsonl"),
                        ("replay", "--game", chance.choice(GAMES)[0], "a.jsonl"), ("play", "--resume", "a.jsonl"),
                        ("play", "--resume", "a.jsonl", "--lang", "de"), ("play", "--resume", "a.jsonl", "--save", "b.jsonl"),
                    )
                )  # fmt: skip
                typed = chance.choice(TYPED) + "q\n"
                run = here(arguments) if guard is None else guard.run(arguments, folder, typed.encode())
                yield Tried(text, arguments, typed, run)
        finally:
            if guard is not None:
                guard.close()


def cache_of(load: Callable[..., Game]) -> Callable[..., Game]:
    """`load` that keeps each game."""
    kept: dict[str, Game] = {}

    def loaded(*args: Any, **asked: Any) -> Game:
        key = repr((args, asked))
        if key not in kept:
            kept[key] = load(*args, **asked)
        return kept[key]

    return loaded


def here(arguments: tuple[str, ...]) -> Run:
    """A run in this process."""
    begun = time.process_time()
    ran = run(*arguments)
    return Run(ran.code, ran.out, ran.err, time.process_time() - begun, 0, (), ())


def main() -> None:
    """Try for so many minutes; what is bad is printed and kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("--keep", type=Path, default=Path("spoilt"))
    asked = parser.parse_args()
    until, codes, bad, slowest, largest = time.monotonic() + asked.minutes * 60, dict[int, int](), 0, 0.0, 0.0
    for n, tried in enumerate(attempts(asked.seed, inside=asked.inside)):
        codes[tried.run.code] = codes.get(tried.run.code, 0) + 1
        slowest, largest = max(slowest, tried.run.seconds), max(largest, tried.run.megabytes)
        if tried.bad:
            bad += 1
            asked.keep.mkdir(parents=True, exist_ok=True)
            (asked.keep / f"{n}.jsonl").write_bytes(tried.text.encode("utf-8", "surrogatepass"))
            print(n, tried.bad, tried.arguments, repr(tried.typed), tried.run.said[-300:], flush=True)  # noqa: T201
        if time.monotonic() > until:
            break
    print(f"{n + 1} runs by code {codes}, {bad} bad; at most {slowest:.1f} s, {largest:.0f} MB")  # noqa: T201


if __name__ == "__main__":
    main()
