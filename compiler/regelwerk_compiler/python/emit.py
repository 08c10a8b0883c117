"""From Flow to the source of a Python module.

Goes in: a `Program`.  Comes out: text.  The module plays the game on a plain list: `start`, `options`, `outcomes`, `play`,
`toss`, `settle`, `evaluate` and `playout`, as `regelwerk.engine.Engine` asks for them.
"""

from __future__ import annotations

from ..flow.flow import (
    CAPPED,
    DIVIDED_BY_ZERO,
    ENDLESS,
    NO_OUTCOME,
    NOTHING_LEGAL,
    RUN_LIMIT,
    TOO_DEEP,
    TOO_MANY,
    TOSS_LIMIT,
    TRIAL_DEPTH,
    Block,
    Decide,
    Function,
    Options,
    Outcomes,
    Procedure,
    Program,
    Stop,
    Toss,
)
from . import choices, expressions, statements
from .blocks import Axes, Region, entered, function_name, rests
from .frame import Frame, Module, names_set
from .names import comment, unique
from .writer import Writer

ENTRIES = ("start", "options", "outcomes", "play", "toss", "settle", "evaluate", "playout")


def emit(program: Program) -> str:
    """The source."""
    module = prepare(program)
    axes = parameter_ranges(program)
    parts: list[Writer] = []
    for function in program.functions.values():
        parts.append(write_function(function, module))
    for procedure in program.procedures.values():
        parts.append(write_procedure(procedure, module))
    for i, decision in enumerate(program.decisions):
        parts += [choices.any_option(i, decision, module).out, choices.list_options(i, decision, module).out]
    for i, chance in enumerate(program.chances):
        parts.append(choices.list_outcomes(i, chance, module).out)
    roots = entered(program)
    functions = {block.number: function_name(block) for block in program.blocks}
    parts += write_blocks(module, roots, axes, functions)
    for block in program.blocks:
        match block.end:
            case Decide(number):
                parts.append(choices.play(block.number, program.decisions[number].options, module, functions).out)
            case Toss(number):
                parts.append(choices.play(block.number, program.chances[number].outcomes, module, functions).out)
            case _:
                pass
    parts += write_trials(module, set(roots))
    parts += module.moved
    head = write_head(module)
    tail = write_tables_of_code(module, roots, functions)
    texts = [head.text(), *(part.text() for part in parts), tail.text(), *runtime(program)]
    return "\n\n".join(text.strip("\n") + "\n" for text in texts)


def prepare(program: Program) -> Module:
    """What must be known before anything is written."""
    ranges = [(0, 0)] * len(program.initial)
    for info in program.cells:
        for cell in range(info.base, info.base + info.size):
            ranges[cell] = (info.low, info.high)
    locals_: list[str] = []
    for block in program.blocks:
        locals_ += [*block.params, *(name for name, _ in names_set(block.body))]
    for procedure in program.procedures.values():
        locals_ += [*procedure.params, *(name for name, _ in names_set(procedure.body))]
    for function in program.functions.values():
        locals_ += function.params
    return Module(
        program,
        {block.number: block for block in program.blocks},
        ranges,
        unique(locals_),
        unique(program.functions, "f_"),
        unique(program.procedures, "p_"),
        {name: text.upper() for name, text in unique(program.tables, "t_").items()},
        {name: text.upper() for name, text in unique(program.lists, "l_").items()},
    )


def parameter_ranges(program: Program) -> Axes:
    """The intervals of the parameters of blocks that only options and outcomes enter."""
    found: Axes = {}
    all_choices: list[Options | Outcomes] = []
    for decision in program.decisions:
        all_choices += decision.options
    for chance in program.chances:
        all_choices += chance.outcomes
    for choice in all_choices:
        ranges = tuple((axis.low, axis.low + axis.size - 1) for axis in program.numbers[choice.numbers].axes)
        if choice.target in found:
            pairs = zip(found[choice.target], ranges, strict=True)
            ranges = tuple((min(a, c), max(b, d)) for (a, b), (c, d) in pairs)
        found[choice.target] = ranges
    return found


def write_function(function: Function, module: Module) -> Writer:
    """A formula."""
    f = Frame(module)
    params = {name: module.variable(name) for name in function.params}
    head = ", ".join(["v", *(code.text for code in params.values())])
    with f.out.block(f"def {module.functions[function.name]}({head})"):
        f.out.write(f"# {comment(function.name)}" + place(function))
        f.out.write(f"return {expressions.value(function.body, f, params).text}")
    return f.out


