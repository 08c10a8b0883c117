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
    LetIn,
    Local,
    Lookup,
    MaskOf,
    Or,
    ReachEdges,
    ReachSteps,
    Trial,
    Unary,
)
from . import folds
from .code import (
    AND,
    ANY,
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


def value(e: Expr, f: Frame, scope: Scope) -> Code:
    """An integer."""
    return integer(raw(e, f, scope))


def named(e: Expr, f: Frame, scope: Scope) -> Code:
    """An integer that is a name or a literal, so that it may be written twice."""
    return f.name(value(e, f, scope))


def raw(e: Expr, f: Frame, scope: Scope) -> Code:
    """An integer or a bool: for tests, arithmetic and comparisons."""
    code = _raw(e, f, scope)
    if code.depth > DEEPEST:
        return f.name(integer(code))
    return code


def _raw(e: Expr, f: Frame, scope: Scope) -> Code:
    module = f.module
    match e:
        case Const(given):
            return number(given)
        case Local(name):
            return scope[name]
        case Cell(base, index, size):
            low, high = module.cells(base, size)
            at = number(base) if index is None else plus(value(index, f, scope), number(base))
            return Code(f"v[{at.text}]", ATOM, low, high, False, at.depth + 1)
        case Lookup(table, place):
            values = module.program.tables[table].values
            at = value(place, f, scope)
            if at.constant is not None and 0 <= at.constant < len(values):
                return number(values[at.constant])
            return Code(f"{module.tables[table]}[{at.text}]", ATOM, min(values), max(values), False, at.depth + 1)
        case Unary(op, a):
            return unary(op, raw(a, f, scope) if op == "not" else exact(raw(a, f, scope)))
        case Binary():
            return binary(e, f, scope)
        case And(parts):
            return shortcut(parts, f, scope, True)
        case Or(parts):
            return shortcut(parts, f, scope, False)
        case Choice(test, a, b):
            return choice(raw(test, f, scope), a, b, f, scope)
        case LetIn(name, bound, body):
            code = value(bound, f, scope)
            if not (code.binds == ATOM and code.text.isidentifier()) and code.constant is None:
                new = f.kept(name, scope)
                f.out.write(f"{new} = {code.text}")
                code = Code(new, ATOM, code.low, code.high)
            return raw(body, f, {**scope, name: code})
        case Call(name, args):
            return called(module.functions[name], args, f, scope)
        case HasBit(mask, index, width):
            return has_bit(value(mask, f, scope), value(index, f, scope), width, f)
        case BitCount(mask, width):
            bits = value(mask, f, scope)
            text = bits.at(ATOM) if bits.constant is None else f"({bits.text})"
            return Code(f"{text}.bit_count()", ATOM, 0, width, False, bits.depth)
        case MaskOf(parts, width):
            return mask_of([value(part, f, scope) for part in parts], width, f)
        case Fold():
            return folds.fold(e, f, scope)
        case ReachEdges():
            return folds.reach_edges(e, f, scope)
        case ReachSteps():
            return folds.reach_steps(e, f, scope)
        case Digest(values, runs):
            numbers = [value(part, f, scope).text for part in values]
            numbers += [f"*v[{first}:{first + count}]" for first, count in runs]
            return Code(f"digest([{', '.join(numbers)}])", ATOM, 0, (1 << 62) - 1)
        case Trial(block, args):
            return called(module.trial(block), args, f, scope, (0, 1))
        case _:
            assert_never(e)


def unary(op: str, a: Code) -> Code:
    """One operand."""
    if op == "not":
        return negated(a) if a.constant is None else number(1 - a.constant)
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
            a, b = f.name(integer(a)), f.name(integer(b))
            if e.op == "min":
                low, high, less = min(a.low, b.low), min(a.high, b.high), "<"
            else:
                low, high, less = max(a.low, b.low), max(a.high, b.high), ">"
            return Code(f"{a.text} if {a.text} {less} {b.text} else {b.text}", TERNARY, low, high, False, 1)
        case "mod" | "div_down" | "div_up":
            return divided(e.op, a, b, f)
        case _:
            assert_never(e.op)


def compared(op: str, a: Code, b: Code) -> Code:
    """A comparison, known if the intervals say so."""
    known: bool | None = None
    if op in ("==", "!="):
        if a.constant is not None and a.constant == b.constant:
            known = op == "=="
        elif a.high < b.low or b.high < a.low:
            known = op == "!="
    elif a.high < b.low or (op == "<=" and a.high <= b.low):
        known = True
    elif b.high < a.low or (op == "<" and b.high <= a.low):
        known = False
    if known is not None:
        return number(int(known))
    if a.constant is not None and op in ("==", "!="):
        a, b = b, a
    return joined(op, COMPARE, Code(a.text, a.binds if a.binds != COMPARE else NOT, depth=a.depth), b, 0, 1, True)


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
            return joined("%", MULTIPLY, a, b, 0, b.constant - 1)
        if op == "div_down":
            return joined("//", MULTIPLY, a, b, a.low // b.constant, a.high // b.constant)
        a = plus(a, number(b.constant - 1))
        return joined("//", MULTIPLY, a, b, a.low // b.constant, a.high // b.constant)
    if op == "div_up":
        return Code(f"-(-{a.at(ATOM)} // {b.at(UNARY)})", UNARY, depth=max(a.depth, b.depth) + 1)
    if op == "mod":
        most = max(abs(b.low), abs(b.high))
        return joined("%", MULTIPLY, a, b, -most, most)
    return joined("//", MULTIPLY, a, b)


def shortcut(parts: tuple[Expr, ...], f: Frame, scope: Scope, all_: bool) -> Code:
    """`and` or `or`."""
    pieces: list[tuple[list[tuple[int, str]], Code]] = []
    for part in parts:
        with f.out.capture() as lines:
            code = raw(part, f, scope)
        if not lines and code.constant is not None:
            if bool(code.constant) == all_:
                continue
            if not pieces:
                return number(int(not all_))
            pieces.append((lines, code))
            break
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


def chain(codes: list[Code], all_: bool) -> Code:
    """`a and b and c`, or with `or`."""
    if len(codes) == 1:
        return codes[0]
    binds = AND if all_ else OR
    text = (" and " if all_ else " or ").join(code.at(binds + 1) for code in codes)
    loose = any(code.loose for code in codes)
    return Code(text, binds, 0, 1, True, max(code.depth for code in codes) + 1, loose)


def choice(test: Code, a: Expr, b: Expr, f: Frame, scope: Scope) -> Code:
    """`a if test else b`."""
    if test.constant is not None and not test.loose:
        return raw(a if test.constant else b, f, scope)
    level = f.out.level
    with f.out.capture() as lines_a:
        code_a = value(a, f, scope)
    with f.out.capture() as lines_b:
        code_b = value(b, f, scope)
    low, high = min(code_a.low, code_b.low), max(code_a.high, code_b.high)
    if not lines_a and not lines_b:
        if code_a.constant == 1 and code_b.constant == 0 and test.truth:
            return test
        text = f"{code_a.at(OR)} if {test.at(OR)} else {code_b.at(TERNARY)}"
        return Code(text, TERNARY, low, high, False, max(test.depth, code_a.depth, code_b.depth) + 1)
    result = f.temporary()
    for head, lines, code in ((f"if {test.text}", lines_a, code_a), ("else", lines_b, code_b)):
        with f.out.block(head):
            f.out.put(lines, level)
            f.out.write(f"{result} = {code.text}")
    return Code(result, ATOM, low, high)


def called(function: str, args: tuple[Expr, ...], f: Frame, scope: Scope, interval: tuple[int, int] = ANY) -> Code:
    """A function of the module."""
    codes = [value(arg, f, scope) for arg in args]
    depth = 1 + max((code.depth for code in codes), default=0)
    return Code(f"{function}({', '.join(['v', *(code.text for code in codes)])})", ATOM, *interval, False, depth)


def has_bit(mask: Code, index: Code, width: int, f: Frame) -> Code:
    """Is the bit set?"""
    if index.constant is not None and index.within(0, width - 1):
        return replace(joined("&", BIT_AND, mask, number(1 << index.constant)), loose=True)
    if index.low >= 0:  # masks have no bits from width on
        return joined("&", BIT_AND, joined(">>", SHIFT, mask, index), number(1), 0, 1)
    index = f.name(index)
    bit = joined("&", BIT_AND, joined(">>", SHIFT, mask, index), number(1), 0, 1)
    return chain([joined(">=", COMPARE, index, number(0), 0, 1, True), bit], True)


def bit(index: Code, width: int, f: Frame) -> Code:
    """The mask with one bit, or none."""
    if index.constant is not None:
        return number(1 << index.constant if 0 <= index.constant < width else 0)
    if index.within(0, width - 1):
        return joined("<<", SHIFT, number(1), index)
    index = f.name(index)
    inside = joined("<", COMPARE, Code(f"0 <= {index.text}", BIT_OR), number(width), truth=True)
    return Code(f"1 << {index.text} if {inside.text} else 0", TERNARY, depth=1)


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


def tested(e: Expr, f: Frame, scope: Scope, then: Callable[[], None]) -> None:
    """What `then` writes happens only if `e` is true."""
    level = f.out.level
    for part in e.parts if isinstance(e, And) else (e,):
        code = raw(part, f, scope)
        if code.constant == 0:
            f.out.write("if False:")
        elif code.constant is not None:
            continue
        else:
            last = f.out.lines[-1] if f.out.lines else None
            if last is not None and last[0] == f.out.level - 1 and last[1].startswith("if ") and f.out.level > level:
                head = last[1][3:-1]
                f.out.lines[-1] = (last[0], f"if {head} and {code.at(NOT)}:")
                continue
            f.out.write(f"if {code.at(NOT)}:")
        f.out.level += 1
    before = len(f.out.lines)
    then()
    if len(f.out.lines) == before and f.out.level > level:
        f.out.write("pass")
    f.out.level = level
