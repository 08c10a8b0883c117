"""The reference interpreter: runs a Flow as plainly as it can, and so is the oracle for every other engine.

Goes in: a `Program`.  Comes out: an `Engine`.

Fixed here, for every engine (expressions: `flow/evaluate.py`; statements: `act.py`)
---------------------------------------------------------------------------
* `start`: the initial vector, KEY from the seed, then on from `entry` to the first rest.
* Arriving at a `Decide`: with an option the machine rests there.  With none it goes on at `otherwise`; without one it
  refuses (NOTHING_LEGAL).
* Arriving at a `Toss` it rests, and at a `Stop` it rests for good.  PC is written at a rest and at no other time.
* `play` of an option: DECISIONS grows by one, then the target is entered with the arguments.  An outcome leaves
  DECISIONS and KEY alone.  When the machine comes to rest at a `Decide` with DECISIONS at `most_decisions` or above, PC
  becomes CAPPED; chance that is still to be tossed happens first.
* Options are ascending within each `Options` and each number is there once, whatever order the clauses have.
  Outcomes are in the order of their bindings.
* `toss`: KEY steps on; `pick` below the sum of all weights says which outcome, counting weights in the order of
  `outcomes`.
* `settle` (and `playout`) refuse after TOSS_LIMIT tosses in a row (ENDLESS).
* A trial works on a copy of the vector.  It comes through at a `Stop`, a leaving jump, a `Toss`, and a `Decide`,
  unless that `refuses` and has no option.
  It fails on anything refused inside.  Branches, returns and other jumps are followed.
* Refused in earnest: `RuleFault`.  More than RUN_LIMIT blocks entered without a rest refuse (ENDLESS), in earnest and
  in a trial, each counting from 0.  So does a block that is entered with the vector that it was entered with before, as
  nothing else decides what happens: whoever does that goes round for ever.  An engine may find it out at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from regelwerk_compiler.flow.evaluate import Scene, bindings, truth, value
from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import (
    CAPPED,
    DECISIONS,
    ENDLESS,
    KEY,
    NO_OUTCOME,
    NOTHING_LEGAL,
    PC,
    RUN_LIMIT,
    TOO_DEEP,
    TOSS_LIMIT,
    TRIAL_DEPTH,
    Block,
    Branch,
    Decide,
    Decision,
    Expr,
    Jump,
    Numbers,
    Options,
    Outcomes,
    Program,
    Return,
    Stop,
    Toss,
)
from regelwerk_compiler.flow.reads import static_of

from .. import chance
from ..engine import RuleFault, Vector
from .act import act


class Interpreter:
    """Walks the Flow."""

    name = "interpreter"

    def __init__(self, program: Program) -> None:
        self.program = program
        self._blocks = {block.number: block for block in program.blocks}
        self._static = static_of(program)
        self._known: dict[tuple[str, tuple[int, ...]], int] = {}

    # -- the protocol ----------------------------------------------------------------------------
    def start(self, seed: int) -> Vector:
        """A new game at its first rest."""
        vector = list(self.program.initial)
        vector[KEY] = chance.key_of(seed)
        self._run(vector, self.program.entry, ())
        return vector

    def options(self, vector: Vector) -> list[int]:
        """The numbers of all legal options."""
        decision = self._decision(self._blocks[vector[PC]])
        return [] if decision is None else self._list(decision, self._scene(vector))

    def outcomes(self, vector: Vector) -> list[tuple[int, int]]:
        """The numbers and weights of all outcomes."""
        found = []
        end = self._blocks[vector[PC]].end
        if isinstance(end, Toss):
            for outcomes in self.program.chances[end.chance].outcomes:
                scene = self._scene(vector)
                for values in bindings(outcomes.clauses, scene):
                    weight = value(outcomes.weight, scene)
                    if weight > 0:
                        found.append((number_of(self.program.numbers[outcomes.numbers], values), weight))
        return found

    def play(self, vector: Vector, number: int) -> None:
        """Play an option or let an outcome happen."""
        end = self._blocks[vector[PC]].end
        choices: tuple[Options, ...] | tuple[Outcomes, ...] = ()
        if isinstance(end, Decide):
            choices = self.program.decisions[end.decision].options
            vector[DECISIONS] += 1
        elif isinstance(end, Toss):
            choices = self.program.chances[end.chance].outcomes
        for choice in choices:
            numbers = self.program.numbers[choice.numbers]
            if numbers.base <= number < numbers.base + numbers.size:
                self._run(vector, choice.target, numbers.arguments(number))
                break
        else:
            raise FlowFault(f"{number} is nothing that can be played in block {vector[PC]}")
        asks = isinstance(self._blocks[vector[PC]].end, Decide)
        if asks and vector[DECISIONS] >= self.program.most_decisions:
            vector[PC] = CAPPED

    def toss(self, vector: Vector) -> int:
        """The outcome that the key picks."""
        found = self.outcomes(vector)
        vector[KEY] = chance.step(vector[KEY])
        at = chance.pick(vector[KEY], sum(weight for _, weight in found))
        for number, weight in found:
            at -= weight
            if at < 0:
                return number
        raise RuleFault(NO_OUTCOME)

    def settle(self, vector: Vector) -> None:
        """Let chance happen until somebody decides or the game is over."""
        for _ in range(TOSS_LIMIT):
            if not isinstance(self._blocks[vector[PC]].end, Toss):
                return
            self.play(vector, self.toss(vector))
        raise RuleFault(ENDLESS)

    def evaluate(self, function: str, vector: Vector, *args: int) -> int:
        """The value of a function."""
        f = self.program.functions[function]
        return value(f.body, self._scene(vector, dict(zip(f.params, args, strict=True))))

    def value(self, expr: Expr, vector: Sequence[int], names: Mapping[str, int] | None = None) -> int:
        """The value of any formula of the Flow with these names bound; for views and scenarios, no part of the protocol."""
        return value(expr, self._scene(vector, dict(names or {})))  # type: ignore[arg-type]  # only read

    def playout(self, vector: Vector, key: int) -> int:
        """Random options to the end."""
        played = 0
        self.settle(vector)
        while not isinstance(self._blocks[vector[PC]].end, Stop):
            options = self.options(vector)
            key = chance.step(key)
            self.play(vector, options[chance.pick(key, len(options))])
            played += 1
            self.settle(vector)
        return played

    # -- blocks ----------------------------------------------------------------------------------
    def _scene(self, vector: Vector, names: dict[str, int] | None = None, depth: int = 0) -> Scene:
        return Scene(self.program, vector, names or {}, depth, self._tries, self._known, self._static)

    def _decision(self, block: Block) -> Decision | None:
        return self.program.decisions[block.end.decision] if isinstance(block.end, Decide) else None

    def _list(self, decision: Decision, scene: Scene) -> list[int]:
        """The options, upwards within each rule."""
        return [number for numbers in self._legal(decision, scene) for number in sorted(set(numbers))]

    def _any(self, decision: Decision, scene: Scene) -> bool:
        """Whether there is an option; behind the first one nothing is looked at, and nothing can be refused."""
        return any(True for numbers in self._legal(decision, scene) for _ in numbers)

    def _legal(self, decision: Decision, scene: Scene) -> Iterator[Iterator[int]]:
        """The numbers that are legal, rule by rule, as they are bound."""
        scene = scene.inner()
        for name, e in decision.before:
            scene.names[name] = value(e, scene)
        for options in decision.options:
            yield self._numbers(options, scene.inner())

    def _numbers(self, options: Options, scene: Scene) -> Iterator[int]:
        numbers = self.program.numbers[options.numbers]
        for values in bindings(options.clauses, scene):
            if options.guard is None or truth(options.guard, scene):
                yield number_of(numbers, values)

    def _run(self, vector: Vector, block: int, args: tuple[int, ...]) -> None:
        """In earnest, to the next rest."""
        rounds = _Rounds()
        for _ in range(RUN_LIMIT):
            if rounds.again(block, vector):
                break
            here = self._blocks[block]
            scene = self._scene(vector, dict(zip(here.params, args, strict=True)))
            act(here.body, scene)
            match here.end:
                case Decide(number):
                    decision = self.program.decisions[number]
                    if self._any(decision, scene):
                        vector[PC] = block
                        return
                    if decision.otherwise is None:
                        raise RuleFault(NOTHING_LEGAL)
                    block, args = decision.otherwise, ()
                case Toss() | Stop():
                    vector[PC] = block
                    return
                case _:
                    block, args = self._next(here.end, scene), ()
        raise RuleFault(ENDLESS)

    def _next(self, end: Jump | Branch | Return, scene: Scene) -> int:
        match end:
            case Jump(target):
                return target
            case Branch(test, then, otherwise):
                return then if truth(test, scene) else otherwise
            case Return(cell, targets):
                target = scene.vector[cell]
                if target not in targets:
                    raise FlowFault(f"return to block {target}, which is none of {targets}")
                return target
            case _:
                assert_never(end)

    def _tries(self, scene: Scene, block: int, args: tuple[int, ...]) -> bool:
        """On a copy: does it come through?"""
        if scene.depth >= TRIAL_DEPTH:
            raise RuleFault(TOO_DEEP)
        vector = list(scene.vector)
        try:
            rounds = _Rounds()
            for _ in range(RUN_LIMIT):
                if rounds.again(block, vector):
                    break
                here = self._blocks[block]
                inside = self._scene(vector, dict(zip(here.params, args, strict=True)), scene.depth + 1)
                act(here.body, inside)
                match here.end:
                    case Decide(number):
                        decision = self.program.decisions[number]
                        stuck = decision.refuses and decision.otherwise is None and not self._any(decision, inside)
                        return not stuck
                    case Toss() | Stop() | Jump(leaving=True):
                        return True
                    case _:
                        block, args = self._next(here.end, inside), ()
        except RuleFault:
            return False
        return False


class _Rounds:
    """Whether a run goes round: it remembers where it was at its 1st, 2nd, 4th, 8th, .. block (R. P. Brent, 1980)."""

    def __init__(self) -> None:
        self._entered, self._next, self._block = 0, 1, -1
        self._vector: Vector = []

    def again(self, block: int, vector: Vector) -> bool:
        """Whether `block` is entered with the vector that it was entered with before; where arguments come in, nothing was before."""
        if block == self._block and vector == self._vector:
            return True
        self._entered += 1
        if self._entered == self._next:
            self._next, self._block, self._vector = 2 * self._next, block, vector[:]
        return False


def number_of(numbers: Numbers, values: tuple[int, ...]) -> int:
    """The number of a choice; that its values lie within their axes was promised."""
    for axis, given in zip(numbers.axes, values, strict=True):
        if not axis.low <= given < axis.low + axis.size:
            raise FlowFault(f"{given} outside the axis {axis.name} of {numbers.name}")
    return numbers.number(values)
