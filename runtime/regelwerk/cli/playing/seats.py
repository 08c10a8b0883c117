"""Who sits where: from `--seat NAME=KIND` and the game's own seats to a name and a kind for each seat.

The kinds are `human` and the names of bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regelwerk_compiler.diagnostics.words import listed, nearest

from ...errors import UsageError
from ...records.logs import LONGEST_NAME

DEFAULT_NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fatma", "Gustav", "Hanna", "Ivo", "Jale")
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Seat:
    """A name and who plays it."""

    name: str
    kind: str

    @property
    def human(self) -> bool:
        """Whether somebody at the keyboard plays it."""
        return self.kind == HUMAN


def how_many(asked: Mapping[str, str], players: int | None, own: Sequence[str], fewest: int) -> int:
    """The number of players: what was asked for, else as many as were named, but never fewer than the game needs."""
    if players is not None:
        return players
    return fewest if own else max(fewest, len(asked))


def seated(
    asked: Mapping[str, str], own: Sequence[str], count: int, kinds: Sequence[str], human: bool, bot: str
) -> tuple[Seat, ...]:
    """A seat for each player.  `own`: the names that the game gives; `human`: whether there is a terminal to ask at.

    Who is not named is a bot; if nobody is named at all the first seat is human.  Raises UsageError.
    """
    for name, kind in asked.items():
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise UsageError(
                f"a name has at most {LONGEST_NAME} letters, and no signs that steer a terminal: {ascii(name)[:60]}"
            )
        if kind not in kinds:
            near = nearest(kind, kinds)
            raise UsageError(
                f"nobody can play as `{kind}`",
                f"Did you mean `{near}`?" if near else f"There are: {listed(list(kinds))}.",
            )
        if kind == HUMAN and not human:
            raise UsageError(
                f"{name} is to be human, but there is no terminal to ask at", "Leave --seat out, and bots play."
            )
    if own:
        return _own(asked, own[:count], human, bot)
    if len(asked) > count:
        raise UsageError(f"{len(asked)} seats are named, but there are {count} players")
    seats = [Seat(name, kind) for name, kind in asked.items()]
    for name in DEFAULT_NAMES:
        if len(seats) < count and all(name.casefold() != seat.name.casefold() for seat in seats):
            seats.append(Seat(name, HUMAN if human and not seats else bot))
    while len(seats) < count:
        seats.append(Seat(f"Seat {len(seats) + 1}", bot))
    return tuple(seats)


def _own(asked: Mapping[str, str], own: Sequence[str], human: bool, bot: str) -> tuple[Seat, ...]:
    wanted: dict[str, str] = {}
    for name, kind in asked.items():
        match = next((seat for seat in own if seat.casefold() == name.casefold()), None)
        if match is None:
            near = nearest(name, own)
            hint = f"Did you mean `{near}`?" if near else f"The seats are {listed(list(own), 'and')}."
            raise UsageError(f"there is no seat `{name}` in this game", hint)
        wanted[match] = kind
    first = HUMAN if human and not asked else bot
    return tuple(Seat(name, wanted.get(name, first if n == 0 else bot)) for n, name in enumerate(own))
