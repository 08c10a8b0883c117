"""What a piece of Flow reads: whether its value rests on the vector at all."""

from __future__ import annotations

from collections.abc import Callable

from .flow import Call, Cell, Digest, Holding, Program, Trial
from .rewrite import walk


def static_of(program: Program) -> frozenset[str]:
    """The functions that read no cell and try nothing, and call only such: their value rests on their arguments alone."""
    known: dict[str, bool] = {}

    def static(name: str) -> bool:
        if name not in known:
            known[name] = rests_on_names(program.functions[name].body, static)
        return known[name]

    return frozenset(name for name in program.functions if static(name))


def rests_on_names(node: object, static: Callable[[str], bool]) -> bool:
    """Whether no cell and no trial stands in it, nor in what it calls; `static` tells which functions are of that sort."""
    return not any(
        isinstance(part, Cell | Trial | Digest | Holding) or (isinstance(part, Call) and not static(part.function))
        for part in walk(node)
    )
