"""The grammar: nothing in it can be read in two ways, its words are known, its tables can be kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from regelwerk_compiler.syntax import ast
from regelwerk_compiler.syntax.grammar import GRAMMAR, STARTS, build, keywords
from regelwerk_compiler.syntax.reserved import reserved_words
from regelwerk_compiler.syntax.trees import Trees

# Words that are names of functions, refused as such: the parser takes them for words only before a bracket.
FUNCTIONS = {"all", "any", "count", "first", "max", "min", "set", "sum"}


@pytest.fixture(scope="module")
def strict() -> Lark:
    return build(strict=True)


def test_strict_lalr_has_no_conflicts(strict: Lark) -> None:
    assert strict.options.parser == "lalr"
    assert strict.options.strict


def test_a_conflict_would_be_found() -> None:
    with pytest.raises(GrammarError):
        Lark("start: a | b\na: X\nb: X\nX: /x/", parser="lalr", strict=True)


def test_reserved_words_are_those_of_the_parse_table(strict: Lark) -> None:
    lookahead = {"PICK", "FOLD"}
    found: set[str] = set()
    for state in strict.parser.parser._parse_table.states.values():
        if "NAME" in state:
            found |= {word for kind in state if kind not in lookahead for word in keywords().get(kind, ())}
    assert reserved_words() == found


def test_every_word_of_the_language_is_known() -> None:
    text = GRAMMAR.read_text(encoding="utf-8")
    terminals = set(re.findall(r"^([A-Z]+)(?:\.2)?\s*:", text, re.MULTILINE))
    assert terminals - set(keywords()) == {"SETOP", "LESS", "SIGN", "NAME", "INT"}
    assert keywords()["TIMES"] == ("mod",)
    assert keywords()["PLACED"] == ("mixed", "on_top", "under")
    assert {word for words in keywords().values() for word in words} >= FUNCTIONS | reserved_words()


def test_every_rule_has_a_method() -> None:
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    aliases = set(re.findall(r"->\s*([a-z_]+)", text))
    plain = set(re.findall(r"^([a-z_]+)\s*:(?![^\n]*->)", text, re.MULTILINE))
    for name in aliases | plain:
        assert callable(getattr(Trees, name, None)), name


def test_every_kind_of_sentence_is_in_the_contract() -> None:
    assert len(STARTS) == len(set(STARTS))
    assert "order" in STARTS
    assert all(
        re.search(rf"^{start}\s*:", GRAMMAR.read_text(encoding="utf-8"), re.MULTILINE)
        for start in STARTS
        if start != "expr"
    )
    assert ast.Start.__args__ == STARTS  # type: ignore[attr-defined]


def test_tables_are_kept_and_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "kept"))
    for _ in range(2):
        trees = Trees()
        lark = build(trees, cached=True)
        assert [path.name for path in (tmp_path / "kept").iterdir()] == ["sentences.lark"]
        assert lark.parse("3", start="expr") is not None if _begin(trees) else False


def test_a_spoilt_cache_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path))
    build(Trees(), cached=True)
    file = tmp_path / "sentences.lark"
    file.write_bytes(file.read_bytes()[:500])
    trees = Trees()
    lark = build(trees, cached=True)
    assert _begin(trees)
    assert lark.parse("3", start="expr")


@pytest.mark.parametrize("where", ["off", "/dev/null/nowhere"])
def test_without_a_place_nothing_is_kept(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", where)
    trees = Trees()
    lark = build(trees, cached=True)
    assert _begin(trees)
    assert lark.parse("3", start="expr")


def _begin(trees: Trees) -> bool:
    from regelwerk_compiler.document.located import Scalar, Source

    trees.begin(Scalar("3", "integer", Source("it.yaml", "3"), 0, 1))
    return True
