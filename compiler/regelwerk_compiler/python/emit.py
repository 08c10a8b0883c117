"""From Flow to the source of a Python module.

Goes in: a `Program`.  Comes out: text.  The module plays the game on a plain list: `start`, `options`, `outcomes`, `play`, `toss`, `settle`,
`evaluate` and `playout`, as `regelwerk.engine.Engine` asks for them.
"""

from __future__ import annotations

from collections import Counter

from ..flow.flow import (
    DIVIDED_BY_ZERO,
    ENDLESS,
    NO_OUTCOME,
    NOTHING_LEGAL,
    TOO_DEEP,
    TOO_MANY,
    Decide,
    Function,
    Options,
    Outcomes,
    Procedure,
    Program,
    Toss,
)
from ..flow.known import Known
from ..flow.planes import at_first
from . import choices, statements
from .bits import listings
from .blocks import Axes, Region, entered, function_name, met, rests
from .directions import pick_option, pickable
from .effects import Effects
from .frame import Frame, Module, Scope, names_set
from .machine import machine
from .names import comment, unique
from .planes import planes_of
from .plays import play
from .returns import returned
from .trials import too_deep, write_trials
from .writer import Writer


def emit(program: Program) -> str:
    """The source."""
    module = prepare(program)
    axes = parameter_ranges(program)
    meeting = met(program)
    functions = {block.number: function_name(block) for block in program.blocks}
    parts = [write_function(function, module) for function in program.functions.values()]
    parts += [write_procedure(procedure, module) for procedure in program.procedures.values()]
    for i, decision in enumerate(program.decisions):
        parts += [choices.any_option(i, decision, module).out, choices.list_options(i, decision, module).out]
        if pickable(decision):
            parts.append(pick_option(i, decision, module).out)
    for i, chance in enumerate(program.chances):
        parts += [choices.list_outcomes(i, chance, module).out, choices.draw(i, chance, module).out]
    plays, wanted = write_plays(module, axes, meeting, functions)
    blocks, wanted = write_blocks(module, wanted, axes, meeting, functions)
    parts += [*blocks, *plays]
    parts += write_trials(module, meeting)
    parts += module.moved
    texts = [
        write_head(module).text(),
        *([listings(module.listings).text()] if module.listings else []),
        *(part.text() for part in parts),
    ]
    texts += machine(module, {number: functions[number] for number in wanted})
    return "\n\n".join(text.strip("\n") + "\n" for text in texts)


