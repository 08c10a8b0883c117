"""Clauses of the Flow as loops of Python.

Goes in: clauses with conditions, and what to write for every binding.  Comes out: nested loops in the frame.

Conditions are looked at as early as their names are bound; cheap ones first.  What a loop does not change is worked out before it, as far as
nothing is stored meanwhile (`pure`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..flow.flow import And, Binary, Bits, Cell, Clause, Const, Expr, Local, Offsets, Range, Row, Source, Turn, Values
from ..flow.free import free
from ..flow.rewrite import parts
from . import arithmetic, conditions, expressions, share
from .bits import SPARSE, most_bits
from .code import SHIFT, Code, number, plus
from .frame import Frame, Scope

TABLED = 10  # masks of at most so many bits are looked up in a table of all of them
LITERAL = 12  # values of a row that are written in the line of the loop
LONG = 6  # from so many rounds on a run of cells is taken out and walked itself
EARLY = 60  # steps of a condition that is looked at further out than it was written


@dataclass(frozen=True, slots=True)
class Head:
    """How a loop begins: its line, the interval of its values, and what to write first in its body."""

    line: str
    low: int
    high: int
    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Nest:
    """Loops about to be written.

    `levels[i]`: what is tested when i names are bound.  `uses`: what `inner` will value.
    `stops`: `inner` ends with `break` and all loops are left.  `statements`: the names are those of the function, and cells may change.
    """

    clauses: tuple[Clause, ...]
    levels: tuple[tuple[Expr, ...], ...]
    uses: tuple[Expr, ...]
    inner: Callable[[Scope], None]
    stops: bool
    statements: bool


def loops(
    clauses: tuple[Clause, ...],
    f: Frame,
    scope: Scope,
    inner: Callable[[Scope], None],
    *,
    tests: tuple[Expr, ...] = (),
    uses: tuple[Expr, ...] = (),
    stops: bool = False,
    statements: bool = False,
) -> None:
    """Write `inner` for every binding for which the tests hold."""
    nest = Nest(clauses, levels_of(clauses, tests, f, scope, not statements), uses, inner, stops, statements)
    if not statements:
        scope = share.repeated([*nest.levels[0], *(uses if not clauses else ())], f, scope)
    _tested(nest.levels[0], f, scope, lambda: _level(nest, 0, f, scope, False))


def _tested(tests: tuple[Expr, ...], f: Frame, scope: Scope, then: Callable[[], None]) -> None:
    if tests:
        conditions.tested(tests, f, scope, then)
    else:
        then()


def flat(e: Expr | None) -> tuple[Expr, ...]:
    """The parts of a condition."""
    if e is None:
        return ()
    return tuple(part for whole in e.parts for part in flat(whole)) if isinstance(e, And) else (e,)


def levels_of(
    clauses: tuple[Clause, ...], tests: tuple[Expr, ...], f: Frame, scope: Scope, early: bool
) -> tuple[tuple[Expr, ...], ...]:
    """When each condition is looked at: where it stands, or as soon as its names are bound, if nothing can go wrong with it, nor with one before it."""
    known = f.module.known
    names = [clause.name for clause in clauses]
    levels: list[list[Expr]] = [[] for _ in range(len(clauses) + 1)]
    placed = [(i + 1, part) for i, clause in enumerate(clauses) for part in flat(clause.where)]
    placed += [(len(clauses), part) for test in tests for part in flat(test)]
    for home, part in placed:
        level = home
        early = early and not known.refuses(part)
        if early and len(set(names)) == len(names):
            spoken = set(free(part))
            last = max((i + 1 for i, name in enumerate(names) if name in spoken), default=0)
            if last < home and known.cost(part) <= EARLY:
                inside, _ = known.bound(tuple(Clause(c.name, c.source) for c in clauses[:last]), scope.ranges())
                for earlier in (test for tests_ in levels[: last + 1] for test in tests_):
                    inside = known.assume(earlier, inside, True)
                if known.safe(part, inside):
                    level = last
        levels[level].append(part)
    return tuple(tuple(level) for level in levels)


def single(source: Source) -> Expr | None:
    """The only value that a source surely has."""
    match source:
        case Values((only,)):
            return only
        case Range(Const(low), Const(high)) if low == high:
            return source.low
    return None


def looped(clauses: tuple[Clause, ...]) -> bool:
    """Whether there is a loop at all, that could be left."""
    return any(single(clause.source) is None for clause in clauses)


def _level(nest: Nest, i: int, f: Frame, scope: Scope, inside: bool) -> None:
    """The loop of clause i and all in it; `inside` of another."""
    if i == len(nest.clauses):
        nest.inner(scope)
        return
    clause = nest.clauses[i]
    only = single(clause.source)
    if only is not None:
        _only(nest, i, only, f, scope, inside)
        return
    rest: list[object] = [*itertools.chain(*nest.levels[i + 1 :]), *nest.uses]
    sources = [other.source for other in nest.clauses[i + 1 :]]
    bound = frozenset(other.name for other in nest.clauses[i:])
    if not nest.statements:
        scope = share.hoisted([*rest, *sources], bound, f, scope)
        first = nest.levels[i + 1][:1] or (nest.uses[:1] if i == len(nest.clauses) - 1 else ())
        scope = share.dear(first, bound, f, scope)
        scope = share.later([*rest, *sources], bound, f, scope)
    name = f.variables[clause.name] if nest.statements else f.loop_name(clause.name, scope)
    runs = None if nest.statements else cell_run(clause, nest, i, f, scope)
    if runs is None:
        head = loop_head(clause.source, name, f, scope)
        here = scope.bind(clause.name, Code(name, low=head.low, high=head.high))
    else:
        cell, offset, low, high = runs
        content = f.temporary()
        run = f"v[{cell.base + offset + low}:{cell.base + offset + high + 1}]"
        ends = f.module.known.cells(cell.base, cell.size)
        here = scope.bind(clause.name, Code(name, low=low, high=high)).share(
            cell, Code(content, low=ends[0], high=ends[1])
        )
        if spoken_elsewhere(clause.name, cell, [*rest, *sources]):
            head = Head(f"for {name}, {content} in enumerate({run}{f', {low}' if low else ''})", low, high)
        else:
            head = Head(f"for {content} in {run}", low, high)
    with f.loop(head.line):
        for line in head.first:
            f.out.write(line)
        last = i == len(nest.clauses) - 1
        ask = share.repeated([*nest.levels[i + 1], *(nest.uses if last else ())], f, here)
        inner = here if nest.statements else ask  # cells may change behind the test
        _tested(nest.levels[i + 1], f, ask, lambda: _level(nest, i + 1, f, inner, True))
    if nest.stops and inside:
        with f.out.block("else"):
            f.out.write("continue")
        f.out.write("break")


def _only(nest: Nest, i: int, only: Expr, f: Frame, scope: Scope, inside: bool) -> None:
    """A clause with one value is no loop."""
    clause = nest.clauses[i]
    code = expressions.value(only, f, scope)
    if nest.statements:
        f.out.write(f"{f.variables[clause.name]} = {code.text}")
        code = f.variable(clause.name, code.low, code.high)
    elif not code.simple and code.constant is None:
        name = f.kept(clause.name, scope)
        f.out.write(f"{name} = {code.text}")
        code = Code(name, low=code.low, high=code.high)
    here = scope.bind(clause.name, code)
    _tested(nest.levels[i + 1], f, here, lambda: _level(nest, i + 1, f, here, inside))


def cell_run(clause: Clause, nest: Nest, i: int, f: Frame, scope: Scope) -> tuple[Cell, int, int, int] | None:
    """The cells `v[base + name + offset]` that a long loop looks at first: then the loop runs over them."""
    source = clause.source
    if not (isinstance(source, Range) and isinstance(source.low, Const) and isinstance(source.high, Const)):
        return None
    low, high = source.low.value, source.high.value
    first = nest.levels[i + 1][:1] or (nest.uses[:1] if i == len(nest.clauses) - 1 else ())
    if high - low + 1 < LONG or not first:
        return None
    for part in share.sure(first[0]):
        if isinstance(part, Cell) and part.index is not None and part not in scope.shared:
            offset = offset_of(part.index, clause.name)
            if offset is not None and low + offset >= 0 and high + offset < part.size:
                return part, offset, low, high
    return None


def offset_of(index: Expr, name: str) -> int | None:
    """k if the index is `name + k`."""
    match index:
        case Local(n) if n == name:
            return 0
        case Binary("+", Local(n), Const(k)) if n == name:
            return k
        case Binary("-", Local(n), Const(k)) if n == name:
            return -k
    return None


def spoken_elsewhere(name: str, cell: Cell, others: list[object]) -> bool:
    """Whether a name is needed for anything but this cell."""

    def spoken(node: object) -> bool:
        if node == cell:
            return False
        if isinstance(node, Local):
            return node.name == name
        return any(spoken(part) for part in parts(node))

    return any(spoken(part) for part in others)


def loop_head(source: Source, name: str, f: Frame, scope: Scope) -> Head:
    """`for name in ...` or `while ...`."""
    module = f.module
    match source:
        case Range(low, high):
            a, b = expressions.value(low, f, scope), expressions.value(high, f, scope)
            end = plus(b, number(1))
            text = f"range({end.text})" if a.constant == 0 else f"range({a.text}, {end.text})"
            return Head(f"for {name} in {text}", a.low, max(a.low, b.high))
        case Bits(mask, width):
            bits = expressions.value(mask, f, scope)
            if width <= TABLED:
                module.bit_tables.add(width)
                return Head(f"for {name} in BITS_{width}[{bits.text}]", 0, width - 1)
            if most_bits(mask, width, module.program) > SPARSE:
                return Head(f"for {name} in {module.listing(width)}({bits.text})", 0, width - 1)
            rest, lowest = f.temporary(), f.temporary()
            f.out.write(f"{rest} = {bits.text}")
            first = (f"{lowest} = {rest} & -{rest}", f"{rest} ^= {lowest}", f"{name} = {lowest}.bit_length() - 1")
            return Head(f"while {rest}", 0, width - 1, first)
        case Values(values):
            codes = [expressions.value(value, f, scope) for value in values]
            text = ", ".join(code.text for code in codes)
            line = f"for {name} in ({text}{',' * (len(codes) == 1)})"
            return Head(line, min((c.low for c in codes), default=0), max((c.high for c in codes), default=0))
        case Row(given, index):
            rows = module.program.lists[given]
            at = expressions.value(index, f, scope)
            if at.constant is not None and 0 <= at.constant < len(rows):
                rows = (rows[at.constant],)
                if len(rows[0]) <= LITERAL:
                    text = ", ".join(str(value) for value in rows[0])
                    line = f"for {name} in ({text}{',' * (len(rows[0]) == 1)})"
                    return Head(line, min(rows[0], default=0), max(rows[0], default=0))
            held = [value for row in rows for value in row] or [0]
            return Head(f"for {name} in {module.lists[given]}[{at.text}]", min(held), max(held))
        case Turn(start, count):
            module.turn_tables.add(count)
            at = arithmetic.divided("mod", expressions.value(start, f, scope), number(count), f)
            return Head(f"for {name} in TURN_{count}[{at.text}]", 0, count - 1)
        case Offsets(start, ways, width):
            at = expressions.named(start, f, scope)
            found = f.temporary()
            f.out.write(f"{found} = []")
            for by, mask in ways:
                with f.out.block(f"if {expressions.value(mask, f, scope).at(SHIFT)} >> {at.text} & 1"):
                    f.out.write(f"{found}.append({plus(at, number(by)).text})")
            return Head(f"for {name} in {found}", 0, width - 1)


def values_of(source: Source, f: Frame, scope: Scope, most: int) -> list[Code] | None:
    """All values of a source, if they are known and few; nothing is written."""
    program = f.module.program
    with f.out.capture() as lines:
        found = _values_of(source, f, scope, program.lists, most)
    return None if lines or found is None or len(found) > most else found


def _values_of(
    source: Source, f: Frame, scope: Scope, lists: dict[str, tuple[tuple[int, ...], ...]], most: int
) -> list[Code] | None:
    match source:
        case Range(low, high):
            a, b = expressions.value(low, f, scope).constant, expressions.value(high, f, scope).constant
            return None if a is None or b is None or b - a >= most else [number(n) for n in range(a, b + 1)]
        case Bits(mask):
            bits = expressions.value(mask, f, scope).constant
            return None if bits is None else [number(n) for n in range(bits.bit_length()) if bits >> n & 1]
        case Values(values):
            codes = [expressions.value(value, f, scope) for value in values]
            return codes if all(code.simple or code.constant is not None for code in codes) else None
        case Row(name, index):
            at = expressions.value(index, f, scope).constant
            return None if at is None else [number(n) for n in lists[name][at]]
        case Turn(start, count):
            first = expressions.value(start, f, scope).constant
            return None if first is None else [number((first + n) % count) for n in range(count)]
        case Offsets():
            return None


def ascending(clauses: tuple[Clause, ...], lists: dict[str, tuple[tuple[int, ...], ...]]) -> bool:
    """Do all clauses surely run upwards, each value once?"""
    return all(_upwards(clause.source, lists) for clause in clauses)


def _upwards(source: Source, lists: dict[str, tuple[tuple[int, ...], ...]]) -> bool:
    match source:
        case Range() | Bits() | Offsets():
            return True
        case Values(values):
            return len(values) < 2
        case Row(name):
            return all(a < b for row in lists[name] for a, b in _pairs(row))
        case Turn(_, count):
            return count < 2


def _pairs(row: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return itertools.pairwise(row)
