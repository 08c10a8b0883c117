"""From the sentences of a game to names that are declared and that no sentence speaks of: kinds, tables and options (warnings).

A name means one thing in a file, so a name that stands in no sentence is used by nothing.  Columns are not asked: rows may say more than the
rules need, where things lie on a map say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...document.located import Node, Scalar
from ..declare.game import Game
from ..nodes import entries, items

WORDS = (
    "texts",
    "text",
    "because",
    "meaning",
    "title",
    "source",
    "scenarios",
    "silence",
    "from",
    "game",
)  # no sentences
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_names(game: Game) -> None:
    """Report them."""
    spoken: set[str] = set()
    for document in (game.root, *game.files.tables):
        for text in _sentences(document):
            spoken.update(_NAME.findall(text))
    for what in ("kinds", "tables", "options"):
        for _, entry in game.declared(what):
            if entry.key.text not in spoken:
                game.collector.report("RW567", entry.key, name=entry.key.text)


def _sentences(node: Node) -> Iterator[str]:
    """Everything that may be a sentence: values, and the parameters of defines and bends."""
    if isinstance(node, Scalar):
        yield node.text
    for entry in entries(node):
        if entry.key.text not in WORDS:
            yield entry.key.text.partition("(")[2]
            yield from _sentences(entry.value)
    for item in items(node):
        yield from _sentences(item)
