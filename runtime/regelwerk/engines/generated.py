"""Generated Python as an engine.

Goes in: a `Program`.  Comes out: an `Engine` whose methods are the functions of the generated module themselves.
The source is registered under a name of its own, so that tracebacks and debuggers show it.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.flow.passes import optimise
from regelwerk_compiler.python import emit

from ..engine import Vector


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
        self.source = emit(optimise(program))
        self.file = file_name(program)
        module = load(self.source, self.file)
        for name in ("start", "options", "outcomes", "play", "toss", "settle", "evaluate", "playout"):
            setattr(self, name, module[name])


def file_name(program: Program) -> str:
    """Under which name tracebacks show the source."""
    return f"<regelwerk:{program.game}-{len(program.seats)}>"


def load(source: str, file: str) -> dict[str, Any]:
    """Run the module; tracebacks will find its lines."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": file.strip("<>")}
    exec(compile(source, file, "exec"), names)
    return names
