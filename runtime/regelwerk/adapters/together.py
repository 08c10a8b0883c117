"""A Record in a secret loop -> all who decide there at once, each with the state as he has it; and the Record behind what all of them choose.

The rules run a secret loop one seat after the other, and no seat's options depend on what another chose in it.  So each seat can be asked
at the beginning of the loop: the others' choices may be any.  Who decides several times in it is asked again until all are done.  A loop in
which chance falls, and a decision outside such a loop, are asked as they come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .. import chance
from ..errors import NotAnOption
from ..knowledge.info import Record

Chosen = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Together:
    """`record`: where the loop begins, or any other state.  `chosen`: for each seat what it has chosen in the loop so far."""

    record: Record
    chosen: Chosen = ()

    @cached_property
    def _walked(self) -> tuple[dict[int, Record], dict[int, Record]] | None:
        """Who has to decide, and what the others have after all they chose; None where things are asked as they come."""
        look = self.record.state.game.look
        veil = look.veil(self.record.state.vector)
        if not veil or self.record.state.player is None:
            return None
        asked: dict[int, Record] = {}
        done: dict[int, Record] = {}
        at, seat, made = self.record, -1, 0
        while not at.state.over and look.veil(at.state.vector) == veil:
            state = at.state
            fell = [] if at is self.record else [step for step in state.steps if step.seat is None]
            if any(look.veil(step.before) != veil for step in fell):
                break  # the loop is over, and has begun anew behind what fell
            if fell or state.player is None:
                return None
            if state.player != seat:
                if state.player in asked or state.player in done:
                    break  # the same loop has begun anew
                seat, made = state.player, 0
            mine = self.chosen[seat] if self.chosen else ()
            if made >= len(mine) and seat not in asked:
                asked[seat] = at
                done.pop(seat, None)
            at = at.play(mine[made] if made < len(mine) else state.numbers()[0])
            made += 1
            if seat not in asked:
                done[seat] = at
        return asked, done

    @property
    def asked(self) -> dict[int, Record]:
        """Who has to decide now: seat -> the state as that seat has it."""
        if self._walked is not None:
            return self._walked[0]
        return {} if self.record.state.player is None else {self.record.state.player: self.record}

    def seen(self, seat: int) -> Record:
        """What a seat has before it, its own choices in the loop made."""
        if self._walked is None:
            return self.record
        asked, done = self._walked
        return asked.get(seat) or done.get(seat) or self.record

    def play(self, choices: Mapping[int, int]) -> Together:
        """Behind the choices (option numbers) of all who are asked.  Raises `NotAnOption`."""
        for seat, record in self.asked.items():
            if choices.get(seat) not in record.state.numbers():
                raise NotAnOption(f"{choices.get(seat)} is none of the options of seat {seat}")
        if self._walked is None:
            (number,) = (choices[seat] for seat in self.asked)
            return Together(self.record.play(number))
        before = self.chosen or ((),) * len(self.record.state.game.seats)
        chosen = tuple((*made, choices[seat]) if seat in self.asked else made for seat, made in enumerate(before))
        after = Together(self.record, chosen)
        return after if after.asked else Together(_all_of(self.record, chosen))

    def imagined(self, seat: int, key: int) -> Together:
        """Another state with the same information for `seat`: hidden things dealt, and the others' choices in the loop made, anew."""
        own = tuple(made if one == seat else () for one, made in enumerate(self.chosen))
        other = Together(self.record.imagined(seat, key), own)
        for one, made in enumerate(self.chosen):
            for _ in made if one != seat else ():
                if one not in other.asked:
                    break
                key = chance.step(key)
                numbers = other.asked[one].state.numbers()
                more = (*other.chosen[one], numbers[chance.pick(key, len(numbers))])
                other = Together(other.record, (*other.chosen[:one], more, *other.chosen[one + 1 :]))
        return other


def _all_of(record: Record, chosen: Sequence[Sequence[int]]) -> Record:
    left = [list(made) for made in chosen]
    while any(left):
        seat = record.state.player
        assert seat is not None
        record = record.play(left[seat].pop(0))
    return record
