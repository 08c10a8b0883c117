"""From the name of a schema to what `schemas/<name>.schema.json` says, and to a validator of it.

The files teach editors; three keys of ours in them, which editors pass over, say what JSON Schema cannot:
`x-called` what belongs there in words, `x-exactly-one` of which keys exactly one is written, `x-belongs` which key
goes only with which others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol

NAMES = ("game", "table", "scenarios", "seeds")
Schema = dict[str, Any]

_HERE = Path(__file__).resolve()
_FOLDERS = (_HERE.parents[2] / "regelwerk" / "data" / "schemas", _HERE.parents[3] / "schemas")  # installed; a checkout


class Fault(Protocol):
    """What a validator yields: which keyword of which schema is broken, and where."""

    validator: str
    schema: Schema
    instance: Any
    absolute_path: Any


class Validator(Protocol):
    """What `validator` gives."""

    def iter_errors(self, instance: object) -> Iterator[Fault]:
        """Every fault of `instance`."""


@cache
def schema(name: str) -> Schema:
    """The schema of that name; its patterns mean whole words (`$` in Python lets a line break pass)."""
    file = next(path for folder in _FOLDERS if (path := folder / f"{name}.schema.json").is_file())
    read: Schema = _exact(json.loads(file.read_text(encoding="utf-8")))
    return read


def _exact(part: Any) -> Any:
    if isinstance(part, list):
        return [_exact(item) for item in part]
    if not isinstance(part, dict):
        return part
    out = {key: _exact(value) for key, value in part.items()}
    if isinstance(out.get("pattern"), str):
        out["pattern"] = _whole(out["pattern"])
    if "patternProperties" in out:
        out["patternProperties"] = {_whole(pattern): value for pattern, value in out["patternProperties"].items()}
    return out


def _whole(pattern: str) -> str:
    return pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern


def resolved(part: Schema, name: str) -> Schema:
    """`part` of the schema `name`, or what it refers to; what stands beside the reference wins."""
    reference = part.get("$ref")
    if reference is None:
        return part
    file, _, path = str(reference).partition("#/$defs/")
    known = schema(file.removesuffix(".schema.json") or name)["$defs"][path]
    return {**known, **{key: value for key, value in part.items() if key != "$ref"}}


@cache
def validator(name: str) -> Validator:
    """A validator of the schema `name`.  The only place that imports jsonschema, and only when a file is checked."""
    import jsonschema
    from referencing import Registry, Resource

    resources = [(f"{other}.schema.json", Resource.from_contents(schema(other))) for other in NAMES]
    registry: Any = Registry().with_resources(resources)
    extend: Any = jsonschema.validators.extend  # jsonschema's types leave it out
    kind = extend(jsonschema.Draft202012Validator, {"x-exactly-one": _exactly_one, "x-belongs": _belongs})
    made: Validator = kind(schema(name), registry=registry)
    return made


def _exactly_one(_: object, rule: Schema, instance: Any, __: Schema) -> Iterator[Exception]:
    from jsonschema import ValidationError

    if isinstance(instance, dict) and sum(key in instance for key in rule["keys"]) != 1:
        yield ValidationError("x-exactly-one")


def _belongs(_: object, rule: Schema, instance: Any, __: Schema) -> Iterator[Exception]:
    from jsonschema import ValidationError

    if isinstance(instance, dict) and any(
        key in instance and not any(other in instance for other in others) for key, others in rule.items()
    ):
        yield ValidationError("x-belongs")
