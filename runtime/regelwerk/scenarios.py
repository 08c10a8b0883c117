"""A scenario as a program -> what came of it: passed, or which step failed, what was expected, what was there instead.

A payment with only one way and a chance with only one outcome need not be written.  Failures are values, in people's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk_compiler.diagnostics.words import distance, listed
from regelwerk_compiler.document.located import Span
from regelwerk_compiler.flow.flow import Numbers
from regelwerk_compiler.flow.scenario import Claim, Event, Refusal, ScenarioProgram

from .errors import RegelwerkError
from .game import Game
from .result import result_of
from .words.refusals import NOT_OFFERED, Why, why_not
from .words.typed import matches_payment, name_of

MOST_AUTOMATIC = 1_000


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong.  `step`: which part (`when 3`, `then 1`, `refused 1`, `result`, `winners`, `given`), `said` how it was written."""

    scenario: str
    step: str
    said: str
    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """One scenario.  `played`: the exact names of all that happened, what was played by itself too; `rules` those that were chosen."""

    name: str
    shows: tuple[str, ...]
    failures: tuple[Failure, ...]
    played: tuple[str, ...]
    rules: tuple[str, ...]
    span: Span | None = None

    @property
    def passed(self) -> bool:
        """Whether nothing went wrong."""
        return not self.failures


def run_scenario(scenario: ScenarioProgram, engine: str = "interpreter") -> Report:
    """Run one scenario.  An event that cannot happen ends it; all other faults are collected."""
    return _Run(scenario, engine).report()


class _Broken(Exception):
    """The scenario cannot go on; the message is its fault."""


