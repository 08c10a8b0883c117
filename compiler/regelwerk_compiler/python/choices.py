"""Decisions and chances of the Flow as functions of Python.

Goes in: a `Decision` or a `Chance`.  Comes out: `any_N` (is there an option), `list_N` (all options), `outcomes_N` (all outcomes with
weights) and `draw_N` (the one that the key picks).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from ..flow.bits import CHUNK
from ..flow.flow import (
    NO_OUTCOME,
    And,
    Bits,
    Call,
    Cell,
    Chance,
    Clause,
    Decision,
    Expr,
    Local,
    Offsets,
    Options,
    Or,
    Outcomes,
    Some,
)
from ..flow.rewrite import walk
from . import expressions, share
from .bits import table_name
from .code import Code, chain, number
from .directions import by_directions, number_code
from .frame import Frame, Module, Scope
from .loops import ascending, loops, values_of
from .names import comment
from .unroll import conditions

WIDE = 100  # characters of a test
FEW = 12  # options that are written out without a loop
PICK = (
    "z = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF",
    "z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF",
)
PICKED = "((z ^ z >> 31) >> 32) * {} >> 32"  # see `regelwerk.chance`


def place(thing: Decision | Chance) -> str:
    """Where it was written, for a comment."""
    text = f" of rule {comment(thing.rule)}" if thing.rule else ""
    return text + (f", {comment(str(thing.origin))}" if thing.origin else "")


def common(options: tuple[Options | Outcomes, ...], f: Frame) -> Scope:
    """Single cells that several options look at have a name for all of them."""
    asked = [(o.clauses, o.guard if isinstance(o, Options) else o.weight) for o in options]
    count = Counter(node for node in walk(tuple(asked)) if isinstance(node, Cell) and node.index is None)
    scope = Scope({})
    scope = share.hoisted([cell for cell, times_ in count.items() if times_ > 1], frozenset(), f, scope)
    first = options[0].clauses[0].source if options and options[0].clauses else None
    if isinstance(
        first, Bits
    ):  # the mask is surely asked for; what stands in it and elsewhere, too, is worked out once
        calls = Counter(node for node in walk(tuple(asked)) if isinstance(node, Call))
        scope = share.dear([e for e in (first.mask,) if calls[e] > 1], frozenset(), f, scope)  # type: ignore[index]
    return scope


def names_of(clauses: tuple[Clause, ...]) -> tuple[Expr, ...]:
    """The names of clauses, as something that will be valued."""
    return tuple(Local(clause.name) for clause in clauses)


def list_options(index: int, decision: Decision, module: Module) -> Frame:
    """`list_N(v)`: all options."""
    f = Frame(module)
    with f.out.block(f"def list_{index}(v)"):
        f.out.write(f"# decision {comment(decision.name)}" + place(decision))
        scope = common(decision.options, f)
        alone = len(decision.options) == 1
        if alone and listed(decision.options[0], "return", f, scope):
            return f
        f.out.write("found = []")
        for options in decision.options:
            write_options(options, f, scope, "found", alone)
        f.out.write("return found")
    return f


def write_options(options: Options, f: Frame, scope: Scope, into: str, alone: bool = False) -> None:
    """Every binding's number is added to the list `into`."""
    module = f.module
    numbers = module.program.numbers[options.numbers]
    names = tuple(clause.name for clause in options.clauses)
    in_order = ascending(options.clauses, module.program.lists)
    if into == "found" and not alone and any(isinstance(clause.source, Offsets) for clause in options.clauses):
        several = f.temporary()
        f.out.write(f"{several} = []")
        write_options(options, f, scope, several)
        f.out.write(f"{into} += {several}")
        return
    target = into
    if not in_order:
        target = f.temporary()
        f.out.write(f"{target} = []")
    f.out.write(f"# {numbers.kind} {comment(numbers.name)}: {numbers.base}..{numbers.base + numbers.size - 1}")
    if in_order and (listed(options, target, f, scope) or by_directions(options, target, f, scope)):
        return
    few = written_out(options.clauses, options.guard, f, scope)
    if few is not None:
        for tests, here in few:
            line = f"{target}.append({number_code(numbers, names, here).text})"
            if tests:
                with f.out.block(f"if {chain(tests, True).text}"):
                    f.out.write(line)
            else:
                f.out.write(line)
    else:

        def found(here: Scope) -> None:
            f.out.write(f"{target}.append({number_code(numbers, names, here).text})")

        guard = (options.guard,) if options.guard is not None else ()
        loops(options.clauses, f, scope, found, tests=guard, uses=names_of(options.clauses))
    if not in_order:
        f.out.write(f"{into} += sorted(set({target}))")


