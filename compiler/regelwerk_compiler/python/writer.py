"""Lines of generated Python with their indentation.

Goes in: lines and blocks.  Comes out: text.  Lines can be captured and put in elsewhere, which is how an expression
brings statements along.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """One growing piece of source; `level` is the indentation of the next line."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.level = 0

    def write(self, line: str) -> None:
        """One line."""
        self.lines.append((self.level, line))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """`head:` and what is written inside, indented."""
        self.write(head + ":")
        with self.indented():
            yield

    @contextmanager
    def indented(self) -> Iterator[None]:
        """One step to the right; an empty block gets its `pass`."""
        before = len(self.lines)
        self.level += 1
        yield
        if not any(not line.startswith("#") for _, line in self.lines[before:]):
            self.write("pass")
        self.level -= 1

    @contextmanager
    def capture(self) -> Iterator[list[tuple[int, str]]]:
        """What is written inside goes to the list, not to the source."""
        kept, self.lines = self.lines, []
        captured = self.lines
        yield captured
        self.lines = kept

    def put(self, captured: list[tuple[int, str]], at: int) -> None:
        """Captured lines; `at` was the level at which they were captured."""
        self.lines += [(level - at + self.level, line) for level, line in captured]

    def text(self) -> str:
        """The source."""
        return "".join("    " * level + line + "\n" if line else "\n" for level, line in self.lines)
