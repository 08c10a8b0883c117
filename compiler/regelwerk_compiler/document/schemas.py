"""From the name of a schema to what `schemas/<name>.schema.json` says, and to a validator of it.

The files teach editors; three keys of ours in them, which editors pass over, say what JSON Schema cannot:
`x-called` what belongs there in words, `x-exactly-one` of which keys exactly one is written, `x-belongs` which key
goes only with which others.  Editors with the YAML language server show `errorMessage`, which is made of `x-called`.
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
    read: Schema = _exact(json.loads(_file(name).read_text(encoding="utf-8")))
    return read


def _file(name: str) -> Path:
    return next(path for folder in _FOLDERS if (path := folder / f"{name}.schema.json").is_file())


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


def whole(name: str) -> Schema:
    """The schema `name` as its file says it, with what it takes from others in itself, so that it stands alone."""
    files = {other: json.loads(_file(other).read_text(encoding="utf-8")) for other in NAMES}
    own: Schema = files[name]
    wanted, defs = [own], dict[str, Any](own.get("$defs", {}))
    while wanted:
        for reference in _references(wanted.pop()):
            file, _, key = reference.partition("#/$defs/")
            if file and key not in defs:
                defs[key] = files[file.removesuffix(".schema.json")]["$defs"][key]
                wanted.append(_at_home(defs[key], file))
    out: Schema = _local({key: part for key, part in own.items() if key not in ("$id", "$defs")})
    return {**out, "$defs": {key: _local(defs[key]) for key in sorted(defs)}} if defs else out


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def _at_home(part: Any, file: str) -> Any:
    """`part` of `file` as another file would have to write it."""
    return json.loads(json.dumps(part).replace('"#/$defs/', f'"{file}#/$defs/'))


def _local(part: Any) -> Any:
    text = json.dumps(part, ensure_ascii=False)
    for other in NAMES:
        text = text.replace(f'"{other}.schema.json#/$defs/', '"#/$defs/')
    return json.loads(text)


@cache
def validator(name: str) -> Validator:
    """A validator of the schema `name`.  The only place that imports jsonschema, and only when a file has a fault."""
    import jsonschema

    extend: Any = jsonschema.validators.extend  # jsonschema's types leave it out
    kind = extend(jsonschema.Draft202012Validator, {"x-exactly-one": _exactly_one, "x-belongs": _belongs})
    made: Validator = kind(linked(name))
    return made


def linked(name: str) -> Schema:
    """The schema `name` with what it refers to in the place of the references, circles and all.

    To look up a reference takes longer than to check the value behind it.
    """
    return _linked()[name]


@cache
def _linked() -> dict[str, Schema]:
    parts: dict[tuple[str, str], Schema] = {}
    beside: list[tuple[Schema, Schema, Schema]] = []  # filled when everything is linked

    def link(part: Any, name: str) -> Any:
        if isinstance(part, list):
            return [link(item, name) for item in part]
        if not isinstance(part, dict):
            return part
        if "$ref" not in part:
            return {key: link(value, name) for key, value in part.items() if key != "$defs"}
        file, _, key = str(part["$ref"]).partition("#/$defs/")
        known = named(key, file.removesuffix(".schema.json") or name)
        if len(part) == 1:
            return known
        beside.append(({}, known, {key: value for key, value in part.items() if key != "$ref"}))
        return beside[-1][0]

    def named(key: str, name: str) -> Schema:
        if (name, key) not in parts:
            parts[name, key] = {}
            parts[name, key].update(link(schema(name)["$defs"][key], name))
        return parts[name, key]

    linked = {name: link(schema(name), name) for name in NAMES}
    for made, known, own in beside:
        made |= {**known, **own}
    return linked


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
