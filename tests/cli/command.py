"""Running the command: in this process for speed, in one of its own where the process matters."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from regelwerk.cli.main import outcome

ROOT = Path(__file__).resolve().parents[2]
RULESPECS = ROOT / "rulespecs"
BASKET, DUEL = (ROOT / "tests" / "cli" / name for name in ("basket", "duel"))
"""Two games of our own: those that come with Regelwerk may change."""


@dataclass(frozen=True)
class Ran:
    """Exit code and what was printed."""

    code: int
    out: str
    err: str


class _Bytes(io.BytesIO):
    def close(self) -> None:
        """Stay readable."""


def run(*arguments: object) -> Ran:
    """Run the command here, with nothing on standard input and no terminal."""
    out, err = (io.TextIOWrapper(_Bytes(), encoding="utf-8") for _ in range(2))
    before = sys.stdin
    sys.stdin = io.StringIO("")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = outcome([str(argument) for argument in arguments])
            out.flush()
            err.flush()
    finally:
        sys.stdin = before
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Ran(code, *texts)


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that finds this checkout."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("compiler", "runtime"))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "REGELWERK_LANG", "REGELWERK_DEBUG")
    }
    return {**kept, "PYTHONPATH": path, **more}


def process(
    *arguments: object,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    timeout: float = 60,
) -> Ran:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "regelwerk", *map(str, arguments)],
        cwd=cwd,
        env=dict(env or environment()),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def sentence(ran: Ran, code: int = 2) -> str:
    """The one message on standard error; no traceback, nothing on standard output."""
    assert ran.code == code, ran
    assert ran.err.lstrip().startswith("regelwerk: "), ran.err
    assert "Traceback" not in ran.err
    return ran.err
