"""From diagnostics to what machines read: a JSON list, SARIF 2.1.0, and the annotations of GitHub.

Returns values and text, prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from .catalogue import CATALOGUE
from .diagnostic import Diagnostic

_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def as_json(found: Iterable[Diagnostic]) -> list[dict[str, str | int]]:
    """One object for each diagnostic; ends are the place just behind the last character."""
    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "message": diagnostic.message,
            "file": diagnostic.span.file,
            "line": diagnostic.span.line,
            "column": diagnostic.span.column,
            "end_line": diagnostic.span.end_line,
            "end_column": diagnostic.span.end_column,
            "hint": diagnostic.hint,
        }
        for diagnostic in found
    ]


def as_sarif(found: Iterable[Diagnostic], version: str) -> dict[str, Any]:
    """A SARIF log of one run of Regelwerk `version`; its rules are the codes that were found."""
    from .examples import examples  # what a code means is read from its page's sources

    diagnostics = list(found)
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": CATALOGUE[code].title},
            "fullDescription": {"text": examples()[code].means},
            "defaultConfiguration": {"level": CATALOGUE[code].severity},
        }
        for code in codes
    ]
    return {
        "$schema": _SARIF,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "regelwerk", "version": version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics],
            }
        ],
    }


def _result(diagnostic: Diagnostic, index: int) -> dict[str, Any]:
    span = diagnostic.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    file = {"uri": quote(span.file)}
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": _with_hint(diagnostic, " ")},
        "locations": [{"physicalLocation": {"artifactLocation": file, "region": region}}],
    }


def as_github(found: Iterable[Diagnostic]) -> str:
    """One workflow command a line; GitHub shows columns only where a place has one line."""
    out: list[str] = []
    for diagnostic in found:
        span = diagnostic.span
        place = {"file": span.file, "line": span.line, "endLine": span.end_line}
        if span.line == span.end_line:
            place |= {"col": span.column, "endColumn": max(span.column, span.end_column - 1)}
        place["title"] = f"{diagnostic.code} {CATALOGUE[diagnostic.code].title}"
        words = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
        out.append(f"::{diagnostic.severity} {words}::{_data(_with_hint(diagnostic, chr(10)))}")
    return "\n".join(out)


def _with_hint(diagnostic: Diagnostic, joint: str) -> str:
    return f"{diagnostic.message}{joint}{diagnostic.hint}" if diagnostic.hint else diagnostic.message


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
