"""Engines: goes in a Flow, comes out something that plays it."""

from __future__ import annotations

from typing import Literal

from regelwerk_compiler.flow.flow import Program

from ..engine import Engine
from .generated import GeneratedPython
from .interpreter import Interpreter

EngineName = Literal["interpreter", "python"]


def engine_for(program: Program, name: EngineName = "python") -> Engine:
    """The engine of this name for a program."""
    return Interpreter(program) if name == "interpreter" else GeneratedPython(program)
