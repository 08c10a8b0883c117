"""A decision or a chance in `play_on` -> C that counts what there is, picks one, and goes on with it.

What is found is kept: where `play_on` stops it leaves it in `Found`, so that options are found once for counting and picking.
"""

from __future__ import annotations

from ..flow import flow
from ..flow.flow import CAPPED, NO_OUTCOME
from .choices import Plan
from .classes import by_class
from .expressions import Scope
from .layout import number_type, words_of
from .regions import Regions
from .writer import Writer, comment


class Picking(Regions):
    """The decisions and chances of one program, played at random or by the place of an option."""

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
