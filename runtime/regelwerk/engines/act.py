"""Statements of the Flow, carried out as they stand.

Goes in: statements and a `Scene`.  Comes out: the scene's vector and names, changed; `RuleFault` where something is
refused.

Fixed here, for every engine
----------------------------
* A block, procedure or function has one set of locals.  `Assign` and the clauses of `Each` set them; the clauses of
  `Collect` are its own.
* `Each` without `snapshot` or `order` looks for the next binding after the body has run for the one before.
  Otherwise all bindings, and their keys, are found first.  Equal keys keep their order.
* `Collect` finds all its values before it writes; more than `size` refuse (TOO_MANY); cells it does not need get the
  value they have in `Program.initial`.
* `Store` values the index before the value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from regelwerk_compiler.flow.evaluate import Scene, bindings, place, sort_key, truth, value
from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import (
    REPEAT_LIMIT,
    TOO_MANY,
    Assign,
    Collect,
    Each,
    Fail,
    Repeat,
    Require,
    Run,
    Stmt,
    Store,
    When,
)

from ..engine import RuleFault


def act(statements: tuple[Stmt, ...], s: Scene) -> None:
    """Carry out the statements in order."""
    for statement in statements:
        match statement:
            case Assign(name, given):
                s.names[name] = value(given, s)
            case Store():
                store(statement, s)
            case When(test, then, otherwise):
                act(then if truth(test, s) else otherwise, s)
            case Each():
                for _ in each(statement, s):
                    act(statement.body, s)
            case Repeat(test, body, reason):
                rounds = 0
                while truth(test, s):
                    rounds += 1
                    if rounds > REPEAT_LIMIT:
                        raise RuleFault(reason)
                    act(body, s)
            case Collect():
                collect(statement, s)
            case Run(name, args):
                procedure = s.program.procedures[name]
                values = [value(arg, s) for arg in args]
                act(procedure.body, s.fresh(dict(zip(procedure.params, values, strict=True))))
            case Require(test, reason):
                if not truth(test, s):
                    raise RuleFault(reason)
            case Fail(reason):
                raise RuleFault(reason)
            case _:
                assert_never(statement)


def store(statement: Store, s: Scene) -> None:
    """A cell gets a value, if it fits."""
    cell = statement.cell.base + place(statement.cell.index, statement.cell.size, s)
    given = value(statement.value, s)
    if statement.check is not None and not statement.low <= given <= statement.high:
        raise RuleFault(statement.check)
    put(cell, given, s)


def put(cell: int, given: int, s: Scene) -> None:
    """Write, and hold the Flow to what it says about its cells."""
    for info in s.program.cells:
        if info.base <= cell < info.base + info.size and not info.low <= given <= info.high:
            raise FlowFault(f"{given} outside {info.low}..{info.high} of {info.name}")
    s.vector[cell] = given


def each(statement: Each, s: Scene) -> Iterator[None]:
    """Every binding for which the body is to run, set in the scene's names."""
    if not statement.snapshot and not statement.order:
        for _ in bindings(statement.clauses, s, stay=True):
            yield
            if statement.first:
                return
        return
    inside = s.inner()
    found = [(sort_key(statement.order, inside), values) for values in bindings(statement.clauses, inside)]
    found.sort(key=lambda pair: pair[0])
    for _, values in found[:1] if statement.first else found:
        for clause, number in zip(statement.clauses, values, strict=True):
            s.names[clause.name] = number
        yield


def collect(statement: Collect, s: Scene) -> None:
    """The values of all bindings, written as a list with its length in front."""
    inside = s.inner()
    found = [
        (sort_key(statement.order, inside), value(statement.value, inside)) for _ in bindings(statement.clauses, inside)
    ]
    found.sort(key=lambda pair: pair[0])
    if len(found) > statement.size:
        raise RuleFault(TOO_MANY)
    put(statement.base, len(found), s)
    for i in range(statement.size):
        cell = statement.base + 1 + i
        put(cell, found[i][1] if i < len(found) else s.program.initial[cell], s)
