"""Points so far, as far as they are sure for who looks: nothing that is hidden from him may shine through a score.

What is hidden is dealt anew in several ways, made from what the observer sees alone; points are sure if they are the same in all of them.
"""

from __future__ import annotations

from ... import chance
from ...engine import RuleFault
from ...game import Game
from ...knowledge.redeal import redeal
from ...result import score, totals_of
from ...sight.views import Observer
from ...state import State

WAYS = 12


def sure_points(game: Game, state: State, observer: Observer) -> tuple[int | None, ...]:
    """For each seat the sum of the items, or None where that is not sure."""
    program = game.program
    seats = len(program.seats)
    if not program.score:
        return ()
    if observer == "host" or not (any(zone.seen for zone in program.zones) or any(v.seen for v in program.variables)):
        worlds = [list(state.vector)]
    elif isinstance(observer, int):
        worlds = [redeal(game.sight, state.vector, observer, chance.key_of(way)) for way in range(WAYS)]
    else:
        by_seat = [sure_points(game, state, seat) for seat in range(seats)]
        return tuple(points[0] if None not in points else None for points in zip(*by_seat, strict=True))
    try:
        totals = [totals_of(score(game.look, world), seats) for world in worlds]
    except RuleFault:
        return (None,) * seats
    return tuple(found[0] if len(set(found)) == 1 else None for found in zip(*totals, strict=True))
