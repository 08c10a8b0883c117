"""Another trick-taking game takes nothing but its own folder: written here, it is checked, tested, played on every engine and in both adapters."""

from __future__ import annotations

import contextlib
import io
import random
from pathlib import Path
from typing import Any

import pytest

from regelwerk.cli.main import outcome
from regelwerk.errors import UsageError
from regelwerk.game import ENGINES, Game, load
from regelwerk.knowledge.info import Record

WHIST = """
regelwerk: 1
game: small_whist
title: {en: Small whist}
players: 3..4
most_decisions: 60
kinds:
  suit: {values: [bells, leaves, acorns]}
  rank:
    is: 1..5
  card:
    is: suit x rank
pieces:
  card: 1 of each card
state:
  deck: pile of card = all
  hand: bag of card for each player, seen by owner
  trick: bag of card up to 1 for each player
  won: 0..5 for each player = 0
  led: suit or none = none
  trump: suit = bells
define:
  tricks: 15 / count(players) rounded down
  laid(p in players): first(c in trick[p])
  strength(p in players):
    - 10 + laid(p).rank if laid(p).suit is trump
    - laid(p).rank if laid(p).suit is led
  winner: first(p in players by highest (strength(p) else 0))
rules:
  setup:
    do:
      - for: p in players
        do:
          - draw: tricks from deck to hand[p]
      - random: trump in suit
  play:
    do:
      - random: leader in players
      - for: t in 1..tricks
        do:
          - for: player in players from leader
            do:
              - choose: play_card
                if_none: not_offered
          - set: leader = (winner else leader)
          - set: won[leader] += 1
          - for: p in players
            do:
              - move: trick[p] to box
          - set: led = none
  play_card:
    text: {en: "Play {c}"}
    with: c in hand[player]
    needs:
      follow_suit: led is none or c.suit is led or all(h.suit is not led for h in hand[player])
    do:
      - move: c from hand[player] to trick[player]
      - set: led = (led else c.suit)
score:
  tricks:
    is: won[player]
ranking: highest total, shared
scenarios:
  - name: who has the suit must follow it
    players: [anna, ben, cem]
    given:
      - move: card(bells, 1) to hand[anna]
      - move: card(bells, 2) to hand[ben]
      - move: card(leaves, 5) to hand[ben]
    when:
      - chance: anna
      - anna: play_card(card(bells, 1))
    refused:
      - ben: play_card(card(leaves, 5))
        because: follow_suit
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "small_whist"
    path.mkdir()
    (path / "game.yaml").write_text(WHIST, "utf-8")
    return path


def test_it_is_checked_and_tested(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(["check", str(folder)]) == 0
    assert outcome(["test", str(folder)]) == 0
    assert "1 passed" in capsys.readouterr().out


@pytest.mark.parametrize("players", [3, 4])
def test_every_engine_plays_it(folder: Path, players: int) -> None:
    games: list[Game] = []
    for engine in ENGINES:
        with contextlib.suppress(UsageError):
            games.append(load(folder, players, engine=engine))
    assert len(games) >= 2
    for seed in range(5):
        rng, states = random.Random(seed), [game.start(seed) for game in games]
        while not states[0].over:
            assert len({state.vector for state in states}) == len({state.numbers() for state in states}) == 1
            number = rng.choice(states[0].numbers())
            states = [state.play(number) for state in states]
        assert all(state.over and not state.capped for state in states)
        assert sum(states[0].result().totals) == 15 // players


def test_nothing_hidden_shows(folder: Path) -> None:
    rng, differ = random.Random(1), 0
    record = Record(load(folder).start(1))
    while not record.state.over:
        for seat in range(3):
            other = record.imagined(seat, rng.getrandbits(32))
            differ += other.state.vector[5:] != record.state.vector[5:]
            assert other.text(seat) == record.text(seat) and other.key(seat) == record.key(seat)
        record = record.play(rng.choice(record.state.numbers()))
    assert differ


def test_openspiel_plays_it(folder: Path) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    from regelwerk.adapters.openspiel import openspiel_game

    pyspiel.random_sim_test(openspiel_game(str(folder)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
def test_pettingzoo_plays_it(folder: Path) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from regelwerk.adapters.pettingzoo import env, parallel_env

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(folder), num_cycles=20)
        seed_test(lambda: env(folder), num_cycles=10)
        parallel_api_test(parallel_env(folder), num_cycles=20)
