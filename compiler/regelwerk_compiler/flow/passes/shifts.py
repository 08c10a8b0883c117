"""Patterns of places -> the same pattern everywhere at once, by shifting masks.

Goes in: clauses over places and conditions on the cells there ("a man of mine here, one of the other's next to it, nobody behind it").
Comes out: one mask of the places where the pattern begins, or the truth that it is somewhere.  All bindings are worked out now; those whose
places lie in the same way to each other are one pattern, and its places of beginning one static mask: pattern p at places K is
`K & (A shifted by p1) & (B shifted by p2) ..`, with no loop and no branch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from .. import flow
from ..evaluate import value
from ..fault import FlowFault, RuleFault
from ..flow import And, Call, Cell, Clause, Const, Expr, Fold, Local, Or, Range, Row, Shift, Unary
from ..free import free
from ..known import Names, without
from ..rewrite import replaced, walk
from ..values import conjunction, negation
from .masks import DEEPEST, Leaf

if TYPE_CHECKING:
    from .places import Places

MOST_BINDINGS = 40_000  # tried for one formula
MOST_BRANCHES = 8  # of conditions with `or`
MOST_TERMS = 400  # masks that are shifted
MOST_SETTINGS = 8  # of what is not known now, a player say
PLACE = "the place"


@dataclass(frozen=True, slots=True)
class One:
    """The cell at a place fulfils something: the mask of the places that do, and which place it is."""

    mask: Expr
    at: Expr


@dataclass(frozen=True, slots=True)
class All:
    """The cells at all places of a list do."""

    mask: Expr
    list: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Branch:
    """A conjunction: what is known beforehand, what is asked of the board now, and what only depends on the places."""

    guards: tuple[Expr, ...]
    asked: tuple[One | All, ...]
    static: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """Masks with how far from the beginning they are looked at, and where it may begin, for each setting of the leaves."""

    terms: tuple[tuple[Expr, int], ...]
    places: tuple[int, ...]


def shifted(
    sets: Places, x: str | None, width: int, clauses: Sequence[Clause], tests: Sequence[Expr], names: Names
) -> Expr | None:
    """The mask of the places x for which some binding of the clauses fulfils the tests; without x: a mask that is empty if there is no binding.

    None if the conditions are not of that sort, or there are too many patterns.
    """
    found = patterns(sets, x, width, clauses, tests, names)
    if found is None:
        return None
    masks = []
    for guards, leaves, here in found:
        parts = [_mask(sets, pattern, leaves, width) for pattern in here]
        masks.append(sets.only_if(guards, sets.join(parts, width)))
    return sets.join(masks, width)


def patterns(
    sets: Places, x: str | None, width: int, clauses: Sequence[Clause], tests: Sequence[Expr], names: Names
) -> list[tuple[tuple[Expr, ...], list[Leaf], list[Pattern]]] | None:
    """The patterns of each branch, with its guards and leaves."""
    variables = frozenset({c.name for c in clauses} | ({x} if x is not None else set()))
    if x is not None:
        names = without(names, x, (0, width - 1))
    wheres: list[Expr] = []
    for clause in clauses:
        low, high, _ = sets.known.source(clause.source, names)
        if low < 0 or high >= width or not isinstance(clause.source, Range | Row):
            return None
        names = without(names, clause.name, (low, high))
        if clause.where is not None:
            wheres.append(clause.where)
    branches = _branches(sets, [*wheres, *tests], variables, names)
    if branches is None:
        return None
    found, terms = [], 0
    for parts in branches:
        branch = _branch(sets, parts, variables, width, names)
        if branch is None:
            return None
        leaves = sets.leaves((*branch.static, *(c.source for c in clauses)), variables, names)
        if leaves is None:
            return None
        settings = 1
        for _, low, high in leaves:
            settings *= high - low + 1
        if settings > MOST_SETTINGS:
            return None
        try:
            here = _enumerated(sets, x, width, clauses, branch, leaves)
        except RuleFault:
            return None
        if here is None:
            return None
        terms += sum(len(p.terms) for p in here)
        if terms > MOST_TERMS:
            return None
        found.append((branch.guards, leaves, here))
    return found


def _mask(sets: Places, pattern: Pattern, leaves: Sequence[Leaf], width: int) -> Expr:
    parts = [mask if by == 0 else Shift(mask, -by, width) for mask, by in pattern.terms]
    return sets.meet([*parts, sets.looked_up(pattern.places, leaves, width)], width)


# -- conditions ------------------------------------------------------------------------------------
def _branches(
    sets: Places, tests: Sequence[Expr], variables: frozenset[str], names: Names
) -> list[tuple[Expr, ...]] | None:
    """The conditions with every `or` outside: conjunctions of which one must hold."""
    found: list[tuple[Expr, ...]] = [()]
    for test in tests:
        more = _alternatives(sets, test, variables, names, 0)
        if more is None or len(found) * len(more) > MOST_BRANCHES:
            return None
        found = [(*one, *other) for one in found for other in more]
    return found


def _alternatives(
    sets: Places, test: Expr, variables: frozenset[str], names: Names, depth: int
) -> list[tuple[Expr, ...]] | None:
    if depth > DEEPEST:
        return None
    if not variables & set(free(test)) or sets.leaves(test, variables, names) is not None:
        return [(test,)]
    match test:
        case And(parts):
            return _branches(sets, parts, variables, names)
        case Or(parts):
            static = [p for p in parts if sets.leaves(p, variables, names) is not None]
            rest = [p for p in parts if p not in static]
            if _one_place(test, variables) is not None:
                return [(test,)]
            found: list[tuple[Expr, ...]] = [(Or(tuple(static)) if len(static) > 1 else static[0],)] if static else []
            for part in rest:
                more = _alternatives(sets, part, variables, names, depth + 1)
                if more is None:
                    return None
                found += more
            return found if len(found) <= MOST_BRANCHES else None
        case Unary("not", And() | Or() | Unary() as inner):
            return _alternatives(sets, _pushed(inner), variables, names, depth + 1)
        case Call():
            said = sets.written(test, names)
            return None if said is None else _alternatives(sets, said, variables, names, depth + 1)
        case Fold("any"):
            return None  # one more place: not yet
    return [(test,)]


def _pushed(e: Expr) -> Expr:
    """`not e`, with the `not` inside."""
    match e:
        case And(parts):
            return Or(tuple(negation(p) for p in parts))
        case Or(parts):
            return conjunction(*(negation(p) for p in parts))
        case Unary("not", a):
            return a
    return negation(e)


def _one_place(test: Expr, variables: frozenset[str]) -> Cell | None:
    """The one cell of which a test speaks, if it does not speak of places otherwise."""
    cells = {part for part in walk(test) if isinstance(part, Cell) and variables & set(free(part))}
    if len(cells) != 1:
        return None
    cell = next(iter(cells))
    return None if variables & set(free(replaced(test, {cell: Const(0)}))) else cell


def _branch(sets: Places, tests: Sequence[Expr], variables: frozenset[str], width: int, names: Names) -> Branch | None:
    guards, asked, static = list[Expr](), list[One | All](), list[Expr]()
    for test in tests:
        if not variables & set(free(test)):
            if not sets.usable(test, names):
                return None
            guards.append(test)
        elif sets.leaves(test, variables, names) is not None:
            static.append(test)
        elif isinstance(test, Fold) and test.kind == "all":
            one = _universal(sets, test, variables, width, names)
            if one is None:
                return None
            asked.append(one)
        else:
            cell = _one_place(test, variables)
            if cell is None or cell.index is None or cell.size != width:
                return None
            if sets.leaves(cell.index, variables, names) != []:
                return None
            here = replaced(test, {cell: Cell(cell.base, Local(PLACE), width)})
            mask = sets.set_of(PLACE, width, here, without(names, PLACE, (0, width - 1)))
            if mask is None:
                return None
            asked.append(One(mask, cell.index))
    return Branch(tuple(guards), tuple(asked), tuple(static))


def _universal(sets: Places, test: Fold, variables: frozenset[str], width: int, names: Names) -> All | None:
    if len(test.clauses) != 1 or not isinstance(test.clauses[0].source, Row):
        return None
    clause, source = test.clauses[0], test.clauses[0].source
    assert isinstance(source, Row)
    body = test.body if clause.where is None else Or((negation(clause.where), test.body))
    low, high, _ = sets.known.source(source, names)
    if low < 0 or high >= width or sets.leaves(source.index, variables, names) != []:
        return None
    mask = sets.set_of(clause.name, width, body, without(names, clause.name, (low, high)))
    if mask is None or variables & set(free(mask)):
        return None
    return All(mask, source.list, source.index)


# -- all bindings ------------------------------------------------------------------------------------
def _enumerated(
    sets: Places, x: str | None, width: int, clauses: Sequence[Clause], branch: Branch, leaves: Sequence[Leaf]
) -> list[Pattern] | None:
    """The patterns of a branch; None if there are too many bindings, or some ask for nothing."""
    held = {e: Local(f"leaf {i}") for i, (e, _, _) in enumerate(leaves)}
    order = ([Clause(x, Range(Const(0), Const(width - 1)))] if x is not None else []) + list(clauses)
    static = [replaced(test, held) for test in branch.static]
    sources = [replaced(c.source, held) for c in order]
    where: list[list[Expr]] = [[] for _ in order]
    for test in static:
        last = max((i for i, c in enumerate(order) if c.name in free(test)), default=0)
        where[last].append(test)
    masks = list(dict.fromkeys(one.mask for one in branch.asked))
    spans = [range(low, high + 1) for _, low, high in leaves]
    places: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
    tried = 0

    def bindings(at: int, scope: dict[str, int]) -> Iterator[dict[str, int]]:
        nonlocal tried
        if at == len(order):
            yield scope
            return
        for here in _values(sets, sources[at], scope):
            tried += 1
            if tried > MOST_BINDINGS:
                return
            inner = {**scope, order[at].name: here}
            if all(sets.truth_at(test, inner) for test in where[at]):
                yield from bindings(at + 1, inner)

    for k, setting in enumerate(product(*spans)):
        for scope in bindings(0, {f"leaf {i}": v for i, v in enumerate(setting)}):
            terms: dict[tuple[int, int], None] = {}
            for one in branch.asked:
                number = masks.index(one.mask)
                if isinstance(one, One):
                    terms[number, value(one.at, sets.scene.fresh(scope))] = None
                else:
                    rows = sets.source.lists[one.list]
                    for place in rows[value(one.index, sets.scene.fresh(scope))]:
                        terms[number, place] = None
            if not terms:
                return None
            if any(not 0 <= place < width for _, place in terms):
                continue  # a binding behind a test that never holds
            anchor = scope[x] if x is not None else min(place for _, place in terms)
            key = tuple(sorted((number, place - anchor) for number, place in terms))
            here = places.setdefault(key, {})
            here[k] = here.get(k, 0) | 1 << anchor
        if tried > MOST_BINDINGS or sets.work > WORK_LEFT:
            return None
    sets.work += tried // 4
    count = 1
    for span in spans:
        count *= len(span)
    found = []
    for key, starts in places.items():
        ordered = sorted(key, key=lambda t: (-_times(key, t[0]), t[0], abs(t[1])))
        terms_ = tuple((masks[number], by) for number, by in ordered)
        found.append(Pattern(terms_, tuple(starts.get(k, 0) for k in range(count))))
    return found


WORK_LEFT = 1 << 30


def _times(key: tuple[tuple[int, int], ...], number: int) -> int:
    return sum(1 for other, _ in key if other == number)


def _values(sets: Places, source: flow.Source, scope: dict[str, int]) -> Sequence[int]:
    try:
        match source:
            case Range(low, high):
                inside = sets.scene.fresh(scope)
                return range(value(low, inside), value(high, inside) + 1)
            case Row(name, index):
                return sets.source.lists[name][value(index, sets.scene.fresh(scope))]
    except (FlowFault, IndexError):
        pass
    return ()
