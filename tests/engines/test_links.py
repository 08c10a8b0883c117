"""What hangs together with an edge (`links`): pieces come, change hands and go, and C, which keeps the set, agrees with an engine that finds it anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import regelwerk
from regelwerk.engines import engine_for, toolchain
from regelwerk.engines.native import Native, write
from regelwerk.engines.position import Kept
from regelwerk_compiler.flow.flow import Linked
from regelwerk_compiler.flow.passes import optimise
from regelwerk_compiler.flow.rewrite import roots, walk
from regelwerk_compiler.flow.verify import verify

PLAYS, STEPS = 3, 60
RULES = """
regelwerk: 1
game: chains
title: {{en: Chains}}
seats: [black, white]
most_decisions: 1000
kinds:
  cell:
    is: grid {side} x {side}
state:
  stone: player or empty for each cell = empty
  joined: 0..1 for each player = 0
  shaded: 0..1 for each player = 0
define:
  near(a in cell, b in cell): {near}
  around(p in players, a in cell): set(b for b in cell where near(a, b) and stone[b] is p)
  edge(p in players, c in cell): c.row is 1 if p is black else c.column is 1
  far(p in players, c in cell): c.row is {side} if p is black else c.column is {side}
  connected(p in players): any(c in cell where edge(p, c) and stone[c] is p and any(d in reach(c, n in around(p, c)) where far(p, d)))
  in_shade(p in players): any(c in cell where c.row + c.column < 6 and stone[c] is p and any(d in reach(c, n in around(p, c)) where d.row + d.column > {side} + 3 and stone[d] is p))
rules:
  play:
    do:
      - for: player in players from black endlessly
        do:
          - choose: put or turn or lift
            if_none: not_offered
          - for: p in players
            do:
              - set: joined[p] = 1 if connected(p) else 0
              - set: shaded[p] = 1 if in_shade(p) else 0
  put:
    with: c in cell where stone[c] is empty
    do:
      - set: stone[c] = player
  turn:
    with: c in cell where stone[c] is player + 1 and c.column > 2
    do:
      - set: stone[c] = player
  lift:
    with: c in cell where stone[c] is player and c.row > {side} - 2
    do:
      - set: stone[c] = empty
score:
  chains:
    is: joined[player]
ranking: highest total, shared
"""
BOTH_WAYS = "a is not b and abs(a.column - b.column) <= 1 and abs(a.row - b.row) <= 1"
ONE_WAY = "b.row is a.row + 1 and abs(a.column - b.column) <= 1"


def chains(folder: Path, side: int, near: str) -> regelwerk.Game:
    (folder / "game.yaml").write_text(RULES.format(side=side, near=near), "utf-8")
    return regelwerk.load(folder, engine="interpreter")


def linked(game: regelwerk.Game) -> int:
    """How many sets are kept."""
    made = optimise(game.program, native=True)
    assert verify(made) == []
    return len({node for root in roots(made) for node in walk(root) if isinstance(node, Linked)})


@pytest.mark.skipif(not toolchain.compilers(), reason="there is no C compiler")
@pytest.mark.parametrize("side", [6, 9], ids=["one word", "two words"])
def test_what_is_kept_is_what_would_be_found(side: int, tmp_path: Path) -> None:
    game = chains(tmp_path, side, BOTH_WAYS)
    assert linked(game) == 2
    assert "_links_change" in write(game.program).c
    engine, other = Native(game.program), engine_for(game.program, "python")
    kept, plain = engine.position(engine.start(1)), Kept(other, other.start(1))
    choose, cells, seen = random.Random(side), game.program.cells, set[tuple[int, ...]]()
    at = [info.base + k for info in cells if info.name in ("joined", "shaded") for k in range(2)]
    for seed in range(PLAYS):
        kept.restart(seed)
        plain.restart(seed)
        for step in range(STEPS if seed else side * side):
            asked = kept.options()
            assert asked == plain.options()
            asked.clear()  # a list belongs to whoever asked
            numbers = [n for n in plain.options() if seed or n < side * side]  # the first time pieces only come
            number = choose.choice(numbers)
            kept.play(number)
            plain.play(number)
            vector = plain.vector()
            assert kept.vector() == vector, (seed, step)
            seen.add(tuple(vector[i] for i in at))
    assert len(seen) > 4


def test_who_leads_one_way_is_not_linked(tmp_path: Path) -> None:
    assert linked(chains(tmp_path, 6, ONE_WAY)) == 0
