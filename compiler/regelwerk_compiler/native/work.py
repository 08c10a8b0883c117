"""How much work a piece of a Flow can be, so that C counts where a step may be a lot of it, and counts what is really done.

Goes in: nodes, and the intervals of the names they speak of.  Comes out: bounds, in nodes that are valued.  A place where work begins (a block, a
decision, a chance, a function that is asked from outside) of which it is known that it is never more than `LOOSE` counts nothing.  In every other
what may be more than `SMALL` counts for itself while it runs, and is nothing to whoever holds it: a loop counts each of its rounds, a function or
procedure when it is entered what does not count for itself in it, a trial the blocks it comes to.  So no more than `SMALL` is counted in vain at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

from ..flow import flow
from ..flow.flow import REPEAT_LIMIT, Clause, Decide, Program
from ..flow.known import Known, Names, without
from ..flow.rewrite import parts
from .layout import trial_blocks, words_of

LOOSE = 3 << 19  # a millisecond or two
SMALL = 1 << 16  # some dozen microseconds
STEP = 1 << 30  # nodes that one step may value: some tenths of a second
ENDLESS = 1 << 62  # no bound is larger
SORTED = 16  # moves of a row while up to 2^15 are sorted
Entered = Literal["function", "procedure", "trial", "visit"]  # the last: a block in a trial


class Work:
    """Bounds for the pieces of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = Known(program)
        self._most = ENDLESS  # what may be more counts for itself
        self._bounds: dict[
            tuple[int, Entered, str | int], int
        ] = {}  # of what is entered, without what counts for itself
        self._entries: dict[tuple[Entered, str | int], int] = {}  # what that counts
        self._under_way: set[tuple[int, Entered, str | int]] = set()
        self._to_itself: set[tuple[Entered, str | int]] = set()  # what may lie in itself by way of a trial
        self._ticks: dict[object, tuple[int, ...]] = {}  # of loops, see `ticks`
        self._looked: dict[int, tuple[object, tuple[int, ...]]] = {}  # the same by identity, for who asks often
        self._large: set[int] = set()  # options in which loops count
        self._left: dict[
            int, int
        ] = {}  # what a block is, with the decision in which it ends, without what counts for itself
        self._blocks = {block.number: block for block in program.blocks}

    # -- what counts -----------------------------------------------------------------------------
    def look(self) -> None:
        """At the whole program, once: then it is known what counts."""
        p = self.program
        for name in p.functions:
            if self.called("function", name) > LOOSE:
                with self._counting():
                    self.called("function", name)
        for chance in p.chances:
            if self._chance(chance) > LOOSE:
                with self._counting():
                    self._chance(chance)
        for number in self._blocks:
            self._left[number] = self._block(number, False)
            if self._left[number] > LOOSE:
                with self._counting():
                    self._left[number] = self._block(number, False)

    @contextmanager
    def _counting(self) -> Iterator[None]:
        """In here what may be more than `SMALL` counts for itself."""
        self._most = SMALL
        yield
        self._most = ENDLESS

    def ticks(self, loop: object) -> tuple[int, ...]:
        """What a round of a loop counts, clause by clause, 0 where it does not; nothing where none does.

        A loop is a fold, `Each`, `Collect`, `Repeat`, a reach, or the options or outcomes that are listed.  Equal ones count alike.
        """
        if not self._ticks:
            return ()
        found = self._looked.get(id(loop))
        if found is None:
            found = self._looked[id(loop)] = (loop, self._ticks.get(loop, ()))
        return found[1]

    def entry(self, sort: Entered, name: str | int) -> int:
        """What counts when a function, procedure or trial is entered, or a trial comes to a block; 0 where nothing does."""
        return self._entries.get((sort, name), 0)

    def _counts(self, loop: object, *ticks: int) -> None:
        old = self._ticks.get(loop, (0,) * len(ticks))
        self._ticks[loop] = tuple(min(STEP, max(a, b)) for a, b in zip(old, ticks, strict=True))

    def made_of(self, options: flow.Options, formula: flow.Expr) -> int:
        """What a formula counts that was made of options, and stands for a round of their first clause; 0 where they do not count."""
        if id(options) not in self._large:
            return 0
        with self._counting():
            each = 1 + self.own(formula, {})
        return each if any(self.ticks(options)) else 0

    # -- loops -----------------------------------------------------------------------------------
    def _rounds(self, loop: object, clauses: tuple[Clause, ...], inside: Iterable[object], names: Names) -> int:
        """All rounds of a loop together."""
        sizes: list[tuple[int, int]] = []  # how often, and what is done once before the next clause
        for clause in clauses:
            low, high, count = self.known.source(clause.source, names)
            source = self.own(clause.source, names)
            names = without(names, clause.name, (low, high))
            sizes.append((count, 1 + source + self.own(clause.where, names)))
        total = sum(self.own(part, names) for part in inside)
        if isinstance(loop, flow.Each | flow.Collect) and loop.order:
            total += SORTED * (len(clauses) + len(loop.order))
        ticks: list[int] = []
        for count, once in reversed(sizes):
            each = once + total
            total = min(ENDLESS, count * each)
            ticks.insert(0, each if total > self._most else 0)
            if total > self._most:
                total = 1
        if any(ticks):
            self._counts(loop, *ticks)
        return total

    def own(self, node: object, names: Names) -> int:
        """What it is, without what counts for itself."""
        match node:
            case flow.Fold() | flow.Each():
                return self._rounds(node, node.clauses, (node.body, node.order), names)
            case flow.Collect():
                return self._rounds(node, node.clauses, (node.value, node.order), names) + node.size
            case flow.Repeat():
                each = 1 + self.own(node.test, names) + self.own(node.body, names)
                return self._or_counts(node, REPEAT_LIMIT, each)
            case flow.ReachEdges(start, edge, edges=edges, width=width):
                each = 1 + self.own(node.where, without(names, edge, (0, edges)))
                return self.own(start, names) + width + self._or_counts(node, 2 * edges, each)
            case flow.ReachSteps(start, name, clause, width=width):
                inner = without(names, name, (0, width))
                if isinstance(clause.source, flow.Bits) and clause.where is None:
                    each = 1 + self.own(clause.source, inner) + words_of(width)
                else:
                    each = 1 + self._rounds((clause,), (clause,), (), inner)
                return self.own(start, names) + width + self._or_counts(node, width, each)
            case flow.Linked(holding):
                return holding.size
            case flow.Digest(_, runs):
                return 1 + sum(count for _, count, _ in runs)
            case flow.Call(name, args):
                return self.called("function", name) + self.own(args, names)
            case flow.Run(name, args):
                return self.called("procedure", name) + self.own(args, names)
            case flow.Trial(block, args):
                return self._tried(block) + self.own(args, names)
            case flow.LetIn(name, value, body):
                inner = without(names, name, self.known.interval(value, names))
                return 1 + self.own(value, names) + self.own(body, inner)
            case flow.Choice(test, a, b) | flow.When(test, a, b):
                return 1 + self.own(test, names) + max(self.own(a, names), self.own(b, names))
            case tuple():
                return sum(self.own(part, names) for part in node)
            case _:
                return 1 + sum(self.own(part, names) for part in parts(node))

    def _or_counts(self, loop: object, most: int, each: int) -> int:
        """At most so many rounds; 1 if each of them counts."""
        if min(ENDLESS, most * each) <= self._most:
            return min(ENDLESS, most * each)
        self._counts(loop, each)
        return 1

    # -- what is entered -------------------------------------------------------------------------
    def called(self, sort: Literal["function", "procedure"], name: str) -> int:
        """The body of a function or procedure; 1 if it counts for itself."""
        thing = self.program.functions[name] if sort == "function" else self.program.procedures[name]
        domains: Names = dict(zip(thing.params, thing.domains, strict=False))
        return self._entered(sort, name, lambda: self.own(thing.body, domains))

    def _tried(self, block: int) -> int:
        """All blocks of a trial, each once, and the copy; 1 if it counts for itself."""

        def total() -> int:
            region = trial_blocks(self.program, block)
            return len(self.program.initial) // 8 + sum(self._visited(number) for number in region)

        return self._entered("trial", block, total)

    def _visited(self, number: int) -> int:
        """A block in a trial; 1 if it counts for itself."""
        return self._entered("visit", number, lambda: self._block(number, True))

    def _entered(self, sort: Entered, name: str | int, find: Callable[[], int]) -> int:
        """What is done behind an entry; 1 if it counts for itself, as what comes to itself does wherever anything counts."""
        this, key = (sort, name), (self._most, sort, name)
        if key in self._under_way:
            self._to_itself.add(this)
            return ENDLESS if self._most == ENDLESS else 1
        if key not in self._bounds:
            self._under_way.add(key)
            total = find()
            self._under_way.remove(key)
            if self._most == ENDLESS:
                total = ENDLESS if this in self._to_itself else min(ENDLESS, total)
            elif total > SMALL or this in self._to_itself:
                self._entries[this] = min(STEP, total)
                total = 1
            self._bounds[key] = total
        return self._bounds[key]

    # -- blocks ----------------------------------------------------------------------------------
    def _block(self, number: int, tried: bool) -> int:
        """A block, with the decision in which it ends, where that is looked at."""
        block = self._blocks[number]
        total = self.own((block.body, block.end), {})
        if isinstance(block.end, Decide):
            decision = self.program.decisions[block.end.decision]
            if not tried or (decision.refuses and decision.otherwise is None):
                total += self._decision(decision)
        return total

    def _decision(self, decision: flow.Decision) -> int:
        """All options of a decision."""
        if self._most == SMALL:
            self._large.update(map(id, decision.options))
        total = self.own(decision.before, {})
        return total + sum(self._rounds(o, o.clauses, (o.guard,), {}) for o in decision.options)

    def _chance(self, chance: flow.Chance) -> int:
        """All outcomes of a chance."""
        return sum(self._rounds(o, o.clauses, (o.weight,), {}) for o in chance.outcomes)

    def around(self, numbers: Iterable[int], tried: bool) -> int:
        """One round through these blocks, each once, and the comparison of the state behind it."""
        found = (self._visit(n) if tried else self._left[n] for n in numbers)
        return min(STEP, len(self.program.initial) // 8 + sum(found))

    def _visit(self, number: int) -> int:
        return self._bounds.get((SMALL, "visit", number)) or self._bounds[ENDLESS, "visit", number]
