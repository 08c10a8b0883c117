"""Expressions of the Flow as expressions of Python.

Goes in: an `Expr`.  Comes out: a `Code`; statements that must run before it are written to the frame.
Where a part is looked at only under a condition and needs statements, the condition becomes an `if`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from ..flow.flow import (
    And,
    Beyond,
    Binary,
    BitCount,
    Call,
    Cell,
    Choice,
    Const,
    Digest,
    Expr,
    Fold,
    HasBit,
    Highest,
    Holding,
    Join,
    LetIn,
    Linked,
    Local,
    Lookup,
    Lowest,
    MaskOf,
    Meet,
    Or,
    ReachEdges,
    ReachSteps,
    Shift,
    Some,
    Trial,
    Unary,
    Without,
)
from ..flow.free import free
from ..flow.known import ANY
from ..flow.rewrite import parts, walk
from . import folds, masks
from .code import (
    ATOM,
    BIT_AND,
    BIT_OR,
    COMPARE,
    DEEPEST,
    MULTIPLY,
    NOT,
    OR,
    SHIFT,
    TERNARY,
    UNARY,
    Code,
    chain,
    compared,
    exact,
    integer,
    joined,
    minus,
    negated,
    number,
    plus,
    times,
)
from .frame import Frame, Scope

SHARED = (
    BitCount | Binary | Call | Cell | Choice | Digest | Fold | Holding | Join | Lookup | Meet | Shift | Without
)  # what may have a name already
SMALL = 30  # steps of a function that is written where it is called
SHORT = 160  # characters of the same


def value(e: Expr, f: Frame, scope: Scope) -> Code:
    """An integer."""
    return integer(raw(e, f, scope))


def named(e: Expr, f: Frame, scope: Scope) -> Code:
    """An integer that is a name or a literal, so that it may be written twice."""
    return f.name(value(e, f, scope))


def raw(e: Expr, f: Frame, scope: Scope) -> Code:
    """An integer or a bool: for tests, arithmetic and comparisons."""
    if scope.shared and isinstance(e, SHARED):
        known = scope.shared.get(e)
        if known is not None:
            return known
    if scope.later and isinstance(e, SHARED) and e in scope.later:
        return _once(e, f, scope)
    code = _raw(e, f, scope)
    if code.depth > DEEPEST:
        return f.name(integer(code))
    return code


def _once(e: Expr, f: Frame, scope: Scope) -> Code:
    """What stays the same in a loop, and is valued in the first round that asks for it."""
    code = scope.later[e]
    with f.out.block(f"if {code.text} is None"):
        f.out.write(f"{code.text} = {value(e, f, scope.plain(e)).text}")
    return code


def _raw(e: Expr, f: Frame, scope: Scope) -> Code:
    module = f.module
    match e:
        case Const(given):
            return number(given)
        case Local(name):
            return scope[name]
        case Cell(base, index, size):
            at = number(base) if index is None else plus(value(index, f, scope), number(base))
            low, high = module.known.cells(*((base, size) if at.constant is None else (at.constant, 1)))
            return Code(f"v[{at.text}]", ATOM, low, high, False, at.depth + 1)
        case Lookup(table, place):
            at = value(place, f, scope)
            values = module.program.tables[table].values
            if at.constant is not None and 0 <= at.constant < len(values):
                return number(values[at.constant])
            low, high = module.known.table(table)
            return Code(f"{module.tables[table]}[{at.text}]", ATOM, low, high, False, at.depth + 1)
        case Unary(op, a):
            return unary(op, raw(a, f, scope) if op == "not" else exact(raw(a, f, scope)))
        case Binary():
            return binary(e, f, scope)
        case And(tests):
            return shortcut(tests, f, scope, True)
        case Or(tests):
            return shortcut(tests, f, scope, False)
        case Choice():
            return choice(e, f, scope)
        case LetIn(name, bound, body):
            code = value(bound, f, scope)
            if not (code.simple or code.constant is not None):
                new = f.kept(name, scope)
                f.out.write(f"{new} = {code.text}")
                code = Code(new, ATOM, code.low, code.high)
            return raw(body, f, scope.bind(name, code))
        case Call(name, args):
            return call(name, args, f, scope)
        case HasBit(mask, index, width):
            return has_bit(value(mask, f, scope), value(index, f, scope), width, f)
        case BitCount(mask, width):
            bits = value(mask, f, scope)
            text = bits.at(ATOM) if bits.constant is None else f"({bits.text})"
            return Code(f"{text}.bit_count()", ATOM, 0, width, False, bits.depth)
        case MaskOf(bits_, width):
            return mask_of([value(part, f, scope) for part in bits_], width, f)
        case Holding() | Linked() | Meet() | Join() | Without() | Shift() | Beyond() | Some() | Lowest() | Highest():
            return masks.mask_value(e, f, scope)
        case Fold():
            return folds.fold(e, f, scope)
        case ReachEdges():
            return folds.reach_edges(e, f, scope)
        case ReachSteps():
            return folds.reach_steps(e, f, scope)
        case Digest(values, runs):
            texts = [f"[{', '.join(value(part, f, scope).text for part in values)}]"]
            texts += [f"({size}, v[{first}:{first + count}])" for first, count, size in runs]
            return Code(f"digest({', '.join(texts)})", ATOM, 0, (1 << 62) - 1)
        case Trial(block, args):
            return called(module.trial(block), [value(arg, f, scope) for arg in args], (0, 1))
        case _:
            assert_never(e)


def unary(op: str, a: Code) -> Code:
    """One operand."""
    if op == "not":
        return negated(a)
    if op == "neg":
        if a.constant is not None:
            return number(-a.constant)
        return Code(f"-{a.at(ATOM)}", UNARY, -a.high, -a.low, False, a.depth + 1)
    if a.low >= 0:
        return integer(a)
    if a.constant is not None:
        return number(abs(a.constant))
    return Code(f"abs({a.text})", ATOM, 0, max(-a.low, a.high), False, a.depth + 1)


def binary(e: Binary, f: Frame, scope: Scope) -> Code:
    """Two operands."""
    if e.op in ("==", "!="):
        known = _unlike(e, f, scope)
        if known is not None:
            return known
    a, b = exact(raw(e.a, f, scope)), exact(raw(e.b, f, scope))
    match e.op:
        case "+":
            return plus(a, b)
        case "-":
            return minus(a, b)
        case "*":
            return integer(times(a, b))
        case "==" | "!=" | "<" | "<=":
            return compared(e.op, a, b)
        case "min" | "max":
            return least(e.op, integer(a), integer(b), f)
        case "mod" | "div_down" | "div_up":
            return divided(e.op, a, b, f)
        case _:
            assert_never(e.op)


def least(op: str, a: Code, b: Code, f: Frame) -> Code:
    """The smaller or larger of two."""
    if a.constant is not None and b.constant is not None:
        return number(min(a.constant, b.constant) if op == "min" else max(a.constant, b.constant))
    if a.high <= b.low:
        return a if op == "min" else b
    if b.high <= a.low:
        return b if op == "min" else a
    a, b = f.name(a), f.name(b)
    if op == "min":
        low, high, less = min(a.low, b.low), min(a.high, b.high), "<"
    else:
        low, high, less = max(a.low, b.low), max(a.high, b.high), ">"
    return Code(f"{a.text} if {a.text} {less} {b.text} else {b.text}", TERNARY, low, high, False, 1)


def _unlike(e: Binary, f: Frame, scope: Scope) -> Code | None:
    """`(c if test else x) == y`, where c is never y: `not test and x == y`."""
    for one, other in ((e.a, e.b), (e.b, e.a)):
        if not isinstance(one, Choice) or not isinstance(one.a, Const) or _longer(one, f, scope) is not None:
            continue
        low, high = f.module.known.interval(other, scope.ranges())
        if not low <= one.a.value <= high:
            same = And((Unary("not", one.test), Binary("==", one.b, other)))
            return raw(same if e.op == "==" else Unary("not", same), f, scope)
    return None


def divided(op: str, a: Code, b: Code, f: Frame) -> Code:
    """A division; by 0 it refuses."""
    if b.low <= 0 <= b.high:
        b = f.name(integer(b))
        with f.out.block(f"if {b.text} == 0"):
            f.out.write("raise RuleFault(DIVIDED_BY_ZERO)")
    if b.constant is not None and b.constant > 0:
        if op == "mod":
            if a.within(0, b.constant - 1):
                return integer(a)
            if b.constant == 2 and a.within(1, 2) and a.root is not None and a.offset == 1:
                return minus(number(1), a.root)
            return joined("%", MULTIPLY, a, b, 0, b.constant - 1)
        if op == "div_up":
            a = plus(a, number(b.constant - 1))
        return joined("//", MULTIPLY, a, b, a.low // b.constant, a.high // b.constant)
    if op == "div_up":
        return Code(f"-(-{a.at(ATOM)} // {b.at(UNARY)})", UNARY, depth=max(a.depth, b.depth) + 1)
    if op == "mod":
        most = max(abs(b.low), abs(b.high))
        return joined("%", MULTIPLY, a, b, -most, most)
    return joined("//", MULTIPLY, a, b)


def ordered(tests: tuple[Expr, ...], f: Frame, scope: Scope) -> list[Expr]:
    """Tests in an order that costs less: dear ones last, as far as none is looked at before what makes it safe, or what is refused before it."""
    known = f.module.known
    if len(tests) < 2:
        return list(tests)
    dear = [0 if (c := _cost(part, f, scope)) < 10 else 1 if c < 40 else 2 if c < 1000 else 3 for part in tests]
    if dear == sorted(dear):
        return list(tests)
    names = scope.ranges()
    fixed = [known.refuses(part) for part in tests]
    free_ = [not fixed[i] and known.safe(part, names) for i, part in enumerate(tests)]
    left, found = list(range(len(tests))), []
    while left:
        best = left[0]
        for i in left:
            if fixed[i]:
                break
            if (free_[i] or i == left[0]) and dear[i] < dear[best]:
                best = i
        left.remove(best)
        found.append(tests[best])
    return found


def _cost(e: Expr, f: Frame, scope: Scope) -> int:
    """What it costs here, where some of its parts have names already."""
    total = f.module.known.cost(e)
    if scope.shared or scope.later:
        named_ = (
            part for part in walk(e) if isinstance(part, SHARED) and (part in scope.shared or part in scope.later)
        )
        total = max(1, total - sum(f.module.known.cost(part) for part in named_))
    return total


def shortcut(tests_: tuple[Expr, ...], f: Frame, scope: Scope, all_: bool) -> Code:
    """`and` or `or`."""
    pieces: list[tuple[list[tuple[int, str]], Code]] = []
    for part in ordered(tests_, f, scope):
        with f.out.capture() as lines:
            code = raw(part, f, scope)
        if not lines and code.constant is not None and not code.loose:
            if bool(code.constant) == all_:
                continue
            if not pieces:
                return number(int(not all_))
            pieces.append((lines, code))
            break
        if any(code.text == other.text and not lines for _, other in pieces):
            continue
        pieces.append((lines, code))
    if not pieces:
        return number(int(all_))
    f.out.put(pieces[0][0], f.out.level)
    groups: list[tuple[list[tuple[int, str]], list[Code]]] = [([], [pieces[0][1]])]
    for lines, code in pieces[1:]:
        if lines:
            groups.append((lines, [code]))
        else:
            groups[-1][1].append(code)
    tests = [chain(codes, all_) for _, codes in groups]
    if len(groups) == 1:
        return tests[0]
    result, level = f.temporary(), f.out.level
    f.out.write(f"{result} = {int(not all_)}")
    for (lines, _), test in zip(groups, tests, strict=True):
        f.out.put(lines, level)
        f.out.write(f"if {test.text if all_ else negated(test).text}:")
        f.out.level += 1
    f.out.write(f"{result} = {int(all_)}")
    f.out.level = level
    return Code(result, ATOM, 0, 1)


def _longer(e: Choice, f: Frame, scope: Scope) -> Code | None:
    """`-1 if x < 0 else table[x]`, where x is -1 at least: the table with one value more, which Python finds at -1."""
    match e:
        case Choice(Binary("<", x, Const(0)), Const(last), Lookup(table, y)) if x == y:
            low, high = f.module.known.interval(x, scope.ranges())
            if low == -1 and high < len(f.module.program.tables[table].values):
                at = value(x, f, scope)
                ends = f.module.known.table(table)
                name = f.module.with_last(table, last)
                return Code(f"{name}[{at.text}]", ATOM, min(last, ends[0]), max(last, ends[1]), False, at.depth + 1)
    return None


def choice(e: Choice, f: Frame, scope: Scope) -> Code:
    """`a if test else b`."""
    longer = _longer(e, f, scope)
    if longer is not None:
        return longer
    test = raw(e.test, f, scope)
    if test.constant is not None and not test.loose:
        return raw(e.a if test.constant else e.b, f, scope)
    level = f.out.level
    with f.out.capture() as lines_a:
        code_a = value(e.a, f, scope)
    with f.out.capture() as lines_b:
        code_b = value(e.b, f, scope)
    low, high = min(code_a.low, code_b.low), max(code_a.high, code_b.high)
    if not lines_a and not lines_b:
        if code_a.text == code_b.text:
            return code_a
        if test.truth and (code_a.constant, code_b.constant) in ((1, 0), (0, 1)):
            return test if code_a.constant else negated(test)
        text = f"{code_a.at(OR)} if {test.at(OR)} else {code_b.at(TERNARY)}"
        return Code(text, TERNARY, low, high, False, max(test.depth, code_a.depth, code_b.depth) + 1)
    result = f.temporary()
    for head, lines, code in ((f"if {test.text}", lines_a, code_a), ("else", lines_b, code_b)):
        with f.out.block(head):
            f.out.put(lines, level)
            f.out.write(f"{result} = {code.text}")
    return Code(result, ATOM, low, high)


def call(name: str, args: tuple[Expr, ...], f: Frame, scope: Scope) -> Code:
    """A function: written out where it is short, or called."""
    module = f.module
    codes = [value(arg, f, scope) for arg in args]
    function = module.program.functions[name]
    if module.known.cost(function.body) <= SMALL:
        uses = list(_names(function.body))
        once = all(
            code.simple or code.constant is not None or uses.count(param) < 2
            for param, code in zip(function.params, codes, strict=True)
        )
        if once:
            inside = Scope(dict(zip(function.params, codes, strict=True)), _cells_only(scope))
            with f.out.capture() as lines:
                code = raw(function.body, f, inside)
            if not lines and len(code.text) <= SHORT:
                return code
    return called(module.functions[name], codes, module.known.result(name))


def _cells_only(scope: Scope) -> dict[Expr, Code]:
    """What is shared and speaks of no name."""
    return {e: code for e, code in scope.shared.items() if not free(e)}


def _names(node: object) -> list[str]:
    """Every mention of a name."""
    if isinstance(node, Local):
        return [node.name]
    return [name for part in parts(node) for name in _names(part)]


def called(function: str, codes: list[Code], interval: tuple[int, int] = ANY) -> Code:
    """A call of a function of the module."""
    depth = 1 + max((code.depth for code in codes), default=0)
    return Code(f"{function}({', '.join(['v', *(code.text for code in codes)])})", ATOM, *interval, False, depth)


def has_bit(mask: Code, index: Code, width: int, f: Frame) -> Code:
    """Is the bit set?"""
    if index.constant is not None and index.within(0, width - 1):
        return replace(joined("&", BIT_AND, mask, number(1 << index.constant)), loose=True)
    if index.low >= 0:  # masks have no bits from width on
        return joined("&", BIT_AND, joined(">>", SHIFT, mask, index), number(1), 0, 1)
    index = f.name(index)
    bit_ = joined("&", BIT_AND, joined(">>", SHIFT, mask, index), number(1), 0, 1)
    return chain([joined(">=", COMPARE, index, number(0), 0, 1, True), bit_], True)


def bit(index: Code, width: int, f: Frame) -> Code:
    """The mask with one bit, or none."""
    if index.constant is not None:
        return number(1 << index.constant if 0 <= index.constant < width else 0)
    if index.within(0, width - 1):
        return joined("<<", SHIFT, number(1), index)
    index = f.name(index)
    return Code(f"1 << {index.text} if 0 <= {index.text} < {width} else 0", TERNARY, depth=1)


def mask_of(codes: list[Code], width: int, f: Frame) -> Code:
    """The mask with these bits."""
    bits = [bit(code, width, f) for code in codes]
    fixed = 0
    for code in bits:
        fixed |= code.constant or 0
    rest = [code for code in bits if code.constant is None]
    if not rest:
        return number(fixed)
    result = rest[0]
    for code in rest[1:]:
        result = joined("|", BIT_OR, result, code)
    return joined("|", BIT_OR, result, number(fixed)) if fixed else result


def tested(tests: tuple[Expr, ...], f: Frame, scope: Scope, then: Callable[[], None]) -> None:
    """What `then` writes happens only if all tests are true."""
    level = f.out.level
    flat: list[Expr] = []
    for test in tests:
        flat += test.parts if isinstance(test, And) else (test,)
    for part in ordered(tuple(flat), f, scope):
        code = raw(part, f, scope)
        if code.constant == 0:
            f.out.write("if False:")
        elif code.constant is not None and not code.loose:
            continue
        else:
            last = f.out.lines[-1] if f.out.lines else None
            if last is not None and last[0] == f.out.level - 1 and f.out.level > level and last[1].startswith("if "):
                f.out.lines[-1] = (last[0], f"{last[1][:-1]} and {code.at(NOT)}:")
                continue
            f.out.write(f"if {code.at(NOT)}:")
        f.out.level += 1
    before = len(f.out.lines)
    then()
    if len(f.out.lines) == before and f.out.level > level:
        f.out.write("pass")
    f.out.level = level
