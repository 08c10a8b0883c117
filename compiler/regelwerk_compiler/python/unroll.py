"""Aggregates over few fixed values, written out without a loop.

Goes in: a `Fold`.  Comes out: a `Code`, or nothing if it is too long, or not fixed, or needs statements.
Rows of one length are taken apart: `a, b, c = LINES[i]`.
"""

from __future__ import annotations

from ..flow.flow import Expr, Fold, Row
from . import expressions
from .code import Code, chain, exact, integer, negated, number, plus
from .frame import Frame, Scope
from .loops import flat, values_of

MOST = 100  # bindings that are looked at
TERMS = 24  # terms that are written
WIDEST_ROW = 8


def ways(e: Fold, f: Frame, scope: Scope) -> list[Code] | None:
    """The terms of an `any` that is written out."""
    with f.out.capture() as lines:
        terms = _terms(e, f, scope, 0, [], [MOST]) if e.kind == "any" and e.clauses else None
    if lines or terms is None or len(terms) > TERMS:
        return None
    return _distinct([[code for code in term if code.constant != 1] for term in terms])


def unrolled(e: Fold, f: Frame, scope: Scope) -> Code | None:
    """The aggregate written out."""
    if e.order or e.kind not in ("any", "all", "sum", "count") or not e.clauses:
        return None
    if f.module.known.cost((e.body, *(clause.where for clause in e.clauses))) > 40 * len(e.clauses):
        return None
    with f.out.capture() as lines:
        terms = _terms(e, f, scope, 0, [], [MOST])
    if lines or terms is None or len(terms) > TERMS:
        return None
    if e.kind in ("any", "all"):
        return _tests(e, [[code for code in term if code.constant != 1] for term in terms])
    total = number(0)
    for term in terms:
        total = plus(total, exact(chain(term, True)) if term else number(1))
    return total


def _tests(e: Fold, terms: list[list[Code]]) -> Code:
    """any: one of the terms; all: each."""
    codes = _distinct(terms)
    if e.kind == "any":
        if any(code.constant == 1 for code in codes):
            return number(1)
        return chain(codes, False) if codes else number(0)
    if any(code.constant == 0 for code in codes):
        return number(0)
    return chain(codes, True) if codes else number(1)


def _distinct(terms: list[list[Code]]) -> list[Code]:
    """Each term once, whatever the order of its parts."""
    texts: set[frozenset[str]] = set()
    codes: list[Code] = []
    for term in terms:
        key = frozenset(code.text for code in term)
        if key not in texts:
            texts.add(key)
            codes.append(chain(term, True) if term else number(1))
    return codes


def _terms(e: Fold, f: Frame, scope: Scope, i: int, tests: list[Code], budget: list[int]) -> list[list[Code]] | None:
    """For each binding what must be true for it (any, count), or its value behind that (sum), or what it says (all)."""
    if i == len(e.clauses):
        budget[0] -= 1
        return None if budget[0] < 0 else _last(e, f, scope, tests)
    clause = e.clauses[i]
    values = values_of(clause.source, f, scope, MOST)
    if values is None:
        return None
    found: list[list[Code]] = []
    for value in values:
        here = scope.bind(clause.name, value)
        more = conditions(clause.where, f, here)
        if more is None:
            budget[0] -= 1
            if budget[0] < -MOST:
                return None
            continue
        inner = _terms(e, f, here, i + 1, [*tests, *more], budget)
        if inner is None or len(found) + len(inner) > 4 * TERMS:
            return None
        found += inner
    return found


def conditions(where: Expr | None, f: Frame, scope: Scope) -> list[Code] | None:
    """The tests that are left of a condition; nothing if it is false."""
    found = []
    for part in flat(where):
        code = expressions.raw(part, f, scope)
        if code.constant is not None and not code.loose:
            if not code.constant:
                return None
            continue
        found.append(code)
    return found


def _last(e: Fold, f: Frame, scope: Scope, tests: list[Code]) -> list[list[Code]] | None:
    if e.kind == "count":
        return [tests]
    if e.kind == "sum":
        value = expressions.value(e.body, f, scope)
        if tests:
            return None
        return [[value]] if value.constant != 0 else []
    if e.kind == "any":
        more = conditions(e.body, f, scope)
        return [] if more is None else [[*tests, *more]]
    body = expressions.raw(e.body, f, scope)
    if body.constant == 1:
        return []
    if not tests:
        more = conditions(e.body, f, scope)
        return [[number(0)]] if more is None else [[code] for code in more]
    return [[chain([negated(chain(tests, True)), body], False)]]


def row_unpacked(e: Fold, f: Frame, scope: Scope) -> Code | None:
    """any, all and sum over a row whose length is always the same: the row is taken apart."""
    if len(e.clauses) != 1 or e.order or e.kind not in ("any", "all", "sum", "count"):
        return None
    clause = e.clauses[0]
    if clause.where is not None:
        return None
    if not isinstance(clause.source, Row) or f.module.known.cost((e.body, clause.where)) > 12:
        return None
    rows = f.module.program.lists[clause.source.list]
    lengths = {len(row) for row in rows}
    if len(lengths) != 1 or not 2 <= len(rows[0]) <= WIDEST_ROW:
        return None
    numbers = [number_ for row in rows for number_ in row]
    names = [Code(f.temporary(), low=min(numbers), high=max(numbers)) for _ in rows[0]]
    at = expressions.value(clause.source.index, f, scope)
    if at.constant is not None:
        return None
    with f.out.capture() as lines:
        codes = [expressions.raw(e.body, f, scope.bind(clause.name, name)) for name in names]
    if lines:
        return None
    f.out.write(f"{', '.join(name.text for name in names)} = {f.module.lists[clause.source.list]}[{at.text}]")
    if e.kind in ("any", "all"):
        return chain(codes, e.kind == "all")
    if e.kind == "count":
        return number(len(codes))
    total = number(0)
    for code in codes:
        total = plus(total, integer(code))
    return total
