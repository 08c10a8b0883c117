"""Flow expressions -> C expressions.

What needs a loop or a name of its own becomes a small inline function whose parameters are the locals it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ..flow import flow
from ..flow.flow import Clause, Expr, Fold, Program
from ..flow.free import free
from .writer import Writer, name

Scope = dict[str, str]
"""Locals of the Flow and what they are called in C."""


class Expressions:
    """The expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.helpers = Writer()
        self.words = max([1, *((w + 63) // 64 for w in _widths(program))])
        self._made: dict[tuple[Expr, tuple[str, ...]], str] = {}
        self._count = 0

    # -- sorts -----------------------------------------------------------------------------------
    def width(self, e: Expr) -> int:
        """The width of a mask, 0 for a number."""
        match e:
            case flow.MaskOf(_, width) | flow.ReachEdges(width=width) | flow.ReachSteps(width=width):
                return width
            case Fold(kind="mask"):
                return e.width
            case flow.Call(function):
                return self.program.functions[function].width
            case flow.Lookup(table):
                return self.program.tables[table].width
            case flow.Choice(_, a, b):
                return max(self.width(a), self.width(b))
            case flow.LetIn(_, _, body):
                return self.width(body)
        return 0

    @staticmethod
    def sort(width: int) -> str:
        """The C type of a value."""
        return "num" if width == 0 else "uint64_t" if width <= 64 else "many"

    def new_name(self, prefix: str) -> str:
        """A name that nothing has."""
        self._count += 1
        return f"{prefix}{self._count}"

    # -- values ----------------------------------------------------------------------------------
    def value(self, e: Expr, scope: Scope) -> str:
        """C for a value."""
        match e:
            case flow.Const(number):
                return number_of(number)
            case flow.Local(local):
                return scope[local]
            case flow.Cell(base, index):
                return f"v[{base}]" if index is None else f"v[{base} + {self.value(index, scope)}]"
            case flow.Lookup(table, index):
                return f"{name('T_', table)}[{self.value(index, scope)}]"
            case flow.Unary(op, a):
                inner = self.value(a, scope)
                return {"neg": f"(-({inner}))", "not": f"(!({inner}))", "abs": f"distance_from_zero({inner})"}[op]
            case flow.Binary(op, a, b):
                return self._binary(op, self.value(a, scope), self.value(b, scope))
            case flow.And(parts):
                return "(" + " && ".join(self.value(p, scope) for p in parts) + ")"
            case flow.Or(parts):
                return "(" + " || ".join(self.value(p, scope) for p in parts) + ")"
            case flow.Choice(test, a, b):
                width = self.width(e)
                return f"({self.value(test, scope)} ? {self.mask(a, scope, width)} : {self.mask(b, scope, width)})"
            case flow.Call(function, args):
                return f"{name('f_', function)}({self.args(args, scope)})"
            case flow.HasBit(mask, index, width):
                return f"{'has_bit' if width <= 64 else 'many_has'}({self.mask(mask, scope, width)}, {self.value(index, scope)}, {width})"
            case flow.BitCount(mask, width):
                return f"{'count_bits' if width <= 64 else 'many_count'}({self.mask(mask, scope, width)})"
            case flow.MaskOf(values, width) if width <= 64:
                return (
                    "("
                    + (" | ".join(f"bit_at({self.value(x, scope)}, {width})" for x in values) or "UINT64_C(0)")
                    + ")"
                )
            case flow.Trial(block, args):
                given = ", ".join(self.value(a, scope) for a in args) or "0"
                return f"tries(v, {block}, (num[]){{{given}}}, {len(args)})"
            case flow.MaskOf() | flow.LetIn() | Fold() | flow.ReachEdges() | flow.ReachSteps() | flow.Digest():
                return self._helper(e, scope)
            case _:
                assert_never(e)

    def mask(self, e: Expr, scope: Scope, width: int) -> str:
        """C for a value that is wanted as a mask of a width (0: a number)."""
        if isinstance(e, flow.Const) and width:
            if width <= 64:
                return f"UINT64_C({e.value})"
            words = ", ".join(f"UINT64_C({e.value >> (64 * k) & (2**64 - 1)})" for k in range(self.words))
            return f"((many){{{{{words}}}}})"
        return self.value(e, scope)

    def args(self, args: tuple[Expr, ...], scope: Scope) -> str:
        """Arguments behind the vector."""
        return ", ".join(["v", *(self.value(a, scope) for a in args)])

    @staticmethod
    def _binary(op: str, a: str, b: str) -> str:
        match op:
            case "min":
                return f"lesser({a}, {b})"
            case "max":
                return f"greater({a}, {b})"
            case "mod":
                return f"modulo(v, {a}, {b})"
            case "div_down":
                return f"floor_of(v, {a}, {b})"
            case "div_up":
                return f"ceiling_of(v, {a}, {b})"
        return f"({a} {op} {b})"

    # -- helpers ---------------------------------------------------------------------------------
    def _helper(self, e: Expr, scope: Scope) -> str:
        names = tuple(free(e))
        key = (e, names)
        if key not in self._made:
            title = self.new_name("e_")
            self._made[key] = title
            inner: Scope = {n: name("l_", n) for n in names}
            out = Writer()
            params = ", ".join(["num *v", *(f"{self.sort(0)} {inner[n]}" for n in names)])
            width = self.width(e)
            with out.block(f"static inline {self.sort(width)} {title}({params})"):
                out.write("(void)v;")
                self._body(e, inner, out, width)
            self.helpers.lines.extend([*out.lines, ""])
        return f"{self._made[key]}({', '.join(['v', *(scope[n] for n in names)])})"

    def _body(self, e: Expr, scope: Scope, out: Writer, width: int) -> None:
        match e:
            case flow.LetIn(local, value, body):
                inner = name("l_", local)
                out.write(f"{self.sort(self.width(value))} {inner} = {self.value(value, scope)};")
                out.write(f"return {self.mask(body, {**scope, local: inner}, width)};")
            case flow.MaskOf(values, _):
                out.write("many m = no_bits();")
                for x in values:
                    out.write(f"many_add(&m, {self.value(x, scope)}, {width});")
                out.write("return m;")
            case flow.Digest(values, runs):
                out.write("uint64_t h = UINT64_C(0x9E3779B97F4A7C15);")
                for x in values:
                    out.write(f"h = mixed(h ^ (uint64_t)({self.value(x, scope)}));")
                for first, count in runs:
                    out.write(f"for (int i = {first}; i < {first + count}; i++) h = mixed(h ^ (uint64_t)v[i]);")
                out.write("return (num)(h >> 2);")
            case Fold():
                self._fold(e, scope, out)
            case flow.ReachEdges():
                self._reach_edges(e, scope, out)
            case flow.ReachSteps():
                self._reach_steps(e, scope, out)
            case _:
                raise TypeError(e)

    def clauses(self, clauses: tuple[Clause, ...], scope: Scope, out: Writer, then: Callable[[Scope], None]) -> None:
        """Loops over clauses with `then` inside; `break` and `continue` in it are not the clauses'."""
        if not clauses:
            then(scope)
            return
        clause, rest = clauses[0], clauses[1:]
        local = name("l_", clause.name)
        if local in scope.values():
            local = self.new_name(local + "_")
        inner = {**scope, clause.name: local}

        def go() -> None:
            if clause.where is None:
                self.clauses(rest, inner, out, then)
            else:
                with out.block(f"if ({self.value(clause.where, inner)})"):
                    self.clauses(rest, inner, out, then)

        match clause.source:
            case flow.Range(low, high):
                top = self.new_name("top_")
                head = f"for (num {local} = {self.value(low, scope)}, {top} = {self.value(high, scope)}; {local} <= {top}; {local}++)"
                with out.block(head):
                    go()
            case flow.Values(values):
                if len(values) == 1:
                    with out.block(""):
                        out.write(f"num {local} = {self.value(values[0], scope)};")
                        go()
                    return
                each = self.new_name("each_")
                with out.block(""):
                    out.write(f"num {each}[] = {{{', '.join(self.value(x, scope) for x in values)}}};")
                    with out.block(f"for (int {each}_i = 0; {each}_i < {len(values)}; {each}_i++)"):
                        out.write(f"num {local} = {each}[{each}_i];")
                        go()
            case flow.Row(listed, index):
                at = self.new_name("at_")
                title = name("L_", listed)
                with out.block(""):
                    out.write(f"num {at} = {self.value(index, scope)};")
                    with out.block(
                        f"for (int {at}_i = {title}_start[{at}]; {at}_i < {title}_start[{at} + 1]; {at}_i++)"
                    ):
                        out.write(f"num {local} = {title}[{at}_i];")
                        go()
            case flow.Turn(start, count):
                begin = self.new_name("begin_")
                with out.block(
                    f"for (num {begin} = {self.value(start, scope)}, {begin}_i = 0; {begin}_i < {count}; {begin}_i++)"
                ):
                    out.write(
                        f"num {local} = {begin} + {begin}_i < {count} ? {begin} + {begin}_i : {begin} + {begin}_i - {count};"
                    )
                    go()
            case flow.Bits(mask, width):
                set_ = self.new_name("set_")
                if width <= 64:
                    with out.block(
                        f"for (uint64_t {set_} = {self.mask(mask, scope, width)}; {set_}; {set_} &= {set_} - 1)"
                    ):
                        out.write(f"num {local} = lowest_bit({set_});")
                        go()
                else:
                    with out.block(""):
                        out.write(f"many {set_} = {self.mask(mask, scope, width)};")
                        with out.block(f"for (int {set_}_k = 0; {set_}_k < WORDS; {set_}_k++)"):
                            word = f"{set_}_w"
                            with out.block(f"for (uint64_t {word} = {set_}.w[{set_}_k]; {word}; {word} &= {word} - 1)"):
                                out.write(f"num {local} = {set_}_k * 64 + lowest_bit({word});")
                                go()

    def _fold(self, e: Fold, scope: Scope, out: Writer) -> None:
        match e.kind:
            case "sum" | "count":
                out.write("num sum = 0;")
                self.clauses(
                    e.clauses,
                    scope,
                    out,
                    lambda s: out.write(f"sum += {1 if e.kind == 'count' else self.value(e.body, s)};"),
                )
                out.write("return sum;")
            case "any" | "all":
                yes, no = ("1", "0") if e.kind == "any" else ("0", "1")

                def ask(s: Scope) -> None:
                    test = self.value(e.body, s)
                    if test == yes:
                        out.write(f"return {yes};")
                    elif test != no:
                        out.write(f"if ({test if e.kind == 'any' else '!(' + test + ')'}) return {yes};")

                self.clauses(e.clauses, scope, out, ask)
                out.write(f"return {no};")
            case "min" | "max":
                out.write("int found = 0;")
                out.write(f"num best = {number_of(e.empty)};")

                def better(s: Scope) -> None:
                    out.write(f"num x = {self.value(e.body, s)};")
                    out.write(f"if (!found || x {'<' if e.kind == 'min' else '>'} best) {{ best = x; found = 1; }}")

                self.clauses(e.clauses, scope, out, better)
                out.write("return best;")
            case "mask":
                small = e.width <= 64
                out.write("uint64_t m = 0;" if small else "many m = no_bits();")
                add = "m |= bit_at({}, {});" if small else "many_add(&m, {}, {});"
                self.clauses(e.clauses, scope, out, lambda s: out.write(add.format(self.value(e.body, s), e.width)))
                out.write("return m;")
            case "first":
                self._first(e, scope, out)

    def _first(self, e: Fold, scope: Scope, out: Writer) -> None:
        if not e.order:
            self.clauses(e.clauses, scope, out, lambda s: out.write(f"return {self.value(e.body, s)};"))
            out.write(f"return {number_of(e.empty)};")
            return
        out.write("int found = 0;")
        out.write(f"num best = {number_of(e.empty)};")
        out.write(f"num keys[{len(e.order)}] = {{0}};")

        def ask(s: Scope) -> None:
            values = ", ".join(
                (f"-({self.value(k.value, s)})" if k.highest else self.value(k.value, s)) for k in e.order
            )
            out.write(f"num now[{len(e.order)}] = {{{values}}};")
            out.write("int before = !found;")
            for i in range(len(e.order)):
                out.write(f"if (!before && now[{i}] > keys[{i}]) continue;")
                out.write(f"if (!before && now[{i}] < keys[{i}]) before = 1;")
            out.write(f"if (before) {{ found = 1; best = {self.value(e.body, s)}; memcpy(keys, now, sizeof keys); }}")

        def inside(s: Scope) -> None:
            with out.block("do"):  # so that `continue` leaves only this binding
                ask(s)
            out.lines[-1] += " while (0);"

        self.clauses(e.clauses, scope, out, inside)
        out.write("return best;")

    def _reach_edges(self, e: flow.ReachEdges, scope: Scope, out: Writer) -> None:
        edge = name("l_", e.edge)
        a, b = name("T_", e.ends_a), name("T_", e.ends_b)
        out.write(f"unsigned char seen[{e.width}] = {{0}};")
        out.write(f"int live[{max(1, e.edges)}], count = 0, grows = 1;")
        out.write(f"num start = {self.value(e.start, scope)};")
        with out.block(f"if (start >= 0 && start < {e.width})"):
            with out.block(f"for (num {edge} = 0; {edge} < {e.edges}; {edge}++)"):
                out.write(f"if ({self.value(e.where, {**scope, e.edge: edge})}) live[count++] = (int){edge};")
            out.write("seen[start] = 1;")
            with out.block("while (grows)"):
                out.write("grows = 0;")
                with out.block("for (int i = 0; i < count; i++)"):
                    out.write(f"num a = {a}[live[i]], b = {b}[live[i]];")
                    inside = f"a >= 0 && a < {e.width} && b >= 0 && b < {e.width}"
                    out.write(f"if ({inside} && seen[a] != seen[b]) {{ seen[a] = seen[b] = 1; grows = 1; }}")
        self._seen(e.width, out)

    def _reach_steps(self, e: flow.ReachSteps, scope: Scope, out: Writer) -> None:
        node = name("l_", e.node)
        out.write(f"unsigned char seen[{e.width}] = {{0}};")
        out.write(f"num queue[{e.width}];")
        out.write("int head = 0, tail = 0;")
        out.write(f"num start = {self.value(e.start, scope)};")
        out.write(f"if (start >= 0 && start < {e.width}) {{ seen[start] = 1; queue[tail++] = start; }}")
        with out.block("while (head < tail)"):
            out.write(f"num {node} = queue[head++];")

            def found(s: Scope) -> None:
                far = s[e.clause.name]
                out.write(
                    f"if ({far} >= 0 && {far} < {e.width} && !seen[{far}]) {{ seen[{far}] = 1; queue[tail++] = {far}; }}"
                )

            self.clauses((e.clause,), {**scope, e.node: node}, out, found)
        self._seen(e.width, out)

    @staticmethod
    def _seen(width: int, out: Writer) -> None:
        small = width <= 64
        out.write("uint64_t m = 0;" if small else "many m = no_bits();")
        add = "m |= UINT64_C(1) << i;" if small else f"many_add(&m, i, {width});"
        out.write(f"for (int i = 0; i < {width}; i++) if (seen[i]) {add}")
        out.write("return m;")


def number_of(value: int) -> str:
    """A number as C writes it."""
    return str(value) if -(2**31) < value < 2**31 else f"INT64_C({value})"


def _widths(program: Program) -> list[int]:
    from ..flow.rewrite import walk

    out = [t.width for t in program.tables.values()] + [f.width for f in program.functions.values()]
    for root in (program.functions, program.procedures):
        for thing in root.values():
            out += [getattr(n, "width", 0) or 0 for n in walk(thing.body)]
    for rest in (program.blocks, program.decisions, program.chances):
        out += [getattr(n, "width", 0) or 0 for n in walk(rest)]
    return out