class _Run:
    def __init__(self, scenario: ScenarioProgram, engine: str) -> None:
        self.scenario = scenario
        self.game = Game(scenario.program, engine)
        self.failures: list[Failure] = []
        self.played: list[str] = []
        self.rules: list[str] = []
        self.cells: list[int] = []
        self.picked: int | None = None  # the last thing played, if it was a pick

    def report(self) -> Report:
        """Run it."""
        s = self.scenario
        step, said, span = "given", "", s.span
        try:
            with self.game.faults():
                self.cells = self.game.engine.start(0)
            for n, event in enumerate(s.events, 1):
                step, said, span = f"when {n}", event.said, event.span or s.span
                self._happen(event)
            step, said, span = "after the last event", "", s.span
            self._by_itself(None)
            self._ask()
        except (_Broken, RegelwerkError) as error:
            self._fail(step, said, str(error), span)
        return Report(
            s.name, s.shows, tuple(self.failures), tuple(self.played), tuple(dict.fromkeys(self.rules)), s.span
        )

    def _fail(self, step: str, said: str, message: str, span: Span | None) -> None:
        self.failures.append(Failure(self.scenario.name, step, said, message, span or self.scenario.span))

    # -- events ------------------------------------------------------------------------------------
    def _happen(self, event: Event) -> None:
        self._by_itself(event)
        look, game = self.game.look, self.game
        if look.ended(self.cells):
            raise _Broken("the game is over here")
        chance = look.chance(self.cells)
        if event.seat is None:
            if chance is None:
                raise _Broken(f"nothing is left to chance here: {self._now()}")
            choices = [number for number, _ in game.engine.outcomes(self.cells)]
        else:
            if chance is not None:
                into = f" ({chance.into})" if chance.into else ""
                raise _Broken(
                    f"chance comes first here: {chance.name}{into}; the outcome must be written, as `chance: ...`"
                )
            decider = look.decider(self.cells)
            if decider != event.seat:
                raise _Broken(f"{self._seat(event.seat)} has nothing to decide here: {self._now()}")
            choices = game.engine.options(self.cells)
        found = self._match(event, choices)
        if found is None:
            raise _Broken(self._not_there(event, choices))
        self._play(found)

    def _by_itself(self, event: Event | None) -> None:
        """Payments with one way, and chances with one outcome, unless they are what is written next."""
        look, game = self.game.look, self.game
        for _ in range(MOST_AUTOMATIC):
            if look.chance(self.cells) is not None:
                outcomes = game.engine.outcomes(self.cells)
                if len(outcomes) != 1 or (
                    event is not None and event.seat is None and self._match(event, [outcomes[0][0]]) is not None
                ):
                    return
                self._play(outcomes[0][0])
                continue
            decision = look.decision(self.cells)
            if decision is None or any(look.program.numbers[o.numbers].kind != "pay" for o in decision.options):
                return
            options = game.engine.options(self.cells)
            if len(options) != 1 or (event is not None and event.kind == "pay"):
                return
            self._play(options[0])
        raise _Broken("the game goes on by itself without end")

    def _play(self, number: int) -> None:
        numbers = self.game.look.numbers(number)
        self.played.append(self._name(number))
        if numbers.kind == "rule":
            self.rules.append(numbers.name)
        self.picked = number if numbers.kind == "pick" else None
        with self.game.faults(self.cells, number):
            self.game.engine.play(self.cells, number)

    def _match(self, event: Event, choices: Sequence[int]) -> int | None:
        found = [number for number in choices if self._means(event, number)]
        if len(found) > 1:
            exact = [number for number in found if self._name(number) == event.said]
            found = exact if len(exact) == 1 else found
        if len(found) > 1:
            raise _Broken(f"this fits several: {self._listed(found)}")
        return found[0] if found else None

    def _means(self, event: Event, number: int) -> bool:
        numbers = self.game.look.numbers(number)
        args = numbers.arguments(number)
        match event.kind:
            case "done" | "nothing":
                return numbers.kind == event.kind
            case "pay":
                return numbers.kind == "pay" and matches_payment(event.paid, self.game.names.paid(numbers, args))
            case "rule" if numbers.kind == "pick":  # a rule that was picked as a value: `choose: b in now.bonus`
                return not event.args and self._name(number) == event.name
            case "rule":
                return numbers.kind == "rule" and numbers.name == event.name and args == event.args
        if numbers.kind not in ("pick", "draw", "random"):
            return False
        return self._name(number) == " ".join(event.said.split()) or (
            args == event.args and not self._named(numbers, event)
        )

    def _named(self, numbers: Numbers, event: Event) -> bool:
        """Whether the event was written with the name of a value of what is chosen from; then the name decides, not its place."""
        kinds = [self.game.program.kinds.get(axis.type, ()) for axis in numbers.axes]
        return len(kinds) == 1 and event.said.strip() in kinds[0]

    # -- claims ------------------------------------------------------------------------------------
    def _ask(self) -> None:
        s, look = self.scenario, self.game.look
        actor = look.actor(self.cells)
        for n, claim in enumerate(s.then, 1):
            self._claim(n, claim, -1 if actor is None else actor)
        for n, refusal in enumerate(s.refused, 1):
            self._refusal(n, refusal)
        if not s.result and s.winners is None:
            return
        sheet = result_of(look, self.game.names, self.cells)
        for seat, item, points in s.result:
            found = (
                sheet.totals[seat]
                if item == "total" and item not in sheet.items
                else self._points(sheet.items, sheet.points, item, seat)
            )
            if found != points:
                self._fail(
                    "result", f"{self._seat(seat)}: {item}", f"expected {points} points, there are {found}", s.span
                )
        if s.winners is not None:
            if not look.ended(self.cells):
                self._fail("winners", "", f"the game is not over: {self._now()}", s.span)
            elif sheet.winners != tuple(sorted(s.winners)):
                self._fail(
                    "winners", "", f"expected {self._seats(s.winners)}, it is {self._seats(sheet.winners)}", s.span
                )

    def _points(self, items: Sequence[str], points: Sequence[Sequence[int]], item: str, seat: int) -> int | None:
        return points[items.index(item)][seat] if item in items else None

    def _claim(self, n: int, claim: Claim, actor: int) -> None:
        with self.game.faults():
            holds = self.game.look.ask(claim.function, self.cells, actor)
        if holds != 1:
            where = f"; {self._now()}" if "player" in claim.said else ""
            self._fail(f"then {n}", claim.said, f"this is not so{where}", claim.span)

    def _refusal(self, n: int, refusal: Refusal) -> None:
        event, look = refusal.event, self.game.look
        step = f"refused {n}"
        decider = look.decider(self.cells)
        if decider != event.seat or event.seat is None:
            who = "chance" if event.seat is None else self._seat(event.seat)
            self._fail(step, event.said, f"{who} has nothing to decide here: {self._now()}", event.span)
            return
        if self._match(event, self.game.engine.options(self.cells)) is not None:
            self._fail(
                step, event.said, f"it should be refused because of `{refusal.because}`, and is allowed", event.span
            )
            return
        number = self._number(event)
        why = why_not(look, self.cells, number) if number is not None else Why((NOT_OFFERED,))
        if not why.names(refusal.because):
            said = listed([f"`{one}`" for one in why.addresses], "and")
            self._fail(
                step, event.said, f"it is refused because of {said}, not because of `{refusal.because}`", event.span
            )

    def _number(self, event: Event) -> int | None:
        """The number that an event would have, whether it is an option or not."""
        decision = self.game.look.decision(self.cells)
        for index, numbers in enumerate(self.game.program.numbers):
            if event.kind == "rule" and numbers.kind == "rule" and numbers.name == event.name:
                fits = len(event.args) == len(numbers.axes) and all(
                    axis.low <= arg < axis.low + axis.size for axis, arg in zip(numbers.axes, event.args, strict=True)
                )
                return numbers.number(event.args) if fits else None
            offered = decision is not None and any(options.numbers == index for options in decision.options)
            if offered and (event.kind != "rule" or numbers.kind == "pick"):
                found = next(
                    (n for n in range(numbers.base, numbers.base + numbers.size) if self._means(event, n)), None
                )
                if found is not None:
                    return found
        return None

    # -- words -------------------------------------------------------------------------------------
    def _not_there(self, event: Event, choices: Sequence[int]) -> str:
        """Why an event cannot happen, and what could."""
        reason, number = "", self._number(event) if event.seat is not None else None
        if number is not None:
            addresses = [one for one in why_not(self.game.look, self.cells, number).addresses if one != NOT_OFFERED]
            if addresses:
                reason = f" (because of {listed([f'`{one}`' for one in addresses], 'and')})"
            elif self.picked is not None and number < self.picked and self._same_block(number, self.picked):
                reason = f" (picks are made in the order of the game: write it before `{self._name(self.picked)}`)"
        near = sorted(choices, key=lambda n: (distance(self._name(n)[:60], event.said[:60]), n))[:3]
        there = "there is" if len(choices) == 1 else "nearest are" if near else "there is nothing"
        what = "cannot happen here" if event.seat is None else "is not possible here"
        return f"`{event.said}` {what}{reason}; {there} {self._listed(near)}".rstrip()

    def _same_block(self, one: int, other: int) -> bool:
        return self.game.look.numbers_at(one) == self.game.look.numbers_at(other)

    def _listed(self, numbers: Sequence[int]) -> str:
        return listed([f"`{self._name(n)}`" for n in numbers], "and")

    def _name(self, number: int) -> str:
        return name_of(number, self.game.look, self.game.names)

    def _seat(self, seat: int) -> str:
        return self.game.program.seats[seat]

    def _seats(self, seats: Sequence[int]) -> str:
        return listed([self._seat(seat) for seat in seats], "and") or "nobody"

    def _now(self) -> str:
        look = self.game.look
        if look.ended(self.cells):
            return "the game is over"
        chance, decision = look.chance(self.cells), look.decision(self.cells)
        if chance is not None:
            return f"chance comes next ({chance.name})"
        seat = look.decider(self.cells)
        who = self._seat(seat) if seat is not None else "nobody"
        return f"{who} decides ({decision.name if decision else ''})"