def at_once(decision: Decision, f: Frame) -> str | None:
    """All options as one expression, for who will not change them."""
    if len(decision.options) != 1:
        return None
    options = decision.options[0]
    with f.out.capture() as lines:
        if not listed(options, "return", f, Scope({})) or len(lines) != 1:
            return None
        text = lines[0][1].removeprefix("return ")
    source = options.clauses[0].source
    assert isinstance(source, Bits)
    if source.width > CHUNK:
        return text
    first = number_code(
        f.module.program.numbers[options.numbers],
        (options.clauses[0].name,),
        Scope({options.clauses[0].name: number(0)}),
    )
    assert first.constant is not None
    return f"{table_name(first.constant, 1)}[{text[text.index('(') + 1 : -1]}]"


def listed(options: Options, into: str, f: Frame, scope: Scope) -> bool:
    """Options that are the bits of one mask are listed without a loop."""
    if len(options.clauses) != 1 or options.guard is not None or options.clauses[0].where is not None:
        return False
    clause = options.clauses[0]
    if not isinstance(clause.source, Bits):
        return False
    numbers = f.module.program.numbers[options.numbers]
    mask, width = clause.source.mask, clause.source.width
    first = number_code(numbers, (clause.name,), Scope({clause.name: number(0)})).constant
    assert first is not None
    here = share.repeated([mask], f, scope)
    text = f"{f.module.listing(width, first)}({expressions.value(mask, f, here).text})"
    f.out.write(f"return {text}" if into == "return" else f"{into} += {text}")
    return True


def written_out(
    clauses: tuple[Clause, ...], guard: Expr | None, f: Frame, scope: Scope
) -> list[tuple[list[Code], Scope]] | None:
    """The tests and names of each binding, if they are few, fixed and short."""
    known = f.module.known
    if known.cost((guard, *(clause.where for clause in clauses))) > 12:
        return None
    with f.out.capture() as lines:
        found = _bindings(clauses, guard, f, scope, [])
    return None if lines or found is None or len(found) > FEW else found


def _bindings(
    clauses: tuple[Clause, ...], guard: Expr | None, f: Frame, scope: Scope, tests: list[Code]
) -> list[tuple[list[Code], Scope]] | None:
    if not clauses:
        more = conditions(guard, f, scope)
        return [] if more is None else [([*tests, *more], scope)]
    values = values_of(clauses[0].source, f, scope, FEW)
    if values is None:
        return None
    found: list[tuple[list[Code], Scope]] = []
    for value in values:
        here = scope.bind(clauses[0].name, value)
        more = conditions(clauses[0].where, f, here)
        if more is not None:
            inner = _bindings(clauses[1:], guard, f, here, [*tests, *more])
            if inner is None or len(found) + len(inner) > FEW:
                return None
            found += inner
    return found


def by_lines(codes: list[Code]) -> list[Code]:
    """Tests of which one must hold, as few as fit into lines of some width."""
    found: list[list[Code]] = [[]]
    for code in codes:
        if found[-1] and sum(len(other.text) + 4 for other in found[-1]) + len(code.text) > WIDE:
            found.append([])
        found[-1].append(code)
    return [chain(several, False) for several in found]


def any_option(index: int, decision: Decision, module: Module) -> Frame:
    """`any_N(v)`: 1 if there is an option."""
    f = Frame(module)
    with f.out.block(f"def any_{index}(v)"):
        if any(_always(options, f) for options in decision.options) and not module.known.refuses(decision.options):
            f.out.write("return 1")
            return f
        scope = common(decision.options, f)
        for options in map(shorter, decision.options):
            few = written_out(options.clauses, options.guard, f, scope)
            if few is None:
                guard = (options.guard,) if options.guard is not None else ()
                loops(options.clauses, f, scope, lambda _: f.out.write("return 1"), tests=guard)
            elif few:
                for code in by_lines([chain(tests, True) if tests else number(1) for tests, _ in few]):
                    with f.out.block(f"if {code.text}"):
                        f.out.write("return 1")
        f.out.write("return 0")
    return f


