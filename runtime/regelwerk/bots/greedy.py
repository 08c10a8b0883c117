"""The bot that looks one choice ahead: it plays each option on imagined positions and takes the best own score sheet.

The worth of a position is the own total less the best total of another.  After an option the bot's own further choices of the same
turn are played at random, then the sheets are compared; ties are broken by its own key.
"""

from __future__ import annotations

from .. import chance
from ..engine import RuleFault
from ..result import score, totals_of
from .eyes import Eyes

WORLDS = 4  # imagined positions, the same ones for every option
CONTINUED = 6  # own further choices that are played after an option
MOST_TRIES = 400  # options times worlds


class Greedy:
    """What a seat sees in, its best-looking option out."""

    name = "greedy"
    remembers = True

    def choose(self, eyes: Eyes, key: int) -> int:
        """The option with the best average; worlds in which an option breaks the rules do not count for it."""
        if len(eyes.options) == 1:
            return eyes.options[0]
        worlds = 1 if eyes.certain else max(1, min(WORLDS, MOST_TRIES // len(eyes.options)))
        sums = [0] * len(eyes.options)
        counts = [0] * len(eyes.options)
        for _ in range(worlds):
            key = chance.step(key)
            world = eyes.imagine(key)
            for at, number in enumerate(eyes.options):
                worth = _worth_after(eyes, world, number, key)
                if worth is not None:
                    sums[at] += worth
                    counts[at] += 1
        best: list[int] = []
        for at in range(len(eyes.options)):
            if counts[at] and (not best or sums[at] * counts[best[0]] > sums[best[0]] * counts[at]):
                best = [at]
            elif counts[at] and sums[at] * counts[best[0]] == sums[best[0]] * counts[at]:
                best.append(at)
        best = best or list(range(len(eyes.options)))
        return eyes.options[best[chance.pick(chance.step(chance.step(key)), len(best))]]


def _worth_after(eyes: Eyes, world: list[int], number: int, key: int) -> int | None:
    cells, engine, look = list(world), eyes.engine, eyes.look
    try:
        engine.play(cells, number)
        engine.settle(cells)
        for _ in range(CONTINUED):
            if look.ended(cells) or look.decider(cells) != eyes.seat:
                break
            key = chance.step(key)
            options = engine.options(cells)
            engine.play(cells, options[chance.pick(key, len(options))])
            engine.settle(cells)
        totals = totals_of(score(look, cells), len(look.program.seats))
    except RuleFault:
        return None
    if look.program.ranking.together:
        return sum(totals)
    others = [total for seat, total in enumerate(totals) if seat != eyes.seat]
    return totals[eyes.seat] - max(others, default=0)
