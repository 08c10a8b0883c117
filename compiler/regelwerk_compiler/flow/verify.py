"""Is a Flow well made?

Goes in: a `Program`.  Comes out: everything that is wrong with it, as texts; none if it is well.  Run after lowering and after every pass, in tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from .flow import (
    CAPPED,
    ENDED,
    HEADER,
    STOPPED,
    Block,
    Branch,
    Decide,
    Jump,
    Options,
    Outcomes,
    Program,
    Return,
    Stop,
    Toss,
)
from .verify_names import Checker


def verify(program: Program) -> list[str]:
    """All faults."""
    return list(_faults(program))


def _faults(program: Program) -> Iterator[str]:
    yield from _cells(program)
    yield from _tables(program)
    yield from _numbers(program)
    blocks = {block.number: block for block in program.blocks}
    if len(blocks) != len(program.blocks):
        yield "two blocks have one number"
    for number in (ENDED, CAPPED, STOPPED):
        if number not in blocks or not isinstance(blocks[number].end, Stop):
            yield f"block {number} does not stop"
    yield from _goes(program, blocks, program.entry, "entry")
    checker = Checker(program, blocks)
    for block in program.blocks:
        yield from _block(program, blocks, block, checker)
    yield from _decisions(program, blocks, checker)
    yield from _chances(program, blocks, checker)
    for procedure in program.procedures.values():
        where = f"procedure {procedure.name}"
        yield from checker.statements(where, procedure.body, procedure.params)
    for function in program.functions.values():
        yield from checker.expression(f"function {function.name}", function.body, function.params)
    for name, found in (("procedures", program.procedures), ("functions", program.functions)):
        for key, thing in found.items():
            if thing.name != key:
                yield f"{name}: {key} is called {thing.name}"
    yield from checker.cycles()
    yield from _table_side(program)
    if program.most_decisions < 1:
        yield "most_decisions is below 1"


def _cells(program: Program) -> Iterator[str]:
    known = [0] * len(program.initial)
    for info in program.cells:
        if info.low > info.high:
            yield f"cells {info.name}: nothing lies within {info.low}..{info.high}"
        for cell in range(info.base, info.base + info.size):
            if not 0 <= cell < len(known):
                yield f"cells {info.name}: {cell} is outside the vector"
                continue
            known[cell] += 1
            if not info.low <= program.initial[cell] <= info.high:
                yield f"cells {info.name}: {program.initial[cell]} at {cell} is outside {info.low}..{info.high}"
    for cell, times in enumerate(known):
        if times != 1:
            yield f"cell {cell} is described {times} times"
    if len(known) < HEADER:
        yield "the vector is shorter than its header"


def _tables(program: Program) -> Iterator[str]:
    for name, table in program.tables.items():
        if not table.values:
            yield f"table {name} is empty"
        if table.width and any(not 0 <= value < 1 << table.width for value in table.values):
            yield f"table {name} holds a mask wider than {table.width}"
    for name, rows in program.lists.items():
        if not rows:
            yield f"lists {name} are empty"


def _numbers(program: Program) -> Iterator[str]:
    end, last = 0, ""
    for numbers in sorted(program.numbers, key=lambda numbers: numbers.base):
        if any(axis.size < 1 for axis in numbers.axes):
            yield f"numbers {numbers.name}: an axis is empty"
        if numbers.base < end:
            yield f"numbers {numbers.name} and {last} overlap"
        end, last = max(end, numbers.base + numbers.size), numbers.name


def _goes(program: Program, blocks: dict[int, Block], target: int, where: str) -> Iterator[str]:
    """A place to go on at, without arguments."""
    if target not in blocks:
        yield f"{where}: there is no block {target}"
    elif blocks[target].params:
        yield f"{where}: block {target} asks for {', '.join(blocks[target].params)}"


def _block(program: Program, blocks: dict[int, Block], block: Block, checker: Checker) -> Iterator[str]:
    where = f"block {block.number} ({block.name})"
    if len(set(block.params)) != len(block.params):
        yield f"{where}: two parameters have one name"
    yield from checker.statements(where, block.body, block.params)
    match block.end:
        case Jump(target):
            yield from _goes(program, blocks, target, where)
        case Branch(test, then, otherwise):
            yield from checker.expression(where, test, checker.defined(block.body, block.params))
            yield from _goes(program, blocks, then, where)
            yield from _goes(program, blocks, otherwise, where)
        case Return(cell, targets):
            if not 0 <= cell < len(program.initial):
                yield f"{where}: there is no cell {cell}"
            if not targets:
                yield f"{where}: returns to nothing"
            for target in targets:
                yield from _goes(program, blocks, target, where)
        case Decide() | Toss() | Stop():
            if block.body or block.params:
                yield f"{where}: rests, but has statements or parameters"
            if isinstance(block.end, Decide) and not 0 <= block.end.decision < len(program.decisions):
                yield f"{where}: there is no decision {block.end.decision}"
            if isinstance(block.end, Toss) and not 0 <= block.end.chance < len(program.chances):
                yield f"{where}: there is no chance {block.end.chance}"


def _choice(
    program: Program,
    blocks: dict[int, Block],
    choice: Options | Outcomes,
    where: str,
    checker: Checker,
    before: tuple[str, ...] = (),
) -> Iterator[str]:
    """What options and outcomes have in common."""
    names = tuple(clause.name for clause in choice.clauses)
    value = choice.guard if isinstance(choice, Options) else choice.weight
    yield from checker.clauses(where, choice.clauses, value, before)
    if not 0 <= choice.numbers < len(program.numbers):
        yield f"{where}: there are no numbers {choice.numbers}"
    elif len(program.numbers[choice.numbers].axes) != len(names):
        yield f"{where}: {len(names)} clauses for {len(program.numbers[choice.numbers].axes)} axes"
    if len(set(names)) != len(names):
        yield f"{where}: two clauses have one name"
    if choice.target not in blocks:
        yield f"{where}: there is no block {choice.target}"
    elif blocks[choice.target].params != names:
        yield f"{where}: block {choice.target} asks for {blocks[choice.target].params}, not {names}"


def _decisions(program: Program, blocks: dict[int, Block], checker: Checker) -> Iterator[str]:
    for i, decision in enumerate(program.decisions):
        where = f"decision {i} ({decision.name})"
        yield from checker.expression(where, decision.player, ())
        if decision.otherwise is not None:
            yield from _goes(program, blocks, decision.otherwise, where)
        before: tuple[str, ...] = ()
        for name, value in decision.before:
            yield from checker.expression(where, value, before)
            before += (name,)
        seen: set[int] = set()
        for options in decision.options:
            if options.numbers in seen:
                yield f"{where}: numbers {options.numbers} twice"
            seen.add(options.numbers)
            yield from _choice(program, blocks, options, where, checker, before)
            names = tuple(clause.name for clause in options.clauses)
            for _, need in options.needs:
                yield from checker.expression(where, need, names)


def _chances(program: Program, blocks: dict[int, Block], checker: Checker) -> Iterator[str]:
    for i, chance in enumerate(program.chances):
        where = f"chance {i} ({chance.name})"
        if not chance.outcomes:
            yield f"{where}: has no outcome"
        seen: set[int] = set()
        for outcomes in chance.outcomes:
            if outcomes.numbers in seen:
                yield f"{where}: numbers {outcomes.numbers} twice"
            seen.add(outcomes.numbers)
            yield from _choice(program, blocks, outcomes, where, checker)
        for arg in (*chance.seen_args, *((chance.player,) if chance.player else ())):
            yield from checker.expression(where, arg, ())
        yield from _known(program, where, chance.seen, 1 + len(chance.seen_args))


def _known(program: Program, where: str, function: str, params: int | None) -> Iterator[str]:
    """A function that is named, with so many parameters."""
    if not function:
        return
    if function not in program.functions:
        yield f"{where}: there is no function {function}"
    elif params is not None and len(program.functions[function].params) != params:
        yield f"{where}: {function} does not take {params} values"


def _table_side(program: Program) -> Iterator[str]:
    """Functions and cells that views and sheets name."""
    for item in program.score:
        yield from _known(program, f"score {item.name}", item.function, 1)
        yield from _known(program, f"score {item.name}", item.label, 1)
    for _, key in program.ranking.keys:
        if key != "total":
            yield from _known(program, "ranking", key, 1)
    for variable in program.variables:
        yield from _known(program, f"variable {variable.name}", variable.seen, 1 + len(variable.axes))
    for zone in program.zones:
        yield from _known(program, f"zone {zone.name}", zone.seen, 1 + len(zone.axes))
