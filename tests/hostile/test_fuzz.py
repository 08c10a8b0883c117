"""Anything at all, made by hypothesis: specs, tables, scenarios, logs and command lines end in a sentence, never in a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.command import run
from hostile.cases import DUEL
from hostile.paths import TABLE, with_table
from hostile.saves import played
from regelwerk.errors import LogError
from regelwerk.records.logs import parse_log
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.pipeline import build_program, load_spec

WORDS = [
    "1",
    "2",
    "99",
    "a",
    "b",
    "player",
    "players",
    "none",
    "true",
    "count",
    "sum",
    "any",
    "first",
    "x",
    "in",
    "where",
    "is",
    "not",
    "and",
    "or",
    "else",
    "if",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "..",
    "+",
    "-",
    "*",
    "/",
    "<",
    "=",
    "for",
    "each",
    "of",
    "from",
    "to",
    "pile",
    "bag",
    "grid",
    "ring",
    "hand",
    "deck",
    "set",
    "let",
    "move",
    "draw",
    "choose",
    "end",
    "game",
    "turn",
    "nothing",
    "over",
    "''",
    '"',
    "|",
    ">",
    "&",
    "*",
    "#",
    "\n",
    "",
    "-",
    "",
]
SENTENCE = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)
SCALAR = st.one_of(st.none(), st.booleans(), st.integers(), SENTENCE, st.text(max_size=12))
KEYS = st.sampled_from(
    [
        "regelwerk",
        "game",
        "title",
        "players",
        "seats",
        "kinds",
        "tables",
        "pieces",
        "state",
        "define",
        "rules",
        "score",
        "ranking",
        "variants",
        "texts",
        "scenarios",
        "silence",
        "play",
        "setup",
        "do",
        "with",
        "needs",
        "cost",
        "so_that",
        "then",
        "else",
        "choose",
        "if",
        "for",
        "set",
        "let",
        "move",
        "draw",
        "random",
        "show",
        "end",
        "if_none",
        "values",
        "is",
        "columns",
        "rows",
        "file",
        "name",
        "given",
        "when",
        "refused",
        "result",
        "winners",
        "bends",
        "to",
        "change",
        "ignore",
        "en",
        "de",
        "a",
        "b",
        "c",
    ]
)
TREE = st.recursive(
    SCALAR,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=24,
)
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
LONG = settings(max_examples=1_500, deadline=None, suppress_health_check=list(HealthCheck))


def checked(files: dict[str, str]) -> None:
    """The folder is refused with places inside its files, or becomes a program."""
    with TemporaryDirectory() as name:
        folder = Path(name) / "game"
        for path, text in {"game.yaml": with_table("tables/card.yaml"), "tables/card.yaml": TABLE, **files}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text.encode("utf-8", "surrogatepass"))
        collector = Collector()
        spec = load_spec(folder, collector)
        assert spec is not None or collector.errors
        assert all(one.span.line >= 1 and one.span.column >= 1 for one in collector.found)
        if spec is not None:
            build_program(spec)


def as_yaml(tree: Any) -> str:
    """JSON is YAML."""
    return json.dumps(tree, ensure_ascii=False)


def a_spec(tree: Any) -> None:
    base = {
        "regelwerk": 1,
        "game": "case",
        "title": {"en": "x"},
        "players": "2..3",
        "most_decisions": 9,
        "ranking": "together",
    }
    base |= {"rules": {"play": {"do": ["nothing"]}}, "score": {"p": {"is": 0}}}
    checked({"game.yaml": as_yaml({**base, **tree} if isinstance(tree, dict) else tree)})


def a_section(section: str, tree: Any) -> None:
    a_spec({section: tree})


def scenarios(tree: Any) -> None:
    checked({"scenarios/x.yaml": as_yaml({"regelwerk": 1, "scenarios": tree})})


def a_log(lines: list[Any]) -> None:
    with pytest.raises(LogError):
        parse_log("\n".join(line if isinstance(line, str) else json.dumps(line) for line in [*lines, "end"]), "a.jsonl")


def a_log_with(at: int, key: str, value: Any) -> None:
    found = [json.loads(line) for line in played().splitlines()]
    found[at % len(found)][key] = value
    try:
        parse_log("".join(json.dumps(line) + "\n" for line in found), "a.jsonl")
    except LogError as error:
        assert "a.jsonl" in error.message


def a_line(arguments: list[str]) -> None:
    with TemporaryDirectory() as name:
        (Path(name) / "game.yaml").write_text(DUEL, encoding="utf-8")
        ran = run(*(name if one == "GAME" else one for one in arguments))
        assert ran.code in (0, 1, 2), ran
        assert "Traceback" not in ran.err + ran.out


SECTION = st.sampled_from(
    ["kinds", "tables", "pieces", "state", "define", "rules", "score", "variants", "texts", "silence", "options"]
)
LOG_KEY = st.sampled_from(
    [
        "regelwerk",
        "format",
        "game",
        "rules",
        "seats",
        "names",
        "options",
        "chance",
        "seed",
        "players",
        "deciding",
        "source",
        "tables",
        "start",
        "n",
        "by",
        "choice",
        "number",
        "hash",
        "end",
        "totals",
        "decisions",
    ]
)
COMMAND = st.sampled_from(["check", "simulate", "test", "trace", "show", "replay", "perft", "explain"])
ARGUMENT = st.one_of(
    st.sampled_from(
        [
            "--json",
            "--players",
            "--seed",
            "--games",
            "--seat",
            "--option",
            "--table",
            "--engine",
            "--depth",
            "--flow",
            "--format",
            "2",
            "0",
            "a=b",
            "x",
        ]
    ),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8),
)
LINE = st.tuples(COMMAND, st.lists(ARGUMENT, max_size=5)).map(lambda said: [said[0], "GAME", *said[1]])
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)

FUZZED: dict[str, tuple[Any, tuple[st.SearchStrategy[Any], ...]]] = {
    "specs": (a_spec, (st.dictionaries(KEYS, TREE, max_size=4),)),
    "sections": (a_section, (SECTION, st.dictionaries(st.sampled_from(["a", "b", "play", "card"]), TREE, max_size=4))),
    "texts as specs": (lambda text: checked({"game.yaml": text}), (TEXT,)),
    "tables": (lambda tree: checked({"tables/card.yaml": as_yaml(tree)}), (TREE,)),
    "scenarios": (scenarios, (st.lists(st.dictionaries(KEYS, TREE, max_size=5), max_size=3),)),
    "logs": (a_log, (st.lists(st.one_of(TREE, TEXT), max_size=5),)),
    "changed logs": (a_log_with, (st.integers(0, 9), LOG_KEY, TREE)),
    "lines": (a_line, (LINE,)),
}


@pytest.mark.parametrize("name", FUZZED)
def test_some(name: str) -> None:
    call, strategies = FUZZED[name]
    QUICK(given(st.tuples(*strategies))(lambda drawn: call(*drawn)))()


@pytest.mark.long
@pytest.mark.parametrize("name", FUZZED)
def test_many(name: str) -> None:
    call, strategies = FUZZED[name]
    LONG(given(st.tuples(*strategies))(lambda drawn: call(*drawn)))()
