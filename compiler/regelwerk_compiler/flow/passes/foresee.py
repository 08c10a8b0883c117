"""Pass `foresee`: what a trial would find out is asked of the position before it.

Goes in: a Program behind `sets`.  Comes out: one in which a trial whose steps are plain (see `effects`) is a formula about the position as it
is: "is my king attacked when this man stands there" reads the sets without the one bit and with the other.  Nothing is copied, written or
undone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from .. import flow
from ..evaluate import static_scene, value
from ..fault import FlowFault, RuleFault
from ..flow import (
    Bits,
    Call,
    Cell,
    Choice,
    Clause,
    Const,
    Expr,
    Fold,
    Function,
    Holding,
    Join,
    LetIn,
    Local,
    Lookup,
    MaskOf,
    Meet,
    Program,
    Trial,
    Without,
)
from ..free import free
from ..known import Interval, Names
from ..reads import static_of
from ..rewrite import rebuild, roots, substituted, walk
from ..values import binary, choice, conjunction
from .effects import Effects, Unclear, required
from .simplify import Simplifier

MOST_SETTINGS = 256  # of what a comparison speaks of, to see whether it ever holds
Facts = tuple[tuple[Expr, Expr], ...]  # a look-up, and what it gives


def foresee(program: Program) -> Program:
    """The pass."""
    return _Foresee(program).run()


class _Foresee:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self.known = self.effects.known
        self.scene = static_scene(program, static_of(program))
        self.functions = dict(program.functions)
        self.made: dict[tuple[int, Facts, tuple[Interval, ...]], str | None] = {}

    def run(self) -> Program:
        p = self.program
        if not any(isinstance(node, Trial) for root in roots(p) for node in walk(root)):
            return p
        functions = {n: replace(f, body=self.change(f.body, {}, self.known.params(n))) for n, f in p.functions.items()}
        return replace(
            p,
            procedures={
                n: replace(q, body=self.change(q.body, {}, dict(zip(q.params, q.domains, strict=False))))
                for n, q in p.procedures.items()
            },
            blocks=tuple(
                replace(b, body=self.change(b.body, {}, {}), end=self.change(b.end, {}, {})) for b in p.blocks
            ),
            decisions=tuple(self.change(d, {}, {}) for d in p.decisions),
            chances=tuple(self.change(c, {}, {}) for c in p.chances),
            functions={**functions, **{n: f for n, f in self.functions.items() if n not in functions}},
        )

    def change(self, node: Any, facts: dict[str, Facts], names: Names) -> Any:
        """The node without trials that can be foreseen.  `facts`: what is known of the places that loops run over; `names`: their intervals."""
        if isinstance(node, Trial):
            name = self.function(node, facts, names)
            return node if name is None else Call(name, node.args)
        if isinstance(node, flow.Options | Fold):
            facts = {**facts, **{clause.name: tuple(_facts(clause)) for clause in node.clauses}}
            names, _ = self.known.bound(tuple(replace(clause, where=None) for clause in node.clauses), names)
        return rebuild(node, lambda part: self.change(part, facts, names))

    # -- one formula ---------------------------------------------------------------------------------
    def function(self, trial: Trial, facts: dict[str, Facts], names: Names) -> str | None:
        """The formula that a trial stands for."""
        domains = tuple(self.known.interval(arg, names) for arg in trial.args)
        block = self.effects.blocks[trial.block]
        params: dict[Expr, Expr] = {
            arg: Local(p) for p, arg in zip(block.params, trial.args, strict=True) if isinstance(arg, Local)
        }
        known: list[tuple[Expr, Expr]] = []
        for arg in params:
            for fact in facts.get(arg.name, ()) if isinstance(arg, Local) else ():
                if all(Local(name) in params for name in free(fact)):
                    named = {n.name: p for n, p in params.items() if isinstance(n, Local)}
                    known.append((substituted(fact[0], named), substituted(fact[1], named)))
        key = (trial.block, tuple(known), domains)
        if key not in self.made:
            self.made[key] = None
            with suppress(Unclear):
                self.made[key] = self.new(block, dict(known), domains)
        return self.made[key]

    def new(self, block: flow.Block, facts: dict[Expr, Expr], domains: tuple[Interval, ...]) -> str:
        """A function for the trial of a block.  Raises `Unclear`."""
        found: list[Expr] = []
        for asked in self.effects.of(block.number, tuple(Local(p) for p in block.params)):
            found.append(required(asked, self.effects.behind(asked)))
        body = conjunction(*found)
        names: dict[object, Interval] = dict(zip(block.params, domains, strict=True))
        body = Simplifier(self.program).expr(self.settled(body, facts, names), names)
        name = f"{block.name.split('(')[0]} comes right"
        while name in self.functions:
            name += "_"
        body = self.shared(self.bare(body), names, name)
        self.functions[name] = Function(name, block.params, body, 0, block.origin, domains)
        return name

    def settled(self, node: Any, facts: dict[Expr, Expr], names: Names) -> Any:
        """The formula with what is known of what the places hold; comparisons that come out the same in every setting are gone."""
        if node in facts:
            return facts[node]
        fresh = rebuild(node, lambda part: self.settled(part, facts, names))
        match fresh:
            case flow.Binary("==" | "!=" as op, a, b):
                truth = self.decided(binary(op, a, b), names)
                return binary(op, a, b) if truth is None else Const(truth)
            case Choice(Const(truth), a, b):
                return a if truth else b
        return fresh

    def decided(self, test: Expr, names: Names) -> int | None:
        """Whether a comparison of a few numbers always comes out the same."""
        leaves: dict[Expr, Expr] = {}
        spans: list[range] = []
        size = 1
        for node in walk(test):
            if isinstance(node, Local | Cell) and node not in leaves:
                if isinstance(node, Cell) and node.index is not None:
                    return None
                low, high = self.known.interval(node, names)
                size *= high - low + 1
                if size > MOST_SETTINGS:
                    return None
                leaves[node] = Local(f"leaf {len(leaves)}")
                spans.append(range(low, high + 1))
            elif not isinstance(node, Local | Cell | Const | Lookup | flow.Binary | Choice):
                return None
        plain = _with(test, leaves)
        try:
            values = {
                value(plain, self.scene.fresh({f"leaf {i}": v for i, v in enumerate(at)})) for at in product(*spans)
            }
        except (RuleFault, FlowFault):
            return None
        return values.pop() if len(values) == 1 else None

    # -- sets ----------------------------------------------------------------------------------------
    def bare(self, node: Any) -> Any:
        """The formula without changes of a set at places that something beside it leaves out anyway."""
        node = rebuild(node, self.bare)
        return _stripped(node, frozenset()) if isinstance(node, Meet) else node

    def shared(self, body: Expr, names: Names, title: str) -> Expr:
        """The formula with names for sets that it speaks of more than once: they are the same in every round of its loops."""
        counts = Counter(node for node in walk(body) if isinstance(node, Join | Without | Choice) and _width(node))
        found: dict[Any, Expr] = {}
        lets: list[tuple[str, Expr]] = []

        def change(node: Any) -> Any:
            if counts.get(node, 0) > 1 and set(free(node)) <= set(names) and self.known.safe(node, names):
                if node not in found:
                    found[node] = Local(f"then {len(found) + 1} ({title})")
                    lets.append((f"then {len(found)} ({title})", node))
                return found[node]
            return rebuild(node, change)

        changed: Expr = change(body)
        for name, mask in reversed(lets):
            changed = LetIn(name, mask, changed)
        return changed


def _facts(clause: Clause) -> Iterator[tuple[Expr, Expr]]:
    """What a loop's source says of the cells at its places: look-ups, and what they give."""
    if not isinstance(clause.source, Bits):
        return
    mask = clause.source.mask
    for part in mask.parts if isinstance(mask, Meet) else (mask,):
        match part:
            case Holding(base, size, classes, low, wanted):
                yield Lookup(classes, binary("-", Cell(base, Local(clause.name), size), Const(low))), wanted


