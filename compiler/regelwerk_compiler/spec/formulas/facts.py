"""From conditions that hold to facts: which formulas are known to be there, until something that they read is written.

A fact is the key of a formula (`tree.key`) with what it reads; a proof is nothing but finding a formula's key among
the facts.  Only what is certain is a fact, so the checker may ask for an `else` that is never needed, never the other way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import spec, types
from ..tree import Key, key, walk

Facts = Mapping[Key, frozenset[str]]
ANY_STATE = "*"  # read: the formula may read anything; written: anything may have been written


def strict(e: spec.Expr) -> tuple[spec.Expr, ...]:
    """The parts without which `e` has no value."""
    match e:
        case spec.Column(row, _, _, each):
            return (row,) if each is None else (row, each)
        case spec.FormulaColumn(row, _, _, player):
            return (row, player)
        case spec.Factor(value) | spec.Convert(value):
            return (value,)
        case spec.Arithmetic(_, left, right) | spec.Divide(left, right) | spec.Compare(_, left, right):
            return (left, right)
        case spec.Neighbour(_, left, right) | spec.Between(_, left, right):
            return (left, right)
        case spec.Step(value, _, by):
            return (value, by)
        case spec.Negate(part) | spec.Abs(part) | spec.IndexOf(part) | spec.Not(part):
            return (part,)
        case spec.Variable(_, indices) | spec.TableCell(_, indices):
            return indices
        case spec.SlotCell(_, index):
            return (index,)
        case spec.FaceCount(_, face):
            return (face,)
        case spec.Construct(_, args) | spec.CallDefine(_, args):
            return args
        case spec.RankCell(_, args, who):
            return (*args, who)
        case _:
            return ()


def present(e: spec.Expr) -> Iterator[spec.Expr]:
    """What is there if `e` is there."""
    yield e
    match e:
        case spec.Top(zone) | spec.PickIn("first", spec.ZoneRef() as zone):
            yield from filled(zone)
        case _:
            for part in strict(e):
                yield from present(part)


def filled(zone: spec.Expr) -> Iterator[spec.Expr]:
    """What is there if something lies in `zone`."""
    if isinstance(zone, spec.ZoneRef):
        yield spec.Top(zone, type=types.UNKNOWN, origin=zone.origin)
    yield spec.PickIn("first", zone, type=types.UNKNOWN, origin=zone.origin)


def facts(e: spec.Expr, truth: bool) -> dict[Key, frozenset[str]]:
    """What is known to be there when the condition `e` is true (or false)."""
    found: dict[Key, frozenset[str]] = {}
    for known in _known(e, truth):
        found[key(known)] = reads(known)
    return found


def _known(e: spec.Expr, truth: bool) -> Iterator[spec.Expr]:
    match e:
        case spec.Not(part):
            yield from _known(part, not truth)
        case spec.And(parts) | spec.Or(parts):
            if isinstance(e, spec.And) is truth:
                for part in parts:
                    yield from _known(part, truth)
            else:
                yield from _common([list(_known(part, truth)) for part in parts])
        case spec.If(value, condition, otherwise) if otherwise is not None:
            yield from _common(
                [
                    [*_known(condition, True), *_known(value, truth)],
                    [*_known(condition, False), *_known(otherwise, truth)],
                ]
            )
        case spec.Finish((first, *others)) if all(isinstance(o, spec.BoolLit) and o.value is not truth for o in others):
            yield from _known(first, truth)
        case spec.Is(left, right, negated):
            if truth is not negated:
                for one, other in ((left, right), (right, left)):
                    if not other.type.may_be_missing:
                        yield from present(one)
                if _counted(left, right):
                    yield from _counted(left, right)
            else:
                for one, other in ((left, right), (right, left)):
                    if isinstance(other, spec.Word) and len(one.type.words) <= 1:
                        yield from present(one)
                match left, right:
                    case (spec.PickIn("count", zone), spec.IntLit(value=0)):
                        yield from filled(zone)
        case spec.In(item, group, negated):
            if truth is not negated:
                yield from present(item)
                yield from filled(group)
        case spec.Compare(op, left, right):
            yield from present(left)
            yield from present(right)
            yield from _compared(op if truth else _OPPOSITE[op], left, right)
        case spec.PickIn("any", group):
            if truth:
                yield from filled(group)
        case _:
            yield from present(e)


_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _compared(op: str, left: spec.Expr, right: spec.Expr) -> Iterator[spec.Expr]:
    """`count(zone) > 0` and its like."""
    match left, right:
        case (spec.PickIn("count", zone), spec.IntLit(value)):
            if (op == ">" and value >= 0) or (op == ">=" and value >= 1):
                yield from filled(zone)
        case (spec.IntLit(value), spec.PickIn("count", zone)):
            if (op == "<" and value >= 0) or (op == "<=" and value >= 1):
                yield from filled(zone)


def _counted(left: spec.Expr, right: spec.Expr) -> list[spec.Expr]:
    match left, right:
        case (spec.PickIn("count", zone), spec.IntLit(value)) if value >= 1:
            return list(filled(zone))
        case _:
            return []


def _common(ways: list[list[spec.Expr]]) -> Iterator[spec.Expr]:
    """What is known whichever of the ways it came about."""
    keys = [{key(e) for e in way} for way in ways]
    for e in ways[0] if ways else ():
        if all(key(e) in others for others in keys[1:]):
            yield e


def reads(e: object) -> frozenset[str]:
    """The variables and zones (`v:`), and the names (`n:`), that a formula reads."""
    found: set[str] = set()
    for part in walk(e):
        match part:
            case spec.Variable(name) | spec.ZoneRef(name):
                found.add(f"v:{name}")
            case spec.Bound(name):
                found.add(f"n:{name}")
            case spec.CallDefine() | spec.RankCell() | spec.Possible() | spec.PositionOf() | spec.FormulaColumn():
                found.add(ANY_STATE)
    return frozenset(found)


def surviving(known: Facts, written: frozenset[str] | set[str]) -> dict[Key, frozenset[str]]:
    """The facts that still hold after these have been written."""
    state = any(not name.startswith("n:") for name in written)
    everything = ANY_STATE in written
    kept = {}
    for fact, read in known.items():
        if read & written or (state and ANY_STATE in read):
            continue
        if everything and any(not name.startswith("n:") for name in read):
            continue
        kept[fact] = read
    return kept
