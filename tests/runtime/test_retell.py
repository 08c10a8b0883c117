"""What a seat may imagine is what may have happened: held against whole trees of small games, position by position."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

import regelwerk
from regelwerk.knowledge.info import Record
from regelwerk.knowledge.retell import only_variables_hide, retold
from regelwerk_compiler.flow.flow import KEY, PC

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("kuhn_poker", {}, 1),
    ("leduc_poker", {}, 97),
    ("goofspiel", {"cards": 3, "bids_hidden": True}, 1),
    ("goofspiel", {"cards": 4, "order": "falling", "bids_hidden": True}, 3),
    ("liars_dice", {"sides": 3}, 7),
    ("liars_dice", {"sides": 2, "number": 2}, 31),
]


def numbers(record: Record) -> list[int]:
    state = record.state
    return [one.number for one in state.outcomes()] if state.at_chance else list(state.numbers())


def still(record: Record) -> tuple[int, ...]:
    """The vector without the random key, and without what the rules have left over in frame cells."""
    cells = list(record.state.vector)
    cells[KEY] = 0
    for leftover in record.state.game.sight.live.leftovers(cells[PC]):
        cells[leftover.start : leftover.stop] = [0] * len(leftover)
    return tuple(cells)


@pytest.mark.parametrize(
    ("name", "options", "every"),
    [
        pytest.param(*one, id=f"{one[0]} {one[1]}", marks=[pytest.mark.long] if one[0] == "leduc_poker" else [])
        for one in GAMES
    ],
)
def test_imagined_states_may_be_true(name: str, options: dict[str, Any], every: int) -> None:
    """Where a seat decides, it imagines a position that some course of the game leads to, and not always the same one."""
    game = regelwerk.load(name, options=options)
    same: dict[tuple[int, str], list[Record]] = defaultdict(list)
    todo = [Record(game.start(chance="explicit"))]
    while todo:
        record = todo.pop()
        if record.state.player is not None:
            same[record.state.player, record.key(record.state.player)].append(record)
        todo += [record.play(number) for number in numbers(record)]
    differ = 0
    for (seat, _), records in list(same.items())[::every]:
        may_be = {still(record) for record in records}
        found = [records[0].imagined(seat, key) for key in range(4)]
        assert {still(record) for record in found} <= may_be
        assert [records[-1].imagined(seat, key).state.vector for key in range(4)] == [one.state.vector for one in found]
        differ += len({still(record) for record in found}) > 1
    assert differ


def test_a_story_that_did_not_begin_with_the_game() -> None:
    """Then it cannot be told anew: what is hidden is drawn from what it may hold."""
    game = regelwerk.load("liars_dice")
    record = Record(game.start(3))
    assert only_variables_hide(game.sight, record.state.vector, 0)
    assert retold(record, 0, 5) is not None
    later = Record(record.state.play(record.state.numbers()[0]))
    later = Record(later.state.play(later.state.numbers()[0]))
    cut = Record(game.state(later.state.vector))
    assert retold(cut, 0, 5) is None
    assert cut.imagined(0, 5).text(0) == cut.text(0)
