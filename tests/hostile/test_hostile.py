"""Whatever a stranger sends: a diagnostic or a clean result, in 2 s and 512 MB, without a traceback, nothing outside the folder touched."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile import endless, everywhere, files, lines, paths, saves, sentences  # noqa: F401 -- each notes its cases
from hostile.cases import CASES, SECRET, Case
from hostile.guarded import BUSY, MEGABYTES, ROOT, SECONDS, Guard, Run

QUICK = 15  # every so many cases one is in the quick set
SYSTEM = (
    "/dev/null",
    "/dev/tty",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/etc/localtime",
    "/usr/share",
    "/usr/lib",
    "/etc/terminfo",
)
OURS = tuple(str(ROOT / name) for name in ("compiler", "runtime", "rulespecs", "schemas", "seeds"))


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guard]:
    """One process that forks for all cases of a worker."""
    one = Guard(tmp_path_factory.mktemp("cache"))
    yield one
    one.close()


def held(case: Case, guard: Guard, folder: Path) -> Run:
    """The run of a case, held to what holds for all of them."""
    work, outside = folder / "work", folder / "outside"
    work.mkdir()
    outside.mkdir()
    secret = outside / "secret.yaml"
    secret.write_text(f"{SECRET}: [\n", encoding="utf-8")
    case.put(work)
    before = set(folder.rglob("*")) if case.code else set()
    run = guard.run(case.args, work)
    assert run.code == case.code, run
    assert "Traceback" not in run.said
    assert "a fault of Regelwerk itself" not in run.said
    assert "\x1b" not in run.said, "signs that steer a terminal"
    assert SECRET not in run.said, "the words of a file outside"
    assert all(said in run.said for said in case.says), run.said[:2_000]
    assert run.seconds < SECONDS * BUSY
    assert run.megabytes < MEGABYTES
    assert run.reached == ()
    astray = [path for path in run.touched if not _may(path, work, guard.cache)]
    assert astray == []
    assert secret.read_text(encoding="utf-8").startswith(SECRET)
    if case.code:
        assert set(folder.rglob("*")) <= before, "something was written"
    return run


def _may(path: str, work: Path, cache: Path) -> bool:
    """Whether a path may be opened: the folder, the cache, Python, this program, and what the system reads by itself."""
    if path.startswith("/dev/"):
        return True  # named on the command line; nothing else leads there
    allowed = (
        str(work),
        str(cache),
        sys.prefix,
        sys.base_prefix,
        str(Path(__file__).parent),
        *_packages(),
        *OURS,
        *SYSTEM,
    )
    return path.startswith(allowed) or re.fullmatch(r"/proc/self/(fd|task).*", path) is not None


def _packages() -> tuple[str, ...]:
    return tuple(
        {str(Path(place).resolve()) for place in sys.path if "site-packages" in place or "lib/python" in place}
    )


@pytest.mark.parametrize("case", CASES[::QUICK], ids=lambda case: case.name)
def test_some(case: Case, guard: Guard, tmp_path: Path) -> None:
    held(case, guard, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all(case: Case, guard: Guard, tmp_path: Path) -> None:
    held(case, guard, tmp_path)


def test_each_has_a_name_of_its_own() -> None:
    names = [case.name for case in CASES]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_the_guard_sees_what_is_touched(guard: Guard, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "x.yaml").write_text("regelwerk: 1\n", encoding="utf-8")
    run = guard.run(["check", "../x.yaml"], tmp_path / "work")
    assert run.code == 1
    assert not all(_may(path, tmp_path / "work", guard.cache) for path in run.touched)
