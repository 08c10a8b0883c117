"""Program -> the text of one C file: tables, functions, procedures, the machine, and what others call."""

from __future__ import annotations

from importlib.resources import files

from ..flow import flow
from ..flow.flow import (
    CAPPED,
    DIVIDED_BY_ZERO,
    ENDLESS,
    NO_OUTCOME,
    NOTHING_LEGAL,
    RUN_LIMIT,
    TRIAL_DEPTH,
    Axis,
    Branch,
    Decide,
    Jump,
    Program,
    Return,
    Stop,
    Toss,
)  # fmt: skip
from ..flow.rewrite import walk
from .expressions import Scope, number_of
from .intervals import bindings
from .statements import Statements
from .writer import Writer, comment, name

LARGEST_BUFFER = 1 << 22


def emit(program: Program) -> str:
    """The C source of a program."""
    return _Emitter(program).text()


class _Emitter(Statements):
    def text(self) -> str:
        """The whole file."""
        p = self.program
        self.divides = any(
            isinstance(n, flow.Binary)
            and n.op in ("mod", "div_down", "div_up")
            and not (isinstance(n.b, flow.Const) and n.b.value)
            for root in (p.functions, p.procedures)
            for thing in root.values()
            for n in walk(thing.body)
        ) or any(
            isinstance(n, flow.Binary)
            and n.op in ("mod", "div_down", "div_up")
            and not (isinstance(n.b, flow.Const) and n.b.value)
            for n in walk((p.blocks, p.decisions, p.chances))
        )
        functions, prototypes = Writer(), Writer()
        for f in p.functions.values():
            self._function(f, functions, prototypes)
        for q in p.procedures.values():
            self._procedure(q, functions, prototypes)
        machine = Writer()
        for number, decision in enumerate(p.decisions):
            self._decision(number, decision, machine, prototypes)
        for number, chance in enumerate(p.chances):
            self._chance(number, chance, machine, prototypes)
        self._machine(machine)
        tail = Writer()
        self._entry_points(tail)
        head = Writer()
        self._head(head)
        return "\n".join(
            [*head.lines, *prototypes.lines, "", *self.helpers.lines, *functions.lines, *machine.lines, *tail.lines, ""]
        )

    # -- head ------------------------------------------------------------------------------------
    def _head(self, out: Writer) -> None:
        p = self.program
        out.write(
            f"/* {comment(p.game)} for {len(p.seats)}, {comment(p.hash)}. Written by regelwerk from the rules. */"
        )
        cells = len(p.initial)
        out.write(f"#define CELLS {cells}")
        out.write("#define DEPTH CELLS")
        out.write("#define FAULT (CELLS + 1)")
        out.write("#define ALL_CELLS (CELLS + 2)")
        out.write(f"#define WORDS {self.words}")
        out.write(f"#define MOST_DECISIONS {p.most_decisions}")
        out.lines.extend(files(__package__).joinpath("support.c").read_text("utf-8").splitlines())
        out.write("")
        for info in p.cells:
            where = str(info.base) if info.size == 1 else f"{info.base}..{info.base + info.size - 1}"
            out.write(f"/* v[{where}] {comment(info.name)}: {info.low}..{info.high} */")
        out.write(f"static const num INITIAL[CELLS] = {{{', '.join(number_of(x) for x in p.initial)}}};")
        for title, table in p.tables.items():
            values = ", ".join(self._cell(x, table.width) for x in table.values) or "0"
            out.write(f"static const {self._table_sort(table)} {name('T_', title)}[] = {{{values}}};")
        for title, rows in p.lists.items():
            flat = [x for row in rows for x in row]
            starts = [0]
            for row in rows:
                starts.append(starts[-1] + len(row))
            c = name("L_", title)
            out.write(f"static const int {c}[] = {{{', '.join(map(str, flat)) or '0'}}};")
            out.write(f"static const int {c}_start[] = {{{', '.join(map(str, starts))}}};")
        out.write("")
        out.write("static int tries(const num *from, int block, const num *args, int count);")

    def _table_sort(self, table: flow.Table) -> str:
        if table.width:
            return self.sort(table.width)
        low, high = min(table.values, default=0), max(table.values, default=0)
        if low >= -128 and high < 128:
            return "signed char"
        return "short" if low >= -(2**15) and high < 2**15 else "int" if low >= -(2**31) and high < 2**31 else "num"

    def _cell(self, value: int, width: int) -> str:
        if width == 0:
            return number_of(value)
        if width <= 64:
            return f"UINT64_C({value})"
        return "{{" + ", ".join(f"UINT64_C({value >> (64 * k) & (2**64 - 1)})" for k in range(self.words)) + "}}"

    # -- functions -------------------------------------------------------------------------------
    def _function(self, f: flow.Function, out: Writer, prototypes: Writer) -> None:
        scope: Scope = {p: name("l_", p) for p in f.params}
        params = ", ".join(["num *v", *(f"num {scope[p]}" for p in f.params)])
        head = f"static {self.sort(f.width)} {name('f_', f.name)}({params})"
        prototypes.write(head + ";")
        with out.block(head):
            out.write("(void)v;")
            out.write(f"return {self.mask(f.body, scope, f.width)};")
        out.write("")

    def _procedure(self, q: flow.Procedure, out: Writer, prototypes: Writer) -> None:
        scope: Scope = {p: name("l_", p) for p in q.params}
        params = ", ".join(["num *v", *(f"num {scope[p]}" for p in q.params)])
        head = f"static int {name('p_', q.name)}({params})"
        prototypes.write(head + ";")
        with out.block(head):
            for p in q.params:
                out.write(f"(void){scope[p]};")
            scope = self.declare(q.body, scope, out)
            self.statements(q.body, scope, out)
            out.write("return 0;")
        out.write("")

    # -- decisions and chances -----------------------------------------------------------------------
    def _number(self, base: int, axes: tuple[Axis, ...], names: list[str]) -> str:
        expr = "0"
        shift = 0
        for axis, local in zip(axes, names, strict=True):
            expr = local if expr == "0" else f"({expr}) * {axis.size} + {local}"
            shift = shift * axis.size + axis.low
        return f"{expr} + {base - shift}" if expr != "0" else str(base)

    def _decision(self, number: int, decision: flow.Decision, out: Writer, prototypes: Writer) -> None:
        prototypes.write(f"static int list_{number}(num *v, num *out);")
        prototypes.write(f"static int any_{number}(num *v);")
        for listing in (True, False):
            head = f"static int list_{number}(num *v, num *out)" if listing else f"static int any_{number}(num *v)"
            out.write(f"/* decision {comment(decision.name)}, {comment(str(decision.origin or ''))} */")
            with out.block(head):
                out.write("(void)v;")
                if listing:
                    out.write("int n = 0;")
                for options in decision.options:
                    numbers = self.program.numbers[options.numbers]

                    def found(
                        scope: Scope,
                        options: flow.Options = options,
                        numbers: flow.Numbers = numbers,
                        listing: bool = listing,
                    ) -> None:
                        names = [scope[c.name] for c in options.clauses]
                        here = (
                            f"out[n++] = {self._number(numbers.base, numbers.axes, names)};" if listing else "return 1;"
                        )
                        if options.guard is not None:
                            here = f"if ({self.value(options.guard, scope)}) {here}"
                        out.write(here)

                    self.clauses(options.clauses, {}, out, found)
                out.write("return n;" if listing else "return 0;")
            out.write("")

    def _chance(self, number: int, chance: flow.Chance, out: Writer, prototypes: Writer) -> None:
        out.write(f"/* chance {comment(chance.name)} */")
        with out.block(f"static int outcomes_{number}(num *v, num *out, num *weights)"):
            out.write("int n = 0;")
            for outcomes in chance.outcomes:
                numbers = self.program.numbers[outcomes.numbers]

                def found(scope: Scope, outcomes: flow.Outcomes = outcomes, numbers: flow.Numbers = numbers) -> None:
                    names = [scope[c.name] for c in outcomes.clauses]
                    out.write(f"num w = {self.value(outcomes.weight, scope)};")
                    out.write(
                        f"if (w > 0) {{ out[n] = {self._number(numbers.base, numbers.axes, names)}; weights[n++] = w; }}"
                    )

                self.clauses(outcomes.clauses, {}, out, found)
            out.write("return n;")
        out.write("")

    # -- the machine -----------------------------------------------------------------------------
    def _machine(self, out: Writer) -> None:
        p = self.program
        out.write("/* On to the next rest; in a trial, until it comes through or is refused. */")
        with out.block("static int run(num *v, int at, const num *args, int trial)"):
            out.write(f"long left = {RUN_LIMIT};")
            out.write("(void)args;")
            out.write("dispatch:")
            out.write(f"if (--left < 0) return REFUSED({ENDLESS});")
            with out.block("switch (at)"):
                for block in p.blocks:
                    out.write(f"case {block.number}: goto b_{block.number};")
                out.write(f"default: return REFUSED({ENDLESS});")
            for block in p.blocks:
                self._block(block, out)
        out.write("")

    def _block(self, block: flow.Block, out: Writer) -> None:
        p = self.program
        place = f", {comment(str(block.origin))}" if block.origin else ""
        out.write(f"b_{block.number}: /* {comment(block.name)}{place} */")
        with out.block(""):
            scope: Scope = {}
            for k, param in enumerate(block.params):
                scope[param] = name("l_", param)
                out.write(f"num {scope[param]} = args[{k}]; (void){scope[param]};")
            scope = self.declare(block.body, scope, out)
            self.statements(block.body, scope, out)
            if self.divides and block.body:
                out.write(f"if (v[FAULT]) return REFUSED({DIVIDED_BY_ZERO});")
            match block.end:
                case Jump(target, leaving):
                    if leaving:
                        out.write("if (trial) return THROUGH;")
                    self._goto(target, block.number, out)
                case Branch(test, then, otherwise):
                    with out.block(f"if ({self.value(test, scope)})"):
                        self._goto(then, block.number, out)
                    self._goto(otherwise, block.number, out)
                case Return(cell):
                    out.write(f"at = (int)v[{cell}];")
                    out.write("goto dispatch;")
                case Decide(decision):
                    d = p.decisions[decision]
                    if d.refuses:
                        out.write(f"if (trial) return any_{decision}(v) ? THROUGH : REFUSED({NOTHING_LEGAL});")
                    else:
                        out.write("if (trial) return THROUGH;")
                    out.write(f"if (any_{decision}(v)) {{ v[0] = {block.number}; return RESTS; }}")
                    if d.otherwise is None:
                        out.write(f"return REFUSED({NOTHING_LEGAL});")
                    else:
                        self._goto(d.otherwise, block.number, out)
                case Toss():
                    out.write("if (trial) return THROUGH;")
                    out.write(f"v[0] = {block.number};")
                    out.write("return RESTS;")
                case Stop():
                    out.write("if (trial) return THROUGH;")
                    out.write(f"v[0] = {block.number};")
                    out.write("return RESTS;")

    @staticmethod
    def _goto(target: int, here: int, out: Writer) -> None:
        if target <= here:
            out.write(f"if (--left < 0) return REFUSED({ENDLESS});")
        out.write(f"goto b_{target};")

    # -- what others call --------------------------------------------------------------------------
    def _entry_points(self, out: Writer) -> None:
        p = self.program
        largest = 1
        for d in p.decisions:
            size = sum(min(bindings(o.clauses, p), p.numbers[o.numbers].size) for o in d.options)
            largest = max(largest, size)
        outcomes = max(
            [1, *(sum(min(bindings(o.clauses, p), p.numbers[o.numbers].size) for o in c.outcomes) for c in p.chances)]
        )
        params = max([1, *(len(b.params) for b in p.blocks)])
        decides = {b.number: b.end.decision for b in p.blocks if isinstance(b.end, Decide)}
        tosses = {b.number: b.end.chance for b in p.blocks if isinstance(b.end, Toss)}
        out.write(f"#define MOST_OPTIONS {min(LARGEST_BUFFER, largest)}")
        out.write(f"#define MOST_OUTCOMES {min(LARGEST_BUFFER, outcomes)}")
        out.write(f"#define MOST_PARAMS {params}")
        kinds = "".join("1" if b.number in decides else "2" if b.number in tosses else "0" for b in p.blocks)
        out.write("/* What the machine does in a block: 1 somebody decides, 2 chance, 0 neither. */")
        out.write(f'static const char RESTING[] = "{kinds}";')
        out.write("#define DECIDES(v) (RESTING[(v)[0]] == '1')")
        out.write("#define TOSSES(v) (RESTING[(v)[0]] == '2')")
        with out.block("static int tries(const num *from, int block, const num *args, int count)"):
            out.write("num w[ALL_CELLS];")
            out.write("(void)count;")
            out.write("memcpy(w, from, sizeof w);")
            out.write(f"if (++w[DEPTH] > {TRIAL_DEPTH}) return 0;")
            out.write("return run(w, block, args, 1) == THROUGH;")
        with out.block("static int target(num *v, num number, num *args)"):
            with out.block("switch (v[0])"):
                for block in p.blocks:
                    choices: tuple[flow.Options, ...] | tuple[flow.Outcomes, ...] = ()
                    if isinstance(block.end, Decide):
                        choices = p.decisions[block.end.decision].options
                    elif isinstance(block.end, Toss):
                        choices = p.chances[block.end.chance].outcomes
                    if not choices:
                        continue
                    out.write(f"case {block.number}:")
                    for choice in choices:
                        numbers = p.numbers[choice.numbers]
                        with out.block(f"if (number >= {numbers.base} && number < {numbers.base + numbers.size})"):
                            if numbers.axes:
                                out.write(f"num n = number - {numbers.base};")
                            for k, axis in reversed(list(enumerate(numbers.axes))):
                                last = k == 0
                                out.write(f"args[{k}] = {axis.low} + {'n' if last else f'n % {axis.size}'};")
                                if not last:
                                    out.write(f"n /= {axis.size};")
                            out.write(f"return {choice.target};")
                    out.write("break;")
            out.write("return -1;")
        out.lines.extend(
            ENTRY_POINTS.replace("@ENTRY@", str(p.entry))
            .replace("@CAPPED@", str(CAPPED))
            .replace("@NO_OUTCOME@", str(NO_OUTCOME))
            .splitlines()
        )
        with out.block("static int list(num *v, num *out)"):
            with out.block("switch (v[0])"):
                for number, decision in decides.items():
                    out.write(f"case {number}: return list_{decision}(v, out);")
            out.write("return 0;")
        with out.block("static int outcomes(num *v, num *out, num *weights)"):
            out.write("(void)out; (void)weights;")
            with out.block("switch (v[0])"):
                for number, chance in tosses.items():
                    out.write(f"case {number}: return outcomes_{chance}(v, out, weights);")
            out.write("return 0;")
        out.lines.extend(CALLED.replace("@NO_OUTCOME@", str(NO_OUTCOME)).splitlines())
        with out.block("num regelwerk_evaluate(num *v, int function, const num *args)"):
            out.write("v[DEPTH] = v[FAULT] = 0;")
            out.write("(void)args;")
            with out.block("switch (function)"):
                for k, f in enumerate(p.functions.values()):
                    if f.width == 0:
                        given = ", ".join(["v", *(f"args[{i}]" for i in range(len(f.params)))])
                        out.write(f"case {k}: return {name('f_', f.name)}({given});")
            out.write("return 0;")


