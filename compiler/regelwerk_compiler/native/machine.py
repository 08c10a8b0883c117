"""Blocks of the Flow -> the C functions that run them.

`run` goes on to the next rest.  `try_N` does so on a copy, until it comes through or is refused.  `play_on` plays many options, given or at
random, and outcomes at random (see `picking.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..flow import flow
from ..flow.flow import TOO_DEEP, TRIAL_DEPTH, Block, Branch, Decide, Jump, Return, Stop, Toss
from ..flow.free import free
from .expressions import Scope
from .picking import Picking
from .writer import Writer, comment

LARGE = 200  # in a program of so many blocks, what is done in one is compiled once, and not for `run`, `play_on` and trials each
LONG = 500  # characters; what is shorter stands where it is done


class Machine(Picking):
    """The functions that run the blocks of one program."""

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

    def _tosses(self, number: int, chance: int, mode: str, out: Writer) -> None:
        if mode == "trial":
            out.write("return 1;")
        elif mode == "run":
            out.write(f"s->pc = {number};")
            out.write("return RESTS;")
        else:
            self._tosses_at_random(number, chance, out)
