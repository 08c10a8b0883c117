"""How long `regelwerk check` takes for games of many lines: right games of any size, made here, and the time that each takes in a new process.

    python benchmarks/large.py [--lines 5000,10000,20000] [--rounds N] [--keep FOLDER]

A game has as many towns as it needs: each with a kind of houses (its rows in a table file), goods, zones, defines,
rules with costs and needs, an item of the score, texts and scenarios.  Times are of processor, the best of N.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HOUSES = 24
_GAME = """\
regelwerk: 1
game: large
title: {en: Large, de: Groß}
players: 2..4
most_decisions: 100000
"""
_PARTS: dict[str, tuple[str, str]] = {
    "kinds": (
        "",
        """\
  good_@: {values: [grain_@, wood_@, clay_@, wool_@]}
  house_@:
    columns: {price: 0..5 for each good_@, saves: good_@, points: 0..5}
    file: tables/house_@.yaml
""",
    ),
    "pieces": ("", "  load_@: 6 of each good_@\n  house_@: 1 of each house_@\n"),
    "state": (
        "",
        """\
  barn_@: bag of load_@ = all
  cart_@: bag of load_@ up to 10 for each player
  plans_@: pile of house_@ = all
  market_@: bag of house_@ up to 5
  town_@: bag of house_@ for each player
  visits_@: 0..99 for each player
""",
    ),
    "define": (
        "",
        """\
  saved_@(p in players, g in good_@):
    meaning: what the houses of p save of a good
    is: count(h in town_@[p] where h.saves is g)
  due_@(p in players, h in house_@, g in good_@):
    meaning: what p pays of a good for a house
    is: max(h.price[g] - saved_@(p, g), 0)
  points_@(p in players): sum(h.points for h in town_@[p])
""",
    ),
    "rules": (
        """\
  play:
    because: the large game is nobody's
    do:
""",
        """\
  stage_@:
    because: the large game is nobody's
    do:
      - draw: 5 from plans_@ to market_@
      - for: n in 1..6
        do:
          - for: player in players
            do:
              - choose: fetch_two_@, fetch_pair_@ or build_@
                if_none: unload_@
  unload_@:
    because: the large game is nobody's
    do:
      - move: cart_@[player] to barn_@
      - if: visits_@[player] < 99
        then:
          - set: visits_@[player] += 1
  fetch_two_@:
    text: {en: "Fetch {a} and {b}", de: "{a} und {b} holen"}
    because: the large game is nobody's
    with: a in good_@, b in good_@ where index(a) < index(b)
    needs:
      both_there: barn_@[a] > 0 and barn_@[b] > 0
      room_for_two: count(cart_@[player]) <= 8
    do:
      - move: a from barn_@ to cart_@[player]
      - move: b from barn_@ to cart_@[player]
  fetch_pair_@:
    text: {en: "Fetch two of {a}", de: "Zweimal {a} holen"}
    because: the large game is nobody's
    with: a in good_@
    needs:
      plenty: barn_@[a] >= 4
      room_for_two: count(cart_@[player]) <= 8
    do:
      - move: 2 of a from barn_@ to cart_@[player]
  build_@:
    text: {en: "Build the {h}", de: "{h} bauen"}
    because: the large game is nobody's
    with: h in market_@
    cost:
      - due_@(player, h, g) of each g in good_@ from cart_@[player] to barn_@
    do:
      - move: h from market_@ to town_@[player]
      - if: count(plans_@) > 0
        then:
          - draw: 1 from plans_@ to market_@
""",
    ),
    "score": (
        "",
        """\
  houses_@:
    text: {en: houses @, de: Häuser @}
    because: the large game is nobody's
    is: points_@(player) - visits_@[player]
