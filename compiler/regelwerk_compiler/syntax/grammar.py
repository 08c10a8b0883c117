"""From `grammar.lark` to a parser that is ready: built once, then taken from the user's cache folder.

Building the tables takes about a quarter of a second, loading them about ten milliseconds.  Lark itself checks that
the cached tables belong to this grammar, these options and this version of Lark; where nothing can be kept (no home, a
full or read-only disk) the tables are built each time.
"""

from __future__ import annotations

import os
import re
import threading
from functools import cache
from pathlib import Path
from typing import get_args

from lark import Lark

from .ast import Start
from .trees import Trees

STARTS: tuple[Start, ...] = get_args(Start)
GRAMMAR = Path(__file__).with_name("grammar.lark")

_local = threading.local()
_WORDS = re.compile(r"[a-z][a-z_]+|(?<![a-z_?\\])[a-z](?![a-z_])")


def machine() -> tuple[Lark, Trees]:
    """The parser of this thread, and the builder that it calls."""
    made: tuple[Lark, Trees] | None = getattr(_local, "machine", None)
    if made is None:
        trees = Trees()
        made = _local.machine = build(trees, cached=True), trees
    return made


def build(trees: Trees | None = None, *, cached: bool = False, strict: bool = False) -> Lark:
    """A parser for all kinds of sentences; `strict` refuses a grammar in which anything could be read in two ways."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        start=list(STARTS),
        strict=strict,
        keep_all_tokens=True,
        maybe_placeholders=False,
        transformer=trees,
        cache=(_cache_file() or False) if cached else False,
    )


@cache
def keywords() -> dict[str, tuple[str, ...]]:
    """Of each terminal that is a word of the language, the words."""
    found: dict[str, tuple[str, ...]] = {}
    for line in GRAMMAR.read_text(encoding="utf-8").splitlines():
        rule = re.fullmatch(r"([A-Z]+)(?:\.2)?\s*: /(.*)/", line)
        if rule and rule[1] not in ("NAME", "INT"):
            found[rule[1]] = tuple(_WORDS.findall(rule[2].split("(?")[0].replace(r"\b", "")))
    return found


def _cache_file() -> str | None:
    """Where the tables are kept; None if there is no such place, or `REGELWERK_CACHE` is `off`."""
    said = os.environ.get("REGELWERK_CACHE", "")
    if said.lower() in ("off", "0", "no"):
        return None
    import platformdirs

    try:
        folder = Path(said or platformdirs.user_cache_dir("regelwerk", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError):
        return None
    return str(folder / "sentences.lark")