def write_procedure(procedure: Procedure, module: Module) -> Writer:
    """A rule that never waits."""
    f = Frame(module)
    params = {name: module.variable(name) for name in procedure.params}
    head = ", ".join(["v", *(code.text for code in params.values())])
    with f.out.block(f"def {module.procedures[procedure.name]}({head})"):
        f.out.write(f"# {comment(procedure.name)}" + place(procedure))
        statements.write(procedure.body, f, statements.known_names(procedure.body, params, f))
    return f.out


def place(thing: Function | Procedure | Block) -> str:
    """Where it was written, for a comment."""
    return f", {comment(str(thing.origin))}" if thing.origin else ""


def write_blocks(module: Module, roots: set[int], axes: Axes, functions: dict[int, str]) -> list[Writer]:
    """A function for every root; roots may grow while they are written."""
    parts: dict[int, Writer] = {}
    while todo := sorted(number for number in roots if number not in parts and not rests(module.blocks[number])):
        for number in todo:
            f = Frame(module)
            block = module.blocks[number]
            head = ", ".join(["v", *(module.variables[name] for name in block.params)])
            with f.out.block(f"def {functions[number]}({head})"):
                Region(module, roots, f, axes).write(number)
            parts[number] = f.out
    return [parts[number] for number in sorted(parts)]


def write_trials(module: Module, roots: set[int]) -> list[Writer]:
    """A function for every block that is tried, and for those to which a trial goes on."""
    parts: list[Writer] = []
    written: set[int] = set()
    wanted: set[int] = set()
    while todo := sorted((wanted | set(module.trials)) - written):
        for number in todo:
            written.add(number)
            block = module.blocks[number]
            head = ", ".join(["v", *(module.variables[name] for name in block.params)])
            f = Frame(module, trial=True)
            if number in module.trials:
                with f.out.block(f"def try_{number}({head})"):
                    f.out.write(f"return tries(v, lambda v: tried_{number}({head}))")
                f.out.write("")
                f.out.write("")
            with f.out.block(f"def tried_{number}({head})"):
                region = Region(module, roots | set(module.trials), f, {})
                if rests(block):
                    region.rest(block)
                else:
                    region.write(number)
            wanted |= region.goes_on
            parts.append(f.out)
    if not written:
        return []
    tail = Writer()
    tail.write("TRIED = {" + ", ".join(f"{number}: tried_{number}" for number in sorted(written)) + "}")
    return [*parts, tail]


def write_head(module: Module) -> Writer:
    """Comment, imports, figures and tables."""
    program = module.program
    out = Writer()
    out.write(f"# {comment(program.game)} for {len(program.seats)}, {comment(program.hash)}")
    out.write("# Written by regelwerk from the rules; changes here are lost.")
    out.write("from regelwerk.chance import key_of, pick, step")
    out.write("from regelwerk_compiler.flow.evaluate import digest")
    out.write("from regelwerk_compiler.flow.fault import RuleFault")
    out.write("")
    out.write(f"DIVIDED_BY_ZERO, ENDLESS, NOTHING_LEGAL = {DIVIDED_BY_ZERO}, {ENDLESS}, {NOTHING_LEGAL}")
    out.write(f"TOO_MANY, TOO_DEEP, NO_OUTCOME = {TOO_MANY}, {TOO_DEEP}, {NO_OUTCOME}")
    out.write("THROUGH, REFUSED = -1, -2")
    out.write(f"CELLS = {len(program.initial)}")
    out.write(f"MOST_DECISIONS = {program.most_decisions}")
    out.write("")
    for info in program.cells:
        where = str(info.base) if info.size == 1 else f"{info.base}..{info.base + info.size - 1}"
        out.write(f"# v[{where}] {comment(info.name)}: {info.low}..{info.high}")
    out.write(f"INITIAL = {list(program.initial)}")
    for name, table in program.tables.items():
        out.write(f"{module.tables[name]} = {table.values!r}")
    for name, rows in program.lists.items():
        out.write(f"{module.lists[name]} = {rows!r}")
    for width in sorted(module.bit_tables):
        out.write(f"BITS_{width} = tuple(tuple(i for i in range({width}) if m >> i & 1) for m in range({1 << width}))")
    for count in sorted(module.turn_tables):
        out.write(f"TURN_{count} = tuple(tuple((i + j) % {count} for j in range({count})) for i in range({count}))")
    return out


