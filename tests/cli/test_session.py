"""A game at the keyboard: choosing, undo, hand-over, help, saving, leaving."""

from pathlib import Path

import pytest

from cli.games import Played, basket
from regelwerk.cli.playing.session import Left
from regelwerk.errors import WriteError
from regelwerk.game import Game, load
from regelwerk.records.logs import parse_log, read_log
from regelwerk.records.replay import replay
from regelwerk_compiler.flow.flow import Program
from runtime.games import heap, kuhn, sealed


def test_a_game_is_played_by_words_and_numbers() -> None:
    played = Played(heap(), ("human", "random"), ["Take 2", "1", "1", "1", "1"])
    state = played.session.run()
    assert state.over
    assert played.session.moments[0].option.name == "take(2)"
    assert "Anna, choose" in played.text
    assert "Ben: Take" in played.text
    assert "Anna: Take" not in played.text  # he knows what he did himself


def test_options_are_offered_for_completion() -> None:
    played = Played(heap(), ("human", "random")).until_typed_out()
    assert "Take 1" in played.typist.completions[0]
    assert "undo" in played.typist.completions[0]


def test_what_is_not_there_is_told_and_asked_again() -> None:
    played = Played(heap(), ("human", "random"), ["9", "tak", "Take 7", "2"]).until_typed_out()
    assert "There are options 1 to 3." in played.text
    assert "There is no option `Take 7`." in played.text
    assert played.session.moments[0].option.name == "take(2)"


def test_at_a_shared_keyboard_nobody_sees_the_others_hand() -> None:
    played = Played(kuhn(), ("human", "human"), ["check", "bet"]).until_typed_out()
    typist = played.typist
    assert typist.waited[:2] == [
        "Pass the keyboard to Elder, then press Enter. ",
        "Pass the keyboard to Younger, then press Enter. ",
    ]
    hands = [line for line in played.text.splitlines() if line.startswith("hand ") and "piece" not in line]
    assert hands[0] != hands[1]
    before_second = typist.screens[typist.screens.index(typist.screens[2])]
    assert hands[1] not in before_second
    assert len(typist.waited) == 3


def test_without_secrets_nothing_is_handed_over() -> None:
    played = Played(heap(), ("human", "human"), ["1", "1"]).until_typed_out()
    assert played.typist.waited == []


def test_one_human_is_never_asked_to_hand_over() -> None:
    assert Played(kuhn(), ("human", "random"), ["check"]).until_typed_out().typist.waited == []


def test_own_decisions_are_taken_back_cell_by_cell() -> None:
    played = Played(basket(), ("human", "random"), ["raise pear", "undo", "raise plum"])
    before = played.session.start.vector
    played.typist.lines[2:] = []
    played.until_typed_out()
    assert "Taken back: Raise pear" in played.text
    assert played.session.state.vector == before
    again = Played(basket(), ("human", "random"), ["raise pear", "undo", "raise plum"]).until_typed_out()
    assert [moment.option.name for moment in again.session.moments] == ["raise_price(plum)"]


def test_what_a_bot_answered_is_taken_back_with_it() -> None:
    played = Played(heap(), ("human", "random"), ["1", "undo"])
    before = played.session.start.vector
    played.until_typed_out()
    assert "Taken back: Take 1" in played.text
    assert played.session.state.vector == before


def test_what_was_drawn_is_not_taken_back() -> None:
    played = Played(basket(), ("human", "random"), ["pick", "undo"]).until_typed_out()
    assert "something was revealed or drawn since" in played.text
    assert len(played.session.moments) == 1


def test_bots_remember_only_what_still_happened() -> None:
    played = Played(basket(), ("human", "greedy"), ["raise pear", "undo", "raise plum", "rest"]).until_typed_out()
    assert len(played.session.moments) > 2


def test_what_others_did_is_not_taken_back() -> None:
    played = Played(heap(), ("human", "human"), ["1", "undo"]).until_typed_out()
    assert "There is nothing of yours to take back." in played.text
    played = Played(heap(), ("human", "human"), ["1", "1", "undo"]).until_typed_out()
    assert "somebody else has decided since" in played.text
    assert len(played.session.moments) == 2


def test_help_tells_the_rules_and_why_not() -> None:
    text = Played(kuhn(), ("human", "random"), ["help"]).until_typed_out().text
    assert "The rules behind this choice" in text
    assert "not possible now" in text
    for command in ("help", "undo", "log", "save", "quit", "table", "options"):
        assert f"  {command} " in text


def test_help_in_german() -> None:
    played = Played(heap(), ("human", "random"), ["hilfe", "rückgängig"], language="de").until_typed_out()
    assert "Die Regeln hinter dieser Wahl" in played.text
    assert "heap.1" in played.text  # the statement that the rule carries out
    assert "Es gibt nichts, was du zurücknehmen kannst." in played.text


