"""The sets that passes bring in, as expressions of Python.

Goes in: `Holding`, `Meet` and their like.  Comes out: a `Code`.  Python has whole numbers of any width, so a mask is one of them.
"""

from __future__ import annotations

from dataclasses import replace

from ..flow.flow import Beyond, Expr, Highest, Holding, Join, Linked, Lowest, Meet, Shift, Some, Without
from ..flow.planes import key_of
from . import expressions
from .code import ATOM, BIT_AND, BIT_OR, BIT_XOR, SHIFT, Code, joined, number, plus
from .frame import Frame, Scope

MaskExpr = Holding | Linked | Meet | Join | Without | Shift | Beyond | Some | Lowest | Highest


def mask_value(e: MaskExpr, f: Frame, scope: Scope) -> Code:
    """A mask, or what is asked of one."""
    match e:
        case Holding():
            return _holding(e, f, scope)
        case Linked():
            return _linked(e, f, scope)
        case Meet(parts):
            return _meet(parts, f, scope)
        case Join(parts):
            return _all(parts, "|", BIT_OR, f, scope)
        case Without(a, b, width):
            full = number((1 << width) - 1)
            rest = joined("^", BIT_XOR, full, expressions.value(b, f, scope))
            left = expressions.value(a, f, scope)
            return rest if left.constant == full.constant else joined("&", BIT_AND, left, rest)
        case Shift(mask, by, width):
            bits = expressions.value(mask, f, scope)
            if by <= 0:
                return joined(">>", SHIFT, bits, number(-by))
            return joined("&", BIT_AND, joined("<<", SHIFT, bits, number(by)), number((1 << width) - 1))
        case Beyond(mask, width, up):
            named = f.name(expressions.value(mask, f, scope)).text
            beyond = (
                f"{(1 << width) - 1} & -2 * ({named} & -{named})" if up else f"(1 << ({named}).bit_length() - 1) - 1"
            )
            return Code(f"({beyond} if {named} else 0)", ATOM)
        case Some(mask):
            bits = expressions.value(mask, f, scope)
            if bits.constant is not None:
                return number(int(bits.constant != 0))
            return replace(bits, low=0, high=1, loose=True, root=None, offset=0)
        case Lowest(mask, width, empty):
            bits = f.name(expressions.value(mask, f, scope))
            if bits.constant is not None:
                return number((bits.constant & -bits.constant).bit_length() - 1 if bits.constant else empty)
            text = f"(({bits.text} & -{bits.text}).bit_length() - 1 if {bits.text} else {empty})"
            return Code(text, ATOM, min(0, empty), max(width - 1, empty))
        case Highest(mask, width, empty):
            bits = f.name(expressions.value(mask, f, scope))
            if bits.constant is not None:
                return number(bits.constant.bit_length() - 1 if bits.constant else empty)
            text = f"({bits.text}.bit_length() - 1 if {bits.text} else {empty})"
            return Code(text, ATOM, min(0, empty), max(width - 1, empty))


def _meet(parts: tuple[Expr, ...], f: Frame, scope: Scope) -> Code:
    """An intersection.  What a shift brings beyond the width is gone where another mask has nothing there."""
    ends = [part for part in parts if not (isinstance(part, Shift) and part.by > 0)]
    codes = []
    for part in parts:
        if isinstance(part, Shift) and part.by > 0 and ends and part not in scope.shared:
            codes.append(joined("<<", SHIFT, expressions.value(part.mask, f, scope), number(part.by)))
        else:
            codes.append(expressions.value(part, f, scope))
    found = codes[0]
    for code in codes[1:]:
        found = joined("&", BIT_AND, found, code)
    return found


def _all(parts: tuple[Expr, ...], sign: str, binds: int, f: Frame, scope: Scope) -> Code:
    found = expressions.value(parts[0], f, scope)
    for part in parts[1:]:
        found = joined(sign, binds, found, expressions.value(part, f, scope))
    return found


def _holding(e: Holding, f: Frame, scope: Scope) -> Code:
    """One of the masks that are kept beside the cells; nobody holds what is no value of theirs."""
    planes = f.module.planes[key_of(e)]
    wanted = expressions.value(e.value, f, scope)
    low, high = planes.least, planes.least + planes.count - 1
    if wanted.constant is not None:
        return Code(f"v[{planes.first + wanted.constant - low}]") if low <= wanted.constant <= high else number(0)
    inside = wanted.within(low, high)
    if not inside:
        wanted = f.name(wanted)
    text = f"v[{plus(wanted, number(planes.first - low)).text}]"
    return (
        Code(text, depth=wanted.depth + 1) if inside else Code(f"({text} if {low} <= {wanted.text} <= {high} else 0)")
    )


def _linked(e: Linked, f: Frame, scope: Scope) -> Code:
    """Spread from the starts until nothing is new."""
    out, tables = f.out, f.module.tables
    wanted = f.name(expressions.value(e.holding.value, f, scope)).text
    inside, found, left, fresh = (f.temporary() for _ in range(4))
    rows = len(f.module.program.tables[e.starts].values)
    out.write(f"{inside} = {_holding(e.holding, f, scope).text}")
    out.write(f"{found} = {left} = {tables[e.starts]}[{wanted}] & {inside} if 0 <= {wanted} < {rows} else 0")
    with f.loop(f"while {left}"):
        out.write(f"{fresh} = {tables[e.steps]}[({left} & -{left}).bit_length() - 1] & {inside} & ~{found}")
        out.write(f"{left} = {left} & {left} - 1 | {fresh}")
        out.write(f"{found} |= {fresh}")
    return Code(found)
