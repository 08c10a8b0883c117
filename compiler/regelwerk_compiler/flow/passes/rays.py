""" "Nobody stands between here and there" -> the nearest one on each ray, and what lies behind it.

Goes in: `all` over a static list of places, for each place x.  Comes out: a mask of the places for which it holds.

What stands at s hides those x in whose list s is: its *shadow*.  The places that can hide anything fall into chains in which each shadow
holds the next one (the rays of a grid); on each only the nearest that stands in the way counts, and that is the lowest or the highest bit
of a mask.  Nothing here knows of rows or diagonals: chains are found in the lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ..evaluate import value
from ..fault import FlowFault, RuleFault
from ..flow import (
    Beyond,
    Bits,
    Clause,
    Const,
    Expr,
    Fold,
    Highest,
    Holding,
    Join,
    Local,
    Lookup,
    Lowest,
    Meet,
    Or,
    Row,
    Some,
    Without,
)
from ..free import free
from ..known import Names, without
from ..rewrite import replaced, walk
from ..values import binary, disjunction, negation
from .masks import THERE, WORK, Leaf

if TYPE_CHECKING:
    from .places import Places

MOST_ROOTS = 4096  # places from which one looks
MOST_RAYS = 16
MOST_BETWEEN = 1 << 13  # masks in a table of what lies between two places
Chain = tuple[tuple[int, int], ...]  # places, the nearest first, with their shadows


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen along rays: among which places, which places lie between (a mask for each place, looked up with `THERE`), and what stands in the way."""

    among: Expr
    between: Lookup
    blocked: Expr


def unhindered(sets: Places, x: str, width: int, test: Fold, among: Expr, names: Names) -> Expr | None:
    """The places of `among` for which all places of their list fulfil the test; None if the lists fall into no chains."""
    if len(test.clauses) != 1 or test.order:
        return None
    clause = test.clauses[0]
    source = clause.source
    if not isinstance(source, Row):
        return None
    body = test.body if clause.where is None else Or((negation(clause.where), test.body))
    low, high, _ = sets.known.source(source, names)
    if low < 0 or high >= width:
        return None
    clear = sets.set_of(clause.name, width, body, without(names, clause.name, (low, high)))
    leaves = sets.leaves(source.index, frozenset((x,)), names)
    if clear is None or x in free(clear) or leaves is None:
        return None
    roots = 1
    for _, first, last in leaves:
        roots *= last - first + 1
    if roots > MOST_ROOTS:
        return None
    index = replaced(
        source.index, {Local(x): Local(THERE), **{e: Local(f"leaf {i}") for i, (e, _, _) in enumerate(leaves)}}
    )
    key = (source.list, index, tuple((low, high) for _, low, high in leaves), width)
    if key not in sets.lines:
        if sets.work + roots * width > WORK:
            return None
        sets.work += roots * width // 4
        try:
            sets.lines[key] = _rows(sets, width, source.list, index, leaves)
        except RuleFault:
            return None
    rows = sets.lines[key]
    wanted = _among(sets, among, leaves, roots, width)
    if (key, wanted) not in sets.rays:
        sets.rays[key, wanted] = _rays(rows, wanted, width)
    rays = sets.rays[key, wanted]
    if rays is None:
        return None
    hidden = [_hidden(sets, rays[step], step, clear, leaves, width) for step in sorted(rays)]
    if not hidden:
        return among
    seen = sets.without(among, sets.join(hidden, width), width)
    if roots * width <= MOST_BETWEEN:
        masks = tuple(sum(1 << s for s in row) for lists in rows for row in lists)
        at = binary("+", binary("*", _root(leaves), Const(width)), Local(THERE))
        blocked = sets.without(sets.full(width), clear, width)
        sets.sights[seen] = Sight(among, Lookup(sets.table(masks, width), at), blocked)
    return seen


