"""What our own discs and points satisfy: the sentences under `because` in rulespecs/babel/tables, each held by a test.

The tables are read as plain YAML, without the compiler, so that they are judged by nothing but what stands in them.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

BABEL = Path(__file__).parents[2] / "rulespecs" / "babel"
CRAFTS = ("camel", "crane", "ship", "mason")
CARDS = 25  # of each craft
OTHERS = 3  # points for whoever has a part and is neither first nor second


class Disc(NamedTuple):
    name: str
    copies: int
    cards: dict[str, int]


def table(name: str) -> dict[str, Any]:
    """One table file."""
    found: dict[str, Any] = yaml.safe_load((BABEL / "tables" / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


DISCS = [Disc(name, row["copies"], row["cards"]) for name, row in table("discs")["rows"].items()]
SINGLE = [d for d in DISCS if len(d.cards) == 1]
DOUBLE = [d for d in DISCS if len(d.cards) == 2]
# One disc with the number five of each kind makes room for the discs in two colours.
MIXED = DOUBLE + [d._replace(copies=d.copies - (5 in d.cards.values())) for d in SINGLE]
ROWS = {name: (row["most"], row["second"]) for name, row in table("rewards")["rows"].items()}
ORDINARY = [values for name, values in ROWS.items() if name != "light"]
POINTS: list[int] = table("disc_points")["values"]


def asked(discs: list[Disc]) -> Counter[str]:
    """How many cards of each craft these discs ask for."""
    total: Counter[str] = Counter()
    for d in discs:
        total.update({craft: n * d.copies for craft, n in d.cards.items()})
    return total


@pytest.mark.parametrize("name", ["discs", "rewards", "disc_points"])
def test_every_table_says_that_it_is_ours_and_why(name: str) -> None:
    assert table(name)["origin"] == "own"
    assert table(name)["because"].strip()


# -- discs ---------------------------------------------------------------------------------------
def test_the_numbers_of_the_document() -> None:
    assert sum(d.copies for d in DISCS) == 28
    assert sum(d.copies for d in DOUBLE) == 4
    assert sum(d.copies for d in SINGLE) == 24 == 8 * 3


def test_names_and_texts_say_what_a_disc_asks_for() -> None:
    for d in DISCS:
        text = table("discs")["rows"][d.name]["text"]
        assert d.name == "_".join(f"{craft}_{n}" for craft, n in d.cards.items())
        assert text["en"] == "disc " + " + ".join(f"{craft} {n}" for craft, n in d.cards.items())
        german = {"camel": "Kamel", "crane": "Kran", "ship": "Schiff", "mason": "Steinmetz"}
        assert text["de"] == "Scheibe " + " + ".join(f"{german[craft]} {n}" for craft, n in d.cards.items())


def test_six_discs_of_each_kind_from_three_to_six_all_kinds_alike() -> None:
    kinds = {}
    for craft in CRAFTS:
        mine = [d for d in SINGLE if set(d.cards) == {craft}]
        kinds[craft] = sorted(d.cards[craft] for d in mine for _ in range(d.copies))
    assert len({tuple(numbers) for numbers in kinds.values()}) == 1
    numbers = kinds["camel"]
    assert len(numbers) == 6 and set(numbers) == {3, 4, 5, 6}


def test_the_discs_of_a_kind_ask_for_as_many_cards_as_there_are() -> None:
    assert asked(SINGLE) == dict.fromkeys(CRAFTS, CARDS)


def test_each_kind_has_a_five_that_can_leave_for_the_discs_in_two_colours() -> None:
    assert Counter(craft for d in SINGLE for craft, n in d.cards.items() if n == 5) == dict.fromkeys(CRAFTS, 1)


def test_with_the_discs_in_two_colours_it_is_the_same_again() -> None:
    assert sum(d.copies for d in MIXED) == 24
    assert asked(MIXED) == dict.fromkeys(CRAFTS, CARDS)


def test_each_disc_in_two_colours_asks_for_two_and_three_and_each_kind_stands_on_both_sorts() -> None:
    assert {"camel": 2, "mason": 3} in [d.cards for d in DOUBLE]  # the one that is known
    assert all(d.copies == 1 and sorted(d.cards.values()) == [2, 3] for d in DOUBLE)
    for craft in CRAFTS:
        assert sorted(d.cards[craft] for d in DOUBLE if craft in d.cards) == [2, 3]


# -- rows ----------------------------------------------------------------------------------------
def test_published_rows() -> None:
    assert ORDINARY[0] == (8, 4)
    assert (10, 5) in ORDINARY


def test_seven_rows_before_the_light_one_and_each_worth_more() -> None:
    assert len(ORDINARY) == 7 and list(ROWS)[-1] == "light"  # where the marker never counts
    step = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(ORDINARY)}
    assert step == {(2, 1)}


def test_the_second_value_is_half_of_the_first_and_above_that_of_all_others() -> None:
    for most, second in ROWS.values():
        assert second == -(-most // 2)
        assert OTHERS < second < most


def test_an_unfinished_wonder_brings_less_than_any_completed_one() -> None:
    most, second = ROWS["light"]
    assert all(most < m and second <= s for m, s in ORDINARY)


# -- points for discs ----------------------------------------------------------------------------
def test_published_points() -> None:
    assert (POINTS[0], POINTS[1], POINTS[3]) == (0, 5, 20)


def test_each_further_disc_brings_at_least_as_much_as_the_one_before() -> None:
    steps = [b - a for a, b in pairwise(POINTS)]
    assert steps == sorted(steps) and steps[0] > 0


def test_there_are_points_for_as_many_discs_as_one_player_can_have() -> None:
    for craft in CRAFTS:
        usual = sum(d.copies for d in SINGLE if craft in d.cards)
        mixed = sum(d.copies for d in MIXED if craft in d.cards)
        assert len(POINTS) == max(usual, mixed)
