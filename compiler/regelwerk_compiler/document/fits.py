"""From a plain value and a schema to whether the value fits, without a word about what does not.

Nearly every file that is checked is right, and to see that takes a tenth of the time that jsonschema needs to load and
to look for faults.  This knows the keywords that our schemas use, nothing else: what it lets pass, jsonschema lets
pass; about the rest, and about a keyword that is not known here, jsonschema has the word.
`tests/document/test_fits.py` holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

Schema = dict[str, Any]
Rule = tuple[Callable[[Any, Any], bool], Any]

SILENT = frozenset(
    ("$schema", "$id", "$defs", "title", "description", "examples", "x-called", "errorMessage", "then", "else")
)
"""Keywords that ask nothing of a value by themselves."""

_rules: dict[int, tuple[list[Rule], Schema]] = {}  # by a schema's id, which it keeps since it is kept here


def fits(value: Any, schema: Schema | bool) -> bool:
    """Whether `value` is as `schema`, in which no reference is left, says."""
    if isinstance(schema, bool):
        return schema
    known = _rules.get(id(schema))
    if known is None:
        known = _rules[id(schema)] = _rules_of(schema), schema
    return all(holds(value, said) for holds, said in known[0])


def _rules_of(schema: Schema) -> list[Rule]:
    """What is asked of a value, the cheapest first."""
    rules: list[Rule] = []
    for keyword, said in schema.items():
        if keyword in SILENT:
            continue
        match keyword:
            case "type":
                kinds = (said,) if isinstance(said, str) else tuple(said)
                rules.insert(0, (_type, frozenset(kinds)))
            case "additionalProperties":
                patterns = tuple(_pattern(pattern) for pattern in schema.get("patternProperties", {}))
                rules.append((_additional, (schema.get("properties", {}), patterns, said)))
            case "patternProperties":
                rules.append((_matching, tuple((_pattern(pattern), inner) for pattern, inner in said.items())))
            case "pattern":
                rules.append((_text, _pattern(said)))
            case "if":
                rules.append((_if, (said, schema.get("then", True), schema.get("else", True))))
            case _:
                rules.append((_HOLDS.get(keyword, _unknown), said))
    return rules


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _unknown(_: Any, __: Any) -> bool:
    return False


_KINDS = {str: "string", bool: "boolean", int: "integer", dict: "object", list: "array", type(None): "null"}


def _kind(value: Any) -> str:
    return _KINDS[type(value)]


def _type(value: Any, kinds: frozenset[str]) -> bool:
    kind = _kind(value)
    return kind in kinds or (kind == "integer" and "number" in kinds)


def _properties(value: Any, inner: Mapping[str, Schema]) -> bool:
    return not isinstance(value, dict) or all(fits(part, inner[key]) for key, part in value.items() if key in inner)


def _matching(value: Any, inner: tuple[tuple[re.Pattern[str], Schema], ...]) -> bool:
    return not isinstance(value, dict) or all(
        fits(part, schema) for pattern, schema in inner for key, part in value.items() if pattern.search(key)
    )


def _additional(value: Any, said: tuple[Mapping[str, Schema], tuple[re.Pattern[str], ...], Schema | bool]) -> bool:
    named, patterns, schema = said
    return not isinstance(value, dict) or all(
        fits(part, schema)
        for key, part in value.items()
        if key not in named and not any(pattern.search(key) for pattern in patterns)
    )


def _text(value: Any, pattern: re.Pattern[str]) -> bool:
    return not isinstance(value, str) or pattern.search(value) is not None


def _if(value: Any, said: tuple[Schema, Schema | bool, Schema | bool]) -> bool:
    condition, then, otherwise = said
    return fits(value, then if fits(value, condition) else otherwise)


def _same(value: Any, other: Any) -> bool:
    """Equal as JSON has it: `true` is not 1."""
    return _kind(value) == _kind(other) and bool(value == other) and not isinstance(value, dict | list)


def _unique(value: Any, said: bool) -> bool:
    """Lists of texts only; jsonschema decides about others."""
    if not isinstance(value, list) or not said:
        return True
    return all(isinstance(item, str) for item in value) and len(set(value)) == len(value)


def _belongs(value: Any, rule: Mapping[str, list[str]]) -> bool:
    return not isinstance(value, dict) or all(
        any(other in value for other in others) for key, others in rule.items() if key in value
    )


_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "properties": _properties,
    "required": lambda value, keys: not isinstance(value, dict) or all(key in value for key in keys),
    "items": lambda value, schema: not isinstance(value, list) or all(fits(item, schema) for item in value),
    "minItems": lambda value, least: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda value, most: not isinstance(value, list) or len(value) <= most,
    "minLength": lambda value, least: not isinstance(value, str) or len(value) >= least,
    "minProperties": lambda value, least: not isinstance(value, dict) or len(value) >= least,
    "maxProperties": lambda value, most: not isinstance(value, dict) or len(value) <= most,
    "minimum": lambda value, least: _kind(value) != "integer" or value >= least,
    "const": _same,
    "enum": lambda value, values: any(_same(value, one) for one in values),
    "uniqueItems": _unique,
    "allOf": lambda value, schemas: all(fits(value, schema) for schema in schemas),
    "dependentRequired": lambda value, rule: (
        not isinstance(value, dict)
        or all(other in value for key, others in rule.items() if key in value for other in others)
    ),
    "x-exactly-one": lambda value, rule: not isinstance(value, dict) or sum(key in value for key in rule["keys"]) == 1,
    "x-belongs": _belongs,
}
