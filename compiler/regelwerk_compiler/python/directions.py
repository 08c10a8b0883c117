"""Options from place to place, direction by direction (see the pass `directions`).

Goes in: options over `Bits` and `Offsets`.  Comes out: lines that list them, and `pick_N`, which finds the one at a place of the list without
listing them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..flow.flow import Bits, Clause, Decision, Expr, Local, Lookup, Meet, Numbers, Offsets, Options
from . import conditions, expressions, share
from .code import SHIFT, Code, number, plus, times
from .frame import Frame, Module, Scope


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


def ways_of(options: Options) -> tuple[tuple[int, Expr], ...] | None:
    """The directions and their masks, if the options are of that sort."""
    match options.clauses:
        case (Clause(x, Bits(), None), Clause(_, Offsets(Local(start), ways), None)) if start == x:
            return ways
    return None


def numbered(options: Options, by: int, f: Frame) -> tuple[int, int]:
    """The number of the option from place 0 in a direction, and by how much it grows from place to place."""
    numbers = f.module.program.numbers[options.numbers]
    names = tuple(clause.name for clause in options.clauses)
    found = []
    for a in (0, 1):
        code = number_code(numbers, names, Scope({names[0]: number(a), names[1]: number(a + by)}))
        assert code.constant is not None
        found.append(code.constant)
    return found[0], found[1] - found[0]


@contextmanager
def if_any(mask: Expr, f: Frame, scope: Scope) -> Iterator[Code]:
    """A mask; what is written inside does not happen if the table that it begins with has nothing."""
    if not (isinstance(mask, Meet) and isinstance(mask.parts[0], Lookup)):
        yield expressions.value(mask, f, scope)
        return
    static = f.name(expressions.value(mask.parts[0], f, scope))
    with f.out.block(f"if {static.text}"):
        yield expressions.value(mask, f, scope.share(mask.parts[0], static))


def by_directions(options: Options, into: str, f: Frame, scope: Scope) -> bool:
    """Options from place to place are listed direction by direction: in each they are the bits of one mask."""
    ways = ways_of(options)
    if ways is None:
        return False
    if options.guard is not None:
        plain = replace(options, guard=None)
        conditions.tested((options.guard,), f, scope, lambda: _listed(plain, ways, into, f, scope))
    else:
        _listed(options, ways, into, f, scope)
    return True


def _listed(options: Options, ways: tuple[tuple[int, Expr], ...], into: str, f: Frame, scope: Scope) -> None:
    here = share.repeated([mask for _, mask in ways], f, scope)
    source = options.clauses[0].source
    assert isinstance(source, Bits)
    for by, mask in ways:
        with if_any(mask, f, here) as code:
            f.out.write(f"{into} += {f.module.listing(source.width, *numbered(options, by, f))}({code.text})")
    if len(ways) > 1:
        f.out.write(f"{into}.sort()")


def pickable(decision: Decision) -> bool:
    """Whether an option is found without listing all: its options go from place to place in a few directions."""
    if len(decision.options) != 1 or decision.options[0].guard is not None:
        return False
    ways = ways_of(decision.options[0])
    return ways is not None and len(ways) > 1


def pick_option(index: int, decision: Decision, module: Module) -> Frame:
    """`pick_N(v, roll)`: the option of the list that the roll picks, or -1.  The list is halved until one place is left."""
    f = Frame(module)
    options = decision.options[0]
    ways, source = ways_of(options), options.clauses[0].source
    assert ways is not None and isinstance(source, Bits)
    lane = 1 << (source.width - 1).bit_length()
    with f.out.block(f"def pick_{index}(v, roll)"):
        f.out.write(f"# one of list_{index}: {lane} bits of m for each direction")
        here = share.repeated([mask for _, mask in ways], f, Scope({}))
        f.out.write("m = 0")
        for i, (_, mask) in enumerate(ways):
            with if_any(mask, f, here) as code:
                f.out.write(f"m |= {code.text}" if i == 0 else f"m |= {code.at(SHIFT)} << {lane * i}")
        with f.out.block("if not m"):
            f.out.write("return -1")
        f.out.write("n = roll * m.bit_count() >> 32")
        f.out.write("at = 0")
        half = lane // 2
        while half:
            lower = sum(((1 << half) - 1) << lane * i for i in range(len(ways)))
            f.out.write(f"found = m & {lower:#x}")
            f.out.write("count = found.bit_count()")
            with f.out.block("if n < count"):
                f.out.write("m = found")
            with f.out.block("else"):
                f.out.write("n -= count")
                f.out.write(f"m = m >> {half} & {lower:#x}")
                f.out.write(f"at += {half}")
            half //= 2
        with f.out.block("while n"):
            f.out.write("m &= m - 1")
            f.out.write("n -= 1")
        firsts = tuple(numbered(options, by, f) for by, _ in ways)
        assert len({grows for _, grows in firsts}) == 1
        way = f"(m & -m).bit_length() // {lane}" if lane > 1 else "(m & -m).bit_length() - 1"
        f.out.write(f"return {tuple(first for first, _ in firsts)}[{way}] + at * {firsts[0][1]}")
    return f
