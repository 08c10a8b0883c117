"""Files that hold too much, or chains that are too long, are refused quickly and in words."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.pipeline import load_spec

HEAD = "regelwerk: 1\ngame: case\ntitle: {en: A case}\nplayers: 2..3\nmost_decisions: 9\n"
TAIL = "score: {points: {is: 0}}\nranking: highest total, shared\n"
PLAY = "rules: {play: {do: [nothing]}}\n"
STATE = "tables: {t: {origin: document, values: [1, 2]}}\nstate:\n  m: 0..3 for each 0..3\n"


def rules(count: int, last: str) -> str:
    chain = "".join(f"  r{i}: {{do: [r{i + 1}]}}\n" for i in range(count))
    return f"{HEAD}rules:\n  play: {{do: [r0]}}\n{chain}  r{count}: {{do: [{last}]}}\n{TAIL}"


def many_rules(count: int) -> str:
    return (
        f"{HEAD}rules:\n  play: {{do: [nothing]}}\n"
        + "".join(f"  r{i}: {{do: [nothing]}}\n" for i in range(count))
        + TAIL
    )


def defines(count: int, formula: str, last: str) -> str:
    chain = "".join(f"  d{i}: {formula.replace('next', f'd{i + 1}')}\n" for i in range(count))
    return f"{HEAD}{PLAY}define:\n{chain}  d{count}: {last}\n{TAIL}"


def changes(count: int) -> str:
    bends = "".join(f"      - change: d{i}\n        to: d{i + 1} + d{i + 1}\n" for i in range(count))
    variant = f"variants:\n  v:\n    when: count(players) is 2\n    bends:\n{bends}"
    return f"{HEAD}{PLAY}define:\n" + "".join(f"  d{i}: 1\n" for i in range(count + 1)) + variant + TAIL


CASES = {
    "a chain of rules": (rules(1_000, "nothing"), {"RW565"}),
    "a circle of rules": (rules(1_000, "r0"), {"RW552", "RW565"}),
    "many rules": (many_rules(2_000), {"RW566"}),
    "a chain of defines": (defines(1_000, "next + 1", "1"), {"RW447"}),
    "a circle of defines": (defines(1_000, "next + 1", "d0"), {"RW414", "RW447"}),
    "defines that double": (defines(50, "next + next", "1"), {"RW557"}),
    "rules that double": (defines(50, "next if over else next", "play"), {"RW557"}),
    "changes that double": (changes(99), set()),
}


@pytest.mark.parametrize("name", CASES)
def test_refused_in_words(name: str, tmp_path: Path) -> None:
    text, codes = CASES[name]
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    collector = Collector()
    begin = time.process_time()
    load_spec(tmp_path, collector)
    assert time.process_time() - begin < 20
    assert {found.code for found in collector.found} == codes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("not ", ""),
        ("-", ""),
        ("max(", ", 1)"),
        ("t[", "]"),
        ("m[", "]"),
        ("true and (", ")"),
        ("(1 in (", ", 2))"),
        ("(none else ", ")"),
    ],
)
def test_as_deep_as_a_sentence_may_be(before: str, after: str, tmp_path: Path) -> None:
    formula = before * 45 + "1" + after * 45
    text = f"{HEAD}{PLAY}{STATE}define:\n  d: {formula}\n{TAIL}"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    load_spec(tmp_path, Collector())
