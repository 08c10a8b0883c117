"""From a game, and the value that a scenario says was picked, to whether anything in the game can be picked so.

Where in the game a scenario stands when it comes to that only playing tells (`regelwerk test` does); what nobody can ever pick is told here.
A check of these must be right whenever it speaks.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics.words import listed
from . import spec, types
from .formulas.ranges import Bounds, bounds
from .formulas.typer import Typer
from .tree import walk

_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Picks:
    """What players, or chance, can pick: numbers by their bounds, other values by their type."""

    numbers: frozenset[Bounds] = frozenset()
    others: frozenset[types.Base] = frozenset()

    def and_(self, more: Picks) -> Picks:
        """What can be picked here or there."""
        return Picks(self.numbers | more.numbers, self.others | more.others)

    def allows(self, value: int | types.Base) -> bool:
        """Whether a number, or a value of a type, can be picked somewhere."""
        if isinstance(value, int):
            return any(found.low <= value <= found.high for found in self.numbers)
        return value in self.others

    def described(self) -> str:
        """The numbers that can be picked, in words."""
        known = sorted({(found.low, found.high) for found in self.numbers})
        ranges = listed([f"`{low}..{high}`" for low, high in known[:_SHOWN]], "and")
        return f"Numbers are picked from {ranges}." if 0 < len(known) <= _SHOWN else ""


def draws(typer: Typer, game: spec.Spec) -> Picks:
    """What chance can pick from the piles of a game."""
    return Picks(others=frozenset(typer.names.element(zone.piece) for zone in game.zones.values()))


def picks(typer: Typer, parts: tuple[object, ...], *, chance: bool) -> Picks:
    """What players, or chance, can pick in these rules, bends and steps."""
    numbers: set[Bounds] = set()
    others: set[types.Base] = set()
    for node in (node for part in parts for node in walk(part)):
        chosen = isinstance(node, spec.ChooseValue) and not chance
        if chosen or (isinstance(node, spec.Random) and chance):
            domain = node.binder.domain if chosen else node.domain
            base = domain.type.base
            of = base.of if isinstance(base, types.Set | types.Zone) else base
            if isinstance(of, types.Int):
                numbers.add(bounds(typer, domain, {}))
            else:
                others.add(of)
    return Picks(frozenset(numbers), frozenset(others))
