"""All that a seat was told -> another story of the game that it was told just so: how hidden variables may have come to be what they are.

Pieces can be dealt anew (`redeal.py`): there are as many of each as before.  A variable can not: what it may hold depends on how it was set,
say by a die, or by a bid that somebody could afford.  So the game is told anew from its beginning.  What the seat was told whole happens
again; wherever it was told less, one of the options or outcomes of the new story is drawn, and kept if the seat is told the same of it.

Only what the seat was told is asked for, never what truly happened: two records that are the same to a seat are told anew in the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from regelwerk_compiler.flow.flow import KEY

from .. import chance
from ..look import places
from ..sight.views import Sight
from ..state import State
from .redeal import Dice

if TYPE_CHECKING:
    from ..sight.events import Happening
    from .info import Known, Record

STORIES = 6
"""How often a story is begun."""
PATIENCE = 16
"""How many steps are tried in one story for each thing that the seat was told."""


@dataclass(slots=True)
class _Rest:
    """A moment of the new story, and what may come next, in the order in which it is tried."""

    record: Record
    choices: Iterator[int] = field(default_factory=lambda: iter(()))


def only_variables_hide(sight: Sight, vector: Sequence[int], seat: int) -> bool:
    """Whether variables are hidden from the seat, and no pieces are."""
    cells = list(vector)
    variables = [one for one in sight.program.variables if one.seen and one.holds.type != "position"]
    if all(sight.sees_variable(one, place, cells, seat) for one in variables for place in range(places(one.axes))):
        return False
    return not any(
        holding.size and not sight.sees_zone(zone, instance, cells, seat)
        for piece in sight.program.pieces
        for zone, held in (
            (zone, sight.contents.holdings_of(piece, cells)[zone.name]) for zone in sight.contents.zones_of[piece.name]
        )
        for instance, holding in enumerate(held)
    )


def retold(record: Record, seat: int, key: int) -> Record | None:
    """A record with the same information for `seat`; None if its story did not begin with the game, or no other is found."""
    first = record
    while first.past is not None:
        first = first.past
    game = record.state.game
    begin = game.start(chance="explicit")
    start = first.state.steps[0].before if first.state.steps else first.state.vector
    if start[:KEY] + start[KEY + 1 :] != begin.vector[:KEY] + begin.vector[KEY + 1 :]:
        return None
    story = _Story(record, seat, Dice(key))
    for _ in range(STORIES):
        found = story.told(type(record)(begin))
        if found is not None:
            cells = list(found.state.vector)
            cells[KEY] = chance.step(story.dice.key)
            state = State(game, tuple(cells), found.state.steps, explicit=record.state.explicit)
            return type(record)(state, found.past)
    return None


class _Story:
    """What one seat was told, to be told again."""

    def __init__(self, record: Record, seat: int, dice: Dice) -> None:
        self.look = record.state.game.look
        self.seat = seat
        self.dice = dice
        links: list[Known] = []
        at: Known | None = record.known(seat)
        while at is not None:
            links.append(at)
            at = at.past
        self.links = links[::-1]
        self.now = record.now(seat)
        self.explicit = record.state.explicit

    def told(self, begin: Record) -> Record | None:
        """One story; what leads nowhere is taken back, for as long as patience lasts."""
        trail = [_Rest(begin, self._choices(begin))]
        tries = PATIENCE * len(self.links)
        while trail:
            if self._is_now(trail[-1].record):
                return trail[-1].record
            number = next(trail[-1].choices, None)
            if number is None:
                trail.pop()
                continue
            if not tries:
                return None
            tries -= 1
            after = trail[-1].record.play(number)
            known = after.known(self.seat)
            if known.count < len(self.links) and known.digest == self.links[known.count].digest:
                trail.append(_Rest(after, self._choices(after)))
        return None

    def _is_now(self, record: Record) -> bool:
        at_end = record.known(self.seat).count == len(self.links) - 1
        rests = self.explicit or not record.state.at_chance
        return at_end and rests and record.now(self.seat) == self.now

    def _choices(self, record: Record) -> Iterator[int]:
        """What may come next: what the seat was told of it, else everything in a random order."""
        state, count = record.state, record.known(self.seat).count + 1
        silent = self.look.veil(state.vector) and self.look.actor(state.vector) != self.seat
        if not silent:
            if count == len(self.links):
                return
            number = self._number(self.links[count].last)
            if number is not None:
                there = [one.number for one in state.outcomes()] if state.at_chance else state.numbers()
                yield from (number for _ in range(number in there))
                return
        left = (
            {one.number: one.weight for one in state.outcomes()}
            if state.at_chance
            else dict.fromkeys(state.numbers(), 1)
        )
        while left:
            number = self._drawn(left)
            del left[number]
            yield number

    def _drawn(self, weights: dict[int, int]) -> int:
        """One of the keys, by weight (there is at least one)."""
        ends = list(accumulate(weights.values()))
        return list(weights)[bisect_right(ends, self.dice.below(ends[-1]))]

    def _number(self, happening: Happening | None) -> int | None:
        """The number of what happened, if the seat was told it whole."""
        if happening is None or happening.told.numbers is None or None in happening.told.args:
            return None
        args = tuple(arg for arg in happening.told.args if arg is not None)
        return self.look.program.numbers[happening.told.numbers].number(args)
