"""A game played by bots from beginning to end: what is needed of it for statistics, and each step for whoever wants to look.

Every seat's luck comes from a key of its own, made from the seed, so that a game depends on nothing but seed and bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .. import chance
from ..broke import sentence
from ..engine import RuleFault, check_tosses
from ..errors import RulesBroke
from ..game import Game
from ..knowledge.memory import Memory
from ..sight.changes import changes
from ..sight.events import Step
from ..sight.views import View
from .eyes import Bot, Eyes

Watcher = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over.  `options` is the sum of the options at all decisions, `most_options` the most at one."""

    vector: tuple[int, ...]
    decisions: int
    options: int
    most_options: int


class Table:
    """Bots round a table.  Keeps what their seats remember, if a bot asks for it."""

    def __init__(self, game: Game, bots: Sequence[Bot | None], seed: int) -> None:
        self.game = game
        self.bots = bots
        self.keys = [key_for(seed, seat) for seat in range(len(game.program.seats))]
        self.memories = {seat: Memory() for seat, bot in enumerate(bots) if bot is not None and bot.remembers}
        self._views: dict[int, tuple[tuple[int, ...], View]] = {}  # what each of them saw last, and of which vector

    def saw(self, step: Step) -> None:
        """Everybody takes part of a step."""
        for seat, memory in self.memories.items():
            at, before = self._views.get(seat, (None, None))
            if before is None or at != step.before:
                before = self.game.sight.view(step.before, seat)
            after = self.game.sight.view(step.after, seat)
            self._views[seat] = step.after, after
            self.memories[seat] = memory.after(before, after, changes(before, after, self.game.program))

    def choose(self, vector: Sequence[int], seat: int, options: Sequence[int]) -> int:
        """What the bot in a seat plays."""
        bot = self.bots[seat]
        assert bot is not None, "nobody sits there"
        self.keys[seat] = chance.step(self.keys[seat])
        eyes = Eyes(self.game, vector, seat, options, self.memories.get(seat, Memory()))
        return bot.choose(eyes, self.keys[seat])


def key_for(seed: int, seat: int) -> int:
    """The first key of a seat's luck; apart from the game's own."""
    return chance.key_of(chance.key_of(seed) ^ (seat + 1) * 0x9FB21C651E98DF25)


def play_out(game: Game, bots: Sequence[Bot], seed: int, watcher: Watcher | None = None) -> Played:
    """Play one game.  Raises `RulesBroke`."""
    table = Table(game, bots, seed)
    engine, look = game.engine, game.look
    looks = watcher is not None or bool(table.memories)
    decisions = options = most = tosses = 0
    before: tuple[int, ...] = tuple(game.program.initial)
    number: int | None = None
    try:
        cells = engine.start(seed)
        while True:
            before = tuple(cells)
            if look.chance(cells) is not None:
                tosses += 1
                check_tosses(tosses)
                number = engine.toss(cells)
                engine.play(cells, number)
                if looks:
                    _tell(table, watcher, Step(before, number, tuple(cells), None))
                continue
            seat = look.decider(cells)
            if seat is None:
                break
            numbers = engine.options(cells)
            tosses = 0
            decisions += 1
            options += len(numbers)
            most = max(most, len(numbers))
            number = table.choose(cells, seat, numbers)
            engine.play(cells, number)
            if looks:
                _tell(table, watcher, Step(before, number, tuple(cells), seat))
    except RuleFault as fault:
        raise RulesBroke(sentence(game.program, fault.reason, before, number)) from fault
    return Played(tuple(cells), decisions, options, most)


def _tell(table: Table, watcher: Watcher | None, step: Step) -> None:
    table.saw(step)
    if watcher is not None:
        watcher(step)
