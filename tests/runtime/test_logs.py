"""Logs: written whole, read strictly, replayed exactly; what a player gets holds no secret."""

from __future__ import annotations

import errno
import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk import writing
from regelwerk.errors import LogError, WriteError
from regelwerk.game import Game
from regelwerk.records.logs import Record, lines_of, parse_log, read_log, record, save, text_of, told_to
from regelwerk.records.replay import Walk, check_fits, game_of, replay, resume, states_of
from regelwerk.writing import write_whole
from runtime.games import heap, sealed
from runtime.test_state import GAMES, names, picks, random_states

SEALED = GAMES["sealed"]


def played(name: str = "sealed", seed: int = 4, choices: list[int] | None = None, *, explicit: bool = False) -> Record:
    states = random_states(
        GAMES[name], seed, choices if choices is not None else [1, 2, 0, 1, 0, 5, 1, 1, 0], explicit=explicit
    )
    return record(states, seed, ["random"] * len(GAMES[name].program.seats))


def text(of: Record | None = None) -> str:
    return text_of(lines_of(of or played()))


# -- there and back ----------------------------------------------------------------------------------
@given(names, st.integers(-5, 2**70), picks, st.booleans())
def test_a_log_replays_and_resumes(name: str, seed: int, choices: list[int], explicit: bool) -> None:
    game = GAMES[name]
    states = random_states(game, seed, choices, explicit=explicit)
    log = parse_log(text(record(states, seed)), "x.log")
    found = replay(log, game)
    assert found.difference is None
    assert found.record.steps == tuple(step for state in states for step in state.steps)
    again, _ = resume(log, game)
    assert [s.vector for s in again] == [s.vector for s in states]
    assert again[-1].numbers() == states[-1].numbers()


def test_sampled_steps_of_an_explicit_game_replay_too() -> None:
    state = SEALED.start(3, chance="explicit")
    states = [state]
    while states[-1].at_chance:
        states.append(states[-1].sample())
    assert replay(parse_log(text(record(states, 3)), "x"), SEALED).difference is None


def test_the_header_tells_all_that_is_needed() -> None:
    header = json.loads(text().split("\n")[0])
    assert header["game"] == "sealed"
    assert header["rules"] == "sealed-1"
    assert header["seed"] == 4
    assert header["seats"] == ["anna", "ben", "cem"]
    assert header["players"] == ["random"] * 3
    assert json.loads(text().split("\n")[1]) | {"hash": ""} == {
        "n": 1,
        "by": "chance",
        "outcome": "red",
        "number": 0,
        "hash": "",
    }


def test_walking_shows_each_step() -> None:
    log = parse_log(text(), "x")
    walk = Walk(log, SEALED)
    assert len(list(walk)) == len(log.entries)
    assert walk.difference is None


# -- what differs ------------------------------------------------------------------------------------
def changed(n: int, **what: object) -> str:
    """The log with some values of line n (from 1) changed."""
    lines = text().split("\n")
    found: dict[str, Any] = json.loads(lines[n - 1])
    lines[n - 1] = json.dumps(found | what)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "what", "said"),
    [
        (1, {"start": "0" * 16}, "begins differently"),
        (3, {"hash": "0" * 16}, "the log says 0000"),
        (3, {"outcome": "gold"}, "the log calls it `gold`"),
        (3, {"number": 2, "outcome": "gold"}, "chance gives"),
        (3, {"number": 77, "outcome": "gold"}, "it has the number 2 now"),
        (8, {"by": "cem"}, "the log says that cem comes next; it is anna"),
        (8, {"number": 12, "choice": "nothing"}, "is not possible"),
        (1, {"seed": 5}, "begins differently"),
    ],
)
def test_the_first_difference_is_told(line: int, what: dict[str, object], said: str) -> None:
    found = replay(parse_log(changed(line, **what), "x"), SEALED).difference
    assert found is not None
    assert said in found.what
    assert found.line == line
    with pytest.raises(LogError, match="does not fit"):
        resume(parse_log(changed(line, **what), "x"), SEALED)


def test_an_end_that_is_none() -> None:
    lines = text().rstrip("\n").split("\n")
    end = json.loads(lines[-1])
    assert end["end"] == "ended"
    lines[-1] = json.dumps(end | {"totals": [9, 9, 9]})
    found = replay(parse_log("\n".join(lines), "x"), SEALED).difference
    assert found is not None
    assert "totals" in found.what
    lines[-1] = json.dumps({"end": "open", "decisions": end["decisions"]})
    found = replay(parse_log("\n".join(lines), "x"), SEALED).difference
    assert found is not None
    assert "open at its end; it is ended" in found.what


