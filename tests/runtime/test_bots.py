"""Bots see what their seat sees; greedy is better than random where looking one ahead helps."""

from __future__ import annotations

import pytest

from regelwerk.bots import Greedy, bots_for, make_bot
from regelwerk.bots.eyes import Eyes
from regelwerk.bots.playing import Table, play_out
from regelwerk.errors import UsageError
from regelwerk.game import Game
from regelwerk.knowledge.redeal import redeal
from regelwerk.words.typed import name_of
from runtime.games import heap, sealed
from runtime.test_secrets import SEALED, deal, play

HEAP = Game(heap(), "python")


def test_unknown_bots() -> None:
    with pytest.raises(UsageError, match="does not exist yet"):
        make_bot("mcts")
    with pytest.raises(UsageError) as caught:
        make_bot("greedi")
    assert "`greedy`" in caught.value.hint
    with pytest.raises(UsageError, match="3 seats need 3 bots"):
        bots_for(["random", "greedy"], 3)


def test_greedy_takes_what_counts() -> None:
    start = deal(SEALED, "red", "red", "gold", "red", "blue", "gold")
    state = play(SEALED, start, "done", "done", "done")[-1]
    chosen = {
        name_of(Greedy().choose(Eyes(SEALED, state.vector, 0, state.numbers()), key), SEALED.look, SEALED.names)
        for key in range(20)
    }
    assert chosen == {"claim"}
    two_left = HEAP.start(0).play(2).play(1)  # seven less three less two
    assert two_left.vector[5] == 2
    assert {Greedy().choose(Eyes(HEAP, two_left.vector, 0, two_left.numbers()), key) for key in range(20)} == {1}


def test_bots_depend_on_nothing_hidden() -> None:
    start = deal(SEALED, "red", "red", "gold", "red", "blue", "gold")
    for state in play(SEALED, start, "done", "done", "done")[1:]:
        seat = state.player
        assert seat is not None
        for key in range(10):
            other = redeal(SEALED.sight, state.vector, seat, key + 100)
            for bot in bots_for(["random", "greedy", "random"], 3):
                one = bot.choose(Eyes(SEALED, state.vector, seat, state.numbers()), key)
                assert one == bot.choose(Eyes(SEALED, other, seat, state.numbers()), key)


def test_a_game_depends_on_seed_and_bots_only() -> None:
    for names in (["random"], ["greedy"]):
        games = [
            play_out(Game(sealed(), engine), bots_for(names, 3), 11).vector for engine in ("python", "interpreter")
        ]
        assert games[0] == games[1]
        seen: list[int] = []
        assert (
            play_out(SEALED, bots_for(names, 3), 11, lambda step, seen=seen: seen.append(step.number)).vector
            == games[0]
        )  # type: ignore[misc]
        assert seen


def test_greedy_beats_random() -> None:
    game = Game(sealed(), "python")
    wins = [0, 0, 0]
    for seed in range(60):
        at = seed % 3
        bots = bots_for([("greedy" if seat == at else "random") for seat in range(3)], 3)
        totals = game.state(play_out(game, bots, seed).vector).result().totals
        wins[0] += totals[at]
        wins[1] += totals[(at + 1) % 3]
        wins[2] += totals[(at + 2) % 3]
    assert wins[0] > 1.5 * max(wins[1:])


def test_a_table_remembers_for_who_wants_it() -> None:
    game = Game(sealed(), "python")
    table = Table(game, bots_for(["greedy", "random", "random"], 3), 1)
    assert list(table.memories) == [0]
    state = game.start(1)
    for step in state.steps:
        table.saw(step)
    assert table.choose(state.vector, 0, state.numbers()) in state.numbers()
