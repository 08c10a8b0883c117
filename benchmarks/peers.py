"""Our engines beside OpenSpiel, hand-written Python and hand-written C, all in one run: a table with the ratios, in Markdown and JSON.

    python benchmarks/peers.py [GAME ...] [--seconds S] [--rounds N] [--out FOLDER]

Uniformly random play to the end on one core, per second of processor time.  Whoever is compared takes turns, S seconds each, N rounds;
the median counts.  Needs the packages of `pip install regelwerk[peers]`; a yardstick that is not there is left out and said so.

* OpenSpiel in its library: rollouts of its `RandomRolloutEvaluator`, called through `MCTSBot` with one simulation.  A first chance (the
  deal) is resolved before, to its advantage.
* OpenSpiel from Python: `legal_actions`, `apply_action`; chance is picked from `chance_outcomes`.
* Ours from Python: `options` and `play` of a `Position` in C, one game at a time; and 1,024 games in a `Batch`, options picked by NumPy.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.metadata
import importlib.util
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import by_hand

import regelwerk
from regelwerk import chance
from regelwerk.engine import Engine
from regelwerk.engines import engine_for, toolchain
from regelwerk.engines.batch import Batch
from regelwerk.engines.native import Native, NoNative
from regelwerk_compiler.flow.flow import Program

SEED = 1
BATCH = 1024
MEMORY_GAME, MEMORY_PLAYOUTS = "tic_tac_toe", 1_000_000
# Game, what OpenSpiel calls it, and how many times its rate inside the library is asked for.
CLASSICS = (
    ("tic_tac_toe", "tic_tac_toe", 6),
    ("connect_four", "connect_four", 13),
    ("breakthrough", "breakthrough", 6),
    ("othello", "othello", 11),
    ("checkers", "checkers", 20),
    ("hex", "hex(board_size=11)", 2),
    ("chess", "chess", 2),
    ("kuhn_poker", "kuhn_poker", 2),
    ("leduc_poker", "leduc_poker", 2),
)
DOCUMENTS = ("berlin", "london_bridge", "babel", "san_francisco")
Games = Callable[[int], tuple[int, int]]  # plays about so many games; how many games and moves it were


@dataclass(slots=True)
class Contestant:
    """Somebody who plays.  Measured in games and moves a second of processor time."""

    play: Games
    step: int = 1
    games: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)

    def turn(self, seconds: float) -> None:
        """Play for about so long."""
        games = moves = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds or not games:
            more, count = self.play(self.step)
            games, moves = games + more, moves + count
            if spent < seconds / 20:
                self.step = max(self.step, min(self.step * 2, 1 << 20))
        spent = time.process_time() - began
        self.games.append(games / spent)
        self.moves.append(moves / spent)


# -- ours ------------------------------------------------------------------------------------------
def whole_games(engine: Engine) -> Games:
    """Whole playouts inside an engine."""
    seed = SEED

    def play(n: int) -> tuple[int, int]:
        nonlocal seed
        seed += n
        if isinstance(engine, Native):
            return n, engine.playouts(seed - n, n)
        return n, sum(engine.playout(engine.start(s), chance.key_of(s)) for s in range(seed - n, seed))

    return play


def step_by_step(engine: Native) -> Games:
    """One option after the other from Python."""
    rng, seed = random.Random(SEED), SEED
    position = engine.position(engine.start(SEED))
    options, play_one, restart, choice = position.options, position.play, position.restart, rng.choice

    def play(n: int) -> tuple[int, int]:
        nonlocal seed
        moves = 0
        for _ in range(n):
            seed += 1
            restart(seed)
            while numbers := options():
                play_one(choice(numbers))
                moves += 1
        return n, moves

    return play


def many_at_once(engine: Native) -> Games:
    """Games that are stepped together; what is over begins anew."""
    import numpy

    batch = Batch(engine, BATCH)
    rng = numpy.random.default_rng(SEED)

    def play(_: int) -> tuple[int, int]:
        over = batch.renew(int(rng.integers(1 << 62)))
        batch.pick((rng.random(BATCH) * batch.sizes()).astype(numpy.int64))
        return over, BATCH

    return play


# -- theirs ----------------------------------------------------------------------------------------
def open_spiel_inside(pyspiel: Any, name: str, mean: float) -> Games:
    """Rollouts in its library from the first decision."""
    game, rng = pyspiel.load_game(name), random.Random(SEED)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))

    def play(n: int) -> tuple[int, int]:
        evaluator = pyspiel.RandomRolloutEvaluator(n, rng.randrange(1 << 30))
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, rng.randrange(1 << 30), False)
        bot.step(state.clone())
        return n, round(n * mean)

    return play


def open_spiel_python(pyspiel: Any, name: str) -> Games:
    """One action after the other from Python."""
    game, rng = pyspiel.load_game(name), random.Random(SEED)

    choice = rng.choice

    def play(n: int) -> tuple[int, int]:
        moves = 0
        for _ in range(n):
            state = game.new_initial_state()
            over, chance_node, legal, apply = (
                state.is_terminal,
                state.is_chance_node,
                state.legal_actions,
                state.apply_action,
            )
            while not over():
                if chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    apply(rng.choices(actions, weights)[0])
                else:
                    apply(choice(legal()))
                    moves += 1
        return n, moves

    return play


def hand_python(game: str) -> Games:
    """Plain lists."""
    play_one, rng = by_hand.GAMES[game], random.Random(SEED)
    return lambda n: (n, sum(play_one(rng) for _ in range(n)))


def hand_c(folder: Path) -> dict[str, Games]:
    """Bit boards; none where there is no compiler."""
    source, library = Path(__file__).parent / "by_hand.c", folder / f"by_hand{toolchain.SUFFIX}"
    for command in toolchain.compilers():
        line = [*command, "-O3", "-march=native", "-fPIC", "-shared", "-o", str(library), str(source)]
        if subprocess.run(line, capture_output=True, check=False).returncode == 0:
            loaded = ctypes.CDLL(str(library))
            return {name: _hand_c(loaded, name) for name in by_hand.GAMES}
    return {}


def _hand_c(library: ctypes.CDLL, name: str) -> Games:
    call = getattr(library, f"play_{name}")
    call.restype, call.argtypes = ctypes.c_int64, (ctypes.c_int64,)
    return lambda n: (n, call(n))


# -- the run ---------------------------------------------------------------------------------------
def measure(contestants: dict[str, Contestant], seconds: float, rounds: int) -> dict[str, dict[str, float]]:
    """All of them in turns."""
    for contestant in contestants.values():
        contestant.turn(seconds / 10)  # warms up
        contestant.games, contestant.moves = [], []
    for _ in range(rounds):
        for contestant in contestants.values():
            contestant.turn(seconds)
    return {
        name: {"playouts_per_second": statistics.median(c.games), "decisions_per_second": statistics.median(c.moves)}
        for name, c in contestants.items()
    }


def build(program: Program) -> tuple[Native | None, float, float]:
    """The engine in C, the processor time that building it took (the C compiler's too), and how long it takes from the cache."""

    def spent() -> float:
        now = os.times()
        return now.user + now.system + now.children_user + now.children_system

    began = spent()
    try:
        Native(program)
    except NoNative as error:
        print(error, file=sys.stderr)
        return None, 0.0, 0.0
    first, before = spent() - began, time.perf_counter()
    engine = Native(program)
    return engine, first, time.perf_counter() - before


def classic(
    program: Program, native: Native | None, theirs: str, pyspiel: Any, by_c: dict[str, Games]
) -> dict[str, Contestant]:
    """Everybody who plays a classic."""
    name = program.game
    found: dict[str, Contestant] = {}
    if native is not None:
        found["c"] = Contestant(whole_games(native))
    if pyspiel is not None:
        played, moves = open_spiel_python(pyspiel, theirs)(30)
        found["open_spiel"] = Contestant(open_spiel_inside(pyspiel, theirs, moves / played))
    if name in by_c:
        found["hand_c"] = Contestant(by_c[name])
    if native is not None:
        found["c_step"] = Contestant(step_by_step(native))
        if importlib.util.find_spec("numpy") is not None:
            found["c_batch"] = Contestant(many_at_once(native))
    if pyspiel is not None:
        found["open_spiel_step"] = Contestant(open_spiel_python(pyspiel, theirs))
    found["python"] = Contestant(whole_games(engine_for(program, "python")))
    if name in by_hand.GAMES:
        found["hand_python"] = Contestant(hand_python(name))
    return found


RATIOS = (  # title, of whom, to whom, of what, at least
    ("C to OpenSpiel", "c", "open_spiel", "playouts_per_second", None),
    ("C to hand-written C", "c", "hand_c", "playouts_per_second", 0.1),
    ("C step by step to OpenSpiel from Python", "c_step", "open_spiel_step", "decisions_per_second", 2),
    ("C batch to OpenSpiel from Python", "c_batch", "open_spiel_step", "decisions_per_second", 20),
    ("Python to hand-written Python", "python", "hand_python", "playouts_per_second", 1),
    ("Python to interpreter", "python", "interpreter", "playouts_per_second", None),
    ("C to Python", "c", "python", "playouts_per_second", None),
)


def ratios(game: str, rates: dict[str, dict[str, float]], goals: dict[str, float]) -> list[dict[str, Any]]:
    """The ratios that can be had, with what is asked for."""
    found: list[dict[str, Any]] = []
    for title, one, other, what, least in RATIOS:
        if one in rates and other in rates:
            ratio = rates[one][what] / rates[other][what]
            goal = goals.get(title, least)
            found.append({"game": game, "ratio": title, "value": ratio, "goal": goal})
    return found


def memory() -> dict[str, Any]:
    """The peak memory of a process before and behind a million playouts, in MB."""
    code = (
        "import resource, regelwerk\n"
        f"e = regelwerk.load({MEMORY_GAME!r}, engine='native', build=True).engine\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        f"e.playouts(1, 1000); before = peak(); e.playouts(1, {MEMORY_PLAYOUTS}); print(before, peak())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return {"game": MEMORY_GAME, "playouts": MEMORY_PLAYOUTS, "before_mb": float(said[0]), "after_mb": float(said[1])}


def versions() -> dict[str, str]:
    """What was measured, and on what."""
    compiler = toolchain.compilers()
    said = (
        subprocess.run([*compiler[0], "--version"], capture_output=True, text=True, check=False) if compiler else None
    )
    cpu = next((x.split(":")[1].strip() for x in _lines("/proc/cpuinfo") if x.startswith("model name")), "")
    found = {"python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}", "cpu": cpu}
    if said is not None and said.stdout:
        found["compiler"] = said.stdout.splitlines()[0]
    for package in ("regelwerk", "open_spiel", "numpy"):
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not there"
    return found


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text("utf-8").splitlines()
    except OSError:
        return []


def markdown(report: dict[str, Any]) -> str:
    """The tables."""
    out = ["# Speed, measured in one run", ""]
    out += [
        f"{report['date']}, seed {report['seed']}, {report['seconds']} s of processor time a turn, median of {report['rounds']}."
    ]
    out += ["; ".join(f"{k} {v}" for k, v in report["versions"].items()) + "."]
    names = list(dict.fromkeys(name for rates in report["rates"].values() for name in rates))
    for what in ("playouts_per_second", "decisions_per_second"):
        out += [
            "",
            f"## {what.replace('_', ' ')}",
            "",
            "| game | " + " | ".join(names) + " |",
            "| --- |" + " --: |" * len(names),
        ]
        for game, rates in report["rates"].items():
            cells = (f"{rates[n][what]:,.0f}" if n in rates and rates[n][what] else "" for n in names)
            out.append(f"| {game} | " + " | ".join(cells) + " |")
    out += ["", "## ratios", "", "| ratio | game | is | asked for |", "| --- | --- | --: | --: |"]
    for title, *_ in RATIOS:
        for row in report["ratios"]:
            if row["ratio"] == title:
                goal = (
                    ""
                    if row["goal"] is None
                    else f"{row['goal']:g}" + ("" if row["value"] >= row["goal"] else " **missed**")
                )
                out.append(f"| {title} | {row['game']} | {row['value']:.2f} | {goal} |")
    out += [
        "",
        "## building and memory",
        "",
        "| game | built in s of processor time | from the cache in s |",
        "| --- | --: | --: |",
    ]
    out += [f"| {b['game']} | {b['first']:.2f} | {b['cached']:.3f} |" for b in report["builds"]]
    m = report["memory"]
    if m is not None:
        out += [
            "",
            f"Peak memory before and behind {m['playouts']:,} playouts of {m['game']}: {m['before_mb']:.1f} MB, {m['after_mb']:.1f} MB.",
        ]
    return "\n".join(out) + "\n"


def main(args: Sequence[str] | None = None) -> None:
    """Measure, and write `peers.md` and `peers.json`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    everything = [name for name, *_ in CLASSICS] + list(DOCUMENTS)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(everything)}; all by default")
    parser.add_argument("--seconds", type=float, default=0.3, help="of one turn (default: 0.3)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (default: 3)")
    parser.add_argument("--out", type=Path, default=None, help="the folder for peers.md and peers.json")
    given = parser.parse_args(args)
    wanted = given.games or everything
    if unknown := [name for name in wanted if name not in everything]:
        parser.error(f"no such game here: {', '.join(unknown)}; there are {', '.join(everything)}")
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        pyspiel = None
        print("OpenSpiel is not there: pip install regelwerk[peers]", file=sys.stderr)
    report: dict[str, Any] = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), "seed": SEED, "seconds": given.seconds, "rounds": given.rounds,
        "versions": versions(), "rates": {}, "ratios": [], "builds": [], "memory": None,
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="regelwerk-bench-") as folder:
        os.environ["REGELWERK_CACHE"] = str(Path(folder) / "cache")
        by_c = hand_c(Path(folder))
        for name in wanted:
            print(f"{name} ...", file=sys.stderr)
            program = regelwerk.load(name, engine="interpreter").program
            native, first, cached = build(program)
            report["builds"].append({"game": name, "first": first, "cached": cached})
            goals: dict[str, float] = {"Python to interpreter": 8, "C to Python": 50}
            if name in DOCUMENTS:
                engines: list[tuple[str, Engine]] = [("python", engine_for(program, "python"))]
                engines = ([("c", native)] if native is not None else []) + engines
                engines.append(("interpreter", engine_for(program, "interpreter")))
                contestants = {title: Contestant(whole_games(engine)) for title, engine in engines}
            else:
                _, theirs, goal = next(row for row in CLASSICS if row[0] == name)
                contestants, goals = classic(program, native, theirs, pyspiel, by_c), {"C to OpenSpiel": goal}
            report["rates"][name] = measure(contestants, given.seconds, given.rounds)
            report["ratios"] += ratios(name, report["rates"][name], goals)
        if toolchain.compilers():
            report["memory"] = memory()
    text = markdown(report)
    print(text)
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "peers.md").write_text(text, "utf-8")
        (given.out / "peers.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
