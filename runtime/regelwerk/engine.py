"""What every engine offers: it runs a Flow over its vector.

Goes in: a `Program`.  The interpreter (`engines/interpreter.py`), generated Python (`engines/generated.py`) and later C agree on the vector
after every call, in every cell.
"""

from __future__ import annotations

from typing import Protocol

from regelwerk_compiler.flow.fault import RuleFault
from regelwerk_compiler.flow.flow import ENDLESS, TOSS_LIMIT, Program

__all__ = ["Engine", "RuleFault", "Vector"]

Vector = list[int]


def check_tosses(made: int) -> None:
    """Whoever tosses step by step keeps to the limit of `settle`: raises `RuleFault` after too many without a decision between them."""
    if made >= TOSS_LIMIT:
        raise RuleFault(ENDLESS)


class Engine(Protocol):
    """A machine for one program.  It holds no state: all of it is in the vector, which the engine may change in place.

    At rest the vector's PC is a block that ends in `Decide` (with at least one option), `Toss` or `Stop`.
    """

    name: str
    program: Program

    def start(self, seed: int) -> Vector:
        """A new game at rest for the first time.  The key is made from the seed: see `chance.key_of`."""

    def options(self, vector: Vector) -> list[int]:
        """The numbers of all legal options, ascending within each `Options`, in the order of the decision."""

    def outcomes(self, vector: Vector) -> list[tuple[int, int]]:
        """At a chance: (number, weight) for every outcome with a weight above 0."""

    def play(self, vector: Vector, number: int) -> None:
        """Play an option (DECISIONS grows by one) or let an outcome happen (KEY is untouched), in place, and run to the next rest.

        The number must be one of `options` or `outcomes`; anything else is undefined.
        Raises `RuleFault`; the vector is then worthless.
        """

    def toss(self, vector: Vector) -> int:
        """At a chance: the outcome that the key picks; the key moves on.  Nothing happens yet."""

    def settle(self, vector: Vector) -> None:
        """Toss and play until the vector rests at a decision or an end."""

    def evaluate(self, function: str, vector: Vector, *args: int) -> int:
        """The value of one of the program's functions."""

    def playout(self, vector: Vector, key: int) -> int:
        """Settle, then play uniformly random options to the end, in place; the choices come from `key` (see `chance.py`).

        Returns how many options were played.  Choice: next key, then options[pick(key, len(options))].
        """
