"""Formulas that YAML took apart inside braces or brackets: found, reported and put together again.

`{if: owner in (a, b)}` is read by YAML as the two keys `if: owner in (a` and `b)`, without a word.  Nobody means that,
so the pieces are joined to the sentence that was written (its place is exact) and the reading goes on.
"""

from __future__ import annotations

from collections.abc import Sequence as Many

from ..diagnostics.diagnostic import Collector
from .located import Entry, Node, Scalar


def _balance(text: str) -> int:
    return text.count("(") - text.count(")")


def _joined(first: Scalar, last: Node, collector: Collector) -> Scalar:
    text = first.source.text[first.start : last.end]
    collector.report("RW123", first.source.span(first.start, last.end), text=" ".join(text.split()))
    return Scalar(text, "word", first.source, first.start, last.end)


def rejoin_items(items: Many[Node], collector: Collector) -> list[Node]:
    """The items of a list in brackets, with the pieces of a broken formula as one."""
    out: list[Node] = []
    at = 0
    while at < len(items):
        item, end = items[at], _end_of_formula(items, at)
        if end > at and isinstance(item, Scalar):
            item = _joined(item, items[end], collector)
        out.append(item)
        at = max(at, end) + 1
    return out


def rejoin_map(entries: Many[Entry], collector: Collector) -> list[Entry]:
    """The entries of a map in braces, with the pieces of a broken formula as one."""
    out: list[Entry] = []
    at = 0
    while at < len(entries):
        entry = entries[at]
        rest = [entry.value, *(other.key for other in entries[at + 1 :])]
        end = _end_of_formula(rest, 0)
        if end > 0 and isinstance(entry.value, Scalar):
            last = entries[at + end]
            entry = Entry(entry.key, _joined(entry.value, last.value if last.value.end else last.key, collector))
        out.append(entry)
        at += end + 1
    return out


def _end_of_formula(nodes: Many[Node], at: int) -> int:
    """Where the parenthesis opened in `nodes[at]` is closed; `at` itself if none was left open."""
    first = nodes[at]
    if not isinstance(first, Scalar) or first.quoted or _balance(first.text) <= 0:
        return at
    open_brackets = 0
    for index in range(at, len(nodes)):
        node = nodes[index]
        if not isinstance(node, Scalar) or node.quoted:
            return at
        open_brackets += _balance(node.text)
        if open_brackets <= 0:
            return index
    return at
