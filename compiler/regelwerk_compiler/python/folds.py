"""Aggregates of the Flow as loops of Python, or as something quicker where there is.

Goes in: a `Fold`, `ReachEdges` or `ReachSteps`.  Comes out: a `Code`, mostly the name of its result; the loop is written to the frame.
Loops that would lie too deep inside others (Python allows 20) become functions of their own.
"""

from __future__ import annotations

from ..flow.flow import (
    Binary,
    Cell,
    Clause,
    Const,
    Expr,
    Fold,
    Local,
    Or,
    Range,
    ReachEdges,
    ReachSteps,
    SortKey,
)
from ..flow.free import free
from . import arithmetic, expressions
from .code import ADD, ATOM, COMPARE, Code, chain, exact, joined, negated
from .frame import Frame, Scope
from .loops import flat, looped, loops, offset_of
from .unroll import row_unpacked, unrolled

DEEPEST_LOOP = 8


def fold(e: Fold, f: Frame, scope: Scope) -> Code:
    """An aggregate."""
    if not e.clauses and not e.order and e.kind in ("any", "all", "first"):
        return expressions.raw(e.body, f, scope)
    quick = of_cells(e, f, scope) or unrolled(e, f, scope) or row_unpacked(e, f, scope)
    if quick is not None:
        return quick
    if f.loops + len(e.clauses) > DEEPEST_LOOP and f.loops:
        return moved(e, f, scope)
    match e.kind:
        case "any" | "all":
            return _any(e, f, scope)
        case "sum" | "count" | "mask":
            return _total(e, f, scope)
        case "min" | "max":
            return _extreme(e, f, scope)
        case "first":
            return _first(e, f, scope)


def _total(e: Fold, f: Frame, scope: Scope) -> Code:
    result = f.temporary()
    out = f.out
    out.write(f"{result} = 0")

    def inner(here: Scope) -> None:
        if e.kind == "count":
            out.write(f"{result} += 1")
        elif e.kind == "sum":
            out.write(f"{result} += {exact(expressions.raw(e.body, f, here)).text}")
        else:
            out.write(f"{result} |= {arithmetic.bit(expressions.value(e.body, f, here), e.width, f).text}")

    loops(e.clauses, f, scope, inner, uses=() if e.kind == "count" else (e.body,))
    low, high = f.module.known.interval(e, scope.ranges())
    return Code(result, low=low, high=high)


def _any(e: Fold, f: Frame, scope: Scope) -> Code:
    hit = int(e.kind == "any")
    result = f.temporary()
    f.out.write(f"{result} = {1 - hit}")
    body: Expr = e.body

    def found(_: Scope) -> None:
        f.out.write(f"{result} = {hit}")
        if looped(e.clauses):
            f.out.write("break")

    def inner(here: Scope) -> None:
        with f.out.block(f"if {negated(expressions.raw(body, f, here)).text}"):
            found(here)

    if hit:
        loops(e.clauses, f, scope, found, tests=(body,), stops=True)
    else:
        loops(e.clauses, f, scope, inner, uses=(body,), stops=True)
    return Code(result, low=0, high=1)


def _extreme(e: Fold, f: Frame, scope: Scope) -> Code:
    result = f.temporary()
    f.out.write(f"{result} = None")

    def inner(here: Scope) -> None:
        body = expressions.named(e.body, f, here)
        with f.out.block(f"if {result} is None or {body.text} {'<' if e.kind == 'min' else '>'} {result}"):
            f.out.write(f"{result} = {body.text}")

    loops(e.clauses, f, scope, inner, uses=(e.body,))
    with f.out.block(f"if {result} is None"):
        f.out.write(f"{result} = {e.empty}")
    low, high = f.module.known.interval(e, scope.ranges())
    return Code(result, low=low, high=high)


def _first(e: Fold, f: Frame, scope: Scope) -> Code:
    result = f.temporary()
    f.out.write(f"{result} = {e.empty}")
    low, high = f.module.known.interval(e, scope.ranges())
    code = Code(result, low=low, high=high)
    if not e.order:

        def take(here: Scope) -> None:
            f.out.write(f"{result} = {expressions.value(e.body, f, here).text}")
            if looped(e.clauses):
                f.out.write("break")

        loops(e.clauses, f, scope, take, uses=(e.body,), stops=True)
        return code
    best = f.temporary()
    f.out.write(f"{best} = None")

    def better(here: Scope) -> None:
        key = f.temporary()
        f.out.write(f"{key} = {key_text(e.order, f, here)}")
        with f.out.block(f"if {best} is None or {key} < {best}"):
            f.out.write(f"{best} = {key}")
            f.out.write(f"{result} = {expressions.value(e.body, f, here).text}")

    loops(e.clauses, f, scope, better, uses=(*(key.value for key in e.order), e.body))
    return code


def key_text(order: tuple[SortKey, ...], f: Frame, scope: Scope) -> str:
    """What a binding is ordered by, smallest first: a number, or a tuple of several."""
    texts = []
    for key in order:
        code = exact(expressions.raw(key.value, f, scope))
        texts.append(arithmetic.unary("neg", code).text if key.highest else code.text)
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


