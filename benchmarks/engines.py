"""Both engines on the bundled games, in one run: decisions a second, their ratio, and the slowest option list.

    python benchmarks/engines.py [GAME:PLAYERS ...] [--seconds S] [--json]

Uniformly random play to the end, one core.  Each engine plays the same seeds for S seconds (default 3).
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time

import regelwerk
from regelwerk.engine import Engine
from regelwerk.engines import engine_for
from regelwerk_compiler.flow.flow import PC, Stop

GAMES = ("berlin:2", "berlin:3", "berlin:4", "tic_tac_toe:2", "kuhn_poker:2")


def playouts(engine: Engine, seconds: float) -> tuple[float, float]:
    """Playouts and decisions a second."""
    games = decisions = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        vector = engine.start(games)
        decisions += engine.playout(vector, games)
        games += 1
    return games / spent, decisions / spent


def slowest_list(engine: Engine, games: int) -> tuple[float, int]:
    """The slowest option list of some random games in seconds (the best of three listings of each), and how long it was."""
    stops = {b.number for b in engine.program.blocks if isinstance(b.end, Stop)}
    worst, length = 0.0, 0
    for seed in range(games):
        vector = engine.start(seed)
        engine.settle(vector)
        at = 0
        while vector[PC] not in stops:
            spent = []
            for _ in range(3):
                began = time.perf_counter()
                options = engine.options(vector)
                spent.append(time.perf_counter() - began)
            if min(spent) > worst:
                worst, length = min(spent), len(options)
            at += 1
            engine.play(vector, options[(at * 7919 + seed) % len(options)])
            engine.settle(vector)
    return worst, length


def main() -> None:
    """Measure and print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    for name in args.games:
        game, _, players = name.partition(":")
        loaded = regelwerk.load(game, players=int(players or 2))
        row: dict[str, object] = {"game": game, "players": int(players or 2)}
        for engine_name in ("interpreter", "python"):
            engine = engine_for(loaded.program, engine_name)  # type: ignore[arg-type]
            row[engine_name] = playouts(engine, args.seconds)
        row["ratio"] = row["python"][1] / row["interpreter"][1]  # type: ignore[index]
        row["worst"] = slowest_list(engine_for(loaded.program, "python"), 5)
        rows.append(row)
    if args.json:
        print(json.dumps({"python": sys.version.split()[0], "machine": platform.processor(), "rows": rows}))
        return
    print(
        f"CPython {sys.version.split()[0]}, {platform.machine()}; decisions a second, random play, {args.seconds:g} s each"
    )
    print(f"{'game':<16}{'players':>8}{'interpreter':>13}{'python':>10}{'ratio':>8}{'worst list':>12}{'options':>9}")
    for row in rows:
        worst, length = row["worst"]  # type: ignore[misc]
        slow, fast = row["interpreter"][1], row["python"][1]  # type: ignore[index]
        print(
            f"{row['game']:<16}{row['players']:>8}{slow:>13.0f}{fast:>10.0f}{row['ratio']:>8.1f}{worst * 1000:>9.2f} ms{length:>9}"
        )


if __name__ == "__main__":
    main()
