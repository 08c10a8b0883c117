"""Program -> the text of one C file: the state, tables, functions, procedures, the machine, and what others call.

Goes in: a `Program`.  Comes out: a `Source`.  Raises `Unsuited` for the few programs that C cannot run as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..flow import flow
from ..flow.flow import CAPPED, ENDLESS, NO_OUTCOME, TOSS_LIMIT, Decide, Program, Stop, Toss
from .code import number
from .expressions import Unsuited
from .layout import number_type, words_of
from .rehearsal import Rehearsal
from .stack import MOST_STACK, Stack
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


class _Emitter(Rehearsal):
    """The whole file."""

    def written(self) -> Source:
        """The whole file."""
        p = self.program
        self.results = {}
        self.find_refusing()
        self.find_tried()
        for _ in range(2):
            self._rehearse()
            functions, prototypes, machine, random = self._parts()
        stack = Stack(p, self.layout, self.kept_bytes, self.deep).most()
        if stack > MOST_STACK:
            raise Unsuited(f"a step might take {stack:,} bytes of the stack, and may take {MOST_STACK:,}")
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

    def _most_outcomes(self, chance: flow.Chance) -> int:
        return max(1, sum(self.bindings(o.clauses) or self.most((o,)) for o in chance.outcomes))

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
