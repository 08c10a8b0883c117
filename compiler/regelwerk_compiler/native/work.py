"""How much work a piece of a Flow can be at most, so that C counts only where that may be a lot.

Goes in: nodes, and the intervals of the names they speak of.  Comes out: a bound, in nodes that are valued.  What may be more than `LOOSE` counts
for itself while it runs (a loop by its rounds, a function, procedure or trial when it is entered) and is one node to whoever holds it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..flow import flow
from ..flow.flow import Clause, Program
from ..flow.known import Known, Names, without
from ..flow.rewrite import parts
from .layout import goes_on, trial_blocks

LOOSE = 3 << 19  # a millisecond or two
STEP = 1 << 30  # nodes that one step may value: half a second or so


class Work:
    """Bounds for the pieces of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = Known(program)
        self._called: dict[tuple[str, str], int] = {}
        self._tried: dict[int, tuple[int, bool]] = {}
        self._ticks: dict[int, tuple[object, tuple[int, ...]]] = {}  # loops that count, see `ticks`
        self._blocks = {block.number: block for block in program.blocks}

    # -- what counts -----------------------------------------------------------------------------
    def look(self) -> None:
        """At the whole program, once: then it is known which loops count."""
        p = self.program
        for name in p.functions:
            self.called("function", name)
        for name in p.procedures:
            self.called("procedure", name)
        self.blocks(self._blocks)
        for decision in p.decisions:
            self.own(decision.before, {})
            for options in decision.options:
                self.rounds(options.clauses, (options.guard,), {})
        for chance in p.chances:
            for outcomes in chance.outcomes:
                self.rounds(outcomes.clauses, (outcomes.weight,), {})

    def ticks(self, loop: object) -> tuple[int, ...]:
        """What a round of a loop counts, clause by clause, 0 where it does not; nothing where none does.

        A loop is known by its clauses; `while` by its body, a reach by itself.
        """
        return self._ticks.get(id(loop), (None, ()))[1]

    def _counts(self, loop: object, ticks: tuple[int, ...]) -> None:
        """That a loop counts, whoever else holds it too."""
        old = self._ticks.get(id(loop), (None, (0,) * len(ticks)))[1]
        self._ticks[id(loop)] = (loop, tuple(min(STEP, max(a, b)) for a, b in zip(old, ticks, strict=True)))

    # -- loops -----------------------------------------------------------------------------------
    def rounds(self, clauses: tuple[Clause, ...], inside: Iterable[object], names: Names) -> int:
        """All rounds of a loop together, without what counts for itself in it."""
        sizes: list[tuple[int, int]] = []  # how often, and what is done once before the next clause
        for clause in clauses:
            low, high, count = self.known.source(clause.source, names)
            source = self.own(clause.source, names)
            names = without(names, clause.name, (low, high))
            sizes.append((count, 1 + source + self.own(clause.where, names)))
        total = sum(self.own(part, names) for part in inside)
        ticks: list[int] = []
        for count, once in reversed(sizes):
            each = once + total
            total = count * each
            ticks.insert(0, each if total > LOOSE else 0)
            if total > LOOSE:
                total = 1
        if any(ticks):
            self._counts(clauses, tuple(ticks))
        return total

    def own(self, node: object, names: Names) -> int:
        """What it is, without what counts for itself."""
        match node:
            case flow.Fold() | flow.Each() | flow.Collect():
                return self.rounds(node.clauses, inside_of(node), names)
            case flow.Repeat():
                self._counts(node.body, (1 + self.own(node.test, names) + self.own(node.body, names),))
                return 1
            case flow.ReachEdges(start, edge, edges=edges, width=width):
                where = self.own(node.where, without(names, edge, (0, edges)))
                total = self.own(start, names) + width + 2 * edges * (1 + where)
                if total > LOOSE:
                    self._counts(node, (1 + where,))
            case flow.ReachSteps(start, name, clause, width=width):
                once = self.rounds((clause,), (), without(names, name, (0, width)))
                total = self.own(start, names) + width * once
                if total > LOOSE:
                    self._counts(node, (once,))
            case flow.Linked(holding):
                total = holding.size
            case flow.Digest(_, runs):
                total = 1 + sum(count for _, count, _ in runs)
            case flow.Call(name, args):
                total = self.called("function", name) + self.own(args, names)
            case flow.Run(name, args):
                total = self.called("procedure", name) + self.own(args, names)
            case flow.Trial(block, args):
                most, circles = self.tried(block)
                total = (LOOSE + 1 if circles else most) + self.own(args, names)
            case flow.LetIn(name, value, body):
                inner = without(names, name, self.known.interval(value, names))
                return 1 + self.own(value, names) + self.own(body, inner)
            case tuple():
                return sum(self.own(part, names) for part in node)
            case _:
                return 1 + sum(self.own(part, names) for part in parts(node))
        return total if total <= LOOSE else 1

    # -- what is entered -------------------------------------------------------------------------
    def called(self, sort: str, name: str) -> int:
        """The body of a function or procedure."""
        key = (sort, name)
        if key not in self._called:
            self._called[key] = 1  # nothing calls itself
            thing = self.program.functions[name] if sort == "function" else self.program.procedures[name]
            domains: Names = dict(zip(thing.params, thing.domains, strict=False))
            self._called[key] = self.own(thing.body, domains)
        return self._called[key]

    def tried(self, block: int) -> tuple[int, bool]:
        """All blocks of a trial, each once, and whether it may come to one again."""
        if block not in self._tried:
            self._tried[block] = (1, True)  # a trial in itself counts for itself
            region = trial_blocks(self.program, block)
            follow = {n: [m for m in goes_on(self._blocks[n].end, True, self.program) if m in region] for n in region}
            self._tried[block] = (self.blocks(region), circular(follow))
        return self._tried[block]

    def blocks(self, numbers: Iterable[int]) -> int:
        """What is done in some blocks, each once; a copy of the state is in it."""
        total = len(self.program.initial) // 8
        for number in numbers:
            block = self._blocks[number]
            total += self.own(block.body, {}) + self.own(block.end, {})
        return total


def inside_of(node: flow.Fold | flow.Each | flow.Collect) -> tuple[object, ...]:
    """What is done in each round."""
    match node:
        case flow.Each():
            return (node.body, node.order)
        case flow.Collect():
            return (node.value, node.order)
        case flow.Fold():
            return (node.body, node.order)


def circular(follow: dict[int, list[int]]) -> bool:
    """Whether some way leads back to where it began."""
    left = {n: set(m) for n, m in follow.items()}
    while ends := [n for n, m in left.items() if not m]:
        for n in ends:
            del left[n]
        for m in left.values():
            m.difference_update(ends)
    return bool(left)
