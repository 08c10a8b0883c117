"""Decisions and chances of the Flow as functions of Python.

Goes in: a `Decision` or a `Chance`.  Comes out: `any_N` (is there an option), `list_N` (all options), `outcomes_N` (all
outcomes with weights), and for every block where they stand `play_N`, which takes a number apart and enters its target.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..flow.flow import Chance, Clause, Const, Decision, Expr, Numbers, Options, Outcomes
from . import expressions
from .code import Code, number, plus, times
from .frame import Frame, Module, Scope
from .loops import ascending, loops
from .names import comment

TRUE = Const(1)


def number_code(numbers: Numbers, names: tuple[str, ...], scope: Scope) -> Code:
    """`base + (a - low) * stride + ...`."""
    code = number(0)
    base = numbers.base
    stride = numbers.size
    for axis, name in zip(numbers.axes, names, strict=True):
        stride //= axis.size
        base -= axis.low * stride
        if axis.size > 1:
            code = plus(code, times(scope[name], number(stride)))
        else:
            base += axis.low * stride
    return plus(code, number(base))


def list_options(index: int, decision: Decision, module: Module) -> Frame:
    """`list_N(v)`: all options."""
    f = Frame(module)
    with f.out.block(f"def list_{index}(v)"):
        f.out.write(f"# decision {comment(decision.name)}" + place(decision))
        f.out.write("found = []")
        for options in decision.options:
            write_options(options, f, {}, "found")
        f.out.write("return found")
    return f


def place(thing: Decision | Chance) -> str:
    """Where it was written, for a comment."""
    text = f" of rule {comment(thing.rule)}" if thing.rule else ""
    return text + (f", {comment(str(thing.origin))}" if thing.origin else "")


def write_options(options: Options, f: Frame, scope: Scope, into: str) -> None:
    """Every binding's number is added to the list `into`."""
    module = f.module
    numbers = module.program.numbers[options.numbers]
    names = tuple(clause.name for clause in options.clauses)
    in_order = ascending(options.clauses, module.program.lists)
    target = into
    if not in_order:
        target = f.temporary()
        f.out.write(f"{target} = []")
    f.out.write(f"# {numbers.kind} {comment(numbers.name)}: {numbers.base}..{numbers.base + numbers.size - 1}")

    def add(here: Scope) -> None:
        def found() -> None:
            f.out.write(f"{target}.append({number_code(numbers, names, here).text})")

        expressions.tested(options.guard or TRUE, f, here, found)

    loops(options.clauses, f, scope, add)
    if not in_order:
        f.out.write(f"{into} += sorted(set({target}))")


def any_option(index: int, decision: Decision, module: Module) -> Frame:
    """`any_N(v)`: is there an option?"""
    f = Frame(module)
    with f.out.block(f"def any_{index}(v)"):
        for options in decision.options:
            guarded(options.clauses, options.guard or TRUE, f, lambda _: f.out.write("return True"))
        f.out.write("return False")
    return f


def guarded(clauses: tuple[Clause, ...], guard: Expr, f: Frame, then: Callable[[Scope], None]) -> None:
    """For every binding for which the guard holds."""
    loops(clauses, f, {}, lambda here: expressions.tested(guard, f, here, lambda: then(here)))


def list_outcomes(index: int, chance: Chance, module: Module) -> Frame:
    """`outcomes_N(v)`: numbers and weights."""
    f = Frame(module)
    with f.out.block(f"def outcomes_{index}(v)"):
        f.out.write(f"# chance {comment(chance.name)}" + place(chance))
        f.out.write("found = []")
        for outcomes in chance.outcomes:
            _outcomes(outcomes, f)
        f.out.write("return found")
    return f


def _outcomes(outcomes: Outcomes, f: Frame) -> None:
    numbers = f.module.program.numbers[outcomes.numbers]
    names = tuple(clause.name for clause in outcomes.clauses)

    def add(here: Scope) -> None:
        weight = expressions.named(outcomes.weight, f, here)
        line = f"found.append(({number_code(numbers, names, here).text}, {weight.text}))"
        if weight.low > 0:
            f.out.write(line)
        else:
            with f.out.block(f"if {weight.text} > 0"):
                f.out.write(line)

    loops(outcomes.clauses, f, {}, add)


def play(block: int, choices: Sequence[Options | Outcomes], module: Module, functions: dict[int, str]) -> Frame:
    """`play_N(v, number)`: enter the target of a number; returns where to go on."""
    f = Frame(module)
    with f.out.block(f"def play_{block}(v, number)"):
        in_order = sorted(choices, key=lambda choice: module.program.numbers[choice.numbers].base)
        for i, choice in enumerate(in_order):
            numbers = module.program.numbers[choice.numbers]
            if i == len(in_order) - 1:
                enter(choice, numbers, f, functions)
            else:
                with f.out.block(f"if number < {numbers.base + numbers.size}"):
                    enter(choice, numbers, f, functions)
        if not in_order:
            f.out.write(f"return {block}")
    return f


def enter(choice: Options | Outcomes, numbers: Numbers, f: Frame, functions: dict[int, str]) -> None:
    """Take the number apart and call the target."""
    args, lines = taken_apart(numbers)
    for line in lines:
        f.out.write(line)
    f.out.write(f"return {functions[choice.target]}({', '.join(['v', *args])})")


def taken_apart(numbers: Numbers) -> tuple[list[str], list[str]]:
    """Texts of the arguments in `number`, and the lines that must run before."""
    args: list[str] = []
    lines: list[str] = []
    rest, base, stride = "number", numbers.base, numbers.size
    several = [axis for axis in numbers.axes if axis.size > 1]
    for axis in numbers.axes:
        stride //= axis.size
        if axis.size == 1:
            args.append(str(axis.low))
        elif axis is several[-1]:
            args.append(plus(Code(rest), number(axis.low - base)).text)
        else:
            name, left = f"a_{len(args)}", f"r_{len(args)}"
            lines.append(f"{name}, {left} = divmod({plus(Code(rest), number(-base)).text}, {stride})")
            args.append(plus(Code(name), number(axis.low)).text)
            rest, base = left, 0
    return args, lines
