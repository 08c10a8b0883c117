"""Menus: numbers, words, beginnings of words, groups, pages, commands."""

import pytest

from regelwerk.cli.playing.menu import Answer, Choice, Menu, Ordered, Picked, Redraw, Unknown, simple
from regelwerk.lang import Words

FEW = [
    Choice(4, "draw", "Draw cards", "Draw cards"),
    Choice(7, "claim", "Claim a route", "Claim North Gate – Market"),
    Choice(8, "claim", "Claim a route", "Claim North Gate – Harbour"),
    Choice(9, "claim", "Claim a route", "Claim Old Mill – Market"),
]
MANY = [Choice(0, "draw", "Draw cards", "Draw cards")] + [
    Choice(n, "claim", "Claim a route", f"Claim track {n} – Market") for n in range(1, 61)
]


def menu(choices: list[Choice] = FEW, language: str = "en", room: int = 20) -> Menu:
    return Menu(choices, Words(language), room)


def number(answer: Answer) -> int:
    assert isinstance(answer, Picked), answer
    return answer.choice.number


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("1", 4),
        ("  3 ", 8),
        ("draw", 4),
        ("DRAW cards", 4),
        ("d", 4),
        ("claim old", 9),
        ("old mill", 9),
        ("harb", 8),
        ("claim north_gate harbour", 8),
    ],
)
def test_numbers_and_words(typed: str, wanted: int) -> None:
    assert number(menu().answer(typed)) == wanted


@pytest.mark.parametrize("typed", ["0", "5", "99999999999999999999", "market mill", "xyz", "draw cards twice"])
def test_what_is_not_there(typed: str) -> None:
    answer = menu().answer(typed)
    assert isinstance(answer, Unknown)
    assert answer.message


def test_the_nearest_option_is_named() -> None:
    answer = menu().answer("drawcards")
    assert isinstance(answer, Unknown)
    assert "`Draw cards`" in answer.message


def test_an_ambiguous_word_leaves_those_that_it_could_be() -> None:
    shown = menu()
    answer = shown.answer("claim market")
    assert isinstance(answer, Redraw)
    assert "2" in answer.message
    assert [(n, line.text) for n, line in shown.page()] == [
        (2, "Claim North Gate – Market"),
        (4, "Claim Old Mill – Market"),
    ]
    assert number(shown.answer("4")) == 9


def test_what_a_word_left_over_is_shown_for_one_answer() -> None:
    shown = menu()
    shown.answer("claim market")
    assert isinstance(shown.answer("xyz"), Unknown)
    assert len(shown.page()) == 4
    shown.answer("claim market")
    assert number(shown.answer("old")) == 9
    shown.answer("claim market")
    assert number(shown.answer("1")) == 4  # numbers mean what they meant


def test_options_inside_groups_get_numbers_behind_all_others() -> None:
    shown = menu(MANY)
    shown.answer("track 1")
    assert [n for n, _ in shown.page()][:2] == [3, 4]
    assert shown.page()[1][1].text == "Claim track 10 – Market"
    assert isinstance(shown.answer("xyz"), Unknown)
    assert number(shown.answer("4")) == 10
    shown.answer("track 1")
    assert number(shown.answer("1")) == 0
    shown.answer("track 1")
    shown.answer("")
    assert isinstance(shown.answer("4"), Unknown)


def test_cards_are_asked_for_by_name() -> None:
    assert menu().answer("card old lamp") == Ordered("card", "old lamp")
    assert menu().answer("show lamp") == Ordered("card", "lamp")
    assert menu(language="de").answer("karte lampe") == Ordered("card", "lampe")
    shown = menu([Choice(1, "show", "Show", "Show a card"), Choice(2, "rest", "Rest", "Rest")])
    assert number(shown.answer("show")) == 1


