"""Aggregates -> C.

Goes in: a `Fold`, a `LetIn` or a `Digest`, or a reach (see `reaches.py`).  Comes out: the statements of a function that returns its value.
"""

from __future__ import annotations

from ..flow import flow
from ..flow.flow import Expr, Fold
from . import code
from .code import Code, number
from .expressions import Scope
from .reaches import Reaches
from .writer import Writer


class Folds(Reaches):
    """The aggregates of one program."""

    def body(self, e: Expr, scope: Scope, out: Writer) -> Code:
        """The statements of a helper; what is known of its result."""
        match e:
            case flow.LetIn(local, value, inside):
                given = self.value(value, scope)
                name = self.new_name(local)
                out.write(f"{self.type_of(given)} {name} = {given.text};")
                return self.returned(inside, {**scope, local: Code(name, given.low, given.high, given.width)}, out)
            case flow.Digest(values, runs):
                out.write("uint64_t h = 0;")
                at = 1
                for x in values:
                    out.write(f"h += digested((uint64_t)(num){self.value(x, scope).text}, {at});")
                    at += 1
                for first, count, size in runs:
                    at = self._digest_run(first, count, size, at, out)
                out.write("return (num)(h >> 2);")
                return Code("", 0, 2**62 - 1)
            case Fold():
                return self._fold(e, scope, out)
            case flow.ReachEdges():
                return self._reach_edges(e, scope, out)
            case flow.ReachSteps():
                return self._reach_steps(e, scope, out)
            case _:
                raise TypeError(e)

    def returned(self, e: Expr, scope: Scope, out: Writer) -> Code:
        """`return` a value."""
        if isinstance(e, flow.LetIn):
            return self.body(e, scope, out)
        found = self.value(e, scope)
        out.write(f"return {found.text};")
        return found

    def _digest_run(self, first: int, count: int, size: int, at: int, out: Writer) -> int:
        """The words of a run of cells, the first of which is word number `at`; the number behind them."""
        where, each = self.layout.field(first), 8 // size
        name, start = f"s->{where.name}", first - where.first
        whole = start + count <= where.count
        if (
            whole
            and where.count > 1
            and where.words == 1
            and where.type in (f"int{8 * size}_t", "uint64_t")
            and count >= each
        ):
            words = count // each
            word = f"(uint64_t){name}[{start} + i]" if each == 1 else f"word_of_{each}({name} + {start} + {each} * i)"
            out.write(f"for (int i = 0; i < {words}; i++) h += digested({word}, {at} + (uint64_t)i);")
            at += words
            first += words * each
            count -= words * each
        for k in range(0, count, each):
            parts = []
            for i in range(min(each, count - k)):
                text = f"(uint64_t){self._digest_cell(first + k + i)}"
                cut = text if size == 8 else f"({text} & {hex((1 << 8 * size) - 1)})"
                parts.append(f"{cut} << {8 * size * i}" if i else cut)
            out.write(f"h += digested({' | '.join(parts)}, {at});")
            at += 1
        return at

    def _digest_cell(self, cell: int) -> str:
        where = self.layout.field(cell)
        text = f"s->{where.name}" if where.count == 1 else f"s->{where.name}[{cell - where.first}]"
        return f"set_{where.words}_digest({text})" if where.words > 1 else text

    def _fold(self, e: Fold, scope: Scope, out: Writer) -> Code:
        match e.kind:
            case "sum" | "count":
                return self._sum(e, scope, out)
            case "any" | "all":
                yes = 1 if e.kind == "any" else 0

                def ask(inner: Scope) -> None:
                    test = self.value(e.body, inner)
                    if test.constant == yes:
                        out.write(f"return {yes};")
                    elif test.constant is None:
                        text = self.test(e.body, inner)
                        out.write(f"if ({text if yes else f'!({text})'}) return {yes};")

                self.clauses(e.clauses, scope, out, ask, self.work.ticks(e))
                out.write(f"return {1 - yes};")
                return Code("", 0, 1)
            case "min" | "max":
                return self._extreme(e, scope, out)
            case "mask":
                return self._mask(e, scope, out)
            case "first":
                return self._first(e, scope, out)

    def _sum(self, e: Fold, scope: Scope, out: Writer) -> Code:
        out.write("num sum = 0;")
        low, high = 0, 0

        def add(inner: Scope) -> None:
            nonlocal low, high
            if e.kind == "count":
                low, high = 0, 1
                out.write("sum += 1;")
                return
            one = self.value(e.body, inner)
            low, high = min(0, one.low), max(0, one.high)
            most = self.bindings(e.clauses)
            if most is not None and code.fits(low * most, high * most):
                out.write(f"sum += {one.text};")
            else:
                out.write(f"sum = add(s, sum, {one.text});")

        self.clauses(e.clauses, scope, out, add, self.work.ticks(e))
        out.write("return sum;")
        most = self.bindings(e.clauses)
        if most is None:
            return Code("") if e.kind == "sum" else Code("", 0)
        return code.clipped("", low * most, high * most)

    def _extreme(self, e: Fold, scope: Scope, out: Writer) -> Code:
        out.write("int found = 0;")
        out.write(f"num best = {number(e.empty).text};")
        low = high = e.empty

        def better(inner: Scope) -> None:
            nonlocal low, high
            one = self.value(e.body, inner)
            low, high = min(low, one.low), max(high, one.high)
            with out.block(""):
                out.write(f"num x = {one.text};")
                out.write(f"if (!found || x {'<' if e.kind == 'min' else '>'} best) {{ best = x; found = 1; }}")

        self.clauses(e.clauses, scope, out, better, self.work.ticks(e))
        out.write("return best;")
        return Code("", low, high)

    def _mask(self, e: Fold, scope: Scope, out: Writer) -> Code:
        kind = self.mask_type(e.width)
        out.write(f"{kind} m = {self.mask_literal(0, e.width)};")

        def add(inner: Scope) -> None:
            one = self._mask_of([self.value(e.body, inner)], e.width).text
            out.write(f"m = {self._joined('join', '|', ['m', one], e.width)};")

        self.clauses(e.clauses, scope, out, add, self.work.ticks(e))
        out.write("return m;")
        return Code("", width=e.width)

    def _first(self, e: Fold, scope: Scope, out: Writer) -> Code:
        low = high = e.empty
        if not e.order:

            def give(inner: Scope) -> None:
                nonlocal low, high
                one = self.value(e.body, inner)
                low, high = min(low, one.low), max(high, one.high)
                out.write(f"return {one.text};")

            self.clauses(e.clauses, scope, out, give, self.work.ticks(e))
            if e.clauses:
                out.write(f"return {number(e.empty).text};")
            return Code("", low, high)
        out.write("int found = 0;")
        out.write(f"num best = {number(e.empty).text};")
        out.write(f"num keys[{len(e.order)}] = {{0}};")

        def ask(inner: Scope) -> None:
            nonlocal low, high
            with out.block(""):
                values = ", ".join(self.key(k, inner) for k in e.order)
                out.write(f"num now[{len(e.order)}] = {{{values}}};")
                with out.block(f"if (!found || before(now, keys, {len(e.order)}))"):
                    one = self.value(e.body, inner)
                    low, high = min(low, one.low), max(high, one.high)
                    out.write(f"best = {one.text};")
                    out.write("found = 1;")
                    out.write("memcpy(keys, now, sizeof keys);")

        self.clauses(e.clauses, scope, out, ask, self.work.ticks(e))
        out.write("return best;")
        return Code("", low, high)

    def key(self, key: flow.SortKey, scope: Scope) -> str:
        """A sort key, smallest first."""
        found = self.value(key.value, scope)
        return code.negative(found).text if key.highest else found.text
