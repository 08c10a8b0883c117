"""A fuzzer that is led by what it reaches, run by hand: `pip install atheris`, then `python tests/hostile/guided.py spec -max_total_time=600`.

What it looks for: any exception out of the reading, checking and lowering of a file (`spec`, `table`, `scenario`), of a sentence (`sentence`)
or of a log (`log`), and a traceback out of the command (`line`: an argument a line).
What it finds becomes a case in `tests/hostile/` or an example in the tests of what was at fault.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("compiler", "runtime", "tests")]

with atheris.instrument_imports(include=["regelwerk_compiler", "regelwerk"]):
    from cli.command import run
    from hostile.cases import DUEL
    from hostile.paths import with_table
    from regelwerk.errors import LogError
    from regelwerk.records.logs import parse_log
    from regelwerk_compiler.diagnostics.diagnostic import Collector
    from regelwerk_compiler.diagnostics.render import render
    from regelwerk_compiler.document.read import read_text
    from regelwerk_compiler.pipeline import build_program, load_spec
    from regelwerk_compiler.syntax.ast import Start
    from regelwerk_compiler.syntax.parse import parse

SEEDS = {
    "spec": sorted((ROOT / "rulespecs" / "classics").glob("*/game.yaml"), key=lambda path: path.stat().st_size)[:12],
    "table": sorted((ROOT / "rulespecs").glob("*/tables/*.yaml"), key=lambda path: path.stat().st_size)[:6],
    "scenario": sorted((ROOT / "rulespecs").rglob("scenarios/*.yaml"), key=lambda path: path.stat().st_size)[:12],
    "sentence": sorted((ROOT / "tests" / "syntax").glob("*.txt")),
}
QUIET = ("check", "simulate", "test", "trace", "show", "replay", "perft", "explain")  # commands that write nothing
LINES = ("check\nGAME\n--format\nsarif", "simulate\nGAME\n--games\n2\n--seat\nx=greedy", "show\nGAME\n--flow", "perft\nGAME\n--depth\n2", "explain\nRW101", "test\nGAME\n--json")  # fmt: skip


def spec(data: bytes) -> None:
    """A whole file."""
    _checked({"game.yaml": data})


def table(data: bytes) -> None:
    """A table file beside a game that is right."""
    _checked({"game.yaml": with_table("tables/card.yaml").encode(), "tables/card.yaml": data})


def scenario(data: bytes) -> None:
    """A file of scenarios beside a game that is right."""
    _checked({"game.yaml": DUEL.encode(), "scenarios/x.yaml": data})


def _checked(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as name:
        for path, content in files.items():
            (Path(name) / path).parent.mkdir(exist_ok=True)
            (Path(name) / path).write_bytes(content)
        collector = Collector()
        made = load_spec(Path(name), collector)
        render(collector.worst_first(), lambda file: _text(file))
        if made is None and not collector.errors:
            raise AssertionError("neither a game nor a fault")
        if made is not None:
            build_program(made)


def _text(file: str) -> str:
    return Path(file).read_bytes().decode("utf-8", "replace") if Path(file).is_file() else ""


def sentence(data: bytes) -> None:
    """One sentence, read as each kind of sentence."""
    kinds = Start.__args__  # type: ignore[attr-defined]
    text = data[1:].decode("utf-8", "replace")
    collector = Collector()
    document = read_text("a: |-\n" + "".join(f"  {line}\n" for line in text.split("\n")), "it", collector)
    value = None if document is None else document.get("a")
    if value is not None and data:
        parse(kinds[data[0] % len(kinds)], value, collector)  # type: ignore[arg-type]


def log(data: bytes) -> None:
    """A log."""
    with contextlib.suppress(LogError):
        parse_log(data.decode("utf-8", "replace"), "a.jsonl")


def line(data: bytes) -> None:
    """Arguments of the command, on a game that is right."""
    arguments = data.decode("utf-8", "replace").replace("\0", "").split("\n")
    if arguments[0] not in QUIET:
        return
    with TemporaryDirectory() as name:
        (Path(name) / "game.yaml").write_text(DUEL, encoding="utf-8")
        ran = run(*(name if one == "GAME" else one for one in arguments))
        if ran.code not in (0, 1, 2) or "Traceback" in ran.err + ran.out:
            raise AssertionError(ran)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "spec": spec,
    "table": table,
    "scenario": scenario,
    "sentence": sentence,
    "log": log,
    "line": line,
}


def main() -> None:
    """Seeds from the bundled games, kept beside in a folder of its own."""
    target = sys.argv.pop(1)
    with TemporaryDirectory() as corpus:
        for path in SEEDS.get(target, []):
            (Path(corpus) / "_".join(path.parts[-3:])).write_bytes(path.read_bytes())
        for n, said in enumerate(LINES if target == "line" else ()):
            (Path(corpus) / str(n)).write_text(said, encoding="utf-8")
        if target == "log":
            from hostile.saves import played

            (Path(corpus) / "log").write_text(played(), encoding="utf-8")
        atheris.Setup([*sys.argv, corpus], TARGETS[target])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
