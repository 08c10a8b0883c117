"""Program -> the text of one C file: the state, tables, functions, procedures, the machine, and what others call.

Goes in: a `Program`.  Comes out: a `Source`.  Raises `Unsuited` for the few programs that C cannot run as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from ..flow import flow
from ..flow.flow import CAPPED, ENDLESS, NO_OUTCOME, RUN_LIMIT, TOSS_LIMIT, WATCHED, Decide, Program, Stop, Toss
from ..flow.rewrite import walk
from .code import Code, number
from .expressions import Scope, Unsuited
from .layout import Field, Links, Planes, number_type, words_of
from .machine import Machine
from .work import STEP
from .writer import Writer, comment

MOST_OUTCOMES = 1 << 14
MOST_MADE = 1 << 15  # numbers of options for which there is an object of Python
MOST_KEPT = 1 << 17  # bytes that each game of a batch keeps for its options
FORMAT = 3  # of the interface: see entry.c


@dataclass(frozen=True, slots=True)
class Source:
    """What was written.  `words`: the length of a vector outside; `starts`: the first word of each cell; `widths`: of its mask, 0 for a number."""

    c: str
    words: int
    starts: tuple[int, ...]
    widths: tuple[int, ...]
    domains: tuple[tuple[tuple[int, int], ...], ...]  # of each function's parameters
    results: tuple[int, ...]  # the width of each function's value
    most_options: int
    most_outcomes: int


def emit(program: Program) -> Source:
    """The C source of a program."""
    return _Emitter(program).written()


class _Emitter(Machine):
    def written(self) -> Source:
        """The whole file."""
        p = self.program
        self.results = {}
        self.find_refusing()
        self.find_tried()
        for _ in range(2):
            self._rehearse()
            functions, prototypes, machine, random = self._parts()
        trials = Writer()
        self.trials_written(trials)
        most_options = max([1, *(self.most(d.options) for d in p.decisions)])
        most_outcomes = max([1, *(self._most_outcomes(c) for c in p.chances)])
        if most_outcomes > MOST_OUTCOMES:
            raise Unsuited(f"a chance may have more than {MOST_OUTCOMES} outcomes")
        tail = Writer()
        self._tables_of_blocks(tail)
        self._load(tail)
        self._evaluate(tail)
        body = [*self.helpers.lines, *functions.lines, *self.bodies.lines, *machine.lines]
        middle = self._found()
        rest = [*middle, *random.lines, *trials.lines, *tail.lines]
        counts = any("tick(s" in line for line in (*body, *rest))
        leaves = self.deep or any(self.uses(line) for line in (*body, *rest))
        head = Writer()
        self._head(head, leaves, counts, most_options, most_outcomes)
        for number_ in dict.fromkeys(other for block in self.trials for other in self._with(block)):
            params = "".join(", num" for _ in self.params[number_])
            prototypes.write(f"static int try_{number_}(const State *from{params}) PURE;")
        for index in range(len(p.decisions)):
            prototypes.write(f"static int any_{index}(const State *s) PURE;")
        text = [
            *head.lines,
            *prototypes.lines,
            "",
            *body,
            *rest,
            *self._file("entry.c").splitlines(),
            *self._file("python.c").splitlines(),
            "",
        ]
        layout = self.layout
        starts = [0] * len(p.initial)
        widths = [0] * len(p.initial)
        for one in layout.fields:
            for k in range(one.count):
                starts[one.first + k] = one.first_word + k * one.words
                widths[one.first + k] = one.width if one.words > 1 else 64 if one.type == "uint64_t" else 0
        domains = tuple(tuple((c.low, c.high) for c in self.domains[name]) for name in p.functions)
        results = tuple(self.function_width(name) for name in p.functions)
        return Source(
            "\n".join(text), layout.words, tuple(starts), tuple(widths), domains, results, most_options, most_outcomes
        )

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

    @staticmethod
    def _file(name: str) -> str:
        return files(__package__).joinpath(name).read_text("utf-8")

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

    # -- head ------------------------------------------------------------------------------------
    def _head(self, out: Writer, leaves: bool, counts: bool, most_options: int, most_outcomes: int) -> None:
        p, layout = self.program, self.layout
        out.write(
            f"/* {comment(p.game)} for {len(p.seats)}, {comment(p.hash)}. Written by regelwerk from the rules. */"
        )
        out.write(f"#define FORMAT {FORMAT}")
        out.write(f"#define WORDS {layout.words}")
        out.write(f"#define BLOCKS {max(b.number for b in p.blocks) + 1}")
        out.write(f"#define ENTRY {p.entry}")
        out.write(f"#define CAPPED {CAPPED}")
        out.write(f"#define MOST_DECISIONS {p.most_decisions}")
        out.write(f"#define MOST_OPTIONS {most_options}")
        out.write(f"#define MOST_OUTCOMES {most_outcomes}")
        out.write(f"#define MADE {max(1, min(MOST_MADE, max((n.base + n.size for n in p.numbers), default=0)))}")
        out.write(f"#define MOST_PARAMS {max([1, *(len(b.params) for b in p.blocks)])}")
        out.write(f"#define TOSS_LIMIT {TOSS_LIMIT}")
        out.write(f"#define ENDLESS {ENDLESS}")
        out.write(f"#define NO_OUTCOME {NO_OUTCOME}")
        out.write(f"#define LEAVES {int(leaves)}")
        out.write(f"#define COUNTS {int(counts)}")
        out.write("#define JUMPS (LEAVES || COUNTS)")
        out.write(f"#define STEP INT64_C({STEP})")
        out.lines.extend(self._file("support.c").splitlines())
        for words in sorted(self.set_words):
            out.write("")
            out.lines.extend(self._file("sets.c").replace("@K", str(words)).splitlines())
        out.write("")
        self._state(out)
        out.write("")
        for title, table in p.tables.items():
            self._table(self.tables[title], table, out)
        for title, rows in p.lists.items():
            flat = [x for row in rows for x in row] or [0]
            starts = [0]
            for row in rows:
                starts.append(starts[-1] + len(row))
            kind = number_type(min(flat), max(flat))
            name = self.lists[title]
            out.write(f"static const {kind} {name}[] = {{{', '.join(number(x).text for x in flat)}}};")
            out.write(f"static const {number_type(0, starts[-1])} {name}_START[] = {{{', '.join(map(str, starts))}}};")
        out.write("")
        self._setters(out)

    def _table(self, name: str, table: flow.Table, out: Writer) -> None:
        if table.width:
            values = ", ".join(self._mask_initial(x, table.width) for x in table.values)
            out.write(f"static const {self.mask_type(table.width)} {name}[] = {{{values}}};")
            return
        kind = number_type(min(table.values, default=0), max(table.values, default=0))
        values = ", ".join(number(x).text for x in table.values) or "0"
        out.write(f"static const {kind} {name}[] = {{{values}}};")

    def _mask_initial(self, value: int, width: int) -> str:
        words = words_of(width)
        parts = [f"UINT64_C({hex(value >> (64 * k) & (2**64 - 1))})" for k in range(words)]
        return parts[0] if words == 1 else f"{{{{{', '.join(parts)}}}}}"

    # -- the state -------------------------------------------------------------------------------
    def _state(self, out: Writer) -> None:
        layout = self.layout
        out.write("/* The state of a game.  What trials touch comes first: they copy no more than that. */")
        with out.block("typedef struct"):
            out.write("#if JUMPS")
            out.write("jmp_buf *out;")
            out.write("#endif")
            out.write("#if COUNTS")
            out.write("volatile num *left;")
            out.write("#endif")
            if self.deep:
                out.write("int depth;")
            for one in layout.order:
                size = "" if one.count == 1 else f"[{one.count}]"
                said = comment(f"{one.low}..{one.high}") if not one.width else f"sets of {one.width}"
                out.write(f"{one.type} {one.name}{size}; /* {said} */")
                for planes in one.planes:
                    kind = self.mask_type(planes.size)
                    out.write(f"{kind} {planes.name}[{planes.count}];")
                for links in one.links:
                    out.write(f"{self.mask_type(links.planes.size)} {links.name}[{links.planes.count}];")
                    out.write(f"int8_t {links.name}_stale[{links.planes.count}];")
        out.lines[-1] += " State;"
        if layout.untouched is None:
            out.write("#define TRIED sizeof(State)")
        else:
            out.write(f"#define TRIED offsetof(State, {layout.untouched.name})")
        out.write(f"#define RUN_LIMIT {RUN_LIMIT}")
        out.write(f"#define WATCHED {WATCHED}")
        out.lines.extend(self._file("state.c").splitlines())

    def _setters(self, out: Writer) -> None:
        for one in self.layout.fields:
            if not one.planes:
                continue
            for links in one.links:
                self._links(links, out)
            out.write(f"/* {one.name} changes, and with it who holds what. */")
            with out.block(f"static inline void put_{one.name}(State *s, num i, num x)"):
                at = f"s->{one.name}" if one.count == 1 else f"s->{one.name}[i]"
                out.write(f"num old = {at};")
                out.write(f"{at} = ({one.type})x;")
                for planes in one.planes:
                    self._plane_change(one, planes, out)
            out.write("")

    def _plane_change(self, one: Field, planes: Planes, out: Writer) -> None:
        shift = planes.base - one.first
        index = f"i - {shift}" if shift else "i"
        whole = planes.size == one.count
        with out.block("" if whole else f"if (i >= {shift} && i < {shift + planes.size})"):
            before, after = (self.plane_of(planes, x) for x in ("old", "x"))
            linked = [links for links in one.links if links.planes is planes]
            if words_of(planes.size) == 1:
                out.write(f"uint64_t bit = UINT64_C(1) << ({index});")
                out.write(f"s->{planes.name}[{before}] &= ~bit;")
                out.write(f"s->{planes.name}[{after}] |= bit;")
            else:
                out.write(f"uint64_t bit = UINT64_C(1) << (({index}) & 63);")
                out.write(f"s->{planes.name}[{before}].w[({index}) >> 6] &= ~bit;")
                out.write(f"s->{planes.name}[{after}].w[({index}) >> 6] |= bit;")
            for links in linked:
                out.write(f"{links.name}_change(s, {index}, {before}, {after});")

    def _links(self, links: Links, out: Writer) -> None:
        """What is linked to the starts of a plane: from scratch, what there is now, and what a change makes of it."""
        name, planes = links.name, links.planes
        kind, words = self.mask_type(planes.size), words_of(planes.size)
        starts = self.program.tables[links.starts].values
        rows = [starts[k] if 0 <= k < len(starts) else 0 for k in range(planes.least, planes.least + planes.count)]
        out.write(
            f"static const {kind} {name}_STARTS[] = {{{', '.join(self._mask_initial(r, planes.size) for r in rows)}}};"
        )
        text = self._file("links.c").replace("@NAME", name).replace("@PLANE", planes.name).replace("@SET", kind)
        text = text.replace("@STEPS", self.tables[links.steps])
        out.lines.extend(text.replace("@P", "bits" if words == 1 else kind).splitlines())

    def plane_of(self, planes: Planes, value: str) -> str:
        """Which plane a value belongs to."""
        at = value if planes.low == 0 else f"{value} - ({planes.low})"
        if planes.same:
            return at
        found = f"{self.tables[planes.table]}[{at}]"
        return found if planes.least == 0 else f"{found} - ({planes.least})"

    def _load(self, out: Writer) -> None:
        with out.block("static int load(State *s, const num *v)"):
            out.write("int bad = 0;")
            out.write("if (v[0] < 0 || v[0] >= BLOCKS || RESTING[v[0]] == '0') return BROKEN;")
            for one in self.layout.fields:
                for planes in one.planes:
                    out.write(f"memset(s->{planes.name}, 0, sizeof s->{planes.name});")
                self._load_field(one, out)
                for links in one.links:
                    out.write(f"memset(s->{links.name}, 0, sizeof s->{links.name});")
                    out.write(f"memset(s->{links.name}_stale, 1, sizeof s->{links.name}_stale);")
            if self.deep:
                out.write("s->depth = 0;")
            out.write("return bad ? BROKEN : 0;")
        out.write("")
        with out.block("static void save(const State *s, num *v)"):
            for one in self.layout.fields:
                word = one.first_word
                if one.words > 1:
                    for i in range(one.count):
                        at = f"s->{one.name}" if one.count == 1 else f"s->{one.name}[{i}]"
                        for k in range(one.words):
                            out.write(f"v[{word + i * one.words + k}] = (num){at}.w[{k}];")
                elif one.count == 1:
                    out.write(f"v[{word}] = (num)s->{one.name};")
                else:
                    out.write(f"for (int i = 0; i < {one.count}; i++) v[{word} + i] = (num)s->{one.name}[i];")
        out.write("")

    def _load_field(self, one: Field, out: Writer) -> None:
        word = one.first_word
        if one.words > 1:
            for i in range(one.count):
                at = f"s->{one.name}" if one.count == 1 else f"s->{one.name}[{i}]"
                for k in range(one.words):
                    out.write(f"{at}.w[{k}] = (uint64_t)v[{word + i * one.words + k}];")
            return
        checked = not one.width and one.type != "uint64_t"
        low, high = number(one.low).text, number(one.high).text
        if one.count == 1:
            if checked:
                out.write(f"bad |= v[{word}] < {low} || v[{word}] > {high};")
            out.write(f"s->{one.name} = ({one.type})v[{word}];")
            if not one.planes:
                return
            head, at = "", str(word)
        else:
            head, at = f"for (int i = 0; i < {one.count}; i++)", f"{word} + i"
        if one.planes:
            out.write("if (bad) return BROKEN;")
        with out.block(head):
            out.write(f"num x = v[{at}];")
            if checked:
                out.write(f"bad |= x < {low} || x > {high};")
            if one.planes:
                out.write("if (bad) return BROKEN;")
            if one.count > 1:
                out.write(f"s->{one.name}[i] = ({one.type})x;")
            else:
                out.write("int i = 0;")
            for planes in one.planes:
                shift = planes.base - one.first
                index = f"(i - {shift})" if shift else "i"
                inside = planes.size == one.count
                test = "" if inside else f"if (i >= {shift} && i < {shift + planes.size}) "
                target = f"s->{planes.name}[{self.plane_of(planes, 'x')}]"
                if words_of(planes.size) == 1:
                    out.write(f"{test}{target} |= UINT64_C(1) << {index};")
                else:
                    out.write(f"{test}{target}.w[{index} >> 6] |= UINT64_C(1) << ({index} & 63);")

    # -- functions -------------------------------------------------------------------------------
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

    def _most_outcomes(self, chance: flow.Chance) -> int:
        return max(1, sum(self.bindings(o.clauses) or self.most((o,)) for o in chance.outcomes))

    # -- tail ------------------------------------------------------------------------------------
    def _found(self) -> list[str]:
        out = Writer()
        out.write(
            "/* What `play_on` finds where somebody decides: how many options there are, and what picks one of them by its place. */"
        )
        with out.block("typedef struct"):
            out.write("num n;")
            for name, (kind, count, _) in sorted(self.found.items(), key=lambda x: x[1][1]):
                out.write(f"{kind} {name}{f'[{count}]' if count else ''};")
        out.lines[-1] += " Found;"
        keeps = sum(max(1, count) * size for _, count, size in self.found.values()) <= MOST_KEPT
        out.write(f"#define KEEPS {int(keeps)} /* whether each game of a batch keeps its own */")
        out.write("")
        return out.lines

    def _tables_of_blocks(self, out: Writer) -> None:
        kinds = ["0"] * (max(b.number for b in self.program.blocks) + 1)
        for block in self.program.blocks:
            if isinstance(block.end, Decide):
                kinds[block.number] = "1"
            elif isinstance(block.end, Toss):
                kinds[block.number] = "2"
            elif isinstance(block.end, Stop):
                kinds[block.number] = "3"
        out.write(
            "/* What the machine does in a block: 1 somebody decides, 2 chance, 3 the game is over, 0 it never rests there. */"
        )
        out.write(f'static const char RESTING[] = "{"".join(kinds)}";')
        out.write("static const State START = {")
        for one in self.layout.order:
            given = self.program.initial[one.first : one.first + one.count]
            texts = [self._initial(one, x) for x in given]
            out.write(f"    .{one.name} = {texts[0] if one.count == 1 else '{' + ', '.join(texts) + '}'},")
            for planes in one.planes:
                out.write(f"    .{planes.name} = {{{', '.join(self._initial_planes(planes))}}},")
            for links in one.links:
                out.write(f"    .{links.name}_stale = {{{', '.join(['1'] * links.planes.count)}}},")
        out.write("};")
        out.write("")
        for name, head, call in (
            ("list", "const State *s, num *out", "list_{}(s, out)"),
            ("outcomes", "const State *s, num *out, num *weights", "outcomes_{}(s, out, weights)"),
        ):
            with out.block(f"static int {name}({head})"):
                out.write("(void)out;" + (" (void)weights;" if "weights" in head else ""))
                with out.block("switch (s->pc)"):
                    for block in self.program.blocks:
                        index = None
                        if isinstance(block.end, Decide) and name == "list":
                            index = block.end.decision
                        elif isinstance(block.end, Toss) and name == "outcomes":
                            index = block.end.chance
                        if index is not None:
                            out.write(f"case {block.number}: return {call.format(index)};")
                out.write("return 0;")
            out.write("")

    def _initial(self, one: Field, given: int) -> str:
        if one.words > 1:
            return self._mask_initial(given, one.width)
        return self.mask_literal(given, 64) if one.type == "uint64_t" else number(given).text

    def _initial_planes(self, planes: Planes) -> list[str]:
        classes = self.program.tables[planes.table].values
        cells = self.program.initial[planes.base : planes.base + planes.size]
        found = [0] * planes.count
        for i, x in enumerate(cells):
            found[classes[x - planes.low] - planes.least] |= 1 << i
        return [self._mask_initial(m, planes.size) for m in found]

    def _evaluate(self, out: Writer) -> None:
        most = max([1, *(words_of(self.function_width(name)) for name in self.program.functions)])
        out.write(f"#define MOST_WORDS {most}")
        with out.block("static void evaluate(const State *s, int function, const num *args, num *out)"):
            out.write("(void)s; (void)args; (void)out;")
            with out.block("switch (function)"):
                for k, f in enumerate(self.program.functions.values()):
                    given = ", ".join(["s", *(f"args[{i}]" for i in range(len(f.params)))])
                    call = f"{self.functions[f.name]}({given})"
                    out.write(f"case {k}:")
                    width = self.function_width(f.name)
                    if words_of(width) > 1:
                        with out.block(""):
                            out.write(f"{self.mask_type(width)} found = {call};")
                            out.write("memcpy(out, &found, sizeof found);")
                    else:
                        out.write(f"out[0] = (num){call};")
                    out.write("break;")
        out.write("")
