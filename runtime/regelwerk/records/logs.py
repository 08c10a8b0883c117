"""A record of a game <-> JSON Lines: a header, one line for each choice and outcome with a hash of the state behind it, an end.

A save is a log.  The full log is the host's: it holds the seed and every secret.  What a player may have is `told_to`.
Reading checks the shape of every line; whether it is true is for `replay.py`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ..errors import LogError
from ..game import Game
from ..result import result_of
from ..sight.events import Step
from ..sight.views import Observer
from ..state import State, hash_of
from ..words.typed import name_of
from ..writing import why, write_whole

FORMAT = 1
MOST_BYTES = 64_000_000
MOST_LINE = 1_000_000
CHANCE = "chance"
LONGEST_NAME = 24  # of whoever sits on a seat


def own_version() -> str:
    """The version of Regelwerk that runs."""
    try:
        return version("regelwerk")
    except PackageNotFoundError:
        return "unknown"


# -- what is written -------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: where it began and every step.  `players`: what sat on each seat (`human`, `random`, ...)."""

    game: Game
    seed: int
    start: tuple[int, ...]
    steps: tuple[Step, ...]
    explicit: bool = False
    players: tuple[str, ...] = ()

    @property
    def last(self) -> tuple[int, ...]:
        """Where it stands."""
        return self.steps[-1].after if self.steps else self.start


def record(states: Sequence[State], seed: int, players: Sequence[str] = ()) -> Record:
    """The record of a game from all its states, the first one as `Game.start` gave it."""
    first = states[0]
    steps = tuple(step for state in states for step in state.steps)
    start = steps[0].before if steps else first.vector
    return Record(first.game, seed, start, steps, first.explicit, tuple(players))


def _first_line(game: Game, what: str) -> dict[str, object]:
    """What stands first in every file of ours: which one it is, and by whose rules."""
    return {
        "regelwerk": what,
        "format": FORMAT,
        "game": game.id,
        "rules": game.program.hash,
        "version": own_version(),
        "seats": list(game.program.seats),
        "names": list(game.seats),
        "options": dict(game.program.options),
    }


def lines_of(played: Record) -> Iterator[dict[str, object]]:
    """The lines of the full log."""
    game = played.game
    yield {
        **_first_line(game, "log"),
        "chance": "explicit" if played.explicit else "sampled",
        "seed": played.seed,
        "players": list(played.players),
        "deciding": game.program.players,
        "source": None if game.source is None else str(game.source),
        "tables": {name: str(path) for name, path in sorted(game.tables.items())},
        "start": hash_of(played.start),
    }
    for n, step in enumerate(played.steps, 1):
        seat = CHANCE if step.seat is None else game.program.seats[step.seat]
        key = "outcome" if step.seat is None else "choice"
        yield {
            "n": n,
            "by": seat,
            key: name_of(step.number, game.look, game.names),
            "number": step.number,
            "hash": hash_of(step.after),
        }
    yield _end(played, result_of(game.look, game.names, played.last).totals if game.look.ended(played.last) else None)


def told_to(played: Record, observer: Observer, language: str = "en") -> Iterator[dict[str, object]]:
    """The lines that a seat may have: no seed, no hash, nothing that it did not see."""
    game = played.game
    yield {
        **_first_line(game, "told"),
        "told_to": observer if isinstance(observer, str) else game.program.seats[observer],
    }
    for step in played.steps:
        seen = game.watch.happening(step, observer)
        if seen is None:
            continue
        line: dict[str, object] = {"by": CHANCE if seen.sort == "outcome" else _seat(game, seen.seat)}
        if seen.told.numbers is not None:
            numbers = game.program.numbers[seen.told.numbers]
            line["outcome" if seen.sort == "outcome" else "choice"] = game.names.exact(numbers, seen.told.args)
        line["text"] = game.lines.line(seen, language)
        yield line
    yield _end(played, result_of(game.look, game.names, played.last).totals if game.look.ended(played.last) else None)


def _seat(game: Game, seat: int | None) -> str | None:
    return None if seat is None else game.program.seats[seat]


def _end(played: Record, totals: tuple[int, ...] | None) -> dict[str, object]:
    look = played.game.look
    how = "capped" if look.capped(played.last) else "ended" if look.ended(played.last) else "open"
    decisions = sum(step.seat is not None for step in played.steps)
    return {"end": how, "decisions": decisions, **({} if totals is None else {"totals": list(totals)})}


