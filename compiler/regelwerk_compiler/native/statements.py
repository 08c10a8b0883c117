"""Flow statements -> C statements.  Inside a function that returns an int: below 0 it was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ..flow import flow
from ..flow.flow import REPEAT_LIMIT, TOO_MANY, Clause, SortKey, Stmt
from ..flow.rewrite import walk
from .expressions import Expressions, Scope
from .intervals import bindings
from .writer import Writer, name

MOST_BINDINGS = 1 << 12  # kept aside by one loop; more than that refuses


class Statements(Expressions):
    """The statements of one program."""

    def statements(self, body: tuple[Stmt, ...], scope: Scope, out: Writer) -> None:
        """Statements in order; the locals they assign are declared by `declare`."""
        for statement in body:
            self.statement(statement, scope, out)

    def declare(self, body: tuple[Stmt, ...], scope: Scope, out: Writer) -> Scope:
        """Declarations of all locals that statements assign."""
        inner = dict(scope)
        for part in walk(body):
            if isinstance(part, flow.Assign) and part.name not in inner:
                inner[part.name] = name("l_", part.name)
                out.write(f"num {inner[part.name]} = 0;")
        return inner

    def statement(self, statement: Stmt, scope: Scope, out: Writer) -> None:
        """One statement."""
        match statement:
            case flow.Assign(local, value):
                out.write(f"{scope[local]} = {self.value(value, scope)};")
            case flow.Store(cell, value, low, high, check):
                target = self.value(cell, scope)
                if check is None:
                    out.write(f"{target} = {self.value(value, scope)};")
                    return
                with out.block(""):
                    out.write(f"num x = {self.value(value, scope)};")
                    out.write(f"if (x < {low} || x > {high}) return REFUSED({check});")
                    out.write(f"{target} = x;")
            case flow.When(test, then, otherwise):
                with out.block(f"if ({self.value(test, scope)})"):
                    self.statements(then, scope, out)
                if otherwise:
                    with out.block("else"):
                        self.statements(otherwise, scope, out)
            case flow.Each():
                self._each(statement, scope, out)
            case flow.Repeat(test, body, reason):
                rounds = self.new_name("rounds_")
                with out.block(""):
                    out.write(f"long {rounds} = 0;")
                    with out.block(f"while ({self.value(test, scope)})"):
                        out.write(f"if (++{rounds} > {REPEAT_LIMIT}) return REFUSED({reason});")
                        self.statements(body, scope, out)
            case flow.Collect(base, size, clauses, value, order):
                self._collect(base, size, clauses, value, order, scope, out)
            case flow.Run(procedure, args):
                call = f"{name('p_', procedure)}({self.args(args, scope)})"
                out.write(f"{{ int r = {call}; if (r < 0) return r; }}")
            case flow.Require(test, reason):
                out.write(f"if (!({self.value(test, scope)})) return REFUSED({reason});")
            case flow.Fail(reason):
                out.write(f"return REFUSED({reason});")
            case _:
                assert_never(statement)

    # -- loops -----------------------------------------------------------------------------------
    def _each(self, e: flow.Each, scope: Scope, out: Writer) -> None:
        if not e.snapshot and not e.order:
            label = self.new_name("done_") if e.first else ""

            def body(s: Scope) -> None:
                self.statements(e.body, s, out)
                if label:
                    out.write(f"goto {label};")

            self.clauses(e.clauses, scope, out, body)
            if label:
                out.write(f"{label}:;")
            return
        names = [c.name for c in e.clauses]
        with out.block(""):
            kept = self._kept(e.clauses, e.order, scope, out, [flow.Local(n) for n in names])
            i = self.new_name("i_")
            limit = f"lesser({kept}_n, 1)" if e.first else f"{kept}_n"
            with out.block(f"for (int {i} = 0; {i} < {limit}; {i}++)"):
                inner = dict(scope)
                for k, local in enumerate(names):
                    inner[local] = self.new_name(name("l_", local) + "_")
                    out.write(f"num {inner[local]} = {kept}[{i}][{k}]; (void){inner[local]};")
                self.statements(e.body, inner, out)

    def _kept(
        self,
        clauses: tuple[Clause, ...],
        order: tuple[SortKey, ...],
        scope: Scope,
        out: Writer,
        values: list[flow.Expr],
    ) -> str:
        """All bindings in an array, sorted by the order; equal ones as they were found."""
        kept = self.new_name("kept_")
        most = max(1, min(MOST_BINDINGS, bindings(clauses, self.program)))
        width = len(values) + len(order)
        out.write(f"num {kept}[{most}][{max(1, width)}];")
        out.write(f"int {kept}_n = 0;")

        def keep(s: Scope) -> None:
            out.write(f"if ({kept}_n == {most}) return REFUSED({TOO_MANY});")
            for k, value in enumerate(values):
                out.write(f"{kept}[{kept}_n][{k}] = {self.value(value, s)};")
            for k, key in enumerate(order):
                sign = "-" if key.highest else ""
                out.write(f"{kept}[{kept}_n][{len(values) + k}] = {sign}({self.value(key.value, s)});")
            out.write(f"{kept}_n++;")

        self.clauses(clauses, scope, out, keep)
        if order:
            out.write(f"sort_rows(&{kept}[0][0], {kept}_n, {width}, {len(values)});")
        return kept

    def _collect(
        self,
        base: int,
        size: int,
        clauses: tuple[Clause, ...],
        value: flow.Expr,
        order: tuple[SortKey, ...],
        scope: Scope,
        out: Writer,
    ) -> None:
        with out.block(""):
            kept = self._kept(clauses, order, scope, out, [value])
            out.write(f"if ({kept}_n > {size}) return REFUSED({TOO_MANY});")
            out.write(f"v[{base}] = {kept}_n;")
            out.write(
                f"for (int i = 0; i < {size}; i++) v[{base + 1} + i] = i < {kept}_n ? {kept}[i][0] : INITIAL[{base + 1} + i];"
            )


Body = Callable[[], None]
