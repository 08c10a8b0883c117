"""Why something is not among the options: a vector and what was wanted -> the addresses that refuse it.

Goes in: the number of an option.  Comes out: `rule.need`, `rule.cost`, `rule.so_that`, the need or cost inside at which its steps
break off, or `not_offered` (nobody asks for it here, or it is outside the domain: `where` filters without a reason).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import Binary, Clause, Const, Expr, Fold, Local, Numbers, Options

from ..engine import RuleFault
from ..look import Look

NOT_OFFERED = "not_offered"
_MET = "met"  # what a domain is asked for


@dataclass(frozen=True, slots=True)
class Why:
    """The addresses that refuse; none if nothing does."""

    addresses: tuple[str, ...]

    def names(self, address: str) -> bool:
        """Whether `address` is one of them: in full, or its last part (a need, a variant, a piece)."""
        return any(address == one or one.endswith(f".{address}") for one in self.addresses)


def why_not(look: Look, vector: Sequence[int], number: int) -> Why:
    """Why a number cannot be played at a decision; an empty `Why` if it can."""
    cells = list(vector)
    decision, index = look.decision(cells), look.numbers_at(number)
    if decision is None or index is None:
        return Why((NOT_OFFERED,))
    numbers = look.program.numbers[index]
    args = numbers.arguments(number)
    offered = [options for options in decision.options if options.numbers == index]
    if not offered:
        return Why((NOT_OFFERED,))
    if number in look.engine.options(cells):
        return Why(())
    found: list[str] = []
    for options in offered:
        found += _needs(look, cells, options, args)
        if not found and not _in_domain(look, cells, options, args):
            found.append(NOT_OFFERED)
    return Why(tuple(dict.fromkeys(found)) or (_broke_off(look, cells, number, numbers),))


def in_domain(look: Look, vector: Sequence[int], number: int) -> bool:
    """Whether the arguments of a number are among those that the present decision chooses from, whatever is needed besides."""
    cells = list(vector)
    decision, index = look.decision(cells), look.numbers_at(number)
    if decision is None or index is None:
        return False
    args = look.program.numbers[index].arguments(number)
    return any(_in_domain(look, cells, options, args) for options in decision.options if options.numbers == index)


def failing(look: Look, vector: Sequence[int], options: Options) -> tuple[str, ...]:
    """The needs that no choice of parameters meets; where each is met by some, those that are not always met.

    None at all where there is nothing to choose from in the first place.
    """

    def holds(kind: Literal["any", "all"], condition: Expr) -> bool:
        try:
            return look.value(Fold(kind, options.clauses, condition), vector) == 1
        except (RuleFault, FlowFault):
            return False

    if not holds("any", Const(1)):
        return ()
    never = [address for address, condition in options.needs if not holds("any", condition)]
    found = never or [address for address, condition in options.needs if not holds("all", condition)]
    return tuple(dict.fromkeys(found))


def _names(options: Options, args: Sequence[int]) -> dict[str, int]:
    return {clause.name: arg for clause, arg in zip(options.clauses, args, strict=True)}


def _needs(look: Look, cells: list[int], options: Options, args: Sequence[int]) -> list[str]:
    found = []
    for address, condition in options.needs:
        try:
            holds = look.value(condition, cells, _names(options, args)) == 1
        except (RuleFault, FlowFault, KeyError):
            holds = False
        if not holds:
            found.append(address)
    return found


def _in_domain(look: Look, cells: list[int], options: Options, args: Sequence[int]) -> bool:
    """Whether the arguments are among the bindings of the clauses, whatever is needed besides."""
    names = _names(options, args)
    try:
        for clause in options.clauses:
            met = Binary("==", Local(_MET), Const(names[clause.name]))
            if look.value(Fold("any", (Clause(_MET, clause.source, met),), Const(1)), cells, names) != 1:
                return False
            if clause.where is not None and look.value(clause.where, cells, names) != 1:
                return False
    except (RuleFault, FlowFault, KeyError):
        return False
    return True


def _broke_off(look: Look, cells: list[int], number: int, numbers: Numbers) -> str:
    """Play it in earnest on a copy: where do the steps break off?  Where they do not, the `so_that` of a rule is what fails."""
    try:
        look.interpreter.play(list(cells), number)
    except RuleFault as fault:
        if 0 <= fault.reason < len(look.program.reasons):
            return look.program.reasons[fault.reason].address or NOT_OFFERED
        return NOT_OFFERED
    except FlowFault:
        return NOT_OFFERED
    return f"{numbers.name}.so_that" if numbers.kind == "rule" else NOT_OFFERED