def _width(node: object) -> int:
    """How many places a set has; 0 if it is none."""
    while isinstance(node, Choice):
        node = node.a
    return node.width if isinstance(node, Join | Without) else 0


def _stripped(e: Expr, out: frozenset[Expr]) -> Expr:
    """The set, where it does not matter whether it holds the places in `out`."""
    match e:
        case Meet(parts, width):
            found, left = [], out
            for part in parts:
                found.append(_stripped(part, left))
                left = left | _left_out(part)
            return Meet(tuple(found), width)
        case Join(parts, width):
            rest = tuple(_stripped(part, out) for part in parts if part not in out)
            return rest[0] if len(rest) == 1 else Join(rest, width)
        case Without(a, b, width):
            return _stripped(a, out) if b in out else Without(_stripped(a, out), _stripped(b, out), width)
        case Choice(test, a, b):
            return choice(test, _stripped(a, out), _stripped(b, out))
    return e


def _left_out(e: Expr) -> frozenset[Expr]:
    """Places that a set surely does not hold."""
    match e:
        case Without(a, MaskOf() as b):
            return _left_out(a) | {b}
        case Meet(parts):
            return frozenset[Expr]().union(*(_left_out(part) for part in parts))
    return frozenset()


def _with(node: Any, what: dict[Expr, Expr]) -> Any:
    if not isinstance(node, tuple) and node in what:
        return what[node]
    return rebuild(node, lambda part: _with(part, what))
