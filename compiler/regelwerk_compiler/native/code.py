"""Pieces of C that stand for values, with the interval in which each lies: what is proved needs no check while it runs.

Goes in: texts.  Comes out: a `Code`.  What might leave 64 bits is computed with a check (`add`, `subtract`, `multiply` of support.c).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..flow.flow import Comparison
from ..flow.known import compared as interval_of

LOWEST, HIGHEST = -(2**63), 2**63 - 1
SAFE = 2**62  # sums and differences of what lies within are never checked


@dataclass(frozen=True, slots=True)
class Code:
    """A C expression.  `width` > 0: a mask, else a number within low..high.  `checked`: it may leave by a long jump."""

    text: str
    low: int = LOWEST
    high: int = HIGHEST
    width: int = 0

    @property
    def constant(self) -> int | None:
        """Its value, if that is known."""
        return self.low if self.low == self.high and not self.width else None

    def within(self, low: int, high: int) -> bool:
        """Surely low <= value <= high."""
        return low <= self.low and self.high <= high


def number(value: int) -> Code:
    """A literal."""
    if value == LOWEST:
        return Code("(-INT64_C(9223372036854775807) - 1)", value, value)
    text = str(value) if -(2**31) < value < 2**31 else f"INT64_C({value})"
    return Code(text if value >= 0 else f"({text})", value, value)


def truth(text: str) -> Code:
    """0 or 1."""
    return Code(text, 0, 1)


def fits(low: int, high: int) -> bool:
    """Whether the interval lies within 64 bits, with room to spare."""
    return low >= -SAFE and high <= SAFE


def clipped(text: str, low: int, high: int) -> Code:
    """A value of which it was checked that it lies within 64 bits."""
    return Code(text, max(low, LOWEST), min(high, HIGHEST))


def _wide(a: Code, low: int, high: int) -> str:
    """The text of an operand, as 64 bits if the result would not surely fit into an `int`."""
    if low > -(2**31) and high < 2**31:
        return a.text
    return f"(num){a.text}"


def plus(a: Code, b: Code) -> Code:
    """`a + b`."""
    if a.constant is not None and b.constant is not None and fits(a.low + b.low, a.low + b.low):
        return number(a.low + b.low)
    if b.constant == 0:
        return a
    if a.constant == 0:
        return b
    low, high = a.low + b.low, a.high + b.high
    if fits(low, high):
        if b.constant is not None and b.low < 0:
            return Code(f"({_wide(a, low, high)} - {number(-b.low).text})", low, high)
        return Code(f"({_wide(a, low, high)} + {b.text})", low, high)
    return clipped(f"add(s, {a.text}, {b.text})", low, high)


def minus(a: Code, b: Code) -> Code:
    """`a - b`."""
    if b.constant is not None and fits(b.low, b.low):
        return plus(a, number(-b.low))
    low, high = a.low - b.high, a.high - b.low
    if fits(low, high):
        return Code(f"({_wide(a, low, high)} - {b.text})", low, high)
    return clipped(f"subtract(s, {a.text}, {b.text})", low, high)


def times(a: Code, b: Code) -> Code:
    """`a * b`."""
    for one, other in ((a, b), (b, a)):
        if one.constant == 1:
            return other
        if one.constant == 0:
            return number(0)
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = min(ends), max(ends)
    if a.constant is not None and b.constant is not None and fits(low, high):
        return number(low)
    if fits(low, high):
        return Code(f"({_wide(a, low, high)} * {b.text})", low, high)
    return clipped(f"multiply(s, {a.text}, {b.text})", low, high)


def negative(a: Code) -> Code:
    """`-a`."""
    if a.constant is not None and fits(a.low, a.low):
        return number(-a.low)
    if fits(-a.high, -a.low):
        return Code(f"(-{_wide(a, -a.high, -a.low)})", -a.high, -a.low)
    return clipped(f"subtract(s, 0, {a.text})", -a.high, -a.low)


def absolute(a: Code) -> Code:
    """Without its sign."""
    if a.low >= 0:
        return a
    if a.constant is not None and fits(a.low, a.low):
        return number(abs(a.low))
    high = max(-a.low, a.high)
    text = f"distance_from_zero({a.text if fits(a.low, a.high) else f'not_lowest(s, {a.text})'})"
    return clipped(text, 0, high)


def compared(op: Comparison, a: Code, b: Code) -> Code:
    """A comparison, known if the intervals say so."""
    known = interval_of(op, (a.low, a.high), (b.low, b.high))
    if known[0] == known[1]:
        return number(known[0])
    return truth(f"({a.text} {op} {b.text})")


def extreme(op: str, a: Code, b: Code) -> Code:
    """`min` or `max`."""
    low, high = (min if op == "min" else max)(a.low, b.low), (min if op == "min" else max)(a.high, b.high)
    if a.constant is not None and b.constant is not None:
        return number(low)
    return Code(f"{'lesser' if op == 'min' else 'greater'}({a.text}, {b.text})", low, high)


def divided(op: str, a: Code, b: Code) -> Code:
    """`mod`, `div_down`, `div_up`; a divisor of 0 refuses."""
    c = b.constant
    if c is not None and c > 0:
        if op == "mod":
            if a.within(0, c - 1):
                return a
            if a.low >= 0:
                if a.high < 2**32:
                    return Code(f"((num)((uint32_t){a.text} % {c}u))", 0, c - 1)
                return Code(f"({a.text} % {c})", 0, c - 1)
            return Code(f"modulo({a.text}, {b.text})", 0, c - 1)
        if op == "div_up":
            return divided("div_down", plus(a, number(c - 1)), b)
        low, high = a.low // c, a.high // c
        if c == 1:
            return a
        if a.low >= 0:
            if a.high < 2**32 and c < 2**32:
                return Code(f"((num)((uint32_t){a.text} / {c}u))", low, high)
            return Code(f"({a.text} / {c})", low, high)
        return Code(f"floor_of({a.text}, {b.text})", low, high)
    if b.low <= 0 <= b.high or a.low == LOWEST or b.low == LOWEST:
        by = f"divisor(s, {b.text})" if b.low <= 0 <= b.high else b.text
        dividend = f"not_lowest(s, {a.text})" if a.low == LOWEST else a.text
    else:
        by, dividend = b.text, a.text
    if op == "mod":
        most = max(abs(b.low), abs(b.high))
        low, high = (0 if b.low >= 0 else -most), (0 if b.high <= 0 else most)
        return clipped(f"modulo({dividend}, {by})", low, high)
    most = max(abs(a.low), abs(a.high))
    name = "floor_of" if op == "div_down" else "ceiling_of"
    return clipped(f"{name}({dividend}, {by})", -most - 1, most + 1)
