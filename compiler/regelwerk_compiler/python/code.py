"""Pieces of Python that stand for values, with what is known about them.

Goes in: texts.  Comes out: a `Code`: text, how tightly it binds, and the interval in which its value lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..flow.flow import Comparison
from ..flow.known import ANY
from ..flow.known import compared as interval_of

TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, ADD, MULTIPLY, UNARY, ATOM = range(13)
DEEPEST = 24  # expressions nested deeper get names for their parts


@dataclass(frozen=True, slots=True)
class Code:
    """An expression in Python.  `truth`: it is a bool; `loose`: it is only good as a test, whatever number it is.

    `opposite`: the text of its negation, if that is as short.  `root`, `offset`: it is another one with a number added.
    """

    text: str
    binds: int = ATOM
    low: int = ANY[0]
    high: int = ANY[1]
    truth: bool = False
    depth: int = 0
    loose: bool = False
    opposite: str = ""
    root: Code | None = None
    offset: int = 0

    @property
    def constant(self) -> int | None:
        """Its value, if that is known."""
        return self.low if self.low == self.high else None

    @property
    def simple(self) -> bool:
        """Whether it is a name or a literal, and so may be written twice."""
        return self.binds == ATOM and (self.text.isidentifier() or self.text.isdigit())

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
    if code.constant is not None and not code.loose:
        return number(int(not code.constant))
    if code.opposite:
        return replace(code, text=code.opposite, opposite=code.text)
    if code.text.startswith("not ") and code.binds == NOT:
        return Code(code.text[4:], NOT, 0, 1, True, code.depth, loose=True)
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
    if left.constant is not None:
        left, right = right, left
    if right.constant is not None:
        return shifted(left, right.constant)
    low, high = left.low + right.low, left.high + right.high
    if left.root is not None or right.root is not None:  # numbers go to the end, where they meet the next
        whole = joined("+", ADD, left.root or left, right.root or right, low, high)
        return shifted(replace(whole, low=low - left.offset, high=high - right.offset), left.offset + right.offset)
    return joined("+", ADD, left, right, low, high)


def shifted(code: Code, offset: int) -> Code:
    """`code + offset`."""
    low, high = max(code.low + offset, ANY[0]), min(code.high + offset, ANY[1])
    root, total = code.root or code, code.offset + offset
    if total == 0:
        return replace(root, low=low, high=high)
    text = f"{root.at(ADD)} {'+' if total > 0 else '-'} {abs(total)}"
    return Code(text, ADD, low, high, False, root.depth + 1, root=root, offset=total)


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


OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", "<=": ">"}


def compared(op: Comparison, a: Code, b: Code) -> Code:
    """A comparison, known if the intervals say so."""
    if op in ("==", "!=") and a.text == b.text and a.simple:
        return number(int(op == "=="))
    known = interval_of(op, (a.low, a.high), (b.low, b.high))
    if known[0] == known[1]:
        return number(known[0])
    if a.constant is not None and op in ("==", "!="):
        a, b = b, a
    left, right = a.at(COMPARE + 1), b.at(COMPARE + 1)
    opposite = f"{left} {OPPOSITES[op]} {right}"
    return Code(f"{left} {op} {right}", COMPARE, 0, 1, True, max(a.depth, b.depth) + 1, opposite=opposite)


def chain(codes: list[Code], all_: bool) -> Code:
    """`a and b and c`, or with `or`."""
    if len(codes) == 1:
        return codes[0]
    binds = AND if all_ else OR
    text = (" and " if all_ else " or ").join(code.at(binds + 1) for code in codes)
    loose = any(code.loose for code in codes)
    return Code(text, binds, 0, 1, True, max(code.depth for code in codes) + 1, loose)
