"""Several happenings in one line of a log, and what an option brings to light."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.game import Game, load
from regelwerk.state import State

GAME = """
regelwerk: 1
game: lamps
title: {en: Lamps}
players: 2..2
most_decisions: 40
kinds:
  lamp: {values: [red, blue]}
  die: {values: [a, b, c]}
pieces:
  lamp: 6 of each lamp
state:
  deck: pile of lamp = all
  hand: 3 slots of lamp for each player, seen by others
  lit: bag of lamp
  dice: 1..6 for each die = 1
rules:
  setup:
    do:
      - for: p in players
        do:
          - draw: 3 from deck to hand[p]
  play:
    do:
      - for: player in players endlessly
        do:
          - choose: light, tell, throw, throw_some or stop
  light:
    text: {en: "Light lamp {i}", de: "Lampe {i} anzünden"}
    with: i in 1..3 where hand[player][i] is not none
    do:
      - move: hand[player][i] to lit
  tell:
    text: {en: "Tell {q} of {l}"}
    with: q in players where q is not player, l in lamp
    do:
      - for: i in 1..3
        do:
          - show: hand[q][i] is l to all
  throw:
    do:
      - random: dice in 1..6
  throw_some:
    do:
      - for: d in die where d is not b
        do:
          - random: dice[d] in 1..6
  stop:
    do:
      - end: game
score:
  lamps:
    is: count(lit)
ranking: highest total, shared
"""


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("lamps") / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    return load(path, engine="interpreter")


def play(state: State, name: str) -> State:
    return state.play(next(option for option in state.options() if option.name == name))


def told(game: Game, state: State, observer: int, language: str = "en") -> list[str]:
    seen = (game.watch.happening(step, observer) for step in state.steps)
    return game.lines.lines([happening for happening in seen if happening is not None], language)


def test_draws_from_one_place_to_one_other_share_a_line(lamps: Game) -> None:
    start = lamps.start(seed=4)
    for line, seat in zip(told(lamps, start, 0), ("seat_1", "seat_2"), strict=True):
        assert line.endswith(f"deck → hand ({seat})")
    assert told(lamps, start, 0)[0] == "3 × lamp: deck → hand (seat_1)"  # his own, which he does not see
    assert told(lamps, start, 1)[0] != told(lamps, start, 0)[0]


def test_dice_thrown_together_share_a_line_and_some_say_which(lamps: Game) -> None:
    start = lamps.start(seed=4)
    (thrown,) = [line for line in told(lamps, play(start, "throw"), 1) if "dice" in line]
    assert thrown.rpartition("dice: ")[0] in ("", "seat_1: ")
    assert thrown.count(",") == 2
    (some,) = [line for line in told(lamps, play(start, "throw_some"), 1) if "dice" in line]
    assert [part.split(":")[0] for part in some.rpartition("dice: ")[2].split(", ")] == ["a", "c"]


def test_facts_of_one_kind_share_a_line(lamps: Game) -> None:
    lines = told(lamps, play(lamps.start(seed=4), "tell(seat_2, red)"), 0)
    (shown,) = [line for line in lines if "shown" in line]
    head, _, facts = shown.rpartition(": ")
    assert head == "seat_1: shown: seat_2, red"
    assert [part.split()[0] for part in facts.split(", ")] == ["1", "2", "3"]


@pytest.mark.parametrize(("language", "said"), [("en", "Light lamp 2 ["), ("de", "Lampe 2 anzünden [")])
def test_an_option_tells_what_it_brings_to_light(lamps: Game, language: str, said: str) -> None:
    state = play(lamps.start(seed=4), "light(2)")
    (own,) = told(lamps, state, 0, language)
    assert own.startswith(f"seat_1: {said}")
    assert own.endswith(": hand (seat_1) → lit]")
    (others,) = told(lamps, state, 1, language)  # they saw it all the time
    assert "[" not in others
