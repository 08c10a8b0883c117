"""Generated Python as an engine.

Goes in: a `Program`.  Comes out: an `Engine` whose methods are the functions of the generated module themselves.
The source is registered under a name of its own, so that tracebacks and debuggers show it.  What took long to write is kept, see `cache.py`.
"""

from __future__ import annotations

import importlib.util
import linecache
import marshal
import sys
from collections.abc import Callable
from types import CodeType
from typing import Any

from regelwerk_compiler.flow.flow import Program

from .. import cache
from ..engine import Vector

WORTH_KEEPING = 40_000  # characters; below, writing and compiling takes a tenth of a second


class GeneratedPython:
    """Runs the module that was written for one program."""

    name = "python"

    start: Callable[[int], Vector]
    options: Callable[[Vector], list[int]]
    outcomes: Callable[[Vector], list[tuple[int, int]]]
    play: Callable[[Vector, int], None]
    toss: Callable[[Vector], int]
    settle: Callable[[Vector], None]
    evaluate: Callable[..., int]
    playout: Callable[[Vector, int], int]

    def __init__(self, program: Program) -> None:
        self.program = program
        self.file = file_name(program)
        self.source, code = written(program, self.file)
        module = load(self.source, code, self.file)
        for name in ("start", "options", "outcomes", "play", "toss", "settle", "evaluate", "playout"):
            setattr(self, name, module[name])


def file_name(program: Program) -> str:
    """Under which name tracebacks show the source."""
    return f"<regelwerk:{program.game}-{len(program.seats)}>"


def written(program: Program, file: str) -> tuple[str, CodeType]:
    """The module of a program, as text and compiled; out of the cache if it lies there."""
    key = cache.key_of_program(program, sys.implementation.cache_tag, importlib.util.MAGIC_NUMBER, __debug__)
    match cache.fetch(key, "python"):
        case (str(source), bytes(compiled)):
            return source, marshal.loads(compiled)
    from regelwerk_compiler.flow.passes import optimise
    from regelwerk_compiler.python import emit

    source = emit(optimise(program))
    code = compile(source, file, "exec")
    if len(source) >= WORTH_KEEPING:
        cache.keep(key, "python", (source, marshal.dumps(code)))
    return source, code


def load(source: str, code: CodeType, file: str) -> dict[str, Any]:
    """Run the module; tracebacks will find its lines."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": file.strip("<>")}
    exec(code, names)
    return names
