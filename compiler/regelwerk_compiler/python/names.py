"""Names and comments of generated Python.

Goes in: any text.  Comes out: an identifier, or one line that cannot end a comment.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable

GLOBAL = (
    "f_",
    "p_",
    "b_",
    "t_",
    "h_",
    "a_",
    "r_",
    "bits_",
    "pick_",
    "any_",
    "list_",
    "try_",
    "tried_",
    "play_",
    "arrive_",
    "outcomes_",
)
RESERVED = frozenset(
    (
        "v",
        "found",
        "at",
        "key",
        "rolls",
        "planes",
        "have",
        "wanted",
        "roll",
        "count",
        "m",
        "number",
        "n",
        "z",
        "range",
        "abs",
        "sum",
        "sorted",
        "set",
        "list",
        "len",
        "tuple",
        "tries",
    )
)


def identifier(text: str) -> str:
    """A local name: small ASCII letters, digits and `_`, close to the text, no keyword and none of our own words."""
    name = plain(text)
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in RESERVED or name.startswith(GLOBAL):
        name += "_"
    return name


def plain(text: str) -> str:
    """Small ASCII letters, digits and `_`, beginning with a letter."""
    name = "".join(c if c.isascii() and c.isalnum() else "_" for c in text.lower()).strip("_") or "x"
    return name if name[0].isalpha() else "x" + name


def unique(texts: Iterable[str], prefix: str | None = None) -> dict[str, str]:
    """A name for each text, no two the same; local names, or global ones that begin with the prefix."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for text in texts:
        if text in names:
            continue
        first = name = identifier(text) if prefix is None else prefix + plain(text)
        i = 2
        while name in taken:
            name = f"{first}_{i}"
            i += 1
        names[text] = name
        taken.add(name)
    return names


def comment(text: str) -> str:
    """The text without anything that could end the line."""
    return "".join(c if c.isprintable() else " " for c in text)
