"""Expressions of the Flow as expressions of Python.

Goes in: an `Expr`.  Comes out: a `Code`; statements that must run before it are written to the frame.
Where a part is looked at only under a condition and needs statements, the condition becomes an `if`.
"""

from __future__ import annotations

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
from ..flow.rewrite import parts
from . import arithmetic, conditions, folds, masks
from .code import ATOM, DEEPEST, Code, compared, exact, integer, minus, number, plus, times
from .frame import NAMED, Frame, Scope

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
    if scope.shared and isinstance(e, NAMED):
        known = scope.shared.get(e)
        if known is not None:
            return known
    if scope.later and isinstance(e, NAMED) and e in scope.later:
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
            return arithmetic.unary(op, raw(a, f, scope) if op == "not" else exact(raw(a, f, scope)))
        case Binary():
            return binary(e, f, scope)
        case And(tests):
            return conditions.shortcut(tests, f, scope, True)
        case Or(tests):
            return conditions.shortcut(tests, f, scope, False)
        case Choice():
            return conditions.choice(e, f, scope)
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
            return arithmetic.has_bit(value(mask, f, scope), value(index, f, scope), width, f)
        case BitCount(mask, width):
            bits = value(mask, f, scope)
            text = bits.at(ATOM) if bits.constant is None else f"({bits.text})"
            return Code(f"{text}.bit_count()", ATOM, 0, width, False, bits.depth)
        case MaskOf(bits_, width):
            return arithmetic.mask_of([value(part, f, scope) for part in bits_], width, f)
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
            return arithmetic.called(module.trial(block), [value(arg, f, scope) for arg in args], (0, 1))
        case _:
            assert_never(e)


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
            return arithmetic.least(e.op, integer(a), integer(b), f)
        case "mod" | "div_down" | "div_up":
            return arithmetic.divided(e.op, a, b, f)
        case _:
            assert_never(e.op)


def _unlike(e: Binary, f: Frame, scope: Scope) -> Code | None:
    """`(c if test else x) == y`, where c is never y: `not test and x == y`."""
    for one, other in ((e.a, e.b), (e.b, e.a)):
        if (
            not isinstance(one, Choice)
            or not isinstance(one.a, Const)
            or conditions.lengthened(one, f, scope) is not None
        ):
            continue
        low, high = f.module.known.interval(other, scope.ranges())
        if not low <= one.a.value <= high:
            same = And((Unary("not", one.test), Binary("==", one.b, other)))
            return raw(same if e.op == "==" else Unary("not", same), f, scope)
    return None


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
    return arithmetic.called(module.functions[name], codes, module.known.result(name))


def _cells_only(scope: Scope) -> dict[Expr, Code]:
    """What is shared and speaks of no name."""
    return {e: code for e, code in scope.shared.items() if not free(e)}


def _names(node: object) -> list[str]:
    """Every mention of a name."""
    if isinstance(node, Local):
        return [node.name]
    return [name for part in parts(node) for name in _names(part)]
