"""Reaches -> C: what is connected, found node by node or mask by mask.

Goes in: a `ReachEdges` or `ReachSteps`.  Comes out: the statements of a function that returns the mask.
"""

from __future__ import annotations

from ..flow import flow
from ..flow.flow import Clause
from .code import Code
from .expressions import Scope
from .layout import words_of
from .loops import Loops
from .writer import Writer

REACHED = "what was reached"  # no local is called so


class Reaches(Loops):
    """The reaches of one program."""

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
