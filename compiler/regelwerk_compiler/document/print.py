"""From a document to text that shows it: one line for each key, item and value, with its place and what it was read as."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.words import shortened
from .located import Map, Node, Scalar, Sequence

_MOST = 90  # characters of a value that are shown


def print_document(document: Map) -> str:
    """The whole document."""
    return "\n".join((f"# {document.source.name}", *_map(document, 0))) + "\n"


def _map(node: Map, depth: int) -> Iterator[str]:
    for entry in node:
        yield from _under(entry.key, f"{_text(entry.key)}:", entry.value, depth)


def _sequence(node: Sequence, depth: int) -> Iterator[str]:
    for item in node:
        yield from _under(item, "-", item, depth)


def _under(place: Node, label: str, value: Node, depth: int) -> Iterator[str]:
    span = place.span
    start = f"{f'{span.line}:{span.column}':>9}  {'  ' * depth}{label}"
    match value:
        case Scalar():
            span = value.span
            alias = f"  written at {value.written_at.span}" if value.written_at is not None else ""
            end = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
            yield f"{start} {_text(value)}  # {value.kind} {end}{alias}"
        case Map():
            yield f"{start} {{}}" if not value.entries else start
            yield from _map(value, depth + 1)
        case Sequence():
            yield f"{start} []" if not value.items else start
            yield from _sequence(value, depth + 1)


def _text(scalar: Scalar) -> str:
    if scalar.kind == "null":
        return "~"
    plain = scalar.text.isprintable() and not scalar.quoted
    return shortened(scalar.text, _MOST) if plain else shortened(ascii_quoted(scalar.text), _MOST)


def ascii_quoted(text: str) -> str:
    """`text` in double quotes, with escapes for what cannot be seen."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text) + '"'
