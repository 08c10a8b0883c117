"""A pseudo-terminal with the command in it: what is typed, what is shown, in a window of a given size."""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

from cli.command import environment

ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[@-Z\\-_]|\][^\x07]*\x07)")


class Terminal:
    """Use as a context manager; `expect` waits for words, `type` types a line."""

    def __init__(
        self, *arguments: object, columns: int = 90, lines: int = 50, cwd: Path | None = None, **env: str
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "regelwerk", *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env={**environment(), "TERM": "xterm-256color", **env},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.raw = ""
        self.seen = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    @property
    def text(self) -> str:
        """Everything shown so far, without the signs that steer the terminal."""
        return ESCAPES.sub("", self.raw).replace("\r\n", "\n").replace("\r", "\n")

    def _read(self, seconds: float) -> bool:
        """Read what there is; False at the end."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return True
        try:
            found = os.read(self.master, 65536)
        except OSError as error:
            if error.errno == errno.EIO:
                return False
            raise
        self.raw += found.decode(errors="replace")
        if "\x1b[6n" in found.decode(errors="replace"):  # prompt_toolkit asks where the cursor is
            os.write(self.master, b"\x1b[1;1R")
        return bool(found)

    def expect(self, words: str, seconds: float = 90) -> str:
        """Wait until these words are shown, behind those of the last time; what was shown until then."""
        limit = time.monotonic() + seconds
        while words not in self.text[self.seen :]:
            if time.monotonic() > limit or not self._read(0.2):
                raise AssertionError(f"{words!r} was never shown; there is:\n{self.text[self.seen :]}")
        at = self.text.index(words, self.seen) + len(words)
        shown, self.seen = self.text[self.seen : at], at
        return shown

    def prompt(self, name: str) -> str:
        """Wait until this seat is asked, and until nothing more is drawn."""
        shown = self.expect(f"{name}>")
        while select.select([self.master], [], [], 0.2)[0] and self._read(0):
            pass
        shown += self.text[self.seen :]
        self.seen = len(self.text)
        return shown

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.master, line.encode() + b"\r")

    def keys(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def interrupt(self) -> None:
        """Ctrl-C, as the terminal sends it to whoever runs in front."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self, seconds: float = 90) -> int:
        """Wait for the end; the exit code."""
        limit = time.monotonic() + seconds
        while self._read(0.2):
            if time.monotonic() > limit:
                raise AssertionError(f"it did not end; there is:\n{self.text[self.seen :]}")
            if self.process.poll() is not None and not select.select([self.master], [], [], 0.1)[0]:
                break
        return self.process.wait(timeout=30)
