"""Who sits where."""

import pytest

from regelwerk.cli.playing.seats import Seat, how_many, seated
from regelwerk.errors import UsageError

KINDS = ("human", "random", "greedy")


def test_one_human_against_bots_by_default() -> None:
    assert seated({}, (), 3, KINDS, True, "greedy") == (
        Seat("Anna", "human"),
        Seat("Ben", "greedy"),
        Seat("Cem", "greedy"),
    )


def test_bots_where_nobody_can_be_asked() -> None:
    assert {seat.kind for seat in seated({}, (), 3, KINDS, False, "random")} == {"random"}


def test_who_is_named_sits_in_this_order_and_the_rest_are_bots() -> None:
    seats = seated({"ben": "human", "Zoe": "random"}, (), 4, KINDS, True, "greedy")
    assert seats == (Seat("ben", "human"), Seat("Zoe", "random"), Seat("Anna", "greedy"), Seat("Cem", "greedy"))


def test_more_seats_than_we_have_names_for() -> None:
    names = [seat.name for seat in seated({}, (), 13, KINDS, True, "greedy")]
    assert len(set(names)) == 13


def test_the_game_s_own_seats() -> None:
    assert seated({"Nought": "human"}, ("cross", "nought"), 2, KINDS, True, "greedy") == (
        Seat("cross", "greedy"),
        Seat("nought", "human"),
    )
    assert seated({}, ("cross", "nought"), 2, KINDS, True, "greedy")[0] == Seat("cross", "human")


@pytest.mark.parametrize(
    ("asked", "own", "human", "message", "hint"),
    [
        ({"anna": "humna"}, (), True, "nobody can play as `humna`", "Did you mean `human`?"),
        ({"anna": "wizard"}, (), True, "nobody can play as `wizard`", "There are: human, random or greedy."),
        ({"anna": "human"}, (), False, "anna is to be human, but there is no terminal to ask at", "bots play"),
        (
            {"\x1b[31m": "human"},
            (),
            True,
            "a name has at most 24 letters, and no signs that steer a terminal: '\\x1b[31m'",
            "",
        ),
        ({"a": "random", "b": "random", "c": "random"}, (), True, "3 seats are named, but there are 2 players", ""),
        ({"cros": "human"}, ("cross", "nought"), True, "there is no seat `cros` in this game", "Did you mean `cross`?"),
        (
            {"zzz": "human"},
            ("cross", "nought"),
            True,
            "there is no seat `zzz` in this game",
            "The seats are cross and nought.",
        ),
    ],
)
def test_what_is_wrong_is_told(
    asked: dict[str, str], own: tuple[str, ...], human: bool, message: str, hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        seated(asked, own, 2, KINDS, human, "greedy")
    assert caught.value.message == message
    assert hint in caught.value.hint


def test_how_many_play() -> None:
    assert how_many({"a": "human", "b": "human", "c": "random"}, None, (), 2) == 3
    assert how_many({"a": "human"}, None, (), 2) == 2
    assert how_many({"a": "human"}, 4, (), 2) == 4
    assert how_many({"cross": "human"}, None, ("cross", "nought"), 2) == 2
