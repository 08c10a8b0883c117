"""Information states: what a seat is not told leaves no trace in them."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from typing import Any

import pytest

import regelwerk
from classics.test_trees import TREES
from regelwerk.adapters.dense import actions, chances, secret
from regelwerk.errors import UsageError
from regelwerk.find import bundled_games
from regelwerk.game import Game
from regelwerk.knowledge.info import Record

OPEN = {
    "amazons", "backgammon", "breakthrough", "checkers", "chess", "connect_four", "dots_and_boxes", "first_game", "havannah",
    "hex", "mancala", "nim", "othello", "pearl_divers", "pig", "tic_tac_toe",
}  # fmt: skip
PILES = {"mill_town"}  # only what lies in piles is hidden, and whatever is drawn is seen
QUICK = {"kuhn_poker", "goofspiel", "first_sealed_auction", "liars_dice", "masked_ball", "london_bridge"}
OPTIONS: dict[str, dict[str, Any]] = {"goofspiel": {"cards": 5, "bids_hidden": True}}
SECRET = [
    pytest.param(name, OPTIONS.get(name, {}), id=name, marks=[] if name in QUICK else [pytest.mark.long])
    for name in sorted(set(bundled_games()) - OPEN)
]


def begin(game: Game) -> Record:
    return Record(game.start(0, chance="explicit"))


def numbers(record: Record) -> list[int]:
    state = record.state
    return [one.number for one in state.outcomes()] if state.at_chance else list(state.numbers())


@pytest.mark.parametrize("name", [name for name, figures in TREES.items() if figures["information"] < 100])
def test_as_many_as_there_are(name: str) -> None:
    """Keys and texts tell apart exactly the information states that the whole tree has."""
    figures = TREES[name]
    keys: dict[str, tuple[str, tuple[int, ...]]] = {}
    todo = [begin(regelwerk.load(figures["game"], figures.get("players"), figures.get("options")))]
    while todo:
        record = todo.pop()
        if record.state.over:
            continue
        if (seat := record.state.player) is not None:
            found = record.text(seat), record.state.numbers()
            assert keys.setdefault(record.key(seat), found) == found
        todo += [record.play(number) for number in numbers(record)]
    assert len(keys) == len({text for text, _ in keys.values()}) == figures["information"]


@pytest.mark.parametrize(("name", "options"), SECRET)
def test_what_is_hidden_leaves_no_trace(name: str, options: dict[str, Any]) -> None:
    """Of a secret choice, and of a draw that he is not told, nobody else learns which it was."""
    game, rng = regelwerk.load(name, options=options), random.Random(name)
    look, swapped = game.look, 0
    assert secret(game.program)
    record = begin(game)
    for _ in range(60):
        if record.state.over:
            break
        vector, choices = record.state.vector, numbers(record)
        one, two = (record.play(rng.choice(choices)) for _ in range(2))
        chance, veil = look.chance(vector), look.veil(vector)
        for seat in range(len(game.seats)):
            if chance is not None and not chance.seen:
                continue
            told = [after.known(seat).count - record.known(seat).count for after in (one, two)]
            if chance is not None and game.watch.telling.sees_outcome(chance, vector, seat):
                continue
            if chance is None and (not veil or seat == record.state.player or told != [0, 0]):
                continue
            if look.decider(one.state.vector) != look.decider(two.state.vector):
                continue  # the choice led elsewhere, which may be seen
            same = [after.known(seat).digest for after in (one, two)]
            views = [after.state.view(seat) for after in (one, two)]
            if views[0] == views[1]:
                swapped += one.state.vector != two.state.vector
                assert same[0] == same[1]
                assert one.text(seat) == two.text(seat) and one.key(seat) == two.key(seat)
        record = one
    assert swapped or name in PILES


@pytest.mark.parametrize(("name", "options"), SECRET)
def test_imagined_states_look_the_same(name: str, options: dict[str, Any]) -> None:
    game, rng = regelwerk.load(name, options=options), random.Random(name)
    record, differ = begin(game), 0
    for turn in range(40):
        if record.state.over:
            break
        for seat in range(len(game.seats)):
            other = record.imagined(seat, turn)
            differ += other.state.vector[5:] != record.state.vector[5:]
            assert other.text(seat) == record.text(seat)
            assert other.key(seat) == record.key(seat)
            if record.state.player == seat:
                assert other.state.numbers() == record.state.numbers()
        record = record.play(rng.choice(numbers(record)))
    assert differ


@pytest.mark.parametrize("name", sorted(OPEN & {"pig", "nim", "tic_tac_toe"}))
def test_where_nothing_is_hidden_nothing_is_dealt_anew(name: str) -> None:
    game, rng = regelwerk.load(name), random.Random(name)
    assert not secret(game.program)
    record = begin(game)
    for _ in range(5):
        assert record.imagined(0, 1).state.vector[5:] == record.state.vector[5:]
        record = record.play(rng.choice(numbers(record)))


def test_kept_and_read_back() -> None:
    game = regelwerk.load("leduc_poker")
    record, rng = begin(game), random.Random(3)
    for _ in range(5):
        record = record.play(rng.choice(numbers(record)))
    imagined = record.imagined(1, 7)
    for one in (record, imagined):
        again = Record.unpacked(game, one.packed())
        assert again.state == one.state
        assert again.key(1) == one.key(1) and again.text(1) == one.text(1)


@pytest.mark.parametrize(
    ("module", "package"), [("openspiel", "open_spiel"), ("pettingzoo", "pettingzoo")], ids=["openspiel", "pettingzoo"]
)
def test_without_the_package(module: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"regelwerk.adapters.{module}", raising=False)
    for missing in ("pyspiel", "pettingzoo"):
        monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(UsageError, match=package) as raised:
        import_module(f"regelwerk.adapters.{module}")
    assert "regelwerk[peers]" in raised.value.hint


@pytest.mark.parametrize("name", ["berlin", "backgammon", "leduc_poker", "connect_four"])
def test_dense_ids(name: str) -> None:
    program = regelwerk.load(name).program
    for ids in (actions(program), chances(program)):
        found = [ids.number(n) for n in range(ids.size)]
        assert found == sorted(set(found))
        assert [ids.id(number) for number in found] == list(range(ids.size))
        with pytest.raises(IndexError):
            ids.number(ids.size)
