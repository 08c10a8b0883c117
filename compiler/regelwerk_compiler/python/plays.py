"""What follows when a number is played.

Goes in: a block where the machine rests.  Comes out: `play_N`, which takes a number apart and goes on with what it stands for; it returns
the block to go on in.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..flow.flow import Bits, Cell, Const, Holding, Local, Meet, Numbers, Options, Outcomes
from ..flow.planes import key_of
from .blocks import Axes, Region
from .code import Code, number, plus
from .frame import Frame, Module

Choice = Options | Outcomes


def play(
    block: int,
    choices: Sequence[Choice],
    module: Module,
    axes: Axes,
    meeting: set[int],
    functions: dict[int, str],
    shared: set[int],
) -> tuple[Frame, set[int]]:
    """`play_N(v, number)`, and the blocks that it needs as functions; targets that are `shared` are functions too."""
    f = Frame(module, module.variables)
    wanted: set[int] = set()
    module.written[f"play_{block}"] = written = set[int]()
    with f.out.block(f"def play_{block}(v, number)"):
        in_order = sorted(choices, key=lambda choice: module.program.numbers[choice.numbers].base)
        for i, choice in enumerate(in_order):
            numbers = module.program.numbers[choice.numbers]
            if i == len(in_order) - 1:
                wanted |= _enter(choice, numbers, f, axes, meeting, functions, shared, written)
            else:
                with f.out.block(f"if number < {numbers.base + numbers.size}"):
                    wanted |= _enter(choice, numbers, f, axes, meeting, functions, shared, written)
        if not in_order:
            f.out.write(f"return {block}")
    return f, wanted


def _enter(
    choice: Choice,
    numbers: Numbers,
    f: Frame,
    axes: Axes,
    meeting: set[int],
    functions: dict[int, str],
    shared: set[int],
    written: set[int],
) -> set[int]:
    """Take the number apart and go on in the target."""
    args, lines = taken_apart(numbers)
    for line in lines:
        f.out.write(line)
    target = f.module.blocks[choice.target]
    written.add(choice.target)
    if choice.target in shared:
        f.out.write(f"return {functions[choice.target]}({', '.join(['v', *args])})")
        return {choice.target}
    for name, arg in zip(target.params, args, strict=True):
        f.out.write(f"{f.variables[name]} = {arg}")
    f.facts = facts(choice, f.module)
    region = Region(f.module, f, axes, meeting, "earnest")
    region.write(choice.target)
    written |= region.written
    f.facts = {}
    return region.goes_on


def facts(choice: Choice, module: Module) -> dict[Cell, int]:
    """What the cells of its places surely hold, since it is offered only then."""
    found: dict[Cell, int] = {}
    for clause in choice.clauses:
        if isinstance(clause.source, Bits):
            mask = clause.source.mask
            for part in mask.parts if isinstance(mask, Meet) else (mask,):
                match part:
                    case Holding(base, size, _, _, Const(value)) if module.planes[key_of(part)].same:
                        found[Cell(base, Local(clause.name), size)] = value
                    case _:
                        pass
    return found


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
