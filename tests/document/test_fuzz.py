"""Spoilt files: whatever is struck out or put in, there is a document or a diagnostic, every place is inside the file, nothing falls."""

from __future__ import annotations

import random
from pathlib import Path
from typing import get_args

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.diagnostics.render import render
from regelwerk_compiler.document.located import Map, Node, Scalar, Sequence
from regelwerk_compiler.document.print import print_document
from regelwerk_compiler.document.read import read_text
from regelwerk_compiler.document.schemas import NAMES
from regelwerk_compiler.document.shape import check_shape
from regelwerk_compiler.syntax.ast import Start
from regelwerk_compiler.syntax.parse import parse

TEXTS = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "good").glob("*.yaml"))]
PUT_IN = [
    *"()[]{}:,-#'\"|>&*!%@`~\t\n\r =<>.?ß東🙂\\0_A", "  ", "\n  ", ": ", " #", "<<: *a", "&a ", "*a", "!x ", "''", "|\n",
    ">-\n", "---\n", "else ", "if ", "..", "\u00a0", "\u200b",
]  # fmt: skip


def spoilt(chance: random.Random) -> str:
    text = chance.choice(TEXTS)
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 2, 5]))
        text = text[:start] + chance.choice(PUT_IN) + text[end:]
    return text.replace("\n", "\r\n") if chance.random() < 0.2 else text


def scalars(node: Node) -> list[Scalar]:
    match node:
        case Map():
            return [one for entry in node for part in (entry.key, entry.value) for one in scalars(part)]
        case Sequence():
            return [one for item in node for one in scalars(item)]
        case Scalar():
            return [node]


@pytest.mark.parametrize("seed", range(8))
def test_spoilt_files(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        text = spoilt(chance)
        collector = Collector()
        document = read_text(text, "it", collector)
        assert document is not None or collector.errors, text
        if document is not None:
            assert print_document(document)
            for scalar in scalars(document):
                places = scalar.places
                assert len(places) == len(scalar.text) + 1
                assert list(places) == sorted(places), (text, scalar)
                parse(chance.choice(get_args(Start)), scalar, collector)
            check_shape(document, chance.choice(NAMES), collector)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for found in collector.found:
            assert 1 <= found.span.line <= len(lines), (text, found)
            assert 1 <= found.span.column <= len(lines[found.span.line - 1]) + 1, (text, found)
        assert render(collector.worst_first(), lambda _, text=text: text) or not collector.found