# -- runs of cells -------------------------------------------------------------------------------
def of_cells(e: Fold, f: Frame, scope: Scope) -> Code | None:
    """Sums over a run of cells, and what is asked of their values alone: `sum(v[a:b])`, `v[a:b].count(x)`, `x in v[a:b]`."""
    if len(e.clauses) != 1 or e.order:
        return None
    clause = e.clauses[0]
    match clause.source:
        case Range(Const(low), Const(high)) if high - low > 1:
            pass
        case _:
            return None

    def run(cell: Expr) -> str | None:
        if isinstance(cell, Cell) and cell.index is not None:
            offset = offset_of(cell.index, clause.name)
            if offset is not None and low + offset >= 0 and high + offset < cell.size:
                return f"v[{cell.base + low + offset}:{cell.base + high + offset + 1}]"
        return None

    match e.kind:
        case "sum" if clause.where is None:
            text = run(e.body)
            if text is not None and isinstance(e.body, Cell):
                ends = f.module.known.cells(e.body.base, e.body.size)
                count = high - low + 1
                return Code(f"sum({text})", low=min(0, count * ends[0]), high=max(0, count * ends[1]))
        case "count" | "any":
            tests = (*flat(clause.where), *(flat(e.body) if e.kind == "any" else ()))
            wanted = _wanted(tests, clause, run)
            if wanted is None:
                return None
            text, values = wanted
            codes = [expressions.value(value, f, scope) for value in values]
            if any(code.constant is None for code in codes) and len(codes) > 1 and e.kind == "count":
                return None  # two of them may be the same
            if e.kind == "any":
                asked = [Code(f"{code.at(COMPARE + 1)} in {text}", COMPARE, 0, 1, True) for code in codes]
                return chain(asked, False)
            counted = [Code(f"{text}.count({code.text})", low=0, high=high - low + 1) for code in codes]
            total = counted[0]
            for code in counted[1:]:
                total = joined("+", ADD, total, code, 0, high - low + 1)
            return total
        case _:
            pass
    return None


def _wanted(tests: tuple[Expr, ...], clause: Clause, run: object) -> tuple[str, list[Expr]] | None:
    """The run, and the values of which each cell that counts has one."""
    if len(tests) != 1:
        return None
    options = tests[0].parts if isinstance(tests[0], Or) else (tests[0],)
    found: list[Expr] = []
    texts: set[str] = set()
    for option in options:
        if not (isinstance(option, Binary) and option.op == "=="):
            return None
        for cell, value in ((option.a, option.b), (option.b, option.a)):
            text = run(cell)  # type: ignore[operator]
            if text is not None and clause.name not in free(value):
                texts.add(text)
                if value not in found:
                    found.append(value)
                break
        else:
            return None
    return (texts.pop(), found) if len(texts) == 1 else None


# -- reach ---------------------------------------------------------------------------------------
def reach_edges(e: ReachEdges, f: Frame, scope: Scope) -> Code:
    """Spread along the live edges until nothing is new."""
    if f.loops > DEEPEST_LOOP:
        return moved(e, f, scope)
    out, module = f.out, f.module
    start = expressions.named(e.start, f, scope)
    result, live, more, rest = (f.temporary() for _ in range(4))
    edge = f.loop_name(e.edge, scope)
    ends_a, ends_b = module.tables[e.ends_a], module.tables[e.ends_b]
    out.write(f"{live} = []")

    def keep(here: Scope) -> None:
        at = here[e.edge].text
        out.write(f"{live}.append(1 << {ends_a}[{at}] | 1 << {ends_b}[{at}])")

    clause = Clause(e.edge, Range(Const(0), Const(e.edges - 1)))
    loops((clause,), f, scope, keep, tests=(e.where,), uses=(Local(e.edge),))
    out.write(f"{result} = {arithmetic.bit(start, e.width, f).text}")
    out.write(f"{more} = {result}")
    with f.loop(f"while {more}"):
        out.write(f"{more} = 0")
        out.write(f"{rest} = []")
        with f.loop(f"for {edge} in {live}"):
            with out.block(f"if {edge} & {result}"):
                out.write(f"{more} = 1")
                out.write(f"{result} |= {edge}")
            with out.block("else"):
                out.write(f"{rest}.append({edge})")
        out.write(f"{live} = {rest}")
    return Code(result)


def reach_steps(e: ReachSteps, f: Frame, scope: Scope) -> Code:
    """Spread step by step until nothing is new."""
    if f.loops > DEEPEST_LOOP:
        return moved(e, f, scope)
    out = f.out
    start = expressions.named(e.start, f, scope)
    result, todo = f.temporary(), f.temporary()
    node = f.loop_name(e.node, scope)
    out.write(f"{result} = {arithmetic.bit(start, e.width, f).text}")
    out.write(f"{todo} = {result}")
    here = scope.bind(e.node, Code(node, low=0, high=e.width - 1))
    with f.loop(f"while {todo}"):
        out.write(f"{node} = ({todo} & -{todo}).bit_length() - 1")
        out.write(f"{todo} &= {todo} - 1")

        def inner(there: Scope) -> None:
            far = f.temporary()
            out.write(f"{far} = ({arithmetic.bit(there[e.clause.name], e.width, f).text}) & ~{result}")
            out.write(f"{result} |= {far}")
            out.write(f"{todo} |= {far}")

        loops((e.clause,), f, here, inner, uses=(Local(e.clause.name),))
    return Code(result)


def moved(e: Fold | ReachEdges | ReachSteps, f: Frame, scope: Scope) -> Code:
    """The expression in a function of its own, called with the names it needs."""
    module = f.module
    inside = Frame(module)
    given: dict[str, Code] = {}
    params: list[str] = []
    args: list[str] = []
    for name in sorted(free(e)):
        code = scope[name]
        if code.constant is None:
            param = inside.kept(name, Scope(given))
            given[name] = Code(param, ATOM, code.low, code.high)
            params.append(param)
            args.append(code.text)
        else:
            given[name] = code
    function = f"h_{len(module.moved) + 1}"
    module.moved.append(inside.out)
    with inside.out.block(f"def {function}({', '.join(['v', *params])})"):
        inside.out.write(f"return {expressions.value(e, inside, Scope(given)).text}")
    low, high = module.known.interval(e, scope.ranges())
    return Code(f"{function}({', '.join(['v', *args])})", ATOM, low, high)
