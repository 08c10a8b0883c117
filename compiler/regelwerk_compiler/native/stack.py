"""How much of the C stack a step can take, so that no program overflows it: one that may is left to another engine.

Goes in: a `Program`, its `Layout`, and how many rows a loop keeps aside.  Comes out: a bound in bytes: what loops keep in arrays, loops in
loops and calls in calls, and the copies of the state that trials work on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ..flow import flow
from ..flow.flow import TRIAL_DEPTH, Decide, Program
from ..flow.rewrite import parts
from .layout import Layout, trial_blocks

MOST_STACK = 1 << 20  # bytes: an eighth of what a thread has on Linux
FRAME = 512  # bytes of one call: registers, locals, and where a trial comes back to


class Stack:
    """Bounds for the pieces of one program.  `kept`: the bytes of what a loop keeps aside; `deep`: trials may come to themselves."""

    def __init__(
        self, program: Program, layout: Layout, kept: Callable[[flow.Each | flow.Collect], int], deep: bool
    ) -> None:
        self.program = program
        self.kept = kept
        self.deep = deep
        masks = sum(p.count * (p.size + 63) // 64 + p.count for p in layout.planes.values())
        self.state = 8 * (layout.words + masks) + sum(64 + 4 * n.planes.size for n in layout.links.values())
        self._found: dict[tuple[str, str | int], int] = {}
        self._trials: dict[int, int] = {}  # of those that may come to themselves, without what lies in them
        self._blocks = {block.number: block for block in program.blocks}

    def most(self) -> int:
        """The bytes that any step may take, at most."""
        p = self.program
        deepest = max(map(self._block, self._blocks), default=0)
        asked = max((self._called("function", name) for name in p.functions), default=0)
        drawn = max((self._of((o.clauses, o.weight)) for c in p.chances for o in c.outcomes), default=0)
        return 4 * self.state + max(deepest, asked, drawn) + TRIAL_DEPTH * max(self._trials.values(), default=0)

    def _of(self, node: object) -> int:
        match node:
            case flow.Each() | flow.Collect():
                return self.kept(node) + max(map(self._of, parts(node)), default=0)
            case flow.Call(name, args):
                return max(self._called("function", name), self._of(args))
            case flow.Run(name, args):
                return max(self._called("procedure", name), self._of(args))
            case flow.Trial(block, args):
                return max(self._tried(block), self._of(args))
            case tuple():
                return max(map(self._of, node), default=0)
            case _:
                return max(map(self._of, parts(node)), default=0)

    def _called(self, sort: Literal["function", "procedure"], name: str) -> int:
        thing = self.program.functions[name] if sort == "function" else self.program.procedures[name]
        key = (sort, name)
        if key not in self._found:
            self._found[key] = FRAME  # it comes to itself through a trial alone, and that is looked at by itself
            self._found[key] = FRAME + self._of(thing.body)
        return self._found[key]

    def _tried(self, block: int) -> int:
        """A trial, and what it tries; where trials may come to themselves, all that lie in each other are added up in `most`."""
        key = ("trial", block)
        if key not in self._found:
            self._found[key] = 0
            size = FRAME + self.state + max(map(self._block, trial_blocks(self.program, block)))
            if self.deep:
                self._trials[block] = size
            else:
                self._found[key] = size
        return self._found[key]

    def _block(self, number: int) -> int:
        """A block, with the decision in which it ends."""
        block = self._blocks[number]
        found = self._of((block.body, block.end))
        if isinstance(block.end, Decide):
            decision = self.program.decisions[block.end.decision]
            listed = [self._of((o.clauses, o.guard)) for o in decision.options]
            found = max(found, self._of(decision.before), *listed)
        return found