def shorter(options: Options) -> Options:
    """The same, if it is only asked whether there is one: no loop runs over a mask, as far as it is enough that it is not empty."""
    match options.clauses:
        case (Clause(x, Bits(), None), Clause(_, Offsets(Local(start), ways, width), None)) if start == x:
            some = Or(tuple(Some(mask, width) for _, mask in ways))
            guard = some if options.guard is None else And((options.guard, some))
            return replace(options, clauses=(), guard=guard, needs=())
    while options.clauses and options.guard is None:
        last = options.clauses[-1]
        if last.where is not None or not isinstance(last.source, Bits):
            break
        options = replace(
            options, clauses=options.clauses[:-1], guard=Some(last.source.mask, last.source.width), needs=()
        )
    return options


def _always(options: Options, f: Frame) -> bool:
    """Whether one of them is there whatever happened."""
    few = written_out(options.clauses, options.guard, f, Scope({}))
    return few is not None and any(not tests for tests, _ in few)


def _outcomes(outcomes: Outcomes, f: Frame, scope: Scope, add: Callable[[str, str], list[str]]) -> None:
    """Lines for each outcome whose weight is above 0."""
    numbers = f.module.program.numbers[outcomes.numbers]
    names = tuple(clause.name for clause in outcomes.clauses)

    def found(here: Scope) -> None:
        weight = expressions.named(outcomes.weight, f, here)
        lines = add(number_code(numbers, names, here).text, weight.text)
        if weight.low > 0:
            for line in lines:
                f.out.write(line)
        elif weight.high > 0:
            with f.out.block(f"if {weight.text} > 0"):
                for line in lines:
                    f.out.write(line)

    loops(outcomes.clauses, f, scope, found, uses=(outcomes.weight, *names_of(outcomes.clauses)))


def list_outcomes(index: int, chance: Chance, module: Module) -> Frame:
    """`outcomes_N(v)`: numbers and weights."""
    f = Frame(module)
    with f.out.block(f"def outcomes_{index}(v)"):
        f.out.write(f"# chance {comment(chance.name)}" + place(chance))
        scope = common(chance.outcomes, f)
        f.out.write("found = []")
        for outcomes in chance.outcomes:
            _outcomes(outcomes, f, scope, lambda text, weight: [f"found.append(({text}, {weight}))"])
        f.out.write("return found")
    return f


def draw(index: int, chance: Chance, module: Module) -> Frame:
    """`draw_N(v)`: the outcome that the key picks; the key steps on."""
    f = Frame(module)
    with f.out.block(f"def draw_{index}(v)"):
        f.out.write("v[2] = key = v[2] + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF")
        if not _fixed(chance, f):
            _weighed(chance, f)
    return f


def _weighed(chance: Chance, f: Frame) -> None:
    """Outcomes and weights rest on the state."""
    scope = common(chance.outcomes, f)
    f.out.write("found = []")
    f.out.write("sums = []")
    f.out.write("total = 0")

    def add(text: str, weight: str) -> list[str]:
        return [f"total += {weight}", f"found.append({text})", "sums.append(total)"]

    for outcomes in chance.outcomes:
        _outcomes(outcomes, f, scope, add)
    with f.out.block("if not total"):
        f.out.write(f"raise RuleFault({NO_OUTCOME})")
    for line in PICK:
        f.out.write(line)
    f.out.write(f"return found[bisect(sums, {PICKED.format('total')})]")


def _fixed(chance: Chance, f: Frame) -> bool:
    """Outcomes that are always the same, all as likely as each other: a die, or the only one."""
    numbers: list[int] = []
    weights: set[int] = set()
    for outcomes in chance.outcomes:
        few = written_out(outcomes.clauses, None, f, Scope({}))
        if few is None or any(tests for tests, _ in few):
            return False
        names = tuple(clause.name for clause in outcomes.clauses)
        for _, here in few:
            with f.out.capture() as lines:
                weight = expressions.value(outcomes.weight, f, here)
            code = number_code(f.module.program.numbers[outcomes.numbers], names, here)
            one = len(chance.outcomes) == 1 and len(few) == 1
            if lines or code.constant is None or (weight.constant is None and not (one and weight.low > 0)):
                return False
            numbers.append(code.constant)
            weights.add(1 if one else weight.constant or 0)
    if len(weights) != 1 or min(weights) < 1:
        return False
    if len(numbers) == 1:
        f.out.write(f"return {numbers[0]}")
        return True
    for line in PICK:
        f.out.write(line)
    weight_ = weights.pop()
    picked = PICKED.format(len(numbers) * weight_)
    f.out.write(f"return {tuple(numbers)}[{picked if weight_ == 1 else f'({picked}) // {weight_}'}]")
    return True
