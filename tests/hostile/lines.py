"""Hostile command lines: options, seats, paths."""

from __future__ import annotations

from .cases import DUEL, FINE, USAGE, case, game

FILES = game(DUEL)


def line(*args: str, code: int = USAGE, says: str = "") -> None:
    """Arguments beside a game that is right."""
    case(f"the line {' '.join(args)!r:.70}", *args, code=code, says=says, files=FILES)


line("check", "", code=FINE)
line("play", "")
line("check", "--", code=FINE)
for wrong in (
    "\x1b[2J",
    "x" * 100_000,
    "../" * 5_000,
    "game/game.yaml/x",
    "game\n",
    "-",
    "/dev/zero",
    "/proc/self/mem",
    "~",
    "con",
    "file:game",
    "\ud800",
):
    line("check", wrong)
    line("play", wrong)
for seat in (
    "=",
    "a=",
    "=human",
    "a=human",
    "a=xyz",
    "a=random=b",
    "x" * 5_000 + "=random",
    "\x1b[2J=random",
):
    line("play", "game", "--seat", seat)
line("play", "game", "--seat", "a b\n=random", "--seat", "__class__=random", code=FINE)
line("play", "game", "--seat", "a=random", "--seat", "a=greedy")
line("play", "game", *(part for n in range(50) for part in ("--seat", f"a{n}=random")))
for option in ("x", "x=1", "=", "__class__=1", "x" * 100_000 + "=1"):
    line("play", "game", "--option", option)
    line("play", "game", "--table", option)
line("play", "game", "--table", "x=/dev/zero")
line("check", "game", "--table", "x=/dev/null", code=1)
line("check", "game", "--table", "x=nowhere.yaml", code=1)
for number in ("0", "-1", "99999999999999999999", "1e9", "x", "", "9" * 10_000):
    line("play", "game", "--players", number)
for seed in ("x", "1e9", "", "9" * 10_000):
    line("simulate", "game", "--seed", seed, "--games", "1")
line("simulate", "game", "--games", "1", "--seed", "-" + "9" * 30, code=FINE)
line("simulate", "game", "--games", "0")
line("simulate", "game", "--games", "x")
line("simulate", "game", "--games", "2", "--jobs", "0")
line("simulate", "game", "--games", "2", "--bots", "x" * 10_000)
line("simulate", "game", "--games", "2", "--engine", "\x1b[2J")
line("play", "game", "--save", "nowhere/y.jsonl")
line("play", "game", "--save", "game")
line("replay", "game/game.yaml")
line("replay", "/dev/zero")
line("explain", "x" * 100_000)
line("explain", "RW999")
line("new", "x" * 300)
line("new", "a\nb")
line("show", "game", "--nothing")
line("\x1b[2J")
line("x" * 100_000)
line("--lang")
for depth in ("-1", "1e9", "x", ""):
    line("perft", "game", "--depth", depth)
line("simulate", "game", "--games", "1", "--seed", "9" * 4_000, code=FINE)
