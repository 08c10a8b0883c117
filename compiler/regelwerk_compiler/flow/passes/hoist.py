"""Pass `hoist`: what is the same in every round of a loop is worked out before it.

Goes in: a Program.  Comes out: one in which a dear formula inside an aggregate that does not speak of the loop's names, and is asked in every
round, has a name outside.  Only what is never refused and always fits is moved: a loop without rounds would not have asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..flow import (
    And,
    Assign,
    Bits,
    Call,
    Choice,
    Clause,
    Const,
    Decision,
    Digest,
    Expr,
    Fold,
    LetIn,
    Local,
    Or,
    Program,
)
from ..free import free
from ..known import Known, Names
from ..rewrite import rebuild, walk

DEAR = 24  # steps from which on it is worth a name


def hoist(program: Program) -> Program:
    """The pass."""
    return _Hoist(program).run()


class _Hoist:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = Known(program)
        self.count = 0
        self.names: Names = {}

    def run(self) -> Program:
        """Everything that holds expressions."""
        p = self.program
        return replace(
            p,
            functions={n: replace(f, body=self.within(f.body, self.known.params(n))) for n, f in p.functions.items()},
            procedures={
                n: replace(q, body=self.within(q.body, dict(zip(q.params, q.domains, strict=False))))
                for n, q in p.procedures.items()
            },
            blocks=tuple(replace(b, body=self.change(b.body), end=self.change(b.end)) for b in p.blocks),
            decisions=tuple(self.decision(d) for d in p.decisions),
            chances=tuple(replace(c, outcomes=self.change(c.outcomes)) for c in p.chances),
        )

    def within(self, node: Any, names: Names) -> Any:
        """The same, where the intervals of names are known."""
        assigned = {part.name for part in walk(node) if isinstance(part, Assign | Clause)}
        self.names = {name: interval for name, interval in names.items() if name not in assigned}
        result = self.change(node)
        self.names = {}
        return result

    def change(self, node: Any) -> Any:
        """The node with loops freed of what they need not repeat."""
        node = rebuild(node, self.change)
        if isinstance(node, Fold):
            return self.freed(node)
        return node

    def decision(self, decision: Decision) -> Decision:
        """A decision: what is asked for all options of a rule has a name before them, if it is a set, or dear."""
        options, before = self.change(decision.options), dict[Expr, str]()
        for o in options:
            bound = {clause.name for clause in o.clauses}
            asked: list[Expr] = []
            for k, clause in enumerate(o.clauses):
                if k and isinstance(clause.source, Bits):
                    asked += self.always(clause.source.mask)
                asked += self.always(clause.where) if clause.where is not None else ()
            asked += self.always(o.guard) if o.guard is not None and o.clauses else ()
            for x in asked:
                if (
                    not set(free(x)) & bound
                    and not self.known.refuses(x)
                    and self.known.safe(x, {})
                    and x not in before
                ):
                    self.count += 1
                    before[x] = f"before {self.count}"
        for x, name in before.items():
            options = _swapped(options, x, Local(name))
        return replace(decision, options=options, before=tuple((name, x) for x, name in before.items()))

    def freed(self, e: Fold) -> Expr:
        """An aggregate, with names before it."""
        bound = {clause.name for clause in e.clauses}
        asked: list[Expr] = []
        for clause in e.clauses:
            asked += self.always(clause.where) if clause.where is not None else ()
        if not any(clause.where is not None for clause in e.clauses):
            asked += self.always(e.body)
        dear = [
            x for x in dict.fromkeys(asked)
            if not bound & set(free(x)) and not self.known.refuses(x) and self.known.safe(x, self.names)
        ]  # fmt: skip
        result: Expr = e
        names: list[tuple[str, Expr]] = []
        for x in dear:
            self.count += 1
            name = f"before {self.count}"
            changed = _swapped(result, x, Local(name))
            if changed is not result:
                names.append((name, x))
                result = changed
        for name, x in reversed(names):
            result = LetIn(name, x, result)
        return result

    def always(self, e: Expr) -> Iterator[Expr]:
        """The dear parts of a test that are asked whenever the test is."""
        match e:
            case Const() | Local():
                return
            case Call() | Digest() | Fold() if self.known.cost(e) >= DEAR:
                yield e
            case And(parts) | Or(parts):
                yield from self.always(parts[0])
            case Choice(test):
                yield from self.always(test)
            case Fold() | LetIn():
                return
            case _ if not any(isinstance(part, And | Or | Choice | Fold | LetIn) for part in walk(e)):
                for part in walk(e):
                    if part is not e and isinstance(part, Call | Digest) and self.known.cost(part) >= DEAR:
                        yield part


def _swapped(node: Any, what: Expr, by: Expr) -> Any:
    if not isinstance(node, tuple) and node == what:
        return by
    return rebuild(node, lambda part: _swapped(part, what, by))
