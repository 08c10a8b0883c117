"""`new`: a small game that checks, plays and has a scenario, for changing step by step."""

from __future__ import annotations

import click

from ..errors import UsageError

GAME = """\
{schema}
# A small game to begin with: take one, two or three stones; whoever takes the last one wins.
#
#   regelwerk check {folder}      what is wrong, with its place
#   regelwerk play {folder}       play it against a bot
#   regelwerk test {folder}       run scenarios/
#   regelwerk simulate {folder}   let bots play it
regelwerk: 1
game: {name}
title: {{en: "{title}", de: "{title}"}}
players: 2..4
most_decisions: 20                     # no game can be longer: there are 20 stones

state:                                 # everything that changes while playing
  heap: 0..20 = 20
  stones: 0..20 for each player = 0
  taker: player or nobody = nobody     # who took the last stone

rules:
  play:                                # begins when `setup` is done; this game needs none
    because: seats take turns until the heap is empty
    do:
      - for: player in players endlessly
        do:
          - choose: take
            if_none: close
  take:                                # an offered rule: what stands in `with` is chosen
    text: {{en: "Take {{n}}", de: "{{n}} nehmen"}}
    because: at most three at once, or the first turn would end the game
    with: n in 1..3
    needs:
      enough_left: n <= heap           # a need has a name: it is the reason that a player is told
    do:
      - set: heap -= n
      - set: stones[player] += n
      - if: heap is 0
        then:
          - set: taker = player
  close:
    because: nothing is left to take
    do:
      - end: game

score:                                 # one line of the score sheet each
  last_stone:
    because: the last stone is what the game is about
    is: 1 if taker is player else 0
ranking: highest total, lowest stones[player], shared

texts:
  take.enough_left: {{en: so many stones are not left, de: so viele Steine sind nicht da}}
  heap: {{en: heap, de: Haufen}}
  stones: {{en: stones, de: Steine}}
  taker: {{en: last taken by, de: zuletzt genommen von}}
  nobody: {{en: nobody, de: niemand}}
  last_stone: {{en: the last stone, de: der letzte Stein}}
"""

SCENARIO = """\
{schema}
# Rule tests: given a position, when somebody does something, then this holds.
regelwerk: 1
scenarios:
  - name: whoever takes the last stone wins
    players: [anna, ben]
    given:
      - set: heap = 4
    when:
      - anna: take(2)
      - ben: take(2)
    then:
      - heap is 0
      - taker is ben
  - name: nobody takes more than there are
    players: [anna, ben]
    given:
      - set: heap = 2
    when: []
    refused:
      - anna: take(3)
        because: enough_left
"""


@click.command(short_help="Write a small game to begin with.")
@click.argument("name")
def new(name: str) -> None:
    """Write the folder NAME with a small game that checks, plays and has a scenario.

    NAME may be a path; its last part becomes the id of the game.
    """
    import os
    import re
    import shutil
    import tempfile
    from pathlib import Path

    from .schema import schema_line

    folder = Path(name)
    game = folder.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", game):
        near = re.sub(r"[^a-z0-9]+", "_", game.lower()).strip("_")
        hint = f"As in: regelwerk new {folder.parent / near}" if re.fullmatch(r"[a-z][a-z0-9_]*", near) else ""
        raise UsageError(f"`{game}` cannot be the id of a game: small letters, digits and _, a letter first", hint)
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder} is there already; nothing was changed")
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{game}-", dir=folder.parent))
    try:
        words = {"name": game, "folder": folder, "title": game.replace("_", " ").capitalize()}
        (beside / "scenarios").mkdir()
        (beside / "game.yaml").write_text(GAME.format(schema=schema_line("game", folder), **words), encoding="utf-8")
        scenario = SCENARIO.format(schema=schema_line("scenarios", folder / "scenarios"))
        (beside / "scenarios" / "first.yaml").write_text(scenario, encoding="utf-8")
        beside.chmod(0o755)
        os.rename(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    click.echo(f"{folder / 'game.yaml'}: a small game; {folder / 'scenarios' / 'first.yaml'}: its first rule tests.")
    click.echo(f"Try:  regelwerk check {folder}   regelwerk test {folder}   regelwerk play {folder}")
