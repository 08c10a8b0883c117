"""Every bundled game, played for real: pieces are kept, secrets hold, logs replay; and Berlin's greedy bot is better than random."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from regelwerk.find import bundled_games
from regelwerk.game import Game, load
from regelwerk.knowledge.redeal import redeal
from regelwerk.measure.invariants import Invariants
from regelwerk.measure.statistics import simulate
from regelwerk.records.logs import read_log, record, save
from regelwerk.records.replay import game_of, replay
from regelwerk.sight.events import Step
from regelwerk.state import State

WHOLE = ("berlin", "first_game", "kuhn_poker", "tic_tac_toe")
QUICK = {*WHOLE, "babel", "goofspiel", "london_bridge", "masked_ball"}
GAMES = [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.long]) for n in sorted(bundled_games())]
LOOKED_AT = 24  # positions of a game at which the dear properties are tested


@cache
def game(name: str) -> Game:
    return load(name)


def walk(name: str, seed: int) -> list[State]:
    """A random game with explicit chance, at most 400 steps of it."""
    luck = random.Random(seed)
    states = [game(name).start(seed, "explicit")]
    while not states[-1].over and len(states) < 400:
        state = states[-1]
        if state.at_chance:
            states.append(state.sample())
        else:
            states.append(state.play(luck.choice(state.numbers())))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_pieces_and_steps(name: str) -> None:
    check = Invariants(game(name).sight.contents)
    for state in walk(name, 1):
        assert check.faults(state.vector) == []


@pytest.mark.parametrize("name", GAMES)
def test_secrets_hold(name: str) -> None:
    """As in `test_secrets.py`, on a real game: a position that looks the same to a seat gives it the same view, options and lines."""
    g = game(name)
    luck = random.Random(2)
    states = walk(name, 2)
    for state in luck.sample(states, min(LOOKED_AT, len(states))):
        for observer in range(g.program.players):
            other = g.state(redeal(g.sight, state.vector, observer, luck.getrandbits(64)), explicit=True)
            assert other.view(observer) == state.view(observer)
            if state.player == observer:
                assert other.numbers() == state.numbers()
            elif state.player is not None:
                both = sorted(set(state.numbers()) & set(other.numbers()))
                for number in luck.sample(both, min(3, len(both))):
                    a, b = (Step(s.vector, number, s.play(number).vector, s.player) for s in (state, other))
                    if g.sight.view(a.after, observer) == g.sight.view(b.after, observer):
                        one, two = (g.watch.happening(step, observer) for step in (a, b))
                        assert one == two


@pytest.mark.parametrize("name", GAMES)
def test_logs_replay(name: str, tmp_path: Path) -> None:
    g = game(name)
    luck, states = random.Random(3), [g.start(3)]
    while not states[-1].over and len(states) < 200:
        states.append(states[-1].play(luck.choice(states[-1].numbers())))
    save(tmp_path / "game.log", record(states, 3))
    log = read_log(tmp_path / "game.log")
    found = replay(log, game_of(log))
    assert found.difference is None
    assert found.record.last == states[-1].vector


@pytest.mark.parametrize("name", WHOLE)
def test_every_rule_that_is_chosen_has_its_words(name: str) -> None:
    for state in walk(name, 4):
        for option in state.options():
            assert option.text("en")
            assert option.text("de")
            assert "{" not in option.text("en")


def test_berlins_greedy_bot_is_better_than_random() -> None:
    found = simulate(load("berlin", players=2), 6, ["greedy", "random"], 1, 2)
    other = simulate(load("berlin", players=2), 6, ["random", "greedy"], 1, 2)
    assert found.finished == other.finished == 6
    assert found.seats[0].wins + other.seats[1].wins >= 11


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_games_of_berlin(players: int) -> None:
    found = simulate(load("berlin", players=players), 1000, ["random"], 0, 2, check=True)
    assert (found.finished, found.capped, found.broken) == (1000, 0, ())


@pytest.mark.parametrize("name", GAMES)
def test_leftovers_in_frame_cells_mean_nothing(name: str) -> None:
    """A game in which they are wiped at every rest is the same in all other cells: so re-dealing may wipe them."""
    g = game(name)
    frames = {
        cell for info in g.program.cells if info.role == "frame" for cell in range(info.base, info.base + info.size)
    }
    others = [cell for cell in range(len(g.program.initial)) if cell not in frames]
    luck = random.Random(5)
    plain = g.engine.start(5)
    wiped = list(plain)
    for _ in range(300):
        for leftover in g.sight.live.leftovers(wiped[0]):
            wiped[leftover.start : leftover.stop] = g.program.initial[leftover.start : leftover.stop]
        assert [wiped[cell] for cell in others] == [plain[cell] for cell in others]
        if g.look.ended(plain):
            break
        if g.look.chance(plain) is not None:
            number = g.engine.toss(plain)
            assert g.engine.toss(wiped) == number
        else:
            number = luck.choice(g.engine.options(plain))
            assert g.engine.options(wiped) == g.engine.options(plain)
        g.engine.play(plain, number)
        g.engine.play(wiped, number)
