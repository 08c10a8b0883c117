"""Pass `spare`: what cannot have made a difference is not tried.

Goes in: a Program before `sets`.  Comes out: one in which a trial stands behind a formula that is true only where the trial surely comes
through: `spared or tries(..)`.

What is asked behind a trial's writes ("my king is not attacked") holds if it holds now and no write can turn it.  A formula looks at cells
through the names of its loops; a write of a value is *harmless* for such a place to look if the condition there then comes out on the good
side whatever stood there before (a man of mine never attacks my king), and otherwise it must not be at a place that is looked at: these places
are collected now (those between my king and what would attack it over a free line).  That is worked out from the formula alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from .. import flow
from ..flow import (
    And,
    Binary,
    Call,
    Cell,
    Choice,
    Clause,
    Const,
    Expr,
    Fold,
    Function,
    HasBit,
    LetIn,
    Local,
    Lookup,
    Or,
    Program,
    Table,
    Trial,
    Unary,
)
from ..free import free
from ..known import Interval
from ..rewrite import rebuild, substituted, walk
from ..values import binary, choice, conjunction, disjunction, negation
from .effects import UNKNOWN, Asked, Change, Effects, Unclear, Write, required, written
from .simplify import Simplifier

MOST_SETTINGS = 64  # of names and cells that a condition speaks of, beside the place
MOST_VALUES = 64  # that a write may write
WIDEST = 128  # places
MOST_CELLS = 3  # that are written: with more there is hardly anything left to spare
LONGEST = 2000  # nodes of a condition that is looked through


def spare(program: Program) -> Program:
    """The pass."""
    return _Spare(program).run()


@dataclass(frozen=True, slots=True)
class Look:
    """A loop's name by which cells are looked at: the condition there, which side of it is bad, and on what way one comes there."""

    name: str
    condition: Expr
    bad: bool
    way: tuple[Clause | Expr, ...]  # clauses, and conditions that must hold; the last clause is the loop's own
    fold: Fold
    runs: frozenset[tuple[int, int]]


