"""The drawing of a table: what is shown, what is not, in which width, with and without colours."""

import re

import pytest
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.text import Text

from cli.tables import crosses, houses, long_line, railway, tiles, workshop
from regelwerk.result import Result
from regelwerk.table.boards import letters, shortest
from regelwerk.table.faces import joined, style_of
from regelwerk.table.shapes import Board, shapes_by_name
from regelwerk.table.sheet import draw_sheet, outcome_line
from regelwerk.table.table import draw_table


def drawn(picture: RenderableType, width: int = 100, colour: bool = False) -> str:
    console = Console(
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        legacy_windows=False,
        _environ={},
    )
    with console.capture() as capture:
        console.print(picture)
    return capture.get()


@pytest.mark.parametrize("width", [40, 46, 60, 80, 100, 200])
def test_no_line_is_wider_than_the_window(width: int) -> None:
    for cells in (railway(), crosses(), railway("de")):
        for line in drawn(draw_table(cells, "A title", Text("anna to play")), width).splitlines():
            assert cell_len(line) <= width


@pytest.mark.parametrize("width", [40, 100])
def test_everything_that_is_seen_is_shown(width: int) -> None:
    text = drawn(draw_table(railway(), "Railway"), width)
    for word in (
        "North Gate",
        "港のはし",
        "old mill",
        "anna",
        "ben",
        "cem",
        "31 pieces",
        "1 locomotive",
        "score so far",
        "▸ anna",
        "round",
        "nobody (3)",
    ):
        assert word in text, word


def test_a_network_is_ordered_by_owner() -> None:
    lines = drawn(draw_table(railway())).splitlines()
    at = {line.split(" (")[0].strip(): n for n, line in enumerate(lines) if " (" in line}
    assert at["anna"] < at["ben"] < at["nobody"]
    assert "cem" not in at
    assert lines[at["anna"] + 1].split() == ["North", "Gate", "–", "market", "2", "■", "red"]
    assert "any" in lines[at["ben"] + 1]


def test_only_the_own_hand_is_seen() -> None:
    first, second = drawn(draw_table(railway(observer=0))), drawn(draw_table(railway(observer=1)))
    assert "hand 2 ■ red  1 ■ blue  1 locomotive" in first
    assert "hand 2 ■ green" in second
    assert first.count("■ green") != second.count("■ green")
    nobody = drawn(draw_table(railway(observer=-1)))
    assert next(line.split() for line in nobody.splitlines() if line.strip().startswith("hand")) == [
        "hand",
        "4",
        "2",
        "1",
    ]
    assert "hand 2" not in nobody


def test_a_board_stands_with_row_one_below() -> None:
    lines = [line for line in drawn(draw_table(crosses())).splitlines() if "│" in line]
    assert [line.split("│")[1].strip() for line in lines] == ["3", "2", "1", ""]
    assert [part.strip() for part in lines[2].split("│")[2:5]] == ["cross", "·", "nought"]
    assert [part.strip() for part in lines[3].split("│")[2:5]] == ["a", "b", "c"]


def test_colours_only_where_there_may_be_colours() -> None:
    assert "\x1b[" in drawn(draw_table(railway()), colour=True)
    assert "\x1b[" not in drawn(draw_table(railway()))


def test_names_in_german() -> None:
    text = drawn(draw_table(railway("de")))
    assert "Nordtor" in text
    assert "Lokomotive" in text
    assert "31 Stück" in text
    assert "Wertung bisher" in text


def test_parts_are_not_torn_apart() -> None:
    parts = Group(joined([Text("2 ■ red"), Text("1 ■ green"), Text("13 ■ blue")]))
    assert drawn(parts, 22).splitlines() == ["2 ■ red  1 ■ green", "13 ■ blue"]
    assert drawn(parts, 10).splitlines() == ["2 ■ red", "1 ■ green", "13 ■ blue"]
    assert len(drawn(parts, 5).splitlines()) > 3


def test_boards_are_known_by_the_names_of_their_squares() -> None:
    names = tuple(f"{letter}{number}" for number in range(1, 4) for letter in "abcd")
    assert shapes_by_name({"s": names, "t": tuple(reversed(names)), "c": ("a1", "b1")}).kinds["s"].board == Board(4, 3)
    assert list(shapes_by_name({"s": names, "t": tuple(reversed(names)), "c": ("a1", "b1")}).kinds) == ["s"]


