"""The schemas are schemas, teach on every key, say in words what belongs where, and their own examples are right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.document.read import read_text
from regelwerk_compiler.document.schemas import NAMES, resolved, schema, validator, whole
from regelwerk_compiler.document.shape import _plain, check_shape
from regelwerk_compiler.document.shape_words import schema_keys

FOLDER = Path(__file__).resolve().parents[2] / "schemas"


def parts(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, with its path."""
    if not isinstance(part, dict):
        return
    yield path, part
    for group in ("properties", "patternProperties", "$defs"):
        for name, inner in part.get(group, {}).items():
            yield from parts(inner, f"{path}/{group}/{name}")
    yield from parts(part.get("items"), f"{path}/items")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8")))
    assert schema(name)["$id"] == f"{name}.schema.json"
    assert schema_keys(name)[0] == "regelwerk"
    text = (FOLDER / f"{name}.schema.json").read_text("utf-8")
    assert '"oneOf"' not in text
    assert '"anyOf"' not in text


@pytest.mark.parametrize("name", NAMES)
def test_every_key_teaches(name: str) -> None:
    for path, part in parts(schema(name)):
        said = resolved(part, name) if "$ref" in part else part
        assert said.get("title"), path
        assert said.get("description"), path
        assert said.get("x-called"), path
        if not path.startswith("/$defs") or path.count("/") > 2:  # a key or an item: what is completed and hovered over
            assert path == "" or said.get("examples"), path


@pytest.mark.parametrize("name", NAMES)
def test_editors_say_what_belongs_there(name: str) -> None:
    """Editors show `errorMessage` in place of a pattern or a list of types; of maps they name the title, and of words those that are possible."""
    for path, part in parts(schema(name)):
        plain = "type" in part and "object" not in part["type"]
        wanted = f"Here belongs {part['x-called']}." if plain else None
        assert part.get("errorMessage") == wanted, path


@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_a_word_is_shown_by_words(name: str) -> None:
    """Editors offer the examples of a value that may be a word or a map as values: a map among them is offered as no words at all."""
    for path, part in parts(schema(name)):
        if isinstance(part.get("type"), list) and "string" in part["type"]:
            assert all(isinstance(example, str | int) for example in part.get("examples", ())), path


def plain(name: str) -> Any:
    """A validator that knows JSON Schema and nothing of ours, over the schema as `regelwerk schema` prints it."""
    return jsonschema.Draft202012Validator(whole(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_printed_schema_stands_alone(name: str) -> None:
    made = whole(name)
    jsonschema.Draft202012Validator.check_schema(made)
    assert ".schema.json#" not in json.dumps(made)
    assert not plain(name).is_valid({"regelwerk": 2})


@pytest.mark.parametrize("folder", ["rulespecs", "seeds"])
def test_every_bundled_file_is_valid_for_a_plain_validator(folder: str) -> None:
    files = sorted((FOLDER.parent / folder).rglob("*.yaml"))
    assert files
    for path in files:
        document = read_text(path.read_bytes(), path.name, Collector())
        assert document is not None
        kind = "game" if path.name == "game.yaml" else {"rulespecs": path.parent.name}.get(folder, "seeds")
        kind = {"tables": "table"}.get(kind, kind)
        faults = [fault.message for fault in plain(kind).iter_errors(_plain(document))]
        assert not faults, (path, faults)


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_right(name: str) -> None:
    kind: Any = type(validator(name))
    alone = whole(name)
    for path, part in parts(alone):
        check = kind({**part, "$defs": alone.get("$defs", {})})
        for example in part.get("examples", ()):
            faults = [fault.message for fault in check.iter_errors(example)]
            assert not faults, (path, example, faults)


def test_patterns_mean_the_whole_word() -> None:
    collector = Collector()
    document = read_text('"regelwerk": 1\nscenarios: [{name: x, players: ["anna\\n"]}]\n', "it", collector)
    assert document is not None
    check_shape(document, "scenarios", collector)
    assert [one.code for one in collector.found] == ["RW138"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "table",
            "regelwerk: 1\ntable: route\norigin: document\nrows:\n  a: [1, [2, 3], {red: 1}]\n  b:\n    c: 1\n    text: {en: B}\n",
        ),
        ("table", "regelwerk: 1\ntable: prizes\norigin: own\nbecause: ours\nvalues: [[1, 2], [3]]\n"),
        (
            "scenarios",
            "regelwerk: 1\nscenarios:\n  - name: one\n    players: [a, b]\n    result: {a: {money: -3, total: 4}}\n    winners: [a]\n",
        ),
        (
            "seeds",
            'regelwerk: 1\ndocument: "003"\ntitle: {en: It}\nfile: x.txt\nsha256: '
            + "0a" * 32
            + "\nstatements:\n  003.turn:\n    kind: reading\n    because: it says nothing\n    where: 3\n    en: x\n    de: y\nexcluded:\n  003.photo: no rule\n",
        ),
    ],
)
def test_other_files(name: str, text: str) -> None:
    collector = Collector()
    document = read_text(text, "it", collector)
    assert document is not None
    check_shape(document, name, collector)
    assert not collector.found


def test_a_whole_game() -> None:
    text = """
regelwerk: 1
game: it
title: {en: It, de: Es}
seats: [cross, nought]
most_decisions: 9
options:
  plain: boolean = false
  told: {is: boolean, text: {en: Told}}
kinds:
  suit: {values: [red, blue]}
  card: {file: tables/cards.yaml, columns: {suit: suit}}
  goal:
    origin: own
    because: ours
    rows:
      one: {text: {en: One}, bends: [{forbid: play}]}
tables:
  prizes: {file: tables/prizes.yaml}
define:
  f(p in players): 3
  g: [a, b]
rules:
  play:
    do:
      - nothing
      - {if: over, then: [nothing], else: []}
score: {}
ranking: together
variants:
  two: {when: true, text: {en: Two}}
texts:
  play.free: {en: x}
silence:
  - {code: RW910, at: play, because: wanted}
scenarios: []
"""
    collector = Collector()
    document = read_text(text, "it", collector)
    assert document is not None
    check_shape(document, "game", collector)
    assert not collector.found