def test_other_rules_seats_or_games() -> None:
    log = parse_log(text(), "x.log")
    with pytest.raises(LogError, match="not of `heap`"):
        check_fits(log, GAMES["heap"])
    with pytest.raises(LogError, match="other rules"):
        check_fits(log, Game(replace(sealed(), hash="sealed-2"), "interpreter"))
    with pytest.raises(LogError, match="was played by"):
        check_fits(log, Game(replace(sealed(), seats=("a", "b", "c")), "interpreter"))
    with pytest.raises(LogError, match="is a log of `sealed`, and there is no game"):
        game_of(log)


# -- damaged, cut off, foreign -------------------------------------------------------------------------
@given(st.integers(0, len(text()) - 2))
def test_a_log_that_is_cut_off_anywhere_is_told(at: int) -> None:
    with pytest.raises(LogError, match=r"cut off|empty|no log|damaged"):
        parse_log(text()[:at], "x.log")


@given(st.text(max_size=200))
def test_any_text_is_no_log(junk: str) -> None:
    with pytest.raises(LogError):
        parse_log(junk, "x.log")


@given(st.integers(0, len(text()) - 1), st.text(min_size=1, max_size=3))
def test_damage_is_a_log_error_or_a_difference(at: int, junk: str) -> None:
    whole = text()
    broken = whole[:at] + junk + whole[at + 1 :]
    try:
        log = parse_log(broken, "x.log")
        check_fits(log, SEALED)
        replay(log, SEALED)
    except LogError:
        pass


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("{}", "no log of Regelwerk"),
        ("[1]\n", "no log of Regelwerk"),
        ('{"regelwerk": "log", "format": 9, "version": "7.1"}', "has the format 9"),
        ('{"regelwerk": "told"}', "what one player saw"),
        ('{"regelwerk": "log", "format": 1}', "missing or damaged"),
        ('{"regelwerk": "log", "regelwerk": "log", "format": 1}', "no log"),
        ("[" * 100_000, "no log"),
        ('{"regelwerk": "log", "format": ' + "9" * 5000 + "}", "no log"),
    ],
)
def test_foreign_files(content: str, said: str) -> None:
    with pytest.raises(LogError, match=said):
        parse_log(content, "x.log")


def test_lines_swapped_doubled_or_behind_the_end() -> None:
    lines = text().rstrip("\n").split("\n")
    for broken in (
        [*lines[:2], lines[3], lines[2], *lines[4:]],
        [*lines[:3], lines[2], *lines[3:]],
        [*lines, lines[-1]],
        [*lines[:3], "", *lines[3:]],
    ):
        with pytest.raises(LogError):
            parse_log("\n".join(broken), "x.log")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no such file"):
        read_log(tmp_path / "nothing")
    with pytest.raises(LogError, match="is a folder"):
        read_log(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError, match="not text"):
        read_log(tmp_path / "bytes")


# -- writing -----------------------------------------------------------------------------------------
def test_saves_are_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    save(path, played())
    assert read_log(path).header.game == "sealed"
    os.chmod(path, 0o640)
    save(path, played("heap", 1, [0]))
    assert read_log(path).end == "open"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="the disk is full"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_being_broken_off_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    path.write_text("old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(writing.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text() == "old"


@pytest.mark.parametrize("where", ["missing/game.save", ".", "file/game.save", "x" * 300, "a\0b"])
def test_places_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="cannot be written"):
        write_whole(f"{tmp_path}/{where}", "new")


def test_a_device_is_written_not_replaced() -> None:
    write_whole("/dev/null", "new")
    assert not Path("/dev/null").is_file()


# -- what players get ----------------------------------------------------------------------------------
def test_what_a_player_gets() -> None:
    full = played()
    told = list(told_to(full, 0))
    assert told[0]["told_to"] == "anna"
    said = json.dumps(told)
    assert "seed" not in said
    assert "hash" not in said
    assert [line.get("choice") or line.get("outcome") for line in told if line.get("by") in ("anna",)]
    others = [line for line in told if line.get("by") == "chance" and "ben: 1 card" in str(line["text"])]
    assert others
    assert all("outcome" not in line for line in others)
    with pytest.raises(LogError, match="what one player saw"):
        parse_log(text_of(told_to(full, 0)), "x")


def test_states_of_a_record_that_has_only_begun() -> None:
    game = Game(heap(), "interpreter")
    first = game.start(9)
    again = states_of(record([first], 9))
    assert [s.vector for s in again] == [first.vector]
