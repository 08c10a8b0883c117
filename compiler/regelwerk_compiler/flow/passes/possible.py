"""A set that rests on a place -> the places for which it may hold anything at all, as far as the board alone tells.

Goes in: a mask that speaks of a name.  Comes out: a mask of the values of that name, or None if nothing is gained: "where may a pawn that is
promoted stand" is one row of the board, whoever stands on it.
"""

from __future__ import annotations

from itertools import product

from ..evaluate import value
from ..fault import FlowFault, RuleFault
from ..flow import Binary, Cell, Choice, Const, Expr, Join, LetIn, Local, Lookup, Meet, Without
from ..known import Names
from ..rewrite import replaced, walk
from .masks import Leaf
from .places import Places

MOST_SETTINGS = 16  # of what is not known now, a player say


def possible(sets: Places, name: str, width: int, mask: Expr, names: Names) -> Expr | None:
    """The values of the name for which the mask may hold something."""
    found: dict[Expr, tuple[int, int]] = {}
    looked: dict[Expr, Expr] = {}
    settings = 1
    for node in walk(mask):
        if not isinstance(node, Lookup) or not sets.tables[node.table].width:
            continue
        leaves = _leaves(sets, node.index, name, names)
        if leaves is None:
            continue
        looked[node] = node
        for e, low, high in leaves:
            if e not in found:
                found[e] = (low, high)
                settings *= high - low + 1
    if not looked or settings > MOST_SETTINGS:
        return None
    held: dict[Expr, Expr] = {e: Local(f"leaf {i}") for i, e in enumerate(found)}
    plain = {node: replaced(node, held) for node in looked}
    masks = []
    for at in product(*(range(low, high + 1) for low, high in found.values())):
        scope = {f"leaf {i}": v for i, v in enumerate(at)}
        here = 0
        for place in range(width):
            here |= (_most(sets, mask, plain, {**scope, name: place}) != 0) << place
        masks.append(here)
    if all(m == (1 << width) - 1 for m in masks):
        return None
    return sets.looked_up(tuple(masks), [(e, *ends) for e, ends in found.items()], width)


def _leaves(sets: Places, index: Expr, name: str, names: Names) -> list[Leaf] | None:
    """What the index speaks of beside the name; None if it speaks of what lies on a place."""
    found: list[Leaf] = []
    for node in walk(index):
        match node:
            case Const() | Binary():
                pass
            case Local(other) if other == name:
                pass
            case Local() | Cell(_, None):
                found.append((node, *sets.known.interval(node, names)))
            case _:
                return None
    return found


def _most(sets: Places, e: Expr, plain: dict[Expr, Expr], scope: dict[str, int]) -> int:
    """No less than the mask can hold."""
    match e:
        case Const(bits):
            return bits
        case Lookup() if e in plain:
            try:
                return value(plain[e], sets.scene.fresh(scope))
            except (FlowFault, RuleFault):
                return -1
        case Meet(parts):
            found = -1
            for part in parts:
                found &= _most(sets, part, plain, scope)
            return found
        case Join(parts):
            found = 0
            for part in parts:
                found |= _most(sets, part, plain, scope)
            return found
        case Without(a):
            return _most(sets, a, plain, scope)
        case Choice(_, a, b):
            return _most(sets, a, plain, scope) | _most(sets, b, plain, scope)
        case LetIn(_, _, body):
            return _most(sets, body, plain, scope)
    return -1