def some_seen(sets: Places, mask: Expr, width: int) -> Expr:
    """Whether a set has a place: what must be seen along rays is asked of the few that it would be about, one after the other."""
    parted = _parted(sets, mask, width)
    if parted is None or not parted[1]:
        return Some(mask, width)
    rest, seen = parted
    found: list[Expr] = [] if rest == Const(0) else [Some(rest, width)]
    ways: dict[tuple[Lookup, Expr], list[Expr]] = {}
    for sight, those in seen.items():
        if not any(isinstance(node, Holding) for node in walk(those)):
            return Some(mask, width)
        ways.setdefault((sight.between, sight.blocked), []).append(sets.meet((those, sight.among), width))
    for (between, blocked), masks in ways.items():
        sets.looks += 1
        name = f"seen {sets.looks}"
        there = replaced(between, {Local(THERE): Local(name)})
        hindered = Some(sets.meet((there, blocked), width), width)
        found.append(Fold("any", (Clause(name, Bits(sets.join(masks, width), width)),), negation(hindered)))
    return disjunction(*found)


def _parted(sets: Places, e: Expr, width: int) -> tuple[Expr, dict[Sight, Expr]] | None:
    """A set as places of which nothing need be seen, and for each sight those that must be seen; None if it is not of that sort."""
    if e in sets.sights:
        return Const(0), {sets.sights[e]: sets.full(width)}
    if not any(node in sets.sights for node in walk(e)):
        return e, {}
    match e:
        case Join(parts):
            rest, seen = list[Expr](), dict[Sight, Expr]()
            for part in parts:
                found = _parted(sets, part, width)
                if found is None:
                    return None
                rest.append(found[0])
                for sight, those in found[1].items():
                    seen[sight] = sets.join((seen.get(sight, Const(0)), those), width)
            return sets.join(rest, width), seen
        case Meet(parts):
            both = [_parted(sets, part, width) for part in parts]
            plain = [one[0] for one in both if one is not None and not one[1]]
            looking = [one for one in both if one is None or one[1]]
            if len(looking) != 1 or looking[0] is None:
                return None
            rest_, seen = looking[0]
            return sets.meet((*plain, rest_), width), {s: sets.meet((*plain, m), width) for s, m in seen.items()}
        case Without(a, b) if not any(node in sets.sights for node in walk(b)):
            found = _parted(sets, a, width)
            if found is None:
                return None
            return sets.without(found[0], b, width), {s: sets.without(m, b, width) for s, m in found[1].items()}
    return None


def _root(leaves: Sequence[Leaf]) -> Expr:
    """From which place one looks, as the index of a table."""
    index: Expr = Const(0)
    for e, low, high in leaves:
        index = binary("+", binary("*", index, Const(high - low + 1)), binary("-", e, Const(low)))
    return index


def _rows(sets: Places, width: int, name: str, index: Expr, leaves: Sequence[Leaf]) -> list[list[tuple[int, ...]]]:
    """The list of each place, for each binding of the leaves."""
    lists, found = sets.source.lists[name], []
    for at in product(*(range(low, high + 1) for _, low, high in leaves)):
        scope = {f"leaf {i}": v for i, v in enumerate(at)}
        here: list[tuple[int, ...]] = []
        for place in range(width):
            try:
                k = value(index, sets.scene.fresh({**scope, THERE: place}))
                here.append(lists[k] if 0 <= k < len(lists) else ())
            except FlowFault:
                here.append(())
        found.append(here)
    return found


def _rays(
    rows: Sequence[Sequence[tuple[int, ...]]], wanted: Sequence[int], width: int
) -> dict[int, list[Chain]] | None:
    """The chains of each step, for each place from which one looks; None if the lists fall into none."""
    rays: dict[int, list[Chain]] = {}
    for root, lists in enumerate(rows):
        chains = _chains(lists, wanted[root], width)
        if chains is None:
            return None
        for chain in chains:
            step = _step(chain)
            here = rays.setdefault(step, [()] * len(rows))
            if here[root] or not _straight(chain, step):
                return None
            here[root] = chain
    return rays if len(rays) <= MOST_RAYS else None


