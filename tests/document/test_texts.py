"""Bytes and characters that no editor shows: marks, line ends, tabs, limits; and that the place of each is right."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from regelwerk_compiler.diagnostics.diagnostic import MOST, Collector
from regelwerk_compiler.document import read as reading
from regelwerk_compiler.document.located import Map, Origin, Scalar, Sequence, Span, made_up
from regelwerk_compiler.document.read import read, read_text
from regelwerk_compiler.document.shape import check_shape

HERE = Path(__file__).parent


def found(text: str | bytes) -> list[tuple[str, str]]:
    """(place, code) of each diagnostic."""
    collector = Collector()
    read_text(text, "it", collector)
    return [(str(one.span).removeprefix("it:"), one.code) for one in collector.in_reading_order()]


def scalar(text: str, key: str) -> Scalar:
    """What stands under `key`."""
    document = read_text(text, "it", Collector())
    assert document is not None
    value = document.get(key)
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        (b"a: \xff\n", "1:4", "RW101"),
        (b"a: 1\nb: \xe4hnlich\n", "2:4", "RW101"),
        ("a: 1".encode("utf-16"), "1:1", "RW101"),
        ("a: 1\nb: \x07\n", "2:4", "RW102"),
        ("a: \x00", "1:4", "RW102"),
        ("a: \x85", "1:4", "RW102"),
        ("a: \u2028b", "1:4", "RW102"),
        ("a: \ufeffb", "1:4", "RW102"),
        ("a: x" + "x" * 8_000_000, "1:1", "RW103"),
        (b"a: x" + b"x" * 8_000_000, "1:1", "RW103"),
        ("", "1:1", "RW106"),
        ("\n\n# nothing\n", "1:1", "RW106"),
        ("---\n", "1:1", "RW106"),
        ("a:\n\tb: 1\n", "2:1", "RW110"),
        ("a:\n  b: 1\n\tc: 2\n", "3:1", "RW110"),
        ("a: 1\n" * 3 + "b: [\n", "4:4", "RW114"),
        ("a: {b: 1,\n\tc: @}\n", "2:5", "RW116"),
        ("a: `x`\n", "1:4", "RW116"),
        ("a: %x\n", "1:4", "RW116"),
        ("a: ]\n", "1:4", "RW116"),
        ("a: ? b\n", "1:4", "RW116"),
        ('a: "\\xzz"\n', "1:7", "RW117"),
        ("a: \ud800", "1:4", "RW102"),
    ],
)
def test_what_is_refused(text: str | bytes, place: str, code: str) -> None:
    found_codes = found(text)
    assert (place, code) in found_codes or (code == "RW103" and found_codes[0][1] == code), found_codes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = end.join(["a: one", "b: |", "  two", "  three", "c: 'four", "  five'", "d: six"])
    assert scalar(text, "b").text == "two\nthree\n"
    assert [scalar(text, key).span.line for key in "abcd"] == [1, 2, 5, 7]
    literal = scalar(text, "b")
    assert literal.slice(4, 9) == Span("it", 4, 3, 4, 8)
    assert scalar(text, "c").slice(5, 9) == Span("it", 6, 3, 6, 7)


def test_a_byte_order_mark_is_nothing() -> None:
    for text in ("\ufeffa: 1\n", "\ufeffa: 1\n".encode()):
        document = read_text(text, "it", Collector())
        assert document is not None
        assert document.entries[0].key.span == Span("it", 1, 1, 1, 2)


def test_wide_characters_count_once() -> None:
    value = scalar("title: 'Köln 東京 🙂 it''s'", "title")
    assert value.text == "Köln 東京 🙂 it's"
    assert value.slice(8, 9) == Span("it", 1, 17, 1, 18)
    assert value.slice(12, 13) == Span("it", 1, 21, 1, 23)  # the quote is written twice
    assert value.slice(0, len(value.text)) == Span("it", 1, 9, 1, 24)


def test_pieces_of_a_folded_sentence() -> None:
    value = scalar("a: >-\n  count(c in hand\n  where c is red)\n", "a")
    assert value.text == "count(c in hand where c is red)"
    origin = Origin(value, 16, 21)
    assert origin.text == "where"
    assert origin.span == Span("it", 3, 3, 3, 8)
    assert Origin(value, 11, 21).span == Span("it", 2, 14, 3, 8)


def test_a_place_without_extent() -> None:
    value = scalar("a: one", "a")
    assert value.slice(3, 3) == Span("it", 1, 7, 1, 7)
    assert value.slice(99, 99) == Span("it", 1, 7, 1, 7)
    assert scalar("a: ''\n", "a").slice(0, 0) == Span("it", 1, 4, 1, 4)


def test_made_up_scalars_stand_where_they_are_put() -> None:
    value = scalar("a: one", "a")
    assert made_up("other words", value).slice(3, 5) == value.span
    span = Span("elsewhere", 7, 3, 7, 9)
    assert str(made_up("x", span).span) == "elsewhere:7:3"


def test_numbers_of_lines_in_maps_and_lists() -> None:
    document = read_text("a:\n  - b\n  - c: d\nb: &x\n  e: f\n", "it", Collector())
    assert document is not None
    assert document.span == Span("it", 1, 1, 5, 7)
    a, b = document.get("a"), document.get("b")
    assert isinstance(a, Sequence)
    assert isinstance(b, Map)
    assert a.span == Span("it", 2, 3, 3, 9)
    assert b.span == Span("it", 5, 3, 5, 7)
    assert "a" in document
    assert "z" not in document
    assert document.key("b") == document.entries[1].key
    assert document.get("z") is None
    assert document.key("z") is None


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_files_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    collector = Collector()
    assert read(tmp_path / name, collector, shown_as=name) is None
    assert [one.code for one in collector.found] == ["RW100"]
    assert name in collector.found[0].message


def test_a_large_file_is_read_in_time() -> None:
    block = "".join(
        f"rule_{i}:\n  do:\n    - move: c from hand[player] to (worn[player] if c is cloak else x)\n    - {{a: 1}}\n    - end: game\n"
        for i in range(1_000)
    )
    began = time.perf_counter()
    document = read_text(block, "it", Collector())
    assert document is not None
    assert len(document) == 1_000
    assert time.perf_counter() - began < 5  # about 0.15


def test_many_faults_are_reported_in_time() -> None:
    began = time.perf_counter()
    told = found("- !x 1\n" * 20_000)
    assert [code for _, code in told].count("RW120") == MOST
    assert len(told) == MOST + 1  # the last says that there are more
    assert time.perf_counter() - began < 20


def test_too_many_nodes() -> None:
    assert [code for _, code in found("a: [" + "x," * 500_001 + "]")] == ["RW105"]


def test_deep_blocks() -> None:
    assert [code for _, code in found("".join(" " * i + "a:\n" for i in range(500)))] == ["RW104"]
    assert [code for _, code in found("".join("- " for i in range(500)))] == ["RW104"]
    document = read_text("a: " + "[" * 99 + "1" + "]" * 99, "it", Collector())
    assert document is not None
    collector = Collector()
    check_shape(document, "game", collector)
    assert collector.errors


def test_deep_documents_have_a_shape() -> None:
    steps, indent = "", 6
    for _ in range(47):
        steps += " " * indent + "- if: over\n" + " " * indent + "  then:\n"
        indent += 2
    text = "rules:\n  play:\n    do:\n" + steps + " " * indent + "- nothing\n"
    text += "regelwerk: 1\ngame: it\ntitle: {en: It}\nplayers: 2..4\nmost_decisions: 9\nscore: {}\nranking: together\n"
    document = read_text(text, "it", Collector())
    assert document is not None
    collector = Collector()
    check_shape(document, "game", collector)
    assert not collector.found


def test_without_the_c_loader_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [*HERE.glob("good/*.yaml"), *HERE.glob("bad/*.yaml")]
    results: list[dict[str, object]] = []
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        monkeypatch.setattr(reading, "_LOADER", loader)
        result: dict[str, object] = {}
        for path in files:
            if path.stem in ("alias_bomb",):
                continue
            collector = Collector()
            document = read(path, collector)
            codes = [one.code for one in collector.in_reading_order()]
            result[path.stem] = (document, codes)
        results.append(result)
    differing = {name for name in results[0] if results[0][name] != results[1][name]}
    assert not differing, {name: (results[0][name], results[1][name]) for name in sorted(differing)}
