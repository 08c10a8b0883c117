"""Every file in `good/` is read as the `.txt` beside it shows, every one in `bad/` refused in the words of its `.txt`.

A first line `# shape: game` (or table, scenarios, seeds) asks for the shape to be checked too.
"""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import golden
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.diagnostics.render import render
from regelwerk_compiler.document.located import Map, Node, Scalar, Sequence
from regelwerk_compiler.document.print import print_document
from regelwerk_compiler.document.read import read
from regelwerk_compiler.document.shape import check_shape

HERE = Path(__file__).parent
GOOD = sorted(HERE.glob("good/*.yaml"))
BAD = sorted(HERE.glob("bad/*.yaml"))


def scalars(node: Node) -> list[Scalar]:
    match node:
        case Map():
            return [scalar for entry in node for part in (entry.key, entry.value) for scalar in scalars(part)]
        case Sequence():
            return [scalar for item in node for scalar in scalars(item)]
        case Scalar():
            return [node]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_files(path: Path) -> None:
    collector = Collector()
    document = read(path, collector, shown_as=path.name)
    assert not collector.found
    assert document is not None
    golden.compare(path.with_suffix(".txt"), print_document(document))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files(path: Path) -> None:
    collector = Collector()
    text = path.read_text(encoding="utf-8")
    document = read(path, collector, shown_as=path.name)
    shape = re.match(r"# shape: (\w+)", text)
    if shape and document is not None:
        check_shape(document, shape[1], collector)
        assert collector.errors
    assert collector.found
    found = collector.in_reading_order()
    golden.compare(path.with_suffix(".txt"), render(found, lambda _: text) + "\n")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_each_character_stands_where_it_is_said_to(path: Path) -> None:
    document = read(path, Collector())
    assert document is not None
    lines = path.read_text(encoding="utf-8").splitlines()
    for scalar in scalars(document):
        if scalar.style == "whole":
            continue
        assert len(scalar.places) == len(scalar.text) + 1
        for index, character in enumerate(scalar.text):
            line, column = scalar.places[index]
            there = (lines[line - 1] + "\n")[column - 1]
            assert there == character or there in "\n\\" or (there == "'" == character), (scalar, index)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_documents_can_be_kept(path: Path) -> None:
    document = read(path, Collector())
    assert document is not None
    again = pickle.loads(pickle.dumps(document))
    assert again == document
    assert hash(again) == hash(document)
    assert [scalar.span for scalar in scalars(again)] == [scalar.span for scalar in scalars(document)]
