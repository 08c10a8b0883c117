"""Pass `static`: what depends on the board alone is worked out now and looked up later.

Goes in: a Program.  Comes out: one in which formulas that read no cell are tables over the names they speak of, and conditions of that
sort no longer stand in loops: the loop runs over a static list of what fulfils them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from .. import flow
from ..evaluate import Scene, static_scene, value
from ..fault import FlowFault, RuleFault
from ..flow import Clause, Const, Expr, Fold, Local, Lookup, Program, Row, Table
from ..free import free
from ..reads import rests_on_names, static_of
from ..rewrite import rebuild, substituted, walk
from ..values import binary, conjunction

LIMIT = 1 << 16  # entries of one table
WORK = 3_000_000  # values worked out for one program, all tables together

Domains = Mapping[str, tuple[int, int]]


def static_tables(program: Program) -> Program:
    """The pass."""
    return _Static(program).run()


@dataclass(slots=True)
class _Static:
    program: Program
    tables: dict[str, Table] = field(default_factory=dict)
    lists: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    functions: dict[str, flow.Function] = field(default_factory=dict)
    static: frozenset[str] = frozenset()
    made: dict[tuple[Expr, tuple[tuple[int, int], ...]], str] = field(default_factory=dict)
    work: int = 0
    scene: Scene = field(init=False)
    whole: dict[str, Expr | None] = field(default_factory=dict)  # static functions as look-ups of their own parameters

    def run(self) -> Program:
        p = self.program
        self.tables, self.lists, self.functions = dict(p.tables), dict(p.lists), dict(p.functions)
        self.static = static_of(p)
        self.scene = static_scene(p, self.static)
        for name in p.functions:
            self._function_table(name)
        for name, function in p.functions.items():
            domains = dict(zip(function.params, function.domains, strict=False))
            self.functions[name] = replace(function, body=self.change(function.body, domains))
        procedures = {
            n: replace(q, body=self.change(q.body, dict(zip(q.params, q.domains, strict=False))))
            for n, q in p.procedures.items()
        }
        blocks = tuple(replace(b, body=self.change(b.body, {}), end=self.change(b.end, {})) for b in p.blocks)
        decisions = tuple(self.change(d, {}) for d in p.decisions)
        chances = tuple(self.change(c, {}) for c in p.chances)
        return replace(
            p, functions=self.functions, procedures=procedures, blocks=blocks, decisions=decisions, chances=chances,
            tables=self.tables, lists=self.lists,
        )  # fmt: skip

    def reads_nothing(self, node: object) -> bool:
        """Whether its value rests on the names in it alone."""
        return rests_on_names(node, self.static.__contains__)

    def _function_table(self, name: str) -> Expr | None:
        """A static function as a look-up that speaks of its parameters, if it is small enough."""
        if name not in self.whole:
            self.whole[name] = None
            function = self.program.functions[name]
            if (
                name in self.static
                and len(function.domains) == len(function.params)
                and self._worth_a_table(function.body)
            ):
                self.whole[name] = self._table(function.body, dict(zip(function.params, function.domains, strict=True)))
        return self.whole[name]

    def _called(self, node: flow.Call, domains: Domains) -> Expr | None:
        """A call of a static function as a look-up; its arguments may rest on cells."""
        table = self._function_table(node.function)
        if table is None:
            return None
        args = [self.change(a, domains) for a in node.args]
        call: Expr = substituted(table, dict(zip(self.program.functions[node.function].params, args, strict=True)))
        return call

    # -- changing --------------------------------------------------------------------------------
    def change(self, node: Any, domains: Domains) -> Any:
        """The node with tables in it; `domains` are the locals whose interval is known."""
        match node:
            case Const() | Local():
                return node
            case flow.Options() | flow.Outcomes() | Fold() | flow.Each() | flow.Collect():
                return self._clauses(node, domains)
        if isinstance(node, flow.Call) and (call := self._called(node, domains)) is not None:
            return call
        if self._worth_a_table(node):
            table = self._table(node, domains)
            if table is not None:
                return table
        match node:
            case flow.Bits(mask, width) if (row := self._row_of(self.change(mask, domains))) is not None:
                return row
            case flow.LetIn(name, bound, body):
                known = self._interval(bound, domains)
                inside = {k: v for k, v in domains.items() if k != name}
                if known is not None:
                    inside[name] = known
                return replace(node, value=self.change(bound, domains), body=self.change(body, inside))
            case flow.ReachEdges(edge=edge, edges=count):
                return rebuild(node, lambda n: self.change(n, {**domains, edge: (0, count - 1)}))
            case flow.ReachSteps(node=name, width=width):
                clause = self.change_clause(node.clause, {**domains, name: (0, width - 1)})[0]
                return replace(node, start=self.change(node.start, domains), clause=clause)
        return rebuild(node, lambda n: self.change(n, domains))

    @staticmethod
    def _interval(value: Expr, domains: Domains) -> tuple[int, int] | None:
        match value:
            case Const(n):
                return n, n
            case Local(name):
                return domains.get(name)
        return None

    def _row_of(self, mask: object) -> Row | None:
        """A static mask that is looked up, as a list to run over."""
        if not isinstance(mask, Lookup):
            return None
        name = f"{mask.table}_listed"
        if name not in self.lists:
            self.lists[name] = tuple(
                tuple(i for i in range(m.bit_length()) if m >> i & 1) for m in self.tables[mask.table].values
            )
        return Row(name, mask.index)

    def _clauses(
        self, node: flow.Options | flow.Outcomes | Fold | flow.Each | flow.Collect, domains: Domains
    ) -> object:
        if isinstance(node, Fold) and self.reads_nothing(node):
            table = self._table(node, domains)
            if table is not None:
                return table
        scope = dict(domains)
        clauses: list[Clause] = []
        for clause in node.clauses:
            changed, interval = self.change_clause(clause, scope)
            scope.pop(clause.name, None)
            if interval is not None:
                scope[clause.name] = interval
            clauses.append(changed)
        rest: dict[str, Any] = {}
        for name in node.__dataclass_fields__:
            if name in ("clauses", "origin"):
                continue
            old = getattr(node, name)
            if isinstance(old, tuple) or hasattr(old, "__dataclass_fields__"):
                rest[name] = (
                    rebuild(old, lambda n: self.change(n, scope)) if isinstance(old, tuple) else self.change(old, scope)
                )
        return replace(node, clauses=tuple(clauses), **rest)

    def change_clause(self, clause: Clause, domains: Domains) -> tuple[Clause, tuple[int, int] | None]:
        """A clause with tables in it, and the interval of what it binds if that is known."""
        source = clause.source
        interval = self.source_interval(source, domains)
        inside = {k: v for k, v in domains.items() if k != clause.name}
        if interval is not None:
            inside[clause.name] = interval
        where = clause.where
        if where is not None and isinstance(source, flow.Range) and interval is not None:
            tests = where.parts if isinstance(where, flow.And) else (where,)
            fixed = tuple(t for t in tests if self.reads_nothing(t) and self._known(t, inside))
            if fixed:
                row = self._filtered(clause.name, source, interval, conjunction(*fixed), domains)
                if row is not None:
                    source = row
                    where = conjunction(*(t for t in tests if t not in fixed))
        new_source = self.change(source, domains) if not isinstance(source, Row) else source
        new_where = None if where is None or where == Const(1) else self.change(where, inside)
        return replace(clause, source=new_source, where=new_where), interval

    def source_interval(self, source: flow.Source, domains: Domains) -> tuple[int, int] | None:
        """The interval of what a source gives, if it is known."""
        match source:
            case flow.Range(Const(low), Const(high)):
                return low, high
            case flow.Turn(_, count):
                return 0, count - 1
            case flow.Bits(_, width):
                return 0, width - 1
            case Row(name, _):
                values = [v for row in self.lists[name] for v in row]
                return (min(values), max(values)) if values else (0, 0)
            case flow.Values(values) if values and all(self._interval(v, domains) is not None for v in values):
                bounds = [self._interval(v, domains) or (0, 0) for v in values]
                return min(b[0] for b in bounds), max(b[1] for b in bounds)
        return None

    # -- tables ----------------------------------------------------------------------------------
    def _known(self, node: object, domains: Domains) -> bool:
        return all(name in domains for name in free(node))

    def _worth_a_table(self, node: object) -> bool:
        """Whether looking it up is quicker than working it out: it holds a loop, a call, or a second look-up."""
        if not isinstance(node, flow.And | flow.Or | flow.Binary | flow.Unary | flow.Choice | flow.Call | flow.HasBit | flow.BitCount | flow.LetIn
                          | flow.ReachEdges | flow.ReachSteps | flow.MaskOf | Lookup):  # fmt: skip
            return False
        inner = sum(
            isinstance(n, Fold | flow.Call | Lookup | flow.ReachEdges | flow.ReachSteps | flow.Choice)
            for n in walk(node)
        )
        enough = 1 if not isinstance(node, Lookup) else 2
        return inner >= enough and self.reads_nothing(node)

    def _table(self, node: Any, domains: Domains) -> Expr | None:
        """A look-up in a new table of the formula's values, if it is small enough."""
        names = free(node)
        if any(name not in domains for name in names):
            return None
        spans = [range(domains[n][0], domains[n][1] + 1) for n in names]
        size = 1
        for span in spans:
            size *= len(span)
        if size > LIMIT or self.work + size > WORK or size == 0:
            return None
        same = substituted(node, {n: Local(f"{i}") for i, n in enumerate(names)})
        key = (same, tuple(domains[n] for n in names))
        name = self.made.get(key)
        if name is None:
            self.work += size
            values = self._values(node, names, spans)
            if values is None:
                return None
            if len(set(values)) == 1:
                return Const(values[0]) if self._width(node) == 0 else None
            name = f"static_{len(self.made) + 1}"
            self.tables[name] = Table(values, self._width(node))
            self.made[key] = name
        index: Expr = Const(0)
        for n, span in zip(names, spans, strict=True):
            index = binary("+", binary("*", index, Const(len(span))), binary("-", Local(n), Const(span.start)))
        return Lookup(name, index)

    def _values(self, node: Any, names: list[str], spans: list[range]) -> tuple[int, ...] | None:
        """The formula's value for every binding of its names; None where it has none for some."""
        try:
            return tuple(value(node, self.scene.fresh(dict(zip(names, at, strict=True)))) for at in product(*spans))
        except (RuleFault, FlowFault):
            return None  # somewhere it is only asked behind a test that stands outside

    def _width(self, node: object) -> int:
        """The width of a mask, 0 for a number."""
        match node:
            case (
                flow.MaskOf(_, width)
                | Fold(kind="mask", width=width)
                | flow.ReachEdges(width=width)
                | flow.ReachSteps(width=width)
            ):
                return width
            case flow.Call(function):
                return self.program.functions[function].width
            case Lookup(table):
                return self.tables[table].width
            case flow.Choice(_, a, b):
                return max(self._width(a), self._width(b))
            case flow.LetIn(_, _, body):
                return self._width(body)
        return 0

    def _filtered(
        self, name: str, source: flow.Range, interval: tuple[int, int], test: Expr, domains: Domains
    ) -> Row | None:
        """A static list, for each value of the other locals, of what fulfils a static test."""
        others = [n for n in free(test) if n != name]
        spans = [range(domains[n][0], domains[n][1] + 1) for n in others]
        size = interval[1] - interval[0] + 1
        rows = 1
        for span in spans:
            rows *= len(span)
        if rows * size > LIMIT or self.work + rows * size > WORK or size <= 0 or rows == 0:
            return None
        self.work += rows * size
        lists = []
        for at in product(*spans):
            scope = dict(zip(others, at, strict=True))
            try:
                here = [
                    v for v in range(interval[0], interval[1] + 1) if value(test, self.scene.fresh({**scope, name: v}))
                ]
            except (RuleFault, FlowFault):
                return None
            lists.append(tuple(here))
        title = f"static_list_{len(self.lists) + 1}"
        self.lists[title] = tuple(lists)
        index: Expr = Const(0)
        for n, span in zip(others, spans, strict=True):
            index = binary("+", binary("*", index, Const(len(span))), binary("-", Local(n), Const(span.start)))
        return Row(title, index)
