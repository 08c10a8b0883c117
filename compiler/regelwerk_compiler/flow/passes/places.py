"""Conditions on a place -> the set of all places that fulfil them, as one mask.

Goes in: a name that runs over 0..width-1, and a condition on it.  Comes out: a mask that does not speak of the name, or None where the
condition is not of that sort.  What is said of the cell at the place becomes a `Holding`; what depends on the place alone a table of masks;
what mixes both is taken apart by what the cell may hold; "all between here and there" becomes `rays`, "some other place" `shifts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from .. import flow
from ..evaluate import Scene, static_scene, value
from ..fault import FlowFault, RuleFault
from ..flow import (
    And,
    Binary,
    Call,
    Cell,
    Choice,
    Const,
    Expr,
    Fold,
    Holding,
    Join,
    LetIn,
    Local,
    Lookup,
    Meet,
    Or,
    Program,
    Table,
    Unary,
    Without,
)
from ..free import free
from ..known import Known, Names, without
from ..reads import static_of
from ..rewrite import rebuild, walk
from ..values import binary, conjunction, negation
from .simplify import Simplifier

WIDEST = 128  # places of a set
MOST_VALUES = 64  # what a cell may hold
MOST_CLASSES = 16  # into which that falls
MOST_CASES = 16
LARGEST = 1 << 16  # values worked out for one table
WORK = 400_000  # and for all of them
DEEPEST = 12  # formulas written out in each other

HERE, THERE = "the place", "the place there"

Leaf = tuple[Expr, int, int]


@dataclass(frozen=True, slots=True)
class Split:
    """A conjunction, as far as it is known: what must hold anyway, the places for which the rest holds, and what is still to be asked.

    Guards and masks are valued whatever the rest says, so nothing in them is ever refused; the rest is asked in the order in which it stood,
    and behind a part that may be refused nothing becomes a mask: then it might not be asked.
    """

    guards: tuple[Expr, ...]
    masks: tuple[Expr, ...]
    rest: tuple[Expr, ...]
    cells: bool  # whether cells are looked at in the masks


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen along rays: among which places, which places lie between (a mask for each place, looked up with `THERE`), and what stands in the way."""

    among: Expr
    between: Lookup
    blocked: Expr


