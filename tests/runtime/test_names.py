"""Names are exact, words are the game's, and what people type is understood or asked back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk import load
from regelwerk.game import Game
from regelwerk.words.typed import find, matches_payment, name_of, parse_payment
from runtime.games import PROGRAMS, sealed

GAMES = {name: Game(make(), "interpreter") for name, make in PROGRAMS.items()}
SEALED = GAMES["sealed"]


def number(name: str, game: Game = SEALED) -> int:
    every = [n for numbers in game.program.numbers for n in range(numbers.base, numbers.base + numbers.size)]
    return next(n for n in every if name_of(n, game.look, game.names) == name)


@given(st.sampled_from(sorted(PROGRAMS)), st.data())
def test_every_name_leads_back(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    numbers = data.draw(st.sampled_from(game.program.numbers))
    every = list(range(numbers.base, numbers.base + numbers.size))
    n = data.draw(st.sampled_from(every))
    said = name_of(n, game.look, game.names)
    same = [m for m in every if name_of(m, game.look, game.names) == said]
    found = find(said, every, game.look, game.names)
    assert found.number == n if same == [n] else set(found.candidates) == set(same)


def test_payments() -> None:
    names = {name_of(n, SEALED.look, SEALED.names) for n in range(13, 40)}
    assert {"2 of red", "1 of blue and 1 of gold", "free"} <= names
    assert find(
        "1 gold + 1 blue", [number("1 of blue and 1 of gold"), number("2 of red")], SEALED.look, SEALED.names
    ).number
    assert parse_payment("2 of red, 1 gold") == ((1, "gold"), (2, "red"))
    assert parse_payment("red") is None
    assert matches_payment([(2, "red")], [(None, "red")])
    assert not matches_payment([(2, "red")], [(1, "red"), (1, "gold")])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("claim", "claim"),
        ("CLAIM", "claim"),
        ("think(2)", "think(2)"),
        ("think 2", "think(2)"),
        ("th 3", "think(3)"),
        ("n", "nothing"),
        ("beanspruchen", "claim"),
        ("#7", "claim"),
    ],
)
def test_typed(typed: str, meant: str) -> None:
    choices = [number(name) for name in ("claim", "think(1)", "think(2)", "think(3)", "nothing")]
    assert find(typed, choices, SEALED.look, SEALED.names, "de").number == number(meant) or typed == "n"
    if typed == "n":
        assert find(typed, choices, SEALED.look, SEALED.names, "en").number == number("nothing")


def test_what_is_not_clear_is_asked_back() -> None:
    choices = [number(name) for name in ("claim", "think(1)", "think(2)")]
    assert find("think", choices, SEALED.look, SEALED.names).candidates == tuple(choices[1:])
    nothing = find("clam", choices, SEALED.look, SEALED.names)
    assert nothing.number is None
    assert nothing.candidates[0] == choices[0]
    assert find("", choices, SEALED.look, SEALED.names).number is None
    assert find("#99", choices, SEALED.look, SEALED.names).number is None


def test_words_fall_back_to_the_name_not_to_another_language() -> None:
    names = SEALED.names
    assert names.words("red", "de") == "rot"
    assert names.words("red", "en") == "red"
    assert names.words("some_rule", "de") == "some rule"
    assert names.value("player", 1) == "ben"
    assert names.value("card", -1) == "none"
    assert names.value("", 12) == "12"


def test_blanks_in_texts_are_filled_and_strange_ones_left() -> None:
    from dataclasses import replace

    program = replace(sealed(), texts={"think": {"en": "Think of {n} {x} {0} {n.real}"}})
    game = Game(program, "interpreter")
    numbers = game.look.numbers(number("think(2)", game))
    assert game.names.option_words(numbers, (2,), "en") == "Think of 2 {x} {0} {n.real}"
    assert game.names.option_words(numbers, (None,), "en") == "Think of ? {x} {0} {n.real}"


@pytest.mark.parametrize(("language", "line"), [("en", "Buy …: nothing"), ("de", "Buy …: nichts")])
def test_a_log_says_what_was_declined(language: str, line: str) -> None:
    game = load("orchard")
    state = game.start(1)
    while (state := state.play(state.options()[0])).steps[0].number != declined(game):
        assert not state.over
    seen = game.watch.happening(state.steps[0], "public")
    assert seen is not None
    assert game.lines.line(seen, language).endswith(line)


def declined(game: Game) -> int:
    return next(numbers.base for numbers in game.program.numbers if numbers.kind == "nothing")
