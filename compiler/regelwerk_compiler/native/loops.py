"""Clauses -> C loops, and how often they go round at most.

Goes in: clauses, and what writes the inside of their loops.  Comes out: the loops.
"""

from __future__ import annotations

from collections.abc import Callable

from ..flow import flow
from ..flow.flow import Clause, Expr
from . import code
from .code import Code, number
from .expressions import Expressions, Scope
from .layout import words_of
from .writer import Writer

Then = Callable[[Scope], None]


class Loops(Expressions):
    """The loops of one program."""

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
