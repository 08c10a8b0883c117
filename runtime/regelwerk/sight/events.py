"""A step (an option or an outcome, with the vectors around it) -> what one observer takes part of: the source of every log line.

Derived from the observer's Views before and after, and from what he is told (`told.py`); never from inside an engine.
Also here: whether somebody may take a step back.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from regelwerk_compiler.flow.fault import FlowFault
from regelwerk_compiler.flow.flow import Cell, Store

from ..engine import RuleFault
from ..look import Look, places
from .changes import Became, Change, Moved, Shown, Spot, Turned, changes
from .told import NOTHING, Telling, Told
from .views import UNSEEN, Observer, Sight, View

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One option that was played (`seat` is who did), or one outcome (`seat` is None)."""

    before: Vector
    number: int
    after: Vector
    seat: int | None


@dataclass(frozen=True, slots=True)
class Happening:
    """One step as one observer sees it.

    `sort`: `option`; `outcome`; `unveiled`: a secret loop has ended, all its choices at once.  `seat`: who decided, or for whom chance happened.
    `into`: where the outcome went; `at`: at which place of the variable, if it has several.  `ended`: the game ended with this step.
    `about`: what an option was about, a rule: the only one that was offered, else the one in which it was chosen; '' if that is not told.
    """

    sort: str
    seat: int | None
    told: Told
    into: str
    changes: tuple[Change, ...]
    ended: bool
    at: int | None = None
    about: str = ""


class Watch:
    """Turns steps into happenings, and says which steps can be taken back."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.look: Look = sight.look
        self.telling = Telling(sight)

    def happening(self, step: Step, observer: Observer) -> Happening | None:
        """What `observer` sees of a step; None: nothing at all (a step of another in a secret loop)."""
        look = self.look
        actor = look.actor(step.before)
        seen = changes(self.sight.view(step.before, observer), self.sight.view(step.after, observer), look.program)
        ended = look.ended(step.after)
        into = ""
        if look.veil(step.before) and observer not in (actor, "host"):
            # A loop may begin anew before the next rest: then its end shows in what became open.
            if look.veil(step.after) == look.veil(step.before) and not seen:
                return None
            return Happening("unveiled", None, NOTHING, "", seen, ended)
        if step.seat is None:
            chance = look.chance(step.before)
            into = chance.into if chance else ""
            told = self.telling.outcome(step.before, step.number, observer)
            at = self._place(step, into) if told.numbers is not None and None not in told.args else None
            return Happening("outcome", actor, told, into, seen, ended, at)
        told = self.telling.option(step.before, step.number, step.after, observer, seen)
        about = "" if told.numbers is None else self._about(step.before)
        return Happening("option", step.seat, told, into, seen, ended, about=about)

    def _about(self, vector: Vector) -> str:
        decision = self.look.decision(vector)
        if decision is None:
            return ""
        offered = [self.look.program.numbers[options.numbers] for options in decision.options]
        rules = [numbers.name for numbers in offered if numbers.kind == "rule"]
        return rules[0] if len(rules) == 1 else decision.rule

    def _place(self, step: Step, into: str) -> int | None:
        """Which place of a variable an outcome sets, read from the first thing that its block does."""
        info = next((v for v in self.look.program.variables if v.name == into and v.axes and not v.is_set), None)
        outcomes = self.look.choice(step.before, step.number)
        if info is None or outcomes is None:
            return None
        block = self.look.blocks[outcomes.target]
        match block.body:
            case (Store(Cell(base, index)), *_) if base == info.base and index is not None:
                args = self.look.numbers(step.number).arguments(step.number)
                try:
                    return self.look.value(index, step.before, dict(zip(block.params, args, strict=True)))
                except (FlowFault, RuleFault, KeyError, ValueError):
                    return None
            case (Store(Cell(base, None)), *_) if info.base <= base < info.base + places(info.axes):
                return base - info.base
            case _:
                return None

    def learns(self, step: Step, seat: int) -> bool:
        """Whether a step showed `seat` something that he did not know: an outcome, or something that was hidden from him."""
        if step.seat is None:
            return True
        before, after = self.sight.view(step.before, seat), self.sight.view(step.after, seat)
        return reveals(before, after, self.look)

    def barrier(self, steps: tuple[Step, ...], seat: int, bots: Container[int] = ()) -> str | None:
        """Why `seat` may not take back these steps, the oldest first: `chance`, `reveal` or `others`; None if he may.

        Who decided may take back as long as nobody else but `bots` has decided since, nothing was drawn, and nothing hidden was shown to
        him.
        """
        for step in steps:
            if step.seat is None:
                return "chance"
            if step.seat != seat and step.seat not in bots:
                return "others"
            if self.learns(step, seat):
                return "reveal"
        return None


def reveals(before: View, after: View, look: Look) -> bool:
    """Whether the second View of a seat shows what the first hid: pieces of unknown face that are now seen, or a variable."""
    hidden = {
        (zone.zone, zone.instance)
        for zone in before.zones
        if zone.size and (zone.faces is None or UNSEEN in zone.faces)
    }
    for change in changes(before, after, look.program):
        match change:
            case Moved(face=None):
                pass
            case Moved(source=None):
                return True
            case Moved(source=Spot(zone, instance)):
                if (zone, instance) in hidden:
                    return True
            case Shown() | Turned():
                return True
            case Became(before=None):
                return True
            case _:
                pass
    return False
