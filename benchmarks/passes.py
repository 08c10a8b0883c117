"""What each pass wins: whole playouts with all passes, and with one of them left out, in turns; how many times faster it makes a game.

    python benchmarks/passes.py [GAME ...] [--engine c|python] [--seconds S] [--rounds N]

For C and for generated Python; 1.00 is no difference.
"""

from __future__ import annotations

import argparse
import os
import tempfile

from peers import Contestant, measure, whole_games

import regelwerk
from regelwerk.engine import Engine
from regelwerk.engines.generated import GeneratedPython, file_name, load
from regelwerk.engines.native import Native
from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.flow.passes import names, optimise
from regelwerk_compiler.python import emit

GAMES = ("connect_four", "breakthrough", "othello", "hex", "checkers", "leduc_poker", "berlin")


class PythonWithout(GeneratedPython):
    """Generated Python behind other passes."""

    def __init__(self, program: Program, without: tuple[str, ...]) -> None:
        self.program, self.file = program, file_name(program)
        self.source = emit(optimise(program, without))
        module = load(self.source, compile(self.source, self.file, "exec"), self.file)
        for name in ("start", "options", "outcomes", "play", "toss", "settle", "evaluate", "playout"):
            setattr(self, name, module[name])


def main() -> None:
    """Measure and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--engine", choices=("c", "python"), default=None, help="both by default")
    parser.add_argument("--seconds", type=float, default=0.15)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="regelwerk-bench-") as folder:
        os.environ["REGELWERK_CACHE"] = folder
        for native in (True, False):
            if args.engine == ("python" if native else "c"):
                continue
            passes = names(native)
            print(f"\n| {'C' if native else 'Python'} | " + " | ".join(passes) + " | all |")
            print("| --- |" + " --: |" * (len(passes) + 1))
            for game in args.games:
                program = regelwerk.load(game, engine="interpreter").program
                found: dict[str, Contestant] = {}
                for without in ((), *((name,) for name in passes), passes):
                    engine: Engine = Native(program, without=without) if native else PythonWithout(program, without)
                    found[" ".join(without)] = Contestant(whole_games(engine))
                rates = {
                    name: r["playouts_per_second"] for name, r in measure(found, args.seconds, args.rounds).items()
                }
                ratios = [rates[""] / rates[" ".join(w)] for w in (*((name,) for name in passes), passes)]
                print(f"| {game} | " + " | ".join(f"{ratio:.2f}" for ratio in ratios) + " |", flush=True)


if __name__ == "__main__":
    main()