def test_many_options_are_grouped_by_rule() -> None:
    shown = menu(MANY)
    assert [line.text for _, line in shown.page()] == ["Draw cards", "Claim a route: 60 ways"]
    assert number(shown.answer("1")) == 0
    assert isinstance(shown.answer("2"), Redraw)
    assert "Claim a route" in shown.title
    assert len(shown.page()) == 20
    assert "1 to 20 of 60" in shown.paging
    shown.answer("more")
    assert shown.page()[0] == (21, shown.all_lines()[20])
    assert number(shown.answer("21")) == 21
    assert isinstance(shown.answer("back"), Redraw)
    assert len(shown.page()) == 2


def test_a_group_opens_by_its_name_and_pages_turn_round() -> None:
    shown = menu(MANY, room=30)
    assert isinstance(shown.answer("claim"), Redraw)
    assert shown.group == "claim"
    shown.answer("more")
    shown.answer("more")
    assert shown.first == 0
    assert number(shown.answer("track 60")) == 60


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("help", Ordered("help")),
        ("?", Ordered("help")),
        ("/undo", Ordered("undo")),
        ("save my game.jsonl", Ordered("save", "my game.jsonl")),
        ("QUIT", Ordered("quit")),
        ("ta", Ordered("table")),
    ],
)
def test_commands(typed: str, wanted: Ordered) -> None:
    assert menu().answer(typed) == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("hilfe", "help"), ("rückgängig", "undo"), ("ruckgangig", "undo"), ("ende", "quit"), ("help", "help")],
)
def test_german_commands(typed: str, wanted: str) -> None:
    assert menu(language="de").answer(typed) == Ordered(wanted)


def test_an_option_called_like_a_command_is_an_option() -> None:
    shown = menu([Choice(1, "help", "Help", "Help"), Choice(2, "log", "Log a tree", "Log a tree")])
    assert number(shown.answer("help")) == 1
    assert shown.answer("/help") == Ordered("help") or number(shown.answer("/help")) == 1
    assert shown.answer("log") == Ordered("log")
    assert number(shown.answer("log a")) == 2


def test_nothing_typed_draws_again() -> None:
    assert isinstance(menu().answer("   "), Redraw)


def test_numbers_as_options_mean_the_option_of_that_name() -> None:
    shown = menu([Choice(n, "bid", "Bid", str(n)) for n in range(5)])
    assert number(shown.answer("3")) == 3


def test_simple() -> None:
    assert simple("  Größe–Übung_Nr. 3 ") == "grosse ubung nr 3"


def colours(*named: str, room: int) -> Menu:
    """Options with two colours each, of two rules whose texts begin alike."""
    few = ("red", "blue", "green")
    pairs = [(rule, a, b) for rule in named for a in few for b in few]
    return menu(
        [
            Choice(n, rule, "Try … …", f"Try {a} {b}", f"{rule}({a}, {b})", (f"Try {a} …",))
            for n, (rule, a, b) in enumerate(pairs)
        ],
        room=room,
    )


def test_more_options_than_the_window_holds_are_grouped_by_their_first_parameter() -> None:
    shown = colours("guess", room=5)
    assert [line.text for line in shown.all_lines()] == [f"Try {a} …: 3 ways" for a in ("red", "blue", "green")]
    assert isinstance(shown.answer("2"), Redraw)
    assert "Try blue …" in shown.title
    assert [line.text for line in shown.all_lines()] == [f"Try blue {b}" for b in ("red", "blue", "green")]
    assert number(shown.answer("3")) == 5
    assert isinstance(shown.answer("back"), Redraw)
    assert number(shown.answer("try red green")) == 2
    assert len(colours("guess", room=9).all_lines()) == 9


def test_inner_groups_of_two_rules_stay_apart() -> None:
    shown = colours("guess", "claim", room=5)
    assert [line.text for line in shown.all_lines()] == ["Try … …: 9 ways"] * 2
    shown.answer("2")
    shown.answer("1")
    assert [line.choice.number for line in shown.all_lines() if line.choice] == [9, 10, 11]
