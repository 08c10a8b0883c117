"""`play` at a terminal: a real process in a pseudo-terminal."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.command import DUEL
from cli.terminal import Terminal

TWO = ("--seat", "cross=human", "--seat", "nought=human")
POKER = ("play", DUEL, "--seed", "3", "--seat", "elder=human", "--seat", "younger=human")


def test_a_whole_game_by_numbers_and_words() -> None:
    with Terminal("play", "tic_tac_toe", *TWO) as terminal:
        for seat, typed in (
            ("Cross", "1"),
            ("Nought", "Mark b2"),
            ("Cross", "a2"),
            ("Nought", "c3"),
            ("Cross", "a3"),
        ):
            terminal.prompt(seat)
            terminal.type(typed)
        terminal.expect("Score sheet")
        terminal.expect("Cross wins.")
        assert terminal.end() == 0


def test_against_a_bot() -> None:
    with Terminal("play", "tic_tac_toe", "--seat", "nought=greedy", "--seat", "cross=human", "--seed", "1") as terminal:
        assert "Cross (human) and Nought (greedy)" in terminal.prompt("Cross")
        terminal.type("b2")
        terminal.expect("Nought: Mark")
        terminal.prompt("Cross")
        terminal.type("quit")
        terminal.expect("type the name of a file")
        terminal.type("")
        terminal.expect("Left after 2 decisions.")
        assert terminal.end() == 0


def test_help_undo_log_and_what_is_not_there() -> None:
    with Terminal("play", "tic_tac_toe", *TWO) as terminal:
        terminal.prompt("Cross")
        terminal.type("help")
        terminal.expect("The rules behind this choice")
        terminal.prompt("Cross")
        terminal.type("undo")
        terminal.expect("There is nothing of yours to take back.")
        terminal.type("a9")
        terminal.expect("There is no option `a9`.")
        terminal.type("a1")
        terminal.prompt("Nought")
        terminal.type("log")
        terminal.expect("Cross: Mark a1")
        terminal.type("undo")
        terminal.expect("There is nothing of yours")


def test_words_are_completed() -> None:
    with Terminal("play", "tic_tac_toe", *TWO) as terminal:
        terminal.prompt("Cross")
        terminal.keys(b"mark c\t")
        terminal.expect("Mark c1")
        terminal.keys(b"1\r")
        terminal.prompt("Nought")


def test_nobody_sees_the_others_cards_at_a_shared_keyboard() -> None:
    with Terminal(*POKER) as terminal:
        before = terminal.expect("Pass the keyboard to elder, then press Enter.")
        assert not re.search("jack|queen|king", before, re.IGNORECASE)
        terminal.type("")
        first = terminal.prompt("elder")
        terminal.type("check")
        between = terminal.expect("Pass the keyboard to younger, then press Enter.")
        assert "\x1b[2J" in terminal.raw
        assert "\x1b[3J" in terminal.raw  # nor does he find it by scrolling back
        terminal.type("")
        second = terminal.prompt("younger")
        terminal.keys(b"\x1b[A\r")  # nor among what was typed before
        assert "check" not in terminal.expect("younger").split("choose")[0]
        hands = [re.search(r"^hand +([A-Z]?\w+) *$", shown, re.MULTILINE) for shown in (first, second)]
        assert hands[0]
        assert hands[1]
        assert hands[0][1] != hands[1][1]
        assert hands[0][1] not in between
        assert hands[0][1] not in second


def test_ctrl_c_leaves_at_once_and_the_save_is_whole(tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    with Terminal("play", "tic_tac_toe", *TWO, "--save", save) as terminal:
        terminal.prompt("Cross")
        terminal.type("a1")
        terminal.prompt("Nought")
        terminal.keys(b"\x03")
        terminal.expect("Broken off.")
        terminal.expect("go on with: regelwerk play --resume")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]
    with Terminal("play", "--resume", save) as terminal:
        terminal.expect("Resumed after 1 decision from")
        shown = terminal.prompt("Nought")
        assert "Cross" in shown
        terminal.type("b1")
        terminal.prompt("Cross")
        terminal.keys(b"\x04")  # Ctrl-D
        terminal.expect("Broken off.")
        assert terminal.end() == 130
    assert save.read_text().count('"choice"') == 2


@pytest.mark.parametrize("columns", [40, 60])
def test_a_narrow_window(columns: int) -> None:
    with Terminal("play", DUEL, "--seed", "3", columns=columns, lines=24) as terminal:
        terminal.prompt("elder")
        for line in terminal.text.splitlines():
            assert cell_len(line) <= columns, line


def test_colours_and_none() -> None:
    for env, colours in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("play", "tic_tac_toe", "--seed", "3", **env) as terminal:
            terminal.prompt("Cross")
            assert bool(re.search(r"\x1b\[[\d;]*3[0-7]m", terminal.raw.split("choose")[0])) is colours
    with Terminal("play", "tic_tac_toe", "--seed", "3", "--no-color") as terminal:
        terminal.prompt("Cross")
        assert not re.search(r"\x1b\[[\d;]*3[0-7]m", terminal.raw.split("choose")[0])


def test_a_terminal_that_can_do_nothing() -> None:
    with Terminal("play", "tic_tac_toe", *TWO, TERM="dumb") as terminal:
        terminal.prompt("Cross")
        terminal.type("a1")
        terminal.prompt("Nought")


def test_in_german() -> None:
    with Terminal("play", "tic_tac_toe", *TWO, "--lang", "de") as terminal:
        terminal.expect("Kreuz, wähle")
        terminal.prompt("Kreuz")
        terminal.type("hilfe")
        terminal.expect("Die Regeln hinter dieser Wahl")
        terminal.type("a1 ankreuzen")
        terminal.prompt("Kreis")
        terminal.type("ende")
        terminal.expect("Zum Speichern")
        terminal.type("")
        terminal.expect("Verlassen nach 1 Entscheidung")
        assert terminal.end() == 0


def test_a_save_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with Terminal("play", "tic_tac_toe", *TWO, "--save", tmp_path / "no" / "x.jsonl") as terminal:
        terminal.expect("cannot be written")
        assert terminal.end() == 2
        assert "Traceback" not in terminal.text


def test_ctrl_c_while_bots_simulate() -> None:
    with Terminal("simulate", "tic_tac_toe", "--games", "1000000") as terminal:
        terminal.expect("tic_tac_toe")
        terminal.interrupt()
        terminal.expect("broken off")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
