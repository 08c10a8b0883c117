"""The sets that passes bring in, as expressions of Python.

Goes in: `Holding`, `Meet` and their like.  Comes out: a `Code`.  Python has whole numbers of any width, so a mask is one of them.
"""

from __future__ import annotations

from ..flow.flow import Beyond, Expr, Highest, Holding, Join, Linked, Lowest, Meet, Shift, Some, Without
from . import expressions
from .code import ATOM, BIT_AND, BIT_OR, COMPARE, SHIFT, Code, joined, number
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
            return _all(parts, "&", BIT_AND, f, scope)
        case Join(parts):
            return _all(parts, "|", BIT_OR, f, scope)
        case Without(a, b, width):
            rest = Code(f"({(1 << width) - 1} ^ {expressions.value(b, f, scope).at(ATOM)})", ATOM)
            return joined("&", BIT_AND, expressions.value(a, f, scope), rest)
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
            return joined("!=", COMPARE, expressions.value(mask, f, scope), number(0), 0, 1, True)
        case Lowest(mask, width, empty):
            bits = f.name(expressions.value(mask, f, scope))
            text = f"(({bits.text} & -{bits.text}).bit_length() - 1 if {bits.text} else {empty})"
            return Code(text, ATOM, min(0, empty), max(width - 1, empty))
        case Highest(mask, width, empty):
            bits = f.name(expressions.value(mask, f, scope))
            text = f"({bits.text}.bit_length() - 1 if {bits.text} else {empty})"
            return Code(text, ATOM, min(0, empty), max(width - 1, empty))


def _all(parts: tuple[Expr, ...], sign: str, binds: int, f: Frame, scope: Scope) -> Code:
    found = expressions.value(parts[0], f, scope)
    for part in parts[1:]:
        found = joined(sign, binds, found, expressions.value(part, f, scope))
    return found


def _holding(e: Holding, f: Frame, scope: Scope) -> Code:
    wanted = f.name(expressions.value(e.value, f, scope))
    table = f.module.tables[e.classes]
    cells = f"v[{e.base}:{e.base + e.size}]"
    low = f" - {e.low}" if e.low > 0 else f" + {-e.low}" if e.low < 0 else ""
    return Code(f"sum([1 << i for i, x in enumerate({cells}) if {table}[x{low}] == {wanted.text}])", ATOM)


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
