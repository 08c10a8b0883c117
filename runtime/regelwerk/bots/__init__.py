"""Players that are programs.  A bot is given what its seat sees (`eyes.py`), never the state of the game."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.diagnostics.words import nearest

from ..errors import UsageError
from .eyes import Bot, Eyes
from .greedy import Greedy
from .random_play import RandomPlay

BOTS = ("random", "greedy")
"""The bots that there are; `human` is a seat at the keyboard, and no bot."""

PLANNED = ("mcts",)


def make_bot(name: str) -> Bot:
    """The bot of that name.  Raises `UsageError`."""
    match name:
        case "random":
            return RandomPlay()
        case "greedy":
            return Greedy()
    if name in PLANNED:
        raise UsageError(f"the bot `{name}` does not exist yet", f"There are: {', '.join(BOTS)}.")
    near = nearest(name, BOTS)
    raise UsageError(
        f"there is no bot `{name}`", f"Did you mean `{near}`?" if near else f"There are: {', '.join(BOTS)}."
    )


def bots_for(names: Sequence[str], seats: int) -> list[Bot]:
    """One bot a seat; one name serves all seats.  Raises `UsageError`."""
    if len(names) == 1:
        return [make_bot(names[0]) for _ in range(seats)]
    if len(names) != seats:
        raise UsageError(f"{seats} seats need {seats} bots (or one name for all), not {len(names)}")
    return [make_bot(name) for name in names]


__all__ = ["BOTS", "Bot", "Eyes", "Greedy", "RandomPlay", "bots_for", "make_bot"]
