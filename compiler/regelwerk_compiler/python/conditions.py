"""Tests: in which order they are asked, and what runs only where they are true.

Goes in: an `And`, `Or` or `Choice`, or the tests of a loop or an option.  Comes out: a `Code`, or lines below an `if`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..flow.flow import And, Binary, Choice, Const, Expr, Lookup
from ..flow.rewrite import walk
from . import expressions
from .code import ATOM, NOT, OR, TERNARY, Code, chain, negated, number
from .frame import NAMED, Frame, Scope


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
        named_ = (part for part in walk(e) if isinstance(part, NAMED) and (part in scope.shared or part in scope.later))
        total = max(1, total - sum(f.module.known.cost(part) for part in named_))
    return total


def shortcut(tests_: tuple[Expr, ...], f: Frame, scope: Scope, all_: bool) -> Code:
    """`and` or `or`."""
    pieces: list[tuple[list[tuple[int, str]], Code]] = []
    for part in ordered(tests_, f, scope):
        with f.out.capture() as lines:
            code = expressions.raw(part, f, scope)
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


def tested(tests: tuple[Expr, ...], f: Frame, scope: Scope, then: Callable[[], None]) -> None:
    """What `then` writes happens only if all tests are true."""
    level = f.out.level
    flat: list[Expr] = []
    for test in tests:
        flat += test.parts if isinstance(test, And) else (test,)
    for part in ordered(tuple(flat), f, scope):
        code = expressions.raw(part, f, scope)
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


def choice(e: Choice, f: Frame, scope: Scope) -> Code:
    """`a if test else b`."""
    longer = lengthened(e, f, scope)
    if longer is not None:
        return longer
    test = expressions.raw(e.test, f, scope)
    if test.constant is not None and not test.loose:
        return expressions.raw(e.a if test.constant else e.b, f, scope)
    level = f.out.level
    with f.out.capture() as lines_a:
        code_a = expressions.value(e.a, f, scope)
    with f.out.capture() as lines_b:
        code_b = expressions.value(e.b, f, scope)
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


def lengthened(e: Choice, f: Frame, scope: Scope) -> Code | None:
    """`-1 if x < 0 else table[x]`, where x is -1 at least: the table with one value more, which Python finds at -1."""
    match e:
        case Choice(Binary("<", x, Const(0)), Const(last), Lookup(table, y)) if x == y:
            low, high = f.module.known.interval(x, scope.ranges())
            if low == -1 and high < len(f.module.program.tables[table].values):
                at = expressions.value(x, f, scope)
                ends = f.module.known.table(table)
                name = f.module.with_last(table, last)
                return Code(f"{name}[{at.text}]", ATOM, min(last, ends[0]), max(last, ends[1]), False, at.depth + 1)
    return None