def prepare(program: Program) -> Module:
    """What must be known before anything is written."""
    known = Known(program)
    known.deep = too_deep(program)
    names: list[str] = []
    for block in program.blocks:
        names += [*block.params, *(name for name, _ in names_set(block.body))]
    return Module(
        program,
        known,
        Effects(program, known),
        {block.number: block for block in program.blocks},
        unique(program.functions, "f_"),
        unique(program.procedures, "p_"),
        {name: text.upper() for name, text in unique(program.tables, "t_").items()},
        {name: text.upper() for name, text in unique(program.lists, "l_").items()},
        unique(names),
        planes_of(program),
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
    names = unique(function.params)
    f = Frame(module, names)
    ranges = module.known.params(function.name)
    scope = Scope({name: f.variable(name, *ranges[name]) for name in function.params})
    with f.out.block(f"def {module.functions[function.name]}({', '.join(['v', *names.values()])})"):
        f.out.write(f"# {comment(function.name)}" + place(function))
        returned(function.body, f, scope)
    return f.out


def write_procedure(procedure: Procedure, module: Module) -> Writer:
    """A rule that never waits."""
    names = unique([*procedure.params, *(name for name, _ in names_set(procedure.body))])
    f = Frame(module, names)
    domains = procedure.domains or (None,) * len(procedure.params)
    params = {
        name: f.variable(name, *ends) if ends else f.variable(name)
        for name, ends in zip(procedure.params, domains, strict=True)
    }
    head = ", ".join(["v", *(code.text for code in params.values())])
    with f.out.block(f"def {module.procedures[procedure.name]}({head})"):
        f.out.write(f"# {comment(procedure.name)}" + place(procedure))
        assigned = {name for name, _ in names_set(procedure.body)}
        params = {name: f.variable(name) if name in assigned else code for name, code in params.items()}
        statements.write(procedure.body, f, statements.known_names(procedure.body, params, f))
    return f.out


def place(thing: Function | Procedure) -> str:
    """Where it was written, for a comment."""
    return f", {comment(str(thing.origin))}" if thing.origin else ""


def write_plays(
    module: Module, axes: Axes, meeting: set[int], functions: dict[int, str]
) -> tuple[list[Writer], set[int]]:
    """`play_N` for every block where a number is played, and the blocks that are needed as functions."""
    program = module.program
    resting: list[tuple[int, tuple[Options, ...] | tuple[Outcomes, ...]]] = []
    for block in program.blocks:
        match block.end:
            case Decide(number):
                resting.append((block.number, program.decisions[number].options))
            case Toss(number):
                resting.append((block.number, program.chances[number].outcomes))
            case _:
                pass
    count = Counter(choice.target for _, several in resting for choice in several)
    shared = {target for target, times in count.items() if times > 1}
    shared |= {target for target in count if rests(module.blocks[target])}
    parts: list[Writer] = []
    wanted = entered(program) - set(count)
    for number, several in resting:
        f, more = play(number, several, module, axes, meeting, functions, shared)
        parts.append(f.out)
        wanted |= more
    return parts, wanted


def write_blocks(
    module: Module, wanted: set[int], axes: Axes, meeting: set[int], functions: dict[int, str]
) -> tuple[list[Writer], set[int]]:
    """A function for every block that is needed, and for those that they need."""
    parts: dict[int, Writer] = {}
    wanted = {number for number in wanted if not rests(module.blocks[number])}
    while todo := sorted(wanted - parts.keys()):
        for number in todo:
            f = Frame(module, module.variables)
            block = module.blocks[number]
            head = ", ".join(["v", *(module.variables[name] for name in block.params)])
            with f.out.block(f"def {functions[number]}({head})"):
                region = Region(module, f, axes, meeting, "earnest")
                region.write(number)
            parts[number] = f.out
            module.written[functions[number]] = region.written
            wanted |= {n for n in region.goes_on if not rests(module.blocks[n])}
    return [parts[number] for number in sorted(parts)], wanted


def write_head(module: Module) -> Writer:
    """Comment, imports, figures and tables."""
    program = module.program
    out = Writer()
    out.write(f"# {comment(program.game)} for {len(program.seats)}, {comment(program.hash)}")
    out.write("# Written by regelwerk from the rules; changes here are lost.")
    out.write("from bisect import bisect")
    out.write("")
    out.write("from regelwerk.chance import key_of, rolls")
    if module.listings:
        out.write("from regelwerk_compiler.flow.bits import Bits")
    out.write("from regelwerk_compiler.flow.evaluate import digest")
    out.write("from regelwerk_compiler.flow.fault import RuleFault")
    if module.planes:
        out.write("from regelwerk_compiler.flow.holders import holders")
    out.write("")
    out.write(f"DIVIDED_BY_ZERO, ENDLESS, NOTHING_LEGAL = {DIVIDED_BY_ZERO}, {ENDLESS}, {NOTHING_LEGAL}")
    out.write(f"TOO_MANY, TOO_DEEP, NO_OUTCOME = {TOO_MANY}, {TOO_DEEP}, {NO_OUTCOME}")
    if module.planes:
        out.write(f"CELLS = {module.cells}")
    out.write("")
    for info in program.cells:
        where = str(info.base) if info.size == 1 else f"{info.base}..{info.base + info.size - 1}"
        out.write(f"# v[{where}] {comment(info.name)}: {info.low}..{info.high}")
    for planes in module.planes.values():
        where = f"{planes.first}..{planes.first + planes.count - 1}" if planes.count > 1 else str(planes.first)
        cells = f"v[{planes.base}..{planes.base + planes.size - 1}]"
        out.write(
            f"# v[{where}] kept beside: the set of those of {cells} that hold each value of {module.tables[planes.table]}"
        )
    masks = (mask for planes in module.planes.values() for mask in at_first(planes, program))
    out.write(f"INITIAL = {[*program.initial, *masks]}")
    for name, table in program.tables.items():
        out.write(f"{module.tables[name]} = {table.values!r}")
    for name, (table_name, last) in module.longer.items():
        out.write(f"{name} = (*{module.tables[table_name]}, {last})")
    for name, rows in program.lists.items():
        out.write(f"{module.lists[name]} = {rows!r}")
    for width in sorted(module.bit_tables):
        out.write(f"BITS_{width} = tuple(tuple(i for i in range({width}) if m >> i & 1) for m in range({1 << width}))")
    for count in sorted(module.turn_tables):
        out.write(f"TURN_{count} = tuple(tuple((i + j) % {count} for j in range({count})) for i in range({count}))")
    return out
