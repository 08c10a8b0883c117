"""Engines: goes in a Flow, comes out something that plays it."""

from __future__ import annotations

from typing import Literal, get_args

from regelwerk_compiler.flow.flow import Program

from ..engine import Engine
from .generated import GeneratedPython
from .interpreter import Interpreter

EngineName = Literal["interpreter", "python", "native"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)


def engine_for(program: Program, name: EngineName = "python") -> Engine:
    """The engine of this name for a program.  Raises `NoNative` where C cannot be had."""
    if name == "native":
        from .native import Native

        return Native(program)
    return Interpreter(program) if name == "interpreter" else GeneratedPython(program)
