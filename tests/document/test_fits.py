"""The quick look at a file and jsonschema: what the one lets pass the other lets pass, and what is right passes."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.document.fits import _HOLDS, SILENT, fits
from regelwerk_compiler.document.read import read
from regelwerk_compiler.document.schemas import NAMES, linked, schema, validator
from regelwerk_compiler.document.shape import _plain

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "game": "rulespecs/babel/game.yaml",
    "table": "rulespecs/babel/tables/rewards.yaml",
    "scenarios": "rulespecs/london_bridge/scenarios/wheel.yaml",
    "seeds": "seeds/121_nim.yaml",
}
STRAY: list[Any] = [
    None,
    True,
    0,
    1,
    -3,
    10**20,
    "",
    "no",
    "a b",
    "x\n",
    [],
    ["a", "a"],
    [1],
    {},
    {"do": []},
    {"en": "x"},
]


def written(name: str) -> Any:
    document = read(ROOT / FILES[name], Collector())
    assert document is not None
    return _plain(document)


def inner(value: Any) -> list[Any]:
    """Every map and list in `value`."""
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [*([value] if parts else []), *(found for part in parts for found in inner(part))]


def spoil(value: Any, chance: random.Random) -> None:
    """Change one thing somewhere inside."""
    places = inner(value)
    place = chance.choice(places)
    key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
    match chance.randrange(4):
        case 0:
            place[key] = copy.deepcopy(chance.choice(STRAY))
        case 1:
            del place[key]
        case 2 if isinstance(place, dict):
            place[chance.choice([*(k for one in places if isinstance(one, dict) for k in one), "Not a name", "x"])] = (
                place.pop(key)
            )
        case _:
            other = chance.choice(places)
            place[key] = copy.deepcopy(chance.choice(list(other.values()) if isinstance(other, dict) else other))


@pytest.mark.parametrize("name", NAMES)
def test_both_say_the_same(name: str) -> None:
    right = written(name)
    assert fits(right, linked(name))
    assert {other for other in NAMES if fits(right, linked(other))} == {name}
    chance = random.Random(name)
    seen = {True: 0, False: 0}
    for _ in range(60):
        value = copy.deepcopy(right)
        spoil(value, chance)
        valid = next(iter(validator(name).iter_errors(value)), None) is None
        seen[valid] += 1
        assert fits(value, linked(name)) == valid, value
    assert min(seen.values()) > 2, seen


def test_every_keyword_of_the_schemas_is_known() -> None:
    known = {*_HOLDS, *SILENT, "type", "additionalProperties", "patternProperties", "pattern", "if", "$ref"}
    for name in NAMES:
        assert keywords(schema(name)) <= known, name


def test_what_is_not_known_does_not_fit() -> None:
    assert not fits(3, {"multipleOf": 3})
    assert not fits([1, 2], {"uniqueItems": True})  # nobody asks it of other lists than those of texts


@pytest.mark.parametrize(
    "said, right, wrong",
    [
        ({"const": 1}, 1, True),
        ({"const": True}, True, 1),
        ({"enum": [1, "a"]}, "a", True),
        ({"type": "integer"}, 3, True),
        ({"type": ["string", "null"]}, None, False),
        ({"pattern": r"^a\Z"}, 7, "a\n"),
        ({"minProperties": 1}, {"a": 1}, {}),
        ({"dependentRequired": {"a": ["b"]}}, {"b": 1}, {"a": 1}),
        ({"x-exactly-one": {"keys": ["a", "b"]}}, {"a": 1}, {"a": 1, "b": 1}),
        ({"x-belongs": {"a": ["b", "c"]}}, {"a": 1, "c": 1}, {"a": 1}),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"b": 1}, {"a": 1}),
        ({"properties": {"a": False}}, {"b": 1}, {"a": 1}),
    ],
)
def test_a_keyword(said: dict[str, Any], right: Any, wrong: Any) -> None:
    assert fits(right, said)
    assert not fits(wrong, said)


def keywords(part: Any) -> set[str]:
    """All keywords in a schema, also of the schemas inside."""
    if isinstance(part, list):
        return {word for one in part for word in keywords(one)}
    if not isinstance(part, dict):
        return set()
    found = set(part)
    for keyword, said in part.items():
        if keyword in ("properties", "patternProperties", "$defs"):
            found |= {word for one in said.values() for word in keywords(one)}
        elif keyword in ("items", "additionalProperties", "if", "then", "else", "allOf"):
            found |= keywords(said)
    return found
