"""Scenarios: what is given, what happens, and what is then so or refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ...document.located import Origin, Span
from ...frozen import dataclass
from .formulas import Expr
from .steps import RuleCall, Step_


@dataclass(frozen=True, slots=True)
class Event:
    """`seat` ('chance' for an outcome) does `what`: a rule with arguments, a value, a payment, `done` or `nothing`."""

    seat: str
    what: RuleCall | Expr | tuple[tuple[int, str], ...] | Literal["done", "nothing", "not_offered"]
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event that must be refused because of an address (`rule.need`, `rule.cost`, a variant, a piece, or `not_offered`)."""

    event: Event
    because: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A rule test.  `given` None: set-up runs.  `begin` None: `play` runs, else these steps in its place."""

    name: str
    shows: tuple[str, ...]
    players: tuple[str, ...]
    options: Mapping[str, int]
    given: tuple[Step_, ...] | None
    begin: tuple[Step_, ...] | None
    when: tuple[Event, ...]
    then: tuple[Expr, ...]
    refused: tuple[Refusal, ...]
    result: Mapping[str, Mapping[str, int]]  # seat -> score item (or total) -> points
    winners: tuple[str, ...] | None
    span: Span = field(compare=False)
