"""Which masks beside the cells a function of the module looks at.

Goes in: blocks, decisions, chances, functions.  Comes out: sets of planes, bit i for the i-th; whoever steps from rest to rest has only those
worked out that are looked at before the next rest.
"""

from __future__ import annotations

from ..flow.flow import Block, Call, Decide, Holding, Jump, Run, Trial
from ..flow.planes import key_of
from ..flow.rewrite import walk
from .blocks import successors
from .frame import Module


class Needs:
    """Looks through one program."""

    def __init__(self, module: Module) -> None:
        self.module, self.program, self.blocks = module, module.program, module.blocks
        self.bits = {key: 1 << i for i, key in enumerate(module.planes)}
        self._of: dict[object, tuple[int, bool]] = {}

    def blocks_in(self, name: str, functions: dict[int, str]) -> int:
        """What a function looks at that blocks were written into."""
        numbers = self.module.written[name]
        for number in tuple(numbers):
            numbers = numbers | self.module.written.get(functions.get(number, ""), set())
        found = 0
        for number in numbers:
            found |= self._seen(("block", number), self.blocks[number])[0]
        return found

    def decision(self, number: int) -> tuple[int, bool]:
        """What its options look at, and whether something is tried."""
        return self._seen(("decision", number), self.program.decisions[number])

    def chance(self, number: int) -> tuple[int, bool]:
        """What its outcomes look at, and whether something is tried."""
        return self._seen(("chance", number), self.program.chances[number])

    def function(self, name: str) -> tuple[int, bool]:
        """What a formula looks at, and whether something is tried."""
        return self._seen(("function", name), self.program.functions[name])

    def _seen(self, key: object, root: object) -> tuple[int, bool]:
        if key not in self._of:
            self._of[key] = self._look(root)
        return self._of[key]

    def _look(self, root: object) -> tuple[int, bool]:
        """Through functions, procedures, and all that a trial may come to."""
        found, tries = 0, False
        seen: set[object] = set()
        todo: list[tuple[object, bool]] = [(root, False)]
        while todo:
            thing, on = todo.pop()
            further: list[tuple[object, object, bool]] = []
            if on and isinstance(thing, Block):
                if isinstance(thing.end, Decide):
                    decision = thing.end.decision
                    further.append((("decision", decision), self.program.decisions[decision], False))
                if not (isinstance(thing.end, Jump) and thing.end.leaving):
                    further += [(("block", n), self.blocks[n], True) for n in successors(thing, self.program)]
            for node in walk(thing):
                match node:
                    case Holding():
                        found |= self.bits[key_of(node)]
                    case Trial(number):
                        tries = True
                        further.append((("block", number), self.blocks[number], True))
                    case Call(name):
                        further.append((("function", name), self.program.functions[name], False))
                    case Run(name):
                        further.append((("procedure", name), self.program.procedures[name], False))
                    case _:
                        pass
            for key, inner, goes_on in further:
                if key not in seen:
                    seen.add(key)
                    todo.append((inner, goes_on))
        return found, tries