class _Spare:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables, self.functions = dict(program.tables), dict(program.functions)
        self.effects = Effects(program)
        self.known = self.effects.known
        self.simplifier = Simplifier(program)
        self.made: dict[int, Expr | None] = {}
        self.named: dict[tuple[tuple[str, ...], Expr], str] = {}
        self.rows: dict[tuple[int, ...], str] = {}

    def run(self) -> Program:
        p = self.program
        decisions = tuple(self.change(d) for d in p.decisions)
        if decisions == p.decisions:
            return p
        return replace(p, decisions=decisions, tables=self.tables, functions=self.functions)

    def change(self, node: Any) -> Any:
        """The node with trials behind what spares them."""
        if isinstance(node, Trial):
            if node.block not in self.made:
                try:
                    self.made[node.block] = self.spared(node.block)
                except Unclear:
                    self.made[node.block] = None
            formula = self.made[node.block]
            if formula is None:
                return node
            params = self.effects.blocks[node.block].params
            return disjunction(substituted(formula, dict(zip(params, node.args, strict=True))), node)
        return rebuild(node, self.change)

    # -- one trial -----------------------------------------------------------------------------------
    def spared(self, number: int) -> Expr:
        """What says that the trial of a block surely comes through, of its parameters.  Raises `Unclear`."""
        params = self.effects.blocks[number].params
        now: list[Expr] = []  # what must hold now
        here: list[Expr] = []  # what must hold for these parameters
        places: dict[tuple[int, int], list[Expr]] = {}  # of each run: where nothing may be written ..
        at: dict[tuple[int, int], list[Expr]] = {}  # .. and where something is
        for asked in self.effects.of(number, tuple(Local(p) for p in params)):
            if asked.within is not None or not self.effects.touches(asked.test, asked.writes):
                here += self.surely(asked)
                continue
            now.append(asked.now)
            self.holds_on(asked, here, places, at)
        if not now:
            raise Unclear
        test = conjunction(*now)
        title = f"spared from {number}"
        names = tuple(free(test))
        alone = self.known.safe(test, {})  # else it may be that only what is asked before it lets it be asked
        if not alone and not names:
            raise Unclear
        if not places:
            return conjunction(test, *here) if alone else conjunction(*here, test)
        found: list[Expr] = []
        for k, (run, folds) in enumerate(places.items()):
            width = run[1]
            full = Const((1 << width) - 1)
            mask = choice(
                test,
                flow.Without(full, folds[0] if len(folds) == 1 else flow.Join(tuple(folds), width), width),
                Const(0),
            )
            name = self.named.setdefault((names, mask), title if k == 0 else f"{title} {k + 1}")
            self.functions[name] = Function(name, names, mask, width, self.effects.blocks[number].origin)
            for place in at[run]:
                found.append(HasBit(Call(name, tuple(Local(n) for n in names)), place, width))
        return conjunction(*found, *here) if alone else conjunction(*here, *found)

    def surely(self, asked: Asked) -> Iterator[Expr]:
        """Conditions on numbers that are written, with every way that they may come out."""

        def ways(e: Expr) -> Iterator[Expr]:
            match e:
                case Choice(_, a, b):
                    yield from ways(a)
                    yield from ways(b)
                case _:
                    yield e

        for value in ways(self.effects.behind(asked)):
            test = self.simplifier.expr(required(asked, value), {})
            if not self.known.safe(test, {}):
                raise Unclear
            if test != Const(1):
                yield test

    def holds_on(
        self,
        asked: Asked,
        here: list[Expr],
        places: dict[tuple[int, int], list[Expr]],
        at: dict[tuple[int, int], list[Expr]],
    ) -> None:
        """What must be so for a condition to hold on, if it holds now."""
        writes = self.matter(asked)
        looks = list(self.looks(self.expanded(asked.now, asked.writes), False, (), frozenset(), asked.writes))
        leaves = self.leaves(looks)
        fixed = [w for w in writes if isinstance(w.value, Const)]
        harmful = {
            (i, k)
            for i, w in enumerate(fixed)
            for k, look in enumerate(looks)
            if _run(w) in look.runs and not all(self.harmless(look, _run(w), s, w.value) for s in self.settings(leaves))
        }
        turning = [looks[k].fold for k in sorted({k for _, k in harmful})]
        for i, k in sorted(harmful):
            run = _run(fixed[i])
            mask = self.looked_at(looks[k], turning, run[1], sum(1 for _, other in harmful if other == k))
            if mask not in places.setdefault(run, []):
                places[run].append(mask)
            place = fixed[i].cell.index
            if place is None or UNKNOWN in walk(place):
                raise Unclear
            if place not in at.setdefault(run, []):
                at[run].append(place)
        for w in writes:
            if w not in fixed:
                test = self.allowed(w, [look for look in looks if _run(w) in look.runs], leaves)
                if test not in here:
                    here.append(test)

    def matter(self, asked: Asked) -> list[Write]:
        """The writes on which the condition rests."""
        runs = self.effects.reads(asked.now)
        found = []
        for w in asked.writes:
            if self.effects.touches(asked.now, (w,)):
                if not isinstance(w, Write) or _run(w) not in runs or not 1 < _run(w)[1] <= WIDEST:
                    raise Unclear
                found.append(w)
        if len({w.cell for w in found}) > MOST_CELLS:
            raise Unclear
        return found

    # -- looking through the condition -----------------------------------------------------------------
    def expanded(self, e: Any, writes: tuple[Change, ...]) -> Any:
        """The condition with all formulas written out that rest on what is written."""
        if not self.effects.touches(e, writes):
            return e
        if isinstance(e, Call):
            return self.expanded(written(self.program, e), writes)
        found = rebuild(e, lambda part: self.expanded(part, writes))
        if sum(1 for _ in walk(found)) > LONGEST:
            raise Unclear
        return found

    def looks(
        self, e: Expr, bad: bool, way: tuple[Clause | Expr, ...], names: frozenset[str], writes: tuple[Change, ...]
    ) -> Iterator[Look]:
        """Every way to look at a cell that is written.  `bad`: which truth of `e` is the bad one."""
        if not self.effects.touches(e, writes):
            return

        def further(e: Expr, bad: bool, *more: Expr) -> Iterator[Look]:
            yield from self.looks(e, bad, (*way, *more), names, writes)

        match e:
            case Cell(_, Local(name)) if name in names:
                return  # its loop has it
            case Unary("not", a):
                yield from further(a, not bad)
            case And(parts) | Or(parts):
                all_ = isinstance(e, And)
                for k, part in enumerate(parts):
                    before = (
                        parts[:k]
                        if bad and all_
                        else tuple(negation(p) for p in parts[:k])
                        if not bad and not all_
                        else ()
                    )
                    yield from further(part, bad, *before)
            case Choice(test, a, b):
                yield from further(test, True)
                yield from further(test, False)
                yield from further(a, bad, test)
                yield from further(b, bad, negation(test))
            case LetIn(name, value, body):
                yield from further(substituted(body, {name: value}), bad)
            case Binary("==", Choice() | LetIn() as a, Const() as wanted):
                yield from further(_pushed(a, wanted), bad)
            case Fold(("any" | "all") as kind, clauses, body):
                if e.order or any(self.effects.touches(c.source, writes) for c in clauses):
                    raise Unclear
                first, rest = clauses[0], clauses[1:]
                inner: Expr = replace(e, clauses=rest) if rest else body
                if first.where is not None:
                    inner = And((first.where, inner)) if kind == "any" else Or((negation(first.where), inner))
                here = (*way, Clause(first.name, first.source))
                mine = frozenset(
                    (n.base, n.size) for n in walk(inner) if isinstance(n, Cell) and n.index == Local(first.name)
                )
                if mine:
                    yield Look(first.name, inner, bad, here, e, mine)
                yield from self.looks(inner, bad, here, names | {first.name}, writes)
            case Unary() | Binary() | Lookup() | HasBit():
                for part in _operands(e):
                    yield from further(part, True)
                    yield from further(part, False)
            case _:
                raise Unclear

    def leaves(self, looks: Sequence[Look]) -> dict[Expr, Interval]:
        """The names and cells of which a condition speaks, beside its own loops."""
        found: dict[Expr, Interval] = {}
        for look in looks:
            bound = {c.name for c in look.way if isinstance(c, Clause)}
            for name in free(look.condition):
                if name not in bound:
                    raise Unclear  # nothing is known of it
            for node in walk(look.condition):
                if isinstance(node, Cell) and node.index is None:
                    found[node] = self.known.interval(node, {})
        size = 1
        for low, high in found.values():
            size *= high - low + 1
            if size > MOST_SETTINGS:
                raise Unclear
        return found

    @staticmethod
    def settings(leaves: dict[Expr, Interval]) -> Iterator[dict[Expr, Expr]]:
        """Every setting of the leaves."""
        for values in product(*(range(low, high + 1) for low, high in leaves.values())):
            yield {leaf: Const(v) for leaf, v in zip(leaves, values, strict=True)}

    def harmless(self, look: Look, run: tuple[int, int], setting: dict[Expr, Expr], value: Expr) -> bool:
        """Whether the condition comes out well where this value stands, whatever else is so."""
        cell = Cell(run[0], Local(look.name), run[1])
        return self.comes_to(_with(look.condition, {**setting, cell: value}), not look.bad)

    def comes_to(self, e: Expr, truth: bool) -> bool:
        """Whether a condition surely comes to this truth."""
        match e:
            case And(parts) | Or(parts):
                found = (self.comes_to(part, truth) for part in parts)
                return all(found) if isinstance(e, And) == truth else any(found)
            case Unary("not", a):
                return self.comes_to(a, not truth)
            case Fold(("any" | "all") as kind, clauses, body):
                if truth == (kind == "any"):
                    return False  # whether there is a binding is not known
                wheres = (self.comes_to(c.where, False) for c in clauses if c.where is not None)
                return any(wheres) or self.comes_to(body, truth)
        return self.simplifier.expr(e, {}) == Const(int(truth))

    def allowed(self, w: Write, looks: Sequence[Look], leaves: dict[Expr, Interval]) -> Expr:
        """A test of the value that is written: it is harmless wherever it is looked at."""
        low, high = self.known.interval(w.value, {})
        if high - low >= MOST_VALUES:
            raise Unclear
        rows = tuple(
            int(all(self.harmless(look, _run(w), setting, Const(v)) for look in looks))
            for setting in self.settings(leaves) for v in range(low, high + 1)
        )  # fmt: skip
        if not any(rows):
            raise Unclear
        if all(rows):
            return Const(1)
        index: Expr = Const(0)
        for leaf, (least, most) in leaves.items():
            index = binary("+", binary("*", index, Const(most - least + 1)), binary("-", leaf, Const(least)))
        index = binary("+", binary("*", index, Const(high - low + 1)), binary("-", w.value, Const(low)))
        name = self.rows.setdefault(rows, f"harmless_{len(self.rows) + 1}")
        self.tables[name] = Table(rows)
        return Lookup(name, index)

    def looked_at(self, look: Look, turning: Sequence[Fold], width: int, writes: int) -> Expr:
        """The places at which a condition looks, as far as the way there leads through what holds now.

        Where it comes out badly only if it does so at all places of the loop, so few writes can bring that about only where no more are left.
        """
        clauses: list[Clause] = []
        for step in look.way:
            if isinstance(step, Clause):
                clauses.append(step)
            elif clauses and not any(node in turning for node in walk(step)):
                last = clauses[-1]
                clauses[-1] = replace(last, where=step if last.where is None else conjunction(last.where, step))
        if look.bad == (look.fold.kind == "all"):
            well = negation(look.condition) if look.bad else look.condition
            last = replace(clauses[-1], where=well)
            if len(clauses) > 1:
                few = binary("<=", Fold("count", (last,), Const(1)), Const(writes))
                outer = clauses[-2]
                clauses[-2] = replace(outer, where=few if outer.where is None else conjunction(outer.where, few))
            clauses[-1] = last
        return Fold("mask", tuple(clauses), Local(look.name), width=width)


def _run(w: Write) -> tuple[int, int]:
    return w.cell.base, 1 if w.cell.index is None else w.cell.size


def _pushed(e: Expr, wanted: Const) -> Expr:
    """`e == wanted`, asked where the value of `e` comes from."""
    match e:
        case Choice(test, a, b):
            return choice(test, _pushed(a, wanted), _pushed(b, wanted))
        case LetIn(name, value, body):
            return LetIn(name, value, _pushed(body, wanted))
        case And() | Or() | Unary("not") | Fold("any" | "all") if wanted.value in (0, 1):
            return e if wanted.value else negation(e)
    return binary("==", e, wanted)


def _operands(e: Expr) -> list[Expr]:
    match e:
        case Unary(_, a):
            return [a]
        case Binary(_, a, b):
            return [a, b]
        case Lookup(_, index):
            return [index]
        case HasBit(mask, index):
            return [mask, index]
    return []


def _with(node: Any, what: dict[Expr, Expr]) -> Any:
    if not isinstance(node, tuple) and node in what:
        return what[node]
    return rebuild(node, lambda part: _with(part, what))
