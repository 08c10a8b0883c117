"""The command under guard: each run in a process with a limit on its memory, its time measured, every file that it opens noted.

Run as a program it imports the command once and then forks a process for each line on its standard input: so a run costs milliseconds,
and what importing cost is added to every run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

ROOT = Path(__file__).resolve().parents[2]
MEGABYTES = 512
SECONDS = 2.0
BUSY = 2.0  # a machine with many at work counts more processor time for the same work
KILLED_AFTER = 8  # seconds of processor time: so that nothing hangs
WAITED = 20  # seconds of anybody's time: what waits for ever costs no processor time
_LOOKS = ("open", "os.listdir", "os.scandir")
_CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")
_REACHES_OUT = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "socket.bind")


@dataclass(frozen=True)
class Run:
    """What became of one run.  `code` is below 0 if a signal ended it; `touched` are the paths that it looked into or changed."""

    code: int
    out: str
    err: str
    seconds: float
    megabytes: float
    touched: tuple[str, ...]
    reached: tuple[str, ...]

    @property
    def said(self) -> str:
        """Everything that was printed."""
        return self.out + self.err


class Guard:
    """Starts guarded runs; `close` it."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        path = os.pathsep.join(str(ROOT / folder) for folder in ("compiler", "runtime"))
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
        env = {
            **kept,
            "PYTHONPATH": path,
            "PYTHONDONTWRITEBYTECODE": "1",
            "REGELWERK_CACHE": str(cache),
            "PYTHONHASHSEED": "0",
        }
        self._zygote = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
            text=True,
            encoding="utf-8",
        )

    def run(self, arguments: Sequence[str], folder: Path, stdin: bytes = b"") -> Run:
        """`regelwerk ARGUMENTS` in `folder`."""
        pipe, answer = cast("IO[str]", self._zygote.stdin), cast("IO[str]", self._zygote.stdout)
        with tempfile.TemporaryDirectory() as beside:
            (Path(beside) / "in").write_bytes(stdin)
            pipe.write(json.dumps({"args": list(arguments), "cwd": str(folder), "beside": beside}) + "\n")
            pipe.flush()
            code, seconds, megabytes = json.loads(answer.readline())
            out, err, noted = (
                (Path(beside) / name).read_bytes().decode("utf-8", "replace") for name in ("out", "err", "noted")
            )
        notes = [json.loads(line) for line in noted.splitlines()]
        touched = tuple(dict.fromkeys(path for event, path in notes if event not in _REACHES_OUT))
        reached = tuple(f"{event} {path}" for event, path in notes if event in _REACHES_OUT)
        return Run(code, out, err, seconds, megabytes, touched, reached)

    def close(self) -> None:
        """End the process that forks."""
        cast("IO[str]", self._zygote.stdin).close()
        cast("IO[str]", self._zygote.stdout).close()
        self._zygote.wait()


# -- the process that forks -----------------------------------------------------------------------
def _serve() -> None:
    import gc
    import resource

    from regelwerk.cli import main

    for name in main.COMMANDS:
        main.app.get_command(None, name)  # type: ignore[arg-type]
    import regelwerk_compiler.pipeline  # noqa: F401
    from regelwerk_compiler.document.schemas import validator
    from regelwerk_compiler.syntax.grammar import machine

    machine()
    for name in ("game", "table", "scenarios", "seeds"):
        validator(name)
    gc.freeze()
    used = resource.getrusage(resource.RUSAGE_SELF)
    begun = used.ru_utime + used.ru_stime
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            _child(asked["args"], asked["cwd"], Path(asked["beside"]))
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        print(json.dumps([code, begun + usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]), flush=True)  # noqa: T201


def _child(args: list[str], cwd: str, beside: Path) -> None:
    import resource
    import signal

    from regelwerk.cli.main import outcome

    code = 99
    try:
        os.chdir(cwd)
        for name, number, flags in (
            ("in", 0, os.O_RDONLY),
            ("out", 1, os.O_WRONLY | os.O_CREAT),
            ("err", 2, os.O_WRONLY | os.O_CREAT),
        ):
            os.dup2(os.open(beside / name, flags, 0o600), number)
        noted = os.open(beside / "noted", os.O_WRONLY | os.O_CREAT, 0o600)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        limit = MEGABYTES * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CPU, (KILLED_AFTER, KILLED_AFTER))

        signal.alarm(WAITED)

        def note(event: str, given: tuple[object, ...]) -> None:
            if event in _LOOKS or event in _CHANGES:
                paths = [
                    os.fsdecode(one)
                    for one in given[:2]
                    if isinstance(one, str | bytes) and (event != "open" or one is given[0])
                ]
            elif event in _REACHES_OUT:
                paths = [str(given[:2])]
            else:
                return
            for path in paths:
                os.write(
                    noted,
                    (json.dumps([event, path if event in _REACHES_OUT else os.path.realpath(path)]) + "\n").encode(),
                )

        sys.addaudithook(note)
        code = outcome(args)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    _serve()
