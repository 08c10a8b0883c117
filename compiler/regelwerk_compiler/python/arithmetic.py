"""Operators on what is written already.

Goes in: the `Code` of each operand.  Comes out: the `Code` of the whole, folded where the operands are constants or their intervals decide.
"""

from __future__ import annotations

from dataclasses import replace

from ..flow.known import ANY
from .code import (
    ATOM,
    BIT_AND,
    BIT_OR,
    COMPARE,
    MULTIPLY,
    SHIFT,
    TERNARY,
    UNARY,
    Code,
    chain,
    integer,
    joined,
    minus,
    negated,
    number,
    plus,
)
from .frame import Frame


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
