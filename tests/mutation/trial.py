"""Bundled games with one slip each: goes in a seed, comes out how many were noticed, where they were told, and what fell.

Run as a program it tells the rates: `python tests/mutation/trial.py 2000 7` for 2,000 slips from the seed 7 in all games, or in those that
are named behind.  Every file of a game has its turn: the rules, the tables, the scenarios.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "compiler"), str(ROOT / "runtime"), str(ROOT / "tests")]

from mutation.slips import WORD, Slip, slip  # noqa: E402
from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic  # noqa: E402
from regelwerk_compiler.pipeline import build_program, load_spec  # noqa: E402
from regelwerk_compiler.python import emit  # noqa: E402

SMALL = ("tic_tac_toe", "kuhn_poker", "nim", "sealed_bids", "leduc_poker", "pig", "goofspiel", "pearl_divers", "mancala", "first_sealed_auction", "liars_dice", "hearts", "spice_stalls", "masked_ball")  # fmt: skip
LARGE = ("berlin", "london_bridge", "babel", "san_francisco")
_QUOTED = re.compile(r"`([^`]*)`")
_LINES = re.compile(r"\blines? (\d+(?:(?:, | and )\d+)*)")


@dataclass
class Rate:
    """Of one kind of slip, or of all: how many were told, and how many of these where they belong."""

    made: int = 0
    still_a_game: int = 0
    told: int = 0
    right: int = 0
    all_right: int = 0
    errors: int = 0

    def __str__(self) -> str:
        shares = [f"{100 * part / self.told:6.2f} %" if self.told else "-" for part in (self.right, self.all_right)]
        return f"{self.made:6} {self.still_a_game:6} {self.told:6} {shares[0]:>9} {shares[1]:>9} {self.errors / max(self.told, 1):6.2f}"


@dataclass
class Tally:
    """What became of the slips, of each kind and in each sort of file.  For whoever mends, `astray` and `fell` tell them apart; `more` are
    errors beside the first that are astray, `silent` the slips of which nothing was said, not even a warning."""

    all: Rate = field(default_factory=Rate)
    kinds: dict[str, Rate] = field(default_factory=dict)
    sorts: dict[str, Rate] = field(default_factory=dict)
    astray: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    fell: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    def note(self, kind: str, sort: str, **parts: int) -> None:
        """Count one slip."""
        for rate in (self.all, self.kinds.setdefault(kind, Rate()), self.sorts.setdefault(sort, Rate())):
            for name, number in parts.items():
                setattr(rate, name, getattr(rate, name) + number)

    @property
    def share(self) -> float:
        """Of those that are told, how many first at the right line."""
        return self.all.right / max(self.all.told, 1)

    def __str__(self) -> str:
        head = f"{'':16}   made  games   told  1st right all right errors"
        rows = [f"{name:16} {rate}" for rates in (self.kinds, self.sorts) for name, rate in sorted(rates.items())]
        return "\n".join([head, *rows, f"{'all':16} {self.all}   tracebacks: {len(self.fell)}"])


@cache
def every_game() -> tuple[str, ...]:
    """The names of all bundled games."""
    return tuple(sorted(path.parent.name for path in (ROOT / "rulespecs").rglob("game.yaml")))


def games(names: Sequence[str]) -> list[Path]:
    """Their folders."""
    found = [path.parent for path in sorted((ROOT / "rulespecs").rglob("game.yaml")) if path.parent.name in names]
    assert len(found) == len(names)
    return found


def trial(seed: int, count: int, names: Sequence[str] = SMALL) -> Tally:
    """`count` slips, one after the other, in files of these games."""
    rng, tally = random.Random(seed), Tally()
    folders = games(names)
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        (top / "pyproject.toml").touch()  # the end of the repository
        shutil.copytree(ROOT / "seeds", top / "seeds")
        for folder in folders:
            shutil.copytree(folder, top / folder.name)
        for n in range(count):
            folder = top / rng.choice(folders).name
            file = _file(folder, rng)
            text = file.read_text(encoding="utf-8")
            made = slip(text.splitlines(), rng)
            file.write_text("\n".join(made.lines) + "\n", encoding="utf-8")
            _one(tally, f"{file.relative_to(top)}:{made.at} #{n} {made.kind}", folder, file, made, text.splitlines())
            file.write_text(text, encoding="utf-8")
    return tally


def _file(folder: Path, rng: random.Random) -> Path:
    """Mostly the game itself."""
    others = sorted([*folder.glob("tables/*.yaml"), *folder.glob("scenarios/*.yaml")])
    return rng.choice(others) if others and rng.random() < 0.3 else folder / "game.yaml"


def _one(tally: Tally, title: str, folder: Path, file: Path, made: Slip, before: Sequence[str]) -> None:
    sort = file.parent.name if file.parent != folder else "rules"
    tally.note(made.kind, sort, made=1)
    collector = Collector()
    try:
        game = load_spec(folder, collector)
        if game is not None:
            compile(emit(build_program(game)), "<mutant>", "exec")
    except Exception:
        tally.fell.append(f"{title}\n{_shown(made, before)}{traceback.format_exc(limit=-4)}")
        return
    errors = [one for one in collector.worst_first() if one.severity == "error"]
    if not errors:
        tally.note(made.kind, sort, still_a_game=1)
        if not collector.found:
            tally.silent.append(f"{title}\n{_shown(made, before)}")
        return
    fine = [right(one, file, made) for one in errors]
    tally.note(made.kind, sort, told=1, right=fine[0], all_right=all(fine), errors=len(errors))
    if not fine[0]:
        tally.astray.append(f"{title}\n{_shown(made, before)}{_told(errors[:1])}")
    elif not all(fine):
        tally.more.append(
            f"{title}\n{_shown(made, before)}{_told([one for one, ok in zip(errors, fine, strict=True) if not ok][:3])}"
        )


def right(one: Diagnostic, file: Path, made: Slip) -> bool:
    """Whether it is told where the slip was made, or names that place, or what stood there and is gone."""
    spans = [one.span, *one.also]
    if any(Path(span.file) == file and span.line in made.right for span in spans):
        return True
    if (
        Path(one.span.file) == file
        and one.span.line in {n - 1 for n in made.right}
        and one.span.end_line > one.span.line
    ):
        return True  # a sentence that begins in the line above
    said = f"{one.message} {one.hint}"
    named = {int(n) for found in _LINES.findall(said) for n in re.findall(r"\d+", found)}
    if named & made.right:
        return True
    return bool(made.words & {word for quoted in _QUOTED.findall(said) for word in WORD.findall(quoted)})


def _shown(made: Slip, before: Sequence[str]) -> str:
    near = "".join(
        f"    {n:4} {made.lines[n - 1]}\n" for n in range(made.at - 1, made.at + 2) if 0 < n <= len(made.lines)
    )
    return f"   was:   {before[made.at - 1]}\n{near}"


def _told(errors: Sequence[Diagnostic]) -> str:
    return "".join(f"  told: {one.code} {one.span} {one.message} {one.hint}\n" for one in errors)


def _report(tally: Tally) -> Iterator[str]:
    yield from (f"FELL {one}" for one in tally.fell)
    yield from (f"ASTRAY {one}" for one in tally.astray)
    yield from (f"MORE {one}" for one in tally.more)
    yield from (f"SILENT {one}" for one in tally.silent)
    yield str(tally)


if __name__ == "__main__":
    print("\n".join(_report(trial(int(sys.argv[2]), int(sys.argv[1]), sys.argv[3:] or every_game()))))  # noqa: T201
