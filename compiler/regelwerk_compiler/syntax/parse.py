"""From one sentence (a `Scalar`) and the kind of sentence that belongs there to its `ast.py` nodes, or diagnostics."""

from __future__ import annotations

import re
from typing import cast

from lark.exceptions import UnexpectedInput

from ..diagnostics.diagnostic import Collector
from ..document.located import Origin, Scalar, Span
from . import ast
from .depth import deeper_than
from .grammar import machine
from .limits import CHARACTERS, DEPTH, SHALLOW
from .messages import report_sentence_fault

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_ONE_WORD = re.compile(r"-?\w+")  # YAML cannot misread it, even inside braces


def parse(start: ast.Start, scalar: Scalar, collector: Collector) -> ast.Sentence | None:
    """What `scalar` says as a sentence of the kind `start`; None if it says nothing, which has then been reported."""
    text = scalar.text
    if collector.full:
        return None  # nobody is told about it, and nothing is made of a game with so many faults
    if not text.strip() or (scalar.kind == "null" and not scalar.quoted):
        _refuse("RW201", scalar, collector)
        return None
    if len(text) > CHARACTERS:
        _refuse("RW202", scalar, collector, size=f"{len(text):,}", limit=f"{CHARACTERS:,}")
        return None
    if scalar.flow and start != "column" and not _ONE_WORD.fullmatch(text):
        _refuse("RW204", scalar, collector)
    lark, trees = machine()
    trees.begin(scalar)
    try:
        sentence = cast("ast.Sentence", lark.parse(text, start=start))
    except UnexpectedInput:
        sentence = None
    if sentence is None or trees.reserved:
        if not _reported_where_written(scalar, collector):
            report_sentence_fault(start, scalar, collector)
        collector.lost.update(_NAME.findall(text))
        return None
    if trees.faults:
        for code, first, last, words in trees.faults:
            collector.add(code, Origin(scalar, first, last), words)
        collector.lost.update(_NAME.findall(text))
        return None
    if len(text) > SHALLOW and deeper_than(sentence, DEPTH):
        _refuse("RW203", scalar, collector, limit=DEPTH)
        return None
    return sentence


def _refuse(code: str, scalar: Scalar, collector: Collector, **words: object) -> None:
    if not _reported_where_written(scalar, collector):
        collector.add(code, scalar, words)


def _reported_where_written(scalar: Scalar, collector: Collector) -> bool:
    """Whether `scalar` is an alias of a text that was refused where it is written: one cause, one message."""
    if scalar.written_at is None:
        return False
    written = scalar.written_at.span
    return any(found.code.startswith("RW2") and _inside(found.span, written) for found in collector.found)


def _inside(inner: Span, outer: Span) -> bool:
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    return inner.file == outer.file and begins and ends