class Places:
    """Sets of the places of one program; makes tables and functions as they are needed."""

    def __init__(self, program: Program) -> None:
        self.source = program
        self.tables, self.functions = dict(program.tables), dict(program.functions)
        self.lists = dict(program.lists)
        self.program = replace(program, tables=self.tables, functions=self.functions, lists=self.lists)
        self.known = Known(self.program)
        self.static = static_of(program)
        self.scene: Scene = static_scene(self.program, self.static)
        self.simplifier = Simplifier(self.program)
        self.work = 0
        self.depth = 0
        self._made: dict[object, Expr | None] = {}
        self._named: dict[tuple[tuple[int, ...], int], str] = {}
        self._classes: dict[tuple[int, int], list[tuple[str, int, tuple[int, ...]]]] = {}
        self.dynamic: set[str] = set()  # classes that cells are compared with while playing
        self.rests_on: dict[Lookup, tuple[Leaf, ...]] = {}  # of the masks that were made
        self._over: dict[tuple[str, int, int], str | None] = {}
        self.looks = 0
        self.lines: dict[object, list[list[tuple[int, ...]]]] = {}  # the lists of `rays`, and what they fall into
        self.rays: dict[object, dict[int, list[tuple[tuple[int, int], ...]]] | None] = {}
        self.sights: dict[Expr, Sight] = {}  # masks that are what is seen along rays

    def learn(self, other: Places) -> None:
        """Take over what another found out about the same program: tables, and by what cells are told apart."""
        self.tables.update(other.tables)
        self._made, self._named, self.rests_on = other._made, other._named, other.rests_on
        self.lines, self.rays = other.lines, other.rays
        self._classes = {key: [row for row in rows if row[0] in other.dynamic] for key, rows in other._classes.items()}

    # -- small things ----------------------------------------------------------------------------
    @staticmethod
    def full(width: int) -> Const:
        """All places."""
        return Const((1 << width) - 1)

    def meet(self, masks: Sequence[Expr], width: int) -> Expr:
        """What is in all of them."""
        fixed, rest = (1 << width) - 1, list[Expr]()
        for mask in masks:
            if isinstance(mask, Const):
                fixed &= mask.value
            elif mask not in rest:
                rest.append(mask)
        if not rest or fixed == 0:
            return Const(fixed)
        if fixed != (1 << width) - 1:
            rest.append(Const(fixed))
        return rest[0] if len(rest) == 1 else Meet(tuple(rest), width)

    def join(self, masks: Sequence[Expr], width: int) -> Expr:
        """What is in any of them."""
        fixed, rest = 0, list[Expr]()
        for mask in masks:
            if isinstance(mask, Const):
                fixed |= mask.value
            elif mask not in rest:
                rest.append(mask)
        if not rest or fixed == (1 << width) - 1:
            return Const(fixed)
        if fixed:
            rest.append(Const(fixed))
        return rest[0] if len(rest) == 1 else Join(tuple(rest), width)

    def without(self, a: Expr, b: Expr, width: int) -> Expr:
        """What is in the one and not in the other."""
        if isinstance(b, Const):
            return self.meet((a, Const(((1 << width) - 1) & ~b.value)), width)
        if isinstance(b, Without) and isinstance(a, Const) and b.a == self.full(width):
            return self.meet((a, b.b), width)
        return Without(a, b, width)

    def only_if(self, tests: Sequence[Expr], mask: Expr) -> Expr:
        """The mask, or nothing."""
        test = conjunction(*tests)
        if isinstance(test, Const):
            return mask if test.value else Const(0)
        return mask if mask == Const(0) else Choice(test, mask, Const(0))

    def table(self, values: tuple[int, ...], width: int) -> str:
        """The name of a table; the same for the same values."""
        key = (values, width)
        if key not in self._named:
            name = f"set_{len(self._named) + 1}" if width else f"class_{len(self._named) + 1}"
            while name in self.tables:
                name += "_"
            self.tables[name] = Table(values, width)
            self._named[key] = name
        return self._named[key]

    def usable(self, e: Expr, names: Names) -> bool:
        """Whether it may be valued at any time: it is never refused, every index fits, and it is no search for what is connected."""
        if any(isinstance(part, flow.ReachEdges | flow.ReachSteps) for part in walk(e)):
            return False
        return not self.known.refuses(e) and self.known.safe(e, names)

    def looked_up(self, values: tuple[int, ...], leaves: Sequence[Leaf], width: int) -> Expr:
        """A mask for every binding of the leaves."""
        if len(set(values)) == 1:
            return Const(values[0])
        index: Expr = Const(0)
        for e, low, high in leaves:
            index = binary("+", binary("*", index, Const(high - low + 1)), binary("-", e, Const(low)))
        found = Lookup(self.table(values, width), index)
        self.rests_on[found] = tuple(leaves)
        return found

    # -- what an expression rests on ---------------------------------------------------------------
    def leaves(self, node: object, bound: frozenset[str], names: Names) -> list[Leaf] | None:
        """The locals and cells that a static formula speaks of, apart from `bound`; None if it is not of that sort."""
        found: dict[Expr, tuple[int, int]] = {}

        def visit(n: object, inside: frozenset[str]) -> bool:
            match n:
                case Local(name):
                    return name in bound | inside or leaf(n)
                case Cell():
                    return not (set(free(n)) & (bound | inside)) and leaf(n)
                case flow.Trial() | flow.Digest() | Holding() | flow.ReachEdges() | flow.ReachSteps():
                    return False
                case Call(function):
                    return function in self.static and all(visit(part, inside) for part in n.args)
                case LetIn(name, given, body):
                    return visit(given, inside) and visit(body, inside | {name})
                case Fold(_, clauses, body, order):
                    here = inside
                    for clause in clauses:
                        if not visit(clause.source, here):
                            return False
                        here = here | {clause.name}
                        if clause.where is not None and not visit(clause.where, here):
                            return False
                    return visit(body, here) and all(visit(key.value, here) for key in order)
                case tuple():
                    return all(visit(part, inside) for part in n)
                case _:
                    return all(visit(getattr(n, name), inside) for name in _parts(n))

        def leaf(e: Expr) -> bool:
            low, high = self.known.interval(e, names)
            if high - low >= LARGEST or not self.usable(e, names):
                return False
            found[e] = (low, high)
            return True

        return [(e, *ends) for e, ends in found.items()] if visit(node, frozenset()) else None

    def truth_at(self, test: Expr, scope: dict[str, int]) -> bool:
        """A static test, for one binding.  An index that does not fit is one that is never asked for.  Raises `RuleFault`."""
        try:
            return value(test, self.scene.fresh(scope)) == 1
        except FlowFault:
            return False

    def static_set(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """The places for which a test holds that looks at no cell there."""
        leaves = self.leaves(test, frozenset((x,)), names)
        if leaves is None:
            return None
        size = width
        for _, low, high in leaves:
            size *= high - low + 1
        if size > LARGEST:
            return None
        held: dict[Expr, Expr] = {e: Local(f"leaf {i}") for i, (e, _, _) in enumerate(leaves)}
        plain = replaced(test, {**held, Local(x): Local(HERE)})
        key = (plain, width, tuple(ends[1:] for ends in leaves))
        found = self._made.get(key)
        if found is None:
            if self.work + size > WORK:
                return None
            self.work += size
            masks = []
            spans = [range(low, high + 1) for _, low, high in leaves]
            try:
                scope: dict[str, int] = {}
                scene = self.scene.fresh(scope)
                for at in product(*spans):
                    scope.update((f"leaf {i}", v) for i, v in enumerate(at))
                    mask = 0
                    for i in range(width):
                        scope[HERE] = i
                        with suppress(FlowFault):  # an index that is never asked for
                            mask |= (value(plain, scene) == 1) << i
                    masks.append(mask)
            except RuleFault:
                return None
            found = self._made[key] = Const(0) if not masks else self._as_masks(tuple(masks), width)
        if isinstance(found, Const):
            return found
        assert isinstance(found, Lookup)
        return self.looked_up(self.tables[found.table].values, leaves, width)

    def _as_masks(self, values: tuple[int, ...], width: int) -> Expr:
        return Const(values[0]) if len(set(values)) == 1 else Lookup(self.table(values, width), Const(0))

    # -- the set of a condition --------------------------------------------------------------------
    def set_of(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """The mask of the places for which `test` holds; None if there is none to be had."""
        if x not in free(test):
            return self.only_if((test,), self.full(width)) if self.usable(test, names) else None
        match test:
            case And():
                split = self.split(x, width, (test,), names)
                return None if split.rest else self.only_if(split.guards, self.meet(split.masks, width))
            case Or(parts):
                return self.static_set(x, width, test, names) or self._either(x, width, parts, names)
            case Unary("not", a):
                mask = self.set_of(x, width, a, names)
                return None if mask is None else self.without(self.full(width), mask, width)
            case Choice(asked, a, b):
                return self._choice(x, width, asked, a, b, test, names)
            case LetIn(name, bound, body) if x not in free(bound):
                inside = without(names, name, self.known.interval(bound, names))
                mask = self.set_of(x, width, body, inside)
                return None if mask is None or not self.usable(bound, names) else LetIn(name, bound, mask)
            case Call():
                return self._called(x, width, test, names)
            case Binary("==" | "!=" as op, a, Const(0 | 1 as wanted)) if self._truth(a, names):
                return self.set_of(x, width, a if (op == "==") == (wanted == 1) else negation(a), names)
            case Binary(_, a, b) if isinstance(a, Call | LetIn | Choice) or isinstance(b, Call | LetIn | Choice):
                for way in (self._whole, self._compared, self._cases):
                    if (mask := way(x, width, test, names)) is not None:
                        return mask
                return None
            case Fold("any"):
                return self.some(x, width, test, names)
            case Fold("all"):
                return self.every(x, width, test, self.full(width), names)
        return self._whole(x, width, test, names) or self._cases(x, width, test, names)

    def _either(self, x: str, width: int, parts: Sequence[Expr], names: Names) -> Expr | None:
        """Places that fulfil one of the parts.  All masks are looked at, so nothing is taken from the others; a part without the place stands
        before the rest, which may then rely on it."""
        masks = list[Expr]()
        for k, part in enumerate(parts):
            if x not in free(part):
                rest = self._either(x, width, parts[k + 1 :], self.known.assume(part, names, False))
                if rest is None or not self.usable(part, names):
                    return None
                masks.append(Choice(part, self.full(width), rest))
                break
            mask = self.set_of(x, width, part, names)
            if mask is None:
                return None
            masks.append(mask)
        return self.join(masks, width)

    def split(self, x: str, width: int, tests: Sequence[Expr], names: Names) -> Split:
        """A conjunction taken apart."""
        guards, masks, cells = list[Expr](), list[Expr](), False
        rest, static, later = dict[int, Expr](), dict[int, Expr](), dict[int, Expr]()  # by where they stand
        refusing = False
        for at, part in enumerate(self.flat(x, tests, names)):
            refusing = refusing or self.known.refuses(part)
            if refusing:
                rest[at] = part
            elif x not in free(part):
                if self.usable(part, names):
                    guards.append(part)
                    names = self.known.assume(part, names, True)
                else:
                    rest[at] = part
            elif isinstance(part, Fold) and part.kind == "all":
                later[at] = part
            elif self.leaves(part, frozenset((x,)), names) is not None:
                static[at] = part
            else:
                mask = self.set_of(x, width, part, names)
                if mask is None:
                    rest[at] = part
                else:
                    masks.append(mask)
                    cells = True
        fixed = self._static_masks(x, width, list(static.values()), names)
        if fixed is None:
            fixed, rest = [], rest | static
        known = self.meet(fixed, width)
        for at, part in later.items():
            assert isinstance(part, Fold)
            mask = self.every(x, width, part, known, names)
            if mask is None:
                rest[at] = part
            else:
                masks.append(mask)
                cells = True
        return Split(tuple(guards), (*fixed, *masks), tuple(rest[at] for at in sorted(rest)), cells)

    def _static_masks(self, x: str, width: int, tests: list[Expr], names: Names) -> list[Expr] | None:
        """As one table, if that is not too large, else as several."""
        if not tests:
            return []
        whole = self.static_set(x, width, conjunction(*tests), names)
        if whole is not None:
            return [whole]
        found = []
        for test in tests:
            one = self.static_set(x, width, test, names)
            if one is None:
                return None
            found.append(one)
        return found

    def flat(self, x: str, tests: Sequence[Expr], names: Names) -> list[Expr]:
        """The parts of a conjunction, formulas written out that are none of one place alone."""
        found: list[Expr] = []
        for test in tests:
            match test:
                case And(parts):
                    found += self.flat(x, parts, names)
                case Unary("not", Or(parts)):
                    found += self.flat(x, [negation(part) for part in parts], names)
                case Call() if x in free(test) and test.function not in self.static and not self.makes_function(test):
                    inner = self.written(test, names)
                    found += [test] if inner is None else self.flat(x, (inner,), names)
                case _:
                    found.append(test)
        return found

    def _choice(self, x: str, width: int, asked: Expr, a: Expr, b: Expr, whole: Expr, names: Names) -> Expr | None:
        static = self.static_set(x, width, whole, names)
        if static is not None:
            return static
        if x not in free(asked):
            yes = self.set_of(x, width, a, self.known.assume(asked, names, True))
            no = self.set_of(x, width, b, self.known.assume(asked, names, False))
            return None if yes is None or no is None or not self.usable(asked, names) else Choice(asked, yes, no)
        if (cases := self._cases(x, width, whole, names)) is not None:
            return cases
        yes, no, test = (self.set_of(x, width, part, names) for part in (a, b, asked))
        if yes is None or no is None or test is None:
            return None
        return self.join((self.meet((test, yes), width), self.without(no, test, width)), width)

    def _truth(self, e: Expr, names: Names) -> bool:
        """Whether it is 0 or 1, and more than a number that a table gives."""
        if not isinstance(e, And | Or | Unary | Binary | Fold | Call | Choice):
            return False
        low, high = self.known.interval(e, names)
        return low >= 0 and high <= 1

    def _compared(self, x: str, width: int, test: Binary, names: Names) -> Expr | None:
        """A comparison with what a choice or a formula gives."""
        op, a, b = test.op, test.a, test.b
        for one, other, left in ((a, b, True), (b, a, False)):
            if not isinstance(other, Const):
                continue

            def with_other(e: Expr, other: Expr = other, left: bool = left) -> Expr:
                return Binary(op, e, other) if left else Binary(op, other, e)

            match one:
                case Call():
                    inner = self.written(one, names)
                    if inner is None:
                        return None
                    return self._deeper(x, width, with_other(inner), names)
                case LetIn(name, given, body):
                    return self._deeper(x, width, LetIn(name, given, with_other(body)), names)
                case Choice(asked, yes, no):
                    yes, no = (self.simplifier.expr(with_other(e), names) for e in (yes, no))
                    if yes == Const(1) and no == Const(0):
                        return self._deeper(x, width, asked, names)
                    return self._deeper(x, width, Choice(asked, yes, no), names)
        return None

    def _deeper(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        if self.depth >= DEEPEST:
            return None
        self.depth += 1
        try:
            return self.set_of(x, width, self.simplifier.expr(test, names), names)
        finally:
            self.depth -= 1

    # -- formulas ----------------------------------------------------------------------------------
    def written(self, call: Call, names: Names) -> Expr | None:
        """What a formula says, with its arguments."""
        function = self.source.functions[call.function]
        bound = {part.name for part in walk(function.body) if isinstance(part, LetIn | flow.Clause)}
        if self.depth >= DEEPEST or any(bound & set(free(arg)) for arg in call.args):
            return None
        body = replaced(function.body, {Local(p): arg for p, arg in zip(function.params, call.args, strict=True)})
        return self.simplifier.expr(body, names)

    def makes_function(self, call: Call) -> bool:
        """Whether the places for which a formula holds are asked for as a whole: a function gives them."""
        return any(
            isinstance(part, Fold) and part.kind == "any" for part in walk(self.source.functions[call.function].body)
        )

    def _called(self, x: str, width: int, call: Call, names: Names) -> Expr | None:
        if call.function in self.static and (static := self.static_set(x, width, call, names)) is not None:
            return static
        at = [i for i, arg in enumerate(call.args) if arg == Local(x)]
        others = [arg for i, arg in enumerate(call.args) if i not in at]
        if len(at) == 1 and not any(x in free(arg) for arg in others) and self.makes_function(call):
            name = self.over(call.function, at[0], width)
            fits = (
                all(
                    low <= self.known.interval(arg, names)[0] and self.known.interval(arg, names)[1] <= high
                    for arg, (low, high) in zip(others, self.functions[name].domains, strict=True)
                )
                if name is not None
                else False
            )
            if name is not None and fits and all(self.usable(arg, names) for arg in others):
                return Call(name, tuple(others))
        inner = self.written(call, names)
        return None if inner is None else self._deeper(x, width, inner, names)

    def over(self, name: str, at: int, width: int) -> str | None:
        """The function that gives all places for which a function holds, its other parameters given."""
        key = (name, at, width)
        if key not in self._over:
            self._over[key] = None
            function = self.source.functions[name]
            x = function.params[at]
            if len(function.domains) == len(function.params) and function.domains[at] == (0, width - 1):
                names: dict[object, tuple[int, int]] = dict(zip(function.params, function.domains, strict=True))
                mask = self.set_of(x, width, function.body, names)
                if mask is not None:
                    title = f"{name} over {x}"
                    others = tuple(i for i in range(len(function.params)) if i != at)
                    self.functions[title] = flow.Function(
                        title,
                        tuple(function.params[i] for i in others),
                        mask,
                        width,
                        function.origin,
                        tuple(function.domains[i] for i in others),
                    )
                    self._over[key] = title
        return self._over[key]

    # -- one cell ----------------------------------------------------------------------------------
    def _cell(self, x: str, test: Expr) -> tuple[Cell, int, int] | None:
        """The one cell of which a test of a place speaks, and what it may hold."""
        cells = {part for part in walk(test) if isinstance(part, Cell) and x in free(part)}
        if len(cells) != 1:
            return None
        cell = next(iter(cells))
        low, high = self.known.cells(cell.base, cell.size)
        return None if cell.size > WIDEST or high - low >= MOST_VALUES else (cell, low, high)

    def _whole(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """A test that speaks of the place, or of the cell there."""
        static = self.static_set(x, width, test, names)
        if static is not None:
            return static
        found = self._cell(x, test)
        if found is None or width > WIDEST:
            return None
        cell, low, high = found
        if cell.index != Local(x) or cell.size != width:
            return self._beside(x, width, test, cell, names)
        inner = replaced(test, {cell: Local("what is held")})
        return None if x in free(inner) else self._class_of(cell, width, inner, low, high, names)

    def _cases(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """A test that speaks of both: for each that the cell may hold one of the place alone."""
        found = self._cell(x, test)
        if found is None or width > WIDEST:
            return None
        cell, low, high = found
        if cell.index != Local(x) or cell.size != width:
            return None
        groups: dict[Expr, list[int]] = {}
        for v in range(low, high + 1):
            groups.setdefault(self.simplifier.expr(replaced(test, {cell: Const(v)}), names), []).append(v)
        if len(groups) > MOST_CASES:
            return None
        if 2 < len(groups) <= MOST_CLASSES:
            number = {v: k for k, values in enumerate(groups.values()) for v in values}
            table = tuple(number[v] for v in range(low, high + 1))
            self._plane(cell, table, low, Const(0))
            self.dynamic.add(self.table(table, 0))
        masks = []
        for body, values in groups.items():
            mask = self._deeper(x, width, body, names)
            if mask is None:
                return None
            if mask != Const(0):
                masks.append(self.meet((self.holding(cell, values, low, high), mask), width))
        return self.join(masks, width)

    def _beside(self, x: str, width: int, test: Expr, cell: Cell, names: Names) -> Expr | None:
        """A test of the cell that lies a fixed way from the place: the set there, shifted."""
        match cell.index:
            case Local(name) if name == x:
                by = 0
            case Binary("+", Local(name), Const(step)) if name == x:
                by = step
            case Binary("-", Local(name), Const(step)) if name == x:
                by = -step
            case _:
                return None
        there = replaced(test, {cell: Cell(cell.base, Local(THERE), cell.size)})
        if x in free(there):
            return None
        mask = self.set_of(THERE, cell.size, there, without(names, THERE, (0, cell.size - 1)))
        if mask is None:
            return None
        wide = max(width, cell.size)
        moved = mask if by == 0 else flow.Shift(mask, -by, wide)
        return self.meet((moved, self.full(width)), width) if width < wide else moved

    def _class_of(self, cell: Cell, width: int, test: Expr, low: int, high: int, names: Names) -> Expr | None:
        """The places whose cell fulfils a test."""
        held = "what is held"
        if set(free(test)) == {held} and self.leaves(test, frozenset((held,)), {}) == []:
            return self.holding(cell, [v for v in range(low, high + 1) if self.truth_at(test, {held: v})], low, high)
        match test:
            case Binary("==" | "!=", a, b):
                for one, other in ((a, b), (b, a)):
                    if (
                        held in free(other)
                        or self.leaves(one, frozenset((held,)), {}) != []
                        or not self.usable(other, names)
                    ):
                        continue
                    table = self._classes_by(one, held, low, high)
                    if table is None or max(table) - min(table) >= MOST_CLASSES:
                        continue
                    found: Expr = self._plane(cell, table, low, other)
                    if not isinstance(other, Const):
                        self.dynamic.add(self.table(table, 0))
                    return found if test.op == "==" else self.without(self.full(width), found, width)
            case _:
                pass
        return None

    def _classes_by(self, e: Expr, held: str, low: int, high: int) -> tuple[int, ...] | None:
        """What a formula gives for each that a cell may hold; one more than all where it does not fit: there it is never asked for."""
        found: list[int | None] = []
        for v in range(low, high + 1):
            try:
                found.append(value(e, self.scene.fresh({held: v})))
            except FlowFault:
                found.append(None)
            except RuleFault:
                return None
        none = max((x for x in found if x is not None), default=0) + 1
        return tuple(none if x is None else x for x in found)

    def _plane(self, cell: Cell, table: tuple[int, ...], low: int, wanted: Expr) -> Expr:
        known = self._classes.setdefault((cell.base, cell.size), [])
        name = self.table(table, 0)
        if all(name != other for other, _, _ in known):
            known.append((name, low, table))
        return Holding(cell.base, cell.size, name, low, wanted)

    def holding(self, cell: Cell, values: Sequence[int], low: int, high: int) -> Expr:
        """The places whose cell holds one of these values."""
        width, wanted, every = cell.size, set(values), range(low, high + 1)
        if not wanted:
            return Const(0)
        if len(wanted) == len(every):
            return self.full(width)
        rest = set(every) - wanted
        best: tuple[int, Expr] | None = None
        for _, _, table in self._classes.get((cell.base, cell.size), []):
            for those, inverse in ((wanted, False), (rest, True)):
                classes = sorted({table[v - low] for v in those})
                if {v for v in every if table[v - low] in classes} != those:
                    continue
                mask = self.join([self._plane(cell, table, low, Const(c)) for c in classes], width)
                cost = 2 * len(classes) + inverse
                if best is None or cost < best[0]:
                    best = cost, self.without(self.full(width), mask, width) if inverse else mask
        if best is not None and best[0] <= 6:
            return best[1]
        if len(wanted) == 1 and len(every) <= MOST_CLASSES:
            return self._plane(cell, tuple(every), low, Const(next(iter(wanted))))
        if len(rest) == 1 and len(every) <= MOST_CLASSES:
            found = self._plane(cell, tuple(every), low, Const(next(iter(rest))))
            return self.without(self.full(width), found, width)
        return self._plane(cell, tuple(int(v in wanted) for v in every), low, Const(1))

    # -- other places (see `rays` and `shifts`) -----------------------------------------------------
    def some(self, x: str, width: int, test: Fold, names: Names) -> Expr | None:
        """The places for which there is another one."""
        from .shifts import shifted

        return shifted(self, x, width, test.clauses, (test.body,), names)

    def every(self, x: str, width: int, test: Fold, among: Expr, names: Names) -> Expr | None:
        """The places, of those in `among`, for which all others of a list fulfil something."""
        from .rays import unhindered

        found = unhindered(self, x, width, test, among, names)
        if found is not None:
            return found
        inverse = self.some(x, width, replace(test, kind="any", body=negation(test.body)), names)
        return None if inverse is None else self.without(among, inverse, width)


def _parts(node: object) -> tuple[str, ...]:
    fields: Mapping[str, object] = getattr(type(node), "__dataclass_fields__", {})
    return tuple(name for name in fields if _inner(getattr(node, name)))


def _inner(part: object) -> bool:
    return isinstance(part, tuple) or hasattr(part, "__dataclass_fields__")


def replaced(node: Any, what: Mapping[Any, Expr]) -> Any:
    """The node with expressions replaced wherever they stand."""
    if not isinstance(node, tuple) and node in what:
        return what[node]
    return rebuild(node, lambda part: replaced(part, what))
