"""The locals that a piece of Flow speaks of and does not bind itself."""

from __future__ import annotations

from .flow import Fold, LetIn, Local, ReachEdges, ReachSteps
from .rewrite import parts


def free(node: object) -> list[str]:
    """Their names, in order of appearance."""
    out: dict[str, None] = {}

    def visit(n: object, bound: frozenset[str]) -> None:
        match n:
            case Local(name):
                if name not in bound:
                    out[name] = None
            case LetIn(name, given, body):
                visit(given, bound)
                visit(body, bound | {name})
            case Fold():
                inner = bound
                for clause in n.clauses:
                    visit(clause.source, inner)
                    inner = inner | {clause.name}
                    visit(clause.where, inner)
                visit(n.body, inner)
                visit(n.order, inner)
            case ReachEdges(start, edge):
                visit(start, bound)
                visit(n.where, bound | {edge})
            case ReachSteps(start, name, clause):
                visit(start, bound)
                visit(clause.source, bound | {name})
                visit(clause.where, bound | {name, clause.name})
            case _:
                for part in parts(n):
                    visit(part, bound)

    visit(node, frozenset())
    return list(out)
