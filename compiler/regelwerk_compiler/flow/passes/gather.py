"""Pass `gather`: options that would be asked one by one become a set, so that they are counted and picked without a list.

Goes in: a Program.  Comes out: one in which the last parameter of a rule runs over a set alone, where a part of its condition that does not
speak of it decides most of it (`spare` makes such ones), or where it has few values.
"""

from __future__ import annotations

from dataclasses import replace

from ..flow import (
    And,
    Bits,
    Choice,
    Clause,
    Const,
    Decision,
    Expr,
    Fold,
    LetIn,
    Local,
    Options,
    Or,
    Program,
    Range,
    Row,
)
from ..free import free
from ..known import Known
from ..values import conjunction, disjunction

WIDEST = 64  # values of the last parameter
FEW = 4  # so many are worth it in any case
MOST_BEFORE = 256  # bindings of the other parameters


def gather(program: Program) -> Program:
    """The pass."""
    known = Known(program)
    return replace(program, decisions=tuple(_decision(known, d) for d in program.decisions))


def _decision(known: Known, decision: Decision) -> Decision:
    return replace(decision, options=tuple(_options(known, o) for o in decision.options))


def _options(known: Known, o: Options) -> Options:
    """The options of one rule."""
    if not o.clauses:
        return o
    *before, last = o.clauses
    parts = [part for test in (last.where, o.guard) if test is not None for part in _conjuncts(test)]
    names, most = known.bound(tuple(before), {})
    low, high, count = known.source(last.source, names)
    if not parts or low < 0 or high >= WIDEST or most > MOST_BEFORE or not _upwards(known, last.source):
        return o
    if known.refuses(tuple(parts)):  # one by one, it may be that nobody comes to the one at which it is refused
        return o
    first = next((k for k, part in enumerate(parts) if last.name in free(part)), len(parts))
    always, rest = parts[:first], parts[first:]
    mask = _mask(last, rest, high + 1, count <= FEW)
    if mask is None:
        return o
    if always:
        mask = Choice(conjunction(*always), mask, Const(0))
    return replace(o, clauses=(*before, Clause(last.name, Bits(mask, high + 1))), guard=None)


def _mask(clause: Clause, rest: list[Expr], width: int, few: bool) -> Expr | None:
    """The values for which the rest holds; None if they may as well be asked one by one."""
    source, name = clause.source, clause.name
    if not rest:
        return (
            source.mask if isinstance(source, Bits) else Fold("mask", (Clause(name, source),), Local(name), width=width)
        )
    if len(rest) == 1 and isinstance(rest[0], Or) and isinstance(source, Bits):
        parts = rest[0].parts
        first = next((k for k, part in enumerate(parts) if name in free(part)), len(parts))
        if 0 < first < len(parts):
            every = f"every {name}"
            asked = Clause(name, Bits(Local(every), width), disjunction(*parts[first:]))
            some = Fold("mask", (asked,), Local(name), width=width)
            return LetIn(every, source.mask, Choice(disjunction(*parts[:first]), Local(every), some))
    return Fold("mask", (Clause(name, source, conjunction(*rest)),), Local(name), width=width) if few else None


def _conjuncts(e: Expr) -> tuple[Expr, ...]:
    return e.parts if isinstance(e, And) else (e,)


def _upwards(known: Known, source: object) -> bool:
    match source:
        case Bits() | Range():
            return True
        case Row(name):
            return all(list(row) == sorted(set(row)) for row in known.program.lists[name])
    return False
