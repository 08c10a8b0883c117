"""What makes our own San Francisco a fair game: the sentences under `because` in rulespecs/san_francisco, each held by a test.

The tables are read as plain YAML, without the compiler, so that they are judged by nothing but what stands in them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

SAN_FRANCISCO = Path(__file__).parents[2] / "rulespecs" / "san_francisco"
COLOURS = ("red", "blue", "green", "yellow")
NUMBERS = (1, 2, 3, 4, 5)
SYMBOLS = ("light", "cable_car", "hydrant", "park")
SIDES = ("side_a", "side_b")
PLAYERS = (2, 3, 4)
CARDS = range(1, 7)
RUBBLE = 18  # markers in the box
BUILDINGS = 8  # of a player


class Zone(NamedTuple):
    plot: int
    side: str
    colour: str
    number: int
    rubble: bool
    x: int
    y: int
    wide: int
    high: int

    def touches(self, other: Zone) -> bool:
        """Whether the two rectangles have a piece of an edge in common; a corner is none."""
        across = min(self.x + self.wide, other.x + other.wide) - max(self.x, other.x)
        down = min(self.y + self.high, other.y + other.high) - max(self.y, other.y)
        return self.side == other.side and ((across == 0 and down > 0) or (down == 0 and across > 0))


def table(name: str) -> dict[str, Any]:
    """One table file."""
    return yaml.safe_load((SAN_FRANCISCO / "tables" / f"{name}.yaml").read_text(encoding="utf-8"))


def read_zone(row: dict[str, Any]) -> Zone:
    return Zone(**{field: row[field] for field in Zone._fields})


ZONES = {name: read_zone(row) for name, row in table("zones")["rows"].items()}
BORDERS = {name: (ZONES[a], ZONES[b]) for name, (a, b) in table("borders")["rows"].items()}
PERMITS: dict[str, dict[str, Any]] = table("permits")["rows"]
ORDINARY = [row for row in PERMITS.values() if not row["subsidy"]]
SPACES: dict[str, dict[str, Any]] = table("spaces")["rows"]
GOALS: dict[str, dict[str, Any]] = table("goals")["rows"]
URBAN: dict[str, dict[str, Any]] = table("urban_cards")["rows"]
LOTS: list[list[int]] = table("lot_values")["values"]
AID: dict[str, dict[str, Any]] = table("solo_aid")["rows"]


def on_the_map(side: str, players: int = 4) -> list[Zone]:
    """The zones that are in play."""
    return [z for z in ZONES.values() if z.side == side and z.plot <= 2 * players]


def evenly(values: Iterable[Any], among: Iterable[Any]) -> bool:
    """Whether no value occurs two times more often than another."""
    found = Counter(values)
    counts = [found[value] for value in among]
    return sum(counts) == found.total() and max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    "name", ["zones", "borders", "permits", "spaces", "goals", "urban_cards", "lot_values", "solo_aid"]
)
def test_our_own_tables_say_so_and_why(name: str) -> None:
    assert table(name)["origin"] == "own"
    assert table(name)["because"].strip()


# -- the map -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("plot", range(1, 9))
def test_every_side_of_a_plot_card_is_divided_into_five_or_six_zones(side: str, plot: int) -> None:
    zones = [z for z in on_the_map(side) if z.plot == plot]
    assert len(zones) in (5, 6)
    left, top = 6 * ((plot - 1) // 2), 4 * ((plot - 1) % 2)
    units = Counter((x, y) for z in zones for x in range(z.x, z.x + z.wide) for y in range(z.y, z.y + z.high))
    assert units == Counter(itertools.product(range(left, left + 6), range(top, top + 4)))


def test_side_a_has_48_zones_and_side_b_44() -> None:
    assert [len(on_the_map(side)) for side in SIDES] == [48, 44]


def test_the_borders_follow_from_the_rectangles() -> None:
    touching = {frozenset((a, b)) for a, b in itertools.combinations(ZONES.values(), 2) if a.touches(b)}
    assert {frozenset(ends) for ends in BORDERS.values()} == touching
    assert len(BORDERS) == len(touching)


def test_neighbouring_zones_differ_in_colour_and_in_number() -> None:
    for name, (a, b) in BORDERS.items():
        assert a.colour != b.colour and a.number != b.number, name


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("side", SIDES)
def test_colours_and_numbers_are_evenly_spread(side: str, players: int) -> None:
    zones = on_the_map(side, players)
    assert evenly((z.colour for z in zones), COLOURS)
    assert evenly((z.number for z in zones), NUMBERS)
    assert evenly(((z.colour, z.number) for z in zones), itertools.product(COLOURS, NUMBERS))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("plot", range(1, 9))
def test_no_plot_card_shows_a_pair_twice_and_every_one_shows_all_colours(side: str, plot: int) -> None:
    zones = [z for z in on_the_map(side) if z.plot == plot]
    assert len({(z.colour, z.number) for z in zones}) == len(zones)
    assert {z.colour for z in zones} == set(COLOURS)


def test_side_a_has_two_rubble_markers_on_each_card_and_never_next_to_each_other() -> None:
    assert Counter(z.plot for z in on_the_map("side_a") if z.rubble) == dict.fromkeys(range(1, 9), 2)
    assert not any(a.rubble and b.rubble for a, b in BORDERS.values() if a.side == "side_a")


def test_side_b_has_two_or_three_rubble_markers_on_each_card_and_eighteen_in_all() -> None:
    rubble = Counter(z.plot for z in on_the_map("side_b") if z.rubble)
    assert set(rubble.values()) == {2, 3} and rubble.total() == RUBBLE


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("side", SIDES)
def test_rubble_is_evenly_spread_and_there_are_markers_for_it(side: str, players: int) -> None:
    rubble = [z for z in on_the_map(side, players) if z.rubble]
    assert len(rubble) <= RUBBLE
    assert evenly((z.colour for z in rubble), COLOURS)
    assert evenly((z.number for z in rubble), NUMBERS)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("side", SIDES)
def test_there_are_more_zones_than_buildings(side: str, players: int) -> None:
    assert len(on_the_map(side, players)) > BUILDINGS * players


# -- permits -----------------------------------------------------------------------------------------
def test_there_are_42_permits_two_of_them_subsidies() -> None:
    assert len(PERMITS) == 42 and len(ORDINARY) == 40
    for row in PERMITS.values():
        if row["subsidy"]:
            assert (row["colours"], row["numbers"], row["symbols"]) == ("all", "all", [])


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("number", NUMBERS)
def test_each_colour_and_number_is_there_twice_with_four_symbols(colour: str, number: int) -> None:
    cards = [row for row in ORDINARY if row["colours"] == [colour] and row["numbers"] == [number]]
    assert len(cards) == 2
    assert sorted(symbol for row in cards for symbol in row["symbols"]) == sorted(SYMBOLS)


def test_every_ordinary_permit_shows_two_symbols() -> None:
    assert all(len(set(row["symbols"])) == 2 == len(row["symbols"]) for row in ORDINARY)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_each_symbol_is_on_twenty_permits(symbol: str) -> None:
    cards = [row for row in ORDINARY if symbol in row["symbols"]]
    assert Counter(row["colours"][0] for row in cards) == dict.fromkeys(COLOURS, 5)
    assert Counter(row["numbers"][0] for row in cards) == dict.fromkeys(NUMBERS, 4)


def test_each_pair_of_symbols_is_on_six_or_seven_permits() -> None:
    pairs = Counter(frozenset(row["symbols"]) for row in ORDINARY)
    assert set(pairs) == {frozenset(pair) for pair in itertools.combinations(SYMBOLS, 2)}
    assert set(pairs.values()) <= {6, 7}


# -- action cards ------------------------------------------------------------------------------------
def spaces(card: int, crowd: str) -> list[dict[str, Any]]:
    """The spaces of one side of a card, from left to right."""
    found = [row for row in SPACES.values() if row["card"] == f"card_{card}" and row["crowd"] == crowd]
    assert [row["step"] for row in found] == list(range(1, len(found) + 1))
    return found


def actions(card: int, crowd: str) -> list[str]:
    return [row["action"] for row in spaces(card, crowd)]


@pytest.mark.parametrize("card", CARDS)
def test_an_action_card_has_five_spaces_on_one_side_and_three_on_the_other(card: int) -> None:
    assert len(spaces(card, "many")) == 5 and len(spaces(card, "two")) == 3


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("crowd", ["two", "many"])
def test_the_first_space_is_income_and_each_space_but_for_passing_has_a_dollar(card: int, crowd: str) -> None:
    assert actions(card, crowd)[0] == "income"
    assert [row["money"] for row in spaces(card, crowd)] == [0 if a == "pass_turn" else 1 for a in actions(card, crowd)]


@pytest.mark.parametrize("card", CARDS)
def test_the_pass_space_is_the_second_from_the_right_and_not_for_two(card: int) -> None:
    assert [a == "pass_turn" for a in actions(card, "many")] == [False, False, False, True, False]
    assert "pass_turn" not in actions(card, "two")


@pytest.mark.parametrize("card", CARDS)
def test_the_side_for_two_shows_two_of_the_three_other_actions_in_their_order(card: int) -> None:
    many = [a for a in actions(card, "many")[1:] if a != "pass_turn"]
    assert tuple(actions(card, "two")[1:]) in itertools.combinations(many, 2)


def test_every_action_is_on_some_card_on_both_sides_and_building_on_the_most() -> None:
    for crowd, builds in (("many", 5), ("two", 4)):
        found = Counter(a for card in CARDS for a in set(actions(card, crowd)))
        assert set(found) - {"pass_turn"} == {
            "income", "build", "subsidised_build", "permit", "material", "sign_goal", "tidy", "develop",
        }  # fmt: skip
        assert found["subsidised_build"] == 1
        assert found["build"] + found["subsidised_build"] == builds
        assert all(count < builds for a, count in found.items() if a not in ("income", "pass_turn"))


# -- goals and urban cards -----------------------------------------------------------------------------
def test_there_are_eight_violet_goals_and_sixteen_green_ones() -> None:
    assert Counter(row["opening"] for row in GOALS.values()) == {True: 8, False: 16}


def test_the_goals_that_the_document_names_are_there() -> None:
    named = {statement for row in GOALS.values() for statement in row.get("from", ())}
    assert named >= {
        f"000.goals.{goal}"
        for goal in (
            "buildings", "pairs", "neighbours", "neighbours_two", "own_colour", "four_colours", "rubble", "urban_sets",
            "most_colour", "most_rubble", "most_money",
        )
    }  # fmt: skip
    compared = [row["points"] for row in GOALS.values() if "000.goals.most_colour" in row.get("from", ())]
    assert compared == [f"prizes_on({colour})[player]" for colour in COLOURS]


def test_violet_goals_are_from_the_document_and_favour_no_colour() -> None:
    for name, row in GOALS.items():
        if row["opening"]:
            assert row["from"], name
            assert not any(colour in row["points"].replace("neighbour", "") for colour in COLOURS), name
    assert all(("from" in row) != ("because" in row) for row in GOALS.values())


def test_the_urban_cards() -> None:
    assert sum(row["copies"] for row in URBAN.values()) == 17
    by_symbol = {s: [(r["value"], r["copies"]) for r in URBAN.values() if r["symbol"] == s] for s in SYMBOLS}
    assert by_symbol == {
        "light": [(0, 5)],
        "cable_car": [(3, 4)],
        "hydrant": [(2, 4)],
        "park": [(v, 1) for v in (5, 4, 3, 2)],
    }


# -- the development board and the solo aid --------------------------------------------------------------
def test_the_values_of_the_development_board() -> None:
    assert [[-7 + column + 2 * row + column * row // 3 for column in range(7)] for row in range(5)] == LOTS
    assert min(min(row) for row in LOTS) == LOTS[0][0] == -7
    right = [row[c + 1] - row[c] for row in LOTS for c in range(6)]
    up = [LOTS[r + 1][c] - LOTS[r][c] for r in range(4) for c in range(7)]
    assert (min(right), max(right), min(up), max(up)) == (1, 3, 2, 4)


def test_the_solo_aid_has_a_line_for_each_number() -> None:
    lines = list(AID.values())
    assert [line["number"] for line in lines] == list(NUMBERS)
    assert Counter(line["step"] for line in lines) == {1: 1, 2: 2, 3: 2}
    for step in (2, 3):
        assert {line["arrow"] for line in lines if line["step"] == step} == {1, -1}
    assert all(line["arrow"] in (1, -1) for line in lines)
    assert {line["place"] for line in lines} == {1, 2, 3}
