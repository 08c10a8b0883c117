"""No sentence exhausts the stack or takes long, however long or deep it is; each ends in a sentence or a diagnostic."""

from __future__ import annotations

import time
from typing import cast

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.document.located import Scalar, Source
from regelwerk_compiler.document.read import read_text
from regelwerk_compiler.syntax import ast
from regelwerk_compiler.syntax.depth import deeper_than
from regelwerk_compiler.syntax.limits import CHARACTERS, DEPTH
from regelwerk_compiler.syntax.parse import parse


def codes(start: str, text: str, *, flow: bool = False, quoted: bool = False) -> list[str]:
    collector = Collector()
    scalar = Scalar(text, "word", Source("it.yaml", text), 0, len(text), flow=flow, quoted=quoted)
    parse(cast("ast.Start", start), scalar, collector)
    return [found.code for found in collector.found]


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        ("expr", "a + " * 25_000 + "a", ["RW202"]),
        ("expr", "(" * 10_000 + "a" + ")" * 10_000, ["RW202"]),
        ("expr", "(" * 1_900 + "a" + ")" * 1_900, []),
        ("expr", "not " * 900 + "a", ["RW203"]),
        ("expr", "-" * 3_900 + "a", ["RW203"]),
        ("expr", "a+" * 1_900 + "a", ["RW203"]),
        ("expr", "a" + ".b" * 1_900, ["RW203"]),
        ("expr", "a" + "[1]" * 1_200, ["RW203"]),
        ("expr", "f(" * 1_300 + "a" + ")" * 1_300, ["RW203"]),
        ("expr", "a if b else " * 300 + "a", ["RW203"]),
        ("state", "bag of c, seen by " + "all if a else " * 250 + "all", ["RW203"]),
        ("expr", "a + " * 90 + "a", []),
        ("expr", "a and " * 600 + "a", []),
        ("expr", "(" * 3_999, ["RW211"]),
        ("expr", "a + " * 990 + "b c", ["RW200"]),
        ("expr", "f(" + "a, " * 1_300 + "a", ["RW211"]),
        ("expr", "9" * 3_999, ["RW221"]),
        ("expr", "999999999999999", []),
    ],
)
def test_long_and_deep_sentences(start: str, text: str, expected: list[str]) -> None:
    began = time.perf_counter()
    assert codes(start, text) == expected
    assert time.perf_counter() - began < 5


def test_depth_is_counted() -> None:
    collector = Collector()
    text = "a" + ".b" * 99
    sentence = parse("expr", Scalar(text, "word", Source("it.yaml", text), 0, len(text)), collector)
    assert not deeper_than(sentence, DEPTH)
    assert deeper_than(sentence, DEPTH - 1)
    assert not deeper_than((), 1)
    assert CHARACTERS == 4_000


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_sentence(text: str) -> None:
    assert codes("expr", text) == ["RW201"]


@pytest.mark.parametrize(("text", "expected"), [("a", []), ("-3", []), ("a.b", ["RW204"]), ("a b", ["RW204", "RW200"])])
def test_sentences_in_braces(text: str, expected: list[str]) -> None:
    assert codes("expr", text, flow=True) == expected
    assert codes("column", "set of a", flow=True) == []
    assert codes("expr", "f(a, b)", flow=True, quoted=True) == ["RW204"]


def test_an_alias_of_a_refused_sentence_says_nothing_more() -> None:
    collector = Collector()
    document = read_text("a: &x b c\nd: *x\ne: &y 3\nf: *y\n", "it.yaml", collector)
    assert document is not None
    for entry in document:
        assert isinstance(entry.value, Scalar)
        parse("expr", entry.value, collector)
    assert [str(found.span) for found in collector.found] == ["it.yaml:1:9"]


def test_a_number_is_a_sentence() -> None:
    collector = Collector()
    document = read_text("a: 3\nb: true\nc: ~\nd: 'no'\n", "it.yaml", collector)
    assert document is not None
    read = [parse("expr", entry.value, collector) for entry in document if isinstance(entry.value, Scalar)]
    assert [type(sentence).__name__ for sentence in read] == ["Integer", "Name", "NoneType", "Name"]
    assert [found.code for found in collector.found] == ["RW201"]
