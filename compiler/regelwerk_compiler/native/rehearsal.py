"""Everything that has a body, written twice: first callers before callees, to learn with what each is entered, then in the order of C.

Goes in: the functions, procedures, decisions, chances and blocks of a program.  Comes out: their texts, with the intervals of all parameters known.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..flow import flow
from ..flow.rewrite import walk
from .code import Code
from .expressions import Scope
from .state import States
from .writer import Writer, comment


class Rehearsal(States):
    """The functions of one program, and with what they are entered."""

    def _parts(self) -> tuple[Writer, Writer, Writer, Writer]:
        """Everything that has a body, callees first."""
        p = self.program
        self.helpers, self._made, self.trials = Writer(), {}, {}
        self.prepare_blocks()
        functions, prototypes, machine, random = Writer(), Writer(), Writer(), Writer()
        for f in self._in_order(p.functions):
            assert isinstance(f, flow.Function)
            self._function(f, functions, prototypes)
        for q in self._in_order(p.procedures):
            assert isinstance(q, flow.Procedure)
            self._procedure(q, functions, prototypes)
        for index, decision in enumerate(p.decisions):
            self.decision(index, decision, machine)
        for index, chance in enumerate(p.chances):
            self.chance(index, chance, machine)
        self.run_function(machine)
        self.target(machine)
        self.random_function(random)
        return functions, prototypes, machine, random

    def _rehearse(self) -> None:
        """Write everything once, callers first, to learn with what functions, procedures and trials are entered."""
        p = self.program
        self.entered = {}
        self.helpers, self._made, self.trials = Writer(), {}, {}
        self.prepare_blocks()
        waste = Writer()
        for index, decision in enumerate(p.decisions):
            self.decision(index, decision, waste)
        for index, chance in enumerate(p.chances):
            self.chance(index, chance, waste)
        self.run_function(waste)
        self._rehearse_trials(waste)
        for q in reversed(list(self._in_order(p.procedures))):
            assert isinstance(q, flow.Procedure)
            self.domains["run " + q.name] = self._domain("run " + q.name, q, ())
            self._procedure(q, waste, waste)
        outside = self._from_outside()
        for f in reversed(list(self._in_order(p.functions))):
            assert isinstance(f, flow.Function)
            self.domains[f.name] = self._domain(f.name, f, outside.get(f.name, ()))
            results = dict(self.results)
            self._function(f, waste, waste)
            self.results = results

    def _rehearse_trials(self, waste: Writer) -> None:
        """Until nobody tries anything with more than it was written for."""
        before: dict[int, list[tuple[int, int]]] = {}
        for last in (False, False, False, True):
            now = {block: self.entered.get(block, []) for block in self.trials}
            if now == before:
                break
            before = now
            for block, known in now.items():
                names = self.params[block]
                if last or len(known) != len(names):
                    self.params[block] = tuple(Code(c.text) for c in names)
                else:
                    self.params[block] = tuple(Code(c.text, *k) for c, k in zip(names, known, strict=True))
            self.trials_written(waste)

    def _domain(
        self, key: str, thing: flow.Function | flow.Procedure, outside: tuple[tuple[int, int], ...]
    ) -> tuple[Code, ...]:
        """The parameters of a function or procedure, with their intervals where they are known."""
        names = [self.new_name(p) for p in thing.params]
        if len(thing.domains) == len(names):
            return tuple(Code(n, *d) for n, d in zip(names, thing.domains, strict=True))
        known: list[list[tuple[int, int]]] = [list(outside)] if len(outside) == len(names) and names else []
        if key in self.entered:
            known.append(self.entered[key])
        if not known:
            return tuple(Code(n) for n in names)
        ends = [(min(k[i][0] for k in known), max(k[i][1] for k in known)) for i in range(len(names))]
        return tuple(Code(n, *d) for n, d in zip(names, ends, strict=True))

    def _from_outside(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """With what others than the program itself call functions: sheets and sights."""
        p = self.program
        seat = (0, len(p.seats) - 1)
        found: dict[str, tuple[tuple[int, int], ...]] = {item.function: (seat,) for item in p.score}
        found |= {item.label: (seat,) for item in p.score if item.label}
        found |= {key: (seat,) for _, key in p.ranking.keys}
        seen = [(v.seen, v.axes) for v in p.variables] + [(z.seen, z.axes) for z in p.zones]
        for function, axes in seen:
            here = (seat, *((a.low, a.low + a.size - 1) for a in axes))
            old = found.get(function, here)
            if len(old) == len(here):
                found[function] = tuple((min(a, c), max(b, d)) for (a, b), (c, d) in zip(old, here, strict=True))
        return found

    def _in_order(
        self, things: dict[str, flow.Function] | dict[str, flow.Procedure]
    ) -> Iterator[flow.Function | flow.Procedure]:
        """Callees first."""
        done: set[str] = set()

        def visit(title: str) -> Iterator[flow.Function | flow.Procedure]:
            if title in done or title not in things:
                return
            done.add(title)
            for part in walk(things[title].body):
                if isinstance(part, flow.Call):
                    yield from visit(part.function)
                elif isinstance(part, flow.Run):
                    yield from visit(part.procedure)
            yield things[title]

        for title in things:
            yield from visit(title)

    def _function(self, f: flow.Function, out: Writer, prototypes: Writer) -> None:
        codes = self.domains[f.name]
        scope: Scope = dict(zip(f.params, codes, strict=True))
        params = ", ".join(["const State *s", *(f"num {c.text}" for c in codes)])
        width = self.function_width(f.name)
        kind = self.mask_type(width) if width else "num"
        head = f"static {kind} {self.functions[f.name]}({params})"
        prototypes.write(f"{head} PURE;")
        if f.origin:
            out.write(f"/* {comment(f.name)}, {comment(str(f.origin))} */")
        with out.block(head):
            out.write("(void)s;" + "".join(f" (void){c.text};" for c in codes))
            self.count_work((self.work.entry("function", f.name),), out)
            if width:
                out.write(f"return {self.mask(f.body, scope, width)};")
            else:
                found = self.returned(f.body, scope, out)
                self.results[f.name] = (found.low, found.high)
        out.write("")

    def _procedure(self, q: flow.Procedure, out: Writer, prototypes: Writer) -> None:
        codes = self.domains["run " + q.name]
        scope: Scope = dict(zip(q.params, codes, strict=True))
        params = ", ".join(["State *s", *(f"num {c.text}" for c in codes)])
        kind = "int" if q.name in self.refusing else "void"
        head = f"static {kind} {self.procedures[q.name]}({params})"
        prototypes.write(head + ";")
        if q.origin:
            out.write(f"/* {comment(q.name)}, {comment(str(q.origin))} */")
        with out.block(head):
            out.write("(void)s;" + "".join(f" (void){c.text};" for c in codes))
            self.count_work((self.work.entry("procedure", q.name),), out)
            scope = self.declare(q.body, scope, out)
            self.statements(q.body, scope, out)
            if kind == "int":
                out.write("return 0;")
        out.write("")
