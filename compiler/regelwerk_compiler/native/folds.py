"""Clauses, aggregates and reaches -> C loops.

Goes in: a `Fold`, a reach, a `LetIn` or a `Digest`.  Comes out: the statements of a function that returns its value.
"""

from __future__ import annotations

from collections.abc import Callable

from ..flow import flow
from ..flow.flow import Clause, Expr, Fold
from . import code
from .code import Code, number
from .expressions import Expressions, Scope
from .layout import words_of
from .writer import Writer

Then = Callable[[Scope], None]
REACHED = "what was reached"  # no local is called so


class Folds(Expressions):
    """The loops of one program."""

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

    # -- clauses ---------------------------------------------------------------------------------
    def clauses(
        self, clauses: tuple[Clause, ...], scope: Scope, out: Writer, then: Then, ticks: tuple[int, ...]
    ) -> None:
        """Loops over clauses with `then` inside, and what a round of each counts."""
        if not clauses:
            then(scope)
            return
        clause, rest = clauses[0], clauses[1:]

        def go(found: Code) -> None:
            self.count_work(ticks[:1], out)
            inner = {**scope, clause.name: found}
            if clause.where is None:
                self.clauses(rest, inner, out, then, ticks[1:])
                return
            test = self.value(clause.where, inner)
            if test.constant == 0:
                return
            if test.constant is not None:
                self.clauses(rest, inner, out, then, ticks[1:])
                return
            with out.block(f"if ({self.test(clause.where, inner)})"):
                self.clauses(rest, inner, out, then, ticks[1:])

        self.source(clause.source, clause.name, scope, out, go)

    @staticmethod
    def count_work(ticks: tuple[int, ...], out: Writer) -> None:
        """Work that is about to be done: the first tick, if there is one."""
        if ticks and ticks[0]:
            out.write(f"tick(s, {ticks[0]});")

    def source(self, source: flow.Source, title: str, scope: Scope, out: Writer, go: Callable[[Code], None]) -> None:
        """A loop over a source with `go` inside, which is given the name of the value."""
        local = self.new_name(title)
        match source:
            case flow.Range(low, high):
                a, b = self.value(low, scope), self.value(high, scope)
                first = Code(local, a.low, max(a.low, b.high))
                if a.constant is not None and a.constant == b.constant:
                    go(a)
                    return
                if b.constant is not None:
                    with out.block(f"for (num {local} = {a.text}; {local} <= {b.text}; {local}++)"):
                        go(first)
                    return
                top = self.new_name("top")
                with out.block(f"for (num {local} = {a.text}, {top} = {b.text}; {local} <= {top}; {local}++)"):
                    go(first)
            case flow.Values(values):
                found = [self.value(x, scope) for x in values]
                found = [c if c.constant is None else number(c.constant) for c in found]
                if not found:
                    return
                least, most = min(c.low for c in found), max(c.high for c in found)
                width = found[0].width
                kind = self.type_of(found[0])
                if len(found) == 1:
                    with out.block(""):
                        out.write(f"{kind} {local} = {found[0].text};")
                        go(Code(local, least, most, width))
                    return
                each = self.new_name("each")
                fixed = "static const " if all(c.constant is not None for c in found) else ""
                with out.block(""):
                    out.write(f"{fixed}{kind} {each}[] = {{{', '.join(c.text for c in found)}}};")
                    with out.block(f"for (int {each}_i = 0; {each}_i < {len(found)}; {each}_i++)"):
                        out.write(f"{kind} {local} = {each}[{each}_i];")
                        go(Code(local, least, most, width))
            case flow.Row(listed, index):
                self._row(listed, self.value(index, scope), local, out, go)
            case flow.Turn(start, count):
                given = self.value(start, scope)
                begin = code.divided("mod", given, number(count))
                if count == 1:
                    go(number(0))
                    return
                name = self.new_name("begin")
                with out.block(f"for (num {name} = {begin.text}, {name}_i = 0; {name}_i < {count}; {name}_i++)"):
                    wrap = f"{name} + {name}_i < {count} ? {name} + {name}_i : {name} + {name}_i - {count}"
                    out.write(f"num {local} = {wrap};")
                    go(Code(local, 0, count - 1))
            case flow.Bits(mask, width):
                self._bits(self.mask(mask, scope, width), width, local, out, go)

    def _row(self, listed: str, at: Code, local: str, out: Writer, go: Callable[[Code], None]) -> None:
        rows = self.program.lists[listed]
        title = self.lists[listed]
        if at.constant is not None:
            values = rows[at.low]
            if not values:
                return
            if len(values) == 1:
                go(number(values[0]))
                return
            start = sum(len(row) for row in rows[: at.low])
            i = self.new_name("i")
            with out.block(f"for (int {i} = {start}; {i} < {start + len(values)}; {i}++)"):
                out.write(f"num {local} = {title}[{i}];")
                go(Code(local, min(values), max(values)))
            return
        every = [x for row in rows for x in row]
        if not every:
            return
        i = self.new_name("i")
        with out.block(""):
            out.write(f"int {i}_at = (int){at.text};")
            if {len(row) for row in rows} == {1}:
                out.write(f"num {local} = {title}[{i}_at];")
                go(Code(local, min(every), max(every)))
                return
            ends = f"{title}_START[{i}_at]; {i} < {title}_START[{i}_at + 1]"
            with out.block(f"for (int {i} = {ends}; {i}++)"):
                out.write(f"num {local} = {title}[{i}];")
                go(Code(local, min(every), max(every)))

    def _bits(self, mask: str, width: int, local: str, out: Writer, go: Callable[[Code], None]) -> None:
        left = self.new_name("left")
        found = Code(local, 0, width - 1)
        if words_of(width) == 1:
            with out.block(f"for (uint64_t {left} = {mask}; {left}; {left} &= {left} - 1)"):
                out.write(f"num {local} = lowest_bit({left});")
                go(found)
            return
        words = words_of(width)
        with out.block(""):
            out.write(f"set_{words} {left} = {mask};")
            with out.block(f"for (int {left}_k = 0; {left}_k < {words}; {left}_k++)"):
                word = f"{left}_w"
                with out.block(f"for (uint64_t {word} = {left}.w[{left}_k]; {word}; {word} &= {word} - 1)"):
                    out.write(f"num {local} = {left}_k * 64 + lowest_bit({word});")
                    go(found)

    # -- aggregates ------------------------------------------------------------------------------
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

    # -- reaches ---------------------------------------------------------------------------------
    def _reach_edges(self, e: flow.ReachEdges, scope: Scope, out: Writer) -> Code:
        width = e.width
        kind = self.mask_type(width)
        ends = [self.program.tables[t].values[: e.edges] for t in (e.ends_a, e.ends_b)]
        near: list[list[tuple[int, int]]] = [[] for _ in range(width)]
        for edge, (a, b) in enumerate(zip(*ends, strict=True)):
            near[a].append((edge, b))
            if a != b:
                near[b].append((edge, a))
        title = self.new_name("near")
        pairs = [f"{{{edge}, {far}}}" for row in near for edge, far in row] or ["{0, 0}"]
        starts = [sum(len(row) for row in near[:i]) for i in range(width + 1)]
        self.helpers.write(f"static const struct {{ int edge, far; }} {title}[] = {{{', '.join(pairs)}}};")
        self.helpers.write(f"static const int {title}_start[] = {{{', '.join(map(str, starts))}}};")
        out.write(f"{kind} m = {self.mask_literal(0, width)};")
        out.write(f"num queue[{width}], start = {self.value(e.start, scope).text};")
        out.write("int tail = 0;")
        with out.block(f"if (start >= 0 && start < {width})"):
            self._mark("start", width, out)
        with out.block("for (int head = 0; head < tail; head++)"):
            out.write("num here = queue[head];")
            with out.block(f"for (int i = {title}_start[here]; i < {title}_start[here + 1]; i++)"):
                self.count_work(self.work.ticks(e), out)
                out.write(f"num far = {title}[i].far;")
                out.write(f"if ({self._reached('far', width)}) continue;")
                along = self.new_name(e.edge)
                out.write(f"num {along} = {title}[i].edge; (void){along};")
                test = self.test(e.where, {**scope, e.edge: Code(along, 0, max(0, e.edges - 1))})
                with out.block(f"if ({test})"):
                    self._mark("far", width, out)
        out.write("return m;")
        return Code("", width=width)

    def _reach_masks(self, e: flow.ReachSteps, source: flow.Bits, scope: Scope, out: Writer) -> Code:
        """Where each node leads to a whole mask: what is new is added at once, and waits in a mask."""
        width, words = e.width, words_of(e.width)
        kind, node = self.mask_type(width), self.new_name(e.node)
        out.write(f"num start = {self.value(e.start, scope).text};")
        out.write(f"{kind} m = {self.mask_literal(0, width)};")
        with out.block(f"if (start >= 0 && start < {width})"):
            out.write(f"m = {'UINT64_C(1) << start' if words == 1 else f'set_{words}_bit(start)'};")
        out.write(f"{kind} left = m;")
        with out.block(f"while ({'left' if words == 1 else f'set_{words}_some(left)'})"):
            self.count_work(self.work.ticks(e), out)
            found = "lowest_bit(left)" if words == 1 else f"set_{words}_first(left, 0)"
            out.write(f"num {node} = {found}; (void){node};")
            if words == 1:
                out.write("left &= left - 1;")
            else:
                out.write(f"left.w[{node} >> 6] &= ~(UINT64_C(1) << ({node} & 63));")
            inner = {**scope, e.node: Code(node, 0, width - 1), REACHED: Code("m", width=width)}
            fresh = self.mask(flow.Without(source.mask, flow.Local(REACHED), width), inner, width)
            out.write(f"{kind} fresh = {fresh};")
            for name in ("m", "left"):
                out.write(f"{name} = {self._joined('join', '|', [name, 'fresh'], width)};")
        out.write("return m;")
        return Code("", width=width)

    def _reach_steps(self, e: flow.ReachSteps, scope: Scope, out: Writer) -> Code:
        width = e.width
        if isinstance(e.clause.source, flow.Bits) and e.clause.where is None and e.clause.source.width == width:
            return self._reach_masks(e, e.clause.source, scope, out)
        kind = self.mask_type(width)
        node = self.new_name(e.node)
        out.write(f"{kind} m = {self.mask_literal(0, width)};")
        out.write(f"num queue[{width}], start = {self.value(e.start, scope).text};")
        out.write("int tail = 0;")
        with out.block(f"if (start >= 0 && start < {width})"):
            self._mark("start", width, out)
        with out.block("for (int head = 0; head < tail; head++)"):
            self.count_work(self.work.ticks(e), out)
            out.write(f"num {node} = queue[head]; (void){node};")
            inner = {**scope, e.node: Code(node, 0, width - 1)}
            clause = e.clause
            if isinstance(clause.source, flow.Bits) and clause.source.width <= width:
                # what was reached before is taken out at once
                fresh = flow.Without(clause.source.mask, flow.Local(REACHED), width)
                clause = Clause(clause.name, flow.Bits(fresh, width), clause.where)
                inner[REACHED] = Code("m", width=width)

            def found(here: Scope) -> None:
                far = here[clause.name]
                test = f"!({self._reached(far.text, width)})"
                if not far.within(0, width - 1):
                    test = f"{far.text} >= 0 && {far.text} < {width} && {test}"
                if isinstance(clause.source, flow.Bits) and clause is not e.clause:
                    self._mark(far.text, width, out)
                    return
                with out.block(f"if ({test})"):
                    self._mark(far.text, width, out)

            self.clauses((clause,), inner, out, found, self.work.ticks((e.clause,)))
        out.write("return m;")
        return Code("", width=width)

    def _reached(self, node: str, width: int) -> str:
        return f"m >> {node} & 1" if words_of(width) == 1 else f"set_{words_of(width)}_holds(m, {node})"

    def _mark(self, node: str, width: int, out: Writer) -> None:
        if words_of(width) == 1:
            out.write(f"m |= UINT64_C(1) << {node};")
        else:
            out.write(f"m.w[{node} >> 6] |= UINT64_C(1) << ({node} & 63);")
        out.write(f"queue[tail++] = {node};")

    # -- sizes -----------------------------------------------------------------------------------
    def bindings(self, clauses: tuple[Clause, ...]) -> int | None:
        """The most bindings some clauses have, None if that is not known."""
        n = 1
        for clause in clauses:
            most = self._source_size(clause.source)
            if most is None:
                return None
            n *= most
        return n

    def _source_size(self, source: flow.Source) -> int | None:
        match source:
            case flow.Range(low, high):
                a, b = self.interval(low), self.interval(high)
                size = b[1] - a[0] + 1
                return max(0, size) if size < 2**31 else None
            case flow.Bits(_, width):
                return width
            case flow.Values(values):
                return len(values)
            case flow.Row(name):
                return max((len(row) for row in self.program.lists[name]), default=0)
            case flow.Turn(_, count):
                return count
            case flow.Offsets(_, ways):
                return len(ways)

    def interval(self, e: Expr) -> tuple[int, int]:
        """An interval for an expression whose locals may be anything."""
        match e:
            case flow.Const(value):
                return value, value
            case flow.Cell():
                where = self.layout.field(e.base)
                infos = [i for i in self.program.cells if i.base < e.base + e.size and e.base < i.base + i.size]
                if where.width or not infos:
                    return code.LOWEST, code.HIGHEST
                return min(i.low for i in infos), max(i.high for i in infos)
            case flow.Lookup(table) if not self.program.tables[table].width:
                values = self.program.tables[table].values
                return min(values), max(values)
            case flow.Choice(_, a, b):
                x, y = self.interval(a), self.interval(b)
                return min(x[0], y[0]), max(x[1], y[1])
            case flow.Binary("+", a, b):
                x, y = self.interval(a), self.interval(b)
                return x[0] + y[0], x[1] + y[1]
            case flow.Binary("-", a, b):
                x, y = self.interval(a), self.interval(b)
                return x[0] - y[1], x[1] - y[0]
            case flow.Binary("min", a, b):
                x, y = self.interval(a), self.interval(b)
                return min(x[0], y[0]), min(x[1], y[1])
            case flow.Binary("max", a, b):
                x, y = self.interval(a), self.interval(b)
                return max(x[0], y[0]), max(x[1], y[1])
            case flow.Fold(kind="count"):
                return 0, self.bindings(e.clauses) or code.HIGHEST
        return code.LOWEST, code.HIGHEST
