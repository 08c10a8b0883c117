"""Every way to write a sentence: the carets stand under the very words, and count what an editor counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic
from regelwerk_compiler.pipeline import load_spec

GAME = """regelwerk: 1
game: case
title: {en: A case}
players: 2..4
most_decisions: 100
rules:
  play:
    do:
      - nothing
ranking: highest total, shared
score:
  points:
"""
WRONG = "monney"
SENTENCES = {
    "plain": "    is: 1 + monney\n",
    "plain on two lines": "    is: 1 +\n      2 * monney\n",
    "plain on two lines with an empty one": "    is: 1 +\n\n      2 * monney\n",
    "single quotes": "    is: '1 + monney'\n",
    "single quotes on two lines": "    is: '1 +\n\n      monney'\n",
    "double quotes": '    is: "1 + monney"\n',
    "double quotes with escapes": '    is: "1\\x20\\u002b \\\n      monney"\n',
    "double quotes with a tab": '    is: "1\\t+\\tmonney"\n',
    "literal": "    is: |\n      1 +\n      monney\n",
    "literal, cut": "    is: |-\n        1 +\n        monney\n",
    "literal with an indentation": "    is: |2\n        1 + monney\n",
    "literal with a comment behind its sign": "    is: |  # a comment\n      1 + monney\n",
    "folded": "    is: >\n      1 +\n      monney\n",
    "folded, kept": "    is: >+\n      1 +\n\n      monney\n\n",
    "folded with a line further in": "    is: >-\n      1 +\n        2 +\n      monney\n",
    "behind umlauts": "    text: {en: grün}\n    is: 1 + monney   # süß\n",
    "behind emoji and wide characters": '    text: {en: "🙂 東京"}\n    is: 1 + monney\n',
    "behind a combining accent": '    text: {en: "e\u0301"}\n    is: 1 + monney\n',
    "behind a tab": "    is:\t1 + monney\n",
    "behind tabs between words": "    is: 1\t+\tmonney\n",
    "in a list of alternatives": "    is: count(x in 1..3 where x is monney)\n",
    "with an anchor": "    is: &here 1 + monney\n",
}
ENDS = {"lf": "\n", "crlf": "\r\n"}


def errors(text: str, folder: Path, *, mark: bool = False) -> list[Diagnostic]:
    file = folder / "game.yaml"
    file.write_bytes((b"\xef\xbb\xbf" if mark else b"") + text.encode())
    collector = Collector()
    load_spec(file, collector)
    return [one for one in collector.in_reading_order() if one.severity == "error"]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", SENTENCES)
def test_the_carets_stand_under_the_word(name: str, end: str, tmp_path: Path) -> None:
    text = GAME + SENTENCES[name]
    (one,) = errors(text.replace("\n", ENDS[end]), tmp_path, mark=end == "crlf")
    assert one.code == "RW350"
    lines = text.split("\n")
    assert one.span.line == one.span.end_line
    assert lines[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1] == WRONG


def test_the_same_behind_wide_characters_of_its_own_line(tmp_path: Path) -> None:
    line = '  "ö🙂東": {en: x}\n'
    one, *_ = [e for e in errors(GAME + "    is: 1\ntexts:\n" + line, tmp_path) if e.span.line == 15]
    assert (one.span.column, one.span.end_column) == (3, 8)


ANCHORED = """define:
  base: &sum 1 + 2
  again: *sum
  more: {meaning: so, is: *sum}
"""


def test_an_alias_whose_words_are_right_is_right(tmp_path: Path) -> None:
    assert errors(GAME + "    is: 1\n" + ANCHORED, tmp_path) == []


def test_a_fault_in_the_anchor_is_told_once_where_it_is_written(tmp_path: Path) -> None:
    (one,) = errors(GAME + "    is: 1\n" + ANCHORED.replace("1 + 2", "1 + true"), tmp_path)
    assert one.span.line == 15
    assert one.span.column == 18


def test_a_fault_of_the_use_blames_the_use_and_shows_the_anchor(tmp_path: Path) -> None:
    text = GAME + "    is: base(1)\ndefine:\n  base(n in 0..9): &sum n + 1\n  again: *sum\n"
    (one,) = errors(text, tmp_path)
    assert (one.span.line, one.span.column, one.span.end_column) == (16, 10, 14)
    assert "line 15, column 25" in one.hint


def test_a_fault_through_a_merge_blames_the_merge(tmp_path: Path) -> None:
    text = (
        GAME
        + "    is: 1\n"
        + """kinds:
  card:
    origin: own
    because: so
    columns: {n: 1..9, m: 1..9}
    rows:
      a: &row {n: 3, m: 4}
      b:
        <<: *row
        m: 12
      c:
        <<: *row
        k: 5
"""
    )
    found = errors(text, tmp_path)
    assert [(one.code, one.span.line) for one in found] == [("RW322", 23), ("RW327", 26)]


def test_a_merged_key_that_is_wrong_only_here(tmp_path: Path) -> None:
    text = (
        GAME
        + "    is: 1\n"
        + """kinds:
  low:
    origin: own
    because: so
    columns: {n: 1..9}
    rows:
      a: &row {n: 7}
  high:
    origin: own
    because: so
    columns: {n: 1..5}
    rows:
      b: {<<: *row}
"""
    )
    (one,) = errors(text, tmp_path)
    assert (one.code, one.span.line, one.span.column) == ("RW322", 26, 15)
    assert "line 20, column 19" in one.hint
