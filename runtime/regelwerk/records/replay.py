"""A log -> the game played again, every name and every hash compared; it stops at the first difference and says what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import LogError, NoSuchGame, RegelwerkError
from ..find import data_folder
from ..game import Game, load
from ..result import result_of
from ..sight.events import Step
from ..state import State, hash_of
from ..words.typed import find_exact, name_of
from .logs import Entry, Log, Record, own_version


@dataclass(frozen=True, slots=True)
class Difference:
    """The first step (from 1; 0 is the start) at which the log and the game part, the line of the log, and what differs."""

    step: int
    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """As far as log and game agree: all the steps, and the difference that ended it, if there is one."""

    record: Record
    difference: Difference | None


def game_of(log: Log, game: str | None = None) -> Game:
    """The game that a log belongs to (`game` says another folder or id).  Raises `LogError` if it cannot be had, or has other rules."""
    header = log.header
    for name, file in header.tables.items():
        if not _near(Path(file), log):
            raise LogError(
                f"{log.path} was played with the table `{name}` from {file}, which lies outside this folder",
                "Whoever wrote a log does not say which files are read here. Go to the folder of that file.",
            )
    wanted = game or _where(log)
    try:
        found = load(
            wanted,
            players=_players(log),
            options=dict(header.options),
            tables=dict(header.tables),
            seats=header.names,
        )
    except NoSuchGame as error:
        raise LogError(
            f"{log.path} is a log of `{header.game}`, and {error.message}", "Say where that game is."
        ) from error
    check_fits(log, found)
    return found


def _where(log: Log) -> str:
    """The game's file if it is still there, and below this folder, that of the log or the games that come with Regelwerk; else its id."""
    source = log.header.source
    try:
        if (
            source is not None
            and source.endswith((".yaml", ".yml"))
            and _near(Path(source), log)
            and Path(source).is_file()
        ):
            return source
    except (OSError, ValueError):
        pass  # too long for a path, or with a NUL in it
    return log.header.game


def _near(file: Path, log: Log) -> bool:
    """Whether a file that a log names may be read: a stranger's log must not have any other read."""
    try:
        real = file.resolve()
        below = (Path.cwd(), Path(log.path).resolve().parent, data_folder("rulespecs"))
        return any(folder is not None and real.is_relative_to(folder.resolve()) for folder in below)
    except (OSError, ValueError, RuntimeError):
        return False


def _players(log: Log) -> int:
    return log.header.deciding


def check_fits(log: Log, game: Game) -> None:
    """Raises `LogError` if a log was written for another game, other seats or other rules."""
    header = log.header
    if header.game != game.id:
        raise LogError(f"{log.path} is a log of `{header.game}`, not of `{game.id}`")
    if header.seats != game.program.seats:
        raise LogError(f"{log.path} was played by {', '.join(header.seats)}; here are {', '.join(game.program.seats)}")
    if header.rules != game.program.hash:
        older = f", by Regelwerk {header.version}; this is {own_version()}" if header.version != own_version() else ""
        raise LogError(
            f"{log.path} was written with other rules of `{header.game}`{older}",
            "The files of the game (or its tables) have changed since; a log can only be replayed with the rules it was played by.",
        )


def replay(log: Log, game: Game) -> Replayed:
    """Play the log again.  A game with fitting rules is assumed (`check_fits`)."""
    walk = Walk(log, game)
    for _ in walk:
        pass
    return Replayed(walk.record, walk.difference)


