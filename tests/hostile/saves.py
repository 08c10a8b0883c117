"""Hostile logs and saves: a game is played under guard, its log changed, and the change replayed and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from regelwerk import load
from regelwerk.game import Game
from regelwerk.records.logs import lines_of, record, text_of

from .cases import DUEL, FAULTS, USAGE, case

Lines = list[dict[str, Any]]


@cache
def played() -> str:
    """A log of the duel, as `play --save` writes it."""
    with TemporaryDirectory() as name:
        file = Path(name) / "game.yaml"
        file.write_text(DUEL, encoding="utf-8")
        lines = _lines(load(file), "sampled")
    lines[0]["source"] = "game/game.yaml"
    return "".join(json.dumps(line) + "\n" for line in lines)


def _lines(game: Game, chance: Literal["sampled", "explicit"]) -> Lines:
    """The log of a game in which the first option is always taken."""
    states = [game.start(3, chance)]
    while not states[-1].over:
        states.append(states[-1].play((states[-1].options() or states[-1].outcomes())[0]))
    return [json.loads(line) for line in text_of(lines_of(record(states, 3, ("random", "random")))).splitlines()]


def log(name: str, change: Callable[[Lines], Any], code: int = USAGE, says: str = "") -> None:
    """A changed log, replayed and resumed."""

    def put(folder: Path) -> None:
        (folder / "game").mkdir()
        (folder / "game" / "game.yaml").write_text(DUEL, encoding="utf-8")
        lines = [json.loads(line) for line in played().splitlines()]
        lines[0]["rules"] = _hash(folder / "game" / "game.yaml")
        text = change(lines)
        if not isinstance(text, str | bytes):
            text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / "a.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))

    case(f"a log with {name}", "replay", "a.jsonl", code=code, says=says, put=put)
    case(
        f"a save with {name}",
        "play",
        "--resume",
        "a.jsonl",
        code=code if code == 0 or "RW" in says else USAGE,
        says=says,
        put=put,
    )


def dealt(
    name: str, change: Callable[[Lines], Any], says: str, chance: Literal["sampled", "explicit"] = "sampled"
) -> None:
    """A changed save of Kuhn poker, in which chance deals, resumed."""

    def put(folder: Path) -> None:
        lines = _lines(load("kuhn_poker"), chance)
        change(lines)
        (folder / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    case(f"a save with {name}", "play", "--resume", "a.jsonl", code=USAGE, says=says, put=put)


def cut(steps: int) -> Callable[[Lines], None]:
    """Leave so many steps, as if the game had been broken off there."""

    def change(lines: Lines) -> None:
        lines[steps + 1 :] = [
            {"end": "open", "decisions": sum(line["by"] != "chance" for line in lines[1 : steps + 1])}
        ]

    return change


def _hash(file: Path) -> str:
    return load(file).program.hash


def header(**changed: object) -> Callable[[Lines], None]:
    """Change the first line."""
    return lambda lines: lines[0].update(changed)


def step(**changed: object) -> Callable[[Lines], None]:
    """Change the first step."""
    return lambda lines: lines[1].update(changed)


log("nothing wrong", lambda lines: None, code=0)
log("a source outside", header(source="../outside/secret.yaml", game="secret"), says="secret")
log("a source outside, by its whole path", lambda lines: lines[0].update(source="/etc/hosts.yaml", game="hosts"))
log("a table outside", header(tables={"x": "../outside/secret.yaml"}), says="outside")
log("a table that is a device", header(tables={"x": "/dev/zero"}), says="outside")
log("a table that is an address", header(tables={"x": "http://127.0.0.1/x"}))
log("a table of another game", header(tables={"x": "a.jsonl"}), code=FAULTS, says="RW905")
log("a game that is a path", header(game="../../x", source=None))
log("a game of a million letters", header(game="x" * 1_000_000, source=None))
log("names that steer the terminal", header(names=["\x1b[2J\x1b]0;x\x07", "b"]), says="damaged")
log("a million names", lambda lines: lines[0].update(names=["a"] * 300_000))
log(
    "a seed of 10,000 digits", lambda lines: json.dumps(lines[0]).replace('"seed": 3', '"seed": ' + "9" * 10_000) + "\n"
)
log("a seed that is a fraction", header(seed=3.5))
log("a seed that is nothing", lambda lines: json.dumps(lines[0]).replace('"seed": 3', '"seed": NaN') + "\n")
log("a seed below 0", header(seed=-(2**70)), code=FAULTS)
log("options of another game", header(options={"x": 1}))
log("options that are texts", header(options={"x": "1"}))
log("10^12 players", header(deciding=10**12))
log("players below 0", header(deciding=-1))
log("a number far outside", step(number=10**30), code=FAULTS)
log("a number below 0", step(number=-1), code=FAULTS)
log("a choice that is a list", step(choice=[]))
log("a choice of a million letters", step(choice="x" * 900_000), code=FAULTS)
log("a choice that steers the terminal", step(choice="\x1b[2J"), code=FAULTS)
log("somebody else's turn", step(by="seat_2"), code=FAULTS)
log("somebody who steers the terminal", step(by="\x1b[2J"), code=FAULTS)
log("another hash", step(hash="0" * 16), code=FAULTS)
log("steps out of order", lambda lines: lines.insert(1, lines.pop(2)))
log("no end", lambda lines: lines.pop())
log("two ends", lambda lines: lines.append(lines[-1]))
log("totals that are texts", lambda lines: lines[-1].update(totals=["x"]), code=FAULTS)
log("totals of 10^30", lambda lines: lines[-1].update(totals=[10**30, 1]), code=FAULTS)
log("another format", header(format="\x1b[2J"))
log("a version that steers the terminal", header(format=99, version="\x1b[2J"))
log("nothing in it", lambda lines: "")
log("one bracket 100,000 times", lambda lines: "[" * 100_000)
log("objects 100,000 deep", lambda lines: '{"a":' * 100_000)
log("50 MB of one line", lambda lines: "x" * 50_000_000)
log("60 MB of lines", lambda lines: json.dumps(lines[0]) + "\n" + "{}\n" * 20_000_000)
log(
    "a million steps",
    lambda lines: (
        json.dumps(lines[0]) + "\n" + "".join(json.dumps(lines[1] | {"n": n}) + "\n" for n in range(1, 100_000))
    ),
    says="cut off",
)
log("invalid UTF-8", lambda lines: b"\xff\xfe{}")
log("NUL characters", lambda lines: "\0" * 1000)
log("a key that stands twice", lambda lines: '{"regelwerk": "log", "regelwerk": "log"}\n')
log("half a surrogate pair", lambda lines: '{"regelwerk": "log", "format": 1, "game": "\\ud800"}\n')

dealt("no card dealt", cut(0), "cut off")
dealt("one of two cards dealt", cut(1), "cut off")
dealt("outcomes that were chosen", cut(2), "cannot be played on", "explicit")
dealt("nothing but a first outcome that was chosen", cut(1), "cannot be played on", "explicit")
