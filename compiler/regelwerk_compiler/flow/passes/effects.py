"""What a trial does, without doing it: which cells it writes, what is asked on the way, and formulas about the position that it leads to.

Goes in: a block that is tried, with its arguments.  Comes out: `Asked`s, each a condition and the writes that stand before it; `behind` turns
such a condition into a formula about the position in which the trial begins.  Blocks that branch, loops that write what is asked for, and
whatever else is not as plain as that raise `Unclear`.

A name of the steps (`let`, a parameter) has the value that it got where it was set, whatever is written later: it is kept beside the condition,
in terms of the position in which the trial begins, and put in only behind the writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import flow
from ..flow import Cell, Const, Expr, LetIn, Local, Lookup, MaskOf, Program, Stmt
from ..free import free
from ..known import Known
from ..rewrite import rebuild, substituted, walk
from ..values import binary, choice, conjunction

MOST_WRITES = 8  # to cells that are asked for
LONGEST = 4000  # nodes of a formula that is written out


class Unclear(Exception):
    """It cannot be said beforehand."""


@dataclass(frozen=True, slots=True)
class Write:
    """A cell gets a value."""

    cell: Cell
    value: Expr


@dataclass(frozen=True, slots=True)
class Havoc:
    """These cells may get any value."""

    first: int
    count: int


Change = Write | Havoc


@dataclass(frozen=True, slots=True)
class Asked:
    """What must hold behind some writes.  `within`: `test` is a number that must lie there; else it is a condition.

    Cells in `test` are as they are behind the writes; its names have the values of `names`, in which cells are as they are when the trial begins.
    """

    test: Expr
    writes: tuple[Change, ...]
    names: tuple[tuple[str, Expr], ...] = ()
    within: tuple[int, int] | None = None

    @property
    def now(self) -> Expr:
        """What would be asked if nothing had been written."""
        found: Expr = substituted(self.test, dict(self.names))
        return found


class Effects:
    """What the trials of one program do."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = Known(program)
        self.blocks = {block.number: block for block in program.blocks}
        self._reads: dict[str, frozenset[tuple[int, int]]] = {}

    # -- what is read ------------------------------------------------------------------------------
    def reads(self, node: object) -> frozenset[tuple[int, int]]:
        """The runs of cells (first, how many) on which a piece of Flow rests.  A trial rests on everything."""
        found: set[tuple[int, int]] = set()
        for part in walk(node):
            match part:
                case Cell(base, index, size):
                    found.add((base, 1 if index is None else size))
                case flow.Holding(base, size):
                    found.add((base, size))
                case flow.Digest(_, runs):
                    found |= {(first, count) for first, count, _ in runs}
                case flow.Trial():
                    found.add((0, len(self.program.initial)))
                case flow.Call(name):
                    if name not in self._reads:
                        self._reads[name] = frozenset()
                        self._reads[name] = self.reads(self.program.functions[name].body)
                    found |= self._reads[name]
                case _:
                    pass
        return frozenset(found)

    def touches(self, node: object, writes: tuple[Change, ...]) -> bool:
        """Whether a piece of Flow rests on what was written."""
        return any(_meet(run, _run(w)) for run in self.reads(node) for w in writes)

    # -- running through it ------------------------------------------------------------------------
    def of(self, number: int, args: tuple[Expr, ...]) -> tuple[Asked, ...]:
        """All that is asked in a trial.  Raises `Unclear`."""
        asked: list[Asked] = []
        writes: list[Change] = []
        seen: set[int] = set()
        while True:
            if number in seen:
                raise Unclear
            seen.add(number)
            block = self.blocks[number]
            env: dict[str, Expr] = dict(zip(block.params, args, strict=True))
            self._statements(block.body, env, writes, asked)
            match block.end:
                case flow.Jump(target, leaving):
                    if leaving:
                        return tuple(asked)
                    number, args = target, ()
                case flow.Stop() | flow.Toss():
                    return tuple(asked)
                case flow.Decide(decision) if not self.program.decisions[decision].refuses:
                    return tuple(asked)
                case _:
                    raise Unclear

    def _statements(
        self, body: tuple[Stmt, ...], env: dict[str, Expr], writes: list[Change], asked: list[Asked]
    ) -> None:
        for statement in body:
            if self.known.refuses(statement):
                raise Unclear
            match statement:
                case flow.Assign(name, value):
                    env[name] = self._now(value, env, writes)
                case flow.Store(cell, value, low, high, check):
                    index = None if cell.index is None else self._now(cell.index, env, writes)
                    given = self._now(value, env, writes)
                    if check is not None:
                        asked.append(Asked(given, (), within=(low, high)))
                    writes.append(Write(Cell(cell.base, index, cell.size), given))
                case flow.Run(procedure, args):
                    called = self.program.procedures[procedure]
                    inner = {p: self._now(a, env, writes) for p, a in zip(called.params, args, strict=True)}
                    self._statements(called.body, inner, writes, asked)
                case flow.Require(test):
                    held, names = self._kept(test, env)
                    asked.append(Asked(held, tuple(writes), names))
                case flow.Each() | flow.When() | flow.Collect():
                    writes += self._any_of(statement)
                case _:
                    raise Unclear

    def _any_of(self, statement: Stmt) -> Iterator[Change]:
        """What a statement may write, if it surely comes to an end and sets no locals that are asked for later."""
        todo: list[object] = [statement]
        seen: set[str] = set()
        while todo:
            for part in walk(todo.pop()):
                match part:
                    case flow.Store(cell, check=None):
                        yield Havoc(*_cells(cell))
                    case flow.Collect(base, size):
                        yield Havoc(base, size + 1)
                    case flow.Run(name):
                        if name not in seen:
                            seen.add(name)
                            todo.append(self.program.procedures[name].body)
                            if self.known.refuses(self.program.procedures[name].body):
                                raise Unclear
                    case flow.Store() | flow.Require() | flow.Fail() | flow.Repeat() | flow.Assign():
                        raise Unclear
                    case _:
                        pass

    @staticmethod
    def _kept(e: Expr, env: dict[str, Expr]) -> tuple[Expr, tuple[tuple[str, Expr], ...]]:
        """The expression with new names for those of the steps, and what they stand for; cells are as they are when it is asked."""
        names = free(e)
        if any(name not in env for name in names):
            raise Unclear
        held: Expr = substituted(e, {name: Local(f"{name} as it was set") for name in names})
        return held, tuple((f"{name} as it was set", env[name]) for name in names)

    def _now(self, e: Expr, env: dict[str, Expr], writes: list[Change]) -> Expr:
        """The value of an expression, in terms of the position in which the trial begins.  What cannot be said is asked for later, if at all."""
        try:
            test, names = self._kept(e, env)
            return self.behind(Asked(test, tuple(writes), names))
        except Unclear:
            return UNKNOWN

    # -- formulas about what comes behind -----------------------------------------------------------
    def behind(self, asked: Asked) -> Expr:
        """The value of what is asked, in terms of the position in which the trial begins.  Raises `Unclear`."""
        held = self.after(asked.test, asked.writes)
        bound = {part.name for part in walk(held) if isinstance(part, LetIn | flow.Clause)}
        if any(bound & set(free(value)) for _, value in asked.names):
            raise Unclear
        found: Expr = substituted(held, dict(asked.names))
        if UNKNOWN in walk(found) or sum(1 for _ in walk(found)) > LONGEST:
            raise Unclear
        return found

    def after(self, e: Expr, writes: tuple[Change, ...]) -> Expr:
        """The value that an expression has behind the writes.  Raises `Unclear`."""
        if e == UNKNOWN:
            raise Unclear
        if not writes:
            return e
        runs = self.reads(e)
        mine = tuple(w for w in writes if any(_meet(run, _run(w)) for run in runs))
        if not mine:
            return e
        if len(mine) > MOST_WRITES or any(isinstance(w, Havoc) for w in mine):
            raise Unclear
        last = {w.cell: w for w in mine if isinstance(w, Write)}  # what is written over is gone
        found: Expr = self._after(e, tuple(w for w in mine if isinstance(w, Write) and last[w.cell] is w))
        if UNKNOWN in walk(found) or sum(1 for _ in walk(found)) > LONGEST:
            raise Unclear
        return found

    def _after(self, e: Any, writes: tuple[Write, ...]) -> Any:
        match e:
            case Cell(base, index, size):
                at = None if index is None else self._after(index, writes)
                found: Expr = Cell(base, at, size)
                for w in writes:
                    if _meet(_cells(e), _cells(w.cell)):
                        found = choice(
                            binary("==", _place(base, at, w), _place(w.cell.base, w.cell.index, w)), w.value, found
                        )
                return found
            case flow.Holding(base, size, classes, low, wanted):
                mask: Expr = flow.Holding(base, size, classes, low, self._after(wanted, writes))
                for w in writes:
                    if _meet((base, size), _cells(w.cell)):
                        mask = self._held(mask, e, self._after(wanted, writes), w)
                return mask
            case flow.Call(name, args):
                given = tuple(self._after(arg, writes) for arg in args)
                if not self.touches(self.program.functions[name].body, writes):
                    return flow.Call(name, given)
                return self._after(written(self.program, flow.Call(name, args)), writes)
            case flow.Trial():
                raise Unclear
            case flow.Linked() if self.touches(e, writes):
                raise Unclear
            case flow.Digest():
                if self.touches(e, writes):
                    raise Unclear
                return e
        return rebuild(e, lambda part: self._after(part, writes))

    def _held(self, mask: Expr, e: flow.Holding, wanted: Expr, w: Write) -> Expr:
        """Who holds something, behind a write."""
        first, count = _cells(w.cell)
        if first < e.base or first + count > e.base + e.size:
            raise Unclear
        place = binary("+", Const(w.cell.base - e.base), w.cell.index) if w.cell.index else Const(w.cell.base - e.base)
        bit: Expr = MaskOf((place,), e.size)
        if isinstance(place, Const):
            bit = Const(1 << place.value)
        values = self.program.tables[e.classes].values
        given: Expr = Lookup(e.classes, binary("-", w.value, Const(e.low)))
        if isinstance(w.value, Const):
            if not 0 <= w.value.value - e.low < len(values):
                raise Unclear  # it is refused where it is written
            given = Const(values[w.value.value - e.low])
        test = binary("==", given, wanted)
        return choice(test, flow.Join((mask, bit), e.size), flow.Without(mask, bit, e.size))


