"""The loop of a game at the terminal: humans are asked, bots choose, everybody sees only what is his to see.

Goes in: a game, who sits at it, and somebody to ask.  Comes out: the last state, or the wish to leave.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rich.console import RenderableType

from regelwerk_compiler.flow.flow import Program

from ...bots.playing import Table
from ...errors import RegelwerkError, WriteError
from ...knowledge.memory import Memory
from ...lang import Words
from ...records.logs import record, save
from ...sight.changes import Became
from ...sight.events import Happening, Step
from ...sight.views import Observer
from ...state import Option, State
from ...words.refusals import NOT_OFFERED, failing, in_domain, why_not
from .ask import Asker
from .menu import Choice, Menu, Ordered, Picked, Redraw, Unknown, matching, simple
from .rules_help import draw_help, reasons_of
from .screen import Screen
from .seats import Seat

MOST_SEARCHED = 20_000
"""In a rule with more choices of parameters nobody looks for what was typed and is not possible."""
MOST_TRIED = 200
MOST_REASONS = 4


class Left(Exception):
    """Somebody typed `quit`."""


@dataclass(slots=True)
class Moment:
    """A state in which somebody decided, and what came of it.  `asked`: not a human for whom there was only one way to go on."""

    state: State
    option: Option
    after: State
    asked: bool = True


@dataclass(slots=True)
class Session:
    """A game under way.  `moments` is its history: undo takes the last ones away."""

    screen: Screen
    seats: tuple[Seat, ...]
    table: Table
    asker: Asker | None
    words: Words
    start: State
    save_to: Path | None
    seed: int
    moments: list[Moment] = field(default_factory=list)
    told: dict[int, int] = field(default_factory=dict)  # seat -> how many steps it has been told of
    looking: int | None = None  # the human seat that sits before the screen

    @property
    def state(self) -> State:
        """Where the game is."""
        return self.moments[-1].after if self.moments else self.start

    @property
    def steps(self) -> list[Step]:
        """Everything that happened."""
        return [step for moment in self.moments for step in moment.after.steps]

    # -- the loop --------------------------------------------------------------------------------
    def run(self) -> State:
        """Play to the end.  Raises Left."""
        while not self.state.over:
            seat = self.state.player
            assert seat is not None
            if self.seats[seat].human and self.asker is not None:
                only = self._only_way()
                if only is None:
                    self._human(seat, self.asker)
                else:
                    self.play(only, asked=False)
                    if only.kind not in ("done", "nothing"):
                        self.screen.happened(self.lines_for(seat, self.moments[-1].after.steps))
            else:
                self._bot(seat)
        return self.state

    def _only_way(self) -> Option | None:
        """What needs no asking, because there is nothing else.  At a keyboard for several all are asked, for else the others would learn from it."""
        options = self.state.options()
        return options[0] if len(options) == 1 and not self._shared else None

    def play(self, option: Option, *, asked: bool = True) -> None:
        """Play an option, let the bots see it, and keep the save up to date."""
        state = self.state
        self.moments.append(Moment(state, option, state.play(option), asked))
        for step in self.state.steps:
            self.table.saw(step)
        self._keep_going()

    def _keep_going(self) -> None:
        """Save after a decision; where somebody sits before the screen, a disk that is full does not end his game."""
        if self.save_to is None:
            return
        try:
            self.keep()
        except WriteError as error:
            if self.asker is None:
                raise
            self.screen.show(self.words("save_failed", why=error.message), "red")

    def keep(self, path: Path | None = None) -> None:
        """Save the game, whole or not at all.  Raises WriteError."""
        where = path or self.save_to
        assert where is not None
        states = [self.start, *(moment.after for moment in self.moments)]
        save(where, record(states, self.seed, [seat.kind for seat in self.seats]))

    def finish(self) -> None:
        """What whoever sits at the screen has not been told yet, when the game is over."""
        if self.looking is not None:
            several = sum(seat.human for seat in self.seats) > 1
            self.screen.happened(
                self.lines_for("public" if several else self.looking, self.steps[self.told[self.looking] :])
            )

    def _bot(self, seat: int) -> None:
        state = self.state
        number = self.table.choose(state.vector, seat, state.numbers())
        self.play(self.screen.game.option(number, seat))
        if self.asker is None:
            self.screen.happened(self.lines_for("public", self.moments[-1].after.steps))

    # -- a human decides -------------------------------------------------------------------------
    def _human(self, seat: int, asker: Asker) -> None:
        self._hand_over(seat, asker)
        self._tell(seat)
        menu = self._menu()
        goes_on = bool(self.moments) and self.moments[-1].option.seat == seat
        self.screen.show(self.screen.table(self.state, seat, brief=goes_on))
        self._show_menu(menu, seat)
        while True:
            typed = asker.ask(f"{self.screen.said.seats[seat]}> ", menu.completions())
            if not typed.strip() and len(menu.choices) == 1:
                typed = "1"
            match menu.answer(typed):
                case Picked(choice):
                    self.play(next(option for option in self.state.options() if option.number == choice.number))
                    return
                case Ordered(command, rest):
                    if self._command(command, rest, seat, menu, asker):
                        return
                case Redraw(message):
                    if message:
                        self.screen.show(message, "yellow")
                    self._show_menu(menu, seat)
                case Unknown(message):
                    for line in (not typed.strip().isdecimal() and self._why_not(typed)) or [message]:
                        self.screen.show(line, "yellow")

    def _menu(self) -> Menu:
        said = self.screen.said
        choices = []
        options = self.state.options()
        room = self.screen.room([option.text(self.words.language) for option in options])
        for option in options:
            group = option.rule if option.kind == "rule" else f"{option.kind}:{option.rule}"
            title = said.text(option.rule) if option.kind == "rule" else option.text(self.words.language)
            beginnings = option.beginnings(self.words.language) if option.kind == "rule" and len(options) > room else ()
            text = option.text(self.words.language)
            choices.append(Choice(option.number, group, title, text, option.name, beginnings))
        return Menu(choices, self.words, room)

    def _show_menu(self, menu: Menu, seat: int) -> None:
        kinds = {option.kind for option in self.state.options()}
        key = "choose_pay" if kinds == {"pay"} else "choose_pick" if kinds <= {"pick", "done"} else "choose"
        decision = self.screen.game.look.decision(self.state.vector)
        said = self.screen.said
        rule = decision.rule if decision is not None else ""
        # a name without a text is English
        where = [said.text(rule)] if rule and (said.has_text(rule) or self.words.language == "en") else []
        for offered in decision.options if decision is not None else ():
            numbers = said.program.numbers[offered.numbers]
            if numbers.kind == "pick" and len(numbers.axes) == 1 and said.has_text(numbers.axes[0].type):
                where.append(said.text(numbers.axes[0].type))
        self.screen.rule(" · ".join([self.words(key, who=said.seats[seat]), *dict.fromkeys(where)]))
        self.screen.show(self.screen.menu(menu))

    def _tell(self, seat: int) -> None:
        """What the seat has not been told yet."""
        steps = self.steps
        lines = self.lines_for(seat, [step for step in steps[self.told.get(seat, 0) :] if step.seat != seat])
        self.told[seat] = len(steps)
        if lines:
            self.screen.rule(self.words("since"))
            self.screen.happened(lines[-40:])

    def lines_for(self, observer: Observer, steps: list[Step] | tuple[Step, ...]) -> list[str]:
        """Log lines of steps as an observer may read them."""
        game = self.screen.game
        seen = (game.watch.happening(step, observer) for step in steps)
        told = [happening for happening in seen if happening is not None and not _only_done(happening, game.program)]
        return game.lines.lines(told, self.words.language)

    # -- one keyboard for several ----------------------------------------------------------------
    @property
    def secrets(self) -> bool:
        """Whether there is anything at this table that not everybody may see."""
        program = self.screen.game.program
        return any(zone.seen for zone in program.zones if zone.owner is not None) or any(
            v.seen for v in program.variables
        )

    @property
    def _shared(self) -> bool:
        """Whether several humans with secrets sit before one screen."""
        return sum(seat.human for seat in self.seats) > 1 and self.secrets

    def _hand_over(self, seat: int, asker: Asker) -> None:
        """Between two humans with secrets the screen is cleared, and the next one says that he is there."""
        before, self.looking = self.looking, seat
        if before == seat or not self._shared:
            return
        self.screen.wipe()
        self.screen.show(self.words("handover_away"), "dim")
        asker.wait(self.words("handover", who=self.screen.said.seats[seat]) + " ")
        self.screen.wipe()

    # -- commands --------------------------------------------------------------------------------
    def _command(self, command: str, rest: str, seat: int, menu: Menu, asker: Asker) -> bool:
        """Carry out a command; True if the decision has to be asked anew from the start."""
        match command:
            case "help":
                self.screen.show(self._help())
            case "table":
                menu.whole()
                self.screen.show(self.screen.table(self.state, seat))
                self._show_menu(menu, seat)
            case "card":
                self.screen.show(self.screen.card(self.state, seat, rest))
            case "options":
                menu.whole()
                self._show_menu(menu, seat)
            case "log":
                self.screen.rule(self.words("log_title"))
                self.screen.happened(self.lines_for(seat, [*self.start.steps, *self.steps]))
            case "save":
                self._save_now(rest)
            case "undo":
                return self._undo(seat)
            case "quit":
                self.leave(asker)
        return False

    def _help(self) -> RenderableType:
        decision = self.screen.game.look.decision(self.state.vector)
        assert decision is not None
        program = self.screen.game.program
        rules = [
            decision.rule,
            *(
                program.numbers[offered.numbers].name
                for offered in decision.options
                if program.numbers[offered.numbers].kind == "rule"
            ),
        ]
        return draw_help(
            [rule for rule in rules if rule],
            self.screen.said,
            self.screen.background,
            program.statements,
            self._blocked(),
        )

    def _blocked(self) -> dict[str, list[str]]:
        """The rules of the present choice that have no option, each with the needs that fail."""
        look, state = self.screen.game.look, self.state
        decision = look.decision(state.vector)
        assert decision is not None
        possible = {option.rule for option in state.options() if option.kind == "rule"}
        blocked: dict[str, list[str]] = {}
        for offered in decision.options:
            numbers = look.program.numbers[offered.numbers]
            if numbers.kind == "rule" and numbers.name not in possible:
                blocked.setdefault(numbers.name, []).extend(failing(look, state.vector, offered))
        return blocked

    def _why_not(self, typed: str) -> list[str]:
        """What was typed is no option, but could be one another time: the reasons why it is none now, a line for each that is meant."""
        look, said, language = self.screen.game.look, self.screen.said, self.words.language
        decision, wanted = look.decision(self.state.vector), simple(typed)
        assert decision is not None
        blocked = {
            rule: f"{said.text(rule)}: {reasons_of(needs, said)}" for rule, needs in self._blocked().items() if needs
        }
        called = [line for rule, line in blocked.items() if wanted in (simple(rule), simple(said.text(rule)))]
        if called:
            return called
        names: list[tuple[int, str]] = []
        for offered in decision.options:
            numbers = look.program.numbers[offered.numbers]
            if numbers.kind != "rule" or numbers.size > MOST_SEARCHED:
                continue
            for number in range(numbers.base, numbers.base + numbers.size):
                args = numbers.arguments(number)
                names.append((number, said.names.option_words(numbers, args, language, self.state.player)))
                names.append((number, said.names.exact(numbers, args)))
        lines: dict[str, None] = {}
        for number in matching(wanted, names)[:MOST_TRIED]:
            if not in_domain(look, self.state.vector, number):
                continue
            why = [one for one in why_not(look, self.state.vector, number).addresses if one != NOT_OFFERED]
            if why:
                lines[
                    f"{self.screen.game.option(number, self.state.player or 0).text(language)}: {reasons_of(why, said)}"
                ] = None
        if not lines:
            for rule, line in blocked.items():
                if matching(wanted, [(rule, said.text(rule)), (rule, rule)]):
                    lines[line] = None
        return list(lines)[:MOST_REASONS]

    def _save_now(self, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.save_to or Path(f"{self.screen.game.id}.jsonl")
        try:
            self.keep(path)
        except (RegelwerkError, OSError) as error:
            self.screen.show(self.words("save_failed", why=str(error)), "red")
        else:
            self.screen.show_whole(self.words("saved", file=path))

    def _undo(self, seat: int) -> bool:
        """Take back the seat's own last decision, and what bots did since, if no other human has decided and nothing was revealed."""
        game = self.screen.game
        mine = [n for n, moment in enumerate(self.moments) if moment.option.seat == seat and moment.asked]
        last = mine[-1] if mine else None
        if last is None:
            self.screen.show(self.words("undo_none"), "yellow")
            return False
        steps = tuple(step for moment in self.moments[last:] for step in moment.after.steps)
        bots = {n for n, sits in enumerate(self.seats) if not sits.human}
        barrier = game.watch.barrier(steps, seat, bots)
        if barrier is not None:
            self.screen.show(self.words("undo_other" if barrier == "others" else "undo_reveal"), "yellow")
            return False
        taken = self.moments[last].option
        del self.moments[last:]
        self.table.memories = {who: Memory() for who in self.table.memories}
        for step in (*self.start.steps, *self.steps):
            self.table.saw(step)
        self.told = {who: min(n, len(self.steps)) for who, n in self.told.items()}
        self._keep_going()
        self.screen.show(self.words("undone", option=taken.text(self.words.language)))
        return True

    def leave(self, asker: Asker) -> None:
        """`quit`: the game is saved where it is being saved; else a file may be named.  Raises Left."""
        if self.save_to is None:
            name = asker.ask(self.words("quit_ask") + " ", ()).strip()
            if name:
                self._save_now(name)
        else:
            self.screen.show_whole(self.words("saved", file=self.save_to))
        raise Left


def _only_done(happening: Happening, program: Program) -> bool:
    """Whether somebody has only said that he is done: whoever looks on learns it from what follows."""
    told = happening.told.numbers
    return (
        told is not None
        and program.numbers[told].kind == "done"
        and all(isinstance(change, Became) for change in happening.changes)
    )
