"""A menu of options: numbered, grouped by rule where there are many, and answered by number or by the beginnings of words.

Goes in: the options of one decision as texts, and what was typed.  Comes out: what it means.  Nothing is printed here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from regelwerk_compiler.diagnostics.words import nearest

from ...lang import Words

COMMANDS = ("help", "card", "undo", "log", "save", "quit", "table", "options")
WITH_MORE = ("save", "card")
"""Commands that something may stand behind."""
MORE, BACK = "more", "back"
LONG = 14
"""Longer lists are grouped by rule."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its number in the game, the group it belongs to (a rule) with the group's text, its own text, its exact name.

    `beginnings`: what it says with its first parameter only, with its first two, and so on: groups inside the group.
    """

    number: int
    group: str
    title: str
    text: str
    name: str = ""
    beginnings: tuple[str, ...] = ()

    def within(self, group: str) -> bool:
        """Whether it belongs to a group, or to one inside its own."""
        return group == self.group or group in (self.inner(depth) for depth in range(len(self.beginnings)))

    def inner(self, depth: int) -> str:
        """The group inside its own, by so many parameters and one more."""
        return f"{self.group}: {self.beginnings[depth]}"


@dataclass(frozen=True, slots=True)
class Picked:
    """An option."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Ordered:
    """A command, and what was typed behind it."""

    command: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Redraw:
    """The menu shows something else now; `message` says why."""

    message: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing of the kind."""

    message: str


Answer = Picked | Ordered | Redraw | Unknown


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the menu: an option, or a group of them."""

    text: str
    choice: Choice | None = None
    group: str = ""


