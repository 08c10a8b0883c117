"""Which blocks of the Flow run together as one C function, and how it goes on from one to the next.

Goes in: the blocks at which a function may be entered.  Comes out: all that may run behind them, and the steps that close a circle: there
rounds are counted, so that nothing goes round for ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..flow import flow
from ..flow.flow import NOTHING_LEGAL, TRIAL_DEPTH, Decide, Toss
from ..flow.rewrite import walk
from .choices import Choices
from .code import Code
from .layout import goes_on, trial_blocks
from .work import LOOSE
from .writer import Writer

SHARED = 16  # so many blocks in common, and two trials are written as one function


class Regions(Choices):
    """The blocks of one program: how they are entered, tried and gone through."""

    def prepare_blocks(self) -> None:
        """What must be known of blocks before any is written."""
        self.blocks = {block.number: block for block in self.program.blocks}
        self.params: dict[int, tuple[Code, ...]] = {}
        self.deep = self._trials_meet_themselves()
        self.bodies = Writer()
        self._splits: dict[int, tuple[tuple[flow.Clause, flow.Expr], ...] | None] = {}  # see `_split`
        self._bodies: dict[int, bool] = {}  # of each block: whether it is a function of its own
        # What `play_on` finds: type, how many (0: one, not in an array), bytes.
        self.found: dict[str, tuple[str, int, int]] = {}
        ranges: dict[int, list[tuple[int, int]]] = {}
        choices: list[flow.Options | flow.Outcomes] = []
        for decision in self.program.decisions:
            choices += decision.options
        for chance in self.program.chances:
            choices += chance.outcomes
        for choice in choices:
            axes = [(a.low, a.low + a.size - 1) for a in self.program.numbers[choice.numbers].axes]
            old = ranges.get(choice.target, axes)
            ranges[choice.target] = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(old, axes, strict=True)]
        for block in self.program.blocks:
            known = ranges.get(block.number, [])
            tried = self.entered.get(block.number, []) if block.number in self.tried else known
            names = [self.new_name(p) for p in block.params]
            if len(tried) == len(names) and len(known) in (0, len(names)):
                both = zip(tried, known or tried, strict=True)
                known = [(min(a, c), max(b, d)) for (a, b), (c, d) in both]
                self.params[block.number] = tuple(Code(n, *k) for n, k in zip(names, known, strict=True))
            else:
                self.params[block.number] = tuple(Code(n) for n in names)

    tried: frozenset[int] = frozenset()

    # For each tried block the first of those with which it shares a function.
    together: Mapping[int, int] = MappingProxyType({})

    def find_tried(self) -> None:
        """Which blocks are tried from somewhere."""
        self.tried = frozenset(
            part.block for root in self.everything() for part in walk(root) if isinstance(part, flow.Trial)
        )
        regions = {block: set(trial_blocks(self.program, block)) for block in sorted(self.tried)}
        self.together = {}
        for block, region in regions.items():
            near = (first for first in self.together.values() if len(region & regions[first]) >= SHARED)
            self.together[block] = next(near, block)

    def _with(self, block: int) -> list[int]:
        """The trials that are written in one function with this one."""
        return [other for other, first in self.together.items() if first == self.together[block]]

    def _trials_meet_themselves(self) -> bool:
        """Whether trials may lie in each other deeper than the program shows."""
        inside: dict[int, set[int]] = {}

        def look(node: object, into: set[int], seen: set[str]) -> None:
            for part in walk(node):
                if isinstance(part, flow.Trial):
                    into.add(part.block)
                elif isinstance(part, flow.Call) and "f" + part.function not in seen:
                    seen.add("f" + part.function)
                    look(self.program.functions[part.function].body, into, seen)
                elif isinstance(part, flow.Run) and "p" + part.procedure not in seen:
                    seen.add("p" + part.procedure)
                    look(self.program.procedures[part.procedure].body, into, seen)

        for block in self.tried:
            found: set[int] = set()
            seen: set[str] = set()
            for number in trial_blocks(self.program, block):
                here = self.blocks[number]
                look(here.body, found, seen)
                look(here.end, found, seen)
                if isinstance(here.end, Decide) and self.program.decisions[here.end.decision].refuses:
                    look(self.program.decisions[here.end.decision].before, found, seen)
                    for options in self.program.decisions[here.end.decision].options:
                        look((options.clauses, options.guard), found, seen)
            inside[block] = found
        depth: dict[int, int] = {}

        def measure(block: int, path: tuple[int, ...]) -> int:
            if block in path:
                return TRIAL_DEPTH + 1
            if block not in depth:
                depth[block] = 1 + max((measure(b, (*path, block)) for b in inside[block]), default=0)
            return depth[block]

        return any(measure(block, ()) > TRIAL_DEPTH for block in self.tried)

    def _region(self, entries: Sequence[int], trial: bool, through: bool = False) -> list[int]:
        """All blocks that may run, in the order in which they are met."""
        found: dict[int, None] = {}
        todo = list(reversed(entries))
        while todo:
            number = todo.pop()
            if number in found:
                continue
            found[number] = None
            todo += reversed([n for n in self._next(number, trial, through) if n not in found])
        return list(found)

    def _next(self, number: int, trial: bool, through: bool) -> list[int]:
        end = self.blocks[number].end
        found = list(goes_on(end, trial, self.program))
        if through and isinstance(end, Decide):
            found += [o.target for o in self.program.decisions[end.decision].options]
        if through and isinstance(end, Toss):
            found += [o.target for o in self.program.chances[end.chance].outcomes]
        return found

    def _backward(self, region: list[int], entries: Sequence[int], trial: bool) -> set[tuple[int, int]]:
        """Steps from block to block that close a circle without a rest on it: there the rounds are counted."""
        state: dict[int, int] = {}
        found: set[tuple[int, int]] = set()
        for entry in [*entries, *region]:
            if entry in state:
                continue
            stack = [(entry, iter(self._next(entry, trial, False)))]
            state[entry] = 1
            while stack:
                number, rest = stack[-1]
                for target in rest:
                    if state.get(target) == 1:
                        found.add((number, target))
                    elif target not in state:
                        state[target] = 1
                        stack.append((target, iter(self._next(target, trial, False))))
                        break
                else:
                    state[number] = 2
                    stack.pop()
        return found

    def _round_work(self, region: list[int], trial: bool) -> int:
        """What is done at most from one counted step back to the next one: each block between them once."""
        follow = {number: self._next(number, trial, False) for number in region}
        before: dict[int, list[int]] = {number: [] for number in region}
        for number, targets in follow.items():
            for target in targets:
                before[target].append(number)
        works = (self.work.around(_reached(b, follow) & _reached(a, before), trial) for a, b in self._back)
        return max(works, default=0)

    def _locals(self, region: list[int], entries: Sequence[int], mode: str, out: Writer, given: bool = False) -> None:
        """The parameters of all blocks; with `given` those of the entries are there already."""
        for number in region:
            for p in self.params[number] if not (given and number in entries) else ():
                out.write(f"num {p.text} = 0;")
        self._back = self._backward(region, entries, mode == "trial")
        self._round = self._round_work(region, mode == "trial")
        if self._back:
            out.write("Watch watch;")
            out.write("NO_ROUNDS(watch)")

    def _goto(self, here: int, target: int, mode: str, out: Writer) -> None:
        if (here, target) in self._back:
            size = "TRIED" if mode == "trial" else "sizeof(State)"
            apart = mode == "trial" or self._round > LOOSE  # whether rounds are counted as work by themselves
            again = f"goes_round(&watch, s, {size}, {target}, {0 if apart else self._round})"
            if mode == "trial":
                out.write(f"if (++watch.rounds > FEW_ROUNDS && (tick(s, {self._round}), {again})) return 0;")
            else:
                if apart:
                    self.count_work((self._round,), out)
                out.write(f"if (++watch.rounds > WATCHED && (watch.why = {again})) return watch.why;")
        out.write(f"goto b_{target};")

    @staticmethod
    def _refusal(why: str, mode: str) -> str:
        return "0" if mode == "trial" else why

    def _nothing(self, number: int, d: flow.Decision, mode: str, out: Writer) -> None:
        if d.otherwise is None:
            out.write(f"return REFUSED({NOTHING_LEGAL});")
        else:
            self._goto(number, d.otherwise, mode, out)


def _reached(start: int, follow: Mapping[int, Sequence[int]]) -> set[int]:
    """All that can be reached from a block, and itself."""
    found, todo = {start}, [start]
    while todo:
        fresh = set(follow[todo.pop()]) - found
        found |= fresh
        todo += fresh
    return found
