"""Pass `sets`: loops that look for places become masks.

Goes in: a Program.  Comes out: one in which a loop over places whose condition is a set (see `places`) runs over the bits of one mask, or is
gone: "is there one" asks whether the mask is empty, "how many" counts its bits.  Conditions that do not speak of a place stand before its
loop; options are offered only where something follows.  Both engines keep who holds what as masks beside the cells.

Valid because what becomes a mask is never refused and every index in it fits, whatever stands before it; what may be refused stays where it stands,
and so does all that is asked behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .. import flow
from ..flow import And, BitCount, Bits, Clause, Const, Each, Expr, Fold, Local, Lowest, Program, Range, Row, Some, Stmt
from ..free import free
from ..known import Interval, Names, without
from ..rewrite import roots, walk
from ..values import conjunction, negation
from .masks import WIDEST
from .possible import possible
from .rays import some_seen
from .scoped import Scoped
from .shifts import patterns, shifted
from .simplify import Simplifier

FEWEST, FEWEST_IN_PYTHON = 5, 9  # places that are worth a mask
MASK_COST, MOST_COST = 12, 350  # of one mask, and of all, where a cell costs 1: measured, about 25 ns
OFTEN = 10  # cells that are worked out for one place in the rules that asks for them
SELECTIVE = 2  # masks in a pattern from which on it is looked for beforehand


def sets(program: Program, fewest: int = FEWEST) -> Program:
    """The pass.  Twice: the first time shows by what cells are told apart."""
    first = _Sets(program, fewest)
    first.run()
    second = _Sets(program, fewest)
    second.places.learn(first.places)
    return _spoken_of(second.run())


class _Sets(Scoped):
    def __init__(self, program: Program, fewest: int) -> None:
        super().__init__(program)
        self.fewest = fewest

    # -- loops -------------------------------------------------------------------------------------
    def among(self, clause: Clause) -> tuple[Expr, int] | None:
        """The places that a clause runs over, as a mask, and how wide it is."""
        match clause.source:
            case Range(Const(low), Const(high)) if low >= 0 and self.fewest <= high + 1 <= WIDEST and low <= high:
                return Const((1 << (high + 1)) - (1 << low)), high + 1
            case Bits(mask, width) if self.fewest <= width <= WIDEST:
                return mask, width
            case Row(name, Const(at)):
                row = self.places.source.lists[name][at]
                if row and list(row) == sorted(set(row)) and row[0] >= 0 and self.fewest <= row[-1] + 1 <= WIDEST:
                    return Const(sum(1 << v for v in row)), row[-1] + 1
            case Row(name, index):
                rows = self.places.source.lists[name]
                every = [v for row in rows for v in row]
                fine = all(list(row) == sorted(set(row)) for row in rows)
                if every and fine and min(every) >= 0 and self.fewest <= max(every) + 1 <= WIDEST:
                    width = max(every) + 1
                    table = self.places.table(tuple(sum(1 << v for v in row) for row in rows), width)
                    return flow.Lookup(table, index), width
        return None

    def width_of(self, name: str, tests: Sequence[Expr], least: int) -> int:
        """How many places there are where cells are looked at by a name."""
        found = least
        for test in tests:
            for part in walk(test):
                if isinstance(part, flow.Cell) and part.index == Local(name) and part.size <= WIDEST:
                    found = max(found, part.size)
        return found

    def narrowed(
        self, clause: Clause, tests: Sequence[Expr], names: Names
    ) -> tuple[Clause, Names, tuple[Expr, ...]] | None:
        """A clause that runs over a mask, the names inside, and what of the tests is still to be asked."""
        found = self.among(clause)
        if found is None:
            return None
        mask, width = found
        width = self.width_of(clause.name, tests, width)
        if not self.places.usable(mask, names):
            return None
        inside = without(names, clause.name, (0, width - 1))
        split = self.places.split(clause.name, width, tests, inside)
        if not split.cells and not split.guards and not (split.masks and isinstance(clause.source, Bits)):
            return None
        masks = [mask, *split.masks] if mask != self.places.full(width) else list(split.masks)
        whole = self.places.only_if(split.guards, self.places.meet(masks, width))
        for guard in split.guards:
            inside = self.known.assume(guard, inside, True)
        return Clause(clause.name, Bits(whole, width)), inside, split.rest

    def clauses(self, clauses: tuple[Clause, ...], names: Names) -> tuple[tuple[Clause, ...], Names]:
        """Clauses that run over masks where they can."""
        found: list[Clause] = []
        for clause in clauses:
            tests = () if clause.where is None else (clause.where,)
            narrow = self.narrowed(clause, tests, names) if tests else None
            if narrow is not None:
                new, names, rest = narrow
                where = None if not rest else self.expr(conjunction(*rest), names)
                found.append(replace(new, where=None if where == Const(1) else where))
                names = self.known.assume(conjunction(*tests), names, True)
                continue
            (plain,), names = super().clauses((clause,), names)
            found.append(plain)
        return tuple(found), names

    # -- aggregates --------------------------------------------------------------------------------
    def fold(self, e: Fold, names: Names) -> Expr:
        """An aggregate, without its loop if it is one of a set."""
        if e.kind == "all":
            return negation(self.fold(replace(e, kind="any", body=negation(e.body)), names))
        if e.kind == "any":
            return self.any_of(e, names) or super().fold(e, names)
        last = e.clauses[-1] if e.clauses else None
        if last is None or e.order or e.kind not in ("count", "mask", "first"):
            return super().fold(e, names)
        if e.kind != "count" and e.body != Local(last.name):
            return super().fold(e, names)
        outer, inside = self.clauses(e.clauses[:-1], names)
        narrow = self.narrowed(last, () if last.where is None else (last.where,), inside)
        if narrow is None or narrow[2] or not isinstance(narrow[0].source, Bits):
            return super().fold(e, names)
        mask, width = narrow[0].source.mask, narrow[0].source.width
        if e.kind == "count":
            count = BitCount(mask, width)
            return count if not outer else replace(e, kind="sum", clauses=outer, body=count)
        if outer or (e.kind == "mask" and e.width != width):
            return super().fold(e, names)
        return mask if e.kind == "mask" else Lowest(mask, width, e.empty)

    def any_of(self, e: Fold, names: Names) -> Expr | None:
        """Is there a binding?"""
        if not e.clauses:
            return None
        width = self.pattern_width(e)
        if width is not None:
            mask = shifted(self.places, None, width, e.clauses, (e.body,), names)
            if mask is not None:
                return Const(int(mask.value != 0)) if isinstance(mask, Const) else Some(mask, width)
        outer, inside = self.clauses(e.clauses[:-1], names)
        last = e.clauses[-1]
        tests = [t for t in (last.where, e.body) if t is not None and t != Const(1)]
        narrow = self.narrowed(last, tests, inside)
        if narrow is None:
            return None
        clause, inner, rest = narrow
        assert isinstance(clause.source, Bits)
        if not rest:
            body = some_seen(self.places, clause.source.mask, clause.source.width)
            return body if not outer else replace(e, clauses=outer, body=body)
        body = self.expr(conjunction(*rest), inner)
        return replace(e, clauses=(*outer, clause), body=body)

    def pattern_width(self, e: Fold) -> int | None:
        """How many places there are, if it is a fold over places of one board."""
        sizes = {
            part.size
            for part in walk((e.clauses, e.body))
            if isinstance(part, flow.Cell) and part.index is not None and self.fewest <= part.size <= WIDEST
        }
        calls = [part for part in walk((e.clauses, e.body)) if isinstance(part, flow.Call)]
        for call in calls:
            sizes |= {
                part.size
                for part in walk(self.places.source.functions[call.function].body)
                if isinstance(part, flow.Cell) and part.index is not None and self.fewest <= part.size <= WIDEST
            }
        return next(iter(sizes)) if len(sizes) == 1 else None

    # -- statements --------------------------------------------------------------------------------
    def statement(self, statement: Stmt, names: Names) -> Stmt:
        """One statement.  Where a loop finds its bindings while its body changes cells, conditions stay in it."""
        if isinstance(statement, Each) and not (statement.snapshot or statement.order or statement.first):
            clauses, inside = Simplifier.clauses(self, statement.clauses, names)
            inner: dict[object, Interval] = dict(names)
            inner |= {c.name: inside[c.name] for c in clauses if c.name in inside}
            assigned = {part.name for part in walk(statement.body) if isinstance(part, flow.Assign)}
            inner = {k: v for k, v in inner.items() if k not in assigned}
            return replace(statement, clauses=clauses, body=self.body(statement.body, inner))
        return super().statement(statement, names)

    def body(self, body: tuple[Stmt, ...], names: Names) -> tuple[Stmt, ...]:
        """The statements of a loop, in which its names are known."""
        bound = {part.name for part in walk(body) if isinstance(part, flow.Assign | Clause)}
        known = {name: interval for name, interval in names.items() if name not in bound}
        return tuple(self.statement(statement, known) for statement in body)

    # -- decisions ---------------------------------------------------------------------------------
    def decision(self, decision: flow.Decision) -> flow.Decision:
        """Its options: every condition stands at the first name that it speaks of."""
        return replace(decision, options=tuple(self.options(o) for o in decision.options))

    def options(self, o: flow.Options) -> flow.Options:
        """The options of one rule."""
        if not o.clauses:
            guard = None if o.guard is None else self.expr(o.guard, {})
            return replace(o, guard=None if guard == Const(1) else guard)
        tests: list[list[Expr]] = [[] for _ in o.clauses]
        for k, clause in enumerate(o.clauses):
            if clause.where is not None:
                tests[k] += _conjuncts(clause.where)
        refusing = self.known.refuses(tuple(c.where for c in o.clauses))
        for test in _conjuncts(o.guard) if o.guard is not None else ():
            spoken = set(free(test))
            at = max((k for k, c in enumerate(o.clauses) if c.name in spoken), default=0)
            refusing = refusing or self.known.refuses(test)
            names, _ = self.known.bound(o.clauses[: at + 1], {})
            if refusing or not self.known.safe(test, names):
                at = (
                    len(o.clauses) - 1
                )  # it stays behind what may let it be asked, and behind what would be refused before it
            tests[at].append(test)
        return self.factored(o, tests, refusing)

    def factored(self, o: flow.Options, tests: list[list[Expr]], refusing: bool) -> flow.Options:
        """Clause by clause; what could not be made a set is asked where it stood, or at the end.

        `refusing`: some test may be refused.  Then nothing is left out because nothing would follow from it.
        """
        names: Names = {}
        found: list[Clause] = []
        guards: list[Expr] = []
        for k, clause in enumerate(o.clauses):
            here = list(tests[k])
            narrow = self.narrowed(clause, here, names)
            if narrow is None:
                plain, names = self.clauses((replace(clause, where=None),), names)
                new, rest = plain[0], tuple(here)
            else:
                new, names, rest = narrow
            if k < len(o.clauses) - 1:
                if not refusing:
                    new = self.followed(o.clauses, k, tests, new, names)
                where = self.expr(conjunction(*rest), names) if rest else Const(1)
                found.append(replace(new, where=None if where == Const(1) else where))
                names = self.known.assume(conjunction(where, *here), names, True)
            else:
                found.append(new)
                guards += [self.expr(test, names) for test in rest]
        guard = conjunction(*guards) if guards else Const(1)
        for k in range(len(found) - 1, 0, -1) if not refusing else ():
            found[k - 1] = self.leading(found[k - 1], found[k])
        return replace(o, clauses=tuple(found), guard=None if guard == Const(1) else guard)

    def leading(self, clause: Clause, after: Clause) -> Clause:
        """The clause, only with what the next one may have something for."""
        if not isinstance(clause.source, Bits) or not isinstance(after.source, Bits):
            return clause
        source = clause.source
        mask = possible(self.places, clause.name, source.width, after.source.mask, {})
        if mask is None:
            return clause
        return replace(clause, source=replace(source, mask=self.places.meet((source.mask, mask), source.width)))

    def followed(
        self, clauses: tuple[Clause, ...], k: int, tests: list[list[Expr]], new: Clause, names: Names
    ) -> Clause:
        """The clause, only with what something follows from, if that is a pattern of several masks."""
        if k != len(clauses) - 2 or not isinstance(new.source, Bits):
            return new
        width, after = new.source.width, clauses[k + 1]
        asked = [t for t in tests[k + 1] if not any(isinstance(p, flow.Trial) for p in walk(t))]
        inner = {key: known for key, known in names.items() if key != new.name}
        found = patterns(self.places, new.name, width, (replace(after, where=None),), asked, inner)
        if found is None or not all(len(p.terms) >= SELECTIVE for _, _, here in found for p in here):
            return new
        mask = shifted(self.places, new.name, width, (replace(after, where=None),), asked, inner)
        if mask is None:
            return new
        return replace(new, source=Bits(self.places.meet((new.source.mask, mask), width), width))


def _conjuncts(e: Expr) -> tuple[Expr, ...]:
    return e.parts if isinstance(e, And) else (e,)


def sets_in_python(program: Program) -> Program:
    """The same for Python, where a store that keeps a mask costs more, and whoever plays step by step has masks worked out again and again."""
    made = sets(program, FEWEST_IN_PYTHON)
    return made if _pays(made) else program


def _pays(program: Program) -> bool:
    """Whether masks are worth working out for one step: most of the game lies on the board, or they are few and asked often."""
    reads = [node for root in roots(program) for node in walk(root) if isinstance(node, flow.Holding)]
    planes = {(e.base, e.size, e.classes) for e in reads}
    cells = sum(size for _, size, _ in planes)
    if 2 * cells >= len(program.initial):
        return True
    masks = sum(len(set(program.tables[classes].values)) for _, _, classes in planes)
    return OFTEN * len(reads) >= cells and cells + MASK_COST * masks <= MOST_COST


def _spoken_of(program: Program) -> Program:
    """Only tables that are looked at."""
    nodes = [n for root in (*roots(program), program.decisions, program.chances) for n in walk(root)]
    used = {n.table for n in nodes if isinstance(n, flow.Lookup)} | {
        n.classes for n in nodes if isinstance(n, flow.Holding)
    }
    used |= {t for n in nodes if isinstance(n, flow.Linked) for t in (n.starts, n.steps)}
    used |= {t for n in nodes if isinstance(n, flow.ReachEdges) for t in (n.ends_a, n.ends_b)}
    return replace(program, tables={name: t for name, t in program.tables.items() if name in used})
