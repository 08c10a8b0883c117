"""Options that C counts class by class of what stands at a place, and a history whose count needs no check: same games, lists and picks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import regelwerk
from regelwerk.engines import engine_for, toolchain
from regelwerk.engines.batch import Batch
from regelwerk.engines.native import Native, write

STEPS, GAMES = 120, 3
RULES = """
regelwerk: 1
game: herds
title: {en: Herds}
seats: [north, south]
most_decisions: 300
kinds:
  cell:
    is: grid 5 x 6
  gait: {values: [step, leap, run]}
  beast:
    origin: own
    because: men of several gaits
    columns: {side: player, gait: gait}
    rows:
      nw: {side: north, gait: step, text: {en: north walker}}
      nl: {side: north, gait: leap, text: {en: north leaper}}
      nr: {side: north, gait: run, text: {en: north runner}}
      sw: {side: south, gait: step, text: {en: south walker}}
      sl: {side: south, gait: leap, text: {en: south leaper}}
      sr: {side: south, gait: run, text: {en: south runner}}
state:
  on: beast or empty for each cell = empty
  seen: bag of position up to 20
define:
  far(a in cell, b in cell): abs(a.column - b.column) + abs(a.row - b.row)
  open(a in cell, b in cell): all(on[c] is empty for c in between(a, b))
  reaches(g in gait, a in cell, b in cell):
    is: far(a, b) is 1 if g is step else far(a, b) is 3 if g is leap else (a.column is b.column or a.row is b.row) and open(a, b)
rules:
  setup:
    do:
      - for: c in cell where c.row is 1
        do:
          - set: on[c] = first(m in beast where m.side is north and (m.gait is step if c.column < 3 else m.gait is leap if c.column is 3 else m.gait is run))
      - for: c in cell where c.row is 6
        do:
          - set: on[c] = first(m in beast where m.side is south and (m.gait is run if c.column < 3 else m.gait is leap if c.column is 3 else m.gait is step))
  play:
    do:
      - for: player in players from north endlessly
        do:
          - choose: move
            if_none: stuck
          - if: count(h in seen where h is position(on)) >= 2
            then:
              - set: seen = none
          - set: seen += position(on)
          - if: count(seen) is 20
            then:
              - set: seen = none
  stuck:
    do:
      - end: game
  move:
    with: a in cell where on[a].side is player, b in cell where on[b].side is not player and a is not b and reaches(on[a].gait, a, b)
    do:
      - set: on[b] = on[a]
      - set: on[a] = empty
score:
  men:
    is: count(c in cell where on[c].side is player)
ranking: highest total, shared
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("herds") / "herds.yaml"
    found.write_text(RULES, "utf-8")
    return found


def test_it_is_split_and_nothing_is_checked(path: Path) -> None:
    program = regelwerk.load(path, engine="interpreter").program
    text = write(program).c
    assert "#define LEAVES 0" in text
    assert "int e = (int)bits_count(" in text


@pytest.mark.skipif(not toolchain.compilers(), reason="no C compiler")
def test_the_same_is_listed_and_picked(path: Path) -> None:
    program = regelwerk.load(path, engine="interpreter").program
    oracle, python, c = engine_for(program, "interpreter"), engine_for(program, "python"), Native(program)
    choose = random.Random(5)
    batch = Batch(c, GAMES)
    vectors = [oracle.start(seed) for seed in range(GAMES)]
    for step in range(STEPS):
        places = []
        for i, vector in enumerate(vectors):
            options = c.options(vector)
            assert options == python.options(vector)
            if step % 20 == 0:
                assert options == oracle.options(vector)
            assert batch.sizes()[i] == len(options)
            places.append(choose.randrange(len(options)) if options else -1)
            if options:
                (oracle if step % 20 == 0 else python).play(vector, options[places[-1]])
        batch.pick(places)
        assert [batch.vector(i) for i in range(GAMES)] == vectors
