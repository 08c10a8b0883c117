"""A fault of the rules while they were played -> a sentence with the address, the reason, the rule that ran and its place in the file."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.flow.flow import (
    DIVIDED_BY_ZERO,
    ENDLESS,
    NO_OUTCOME,
    NOTHING_LEGAL,
    TOO_DEEP,
    TOO_LONG,
    TOO_MANY,
    Block,
    Program,
)

from .clock import limit
from .engine import RuleFault
from .engines.interpreter import Interpreter

LOOKED_FOR = 0.3  # seconds that may go into finding the place
OWN_REASONS = {
    DIVIDED_BY_ZERO: "something is divided by 0",
    ENDLESS: "the rules go on for ever without asking anybody",
    NOTHING_LEGAL: "nothing is legal, and the rules do not say what happens then",
    TOO_MANY: "a list is longer than the rules allow",
    TOO_DEEP: "an option asks whether another is possible, which asks again, too deep",
    NO_OUTCOME: "chance has nothing that could happen",
    TOO_LONG: "a single step goes on for too long, and was broken off",
}


def reason_words(program: Program, number: int) -> str:
    """A reason by its number, with where it was written."""
    if number in OWN_REASONS:
        return OWN_REASONS[number]
    if not 0 <= number < len(program.reasons):
        return f"reason {number}"
    reason = program.reasons[number]
    place = f" ({reason.span})" if reason.span else ""
    address = f"{reason.address}: " if reason.address else ""
    return f"{address}{reason.text}{place}"


def sentence(program: Program, number: int, before: Sequence[int] | None = None, played: int | None = None) -> str:
    """What broke; with the vector before and what was played also in which rule (found by playing it again, slowly)."""
    where = ""
    if before is not None:
        block = broke_in(program, before, played)
        if block is not None:
            place = f", {block.origin}" if block.origin is not None and not 0 <= number < len(program.reasons) else ""
            where = f" in `{block.name}`{place}" if block.name else ""
    return f"the rules of {program.game} broke down{where}: {reason_words(program, number)}"


def broke_in(program: Program, before: Sequence[int], played: int | None) -> Block | None:
    """The block that ran when it broke; `played` None: the start of a game."""
    try:
        interpreter = Interpreter(program)
        limit(interpreter, LOOKED_FOR)
        if played is None:
            interpreter.start(0)
        else:
            interpreter.play(list(before), played)
    except RuleFault as fault:
        trace, found = (fault.__cause__ or fault).__traceback__, None
        while trace is not None:
            here = trace.tb_frame.f_locals.get("here") if trace.tb_frame.f_code.co_name == "_run" else None
            found = here if isinstance(here, Block) else found
            trace = trace.tb_next
        return found
    except Exception:  # a fault of ours must not hide the fault of the rules
        return None
    return None
