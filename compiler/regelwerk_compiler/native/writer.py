"""Lines of C with their indentation, and names that cannot collide with C's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Lines under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.level = 0

    def write(self, text: str) -> None:
        """One line."""
        self.lines.append("    " * self.level + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Braces around what follows."""
        self.write(f"{head} {{" if head else "{")
        self.level += 1
        yield
        self.level -= 1
        self.write("}")


def name(prefix: str, text: str) -> str:
    """A C name made from a name of the program."""
    return prefix + re.sub(r"[^a-z0-9_]", "_", text.lower())


def comment(text: str) -> str:
    """A text that may stand in a C comment."""
    return re.sub(r"[^ -~]", "?", text).replace("*/", "* /").replace("/*", "/ *")
