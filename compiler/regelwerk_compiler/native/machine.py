"""Blocks of the Flow -> the C functions that run them.

`run` goes on to the next rest.  `try_N` does so on a copy, until it comes through or is refused.  `play_on` plays many options, given or at
random, and outcomes at random; what it finds where it stops it leaves in `Found`, so that options are found once for counting and picking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..flow import flow
from ..flow.flow import (
    CAPPED,
    NO_OUTCOME,
    NOTHING_LEGAL,
    TOO_DEEP,
    TRIAL_DEPTH,
    Block,
    Branch,
    Decide,
    Jump,
    Return,
    Stop,
    Toss,
)
from ..flow.free import free
from ..flow.rewrite import walk
from .choices import Choices, Plan
from .classes import by_class
from .code import Code
from .expressions import Scope
from .layout import goes_on, number_type, trial_blocks, words_of
from .work import LOOSE
from .writer import Writer, comment

LARGE = 200  # in a program of so many blocks, what is done in one is compiled once, and not for `run`, `play_on` and trials each
LONG = 500  # characters; what is shorter stands where it is done
SHARED = 16  # so many blocks in common, and two trials are written as one function


class Machine(Choices):
    """The blocks of one program."""

    def prepare_blocks(self) -> None:
        """What must be known of blocks before any is written."""
        self.blocks = {block.number: block for block in self.program.blocks}
        self.params: dict[int, tuple[Code, ...]] = {}
        self.deep = self._trials_meet_themselves()
        self.bodies = Writer()
        self._splits: dict[int, tuple[tuple[flow.Clause, flow.Expr], ...] | None] = {}  # see `_split`
        self._bodies: dict[int, bool] = {}  # of each block: whether it is a function of its own
        self.found: dict[
            str, tuple[str, int, int]
        ] = {}  # what `play_on` finds: type, how many (0: one, not in an array), bytes
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
    together: Mapping[int, int] = MappingProxyType(
        {}
    )  # for each tried block the first of those with which it shares a function

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

    # -- the three functions -----------------------------------------------------------------------
    def run_function(self, out: Writer) -> None:
        """On to the next rest."""
        entries = {self.program.entry} | {o.target for d in self.program.decisions for o in d.options}
        entries |= {o.target for c in self.program.chances for o in c.outcomes}
        out.write("/* On to the next rest. */")
        with out.block("static APART int run(State *s, int at, const num *args)"):
            region = self._region(sorted(entries), False)
            self._locals(region, sorted(entries), "run", out)
            self._enter(sorted(entries), out)
            self._blocks(region, "run", out)
        out.write("")

    def trials_written(self, out: Writer) -> None:
        """Every trial that is made, those that are made in trials too."""
        done: set[int] = set()
        while todo := [block for block in self.trials if block not in done]:
            blocks = self._with(todo[0])
            done.update(blocks)
            if len(blocks) == 1:
                self._trial_alone(blocks[0], out)
            else:
                self._trials_together(blocks, out)

    def _trial_alone(self, block: int, out: Writer) -> None:
        """Does it come through, on a copy?"""
        params = "".join(f", num {p.text}" for p in self.params[block])
        with out.block(f"static int try_{block}(const State *from{params})"):
            self._on_a_copy([block], out)
            region = self._region([block], True)
            self._locals(region, [block], "trial", out, given=True)
            self._blocks(region, "trial", out)
        out.write("")

    def _trials_together(self, blocks: Sequence[int], out: Writer) -> None:
        """The same for trials that run much of the same blocks: they are written (and compiled) once."""
        with out.block(f"static int trial_{blocks[0]}(const State *from, int at, const num *args)"):
            self._on_a_copy(blocks, out)
            region = self._region(blocks, True)
            self._locals(region, blocks, "trial", out)
            self._enter(blocks, out)
            self._blocks(region, "trial", out)
        for block in blocks:
            names = [p.text for p in self.params[block]]
            params = "".join(f", num {name}" for name in names)
            with out.block(f"static int try_{block}(const State *from{params})"):
                out.write(f"num args[] = {{{', '.join(names) or '0'}}};")
                out.write(f"return trial_{blocks[0]}(from, {block}, args);")
        out.write("")

    def _on_a_copy(self, blocks: Sequence[int], out: Writer) -> None:
        out.write("State copy;")
        out.write("State *s = &copy;")
        if self.deep:
            out.write(f"if (from->depth >= {TRIAL_DEPTH}) leave(from, REFUSED({TOO_DEEP}));")
        out.write("memcpy(s, from, TRIED);")
        out.write("BEGIN_TRIAL(s, from)")
        self.count_work((max(self.work.entry("trial", block) for block in blocks),), out)

    def _enter(self, entries: Sequence[int], out: Writer) -> None:
        """To the block that the caller names, with the arguments that he gives."""
        out.write("(void)args;")
        with out.block("switch (at)"):
            for number in entries:
                given = "".join(f" {p.text} = args[{k}];" for k, p in enumerate(self.params[number]))
                out.write(f"case {number}:{given} goto b_{number};")
            out.write("default: return BROKEN;")

    def random_function(self, out: Writer) -> None:
        """Options and outcomes at random until the game is over, or so many are played."""
        decide = [b.number for b in self.program.blocks if isinstance(b.end, Decide)]
        rests = [b.number for b in self.program.blocks if isinstance(b.end, Decide | Toss)]
        region = self._region(rests, False, through=True)
        capped = self.program.most_decisions
        out.write(
            "/* At most `count` options, and outcomes at random: how many options were played, or why it was refused.  Options are"
        )
        out.write(
            "   picked at random; `place` >= 0: the first is the one at that place of those in `f`, which were found here. */"
        )
        with out.block("static APART num play_on(State *s, uint64_t key, num count, num place, Found *restrict f)"):
            out.write(f"num most = {capped};")
            if decide:  # who already rests where somebody decides is not stopped before that
                cases = " ".join(f"case {number}:" for number in decide)
                out.write(f"if (s->decisions >= most) switch (s->pc) {{ {cases} most = s->decisions + 1; }}")
            out.write("num stop = lesser(s->decisions + count, most);")
            out.write("num played = 0;")
            out.write("int tosses = 0;")
            out.write("(void)key; (void)tosses; (void)stop; (void)place; (void)f;")
            self._locals(region, rests, "random", out)
            if decide:
                with out.block("if (place >= 0)"), out.block("switch (s->pc)"):
                    for number in decide:
                        out.write(f"case {number}: goto p_{number};")
                    out.write("default: return BROKEN;")
            with out.block("switch (s->pc)"):
                for number in rests:
                    out.write(f"case {number}: goto b_{number};")
                out.write("default: return 0;")
            self._blocks(region, "random", out)
        out.write("")

    # -- regions -----------------------------------------------------------------------------------
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

    def _blocks(self, region: list[int], mode: str, out: Writer) -> None:
        first = len(out.lines)
        for number in region:
            self._block(self.blocks[number], mode, out)
        used = {word for line in out.lines for word in line.split() if word.startswith("b_")}
        for i in range(first, len(out.lines)):
            label, colon, rest = out.lines[i].strip().partition(":")
            if colon and label.startswith("b_") and label[2:].isdigit() and f"{label};" not in used:
                out.lines[i] = "    " + rest.strip()

    def _block(self, block: Block, mode: str, out: Writer) -> None:
        place = f", {comment(str(block.origin))}" if block.origin else ""
        out.lines.append(f"b_{block.number}: /* {comment(block.name)}{place} */")
        with out.block(""):
            if mode == "trial":
                self.count_work((self.work.entry("visit", block.number),), out)
            scope: Scope = dict(zip(block.params, self.params[block.number], strict=True))
            if mode != "random" and self._apart(block, scope):
                given = "".join(f", {p.text}" for p in self.params[block.number])
                out.write(f"int why = do_{block.number}(s{given});")
                out.write("if (why < 0) return why;")
            else:
                for p in self.params[block.number]:
                    out.write(f"(void){p.text};")
                scope = self.declare(block.body, scope, out)
                self.statements(block.body, scope, out)
            match block.end:
                case Jump(target, leaving):
                    if leaving and mode == "trial":
                        out.write("return 1;")
                    else:
                        self._goto(block.number, target, mode, out)
                case Branch(test, then, otherwise):
                    asked = self.value(test, scope)
                    if asked.constant is not None:
                        self._goto(block.number, then if asked.constant else otherwise, mode, out)
                        return
                    with out.block(f"if ({self.test(test, scope)})"):
                        self._goto(block.number, then, mode, out)
                    self._goto(block.number, otherwise, mode, out)
                case Return(cell, targets):
                    with out.block(f"switch ({self.cell(flow.Cell(cell), scope).text})"):
                        for target in dict.fromkeys(targets):
                            out.write(f"case {target}:")
                            self._goto(block.number, target, mode, out)
                        out.write(f"default: return {self._refusal('BROKEN', mode)};")
                case Decide(decision):
                    self._decides(block.number, decision, mode, out)
                case Toss(chance):
                    self._tosses(block.number, chance, mode, out)
                case Stop():
                    if mode == "trial":
                        out.write("return 1;")
                    else:
                        out.write(f"s->pc = {block.number};")
                        out.write(f"return {'played' if mode == 'random' else 'RESTS'};")

    def _apart(self, block: Block, scope: Scope) -> bool:
        """Whether what is done in a block is a function of its own, which is written the first time."""
        if len(self.program.blocks) < LARGE or not block.body:
            return False
        if block.number not in self._bodies:
            body, params = Writer(), self.params[block.number]
            given = "".join(f", num {p.text}" for p in params)
            with body.block(f"static int do_{block.number}(State *s{given})"):
                body.write("(void)s;" + "".join(f" (void){p.text};" for p in params))
                inner = self.declare(block.body, scope, body)
                own = inner.keys() - scope.keys()
                self.statements(block.body, inner, body)
                body.write("return 0;")
            long = sum(map(len, body.lines)) >= LONG
            self._bodies[block.number] = long and own.isdisjoint(free(block.end))
            if self._bodies[block.number]:
                self.bodies.lines += [*body.lines, ""]
        return self._bodies[block.number]

    @staticmethod
    def _refusal(why: str, mode: str) -> str:
        return "0" if mode == "trial" else why

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

    def _decides(self, number: int, decision: int, mode: str, out: Writer) -> None:
        d = self.program.decisions[decision]
        if mode == "trial":
            stuck = d.refuses and d.otherwise is None
            out.write(f"return any_{decision}(s);" if stuck else "return 1;")
            return
        if mode == "random":
            self._decides_at_random(number, d, out)
            return
        out.write(f"if (any_{decision}(s)) {{ s->pc = {number}; return RESTS; }}")
        self._nothing(number, d, mode, out)

    def _nothing(self, number: int, d: flow.Decision, mode: str, out: Writer) -> None:
        if d.otherwise is None:
            out.write(f"return REFUSED({NOTHING_LEGAL});")
        else:
            self._goto(number, d.otherwise, mode, out)

    def _tosses(self, number: int, chance: int, mode: str, out: Writer) -> None:
        if mode == "trial":
            out.write("return 1;")
        elif mode == "run":
            out.write(f"s->pc = {number};")
            out.write("return RESTS;")
        else:
            self._tosses_at_random(number, chance, out)

    # -- at random ---------------------------------------------------------------------------------
    def _keep(self, name: str, kind: str, count: int = 0, size: int = 8) -> str:
        """A member of `Found`, or so many of them of `size` bytes each: decisions share them by their names."""
        old = self.found.get(name, (kind, 0, size))
        self.found[name] = (kind, max(old[1], count), size)
        return f"f->{name}"

    def _decides_at_random(self, number: int, d: flow.Decision, out: Writer) -> None:
        plans = [self.plan(o) for o in d.options]
        counts: list[str] = []
        kept: list[tuple[str, str]] = []  # what is known of the options, and where it is kept
        before = self.before(d, out)
        for k in range(len(plans)):
            counts.append(self._count(k, d, plans, kept, before, out))
        out.write(f"num n = {' + '.join(counts)}, k;" if counts else "num n = 0, k;")
        with out.block("if (n == 0)"):
            self._nothing(number, d, "random", out)
        with out.block("if (s->decisions >= stop)"):
            out.write(f"if (s->decisions >= most) {{ s->pc = {CAPPED}; return played; }}")
            out.write(f"s->pc = {number};")
            for name, place in [("n", "f->n"), *kept]:
                out.write(f"{place} = {name};")
            out.write("return played;")
        out.write("NEW_STEP(s)")
        out.write("key = next_key(key);")
        out.write("k = picked(key, n);")
        with out.block("if (0)"):
            out.lines.append(f"p_{number}:")
            out.write("k = place;")
            for name, place in kept:
                out.write(f"{name} = {place};")
        out.write("(void)k;")
        out.write("s->decisions++;")
        out.write("played++;")
        out.write("tosses = 0;")
        if self._back:
            out.write("NO_ROUNDS(watch)")
        for k, options in enumerate(d.options):
            last = k == len(plans) - 1
            with out.block("" if last else f"if (k < {counts[k]})"):
                self._chosen(k, d, plans, out)
                self._goto(number, options.target, "random", out)
            if not last:
                out.write(f"k -= {counts[k]};")
        if not plans:
            out.write("return BROKEN;")

    def _count(
        self, k: int, d: flow.Decision, plans: list[Plan], kept: list[tuple[str, str]], before: Scope, out: Writer
    ) -> str:
        """How many options there are; what is found on the way is kept until the next decision, or where `kept` says."""
        options, plan = d.options[k], plans[k]
        numbers = self.program.numbers[options.numbers]
        out.write(f"/* {numbers.kind} {comment(numbers.name)} */")
        if plan.sort == "single" and options.guard is None:
            return "1"
        kept.append((f"n{k}", self._keep(f"n{k}", "int32_t")))
        if plan.sort == "single":
            assert options.guard is not None
            out.write(f"num n{k} = {self.value(options.guard, before).text};")
        elif plan.sort == "mask":
            last = options.clauses[-1]
            assert isinstance(last.source, flow.Bits)
            source = last.source
            kind, count = self.mask_type(source.width), f"{self._on(source.width, 'count')}"
            if len(options.clauses) == 1:
                kept.append((f"m{k}", self._keep(f"m{k}_{kind}", kind)))
                out.write(f"{kind} m{k} = {self.mask(source.mask, before, source.width)};")
                out.write(f"num n{k} = {count}(m{k});")
                return f"n{k}"
            sets = self._sets(k, options, plan)
            out.write(f"num n{k} = 0;")
            if self._count_by_class(k, options, sets, before, out):
                return f"n{k}"
            out.write(f"int e{k} = 0;")

            def note(scope: Scope) -> None:
                # written always, kept if it is not empty: a branch would be guessed wrongly too often
                out.write(f"{kind} m = {self.mask(source.mask, scope, source.width)};")
                out.write(f"{sets}[e{k}].m = m;")
                for j, clause in enumerate(options.clauses[:-1]):
                    out.write(f"{sets}[e{k}].at[{j}] = (int32_t){scope[clause.name].text};")
                out.write(f"e{k} += {'m != 0' if kind == 'uint64_t' else f'{kind}_some(m)'};")
                out.write(f"n{k} += {count}(m);")

            self.clauses(options.clauses[:-1], before, out, note, self.work.ticks(options))
            out.write(f"(void)e{k};")
        else:
            listed, kind = self._list(k, d, plans)
            out.write(f"int n{k} = 0;")

            def add(scope: Scope) -> None:
                out.write(f"{listed}[n{k}++] = ({kind})({self.number_code(numbers, options.clauses, scope).text});")

            self.guarded(options, before, out, add)
            if not plan.once:
                out.write(f"n{k} = each_once({listed}, n{k});")
        return f"n{k}"

    def _count_by_class(self, k: int, options: flow.Options, sets: str, before: Scope, out: Writer) -> bool:
        """The same, class by class of what stands at the first parameter, if that is simpler; each set is kept at the rank of its place."""
        split = self._split(options)
        if split is None:
            return False
        first, last = options.clauses
        assert isinstance(first.source, flow.Bits) and isinstance(last.source, flow.Bits)
        kind, width = self.mask_type(last.source.width), last.source.width
        every = self.new_name("every")
        out.write(f"uint64_t {every} = {self.mask(first.source.mask, before, first.source.width)};")
        for clause, mask in split:
            each = self.work.made_of(options, mask)

            def note(scope: Scope, mask: flow.Expr = mask) -> None:
                place = scope[first.name].text
                out.write(f"{kind} m = {self.mask(mask, scope, width)};")
                out.write(f"int e = (int)bits_count({every} & ((UINT64_C(1) << {place}) - 1));")
                out.write(f"{sets}[e].m = m;")
                out.write(f"{sets}[e].at[0] = (int32_t){place};")
                out.write(f"n{k} += {self._on(width, 'count')}(m);")

            self.clauses((clause,), before, out, note, (each,))
        return True

    def _split(self, options: flow.Options) -> tuple[tuple[flow.Clause, flow.Expr], ...] | None:
        """The options of a rule class by class, where that is simpler."""
        if id(options) not in self._splits:
            found = [by_class(self.program, planes, options) for planes in self.layout.planes.values()]
            some = [split for split in found if split is not None]
            self._splits[id(options)] = min(
                some, key=lambda split: self.work.known.cost(tuple(m for _, m in split)) / len(split), default=None
            )
        return self._splits[id(options)]

    def _sets(self, k: int, options: flow.Options, plan: Plan) -> str:
        """Where sets are kept that depend on what is bound before, each with that; one more than there are."""
        source = options.clauses[-1].source
        assert isinstance(source, flow.Bits)
        kind, before = self.mask_type(source.width), len(options.clauses) - 1
        size = 8 * (words_of(source.width) + (before + 1) // 2)
        return self._keep(
            f"sets{k}_{kind}_{before}", f"struct {{ {kind} m; int32_t at[{before}]; }}", plan.most + 1, size
        )

    def _list(self, k: int, d: flow.Decision, plans: list[Plan]) -> tuple[str, str]:
        """Where the options of a rule are listed, and as what: behind those of the rules before it, so that little memory is touched."""
        if not plans[k].once:
            return self._keep(f"list{k}", "num", max(1, plans[k].most)), "num"
        listed = [j for j, plan in enumerate(plans) if plan.sort == "list" and plan.once]
        numbers = [self.program.numbers[d.options[j].numbers] for j in listed]
        kind = number_type(0, max(one.base + one.size for one in numbers))
        place = self._keep(f"listed_{kind}", kind, max(1, sum(plans[j].most for j in listed)), 4)
        return f"({' + '.join([place, *(f'n{j}' for j in listed if j < k)])})", kind

    def _chosen(self, k: int, d: flow.Decision, plans: list[Plan], out: Writer) -> None:
        """The arguments of option number `k` of a rule go to the parameters of its block."""
        options, plan = d.options[k], plans[k]
        params = self.params[options.target]
        numbers = self.program.numbers[options.numbers]
        if plan.sort == "mask":
            source = options.clauses[-1].source
            assert isinstance(source, flow.Bits)
            kind, count = self.mask_type(source.width), self._on(source.width, "count")
            number = "bit_number" if kind == "uint64_t" else f"{kind}_number"
            if len(params) == 1:
                out.write(f"{params[0].text} = {number}(m{k}, k);")
                return
            sets = self._sets(k, options, plan)
            out.write("int e = 0;")
            with out.block("for (;; e++)"):
                out.write(f"num here = {count}({sets}[e].m);")
                out.write("if (k < here) break;")
                out.write("k -= here;")
            for j, p in enumerate(params[:-1]):
                out.write(f"{p.text} = {sets}[e].at[{j}];")
            out.write(f"{params[-1].text} = {number}({sets}[e].m, k);")
        elif plan.sort == "list":
            for p, text in zip(params, self.taken_apart(numbers, f"{self._list(k, d, plans)[0]}[k]", out), strict=True):
                out.write(f"{p.text} = {text};")

    def _tosses_at_random(self, number: int, index: int, out: Writer) -> None:
        chance = self.program.chances[index]
        most = sum(self.bindings(o.clauses) or 1 for o in chance.outcomes)
        out.write(f"num total = 0, k, numbers[{max(1, most)}], weights[{max(1, most)}];")
        out.write(f"int i, n = outcomes_{index}(s, numbers, weights);")
        out.write("for (i = 0; i < n; i++) total += weights[i];")
        out.write("s->key = next_key(s->key);")
        out.write(f"if (total == 0) return REFUSED({NO_OUTCOME});")
        out.write("k = picked(s->key, total);")
        out.write("for (i = 0; k >= weights[i]; i++) k -= weights[i];")
        out.write("if (++tosses == TOSS_LIMIT) return REFUSED(ENDLESS);")
        if self._back:
            out.write("NO_ROUNDS(watch)")
        out.write("k = numbers[i];")
        for j, outcomes in enumerate(chance.outcomes):
            last = j == len(chance.outcomes) - 1
            block = self.program.numbers[outcomes.numbers]
            test = f"if (k >= {block.base} && k < {block.base + block.size})"
            with out.block("" if last else test):
                for p, text in zip(self.params[outcomes.target], self.taken_apart(block, "k", out), strict=True):
                    out.write(f"{p.text} = {text};")
                self._goto(number, outcomes.target, "random", out)


def _reached(start: int, follow: Mapping[int, Sequence[int]]) -> set[int]:
    """All that can be reached from a block, and itself."""
    found, todo = {start}, [start]
    while todo:
        fresh = set(follow[todo.pop()]) - found
        found |= fresh
        todo += fresh
    return found
