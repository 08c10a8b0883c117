"""From the `when` of variants to which of them can be in force together: every number of players and set of options is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from .. import spec, types
from ..names import Names

MOST_CASES = 5_000


@dataclass(frozen=True, slots=True)
class Case:
    """One number of players and one value for each option."""

    players: int
    options: Mapping[str, int]


class CannotTellError(Exception):
    """A formula asks for what the game decides, or for more than is worth looking at."""


def cases(names: Names | spec.Spec) -> Iterator[Case] | None:
    """Every number of players with every set of options; None if these are too many to try."""
    ranges = [range(option.holds.low, option.holds.high + 1) for option in names.options.values()]
    count = names.players[1] - names.players[0] + 1
    for values in ranges:
        count *= len(values)
    if count > MOST_CASES:
        return None
    return (
        Case(players, dict(zip(names.options, chosen, strict=True)))
        for players in range(names.players[0], names.players[1] + 1)
        for chosen in product(*ranges)
    )


def holds(condition: spec.Expr, case: Case) -> bool:
    """Whether a condition over options and the number of players is true.  Raises CannotTellError."""
    return bool(_value(condition, case))


def _value(node: spec.Expr, case: Case) -> int:
    match node:
        case spec.IntLit(value=value):
            return value
        case spec.BoolLit(value=truth):
            return int(truth)
        case spec.Value(index=index):
            return index
        case spec.OptionRef(name=name):
            return case.options[name]
        case spec.PickIn(word="count", group=spec.Players()):
            return case.players
        case spec.Negate(part=part):
            return -_value(part, case)
        case spec.Not(part=part):
            return int(not _value(part, case))
        case spec.And(parts=parts):
            return int(all(_value(part, case) for part in parts))
        case spec.Or(parts=parts):
            return int(any(_value(part, case) for part in parts))
        case spec.Is(left=left, right=right, negated=negated):
            return int((_value(left, case) == _value(right, case)) != negated)
        case spec.In(item=item, group=group, negated=negated):
            return int((_value(item, case) in _group(group, case)) != negated)
        case spec.Compare(op=op, left=left, right=right):
            return int(_compared(op, _value(left, case), _value(right, case)))
        case spec.Arithmetic(op=op, left=left, right=right):
            return calculated(op, _value(left, case), _value(right, case))
        case spec.If(value=value, condition=condition, otherwise=spec.Formula() as otherwise):
            return _value(value if _value(condition, case) else otherwise, case)
        case _:
            raise CannotTellError


def _group(node: spec.Expr, case: Case) -> frozenset[int]:
    match node:
        case spec.SetOf(items=items):
            return frozenset(_value(item, case) for item in items)
        case spec.Range(low=low, high=high):
            return frozenset(range(_value(low, case), _value(high, case) + 1))
        case _ if isinstance(node.type.base, types.Set):
            raise CannotTellError
        case _:
            return frozenset({_value(node, case)})


def _compared(op: str, a: int, b: int) -> bool:
    match op:
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case _:
            return a >= b


def calculated(op: str, a: int, b: int) -> int:
    """`a op b`.  Raises CannotTellError for a remainder by 0."""
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case _ if b:
            return a % b
        case _:
            raise CannotTellError