def write_tables_of_code(module: Module, roots: set[int], functions: dict[int, str]) -> Writer:
    """What happens on arrival at a block, and what can be done where the machine rests."""
    program = module.program
    out = Writer()
    arrive: list[str] = []
    play: list[str] = []
    options: list[str] = []
    outcomes: list[str] = []
    top = max(module.blocks) + 1
    for number in range(top):
        block = module.blocks.get(number)
        names = ["None", "None", "nothing", "nothing"]
        match block.end if block else None:
            case Decide(decision):
                otherwise = program.decisions[decision].otherwise
                with out.block(f"def arrive_{number}(v)"):
                    with out.block(f"if any_{decision}(v)"):
                        out.write(f"return {~number}")
                    out.write("raise RuleFault(NOTHING_LEGAL)" if otherwise is None else f"return {otherwise}")
                out.write("")
                out.write("")
                names = [f"arrive_{number}", f"play_{number}", f"list_{decision}", "nothing"]
            case Toss(chance):
                names = [f"lambda v: {~number}", f"play_{number}", "nothing", f"outcomes_{chance}"]
            case Stop():
                names[0] = f"lambda v: {~number}"
            case None:
                pass
            case _:
                if number in roots:
                    names[0] = functions[number]
        for column, name in zip((arrive, play, options, outcomes), names, strict=True):
            column.append(name)
    with out.block("def nothing(v)"):
        out.write("return []")
    out.write("")
    out.write("")
    for name, column in (("ARRIVE", arrive), ("PLAY", play), ("LIST", options), ("OUTCOMES", outcomes)):
        out.write(f"{name} = ({', '.join(column)},)")
    decisions = [number for number, name in enumerate(play) if name != "None" and outcomes[number] == "nothing"]
    tosses = [number for number, name in enumerate(outcomes) if name != "nothing"]
    stops = [block.number for block in program.blocks if isinstance(block.end, Stop)]
    out.write(f"DECIDES = frozenset({decisions!r})")
    out.write(f"TOSSES = frozenset({tosses!r})")
    out.write(f"STOPS = frozenset({stops!r})")
    out.write("FUNCTIONS = {" + ", ".join(f"{name!r}: {text}" for name, text in module.functions.items()) + "}")
    return out


def runtime(program: Program) -> list[str]:
    """The parts that are the same for every game."""
    return [
        f'''def run(v, at):
    """On to the next rest."""
    for _ in range({RUN_LIMIT}):
        at = ARRIVE[at](v)
        if at < 0:
            v[0] = ~at
            return
    raise RuleFault(ENDLESS)
''',
        f'''def tries(v, begin):
    """Does it come through on a copy?"""
    if len(v) == CELLS:
        v = [*v, 1]
    elif v[CELLS] == {TRIAL_DEPTH}:
        raise RuleFault(TOO_DEEP)
    else:
        v = v[:]
        v[CELLS] += 1
    try:
        at = begin(v)
        rounds = 0
        while at >= 0 and rounds < {RUN_LIMIT}:
            at = TRIED[at](v)
            rounds += 1
    except RuleFault:
        return 0
    return 1 if at == THROUGH else 0
''',
        f'''def start(seed):
    """A new game at its first rest."""
    v = INITIAL[:]
    v[2] = key_of(seed)
    run(v, {program.entry})
    return v
''',
        '''def options(v):
    """The numbers of all legal options."""
    return LIST[v[0]](v)
''',
        '''def outcomes(v):
    """The numbers and weights of all outcomes."""
    return OUTCOMES[v[0]](v)
''',
        f'''def play(v, number):
    """Play an option, or let an outcome happen."""
    at = v[0]
    if at in DECIDES:
        v[1] += 1
    run(v, PLAY[at](v, number))
    if v[1] >= MOST_DECISIONS and v[0] in DECIDES:
        v[0] = {CAPPED}
''',
        '''def toss(v):
    """The outcome that the key picks."""
    found = OUTCOMES[v[0]](v)
    v[2] = key = step(v[2])
    at = pick(key, sum([weight for _, weight in found]))
    for number, weight in found:
        at -= weight
        if at < 0:
            return number
    raise RuleFault(NO_OUTCOME)
''',
        f'''def settle(v):
    """Let chance happen until somebody decides or the game is over."""
    for _ in range({TOSS_LIMIT}):
        if v[0] not in TOSSES:
            return
        play(v, toss(v))
    raise RuleFault(ENDLESS)
''',
        '''def evaluate(function, v, *args):
    """The value of a function."""
    return FUNCTIONS[function](v, *args)
''',
        '''def playout(v, key):
    """Random options to the end."""
    played = 0
    settle(v)
    while v[0] not in STOPS:
        found = LIST[v[0]](v)
        key = step(key)
        play(v, found[pick(key, len(found))])
        played += 1
        settle(v)
    return played
''',
    ]
