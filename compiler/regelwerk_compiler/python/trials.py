"""Trials of the Flow as functions of Python.

Goes in: the blocks that are tried.  Comes out: `try_N`, which gives 1 if the block comes through on a copy of the vector, else 0.

Mostly that is one straight function: it copies the vector before its first store, leaves out what nobody would see, and returns 0 where
something is refused.  Where blocks meet, or trials may lie in each other without end, it is run block by block (`tried_N`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..flow.flow import TRIAL_DEPTH, Block, Call, Decide, Jump, Program, Run, Trial
from ..flow.rewrite import walk
from .blocks import Region, rests, successors
from .frame import Frame, Module
from .writer import Writer


def too_deep(program: Program) -> bool:
    """Whether trials may lie in each other without end, or deeper than is allowed."""
    blocks = {block.number: block for block in program.blocks}
    inside = {number: set(_tried_in(blocks[number], blocks, program)) for number in _all_trials(program)}
    depth: dict[int, int] = {}

    def deep(number: int, path: frozenset[int]) -> int:
        if number in path:
            return TRIAL_DEPTH + 1
        if number not in depth:
            depth[number] = 1 + max((deep(other, path | {number}) for other in inside[number]), default=0)
        return depth[number]

    return any(deep(number, frozenset()) > TRIAL_DEPTH for number in inside)


def _all_trials(program: Program) -> list[int]:
    bodies = (
        *program.blocks,
        *program.decisions,
        *program.chances,
        *program.functions.values(),
        *program.procedures.values(),
    )
    return sorted({node.block for node in walk(bodies) if isinstance(node, Trial)})


def _tried_in(block: Block, blocks: dict[int, Block], program: Program) -> Iterator[int]:
    """The trials that a trial of a block may come to."""
    seen: set[object] = {block.number}
    todo: list[object] = [block]
    while todo:
        thing = todo.pop()
        if isinstance(thing, Block):
            if isinstance(thing.end, Decide):
                todo.append(program.decisions[thing.end.decision].options)
            elif not (isinstance(thing.end, Jump) and thing.end.leaving):
                todo += [blocks[n] for n in successors(thing, program) if n not in seen]
                seen.update(successors(thing, program))
        for node in walk(thing):
            match node:
                case Trial(number):
                    yield number
                case Call(name) if (0, name) not in seen:
                    seen.add((0, name))
                    todo.append(program.functions[name])
                case Run(name) if (1, name) not in seen:
                    seen.add((1, name))
                    todo.append(program.procedures[name])
                case _:
                    pass


def write_trials(module: Module, meeting: set[int]) -> list[Writer]:
    """All that are asked for, and those that they ask for."""
    parts: list[Writer] = []
    done = 0
    while done < len(module.trials) or module.wanted - module.tried:
        for number in module.trials[done:]:
            parts.append(_straight(number, module, meeting) or _stepwise(number, module))
        done = len(module.trials)
        for number in sorted(module.wanted - module.tried):
            module.tried.add(number)
            f, _ = _region(number, module, meeting, lazy=False)
            out = Writer()
            out.write(_head(f"tried_{number}", module.blocks[number], module))
            out.put(f.out.lines, 0)
            parts.append(out)
    return parts


def _head(name: str, block: Block, module: Module) -> str:
    return f"def {name}({', '.join(['v', *(module.variables[param] for param in block.params)])}):"


def _region(number: int, module: Module, meeting: set[int], lazy: bool) -> tuple[Frame, Region]:
    """The body of a function that tries a block."""
    f = Frame(module, module.variables)
    f.trial, f.lazy = True, lazy
    f.out.level = 1
    region = Region(module, f, {}, meeting, "trial")
    if rests(module.blocks[number]):
        region.rest(module.blocks[number])
    else:
        region.write(number)
    if not lazy:
        module.wanted |= region.goes_on
    return f, region


def _straight(number: int, module: Module, meeting: set[int]) -> Writer | None:
    """One function, if it comes to that."""
    if module.known.deep:
        return None
    f, region = _region(number, module, meeting, lazy=True)
    if region.goes_on:
        return None
    out = Writer()
    out.write(_head(f"try_{number}", module.blocks[number], module))
    out.level = 1
    if region.raises:
        out.write("try:")
        out.put(f.out.lines, 0)
        out.write("except RuleFault:")
        out.level = 2
        out.write("return 0")
    else:
        out.put(f.out.lines, 1)
    return out


def _stepwise(number: int, module: Module) -> Writer:
    """On a copy, block by block."""
    module.wanted.add(number)
    block = module.blocks[number]
    out = Writer()
    out.write(_head(f"try_{number}", block, module))
    out.level = 1
    out.write("v = deeper(v)" if module.known.deep else "v = v[:]")
    args = ", ".join(["v", *(module.variables[param] for param in block.params)])
    with out.block("try"):
        out.write(f"return steps(v, tried_{number}({args}))")
    with out.block("except RuleFault"):
        out.write("return 0")
    return out
