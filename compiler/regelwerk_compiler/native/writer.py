"""Lines of C with their indentation, and names that cannot collide with C's own words.

Goes in: lines and blocks, names of the program.  Comes out: text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

WORDS = frozenset(
    (
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
        "asm",
        "linux",
        "unix",
        "errno",
        "depth",
        "out",
    )
)


class Writer:
    """Lines under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.level = 0

    def write(self, text: str) -> None:
        """One line."""
        self.lines.append("    " * self.level + text if text else "")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Braces around what follows."""
        self.write(f"{head} {{" if head else "{")
        self.level += 1
        yield
        self.level -= 1
        self.write("}")


def plain(text: str) -> str:
    """Small ASCII letters, digits and `_`, beginning with a letter."""
    name = "".join(c if c.isascii() and c.isalnum() else "_" for c in text.lower()).strip("_") or "x"
    return name if name[0].isalpha() else "x" + name


def unique(texts: Iterable[str], prefix: str = "") -> dict[str, str]:
    """A C name for each text, no two the same."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for text in texts:
        if text in names:
            continue
        first = prefix + plain(text)
        if first in WORDS:
            first += "_"
        name, i = first, 2
        while name in taken:
            name, i = f"{first}_{i}", i + 1
        names[text] = name
        taken.add(name)
    return names


def comment(text: str) -> str:
    """A text that may stand in a C comment."""
    return re.sub(r"[^ -~]", "?", text).replace("*/", "* /").replace("/*", "/ *").replace("??/", "?? /")