def _among(sets: Places, among: Expr, leaves: Sequence[Leaf], roots: int, width: int) -> tuple[int, ...]:
    """The places that are looked at, for each binding of the leaves; all, where that is not known now."""
    if isinstance(among, Const):
        return (among.value,) * roots
    if isinstance(among, Lookup) and among in sets.rests_on:
        theirs = sets.rests_on[among]
        where = [next((i for i, leaf in enumerate(theirs) if leaf == ours), None) for ours in leaves]
        found = [0] * roots
        spans = [range(low, high + 1) for _, low, high in theirs]
        for at, mask in zip(product(*spans), sets.tables[among.table].values, strict=True):
            root = 0
            for (_, low, high), i in zip(leaves, where, strict=True):
                root = root * (high - low + 1) + (at[i] - low if i is not None else 0)
            found[root] |= mask
        if all(i is not None for i in where):
            return tuple(found)
    return ((1 << width) - 1,) * roots


def _chains(rows: Sequence[tuple[int, ...]], wanted: int, width: int) -> list[Chain] | None:
    """The places that may hide others, in chains of shrinking shadows."""
    shadows = [0] * width
    for place, row in enumerate(rows):
        if wanted >> place & 1:
            for s in row:
                shadows[s] |= 1 << place
    left = sorted((s for s in range(width) if shadows[s]), key=lambda s: -shadows[s].bit_count())
    chains: list[list[int]] = []
    for s in left:
        meeting = [chain for chain in chains if shadows[chain[0]] & shadows[s]]
        if not meeting:
            chains.append([s])
        elif len(meeting) == 1 and shadows[s] & ~shadows[meeting[0][-1]] == 0 and shadows[s] != shadows[meeting[0][-1]]:
            meeting[0].append(s)
        else:
            return None
    return [tuple((s, shadows[s]) for s in chain) for chain in chains]


def _step(chain: Chain) -> int:
    """How far the next place of a ray is from the one before."""
    if len(chain) > 1:
        return chain[1][0] - chain[0][0]
    place, shadow = chain[0]
    return min((x - place for x in range(shadow.bit_length()) if shadow >> x & 1), key=abs)


def _straight(chain: Chain, step: int) -> bool:
    """Whether the nearest is the lowest, or the highest."""
    places = [place for place, _ in chain]
    return places == sorted(places, reverse=step < 0)


def _line(chain: Chain) -> int:
    """All places of a ray: those that may hide others, and those that are hidden."""
    return sum(1 << s for s, _ in chain) | (chain[0][1] if chain else 0)


def _plain(chain: Chain, step: int) -> bool:
    """Whether each place hides just what has a higher number on its ray, or a lower one."""
    line = _line(chain)
    return all(shadow == line & ((-2 << s) if step > 0 else (1 << s) - 1) for s, shadow in chain)


def _hidden(sets: Places, chains: Sequence[Chain], step: int, clear: Expr, leaves: Sequence[Leaf], width: int) -> Expr:
    """What the nearest on one ray hides."""
    ray = sets.looked_up(tuple(sum(1 << s for s, _ in chain) for chain in chains), leaves, width)
    if all(_plain(chain, step) for chain in chains):
        line = sets.looked_up(tuple(_line(chain) for chain in chains), leaves, width)
        return sets.meet((line, Beyond(sets.without(line, clear, width), width, step > 0)), width)
    standing = sets.without(ray, clear, width)
    nearest = Lowest(standing, width, width) if step > 0 else Highest(standing, width, width)
    behind: dict[int, int] | None = {}
    for chain in chains:
        for s, shadow in chain:
            if behind is not None and behind.setdefault(s, shadow) != shadow:
                behind = None
    if behind is not None:  # the same from wherever one looks
        return Lookup(sets.table((*(behind.get(s, 0) for s in range(width)), 0), width), nearest)
    values: list[int] = []
    for chain in chains:
        row = dict(chain)
        values += [*(row.get(s, 0) for s in range(width)), 0]
    at = binary("+", binary("*", _root(leaves), Const(width + 1)), nearest)
    return Lookup(sets.table(tuple(values), width), at)
