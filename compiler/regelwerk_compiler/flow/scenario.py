"""A scenario, ready to run: a Program that begins at the given state, and what shall happen in it, in numbers.

Goes in: nothing, this is the representation.  Comes out of: `lower_scenario` in `lower/`.  Goes to: the runtime's
`scenarios.py`, which matches each event against the options or outcomes that are there, by `Program.numbers`.

Conventions
-----------
* The Program's seats are the scenario's players (for a game with `seats`: these).  Its `entry` runs the `given` steps in
  place of `setup`, or `setup` where there is no `given`; its options are the scenario's.
* `then` holds names of functions of the Program with one parameter: the seat that decides now (-1 at the end of the game).
* A value is an integer as on the `Axis` that it meets: the place in a kind, a seat, a number.
* A payment is a `Numbers` of kind `pay` whose axes say what is paid, so that a log and a scenario can name it:
  an axis with a `type` is a face that is paid; the axis behind it, without a type, how many of it;
  any other axis without a type bears the name of a face (or of a variable) and says how many of it are paid
  (`of one c in S, w wild`: face, amount, then w; `of each k in S, w wild`: one axis for each face of S, then w).
  An amount of 0 is not named.  All wild cards: face is w itself, its amount all, the axis w is 0.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ..document.located import Span
from ..frozen import dataclass
from .flow import Program


@dataclass(frozen=True, slots=True)
class Event:
    """`seat` (None: chance) does something.

    rule: the rule `name` with all its arguments `args`.  value: a pick, a random number or a card drawn; `args` is the one value.
    pay: `paid`, pairs of an amount and a face's name.  done: ends a picking.  nothing: the rule `nothing`.
    `said` is how it was written.
    """

    seat: int | None
    kind: Literal["rule", "value", "pay", "done", "nothing"]
    name: str = ""
    args: tuple[int, ...] = ()
    paid: tuple[tuple[int, str], ...] = ()
    said: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that must be true: a function of the Program (see above), and how it was written."""

    function: str
    said: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event that must be refused where the scenario ends, because of an address (`rule.need`, `need`, `rule.cost`, a variant, a piece, `not_offered`)."""

    event: Event
    because: str


@dataclass(frozen=True, slots=True)
class ScenarioProgram:
    """One scenario.  `result`: (seat, score item or `total`, points); `winners` None: not asked."""

    name: str
    shows: tuple[str, ...]
    program: Program
    events: tuple[Event, ...]
    then: tuple[Claim, ...]
    refused: tuple[Refusal, ...] = ()
    result: tuple[tuple[int, str, int], ...] = ()
    winners: tuple[int, ...] | None = None
    span: Span | None = field(default=None, compare=False)