""",
    ),
    "texts": (
        "",
        "".join(
            f"  {name}: {{en: {name}, de: {name}}}\n"
            for name in [
                "grain_@",
                "wood_@",
                "clay_@",
                "wool_@",
                "load_@",
                "house_@",
                "barn_@",
                "cart_@",
                "plans_@",
                "market_@",
                "town_@",
                "visits_@",
            ]
        )
        + "".join(
            f"  {name}: {{en: no, de: nein}}\n"
            for name in [
                "fetch_two_@.both_there",
                "fetch_two_@.room_for_two",
                "fetch_pair_@.plenty",
                "fetch_pair_@.room_for_two",
                "build_@.cost",
            ]
        ),
    ),
}
_SCENARIOS = """\
regelwerk: 1
scenarios:
  - name: a house of town @ saves one of its good
    players: [anna, ben]
    begin: [stage_@]
    given:
      - move: a1_@ to town_@[anna]
      - move: a2_@ to town_@[anna]
      - move: wool_@ to cart_@[anna]
      - move: wool_@ to cart_@[anna]
    then:
      - a1_@ in town_@[anna] and cart_@[anna][wool_@] is 2
      - saved_@(anna, grain_@) is 2 and points_@(anna) <= 10
  - name: two of a kind of town @ are fetched
    players: [anna, ben]
    begin: [stage_@]
    given:
      - move: 2 of clay_@ to cart_@[ben]
    when:
      - anna: fetch_pair_@(clay_@)
    then:
      - cart_@[anna][clay_@] is 2 and barn_@[clay_@] is 2
    refused:
      - ben: fetch_pair_@(clay_@)
        because: fetch_pair_@.plenty
"""


def write(folder: Path, towns: int) -> int:
    """Write the game of so many towns; the number of its lines."""
    (folder / "tables").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    text = _GAME
    for section, (first, each) in _PARTS.items():
        text += f"\n{section}:\n{first}"
        if section == "rules":
            text += "".join(f"      - stage_{town}\n" for town in range(towns))
        text += "".join(each.replace("@", str(town)) for town in range(towns))
        if section == "score":
            text += "ranking: highest total, shared\n"
    files = {"game.yaml": text}
    for town in range(towns):
        goods = ("grain", "wood", "clay", "wool")
        rows = "".join(
            f"  a{n}_{town}:\n    price: [{n % 4}, {n % 3}, {n % 5}, 1]\n    saves: {goods[0 if n < 3 else n % 4]}_{town}\n"
            f"    points: {n % 5}\n    text: {{en: house {n}, de: Haus {n}}}\n"
            for n in range(1, HOUSES + 1)
        )
        head = f"regelwerk: 1\ntable: house_{town}\norigin: own\nbecause: the large game is nobody's\nrows:\n"
        files[f"tables/house_{town}.yaml"] = head + rows
        files[f"scenarios/town_{town}.yaml"] = _SCENARIOS.replace("@", str(town))
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return sum(content.count("\n") for content in files.values())


def seconds(folder: Path, rounds: int) -> float:
    """What `regelwerk check` takes of the processor in a new process, the best of so many."""
    best = float("inf")
    for _ in range(rounds):
        before = os.times()
        done = subprocess.run([sys.executable, "-m", "regelwerk", "check", str(folder)], capture_output=True, text=True)
        after = os.times()
        if done.returncode or "no warnings" not in done.stdout:
            sys.exit(done.stdout[:3000] + done.stderr)
        best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
    return best


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", default="5000,10000,20000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="leave the games in this folder")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        each = write(Path(temporary) / "two", 2) - write(Path(temporary) / "one", 1)
        print("| lines | seconds | ms for 1,000 lines |\n| ---: | ---: | ---: |")
        for wanted in map(int, asked.lines.split(",")):
            folder = (asked.keep or Path(temporary)) / f"large_{wanted}"
            lines = write(folder, max(1, round(wanted / each)))
            took = seconds(folder, asked.rounds)
            print(f"| {lines:,} | {took:.2f} | {took / lines * 1e6:.0f} |")


if __name__ == "__main__":
    main()
