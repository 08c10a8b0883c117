"""What need not be valued twice gets a name: parts that a loop does not change, and parts that are surely valued several times.

Goes in: the expressions that are about to be written.  Comes out: a scope that knows the names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..flow.flow import (
    And,
    Binary,
    BitCount,
    Call,
    Cell,
    Choice,
    Const,
    Digest,
    Expr,
    Fold,
    Holding,
    Join,
    LetIn,
    Local,
    Lookup,
    Meet,
    Or,
    ReachEdges,
    ReachSteps,
    Shift,
    Without,
)
from ..flow.free import free
from ..flow.rewrite import parts
from . import expressions
from .code import Code
from .frame import Frame, Scope

DEAR = (BitCount, Call, Digest, Fold)
MASKS = Holding | Join | Meet | Shift | Without
SHARED = Cell | Lookup | Binary | Choice | MASKS
LATER = 40  # steps from which on it is worth asking whether something has its value already
OFTEN = 3  # times from which on a mask that is kept beside the cells has a name, even if it might not be asked for
CHEAP = 8  # steps; what costs more is not worked out in advance
ARITHMETIC = ("+", "-", "*", "mod", "div_down", "div_up", "min", "max")


def hoisted(parts_: Iterable[object], bound: frozenset[str], f: Frame, scope: Scope) -> Scope:
    """Name the parts that speak of none of the names that are about to be bound; cells do not change meanwhile."""
    for e in dict.fromkeys(_fixed(tuple(parts_), bound, f, scope)):
        if e not in scope.shared:
            scope = _named(e, f, scope)
    return scope


def _fixed(node: object, bound: frozenset[str], f: Frame, scope: Scope) -> Iterator[Expr]:
    """The largest parts that do not change and cost little."""
    if isinstance(node, SHARED) and _may_share(node, f, scope):
        names = free(node)
        if not bound & set(names) and all(name in scope.names for name in names):
            yield node
            return
    match node:
        case LetIn(name, value, body):
            yield from _fixed(value, bound, f, scope)
            yield from _fixed(body, bound | {name}, f, scope)
        case Fold(_, clauses, body, order):
            for clause in clauses:
                yield from _fixed(clause.source, bound, f, scope)
                bound |= {clause.name}
                yield from _fixed(clause.where, bound, f, scope)
            yield from _fixed((body, *order), bound, f, scope)
        case ReachEdges():
            yield from _fixed(node.where, bound | {node.edge}, f, scope)
        case ReachSteps():
            pass
        case _:
            for part in parts(node):
                yield from _fixed(part, bound, f, scope)


def _may_share(e: Expr, f: Frame, scope: Scope) -> bool:
    if isinstance(e, Binary) and e.op not in ARITHMETIC:
        return False
    known = f.module.known
    if known.cost(e) > (LATER if isinstance(e, MASKS) else CHEAP) or not _only_arithmetic(e):
        return False
    return not known.refuses(e) and known.safe(e, scope.ranges())


def _only_arithmetic(node: object) -> bool:
    if isinstance(node, tuple):
        return all(_only_arithmetic(part) for part in node)
    if isinstance(node, Const | Local | Cell | Lookup | Binary | Choice | MASKS):
        return all(_only_arithmetic(part) for part in parts(node))
    return False


def dear(first: Sequence[Expr], bound: frozenset[str], f: Frame, scope: Scope) -> Scope:
    """Name what costs much, is surely asked in the first round of a loop, and is the same in all others."""
    known = f.module.known
    for e in dict.fromkeys(_unchanged(first[0], bound, f) if first else ()):
        spoken = all(name in scope.names for name in free(e)) and e not in scope.shared
        if spoken and known.safe(e, scope.ranges()) and not known.refuses(e):
            scope = _named(e, f, scope)
    return scope


def later(parts_: Iterable[object], bound: frozenset[str], f: Frame, scope: Scope) -> Scope:
    """Put off what costs much, speaks of no name that is about to be bound, and perhaps is never asked for."""
    for e in dict.fromkeys(_dear(tuple(parts_), bound, f)):
        if e not in scope.shared and e not in scope.later and all(name in scope.names for name in free(e)):
            new = f.temporary()
            f.out.write(f"{new} = None")
            low, high = f.module.known.interval(e, scope.ranges())
            scope = scope.postpone(e, Code(new, low=low, high=high))
    return scope


def _dear(node: object, bound: frozenset[str], f: Frame) -> Iterator[Expr]:
    """The largest dear parts that do not change."""
    if isinstance(node, DEAR) and f.module.known.cost(node) > LATER and not bound & set(free(node)):
        yield node
        return
    if isinstance(node, Fold):
        bound |= {clause.name for clause in node.clauses}
    if isinstance(node, LetIn):
        bound |= {node.name}
    if not isinstance(node, ReachEdges | ReachSteps):
        for part in parts(node):
            yield from _dear(part, bound, f)


def _unchanged(node: Expr, bound: frozenset[str], f: Frame) -> Iterator[Expr]:
    """The largest dear parts that are surely valued and speak of no name that is about to be bound."""
    if isinstance(node, DEAR) and not bound & set(free(node)):
        if f.module.known.cost(node) > CHEAP:
            yield node
        return
    match node:
        case And(parts_) | Or(parts_):
            yield from _unchanged(parts_[0], bound, f) if parts_ else ()
        case Choice(test):
            yield from _unchanged(test, bound, f)
        case LetIn(_, value):
            yield from _unchanged(value, bound, f)
        case Fold() | ReachEdges() | ReachSteps():
            pass
        case _:
            for part in parts(node):
                yield from _unchanged(part, bound, f)  # type: ignore[arg-type]


def repeated(parts_: Sequence[Expr], f: Frame, scope: Scope) -> Scope:
    """Name the parts that the first expression surely values and that come again, there or later."""
    if not parts_:
        return scope
    count: Counter[Expr] = Counter()
    for part in parts_:
        _count(part, count)
    if not any(times > 1 for times in count.values()):
        return scope
    chosen: list[Expr] = []
    often = (e for e, times in count.items() if isinstance(e, Holding) and times >= OFTEN)
    for e in (*sure(parts_[0]), *often):
        if count[e] > 1 and e not in scope.shared and e not in chosen and f.module.known.cost(e) > 1:
            names = free(e)
            if all(name in scope.names for name in names) and _may_share(e, f, scope):
                chosen.append(e)
    for e in chosen:
        if not any(e is not other and _inside(e, other) and count[e] == count[other] for other in chosen):
            scope = _named(e, f, scope)
    return scope


def _count(node: object, count: Counter[Expr]) -> None:
    """How often each part stands there; not inside of what binds names."""
    if isinstance(node, SHARED):
        count[node] += 1
    if isinstance(node, LetIn):
        _count(node.value, count)
        _count(node.body, count)
        return
    for part in () if isinstance(node, Fold | ReachEdges | ReachSteps) else parts(node):
        _count(part, count)


def sure(node: object) -> Iterator[Expr]:
    """The parts that are valued whenever the whole is; larger ones first."""
    if isinstance(node, SHARED):
        yield node
    match node:
        case And(parts_) | Or(parts_):
            yield from sure(parts_[0]) if parts_ else ()
        case Choice(test):
            yield from sure(test)
        case LetIn(_, value, body):
            yield from sure(value)
            yield from sure(body)
        case Fold() | ReachEdges() | ReachSteps():
            pass
        case _:
            for part in parts(node):
                yield from sure(part)


def _inside(e: Expr, other: object) -> bool:
    return e == other or any(_inside(e, part) for part in parts(other))


def _named(e: Expr, f: Frame, scope: Scope) -> Scope:
    code = expressions.value(e, f, scope)
    if code.constant is not None:
        return scope
    return scope.share(e, f.name(code) if not code.simple else code)
