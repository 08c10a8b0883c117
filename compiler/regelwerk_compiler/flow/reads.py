"""What a piece of Flow reads: whether its value rests on the vector at all."""

from __future__ import annotations

from .flow import Call, Cell, Digest, Function, Program, Trial
from .rewrite import walk


def static_functions(functions: dict[str, Function]) -> frozenset[str]:
    """The functions that read no cell and try nothing, and call only such: their value rests on their arguments alone."""
    known: dict[str, bool] = {}

    def static(name: str) -> bool:
        if name not in known:
            known[name] = reads_nothing(functions[name].body)
        return known[name]

    def reads_nothing(node: object) -> bool:
        for part in walk(node):
            if isinstance(part, Cell | Trial | Digest) or (isinstance(part, Call) and not static(part.function)):
                return False
        return True

    return frozenset(name for name in functions if static(name))


def reads_nothing(node: object, static: frozenset[str]) -> bool:
    """Whether no cell and no trial stands in it, nor in what it calls; `static` are the functions of that sort."""
    for part in walk(node):
        if isinstance(part, Cell | Trial | Digest) or (isinstance(part, Call) and part.function not in static):
            return False
    return True


def static_of(program: Program) -> frozenset[str]:
    """The static functions of a program."""
    return static_functions(program.functions)