@pytest.mark.parametrize(("column", "name"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba")])
def test_letters_of_columns(column: int, name: str) -> None:
    assert letters(column) == name


def test_short_names_still_tell_things_apart() -> None:
    assert shortest("knight", ["king", "knight", "queen"]) == "kn"
    assert shortest("queen", ["king", "knight", "queen"]) == "q"
    assert shortest("a", ["a", "ab"]) == "a"
    assert shortest("village edge", ["village edge", "village street", "bend"]) == "ve"
    assert shortest("village edge", ["village edge", "village east", "vex"]) == "ved"
    assert shortest("old mill", ["old mill", "market"]) == "o"


@pytest.mark.parametrize(
    ("name", "style"), [("red", "red"), ("red_3", "red"), ("Dark Green", "green"), ("reduced", ""), ("tired", "")]
)
def test_styles_come_from_words_for_colours(name: str, style: str) -> None:
    assert style_of(name) == style


SEATS = ("anna", "ben", "cem")


def result(
    points: tuple[tuple[int, ...], ...], places: tuple[int, ...], capped: bool = False, together: bool = False
) -> Result:
    totals = tuple(sum(row[seat] for row in points) for seat in range(3))
    items = ("routes", "tickets")[: len(points)]
    return Result(SEATS, items, items, points, totals, places, totals, capped, together)


SHEET = result(((12, 7, 9), (-4, 10, 8)), (3, 1, 1))


@pytest.mark.parametrize("width", [30, 100])
def test_the_sheet_shows_where_each_point_came_from(width: int) -> None:
    text = drawn(draw_sheet(SHEET, railway().names), width)
    for word in ("anna", "★ ben", "★ cem", "routes", "tickets", "-4", "total", "17"):
        assert word in text, word


def test_the_outcome_in_a_sentence() -> None:
    names = railway().names
    assert outcome_line(SHEET, names) == "ben and cem share the win."
    assert outcome_line(result(((1, 2, 3),), (3, 2, 1)), names) == "cem wins."
    assert outcome_line(result(((1, 1, 1),), (1, 1, 1)), names) == "A draw: all share the win."
    assert "largest number" in outcome_line(result(((1, 1, 1),), (0, 0, 0), capped=True), names)
    assert outcome_line(result(((5, 5, 5),), (1, 1, 1), together=True), names) == "Together you have 15 points."


@pytest.mark.parametrize("width", [40, 60, 90, 140])
def test_a_bit_of_everything_fits_everywhere(width: int) -> None:
    for cells in (workshop(), workshop("de"), workshop(observer=-1), long_line(), long_line(owned=False)):
        for line in drawn(draw_table(cells), width).splitlines():
            assert cell_len(line) <= width, line


def test_layers_of_a_board() -> None:
    text = drawn(draw_table(workshop()), 200)
    assert "owner · height · wet · signs · fog" in text
    row = next(line for line in text.splitlines() if line.startswith("│ 1 │"))
    for word in ("anna", "3", "×", "red blue", "?", "red red green"):
        assert word in row
    narrow = drawn(draw_table(workshop()), 44)
    assert "owner\n" in narrow  # board under board
    assert "height\n" in narrow


def test_a_wide_board_is_drawn_once_in_short_names_that_are_explained() -> None:
    for width in (80, 62):  # with lines and without
        text = drawn(draw_table(tiles()), width)
        assert "lies · turned\n" in text  # no monk anywhere: no layer
        rows = [line.replace("│", " ").split() for line in text.splitlines()]
        assert ["5", *["·"] * 8, "ved", "n", "b", "s", *["·"] * 6] in rows
        assert ("├" in text) == (width == 80)
    assert "ved village edge" in text
    assert "s south" in text
    assert "church" not in text


def test_two_indices_are_crossed_where_there_is_room() -> None:
    wide = drawn(draw_table(tiles()), 80)
    row = next(line for line in wide.splitlines() if line.startswith(" 2 "))
    assert row.split() == ["2", "■", "red", "■", "blue", "■", "green", "■", "red"]
    assert "and 9 more with nothing" in wide
    assert "guess 2 3 ■ green" in drawn(draw_table(tiles()), 30)


def test_large_boards_have_no_lines() -> None:
    text = drawn(draw_table(workshop()), 100)
    rows = [line for line in text.splitlines() if re.match(r"^ ?│? ?10 ", line)]
    assert len(rows) == 1
    assert text.count("├") < 40


def test_tables_of_kinds_leave_out_empty_rows() -> None:
    text = drawn(draw_table(workshop()), 120)
    assert "amboss" in text  # known to anna
    assert "hammer" in text
    assert "zange" not in text
    assert "and 7 more with nothing" in text


def test_slots_covered_pieces_and_open_piles() -> None:
    text = drawn(draw_table(workshop()), 120)
    assert "1: ■ red  2: ·  3: ■ green" in text
    assert "1: ?  2: ·" in text
    assert "6 pieces, on top: locomotive" in text
    assert "rack" in text


def test_what_has_three_indices_is_told_line_by_line() -> None:
    text = drawn(draw_table(workshop()), 120)
    assert "deep cem kelle 2" in text
    assert text.count("deep ") == 1


def test_histories_are_not_shown() -> None:
    assert "history" not in drawn(draw_table(workshop()))


def test_long_networks_are_told_place_by_place_where_it_is_narrow() -> None:
    narrow = drawn(draw_table(long_line()), 60)
    assert "a rather long name of a place 2 → " in narrow
    wide = drawn(draw_table(long_line()), 240)
    assert "→" not in wide
    assert "a rather long name of a place 2 – a rather long name of a place 3" in wide
    for text in (narrow, wide):
        assert "? · rail (1)" in text
        assert "ben · boat (1)" in text
        assert "nobody · rail (7)" in text
    assert "(7)" in drawn(draw_table(long_line(owned=False)), 240)


def test_in_brief_the_networks_are_left_out() -> None:
    whole, brief = (drawn(draw_table(railway(), brief=brief)) for brief in (False, True))
    assert "North Gate" in whole
    assert "North Gate" not in brief
    assert "hand 2" in brief


@pytest.mark.parametrize("width", [40, 50, 60, 72, 80, 100])
def test_what_a_seat_has_is_shown_whole(width: int) -> None:
    """Lines that are too long are cut off by whoever prints them, so it is words that must be counted."""
    words = drawn(draw_table(houses()), width).split()
    assert [words.count(word) for word in ("yellow", "wooden", "haunted", "3–6:", "11", "33")] == [2, 2, 2, 3, 1, 1]
    assert "…" not in "".join(words)


def test_truths_that_are_no_everywhere_are_no_column() -> None:
    assert "sold" in drawn(draw_table(houses(sold=True)))
    assert "sold" not in drawn(draw_table(houses()))
