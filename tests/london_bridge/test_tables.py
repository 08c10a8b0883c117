"""What makes our own tables fair: the sentences under `because` in rulespecs/london_bridge, each held by a test.

The tables are read as plain YAML, without the compiler, so that they are judged by nothing but what stands in them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

LONDON_BRIDGE = Path(__file__).parents[2] / "rulespecs" / "london_bridge"
GAME = yaml.safe_load((LONDON_BRIDGE / "game.yaml").read_text(encoding="utf-8"))
CRESTS = GAME["kinds"]["crest"]["values"]
TYPES = list(GAME["kinds"]["type"]["rows"])
HOUSES = [t for t in TYPES if t != "park"]
FILES = ["buildings", "chapel_money", "characters", "fields", "markers", "steps"]


def table(name: str) -> dict[str, Any]:
    """One table file."""
    return yaml.safe_load((LONDON_BRIDGE / "tables" / f"{name}.yaml").read_text(encoding="utf-8"))


BUILDINGS: dict[str, dict[str, Any]] = table("buildings")["rows"]
CHARACTERS: dict[str, dict[str, Any]] = table("characters")["rows"]
STEPS: dict[str, dict[str, Any]] = table("steps")["rows"]
FIELDS: dict[str, dict[str, Any]] = table("fields")["rows"]
CHAPEL_MONEY: list[int] = table("chapel_money")["values"]
BONUS: dict[str, dict[str, Any]] = GAME["kinds"]["bonus"]["rows"]
SCORING: dict[str, dict[str, Any]] = GAME["variants"]["experienced_builders"]["kinds"]["scoring"]["rows"]


def numbers(kind: str) -> list[int]:
    """The house numbers of one type of building."""
    return sorted(row["number"] for row in BUILDINGS.values() if row["type"] == kind)


# -- the files -----------------------------------------------------------------------------------
def test_there_is_a_test_for_every_table_file() -> None:
    assert sorted(path.stem for path in (LONDON_BRIDGE / "tables").iterdir()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_every_table_says_that_it_is_ours_and_why(name: str) -> None:
    assert table(name)["origin"] == "own"
    assert table(name)["because"].strip()


@pytest.mark.parametrize("rows", [BUILDINGS, CHARACTERS, STEPS, FIELDS, table("markers")["rows"], BONUS, SCORING])
def test_rows_have_texts_in_both_languages_that_differ_from_each_other(rows: dict[str, dict[str, Any]]) -> None:
    for name, row in rows.items():
        assert row["text"]["en"] and row["text"]["de"], name
    for language in ("en", "de"):
        texts = [row["text"][language] for name, row in rows.items() if not name.startswith("park_")]
        assert len(set(texts)) == len(texts)


# -- houses --------------------------------------------------------------------------------------
def test_sixty_numbers_each_once() -> None:
    assert sorted(n for t in HOUSES for n in numbers(t)) == list(range(1, 61))


def test_each_type_has_a_house_in_every_five_numbers() -> None:
    for t in HOUSES:
        assert [(n - 1) // 5 for n in numbers(t)] == list(range(12)), t


def test_the_numbers_of_each_type_add_up_to_the_same() -> None:
    assert {sum(numbers(t)) for t in HOUSES} == {366}


def test_guild_halls_have_all_crests_other_houses_one_and_parks_none() -> None:
    for name, row in BUILDINGS.items():
        if row["type"] == "guildhall":
            assert row["crests"] == "all", name
        elif row["type"] == "park":
            assert row["crests"] == [] and row["number"] == "none", name
        else:
            (crest,) = row["crests"]
            assert crest in CRESTS, name


def test_each_type_and_colour_has_a_low_a_middle_and_a_high_number() -> None:
    found = Counter(
        (row["type"], crest, (row["number"] - 1) // 20)
        for row in BUILDINGS.values()
        if row["type"] not in ("guildhall", "park")
        for crest in row["crests"]
    )
    wanted = itertools.product([t for t in HOUSES if t != "guildhall"], CRESTS, range(3))
    assert found == dict.fromkeys(wanted, 1)


def test_the_numbers_of_each_colour_add_up_to_the_same() -> None:
    sums = Counter[str]()
    for row in BUILDINGS.values():
        if row["type"] not in ("guildhall", "park"):
            sums[row["crests"][0]] += row["number"]
    assert sums == dict.fromkeys(CRESTS, 366)


def test_what_was_seen_in_reports() -> None:
    assert BUILDINGS["haberdasher_38"]["crests"] == ["green"]


def test_all_six_stacks_are_alike() -> None:
    assert Counter(row["type"] for row in BUILDINGS.values()) == dict.fromkeys(TYPES, 12)


def test_the_name_and_the_text_of_a_house_say_what_it_is() -> None:
    german = {"red": "rot", "blue": "blau", "green": "grün", "yellow": "gelb"}
    for name, row in BUILDINGS.items():
        if row["type"] == "park":
            continue
        assert name == f"{row['type']}_{row['number']}"
        for language in ("en", "de"):
            assert f" {row['number']}" in row["text"][language]
        if row["crests"] != "all":
            (crest,) = row["crests"]
            assert f"({crest})" in row["text"]["en"] and f"({german[crest]})" in row["text"]["de"]


# -- the wheel -----------------------------------------------------------------------------------
def test_five_fields_with_one_to_three_pounds_and_one_that_is_crossed() -> None:
    assert len(FIELDS) == len(TYPES) == 6
    assert [row["income"] for row in FIELDS.values() if row["crossed"]] == [0]
    incomes = Counter(row["income"] for row in FIELDS.values() if not row["crossed"])
    assert set(incomes) == {1, 2, 3} and incomes[3] == 1


def test_neighbours_on_the_wheel_pay_differently() -> None:
    incomes = [row["income"] for row in FIELDS.values()]
    assert all(a != b for a, b in zip(incomes, incomes[1:] + incomes[:1], strict=True))


def test_fifteen_markers_five_of_each_number() -> None:
    rows = table("markers")["rows"].values()
    assert {row["turn"]: row["copies"] for row in rows} == {1: 5, 2: 5, 3: 5}


# -- cards ---------------------------------------------------------------------------------------
def value_of_hand(step: str) -> int:
    return sum(CHARACTERS[c]["value"] * n for c, n in STEPS[step]["first_hand"].items())


def test_each_step_has_five_cards_and_no_zero_among_them() -> None:
    for step, row in STEPS.items():
        assert sum(row["first_hand"].values()) == 5, step
        assert "peter" not in row["first_hand"], step
        assert max(row["first_hand"].values()) <= 2, step


def test_a_step_that_loses_ties_has_better_cards() -> None:
    values = [value_of_hand(step) for step in STEPS]
    assert values == list(range(values[0], values[0] + 4))
    assert [step for step, row in STEPS.items() if "king" in row["first_hand"]] == ["step_d"]


def test_values_of_the_cards_from_zero_to_four_and_the_lower_the_more() -> None:
    assert [row["value"] for row in CHARACTERS.values()] == [0, 1, 2, 3, 4]
    assert CHARACTERS["peter"]["copies"] == 4
    copies = [row["copies"] for row in CHARACTERS.values() if row["value"]]
    assert copies == sorted(copies, reverse=True)


def test_three_cards_of_each_value_are_left_behind_four_first_hands() -> None:
    for name, row in CHARACTERS.items():
        if row["value"]:
            assert row["copies"] - sum(step["first_hand"].get(name, 0) for step in STEPS.values()) >= 3, name


# -- tracks --------------------------------------------------------------------------------------
def test_every_third_space_of_the_chapel_track_pays_more_and_more() -> None:
    assert [i for i, n in enumerate(CHAPEL_MONEY, 1) if n] == list(range(3, len(CHAPEL_MONEY) + 1, 3))
    paid = [n for n in CHAPEL_MONEY if n]
    assert paid == sorted(paid) and paid[-1] == 10 and paid.count(10) == 1


def test_the_end_of_the_chapel_track_takes_eight_actions_of_strength_three() -> None:
    assert len(CHAPEL_MONEY) == 8 * 3


def test_seven_spaces_of_the_gatehouse_track_have_a_tile() -> None:
    assert GAME["define"]["gate_end"]["is"] == 7 * 3


# -- tiles ---------------------------------------------------------------------------------------
def test_three_copies_of_each_bonus_tile_and_three_effects_with_each_back() -> None:
    assert {row["copies"] for row in BONUS.values()} == {3}
    assert Counter(row["back"] for row in BONUS.values()) == dict.fromkeys(GAME["kinds"]["back"]["values"], 3)


def test_tiles_for_the_figure_have_a_back_of_their_own() -> None:
    for name, row in BONUS.items():
        sorts = {sort for bend in row["bends"] for sort in ("ignore", "pays", "offer") if sort in bend}
        assert (row["back"] == "figure_back") == (sorts <= {"ignore", "pays"}), name


def test_eight_scoring_tiles_with_fourteen_sides() -> None:
    tiles = Counter(row["tile"] for row in SCORING.values())
    assert sorted(tiles) == GAME["variants"]["experienced_builders"]["kinds"]["tile"]["values"]
    assert sorted(tiles.values()) == [1, 1, 2, 2, 2, 2, 2, 2]


def test_no_tile_has_two_rankings_or_two_scorings_of_each_round() -> None:
    for sort in ("rank", "after"):
        tiles = [row["tile"] for row in SCORING.values() if any(sort in bend for bend in row["bends"])]
        assert len(tiles) == len(set(tiles)), sort


def test_a_ranking_shares_its_tile_with_a_scoring_that_adds() -> None:
    for row in SCORING.values():
        if any("rank" in bend for bend in row["bends"]):
            (other,) = (q for q in SCORING.values() if q["tile"] == row["tile"] and q is not row)
            assert [set(bend) for bend in other["bends"]] == [{"score", "is"}]
