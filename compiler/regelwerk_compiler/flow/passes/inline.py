"""Pass `inline`: short formulas stand where they are called.

Goes in: a Program.  Comes out: one in which a call of a function without loops is the function's own formula, if it is short.
The functions stay, for those who ask for them by name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import flow
from ..flow import Call, Expr, Function, LetIn, Local, Program
from ..free import free
from ..known import Known
from ..rewrite import rebuild, substituted, walk

SMALL = 40  # steps of a function that is written out
FEW = 8  # words of one that is written out in any case
CHEAP = 4  # steps of an argument that may be written several times


def inline(program: Program) -> Program:
    """The pass."""
    return _Inline(program).run()


def inline_sets(program: Program) -> Program:
    """The same for formulas that have become a few words about a set, whatever the set costs: then it is seen that it is the same one."""
    return _Inline(program, by_words=True).run()


class _Inline:
    def __init__(self, program: Program, by_words: bool = False) -> None:
        self.program = program
        self.by_words = by_words
        self.known = Known(program)
        self.bodies: dict[str, Expr] = {}

    def run(self) -> Program:
        p = self.program
        functions = {name: replace(f, body=self.body(name)) for name, f in p.functions.items()}
        procedures = {name: replace(q, body=self.change(q.body)) for name, q in p.procedures.items()}
        blocks = tuple(replace(b, body=self.change(b.body), end=self.change(b.end)) for b in p.blocks)
        return replace(
            p,
            functions=functions,
            procedures=procedures,
            blocks=blocks,
            decisions=tuple(self.change(d) for d in p.decisions),
            chances=tuple(self.change(c) for c in p.chances),
        )

    def body(self, name: str) -> Expr:
        """A function's formula with short ones written out."""
        if name not in self.bodies:
            self.bodies[name] = self.program.functions[name].body  # should it ever call itself
            self.bodies[name] = self.change(self.program.functions[name].body)
        return self.bodies[name]

    def change(self, node: Any) -> Any:
        """The node with short functions written out."""
        node = rebuild(node, self.change)
        if isinstance(node, Call):
            return self.written(node, self.program.functions[node.function])
        return node

    def written(self, node: Call, function: Function) -> Expr:
        """A call, or what it calls."""
        body = self.body(function.name)
        long = len(list(walk(body))) > FEW if self.by_words else self.known.cost(body) > SMALL
        if long or any(isinstance(part, LOOPS) for part in walk(body)):
            return node
        bound = {part.name for part in walk(body) if isinstance(part, LetIn)}
        if any(bound & set(free(arg)) for arg in node.args):
            return node
        values: dict[str, Expr] = {}
        lets: list[tuple[str, Expr]] = []
        for param, arg in zip(function.params, node.args, strict=True):
            uses = sum(isinstance(part, Local) and part.name == param for part in walk(body))
            if uses < 2 or self.known.cost(arg) <= CHEAP:
                values[param] = arg
            else:
                lets.append((param, arg))
        spoken = {name for arg in node.args for name in free(arg)}
        if any(param in spoken for param, _ in lets):
            return node
        result: Expr = substituted(body, values)
        for param, arg in reversed(lets):
            result = LetIn(param, arg, result)
        return result


LOOPS = (flow.Fold, flow.ReachEdges, flow.ReachSteps, flow.Trial, flow.Digest)
