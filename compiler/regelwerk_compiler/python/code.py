"""Pieces of Python that stand for values, with what is known about them.

Goes in: texts.  Comes out: a `Code`: text, how tightly it binds, and the interval in which its value lies.
"""

from __future__ import annotations

from dataclasses import dataclass

TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, ADD, MULTIPLY, UNARY, ATOM = range(13)
WIDEST = 4000  # bits of a number that we reckon with
ANY = (-(1 << WIDEST), 1 << WIDEST)  # nothing is known
DEEPEST = 24  # expressions nested deeper get names for their parts


@dataclass(frozen=True, slots=True)
class Code:
    """An expression in Python.  `truth`: it is a bool; `loose`: it is only good as a test, whatever number it is."""

    text: str
    binds: int = ATOM
    low: int = ANY[0]
    high: int = ANY[1]
    truth: bool = False
    depth: int = 0
    loose: bool = False

    @property
    def constant(self) -> int | None:
        """Its value, if that is known."""
        return self.low if self.low == self.high else None

    def within(self, low: int, high: int) -> bool:
        """Surely low <= value <= high."""
        return low <= self.low and self.high <= high

    def at(self, binds: int) -> str:
        """The text, in brackets if it binds less tightly than its place asks for."""
        return self.text if self.binds >= binds else f"({self.text})"


def number(value: int) -> Code:
    """A literal."""
    if abs(value) >= ANY[1]:
        return Code(str(value), ATOM if value >= 0 else UNARY)
    return Code(str(value), ATOM if value >= 0 else UNARY, value, value)


def integer(code: Code) -> Code:
    """The same value as 0 or 1 if it was a bool."""
    if not code.truth and not code.loose:
        return code
    return Code(f"1 if {code.at(OR)} else 0", TERNARY, 0, 1, False, code.depth + 1)


def exact(code: Code) -> Code:
    """The same value, fit for arithmetic."""
    return integer(code) if code.loose else code


def negated(code: Code) -> Code:
    """Not."""
    return Code(f"not {code.at(NOT)}", NOT, 0, 1, True, code.depth + 1)


def joined(
    op: str, binds: int, left: Code, right: Code, low: int = ANY[0], high: int = ANY[1], truth: bool = False
) -> Code:
    """`left op right` for an operator that groups to the left."""
    text = f"{left.at(binds)} {op} {right.at(binds + 1)}"
    return Code(text, binds, max(low, ANY[0]), min(high, ANY[1]), truth, max(left.depth, right.depth) + 1)


def plus(left: Code, right: Code) -> Code:
    """`left + right`, folded where constants meet."""
    if left.constant is not None and right.constant is not None:
        return number(left.constant + right.constant)
    if right.constant == 0:
        return left
    if left.constant == 0:
        return right
    low, high = left.low + right.low, left.high + right.high
    if right.constant is not None and right.constant < 0:
        return joined("-", ADD, left, number(-right.constant), low, high)
    return joined("+", ADD, left, right, low, high)


def minus(left: Code, right: Code) -> Code:
    """`left - right`."""
    if right.constant is not None:
        return plus(left, number(-right.constant))
    return joined("-", ADD, left, right, left.low - right.high, left.high - right.low)


def times(left: Code, right: Code) -> Code:
    """`left * right`."""
    if left.constant is not None and right.constant is not None:
        return number(left.constant * right.constant)
    for one, other in ((left, right), (right, left)):
        if one.constant == 1:
            return other
        if one.constant == 0:
            return number(0)
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return joined("*", MULTIPLY, left, right, min(ends), max(ends))
