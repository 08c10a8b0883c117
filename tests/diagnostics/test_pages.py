"""The examples of the catalogue: each wrong one raises its code and nothing else, no right one raises anything; the pages are current."""

from __future__ import annotations

from pathlib import Path

import pytest

import golden
from cli.command import run, sentence
from regelwerk_compiler.diagnostics.catalogue import CATALOGUE
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.diagnostics.examples import FAIR, FOLDER, Example, examples
from regelwerk_compiler.explain import pages
from regelwerk_compiler.explain.said import _whole, said_of
from regelwerk_compiler.pipeline import load_spec

GOLDEN, FEW = Path(__file__).with_name("golden"), 8
PAGES = Path(__file__).resolve().parents[2] / "docs" / "diagnostics"
ELSEWHERE = {"RW103", "RW900", "RW905", "RW906"}  # about a file as a whole
HUNDREDS = sorted({code[:3] for code in CATALOGUE})


def _told(code: str) -> list[str]:
    """Every diagnostic of a wrong example: code, line of the example, columns, message and way out; of a crowd the first few."""
    found = said_of(code, wrong=True)
    out = []
    for one in found[:FEW]:
        span = one.diagnostic.span
        end = f"{span.end_column}" if span.line == span.end_line else f"+{span.end_line - span.line}:{span.end_column}"
        hint = f" -> {one.diagnostic.hint}" if one.diagnostic.hint else ""
        out.append(f"{code}: {one.diagnostic.code} {one.line}:{span.column}-{end} {one.diagnostic.message}{hint}\n")
    return [*out, *([f"{code}: and {len(found) - FEW} more\n"] if len(found) > FEW else [])]


def test_every_code_has_an_example() -> None:
    assert sorted(set(CATALOGUE) - set(examples())) == [], "write one into diagnostics/examples/, then `make docs`"
    assert sorted(set(examples()) - set(CATALOGUE)) == []


@pytest.mark.parametrize("hundred", HUNDREDS)
def test_wrong_examples_raise_their_code_and_the_pages_are_current(hundred: str) -> None:
    codes = [code for code in sorted(CATALOGUE) if code.startswith(hundred)]
    assert [fault for code in codes for fault in pages.faults(code, wrong=True)] == []
    golden.compare(GOLDEN / f"{hundred}.txt", "".join(line for code in codes for line in _told(code)))
    hidden = {code for code in codes if not any(one.line for one in said_of(code, wrong=True))}
    assert hidden <= ELSEWHERE, "the caret stands outside the example"
    stale = [code for code in codes if pages.page(code) != (PAGES / f"{code}.md").read_text(encoding="utf-8")]
    assert stale == [], "run `make docs`"


@pytest.mark.long
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_right_examples_raise_nothing(hundred: str) -> None:
    codes = [code for code in sorted(CATALOGUE) if code.startswith(hundred)]
    assert [fault for code in codes for fault in pages.faults(code, wrong=False)] == []


def test_the_index_is_current_and_no_page_too_many() -> None:
    assert (PAGES / pages.INDEX).read_text(encoding="utf-8") == pages.index()
    assert {path.name for path in PAGES.iterdir()} == {pages.INDEX, *(f"{code}.md" for code in CATALOGUE)}


def test_the_game_of_the_examples_has_no_fault() -> None:
    collector = Collector()
    assert load_spec(FOLDER / f"{FAIR}.yaml", collector) is not None
    assert collector.found == []


def test_parts_take_the_place_of_what_they_name() -> None:
    text = "".join(line for line, _ in _whole("seats: [anna, ben]\nscore:\n  money:\n    is: 3\n"))
    assert "players:" not in text.split("\n", 5)[0:5][3]
    assert "    is: 3\n" in text
    assert "is: money[player]" not in text
    assert "roads:" in text


def test_an_example_that_mends_what_is_not_there_is_refused() -> None:
    from regelwerk_compiler.diagnostics.examples import _example

    with pytest.raises(ValueError, match="stands 0 times"):
        _example("RW999", {"means": "x", "wrong": "a", "right": {"b": "c"}})
    assert isinstance(_example("RW999", {"means": "x", "wrong": "ab", "right": {"b": "c"}}), Example)


@pytest.mark.parametrize("code", ["RW350", "rw110", "RW558"])
def test_explain_prints_the_page(code: str) -> None:
    ran = run("explain", code)
    assert ran.code == 0
    page = (PAGES / f"{code.upper()}.md").read_text(encoding="utf-8")
    words = [line.lstrip("# ").removeprefix("```") for line in page.splitlines()]
    for line in words:
        if line and line not in ("text", "yaml") and len(line) < 90:
            assert line in ran.out


def test_explain_of_a_beginning_lists_what_begins_so() -> None:
    lines = run("explain", "rw35").out.splitlines()
    assert [line.split()[0] for line in lines] == [code for code in sorted(CATALOGUE) if code.startswith("RW35")]


def test_explain_fits_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("explain", "RW720").out.splitlines())) <= 40


def test_explain_of_a_code_without_page_makes_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("regelwerk.find.data_folder", lambda name: tmp_path)
    assert "RW350: An unknown name" in run("explain", "RW350").out
    assert "there is no code" in sentence(run("explain", "RW000"))
