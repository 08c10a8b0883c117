"""What a player of a game with cards reads: columns, reasons, texts of words and seats, dice, the last round, ties."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from cli.games import Played
from regelwerk.cli.background import Background, background_of, name_everything
from regelwerk.cli.playing.screen import Screen
from regelwerk.find import find_game
from regelwerk.game import Game, load
from regelwerk.lang import LANGUAGES, Words
from regelwerk.table.cards import legend
from regelwerk.table.cells import Cells
from regelwerk.table.table import draw_table

MARKET = Path(__file__).parent / "market"


def _background() -> Background:
    return background_of(MARKET / "game.yaml")


def play(*lines: str, language: str = "en", width: int = 80, seats: tuple[str, str] = ("human", "human")) -> Played:
    """Two at one keyboard; the game has its own names for the seats."""
    played = Played(load(MARKET).program, seats, lines, language, width=width)
    screen = played.session.screen
    game = screen.game
    name_everything(game, _background(), game.program.seats)
    played.session.screen = Screen(screen.console, game, _background(), played.session.words)
    return played.until_typed_out()


# -- cards ---------------------------------------------------------------------------------------
def test_what_stands_on_cards_stands_below_the_table() -> None:
    text = play().text
    assert "broom    price 1, points 1, Sweep" in text
    assert "palace   price 9, points 9, bonus …" in text
    assert "price 1" not in play(width=50).text  # no room


def test_a_hand_is_explained_to_its_owner_only() -> None:
    played = play("buy lamp")
    assert "lamp     price 2" in played.typist.screens[0]
    assert "lamp     price 2" not in played.typist.screens[1][len(played.typist.screens[0]) :]


def test_a_card_whole() -> None:
    text = play("card broom", "show palace", "card haggler").text
    for words in ("price  1", "effect Sweep", "bonus  count(stall[player])", "works in stall", "changes: discount"):
        assert words in text, words
    german = play("karte besen", language="de").text
    assert "effect Fegen" in german


def test_a_card_without_a_rule_of_its_own_tells_what_it_is_for_and_no_card_tells_anything_twice() -> None:
    game, background = load("masked_ball", players=2), background_of(find_game("masked_ball"))
    name_everything(game, background)
    console = Console(width=200, color_system=None)
    screen = Screen(console, game, background, Words())
    with console.capture() as capture:
        for typed in ("alibi", "dancer"):
            screen.show(screen.card(game.start(1), 0, typed))
    alibi, dancer = capture.get().split("dancer  dancer")
    assert alibi.count("119.alibi  Whoever is named by the gossip may show an alibi") == 1
    assert alibi.count("119.empty_deck") == dancer.count("119.empty_deck") == 1


def test_a_card_tells_which_rows_name_it_and_cards_that_look_alike_are_one() -> None:
    game, background = load("san_francisco", players=2), background_of(find_game("san_francisco"))
    name_everything(game, background)
    console = Console(width=200, color_system=None)
    screen = Screen(console, game, background, Words())
    with console.capture() as capture:
        for typed in ("action card 6", "subsidy"):
            screen.show(screen.card(game.start(1), 0, typed))
    text = capture.get()
    assert "space 2, build (three and four players); " in text and "space 2, build (two players)" in text
    assert "could be" not in text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("card xyz", "There is no card `xyz`."),
        ("card brom", "Did you mean `broom`?"),
        ("card l", "lamp  lamp"),
        ("card", "lamp     price 2"),
    ],
)
def test_cards_that_are_not_there(typed: str, said: str) -> None:
    played = play(typed)
    assert said in played.text[len(played.typist.screens[0]) :]


# -- reasons -------------------------------------------------------------------------------------
def test_help_names_the_needs_that_fail_for_all_parameters() -> None:
    text = play("help").text
    assert "Burn …  burn" in text
    assert "not possible now: no stone of yours stands there" in text
    assert text.count("not possible now") == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("buy palace", "Buy palace for 9: you do not have so many coins"),
        ("burn", "Burn …: no stone of yours stands there"),
        ("burn b1", "Burn b1: no stone of yours stands there"),
        ("burn(b1)", "Burn b1: no stone of yours stands there"),
        ("buy nonsense", "There is no option `buy nonsense`."),
    ],
)
def test_what_is_not_possible_is_answered_with_the_reason(typed: str, said: str) -> None:
    text = play(typed).text
    assert said in text
    assert text.count("no stone of yours") <= 1


def test_a_need_without_a_text() -> None:
    assert "`free` does not hold" in play("white on a1", "pass", "white on a1").text


# -- texts ---------------------------------------------------------------------------------------
def test_seats_words_kinds_and_players_in_options_have_their_texts() -> None:
    text = play("white on a1", "pass", "burn a1", language="en").text
    assert "White, choose" in text
    assert "White: White on a1" in text
    assert "board: stones" in text
    assert "│ 1 │   #   │   ·   │   ·   │" in text or "│ 1 │ # │ · │ · │" in text
    german = play("weiß auf a1", language="de").text
    assert "Weiß: Weiß auf a1" in german
    assert "Brett: Steine" in german


def test_words_that_differ_look_different() -> None:
    screen = play().session.screen
    texts = {name: text for name, text in screen.said.program.texts.items() if name != "gone"}
    program = screen.said.program
    assert "gone" in program.texts
    game = Game(replace(program, texts=texts))
    cells = list(game.start(3).vector)
    base = next(v.base for v in program.variables if v.name == "on")
    cells[base] = -2
    plain = Screen(screen.console, game, _background(), screen.words)
    with screen.console.capture() as capture:
        screen.console.print(plain.table(game.state(cells), "public"))
    assert "│ 1 │ gone │  ·   │  ·   │" in capture.get()


# -- what happens --------------------------------------------------------------------------------
def test_the_log_tells_which_die_fell_how() -> None:
    text = play("pass").text
    assert re.search(r"Black: dice: \d, \d\n", text)  # both are thrown: one line, in the order of the dice


def test_the_last_round_is_told() -> None:
    played = play("white on b1")
    assert "Last round" not in played.typist.screens[0]
    assert "Last round: the game ends after “round”" in played.typist.screens[1]
    assert "Letzte Runde" in play("weiß auf b1", language="de").text


def test_the_sheet_shows_what_broke_a_tie() -> None:
    played = play("buy lamp", "black on b1")
    played.session.screen.sheet(played.session.state)
    assert "coins (most first)" not in played.text  # points decided
    played = play("buy broom", "buy lamp", "white on b1", "pass")
    assert played.session.state.over
    played.session.screen.sheet(played.session.state)
    assert "coins (most first)" in played.text
    assert "Black wins." in played.text


def test_wrapped_options_hang_behind_their_number() -> None:
    lines = [line.rstrip() for line in play(width=16).text.splitlines()]
    at = lines.index("3 Buy haggler")
    assert lines[at + 1] == "  for 4"


def test_bots_are_named_in_the_language() -> None:
    assert LANGUAGES["de"]["kind.greedy"] == "gierig"


def test_a_legend_is_for_few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = play().session.screen
    state = screen.game.start(3)
    cells: Cells = screen._cells(state, 0)
    assert legend(cells) is not None
    monkeypatch.setattr("regelwerk.table.cards.MOST_CARDS", 3)
    assert legend(cells) is None
    assert draw_table(cells) is not None
