"""Bundled games with one slip each: goes in a seed, comes out how many were noticed, where they were told, and what fell.

Run as a program it tells the rates: `python tests/mutation/trial.py 2000 7` for 2,000 slips from the seed 7.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "compiler"), str(ROOT / "runtime"), str(ROOT / "tests")]

from mutation.slips import Slip, slip  # noqa: E402
from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic  # noqa: E402
from regelwerk_compiler.pipeline import build_program, load_spec  # noqa: E402
from regelwerk_compiler.python import emit  # noqa: E402

SMALL = ("tic_tac_toe", "kuhn_poker", "nim", "sealed_bids", "leduc_poker", "pig", "goofspiel", "pearl_divers", "mancala", "first_sealed_auction", "liars_dice", "hearts", "spice_stalls", "masked_ball")  # fmt: skip
LARGE = ("berlin", "london_bridge", "babel", "san_francisco")
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@dataclass
class Tally:
    """What became of the slips.  `astray` and `fell` tell them apart for whoever mends."""

    made: int = 0
    still_a_game: int = 0
    told: int = 0
    right: int = 0
    all_right: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    astray: list[str] = field(default_factory=list)
    fell: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        share = f"{100 * self.right / self.told:.2f} %" if self.told else "-"
        every = f"{100 * self.all_right / self.told:.2f} %" if self.told else "-"
        return f"{self.made} slips: {self.still_a_game} are still games, {self.told} are told; the first error on the right line: {share}; every error: {every}; tracebacks: {len(self.fell)}"


def games(names: Sequence[str]) -> list[Path]:
    """Their folders."""
    found = [
        path
        for name in names
        for path in (ROOT / "rulespecs" / name, ROOT / "rulespecs" / "classics" / name)
        if path.is_dir()
    ]
    assert len(found) == len(names)
    return found


def trial(seed: int, count: int, names: Sequence[str] = SMALL) -> Tally:
    """`count` slips, one after the other, in files of these games."""
    rng, tally = random.Random(seed), Tally()
    folders = games(names)
    with tempfile.TemporaryDirectory() as name:
        for n in range(count):
            source = rng.choice(folders)
            folder = Path(name) / source.name
            shutil.copytree(source, folder)
            (folder / "pyproject.toml").touch()  # the end of the repository
            file = _file(folder, rng)
            made = slip(file.read_text(encoding="utf-8").splitlines(), rng)
            file.write_text("\n".join(made.lines) + "\n", encoding="utf-8")
            _one(tally, f"{source.name}/{file.relative_to(folder)} #{n} {made.kind}", folder, file, made)
            shutil.rmtree(folder)
    return tally


def _file(folder: Path, rng: random.Random) -> Path:
    """Mostly the game itself."""
    others = sorted([*folder.glob("tables/*.yaml"), *folder.glob("scenarios/*.yaml")])
    return rng.choice(others) if others and rng.random() < 0.3 else folder / "game.yaml"


def _one(tally: Tally, title: str, folder: Path, file: Path, made: Slip) -> None:
    tally.made += 1
    collector = Collector()
    try:
        game = load_spec(folder, collector)
        if game is not None:
            compile(emit(build_program(game)), "<mutant>", "exec")
    except Exception:
        tally.fell.append(f"{title}\n{_shown(made, file)}\n{traceback.format_exc(limit=-4)}")
        return
    errors = [one for one in collector.worst_first() if one.severity == "error"]
    if not errors:
        tally.still_a_game += 1
        return
    tally.told += 1
    tally.kinds[made.kind] += 1
    fine = [_right(one, file, made) for one in errors]
    tally.right += fine[0]
    tally.all_right += all(fine)
    if not fine[0]:
        told = errors[0]
        tally.astray.append(f"{title}\n{_shown(made, file)}  told: {told.code} {told.span} {told.message}")


def _right(one: Diagnostic, file: Path, made: Slip) -> bool:
    """Whether it is told where the slip was made, or where what it broke is used."""
    path = Path(one.span.file)
    if path == file and any(
        one.span.line <= line <= one.span.end_line and one.span.line >= line - 1 for line in made.right
    ):
        return True
    if path == file and one.span.line in made.right:
        return True
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return bool(made.words & set(_WORD.findall(lines[one.span.line - 1])))
    except (OSError, IndexError):
        return False


def _shown(made: Slip, file: Path) -> str:
    return "".join(f"  {n:4} {made.lines[n - 1]}\n" for n in sorted(made.right) if 0 < n <= len(made.lines))


def _told(tally: Tally) -> Iterator[str]:
    yield from tally.fell
    yield from tally.astray
    yield str(tally)


if __name__ == "__main__":
    print("\n".join(_told(trial(int(sys.argv[2]), int(sys.argv[1]), sys.argv[3:] or SMALL))))  # noqa: T201
