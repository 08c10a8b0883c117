"""Diagnostics on their way to a reader: as text with an excerpt for people, else as the formats of `regelwerk_compiler.diagnostics`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from regelwerk_compiler.diagnostics.diagnostic import Diagnostic


def print_diagnostics(found: Sequence[Diagnostic], *, err: bool = True) -> None:
    """All of them, each with its place, its cause and a way out."""
    for diagnostic in found:
        click.echo(f"{diagnostic.span}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}", err=err)
        if diagnostic.hint:
            click.echo(f"    {diagnostic.hint}", err=err)


def report(found: Sequence[Diagnostic], format_: str, games: Sequence[str], color: bool | None) -> None:
    """Print what `check` found."""
    if format_ == "json":
        click.echo(json.dumps(as_json(found), ensure_ascii=False))
        return
    print_diagnostics(found, err=False)
    errors = sum(one.severity == "error" for one in found)
    warnings = len(found) - errors
    checked = "1 game" if len(games) == 1 else f"{len(games)} games"
    click.echo(f"{checked} checked: {_counted(errors, 'error')}, {_counted(warnings, 'warning')}")


def _counted(n: int, what: str) -> str:
    return f"no {what}s" if n == 0 else f"1 {what}" if n == 1 else f"{n} {what}s"


def as_json(found: Sequence[Diagnostic]) -> dict[str, object]:
    """The object that `check --json` prints."""
    errors = sum(one.severity == "error" for one in found)
    return {
        "errors": errors,
        "warnings": len(found) - errors,
        "diagnostics": [
            {
                "code": one.code,
                "severity": one.severity,
                "message": one.message,
                "file": one.span.file,
                "line": one.span.line,
                "column": one.span.column,
                "end_line": one.span.end_line,
                "end_column": one.span.end_column,
                "hint": one.hint,
            }
            for one in found
        ],
    }
