"""A fuzzer that is led by what it reaches, run by hand: `pip install atheris`, then `python tests/hostile/guided.py spec -max_total_time=600`.

What it looks for: any exception out of the reading, checking and lowering of a file (`spec`), of a sentence (`sentence`) or of a log (`log`).
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
    "sentence": sorted((ROOT / "tests" / "syntax").glob("*.txt")),
    "log": [],
}


def spec(data: bytes) -> None:
    """A whole file."""
    with TemporaryDirectory() as name:
        (Path(name) / "game.yaml").write_bytes(data)
        collector = Collector()
        made = load_spec(Path(name), collector)
        render(collector.worst_first(), lambda _: data.decode("utf-8", "replace"))
        if made is None and not collector.errors:
            raise AssertionError("neither a game nor a fault")
        if made is not None:
            build_program(made)


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


TARGETS: dict[str, Callable[[bytes], None]] = {"spec": spec, "sentence": sentence, "log": log}


def main() -> None:
    """Seeds from the bundled games, kept beside in a folder of its own."""
    target = sys.argv.pop(1)
    with TemporaryDirectory() as corpus:
        for path in SEEDS[target]:
            (Path(corpus) / path.parent.name).write_bytes(path.read_bytes())
        if target == "log":
            from hostile.saves import played

            (Path(corpus) / "log").write_text(played(), encoding="utf-8")
        atheris.Setup([*sys.argv, corpus], TARGETS[target])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
