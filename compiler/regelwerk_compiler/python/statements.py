"""Statements of the Flow as statements of Python.

Goes in: statements.  Comes out: lines in the frame.  What is refused raises `RuleFault`; in a trial, it returns that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from typing import assert_never

from ..flow.flow import (
    REPEAT_LIMIT,
    Assign,
    Bits,
    Cell,
    Collect,
    Const,
    Each,
    Expr,
    Fail,
    Local,
    Repeat,
    Require,
    Run,
    Stmt,
    Store,
    When,
)
from . import conditions, expressions, share
from .code import ADD, Code, negated, number, plus
from .folds import key_text
from .frame import Frame, Scope, names_set
from .loops import looped, loops
from .planes import Planes


def known_names(statements: Iterable[Stmt], params: Mapping[str, Code], f: Frame) -> Scope:
    """The scope of a block or procedure: its parameters and all names its statements set."""
    names = dict(params)
    values: dict[str, list[Expr | None]] = {}
    for name, value in names_set(statements):
        values.setdefault(name, []).append(value)
    for name, given in values.items():
        if len(given) == 1 and given[0] is not None and name not in params:
            ranges: dict[object, tuple[int, int]] = {known: (code.low, code.high) for known, code in names.items()}
            names[name] = f.variable(name, *f.module.known.interval(given[0], ranges))
        else:
            names[name] = f.variable(name)
    return Scope(names)


def write(statements: Iterable[Stmt], f: Frame, scope: Scope) -> None:
    """The statements in order."""
    for statement in statements:
        if f.lazy and f.module.effects.stores(statement):
            f.out.write("v = v[:]")
            f.lazy = False
        match statement:
            case Assign(name, given):
                f.facts.clear()
                here = share.repeated([given], f, scope)
                f.out.write(f"{scope[name].text} = {expressions.value(given, f, here).text}")
            case Store():
                store(statement, f, scope)
                f.facts.clear()
            case When(test, then, otherwise):
                f.facts.clear()
                when(test, then, otherwise, f, scope)
            case Each():
                f.facts.clear()
                each(statement, f, scope)
            case Repeat(test, body, reason):
                f.facts.clear()
                count = f.temporary()
                with f.loop(f"for {count} in range({REPEAT_LIMIT + 1})"):
                    code = negated(expressions.raw(test, f, scope))
                    with f.out.block(f"if {code.text}"):
                        f.out.write("break")
                    with f.out.block(f"if {count} == {REPEAT_LIMIT}"):
                        refuse(reason, f)
                    write(body, f, scope)
            case Collect():
                f.facts.clear()
                collect(statement, f, scope)
            case Run(name, args):
                f.facts.clear()
                text = ", ".join(["v", *(expressions.value(arg, f, scope).text for arg in args)])
                f.out.write(f"{f.module.procedures[name]}({text})")
            case Require(test, reason):
                here = share.repeated([test], f, scope)
                code = negated(expressions.raw(test, f, here))
                if code.constant is None:
                    with f.out.block(f"if {code.text}"):
                        refuse(reason, f)
                elif code.constant:
                    refuse(reason, f)
            case Fail(reason):
                refuse(reason, f)
            case _:
                assert_never(statement)


def refuse(reason: int, f: Frame) -> None:
    """It is not allowed."""
    f.out.write("return 0" if f.trial else f"raise RuleFault({reason})")


def store(statement: Store, f: Frame, scope: Scope) -> None:
    """A cell gets a value, if it fits."""
    index = () if statement.cell.index is None else (statement.cell.index,)
    here = share.repeated([statement.value, *index], f, scope)
    cell = expressions.raw(
        statement.cell, f, Scope(here.names, {e: c for e, c in here.shared.items() if e != statement.cell})
    )
    given = expressions.value(statement.value, f, here)
    if statement.check is not None and not given.within(statement.low, statement.high):
        given = f.name(given)
        with f.out.block(f"if not {statement.low} <= {given.text} <= {statement.high}"):
            refuse(statement.check, f)
    kept = [planes for planes in f.module.planes.values() if planes.meets(statement.cell)]
    if kept:
        noted(statement.cell, cell, given, kept, f, here)
        return
    for op in ("+", "-"):
        if given.binds == ADD and given.text.startswith(f"{cell.text} {op} "):
            rest = given.text[len(cell.text) + 3 :]
            if rest.isidentifier() or rest.isdigit():
                f.out.write(f"{cell.text} {op}= {rest}")
                return
    f.out.write(f"{cell.text} = {given.text}")


def noted(target: Cell, cell: Code, given: Code, kept: list[Planes], f: Frame, scope: Scope) -> None:
    """A cell gets a value, and the masks beside it follow: its bit leaves the one and goes to the other."""
    out = f.out
    at = number(0) if target.index is None else expressions.value(target.index, f, scope)
    given = f.name(given) if given.constant is None else given
    known = f.facts.get(target)
    old = Code(f.temporary()) if known is None else number(known)
    if known is None:
        out.write(f"{old.text} = {cell.text}")
    out.write(f"{cell.text} = {given.text}")
    bits: dict[int, str] = {}
    for planes in kept:
        place = plus(at, number(target.base - planes.base))
        with out.indented() if not place.within(0, planes.size - 1) else nullcontext():
            if not place.within(0, planes.size - 1):
                out.lines.append((out.level - 1, f"if 0 <= {place.text} < {planes.size}:"))
            if planes.base not in bits:
                bits[planes.base] = f.temporary()
                text = str(1 << place.constant) if place.constant is not None else f"1 << {place.at(ADD)}"
                out.write(f"{bits[planes.base]} = {text}")
            bit = bits[planes.base]
            for code in (old, given):
                if planes.same:
                    where = plus(code, number(planes.first - planes.least))
                else:
                    values, place_ = f.module.program.tables[planes.table].values, plus(code, number(-planes.low))
                    class_ = Code(f"{f.module.tables[planes.table]}[{place_.text}]")
                    if place_.constant is not None:
                        class_ = number(values[place_.constant])
                    where = plus(class_, number(planes.first - planes.least))
                out.write(f"v[{where.text}] ^= {bit}")


def when(test: Expr, then: tuple[Stmt, ...], otherwise: tuple[Stmt, ...], f: Frame, scope: Scope) -> None:
    """`if`."""
    here = share.repeated([test], f, scope)
    if not otherwise:
        conditions.tested((test,), f, here, lambda: write(then, f, scope))
        return
    code = expressions.raw(test, f, here)
    if code.constant is not None and not code.loose:
        write(then if code.constant else otherwise, f, scope)
        return
    with f.out.block(f"if {code.text}"):
        write(then, f, scope)
    with f.out.block("else"):
        write(otherwise, f, scope)


def each(statement: Each, f: Frame, scope: Scope) -> None:
    """A loop, or a list of what is found and then a loop over it."""
    names = [f.variables[clause.name] for clause in statement.clauses]
    if not statement.snapshot and not statement.order:
        if statement.first and lowest(statement, f, scope):
            return

        def body(here: Scope) -> None:
            write(statement.body, f, here)
            if statement.first and looped(statement.clauses):
                f.out.write("break")

        loops(statement.clauses, f, scope, body, stops=statement.first, statements=True)
        return
    found = f.temporary()
    f.out.write(f"{found} = []")
    inside: dict[str, Code] = {}

    def note(here: Scope) -> None:
        inside.update(here.names)
        values = [here[clause.name].text for clause in statement.clauses]
        if statement.order:  # equal keys are told apart by when they were found
            values = [key_text(statement.order, f, here), f"len({found})", *values]
        f.out.write(f"{found}.append({tuple_text(values)})")

    uses = tuple(key.value for key in statement.order)
    bound = tuple(Local(clause.name) for clause in statement.clauses)
    loops(statement.clauses, f, scope, note, uses=(*uses, *bound))
    if statement.order:
        f.out.write(f"{found}.sort()")
        names = ["_", "_", *names]
    here = scope
    for clause in statement.clauses:
        code = inside.get(clause.name)
        ends = (code.low, code.high) if code else (0, 0)
        here = here.bind(clause.name, f.variable(clause.name, *ends))
    with f.loop(f"for {tuple_text(names)} in {found}{'[:1]' if statement.first else ''}"):
        write(statement.body, f, here)


def lowest(statement: Each, f: Frame, scope: Scope) -> bool:
    """For the first bit of a mask no loop is written."""
    if len(statement.clauses) != 1 or statement.clauses[0].where is not None:
        return False
    clause = statement.clauses[0]
    if not isinstance(clause.source, Bits):
        return False
    name = f.variables[clause.name]
    bits = f.name(expressions.value(clause.source.mask, f, scope))
    if bits.constant is not None:
        return False
    with f.out.block(f"if {bits.text}"):
        f.out.write(f"{name} = ({bits.text} & -{bits.text}).bit_length() - 1")
        write(statement.body, f, scope.bind(clause.name, Code(name, low=0, high=clause.source.width - 1)))
    return True


def tuple_text(texts: list[str]) -> str:
    """A tuple."""
    return f"({', '.join(texts)}{',' * (len(texts) == 1)})"


def collect(statement: Collect, f: Frame, scope: Scope) -> None:
    """Find all values, then write them with their number in front."""
    found = f.temporary()
    f.out.write(f"{found} = []")

    def note(here: Scope) -> None:
        text = expressions.value(statement.value, f, here).text
        if statement.order:
            text = f"({key_text(statement.order, f, here)}, len({found}), {text})"
        f.out.write(f"{found}.append({text})")

    uses = (statement.value, *(key.value for key in statement.order))
    loops(statement.clauses, f, scope, note, uses=uses)
    if statement.order:
        f.out.write(f"{found}.sort()")
        f.out.write(f"{found} = [t_0[2] for t_0 in {found}]")
    if f.module.known.bound(statement.clauses, scope.ranges())[1] > statement.size:
        with f.out.block(f"if len({found}) > {statement.size}"):
            f.out.write("return 0" if f.trial else "raise RuleFault(TOO_MANY)")
    first, end = statement.base + 1, statement.base + 1 + statement.size
    f.out.write(f"v[{statement.base}] = len({found})")
    f.out.write(f"v[{first}:{end}] = {found} + INITIAL[{first} + len({found}):{end}]")
    if any(planes.meets(Cell(statement.base, Const(0), statement.size + 1)) for planes in f.module.planes.values()):
        f.out.write(f"v[{f.module.cells}:{f.module.cells + f.module.beside}] = planes(v)")