UNKNOWN: Expr = Local("what cannot be said")  # no name is called so


def written(program: Program, call: flow.Call) -> Expr:
    """What a function says, with its arguments.  Raises `Unclear` where a name would mean two things."""
    function = program.functions[call.function]
    bound = {part.name for part in walk(function.body) if isinstance(part, LetIn | flow.Clause)}
    if any(bound & set(free(arg)) for arg in call.args):
        raise Unclear
    body: Expr = substituted(function.body, dict(zip(function.params, call.args, strict=True)))
    return body


def required(asked: Asked, value: Expr) -> Expr:
    """The condition, where what is asked has this value."""
    if asked.within is None:
        return value
    low, high = asked.within
    return conjunction(binary("<=", Const(low), value), binary("<=", value, Const(high)))


def _cells(cell: Cell) -> tuple[int, int]:
    return cell.base, 1 if cell.index is None else cell.size


def _run(change: Change) -> tuple[int, int]:
    return _cells(change.cell) if isinstance(change, Write) else (change.first, change.count)


def _meet(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[0] + b[1] and b[0] < a[0] + a[1]


def _place(base: int, index: Expr | None, w: Write) -> Expr:
    """Where a cell lies, counted from the beginning of what is written."""
    shift = Const(base - w.cell.base)
    return shift if index is None else binary("+", index, shift)
