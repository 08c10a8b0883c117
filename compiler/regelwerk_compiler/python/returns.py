"""Expressions of the Flow as the last thing a function does.

Goes in: an `Expr`.  Comes out: `return` statements in the frame; loops are left by returning.
"""

from __future__ import annotations

from ..flow.flow import And, Choice, Expr, Fold, LetIn, Or
from . import conditions, expressions, share
from .code import Code, chain, integer, negated
from .folds import of_cells
from .frame import Frame, Scope
from .loops import flat, loops
from .unroll import row_unpacked, unrolled, ways

WIDE = 110  # characters of a line


def returned(e: Expr, f: Frame, scope: Scope) -> None:
    """`return e`."""
    scope = share.repeated([e], f, scope)
    match e:
        case Choice():
            _choice(e, f, scope)
        case And() | Or():
            _tests(flat(e) if isinstance(e, And) else e.parts, f, scope, isinstance(e, And))
        case LetIn(name, bound, body):
            code = expressions.value(bound, f, scope)
            if not (code.simple or code.constant is not None):
                new = f.kept(name, scope)
                f.out.write(f"{new} = {code.text}")
                code = Code(new, low=code.low, high=code.high)
            returned(body, f, scope.bind(name, code))
        case Fold(kind, clauses, order=()) if clauses and kind in ("any", "all", "first"):
            _fold(e, f, scope)
        case _:
            f.out.write(f"return {expressions.value(e, f, scope).text}")


def _choice(e: Choice, f: Frame, scope: Scope) -> None:
    with f.out.capture() as lines:
        code = expressions.value(e, f, scope)
    if not lines and len(code.text) < 100:
        f.out.write(f"return {code.text}")
        return
    test = expressions.raw(e.test, f, scope)
    if test.constant is not None and not test.loose:
        returned(e.a if test.constant else e.b, f, scope)
        return
    with f.out.block(f"if {test.text}"):
        returned(e.a, f, scope)
    returned(e.b, f, scope)


def _tests(parts: tuple[Expr, ...], f: Frame, scope: Scope, all_: bool) -> None:
    tests = conditions.ordered(parts, f, scope)
    with f.out.capture() as lines:
        code = expressions.value((And if all_ else Or)(tuple(tests)), f, scope)
    if not lines:
        f.out.write(f"return {code.text}")
        return
    waiting: list[Code] = []

    def decide() -> None:
        if waiting:
            known = chain([negated(code) for code in waiting], False) if all_ else chain(waiting, False)
            with f.out.block(f"if {known.text}"):
                f.out.write(f"return {int(not all_)}")
            waiting.clear()

    for part in tests[:-1]:
        with f.out.capture() as lines:
            code = expressions.raw(part, f, scope)
        if lines:
            decide()
            f.out.put(lines, f.out.level)
        waiting.append(code)
    decide()
    returned(tests[-1], f, scope)


def _fold(e: Fold, f: Frame, scope: Scope) -> None:
    quick = of_cells(e, f, scope) or unrolled(e, f, scope) or row_unpacked(e, f, scope)
    if quick is not None:
        terms = ways(e, f, scope) if len(quick.text) > WIDE else None
        for term in terms or ():
            with f.out.block(f"if {term.text}"):
                f.out.write("return 1")
        f.out.write("return 0" if terms else f"return {integer(quick).text}")
        return

    def refuted(here: Scope) -> None:
        with f.out.block(f"if {negated(expressions.raw(e.body, f, here)).text}"):
            f.out.write("return 0")

    match e.kind:
        case "any":
            loops(e.clauses, f, scope, lambda _: f.out.write("return 1"), tests=(e.body,))
            f.out.write("return 0")
        case "all":
            loops(e.clauses, f, scope, refuted, uses=(e.body,))
            f.out.write("return 1")
        case _:
            loops(e.clauses, f, scope, lambda here: returned(e.body, f, here), uses=(e.body,))
            f.out.write(f"return {e.empty}")