@dataclass(slots=True)
class Menu:
    """The options of one decision, as far as they are shown now."""

    choices: Sequence[Choice]
    words: Words
    room: int = 20
    group: str | None = None
    found: list[Choice] | None = None  # what an ambiguous word left over, until the next answer
    beyond: list[Choice] = field(default_factory=list)  # those of them that had no number before
    first: int = 0
    _commands: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._commands = {name: name for name in COMMANDS}
        self._commands |= {simple(self.words(f"cmd.{name}")): name for name in COMMANDS}
        self._commands |= {"?": "help", "exit": "quit", "q": "quit", "show": "card"}

    # -- what is shown ---------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """What stands above the lines: the group that is open."""
        if self.group is None:
            return ""
        title = next((c.title for c in self.choices if c.group == self.group), self.group.partition(": ")[2])
        return self.words("choose_within", name=title)

    def all_lines(self) -> list[Line]:
        """Every line, beyond the page too."""
        if self.group is not None:
            return self._inside([choice for choice in self.choices if choice.within(self.group)])
        groups: dict[str, list[Choice]] = {}
        for choice in self.choices:
            groups.setdefault(choice.group, []).append(choice)
        if len(self.choices) <= min(self.room, LONG):
            return [Line(choice.text, choice) for choice in self.choices]
        if len(groups) == 1:
            return self._inside(list(self.choices))
        lines = []
        for name, those in groups.items():
            if len(those) == 1:
                lines.append(Line(those[0].text, those[0]))
            else:
                lines.append(Line(self.words.counted("options_group", len(those), name=those[0].title), group=name))
        return lines

    def _inside(self, those: list[Choice]) -> list[Line]:
        """The options of one group; too many for the window by their first parameter that differs."""
        depth = 0
        while len(those) > self.room and all(len(choice.beginnings) > depth for choice in those):
            groups: dict[str, list[Choice]] = {}
            for choice in those:
                groups.setdefault(choice.inner(depth), []).append(choice)
            if len(groups) > 1:
                return [
                    Line(few[0].text, few[0])
                    if len(few) == 1
                    else Line(self.words.counted("options_group", len(few), name=few[0].beginnings[depth]), group=name)
                    for name, few in groups.items()
                ]
            depth += 1
        return [Line(choice.text, choice) for choice in those]

    def page(self) -> list[tuple[int, Line]]:
        """The lines shown now, with their numbers."""
        return self._numbered()[self.first : self.first + self.room]

    def _numbered(self) -> list[tuple[int, Line]]:
        """The lines with their numbers; where a word left some over only those, each with the number that it had, or one behind all others."""
        lines = list(enumerate(self.all_lines(), 1))
        if self.found is None:
            return lines
        left = [(number, line) for number, line in lines if line.choice in self.found]
        return left + [(n, Line(choice.text, choice)) for n, choice in enumerate(self.beyond, len(lines) + 1)]

    @property
    def paging(self) -> str:
        """What to say where the page does not show everything."""
        total = len(self._numbered())
        if total <= self.room:
            return ""
        return self.words("page", first=self.first + 1, last=min(self.first + self.room, total), n=total)

    def completions(self) -> list[str]:
        """Everything that may be typed in words."""
        return [choice.text for choice in self.choices] + [self.words(f"cmd.{name}") for name in COMMANDS]

    # -- what was typed --------------------------------------------------------------------------
    def answer(self, typed: str) -> Answer:
        """What was meant.  What a word left over is shown once: the next answer shows all again, and numbers never change."""
        found = self.found
        answer = self._answer(typed, found or [])
        if self.found is found and found is not None and simple(typed) not in (MORE, simple(self.words("more"))):
            self.found, self.first = None, 0
        if self.found is None and isinstance(answer, Redraw):
            self.beyond = []
        return answer

    def whole(self) -> None:
        """Show everything again: the groups, and what a word had filtered out."""
        self.group, self.found, self.first, self.beyond = None, None, 0, []

    def _answer(self, typed: str, found: list[Choice]) -> Answer:
        said = simple(typed)
        if not said:
            return Redraw()
        exact = [choice for choice in self.choices if simple(choice.text) == said]
        exact = exact or [choice for choice in self.choices if choice.name and choice.name == typed.strip()]
        if len(exact) == 1:
            return Picked(exact[0])
        if said.isdecimal():
            return self._number(int(said[:9]))
        command = self._command(typed, said)
        if command is not None:
            return command
        if said in (MORE, simple(self.words("more"))):
            return self._more()
        if said in (BACK, simple(self.words("back"))):
            self.whole()
            return Redraw()
        return self._word(typed, said, found)

    def _number(self, number: int) -> Answer:
        lines = [*self.all_lines(), *(Line(choice.text, choice) for choice in self.beyond)]
        if not 1 <= number <= len(lines):
            return Unknown(self.words("number_range", n=len(lines)))
        line = lines[number - 1]
        if line.choice is not None:
            return Picked(line.choice)
        self.group, self.found, self.first = line.group, None, 0
        return Redraw()

    def _command(self, typed: str, said: str) -> Ordered | None:
        word, _, rest = typed.strip().partition(" ")
        name = self._commands.get(simple(word.lstrip("/:")))
        if name is None or (rest.strip() and name not in WITH_MORE):
            return None
        if name == "card" and any(simple(choice.text).startswith(said) for choice in self.choices):
            return None
        return Ordered(name, rest.strip())

    def _more(self) -> Answer:
        total = len(self._numbered())
        self.first = self.first + self.room if self.first + self.room < total else 0
        return Redraw()

    def _word(self, typed: str, said: str, found: list[Choice]) -> Answer:
        shown = [line.choice for line in self.all_lines() if line.choice is not None]
        for among in (found, shown, self.choices):
            hits = matching(said, [(choice, text) for choice in among for text in (choice.text, choice.name)])
            if len(hits) == 1:
                return Picked(hits[0])
            if hits:
                groups = {choice.group for choice in hits}
                if len(groups) == 1 and len(hits) == sum(choice.group in groups for choice in self.choices):
                    self.group, self.found, self.first = next(iter(groups)), None, 0
                    return Redraw()
                self.found, self.first = hits, 0
                self.beyond = [choice for choice in hits if choice not in shown]
                return Redraw(self.words("several_options", typed=typed.strip(), n=len(hits)))
        titles = {choice.group: choice.title for choice in self.choices}
        groups_hit = matching(said, [(name, text) for name, title in titles.items() for text in (title, name)])
        if len(set(groups_hit)) == 1:
            those = [choice for choice in self.choices if choice.group == groups_hit[0]]
            if len(those) == 1:
                return Picked(those[0])
            self.group, self.found, self.first = groups_hit[0], None, 0
            return Redraw()
        for name in COMMANDS:
            if len(said) >= 2 and simple(self.words(f"cmd.{name}")).startswith(said):
                return Ordered(name)
        return Unknown(self._not_there(typed.strip(), said))

    def _not_there(self, typed: str, said: str) -> str:
        message = self.words("no_such_option", typed=typed if len(typed) <= 40 else typed[:39] + "…")
        known = {simple(text): text for text in self.completions()}
        near = nearest(said, known)
        return f"{message} {self.words('did_you_mean', what=f'`{known[near]}`')}" if near else message


def simple(text: str) -> str:
    """A text for comparing: small letters, without accents, signs and doubled blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+|[?+-]", plain.replace("_", " ")))


def matching(said: str, among: Sequence[tuple[T, str]]) -> list[T]:
    """Those whose text begins with what was said; else those in whose text each word said begins a word, in this order."""
    starts = [thing for thing, text in among if simple(text).startswith(said)]
    if starts:
        return list(dict.fromkeys(starts))
    wanted = said.split()
    return list(dict.fromkeys(thing for thing, text in among if _in_order(wanted, simple(text).split())))


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    at = 0
    for word in words:
        if at < len(wanted) and word.startswith(wanted[at]):
            at += 1
    return at == len(wanted)
