"""Conditions on a place -> the set of all places that fulfil them, as one mask.

Goes in: a name that runs over 0..width-1, and a condition on it.  Comes out: a mask that does not speak of the name, or None where the
condition is not of that sort.  What is said of the cell at the place becomes a `Holding`; what depends on the place alone a table of masks;
what mixes both is taken apart by what the cell may hold; "all between here and there" becomes `rays`, "some other place" `shifts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .. import flow
from ..flow import And, Binary, Call, Choice, Const, Expr, Fold, LetIn, Local, Or, Program, Unary
from ..free import free
from ..known import Names, without
from ..rewrite import replaced, walk
from ..values import conjunction, negation
from . import rays, shifts
from .held import Held
from .masks import DEEPEST


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


class Places(Held):
    """Sets of the places of one program; makes tables and functions as they are needed."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.depth = 0
        self._over: dict[tuple[str, int, int], str | None] = {}
        self.looks = 0
        self.lines: dict[object, list[list[tuple[int, ...]]]] = {}  # the lists of `rays`, and what they fall into
        self.rays: dict[object, dict[int, list[tuple[tuple[int, int], ...]]] | None] = {}
        self.sights: dict[Expr, rays.Sight] = {}  # masks that are what is seen along rays

    def learn(self, other: Places) -> None:
        """Take over what another found out about the same program: tables, and by what cells are told apart."""
        self.tables.update(other.tables)
        self._made, self._named, self.rests_on = other._made, other._named, other.rests_on
        self.lines, self.rays = other.lines, other.rays
        self._classes = {key: [row for row in rows if row[0] in other.dynamic] for key, rows in other._classes.items()}

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
                    return self.deeper(x, width, with_other(inner), names)
                case LetIn(name, given, body):
                    return self.deeper(x, width, LetIn(name, given, with_other(body)), names)
                case Choice(asked, yes, no):
                    yes, no = (self.simplifier.expr(with_other(e), names) for e in (yes, no))
                    if yes == Const(1) and no == Const(0):
                        return self.deeper(x, width, asked, names)
                    return self.deeper(x, width, Choice(asked, yes, no), names)
        return None

    def deeper(self, x: str, width: int, test: Expr, names: Names) -> Expr | None:
        """The same for what a test has become, unless it has become too much."""
        if self.depth >= DEEPEST:
            return None
        self.depth += 1
        try:
            return self.set_of(x, width, self.simplifier.expr(test, names), names)
        finally:
            self.depth -= 1

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
        return None if inner is None else self.deeper(x, width, inner, names)

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

    def some(self, x: str, width: int, test: Fold, names: Names) -> Expr | None:
        """The places for which there is another one."""
        return shifts.shifted(self, x, width, test.clauses, (test.body,), names)

    def every(self, x: str, width: int, test: Fold, among: Expr, names: Names) -> Expr | None:
        """The places, of those in `among`, for which all others of a list fulfil something."""
        found = rays.unhindered(self, x, width, test, among, names)
        if found is not None:
            return found
        inverse = self.some(x, width, replace(test, kind="any", body=negation(test.body)), names)
        return None if inverse is None else self.without(among, inverse, width)
