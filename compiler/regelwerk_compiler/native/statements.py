"""Flow statements -> C statements.

Goes in: statements and a scope.  Comes out: lines.  A procedure that may refuse returns 0, or a number below 0 that says why.
"""

from __future__ import annotations

from typing import assert_never

from ..flow import flow
from ..flow.flow import REPEAT_LIMIT, TOO_MANY, Clause, Stmt
from ..flow.free import free
from ..flow.rewrite import walk
from . import code
from .code import Code, number
from .expressions import Scope
from .folds import Folds
from .layout import Field
from .loops import Then
from .writer import Writer

MOST_KEPT = 1 << 12  # bindings that one loop keeps aside without counting them first
MOST_COUNTED = 1 << 15  # and with
MOST_ROWS = (
    1 << 18
)  # bytes of these: a quarter of what a step may take of the stack; what is more is left to another engine


class Statements(Folds):
    """The statements of one program."""

    def statements(self, body: tuple[Stmt, ...], scope: Scope, out: Writer) -> None:
        """Statements in order; the locals they set are declared by `declare`."""
        for statement in body:
            self.statement(statement, scope, out)

    def declare(self, body: tuple[Stmt, ...], scope: Scope, out: Writer) -> Scope:
        """Declarations of all locals that statements set; what is known of each."""
        inner = dict(scope)
        names: dict[str, None] = {}
        for part in walk(body):
            if isinstance(part, flow.Assign):
                names[part.name] = None
            elif isinstance(part, flow.Each):
                names |= dict.fromkeys(clause.name for clause in part.clauses)
        for name in names:
            inner[name] = Code(self.new_name(name))
        for name in names:
            width = max((self.width(v, inner) for v in _assigned(body, name)), default=0)
            if width:
                inner[name] = Code(inner[name].text, width=width)
        self._narrow(body, list(names), scope, inner)
        for name in names:
            given = inner[name]
            if name in scope:
                out.write(f"{self.type_of(given)} {given.text} = {scope[name].text};")
            elif given.width:
                out.write(f"{self.type_of(given)} {given.text} = {self.mask_literal(0, given.width)};")
            else:
                out.write(f"num {given.text} = 0;")
            out.write(f"(void){given.text};")
        return inner

    def _narrow(self, body: tuple[Stmt, ...], names: list[str], outer: Scope, inner: Scope) -> None:
        """Intervals of locals: what is assigned, as long as that does not grow."""
        names = [n for n in names if not inner[n].width]
        each: dict[str, list[flow.Source]] = {n: [] for n in names}
        for part in walk(body):
            if isinstance(part, flow.Each):
                for clause in part.clauses:
                    if clause.name in each:
                        each[clause.name].append(clause.source)
        known = {n: (outer[n].low, outer[n].high) if n in outer else (0, 0) for n in names}
        kept = len(self.helpers.lines), dict(self._made), dict(self.trials)
        settled = False
        for _ in range(4):
            for n in names:
                inner[n] = Code(inner[n].text, *known[n])
            fresh = {}
            for n in names:
                low, high = known[n]
                for value in _assigned(body, n):
                    found = self._assigned_interval(value, inner)
                    low, high = min(low, found[0]), max(high, found[1])
                for source in each[n]:
                    found = self._source_interval(source, inner)
                    low, high = min(low, found[0]), max(high, found[1])
                fresh[n] = (low, high)
            if fresh == known:
                settled = True
                break
            known = fresh
        if not settled:
            for n in names:
                inner[n] = Code(inner[n].text)
        del self.helpers.lines[kept[0] :]
        self._made, self.trials = kept[1], kept[2]

    def _assigned_interval(self, value: flow.Expr, scope: Scope) -> tuple[int, int]:
        found = self.value(value, _complete(value, scope))
        return found.low, found.high

    def _source_interval(self, source: flow.Source, scope: Scope) -> tuple[int, int]:
        match source:
            case flow.Range(low, high):
                a, b = (self.value(x, _complete(x, scope)) for x in (low, high))
                return a.low, max(a.low, b.high)
            case flow.Values(values):
                found = [self.value(x, _complete(x, scope)) for x in values]
                return min((c.low for c in found), default=0), max((c.high for c in found), default=0)
            case flow.Row(listed):
                every = [x for row in self.program.lists[listed] for x in row] or [0]
                return min(every), max(every)
            case flow.Turn(_, count):
                return 0, count - 1
            case flow.Bits(_, width) | flow.Offsets(_, _, width):
                return 0, width - 1

    # -- one statement -----------------------------------------------------------------------------
    def statement(self, statement: Stmt, scope: Scope, out: Writer) -> None:
        """One statement."""
        match statement:
            case flow.Assign(local, value):
                target = scope[local]
                text = self.mask(value, scope, target.width) if target.width else self.value(value, scope).text
                out.write(f"{target.text} = {text};")
            case flow.Store():
                self._store(statement, scope, out)
            case flow.When(test, then, otherwise):
                self._when(test, then, otherwise, scope, out)
            case flow.Each():
                self._each(statement, scope, out)
            case flow.Repeat(test, body, reason):
                rounds = self.new_name("rounds")
                out.write(f"long {rounds} = 0;")
                with out.block(f"while ({self.test(test, scope)})"):
                    out.write(f"if (++{rounds} > {REPEAT_LIMIT}) return REFUSED({reason});")
                    self.count_work(self.work.ticks(statement), out)
                    self.statements(body, scope, out)
            case flow.Collect():
                self._collect(statement, scope, out)
            case flow.Run(procedure, args):
                codes = [self.value(a, scope) for a in args]
                self.note("run " + procedure, codes)
                call = f"{self.procedures[procedure]}({', '.join(['s', *(c.text for c in codes)])})"
                if procedure in self.refusing:
                    result = self.new_name("why")
                    out.write(f"int {result} = {call};")
                    out.write(f"if ({result} < 0) return {result};")
                else:
                    out.write(f"{call};")
            case flow.Require(test, reason):
                asked = self.value(test, scope)
                if asked.constant != 1:
                    out.write(f"if (!{asked.text}) return REFUSED({reason});")
            case flow.Fail(reason):
                out.write(f"return REFUSED({reason});")
            case _:
                assert_never(statement)

    refusing: frozenset[str] = frozenset()  # procedures that may refuse

    def _when(
        self, test: flow.Expr, then: tuple[Stmt, ...], otherwise: tuple[Stmt, ...], scope: Scope, out: Writer
    ) -> None:
        asked = self.value(test, scope)
        if asked.constant is not None:
            with out.block(""):
                self.statements(then if asked.constant else otherwise, scope, out)
            return
        with out.block(f"if ({self.test(test, scope)})"):
            self.statements(then, scope, out)
        if otherwise:
            with out.block("else"):
                self.statements(otherwise, scope, out)

    def _store(self, statement: flow.Store, scope: Scope, out: Writer) -> None:
        cell, low, high, check = statement.cell, statement.low, statement.high, statement.check
        where = self.layout.field(cell.base)
        if where.width:
            out.write(f"{self.place(cell, scope)} = {self.mask(statement.value, scope, where.width)};")
            return
        given = self.value(statement.value, scope)
        if given.width:
            given = Code(f"(num){self.mask(statement.value, scope, 64)}", 0, where.high)
        if check is not None and not given.within(low, high):
            # the index is looked at before the value: both are pure, so the order does not show
            name = self.new_name("x")
            out.write(f"num {name} = {given.text};")
            out.write(f"if ({name} < {low} || {name} > {high}) return REFUSED({check});")
            given = Code(name, max(low, given.low), min(high, given.high))
        self.put(where, cell, given, scope, out)

    def put(self, where: Field, cell: flow.Cell, given: Code, scope: Scope, out: Writer) -> None:
        """A number is written to a cell, and to the planes beside it."""
        cast = "" if given.within(where.low, where.high) and where.type == "int64_t" else f"({where.type})"
        if not where.planes:
            out.write(f"{self.place(cell, scope)} = {cast}{given.text};")
            return
        at = number(cell.base - where.first)
        if cell.index is not None:
            at = code.plus(self.value(cell.index, scope), at)
        out.write(f"put_{where.name}(s, {at.text}, {given.text});")

    # -- loops -----------------------------------------------------------------------------------
    def _each(self, e: flow.Each, scope: Scope, out: Writer) -> None:
        names = [c.name for c in e.clauses]
        if not e.order and (_found_on_entry(e) or not e.snapshot):
            label = self.new_name("done") if e.first else ""

            def body(inner: Scope) -> None:
                # the names are those of the whole block: what a clause binds is written there
                self.statements(e.body, inner, out)
                if label:
                    out.write(f"goto {label};")

            self._written(e.clauses, e.body, scope, out, body, self.work.ticks(e))
            if label:
                out.write(f"{label}:;")
            return
        with out.block(""):
            kept = self._kept(e, [flow.Local(n) for n in names], scope, out)
            i = self.new_name("i")
            limit = f"{kept}_n > 1 ? 1 : {kept}_n" if e.first else f"{kept}_n"
            with out.block(f"for (int {i} = 0; {i} < ({limit}); {i}++)"):
                for k, local in enumerate(names):
                    out.write(f"{scope[local].text} = {kept}[{i}][{k}];")
                self.statements(e.body, scope, out)

    def _written(
        self,
        clauses: tuple[Clause, ...],
        inner: tuple[Stmt, ...],
        scope: Scope,
        out: Writer,
        then: Then,
        ticks: tuple[int, ...],
    ) -> None:
        """Loops whose names are locals of the block."""
        if not clauses:
            then(scope)
            return
        clause, rest = clauses[0], clauses[1:]
        target = scope[clause.name]

        def go(found: Code) -> None:
            self.count_work(ticks[:1], out)
            out.write(f"{target.text} = {found.text};")
            inside = dict(scope)
            low, high = max(found.low, target.low), min(found.high, target.high)
            if not target.width and not _sets(clause.name, rest, inner):
                inside[clause.name] = Code(target.text, low, high) if low <= high else target
            if clause.where is None:
                self._written(rest, inner, inside, out, then, ticks[1:])
                return
            with out.block(f"if ({self.test(clause.where, inside)})"):
                self._written(rest, inner, inside, out, then, ticks[1:])

        self.source(clause.source, clause.name, scope, out, go)

    def kept_bytes(self, e: flow.Each | flow.Collect) -> int:
        """How long the array of `_kept` can be; 0 where a loop needs none."""
        values = 1 if isinstance(e, flow.Collect) else len(e.clauses)
        if isinstance(e, flow.Each) and not e.order and (_found_on_entry(e) or not e.snapshot):
            return 0
        most = self.bindings(e.clauses)
        width = max(1, values + len(e.order))
        rows = _counted(width) + 1 if most is None or most > MOST_KEPT else max(1, most)
        return 8 * rows * width

    def _kept(self, e: flow.Each | flow.Collect, values: list[flow.Expr], scope: Scope, out: Writer) -> str:
        """All bindings in an array, sorted by the order; equal ones as they were found."""
        clauses, order, ticks = e.clauses, e.order, self.work.ticks(e)
        most = self.bindings(clauses)
        kept = self.new_name("kept")
        width = len(values) + len(order)
        if most is None or most > MOST_KEPT:
            # nobody knows how many: count first; what is looked at twice is pure
            out.write(f"int {kept}_most = 0;")

            def count(inner: Scope) -> None:
                for value in (*values, *(key.value for key in order)):
                    out.write(f"(void){self.value(value, inner).text};")
                out.write(f"if (++{kept}_most > {_counted(max(1, width))}) leave(s, TOO_LARGE);")

            self.clauses(clauses, scope, out, count, ticks)
            out.write(f"num {kept}[{kept}_most + 1][{max(1, width)}];")
        else:
            out.write(f"num {kept}[{max(1, most)}][{max(1, width)}];")
        out.write(f"int {kept}_n = 0;")

        def keep(inner: Scope) -> None:
            for k, value in enumerate(values):
                out.write(f"{kept}[{kept}_n][{k}] = {self.value(value, inner).text};")
            for k, key in enumerate(order):
                out.write(f"{kept}[{kept}_n][{len(values) + k}] = {self.key(key, inner)};")
            out.write(f"{kept}_n++;")

        self.clauses(clauses, scope, out, keep, ticks)
        if order:
            out.write(f"sort_rows(&{kept}[0][0], {kept}_n, {width}, {len(values)});")
        return kept

    def _collect(self, c: flow.Collect, scope: Scope, out: Writer) -> None:
        with out.block(""):
            kept = self._kept(c, [c.value], scope, out)
            most = self.bindings(c.clauses)
            if most is None or most > c.size:
                out.write(f"if ({kept}_n > {c.size}) return REFUSED({TOO_MANY});")
            self.put(self.layout.field(c.base), flow.Cell(c.base), Code(f"{kept}_n", 0, c.size), scope, out)
            if not c.size:
                return
            where = self.layout.field(c.base + 1)
            first = c.base + 1 - where.first
            index = f"i + {first}" if first else "i"
            with out.block(f"for (int i = 0; i < {c.size}; i++)"):
                initial = self.program.initial[c.base + 1 : c.base + 1 + c.size]
                rest = number(initial[0]).text if len(set(initial)) == 1 else f"INITIAL_{c.base + 1}[i]"
                if len(set(initial)) > 1:
                    out.write(f"static const num INITIAL_{c.base + 1}[] = {{{', '.join(map(str, initial))}}};")
                out.write(f"num x = i < {kept}_n ? {kept}[i][0] : {rest};")
                if where.planes:
                    out.write(f"put_{where.name}(s, {index}, x);")
                elif where.count == 1:
                    out.write(f"s->{where.name} = ({where.type})x;")
                else:
                    out.write(f"s->{where.name}[{index}] = ({where.type})x;")

    # -- refusing --------------------------------------------------------------------------------
    def find_refusing(self) -> None:
        """Which procedures may refuse: what stands in them could, or what they run."""
        found: dict[str, bool] = {}

        def refuses(name: str) -> bool:
            if name not in found:
                found[name] = False
                found[name] = any(
                    isinstance(part, flow.Require | flow.Fail | flow.Repeat | flow.Collect)
                    or (isinstance(part, flow.Store) and part.check is not None)
                    or (isinstance(part, flow.Run) and refuses(part.procedure))
                    for part in walk(self.program.procedures[name].body)
                )
            return found[name]

        self.refusing = frozenset(name for name in self.program.procedures if refuses(name))


def _assigned(body: tuple[Stmt, ...], name: str) -> list[flow.Expr]:
    return [part.value for part in walk(body) if isinstance(part, flow.Assign) and part.name == name]


def _counted(width: int) -> int:
    """How many rows of so many numbers one loop may keep aside."""
    return min(MOST_COUNTED, MOST_ROWS // (8 * width))


def _found_on_entry(e: flow.Each) -> bool:
    """What one loop runs over is found on entry anyway."""
    return len(e.clauses) == 1 and e.clauses[0].where is None


def _sets(name: str, clauses: tuple[Clause, ...], body: tuple[Stmt, ...]) -> bool:
    return any(clause.name == name for clause in clauses) or bool(_assigned(body, name))


def _complete(value: object, scope: Scope) -> Scope:
    """The scope with anything for names that are not known yet."""
    return {**{n: Code(n) for n in free(value)}, **scope}
