"""Re-dealing keeps to what others chose: who did not follow suit has none of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from regelwerk.game import Game, load
from regelwerk.knowledge.info import Record

TWO_SUITS = """
regelwerk: 1
game: two_suits
title: {en: Two suits}
players: 3..4
most_decisions: 30
kinds:
  suit: {values: [red, blue, green]}
  card:
    is: suit x 1..7
pieces:
  card: 1 of each card
state:
  deck: pile of card = all
  hand: bag of card for each player, seen by owner
  trick: bag of card
  led: suit or none = none
rules:
  setup:
    do:
      - for: p in players
        do:
          - draw: 5 from deck to hand[p]
  play:
    do:
      - for: t in 1..5
        do:
          - set: led = none
          - for: player in players
            do:
              - choose: play_card
                if_none: not_offered
  play_card:
    text: {en: "Play {c}"}
    with: c in hand[player]
    needs:
      follow_suit: led is none or c.suit is led or all(h.suit is not led for h in hand[player])
    do:
      - move: c from hand[player] to trick
      - set: led = (led else c.suit)
score:
  none_at_all:
    is: 0
ranking: highest total, shared
"""


def moments(game: Game, seed: int) -> Iterator[tuple[Record, set[tuple[int, str]]]]:
    """The records of a random game, each with who has shown to have none of which suit."""
    rng, record, voids = random.Random(seed), Record(game.start(seed)), set[tuple[int, str]]()
    suits = game.program.kinds["suit"]
    at = next(i for i, variable in enumerate(game.program.variables) if variable.name == "led")
    while not record.state.over:
        state = record.state
        option = game.option(rng.choice(state.numbers()), state.player or 0)
        led = state.view("public").variables[at][0]
        if option.rule == "play_card" and isinstance(led, int) and led >= 0 and suits[led] not in option.args[0]:
            voids.add((state.player or 0, suits[led]))
        record = record.play(option.number)
        if not record.state.over:
            yield record, voids


def against(record: Record, seat: int, voids: set[tuple[int, str]]) -> bool:
    """Whether somebody has in his hand what he has shown not to have."""
    game = record.state.game
    faces = game.program.pieces[0].faces
    hands = [zone for zone in record.state.view("host").zones if zone.zone == "hand"]
    return any(
        suit in faces[face] for who, suit in voids if who != seat for face in hands[who].faces or () if face >= 0
    )


def imagined_against(game: Game, games: int, every: int) -> tuple[int, int]:
    """How many states were imagined behind a void, and how many of them contradict it."""
    asked = wrong = 0
    for seed in range(games):
        for n, (record, voids) in enumerate(moments(game, seed)):
            if not voids or n % every:
                continue
            for seat in range(len(game.seats)):
                other = record.imagined(seat, seed)
                assert other.text(seat) == record.text(seat) and other.key(seat) == record.key(seat)
                asked += 1
                wrong += against(other, seat, voids)
    return asked, wrong


def test_who_did_not_follow_suit_has_none_of_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TWO_SUITS, "utf-8")
    asked, wrong = imagined_against(load(tmp_path), 6, 1)
    assert asked > 60
    assert wrong == 0


@pytest.mark.long
def test_hearts() -> None:
    """Many voids at once are not always met; most are."""
    asked, wrong = imagined_against(load("hearts", options={"deals": 1}), 6, 5)
    assert asked > 100
    assert wrong <= asked // 20


HIGH_ENOUGH = """
regelwerk: 1
game: high_enough
title: {en: High enough}
players: 3..3
most_decisions: 30
kinds:
  metal: {values: [gold, silver]}
  rank:
    is: 1..7
  card:
    is: metal x rank
pieces:
  card: 1 of each card
  coin: 20 of each metal
state:
  deck: pile of card = all
  hand: bag of card for each player, seen by owner
  coins: pile of coin = all
  purse: bag of coin for each player, seen by owner
  nerve: 0..4 for each player = 0, seen by owner
rules:
  setup:
    do:
      - for: p in players
        do:
          - draw: 4 from deck to hand[p]
      - for: p in players
        do:
          - DEAL
  play:
    do:
      - for: t in 1..4
        do:
          - for: player in players
            do:
              - choose: play_card
                if_none: not_offered
  play_card:
    text: {en: "Play {c}"}
    with: c in hand[player]
    needs:
      high_enough: c.rank > LEAST or all(h.rank <= LEAST for h in hand[player])
    do:
      - move: c from hand[player] to box
score:
  none_at_all:
    is: 0
ranking: highest total, shared
"""


@pytest.mark.parametrize(
    ("deal", "least"),
    [("random: nerve[p] in 0..4", "nerve[player]"), ("draw: 4 from coins to purse[p]", "purse[player][gold]")],
    ids=["a variable", "pieces that look alike"],
)
def test_what_else_is_hidden_leaves_no_trace(deal: str, least: str, tmp_path: Path) -> None:
    """What is an option depends on something else that is hidden, too: two states that look the same are dealt anew in the same way."""
    (tmp_path / "game.yaml").write_text(HIGH_ENOUGH.replace("DEAL", deal).replace("LEAST", least), "utf-8")
    game, same, differ = load(tmp_path), 0, 0
    first = next(piece for piece in game.program.pieces if piece.name == "card").base
    for seed in range(20):
        rng, state = random.Random(seed), game.start(seed)
        other = list(Record(state).imagined(0, seed).state.vector)
        other[first : first + 14] = state.vector[first : first + 14]  # the same cards, something else hidden
        one, two = Record(game.state(state.vector)), Record(game.state(other))
        while both := [number for number in one.state.numbers() if number in two.state.numbers()]:
            number = rng.choice(both)
            one, two = one.play(number), two.play(number)
            assert one.text(0) == two.text(0)
            same += 1
            differ += one.state.vector[5:] != two.state.vector[5:]
            assert one.imagined(0, 7).state.vector == two.imagined(0, 7).state.vector
    assert same > 60 and differ > 60
