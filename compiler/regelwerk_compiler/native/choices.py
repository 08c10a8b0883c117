"""Decisions and chances of the Flow -> C functions: is there an option, all options, all outcomes, and which block a number leads to.

A decision of which only sets are asked (`Plan`) is never listed while playing at random: its options are counted and the one that was picked is found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..flow import flow
from ..flow.flow import Clause, Decide, Toss
from .code import Code, number, plus, times
from .expressions import Scope, Unsuited
from .statements import Statements
from .writer import Writer, comment

Each = Callable[[str, Scope, flow.Options], None]
LARGEST = 1 << 20  # options or outcomes in one list


@dataclass(frozen=True, slots=True)
class Plan:
    """How the options of one rule are found while playing at random.

    `single`: no parameters.  `mask`: the last parameter runs over a mask and nothing else is asked of it; before it, any loops.  `list`: none of these.
    """

    sort: str
    most: int  # entries that are kept: masks for `mask`, numbers for `list`


class Choices(Statements):
    """Decisions and chances of one program."""

    # -- numbers ---------------------------------------------------------------------------------
    def number_code(self, numbers: flow.Numbers, clauses: tuple[Clause, ...], scope: Scope) -> Code:
        """The number of a binding."""
        found, base, stride = number(0), numbers.base, numbers.size
        for axis, clause in zip(numbers.axes, clauses, strict=True):
            stride //= axis.size
            base -= axis.low * stride
            given = scope[clause.name]
            inside = Code(given.text, max(given.low, axis.low), min(given.high, axis.low + axis.size - 1))
            found = plus(found, times(inside if given.constant is None else given, number(stride)))
        return plus(found, number(base))

    def most(self, choices: tuple[flow.Options, ...] | tuple[flow.Outcomes, ...]) -> int:
        """How many numbers one listing may write."""
        total = 0
        for choice in choices:
            size = self.program.numbers[choice.numbers].size
            found = self.bindings(choice.clauses)
            once = self.each_once(choice.clauses)
            if found is None and not once:
                raise Unsuited("nobody knows how long a list of options becomes")
            total += min(found if found is not None else size, size) if once else found or 0
        if total > LARGEST:
            raise Unsuited(f"a list of options may have more than {LARGEST} numbers")
        return total

    def each_once(self, clauses: tuple[Clause, ...]) -> bool:
        """Do all clauses surely run upwards, each value once?"""
        return all(self._upwards(clause.source) for clause in clauses)

    def _upwards(self, source: flow.Source) -> bool:
        match source:
            case flow.Range() | flow.Bits():
                return True
            case flow.Values(values):
                if all(isinstance(v, flow.Const) for v in values):
                    numbers = [v.value for v in values if isinstance(v, flow.Const)]
                    return numbers == sorted(set(numbers))
                return len(values) < 2
            case flow.Row(listed):
                return all(list(row) == sorted(set(row)) for row in self.program.lists[listed])
            case flow.Turn(_, count):
                return count < 2

    # -- decisions -------------------------------------------------------------------------------
    def decision(self, index: int, decision: flow.Decision, out: Writer) -> None:
        """`any_N` and `list_N`."""
        place = f", {comment(str(decision.origin))}" if decision.origin else ""
        out.write(f"/* {comment(decision.name)} decides{place} */")
        with out.block(f"static int any_{index}(const State *s)"):
            out.write("(void)s;")
            for options in decision.options:
                self.guarded(options, {}, out, lambda _: out.write("return 1;"))
            out.write("return 0;")
        out.write("")
        with out.block(f"static int list_{index}(const State *s, num *out)"):
            out.write("int n = 0;")
            out.write("(void)s; (void)out;")
            for k, options in enumerate(decision.options):
                self.listed(options, k, out)
            out.write("return n;")
        out.write("")

    def guarded(self, options: flow.Options, scope: Scope, out: Writer, then: object) -> None:
        """For every binding for which the guard holds."""
        assert callable(then)

        def ask(inner: Scope) -> None:
            if options.guard is None:
                then(inner)
                return
            test = self.value(options.guard, inner)
            if test.constant is not None:
                if test.constant:
                    then(inner)
                return
            with out.block(f"if ({self.test(options.guard, inner)})"):
                then(inner)

        self.clauses(options.clauses, scope, out, ask)

    def listed(self, options: flow.Options, k: int, out: Writer) -> None:
        """Every binding's number is written behind the others."""
        numbers = self.program.numbers[options.numbers]
        out.write(f"/* {numbers.kind} {comment(numbers.name)}: {numbers.base}..{numbers.base + numbers.size - 1} */")
        once = self.each_once(options.clauses)
        if not once:
            out.write(f"int from_{k} = n;")

        def add(inner: Scope) -> None:
            out.write(f"out[n++] = {self.number_code(numbers, options.clauses, inner).text};")

        self.guarded(options, {}, out, add)
        if not once:
            out.write(f"n = from_{k} + each_once(out + from_{k}, n - from_{k});")

    # -- chances ---------------------------------------------------------------------------------
    def chance(self, index: int, chance: flow.Chance, out: Writer) -> None:
        """`outcomes_N`."""
        out.write(f"/* chance {comment(chance.name)} */")
        with out.block(f"static int outcomes_{index}(const State *s, num *out, num *weights)"):
            out.write("int n = 0;")
            out.write("(void)s;")
            for outcomes in chance.outcomes:
                numbers = self.program.numbers[outcomes.numbers]

                def found(scope: Scope, outcomes: flow.Outcomes = outcomes, numbers: flow.Numbers = numbers) -> None:
                    weight = self.value(outcomes.weight, scope)
                    put = f"out[n] = {self.number_code(numbers, outcomes.clauses, scope).text};"
                    if weight.high <= 0:
                        return
                    if weight.low > 0:
                        out.write(f"{put} weights[n++] = {weight.text};")
                        return
                    with out.block(""):
                        out.write(f"num weight = {weight.text};")
                        out.write(f"if (weight > 0) {{ {put} weights[n++] = weight; }}")

                self.clauses(outcomes.clauses, {}, out, found)
            out.write("return n;")
        out.write("")

    # -- numbers taken apart -----------------------------------------------------------------------
    def target(self, out: Writer) -> None:
        """`target`: the block that a number leads to, with its arguments; -1 if it leads nowhere."""
        with out.block("static int target(const State *s, num number, num *args)"):
            out.write("(void)args;")
            with out.block("switch (s->pc)"):
                for block in self.program.blocks:
                    choices: tuple[flow.Options, ...] | tuple[flow.Outcomes, ...] = ()
                    if isinstance(block.end, Decide):
                        choices = self.program.decisions[block.end.decision].options
                    elif isinstance(block.end, Toss):
                        choices = self.program.chances[block.end.chance].outcomes
                    if not choices:
                        continue
                    out.write(f"case {block.number}:")
                    for choice in choices:
                        numbers = self.program.numbers[choice.numbers]
                        end = numbers.base + numbers.size
                        with out.block(f"if (number >= {numbers.base} && number < {end})"):
                            for k, text in enumerate(self.taken_apart(numbers, "number", out)):
                                out.write(f"args[{k}] = {text};")
                            out.write(f"return {choice.target};")
                    out.write("break;")
            out.write("return -1;")
        out.write("")

    def taken_apart(self, numbers: flow.Numbers, given: str, out: Writer) -> list[str]:
        """The arguments in a number."""
        if not numbers.axes:
            return []
        rest = self.new_name("rest")
        out.write(f"uint32_t {rest} = (uint32_t)({given} - {numbers.base});")
        found = []
        for k, axis in reversed(list(enumerate(numbers.axes))):
            name = self.new_name(axis.name)
            if k == 0:
                out.write(f"num {name} = {axis.low} + (num){rest};")
            elif axis.size == 1:
                out.write(f"num {name} = {axis.low};")
            else:
                out.write(f"num {name} = {axis.low} + (num)({rest} % {axis.size});")
                out.write(f"{rest} /= {axis.size};")
            found.append(name)
        return found[::-1]

    # -- one of them by its place -------------------------------------------------------------------
    def by_place(self, index: int, decision: flow.Decision, out: Writer) -> bool:
        """`count_N` and `number_N`, for decisions that need not be listed for that; whether this is one."""
        plans = [self.plan(o) for o in decision.options]
        if any(plan.sort == "list" for plan in plans):
            return False
        with out.block(f"static num count_{index}(const State *s)"):
            out.write("num n = 0;")
            out.write("(void)s;")
            for options, plan in zip(decision.options, plans, strict=True):
                self._each_mask(options, plan, out, lambda m, _s, _o: out.write(f"n += {m};"))
            out.write("return n;")
        out.write("")
        with out.block(f"static num number_{index}(const State *s, num k)"):
            out.write("(void)s;")
            for options, plan in zip(decision.options, plans, strict=True):

                def here(count: str, scope: Scope, given: flow.Options) -> None:
                    numbers = self.program.numbers[given.numbers]
                    text = self.number_code(numbers, given.clauses, scope).text
                    out.write(f"num here = {count};")
                    out.write(f"if (k < here) return {text};")
                    out.write("k -= here;")

                self._each_mask(options, plan, out, here)
            out.write("return -1;")
        out.write("")
        return True

    def _each_mask(self, options: flow.Options, plan: Plan, out: Writer, then: Each) -> None:
        """For every mask of options: how many there are, with the number of the k-th."""
        if plan.sort == "single":
            with out.block(""):
                guard = number(1) if options.guard is None else self.value(options.guard, {})
                then(guard.text, {}, options)
            return
        last = options.clauses[-1]
        assert isinstance(last.source, flow.Bits)
        source = last.source
        kind = self.mask_type(source.width)
        count, find = self._on(source.width, "count"), "bit_number" if kind == "uint64_t" else f"{kind}_number"

        def inside(scope: Scope) -> None:
            with out.block(""):
                name = self.new_name("set")
                out.write(f"{kind} {name} = {self.mask(source.mask, scope, source.width)};")
                found = Code(f"{find}({name}, k)", 0, source.width - 1)
                then(f"{count}({name})", {**scope, last.name: found}, options)

        self.clauses(options.clauses[:-1], {}, out, inside)

    # -- at random -------------------------------------------------------------------------------
    def plan(self, options: flow.Options) -> Plan:
        """How its options are found while playing at random."""
        if not options.clauses:
            return Plan("single", 1)
        last = options.clauses[-1]
        bits = isinstance(last.source, flow.Bits) and last.source.width <= 64
        pure = last.where is None and options.guard is None and self.each_once(options.clauses)
        before = self.bindings(options.clauses[:-1])
        if bits and pure and before is not None and before <= 256:
            return Plan("mask", before)
        return Plan("list", self.most((options,)))