def test_the_log_tells_only_what_the_seat_saw() -> None:
    text = Played(kuhn(), ("human", "random"), ["log"]).until_typed_out().text
    assert "Elder: " in text
    assert "Younger: 1 card" in text or "1 × card" in text or "Younger: 1" in text


def test_a_save_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    played = Played(heap(), ("human", "random"), ["1", f"save {file}", "1"]).until_typed_out()
    assert f"Saved in {file}" in played.text.replace("\n", "")
    log = read_log(file)
    again = replay(log, Game(heap()))
    assert again.difference is None
    assert log.end == "open"
    assert [entry.name for entry in log.entries][:1] == ["take(1)"]


def test_the_save_is_kept_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    played = Played(heap(), ("human", "random"), ["1", "1"], save=file)
    played.until_typed_out()
    assert len(parse_log(file.read_text(), "x").entries) == len(played.session.moments)
    assert list(tmp_path.iterdir()) == [file]


def test_a_save_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    played = Played(
        heap(), ("human", "random"), [f"save {tmp_path}/file/x.jsonl", f"save {tmp_path}", "1"]
    ).until_typed_out()
    assert played.text.count("Not saved: ") == 2
    assert len(played.session.moments) >= 1


def test_a_save_of_every_decision_that_fails_does_not_end_a_game_at_the_table(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "x.jsonl"
    played = Played(heap(), ("human", "random"), ["1"], save=nowhere).until_typed_out()
    assert "Not saved: " in played.text
    assert len(played.session.moments) == 2
    with pytest.raises(WriteError):
        Played(heap(), ("random", "random"), save=nowhere).session.run()


def test_quit_leaves_and_may_save_first(tmp_path: Path) -> None:
    file = tmp_path / "later.jsonl"
    for answer, saved in (("", False), (str(file), True)):
        played = Played(heap(), ("human", "random"), ["1", "quit", answer])
        with pytest.raises(Left):
            played.session.run()
        assert file.exists() is saved


def test_a_single_option_is_taken_with_enter_where_it_is_asked() -> None:
    played = Played(heap(), ("human", "human"), ["3", "3", "", ""])
    state = played.session.run()
    assert state.over


def test_bots_alone_print_the_log() -> None:
    played = Played(kuhn(), ("random", "random"))
    played.session.run()
    assert "Elder: " in played.text
    assert "King" not in played.text.split("shows")[0]


@pytest.mark.parametrize("width", [40, 72])
def test_narrow_windows(width: int) -> None:
    text = Played(sealed(), ("human", "random", "random"), ["help", "log"], width=width).until_typed_out().text
    assert max(len(line) for line in text.splitlines()) <= width


CHORE = """
regelwerk: 1
game: chore
title: {en: Chore}
players: 2..2
most_decisions: 60
kinds:
  stone: {values: [flint, slate]}
pieces:
  stone: 2 of each stone
state:
  sack: bag of stone for each player, seen by owner
  shed: bag of stone = all
  turns: 0..9 = 0
rules:
  play:
    do:
      - for: player in players endlessly
        do:
          - turn
  turn:
    do:
      - choose: any number of s in sack[player]
        do:
          - move: s from sack[player] to shed
      - choose: 1 s in shed
        if_none: nothing
        do:
          - move: s from shed to sack[player]
      - set: turns += 1
      - if: turns is 4
        then:
          - end: game
score:
  stones:
    is: count(sack[player])
ranking: highest total, shared
"""


def chore(folder: Path) -> Program:
    """A game whose first decision has only `done` as long as the own sack is empty."""
    (folder / "game.yaml").write_text(CHORE, encoding="utf-8")
    return load(folder).program


def test_who_can_only_go_on_is_not_asked(tmp_path: Path) -> None:
    played = Played(chore(tmp_path), ("human", "random"), ["flint"]).until_typed_out()
    assert [moment.option.name for moment in played.session.moments][:2] == ["done", "flint"]
    assert not played.session.moments[0].asked


def test_what_is_all_there_is_is_played_and_told() -> None:
    played = Played(heap(), ("human", "random"), ["3", "3"])
    state = played.session.run()
    assert state.over
    assert [moment.asked for moment in played.session.moments if moment.option.seat == 0][-1] is False
    assert f"{played.session.screen.said.seats[0]}: " in played.text


def test_undo_goes_back_to_what_was_asked(tmp_path: Path) -> None:
    played = Played(chore(tmp_path), ("human", "random"), ["undo"]).until_typed_out()
    assert "There is nothing of yours to take back." in played.text


def test_at_a_shared_keyboard_everybody_is_asked(tmp_path: Path) -> None:
    played = Played(chore(tmp_path), ("human", "human"), ["done"]).until_typed_out()
    assert played.session.moments[0].asked
