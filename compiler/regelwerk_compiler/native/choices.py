"""Decisions and chances of the Flow -> C functions: is there an option, all options, all outcomes, and which block a number leads to.

A decision of which only sets are asked (`Plan`) is never listed while playing at random: its options are counted and the one that was picked is found.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..flow import flow
from ..flow.flow import Clause, Decide, Toss
from .code import Code, number, plus, times
from .expressions import Scope, Unsuited
from .layout import words_of
from .statements import Statements
from .writer import Writer, comment

LARGEST = 1 << 20  # options or outcomes in one list
MOST_MASKS = 256  # words of masks that are kept for one rule; more are listed


@dataclass(frozen=True, slots=True)
class Plan:
    """How the options of one rule are found while playing at random.

    `single`: no parameters.  `mask`: the last parameter runs over a mask and nothing else is asked of it; before it, any loops.  `list`: none of these.
    """

    sort: str
    most: int  # entries that are kept: masks for `mask`, numbers for `list`
    once: bool = True  # upwards, each number once


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
            case flow.Range() | flow.Bits() | flow.Offsets():
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
            scope = self.before(decision, out)
            for options in decision.options:
                self.guarded(options, scope, out, lambda _: out.write("return 1;"))
            out.write("return 0;")
        out.write("")
        with out.block(f"static int list_{index}(const State *s, num *out)"):
            out.write("int n = 0;")
            out.write("(void)s; (void)out;")
            scope = self.before(decision, out)
            for k, options in enumerate(decision.options):
                self.listed(options, k, scope, out)
            out.write("return n;")
        out.write("")

    def before(self, decision: flow.Decision, out: Writer) -> Scope:
        """The names of which all options may speak."""
        scope: Scope = {}
        for name, value in decision.before:
            given = self.value(value, scope)
            scope[name] = Code(self.new_name(name), given.low, given.high, given.width)
            out.write(f"{self.type_of(given)} {scope[name].text} = {given.text};")
        return scope

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

        self.clauses(options.clauses, scope, out, ask, self.work.ticks(options))

    def listed(self, options: flow.Options, k: int, scope: Scope, out: Writer) -> None:
        """Every binding's number is written behind the others."""
        numbers = self.program.numbers[options.numbers]
        out.write(f"/* {numbers.kind} {comment(numbers.name)}: {numbers.base}..{numbers.base + numbers.size - 1} */")
        once = self.each_once(options.clauses)
        if not once:
            out.write(f"int from_{k} = n;")

        def add(inner: Scope) -> None:
            out.write(f"out[n++] = {self.number_code(numbers, options.clauses, inner).text};")

        self.guarded(options, scope, out, add)
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

                self.clauses(outcomes.clauses, {}, out, found, self.work.ticks(outcomes))
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

    # -- at random -------------------------------------------------------------------------------
    def plan(self, options: flow.Options) -> Plan:
        """How its options are found while playing at random."""
        if not options.clauses:
            return Plan("single", 1)
        last = options.clauses[-1]
        once = self.each_once(options.clauses)
        before = self.bindings(options.clauses[:-1]) or LARGEST
        pure = last.where is None and options.guard is None and once
        if pure and isinstance(last.source, flow.Bits) and before * words_of(last.source.width) <= MOST_MASKS:
            return Plan("mask", before)
        return Plan("list", self.most((options,)), once)