ENTRY_POINTS = """
static int list(num *v, num *out);
static int outcomes(num *v, num *out, num *weights);

int regelwerk_start(num *v, num seed) {
    memcpy(v, INITIAL, sizeof INITIAL);
    v[2] = (num)first_key(seed);
    v[DEPTH] = v[FAULT] = 0;
    int r = run(v, @ENTRY@, 0, 0);
    return r == RESTS ? 0 : r;
}
int regelwerk_play(num *v, num number) {
    num args[MOST_PARAMS];
    int at = target(v, number, args);
    if (at < 0) return -2000000000;
    if (DECIDES(v)) v[1]++;
    v[DEPTH] = v[FAULT] = 0;
    int r = run(v, at, args, 0);
    if (r != RESTS) return r;
    if (v[1] >= MOST_DECISIONS && DECIDES(v)) v[0] = @CAPPED@;
    return 0;
}
"""

CALLED = """
int regelwerk_options(num *v, num *out) { v[DEPTH] = v[FAULT] = 0; return list(v, out); }
int regelwerk_outcomes(num *v, num *out, num *weights) { v[DEPTH] = v[FAULT] = 0; return outcomes(v, out, weights); }
int regelwerk_toss(num *v, num *number) {
    num out[MOST_OUTCOMES], weights[MOST_OUTCOMES], total = 0;
    int n = outcomes(v, out, weights);
    for (int i = 0; i < n; i++) total += weights[i];
    if (total == 0) return REFUSED(@NO_OUTCOME@);
    v[2] = (num)next_key((uint64_t)v[2]);
    num at = picked((uint64_t)v[2], total);
    for (int i = 0; i < n; i++) {
        at -= weights[i];
        if (at < 0) { *number = out[i]; return 0; }
    }
    return REFUSED(@NO_OUTCOME@);
}
int regelwerk_settle(num *v) {
    num number;
    v[DEPTH] = v[FAULT] = 0;
    while (TOSSES(v)) {
        int r = regelwerk_toss(v, &number);
        if (r == 0) r = regelwerk_play(v, number);
        if (r < 0) return r;
    }
    return 0;
}
/* Random options to the end; returns how many were played, or why it was refused. */
num regelwerk_playout(num *v, uint64_t key, num *buffer) {
    num played = 0;
    int r = regelwerk_settle(v);
    while (r == 0 && DECIDES(v)) {
        int n = list(v, buffer);
        key = next_key(key);
        r = regelwerk_play(v, buffer[picked(key, n)]);
        if (r == 0 && TOSSES(v)) r = regelwerk_settle(v);
        played++;
    }
    return r < 0 ? r : played;
}
/* Games with the seeds first, first + 1, ...: all their decisions, or why one was refused. */
num regelwerk_playouts(num first, num games, num *buffer) {
    num v[ALL_CELLS], total = 0;
    for (num g = 0; g < games; g++) {
        int r = regelwerk_start(v, first + g);
        if (r < 0) return r;
        num n = regelwerk_playout(v, (uint64_t)(first + g), buffer);
        if (n < 0) return n;
        total += n;
    }
    return total;
}
int regelwerk_cells(void) { return ALL_CELLS; }
int regelwerk_most_options(void) { return MOST_OPTIONS; }
int regelwerk_most_outcomes(void) { return MOST_OUTCOMES; }
"""