def text_of(lines: Iterator[dict[str, object]]) -> str:
    """JSON Lines."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n" for line in lines)


def save(path: str | os.PathLike[str], played: Record) -> None:
    """Write the full log, whole or not at all.  Raises `WriteError`."""
    write_whole(path, text_of(lines_of(played)))


# -- what is read ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Header:
    """The first line."""

    game: str
    rules: str
    version: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    options: Mapping[str, int]
    explicit: bool
    seed: int
    players: tuple[str, ...]
    deciding: int  # seats that people or bots sit on; the rest play by rule
    source: str | None
    tables: Mapping[str, str]
    start: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One choice or outcome, and the line it stands on."""

    line: int
    by: str
    name: str
    number: int
    hash: str

    @property
    def chance(self) -> bool:
        """Whether chance did it."""
        return self.by == CHANCE


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read.  `end`: ended, capped or open."""

    path: str
    header: Header
    entries: tuple[Entry, ...]
    end: str
    totals: tuple[int, ...] | None = field(default=None)


def read_log(path: str | os.PathLike[str]) -> Log:
    """Read a full log.  Raises `LogError` for whatever is wrong with it, with the line."""
    name = os.fspath(path)
    try:
        if Path(name).is_dir():
            raise LogError(f"{name} is a folder, not a log")
        with open(name, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else why(error)
        raise LogError(f"{name}: {reason}") from error
    if len(content) > MOST_BYTES:
        raise LogError(f"{name} is larger than any log ({MOST_BYTES // 1_000_000} MB)")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogError(f"{name} is no log: it is not text") from error
    return parse_log(text, name)


def parse_log(text: str, name: str) -> Log:
    """The log in a text."""
    if not text.strip():
        raise LogError(f"{name} is empty")
    lines = text.split("\n")
    header = _header(_parsed(lines[0], name, 1, first=True), name)
    entries: list[Entry] = []
    end: Mapping[str, object] | None = None
    for at, line in enumerate(lines[1:], 2):
        if not line.strip():
            if any(rest.strip() for rest in lines[at:]):
                raise LogError(f"{name}:{at}: an empty line in the middle of the log")
            break
        found = _parsed(line, name, at, last=at == len(lines))
        if end is not None:
            raise LogError(f"{name}:{at}: something stands behind the end of the log")
        if "end" in found:
            end = found
        else:
            entries.append(_entry(found, len(entries) + 1, name, at))
    if end is None:
        raise LogError(
            f"{name} is cut off: its end is missing, after {_steps(len(entries))}",
            "Perhaps it was not copied to the end.",
        )
    how = end.get("end")
    totals = end.get("totals")
    if how not in ("ended", "capped", "open") or end.get("decisions") != sum(not entry.chance for entry in entries):
        raise LogError(f"{name} is damaged: its last line does not fit the {_steps(len(entries))} before it")
    return Log(name, header, tuple(entries), str(how), _ints(totals) if isinstance(totals, list) else None)


def _steps(n: int) -> str:
    return "1 step" if n == 1 else f"{n} steps"


def _parsed(line: str, name: str, at: int, *, first: bool = False, last: bool = False) -> dict[str, object]:
    try:
        if len(line) > MOST_LINE:
            raise ValueError("too long")
        found = json.loads(line, object_pairs_hook=_no_twins)
    except (ValueError, RecursionError) as error:
        if first:
            raise LogError(f"{name} is no log of Regelwerk") from error
        if last:
            raise LogError(f"{name} is cut off in line {at}", "Perhaps it was not copied to the end.") from error
        raise LogError(f"{name}:{at}: this line is damaged") from error
    if not isinstance(found, dict):
        raise LogError(f"{name} is no log of Regelwerk" if first else f"{name}:{at}: this line is damaged")
    return found


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _header(found: Mapping[str, object], name: str) -> Header:
    if found.get("regelwerk") == "told":
        raise LogError(f"{name} is what one player saw: it cannot be replayed", "The host's save can.")
    if found.get("regelwerk") != "log":
        raise LogError(f"{name} is no log of Regelwerk")
    if found.get("format") != FORMAT:
        raise LogError(
            f"{name} has the format {found.get('format')!r}; this Regelwerk ({own_version()}) reads format {FORMAT}",
            f"It was written by Regelwerk {found.get('version')}.",
        )
    get = _Getter(found, name, 1)
    options, tables = get.mapping("options"), get.mapping("tables")
    if not all(isinstance(v, int) for v in options.values()) or not all(isinstance(v, str) for v in tables.values()):
        raise LogError(f"{name}:1: the header is damaged")
    if not all(name.isprintable() and len(name) <= LONGEST_NAME for name in get.texts("names")):
        raise LogError(f"{name}:1: `names` is damaged: a name has at most {LONGEST_NAME} letters, all of them visible")
    source = found.get("source")
    return Header(
        get.text("game"),
        get.text("rules"),
        get.text("version"),
        get.texts("seats"),
        get.texts("names"),
        {key: value for key, value in options.items() if isinstance(value, int)},
        get.text("chance") == "explicit",
        get.number("seed"),
        get.texts("players"),
        get.number("deciding"),
        source if isinstance(source, str) else None,
        {key: str(value) for key, value in tables.items()},
        get.text("start"),
    )


def _entry(found: Mapping[str, object], n: int, name: str, at: int) -> Entry:
    get = _Getter(found, name, at)
    by = get.text("by")
    entry = Entry(at, by, get.text("outcome" if by == CHANCE else "choice"), get.number("number"), get.text("hash"))
    if get.number("n") != n:
        raise LogError(
            f"{name}:{at}: here step {n} should stand, and step {found.get('n')} does: lines are missing or swapped"
        )
    return entry


@dataclass(frozen=True, slots=True)
class _Getter:
    """Values of a line by their types; a wrong one is a damaged line."""

    found: Mapping[str, object]
    name: str
    line: int

    def _wrong(self, key: str) -> LogError:
        return LogError(f"{self.name}:{self.line}: `{key}` is missing or damaged")

    def text(self, key: str) -> str:
        value = self.found.get(key)
        if not isinstance(value, str):
            raise self._wrong(key)
        return value

    def number(self, key: str) -> int:
        value = self.found.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.found.get(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong(key)
        return tuple(value)

    def mapping(self, key: str) -> Mapping[str, object]:
        value = self.found.get(key)
        if not isinstance(value, dict):
            raise self._wrong(key)
        return value


def _ints(values: Sequence[object]) -> tuple[int, ...]:
    return tuple(value for value in values if isinstance(value, int))
