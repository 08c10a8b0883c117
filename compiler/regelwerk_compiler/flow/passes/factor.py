"""Pass `factor`: what masks have in common is worked out once, and what follows from an empty one not at all.

Goes in: a Program.  Comes out: one in which a union of intersections (`a & b | a & c`) is taken apart (`a & (b | c)`, only if there is an a), the
question whether a union is empty is asked of one part after the other, and a mask that is laid over itself in equal steps, as for so many in a
row, is doubled: two of two, then two of these (where all steps lead to one side: what is moved off the board does not come back).
For Python, which pays for every operation; a C compiler sees most of that by itself.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from ..flow import Choice, Const, Expr, Join, LetIn, Local, Meet, Or, Program, Shift, Some
from ..rewrite import changed, rebuild

LONGEST_PLAIN = 3  # masks in a row that are not worth doubling


def factor(program: Program) -> Program:
    """The pass."""
    return _Factor(program).run()


class _Factor:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.count = 0

    def run(self) -> Program:
        """Everything that holds expressions."""
        return changed(self.program, self.change)

    def change(self, node: Any) -> Any:
        """The node with its masks taken apart."""
        match node:
            case Some(Join(parts), width):
                return Or(tuple(self.change(Some(part, width)) for part in parts))
            case Join(parts, width):
                terms = [part.parts if isinstance(part, Meet) else (part,) for part in parts]
                return self.union(terms, None, width)
            case Meet(parts, width):
                return self.doubled(tuple(self.change(part) for part in parts), width)
        return rebuild(node, self.change)

    def name(self) -> Local:
        """A new name."""
        self.count += 1
        return Local(f"both {self.count}")

    def union(self, terms: list[tuple[Expr, ...]], inside: Local | None, width: int) -> Expr:
        """What is in all masks of one of the terms, and in the mask `inside`."""
        found: list[Expr] = []
        while terms:
            common, times = Counter(e for term in terms for e in term if not isinstance(e, Const)).most_common(1)[0]
            if times < 2 or any(term == (common,) for term in terms):
                found += [self.within(inside, self.change(_meet(term, width)), width) for term in terms]
                break
            rest = [tuple(e for e in term if e != common) for term in terms if common in term]
            terms = [term for term in terms if common not in term]
            name = self.name()
            both = self.within(inside, self.change(common), width)
            found.append(LetIn(name.name, both, Choice(Some(name, width), self.union(rest, name, width), Const(0))))
        return found[0] if len(found) == 1 else Join(tuple(found), width)

    def within(self, inside: Local | None, e: Expr, width: int) -> Expr:
        """The mask, as far as it is in another."""
        if inside is None:
            return e
        return Meet((inside, *(e.parts if isinstance(e, Meet) else (e,))), width)

    def doubled(self, parts: tuple[Expr, ...], width: int) -> Expr:
        """An intersection; masks laid over themselves in equal steps are doubled."""
        steps: dict[Expr, list[int]] = {}
        for part in parts:
            mask, by = (part.mask, part.by) if isinstance(part, Shift) else (part, 0)
            steps.setdefault(mask, []).append(by)
        for mask, bys in steps.items():
            bys.sort(key=abs)
            by = bys[1] - bys[0] if len(bys) > 1 else 0
            if len(bys) <= LONGEST_PLAIN or any(b - a != by for a, b in pairwise(bys)):
                continue
            if bys[0] * by < 0:  # what leaves the board on one side does not come back from the other
                continue
            rest = tuple(p for p in parts if (p.mask if isinstance(p, Shift) else p) != mask)
            first = mask if bys[0] == 0 else Shift(mask, bys[0], width)
            return self.row(first, by, len(bys), rest, width)
        return Meet(parts, width)

    def row(self, first: Expr, by: int, count: int, rest: tuple[Expr, ...], width: int) -> Expr:
        """`count` times the mask, each `by` further than the one before, and the rest."""
        names: list[tuple[Local, Expr]] = [(self.name(), first)]
        covered = 1
        while covered * 2 < count:
            last, new = names[-1][0], self.name()
            names.append((new, Meet((last, Shift(last, by * covered, width)), width)))
            covered *= 2
        last = names[-1][0]
        result: Expr = Meet((last, Shift(last, by * (count - covered), width), *rest), width)
        for name, value in reversed(names):
            result = LetIn(name.name, value, result)
        return result


def _meet(term: tuple[Expr, ...], width: int) -> Expr:
    return term[0] if len(term) == 1 else Meet(term, width)
