"""From a document and the name of a schema to the document that was meant, and diagnostics where its keys, lists and maps are not in order.

The schema finds the faults; here they are gathered by the node they are about, so that one cause gives one message,
and worded from the keyword that is broken, in `shape_words.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics.diagnostic import Collector
from .fits import fits
from .in_place import in_place
from .located import Map, Node, Scalar, Sequence
from .mended import mended
from .schemas import Schema, linked, validator
from .shape_words import KeyFaults, Where, report_keys, report_value

_Path = tuple[str | int, ...]


@dataclass(slots=True)
class _Found:
    """What is wrong with one node."""

    where: Where
    keys: KeyFaults = field(default_factory=KeyFaults)
    values: dict[str, Schema] = field(default_factory=dict)  # by keyword


def check_shape(root: Map, schema_name: str, collector: Collector) -> Map:
    """Report what in `root` is not as the schema (`game`, `table`, `scenarios` or `seeds`) says; the document that was meant."""
    if fits(_plain(root), linked(schema_name)):
        return root
    moved = in_place(root, schema_name, collector)
    found: dict[_Path, _Found] = {}
    for fault in validator(schema_name).iter_errors(_plain(moved)):
        path = tuple(fault.absolute_path)
        at = found.get(path)
        if at is None:
            at = found[path] = _Found(_where(moved, path, schema_name))
        note = _KEYWORDS.get(fault.validator)
        if note is None:
            at.values[fault.validator] = fault.schema
        else:
            note(at.keys, fault.schema, fault.instance)
    for at in found.values():
        if collector.full:
            break
        if at.keys.missing or at.keys.schema:
            at.values.pop("minProperties", None)
            at.values.pop("maxProperties", None)
        if at.values:
            report_value(at.where, at.values, collector)
        if isinstance(at.where.node, Map):
            report_keys(at.where, at.keys, collector)
    return mended(moved, collector)


def _plain(node: Node) -> Any:
    """The document as JSON has it."""
    match node:
        case Map():
            return {entry.key.text: _plain(entry.value) for entry in node}
        case Sequence():
            return [_plain(item) for item in node]
        case Scalar(kind="integer"):
            return int(node.text)
        case Scalar(kind="boolean"):
            return node.text == "true"
        case Scalar(kind="null"):
            return None
        case Scalar():
            return node.text


def _where(root: Map, path: tuple[str | int, ...], schema_name: str) -> Where:
    node: Node = root
    key: Scalar | None = None
    for step in path:
        match node:
            case Map() if isinstance(step, str):
                key, value = node.key(step), node.get(step)
                node = value if value is not None else node
            case Sequence() if isinstance(step, int):
                key, node = None, node.items[step]
            case _:
                break
    return Where(node, key, schema_name)


def _unknown(faults: KeyFaults, schema: Schema, _: Any) -> None:
    faults.schema = schema


def _required(faults: KeyFaults, schema: Schema, instance: Any) -> None:
    condition = next((key for key in ("origin", "kind") if "type" not in schema and key in instance), None)
    for key in schema["required"]:
        if key not in instance:
            faults.missing.setdefault(key, condition)
    if condition is None:
        faults.schema = schema


def _companions(faults: KeyFaults, schema: Schema, instance: Any) -> None:
    faults.schema = schema
    for key, others in schema["dependentRequired"].items():
        for other in others:
            if key in instance and other not in instance:
                faults.missing.setdefault(other, key)


def _exactly_one(faults: KeyFaults, schema: Schema, instance: Any) -> None:
    faults.schema = schema
    faults.one_of = [key for key in schema["x-exactly-one"]["keys"] if key in instance]


def _belongs(faults: KeyFaults, schema: Schema, instance: Any) -> None:
    faults.schema = schema
    for key, others in schema["x-belongs"].items():
        if key in instance and not any(other in instance for other in others):
            faults.astray.append(key)


_KEYWORDS: dict[str, Callable[[KeyFaults, Schema, Any], None]] = {
    "additionalProperties": _unknown,
    "required": _required,
    "dependentRequired": _companions,
    "x-exactly-one": _exactly_one,
    "x-belongs": _belongs,
}
