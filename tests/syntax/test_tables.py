"""Our reader of sentences and Lark's, on the same grammar: both take and refuse the same, in the same place, and see the same forms."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.document.located import Map, Node, Scalar
from regelwerk_compiler.document.read import read as read_document
from regelwerk_compiler.syntax.grammar import Reading, keywords, read
from regelwerk_compiler.syntax.tables import STARTS, build
from regelwerk_compiler.syntax.trees import Trees

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("london_bridge", "berlin", "san_francisco")
STRAY = [
    *"()[],.=<>+-*/ x09A_ß#", "..", "+=", "<=", " (", " is not ", " mod ", "3x", "inX", "\t", "\n",
    *(f" {word} " for words in keywords().values() for word in words),
]  # fmt: skip


class Forms:
    """Stands in for `Trees`: keeps each form as its name and parts."""

    def __getattr__(self, name: str) -> Callable[[list[Any]], Any]:
        return lambda parts: (name, parts)


def by_us(text: str, start: Any) -> Reading:
    return read(text, start, cast("Trees", Forms()))


def as_lark(form: Any) -> Any:
    """A form of ours, or a tree of Lark's, in plain words."""
    if isinstance(form, tuple):
        return form[0], [as_lark(part) for part in form[1]]
    if isinstance(form, Tree):
        return str(form.data), [as_lark(part) for part in form.children]
    start = form.start_pos if isinstance(form, Token) else form.start
    return form.type, str(form), start


def sentences(node: Node) -> list[str]:
    match node:
        case Map():
            return [text for entry in node for text in sentences(entry.value)]
        case Scalar():
            return [node.text] if node.text.strip() else []
    return [text for item in node.items for text in sentences(item)]


@pytest.fixture(scope="module")
def lark() -> Lark:
    return build()


@pytest.fixture(scope="module")
def written() -> list[str]:
    files = [ROOT / "rulespecs" / game / "game.yaml" for game in GAMES]
    found = [text for file in files for text in sentences(cast("Map", read_document(file, Collector())))]
    return sorted({text for text in found if len(text) < 90})


def agree(lark: Lark, text: str, start: Any) -> bool:
    """Whether `text` is a sentence, which both must say."""
    ours = by_us(text, start)
    try:
        theirs = lark.parse(text, start=start)
    except UnexpectedInput as error:
        assert ours.sentence is None, (text, start)
        if isinstance(error, UnexpectedToken) and error.token.type != "$END":
            assert ours.refused is not None
            assert (ours.refused.type, ours.refused, ours.at) == (error.token.type, error.token, error.token.start_pos)
        else:
            at = error.pos_in_stream if isinstance(error, UnexpectedCharacters) else len(text.rstrip())
            assert (ours.refused, ours.at) == (None, at), (text, start)
        return False
    assert as_lark(ours.sentence) == as_lark(theirs), (text, start)
    return True


def test_what_is_written(lark: Lark, written: list[str]) -> None:
    chance = random.Random(1)
    taken = sum(agree(lark, text, start) for text in chance.sample(written, 250) for start in STARTS)
    assert taken > 300


def test_what_is_misspelt(lark: Lark, written: list[str]) -> None:
    chance = random.Random(2)
    taken = 0
    for _ in range(3000):
        text = chance.choice(written)
        start = next((start for start in chance.sample(STARTS, 8) if by_us(text, start).sentence), "expr")
        for _ in range(chance.randrange(1, 3)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(STRAY) + text[at + chance.choice((0, 0, 1, 3)) :]
        taken += agree(lark, text, start) if text.strip() else 0
    assert taken > 100
