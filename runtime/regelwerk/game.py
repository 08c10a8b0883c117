"""`load`: GAME, seats and options -> a Game, ready to be started; and Game itself: a program with the engine that runs it.

Built programs come from the compiler's front door, or from the cache.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Literal

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.diagnostics.words import nearest
from regelwerk_compiler.flow.flow import Program

from . import cache
from .broke import sentence
from .clock import limit
from .engine import Engine, RuleFault, check_tosses
from .errors import GameFaults, RulesBroke, UsageError
from .find import find_game
from .look import Look
from .sight.events import Step, Watch
from .sight.views import Sight
from .state import Option, Outcome, State
from .words.lines import Lines
from .words.names import Names

ENGINES = ("auto", "native", "python", "interpreter")
OptionValue = str | int | bool


class Game:
    """One game for one number of seats and one set of options.  `source` is its `game.yaml`, `tables` the files that replace tables."""

    def __init__(
        self,
        program: Program,
        engine: str = "auto",
        *,
        source: Path | None = None,
        tables: Mapping[str, Path] | None = None,
        seats: Sequence[str] = (),
        build: bool = False,
    ) -> None:
        self.program = program
        self.engine_name = engine
        self.source = source
        self.tables = dict(tables or {})
        self.engine: Engine = make_engine(program, engine, build=build)
        self.look = Look(program, self.engine)
        self.sight = Sight(self.look)
        self.watch = Watch(self.sight)
        if seats and len(seats) == program.players:
            seats = (*seats, *program.seats[program.players :])
        if seats and len(seats) != len(program.seats):
            raise UsageError(f"{program.game} has {program.players} seats here, and {len(seats)} names were given")
        self.names = Names(program, seats)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self.program, self.engine_name, self.source, self.tables, self.names.seats)

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.program.game

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return self.names.seats

    @cached_property
    def lines(self) -> Lines:
        """What writes the log."""
        return Lines(self.names)

    def named(self, seats: Sequence[str]) -> Game:
        """The same game, played by these people."""
        return Game(self.program, self.engine_name, source=self.source, tables=self.tables, seats=seats)

    # -- states ------------------------------------------------------------------------------------
    def start(self, seed: int = 0, chance: Literal["sampled", "explicit"] = "sampled") -> State:
        """A new game.  With `explicit` chance whoever plays says what chance does; else the seed does."""
        with self.faults(self.program.initial):
            cells = self.engine.start(seed)
        steps: tuple[Step, ...] = () if chance == "explicit" else tuple(self.settle(cells))
        return State(self, tuple(cells), steps, explicit=chance == "explicit")

    def state(self, vector: Sequence[int], *, explicit: bool = False) -> State:
        """A state from its vector."""
        if len(vector) != len(self.program.initial):
            raise UsageError(f"a state of {self.id} has {len(self.program.initial)} numbers, not {len(vector)}")
        return State(self, tuple(vector), explicit=explicit)

    def settle(self, cells: list[int]) -> list[Step]:
        """Let chance happen, in place, until somebody decides or the game is over; what it did."""
        steps: list[Step] = []
        while self.look.chance(cells) is not None:
            with self.faults():
                check_tosses(len(steps))
            before = tuple(cells)
            with self.faults(before):
                number = self.engine.toss(cells)
            with self.faults(before, number):
                self.engine.play(cells, number)
            steps.append(Step(before, number, tuple(cells), None))
        return steps

    @contextmanager
    def faults(self, before: Sequence[int] | None = None, number: int | None = None) -> Iterator[None]:
        """Turns a fault of the rules into one with an address and a place; `before` and `number` are what was being played."""
        kept = None if before is None else tuple(before)
        try:
            yield
        except RuleFault as fault:
            raise RulesBroke(sentence(self.program, fault.reason, kept, number)) from fault

    # -- options -----------------------------------------------------------------------------------
    def option(self, number: int, seat: int) -> Option:
        """An option by its number."""
        numbers = self.look.numbers(number)
        args = numbers.arguments(number)
        said = tuple(self.names.value(axis.type, arg) for axis, arg in zip(numbers.axes, args, strict=True))
        return Option(number, self.names.exact(numbers, args), numbers.kind, numbers.name, said, seat, self)

    def outcome(self, number: int, weight: int) -> Outcome:
        """An outcome by its number."""
        numbers = self.look.numbers(number)
        return Outcome(number, self.names.exact(numbers, numbers.arguments(number)), weight, self)


def _rebuilt(
    program: Program, engine: str, source: Path | None, tables: Mapping[str, Path], seats: Sequence[str]
) -> Game:
    return Game(program, engine, source=source, tables=tables, seats=seats)


def make_engine(program: Program, name: str = "auto", *, build: bool = False) -> Engine:
    """The engine of that name.  Raises `UsageError`.

    `auto` is C where it was built before (or with `build`, for whoever may wait for a compiler), else generated Python.  `native` where C
    cannot be had is generated Python too, and says so.
    """
    if name in ("auto", "native"):
        from .engines.native import Native, NoNative
        from .notices import notice

        try:
            return Native(program, build=build or name == "native")
        except NoNative as error:
            if name == "native":
                notice(f"{error}; generated Python runs {program.game}")
    engine: Engine | None = None
    if name in ("auto", "native", "python"):
        from .engines.generated import GeneratedPython

        engine = GeneratedPython(program)
    elif name == "interpreter":
        from .engines.interpreter import Interpreter

        engine = Interpreter(program)
    if engine is not None:
        limit(engine)
        return engine
    near = nearest(name, ENGINES)
    raise UsageError(
        f"there is no engine `{name}`", f"Did you mean `{near}`?" if near else f"There are: {', '.join(ENGINES)}."
    )


def load(
    game: str | os.PathLike[str],
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    tables: Mapping[str, str | os.PathLike[str]] | None = None,
    engine: str = "auto",
    seats: Sequence[str] = (),
    build: bool = False,
) -> Game:
    """A game, ready to start.

    `game` is a folder, a `game.yaml` or the id of a bundled game; `players` None is the fewest it takes, or as many as `seats` names;
    who plays by rule needs no name;
    `options` are chosen before the game; `tables` replaces tables by files; with `build` the engine
    `auto` may wait for a C compiler.  Raises `NoSuchGame`, `UsageError`, `GameFaults`.
    """
    path = find_game(game)
    replaced = {name: Path(file) for name, file in (tables or {}).items()}
    chosen = dict(options or {})
    if players is None and seats:
        players = len(seats)
    for name, file in replaced.items():
        if not file.is_file():
            raise UsageError(f"{file}: there is no such file", f"It was to replace the table `{name}`.")
    key = cache.key_of(path, {"players": players, "options": sorted(chosen.items())}, replaced)
    kept = cache.fetch(key, "program")
    if isinstance(kept, Program):
        return Game(kept, engine, source=path, tables=replaced, seats=seats, build=build)
    program = _build(path, os.fspath(game), players, chosen, replaced)
    cache.keep(key, "program", program)
    return Game(program, engine, source=path, tables=replaced, seats=seats, build=build)


def _build(
    path: Path, said: str, players: int | None, options: Mapping[str, OptionValue], tables: Mapping[str, Path]
) -> Program:
    from regelwerk_compiler.flow.lower.configure import Unfit
    from regelwerk_compiler.pipeline import build_program, load_spec

    collector = Collector()
    spec = load_spec(path, collector, tables, statements=False, scenarios=False)
    if spec is None:
        raise GameFaults(collector.in_reading_order(), said)
    for name in options:
        if name not in spec.options:
            near = nearest(name, spec.options)
            hint = (
                f"Did you mean `{near}`?"
                if near
                else f"It has: {', '.join(spec.options)}."
                if spec.options
                else "It has none."
            )
            raise UsageError(f"{spec.game} has no option `{name}`", hint)
    try:
        return build_program(spec, players, options)
    except Unfit as error:
        raise UsageError(str(error)) from error