class Walk:
    """Goes through a log step by step: iterate to get each step that agrees; then `difference` tells why it stopped, None at the end."""

    def __init__(self, log: Log, game: Game) -> None:
        self.log = log
        self.game = game
        self.steps: list[Step] = []
        self.difference: Difference | None = None
        self.start: tuple[int, ...] = tuple(game.program.initial)

    @property
    def record(self) -> Record:
        """What agreed so far."""
        return Record(
            self.game,
            self.log.header.seed,
            self.start,
            tuple(self.steps),
            self.log.header.explicit,
            self.log.header.players,
        )

    def __iter__(self) -> Iterator[Step]:
        try:
            cells = self.game.engine.start(self.log.header.seed)
            self.start = tuple(cells)
            if hash_of(cells) != self.log.header.start:
                self._differs(0, 1, "the game begins differently")
                return
            for at, entry in enumerate(self.log.entries, 1):
                step = self._step(cells, entry, at)
                if step is None:
                    return
                self.steps.append(step)
                yield step
            self._check_end(cells)
        except RegelwerkError as error:
            self._differs(len(self.steps) + 1, self._line(), error.message)

    def _line(self) -> int:
        return (
            self.log.entries[len(self.steps)].line
            if len(self.steps) < len(self.log.entries)
            else len(self.log.entries) + 2
        )

    def _differs(self, step: int, line: int, what: str) -> None:
        """Note a difference; the walk ends there."""
        self.difference = Difference(step, line, what)

    def _step(self, cells: list[int], entry: Entry, at: int) -> Step | None:
        """Play one entry in place; None after a difference."""
        game, before, seat = self.game, tuple(cells), self.game.look.decider(cells)
        what = self._refused(cells, entry)
        if what is None:
            with game.faults(cells, entry.number):
                what = self._played(cells, entry)
        if what is not None:
            self._differs(at, entry.line, what)
            return None
        return Step(before, entry.number, tuple(cells), None if entry.chance else seat)

    def _refused(self, cells: list[int], entry: Entry) -> str | None:
        """Why an entry cannot be played here."""
        game, look = self.game, self.game.look
        if look.ended(cells):
            return "the game is over here, and the log goes on"
        seat = look.decider(cells)
        by = "chance" if look.chance(cells) is not None else "nobody" if seat is None else game.program.seats[seat]
        if by != entry.by:
            return f"the log says that {entry.by} comes next; it is {by}"
        legal = [n for n, _ in game.engine.outcomes(cells)] if entry.chance else game.engine.options(cells)
        if entry.number not in legal:
            other = find_exact(entry.name, legal, look, game.names)
            more = "" if other is None else f" (it has the number {other} now)"
            return f"`{entry.name}`, number {entry.number}, is not possible{more}"
        name = name_of(entry.number, look, game.names)
        if name != entry.name:
            return f"number {entry.number} is `{name}`; the log calls it `{entry.name}`"
        return None

    def _played(self, cells: list[int], entry: Entry) -> str | None:
        """Let an entry happen, in place; what differs then."""
        engine = self.game.engine
        if entry.chance:
            trial = list(cells)
            drawn = engine.toss(trial)
            engine.play(trial, entry.number)
            tossed = drawn == entry.number and hash_of(trial) == entry.hash
            if not tossed and not self.log.header.explicit:
                if drawn != entry.number:
                    return (
                        f"chance gives `{name_of(drawn, self.game.look, self.game.names)}`; the log says `{entry.name}`"
                    )
                return f"after `{entry.name}` the state is {hash_of(trial)}; the log says {entry.hash}"
            if tossed:
                cells[:] = trial
                return None
        engine.play(cells, entry.number)
        found = hash_of(cells)
        return None if found == entry.hash else f"after `{entry.name}` the state is {found}; the log says {entry.hash}"

    def _check_end(self, cells: list[int]) -> None:
        look, log = self.game.look, self.log
        how = "capped" if look.capped(cells) else "ended" if look.ended(cells) else "open"
        last = len(log.entries) + 2
        if how != log.end:
            self._differs(len(log.entries), last, f"the log says that the game is {log.end} at its end; it is {how}")
        elif log.totals is not None and how != "open":
            totals = result_of(look, self.game.names, cells).totals
            if totals != log.totals:
                self._differs(len(log.entries), last, f"the totals are {list(totals)}; the log says {list(log.totals)}")


def resume(log: Log, game: Game) -> tuple[list[State], Record]:
    """All states of a saved game, one for each decision, the last one to be played on; and its record.  Raises `LogError` if it does not replay."""
    check_fits(log, game)
    played = replay(log, game)
    if played.difference is not None:
        raise LogError(f"{log.path}:{played.difference.line}: the save does not fit the game: {played.difference.what}")
    states = states_of(played.record)
    if not played.record.explicit and game.look.chance(states[-1].vector) is not None:
        raise LogError(f"{log.path} is cut off: what chance did behind its last step is missing")
    return states, played.record


def states_of(played: Record) -> list[State]:
    """The states of a record as `Game.start` and `State.play` would have given them."""
    groups: list[list[Step]] = [[]]
    for step in played.steps:
        if played.explicit or step.seat is not None:
            groups.append([step])
        else:
            groups[-1].append(step)
    vector = played.start
    states = []
    for group in groups:
        vector = group[-1].after if group else vector
        states.append(State(played.game, vector, tuple(group), explicit=played.explicit))
    return states
