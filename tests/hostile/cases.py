"""A hostile case: what lies in the folder, the command that meets it, the exit code, and words that must be said.

Beside the folder lies `outside/`, with a file that nobody may read; its words are `SECRET`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

SECRET = "the_words_of_another"
FINE, FAULTS, USAGE = 0, 1, 2
Files = Mapping[str, str | bytes]


@dataclass(frozen=True)
class Case:
    """`put` writes the files of one case into a folder; `says` are parts of what must be printed."""

    name: str
    args: tuple[str, ...]
    code: int
    says: tuple[str, ...]
    put: Callable[[Path], None]
    quick: bool = True


CASES: list[Case] = []


def case(
    name: str,
    *args: str,
    code: int = FAULTS,
    says: tuple[str, ...] | str = (),
    files: Files | Callable[[], Files] | None = None,
    put: Callable[[Path], None] | None = None,
    quick: bool = True,
) -> None:
    """Note a case: `files` by their paths in the folder (worked out when it runs), or `put`, which writes them itself."""

    def write(folder: Path) -> None:
        made = files() if callable(files) else files or {}
        for path, content in made.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(
                content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
            )
        if put is not None:
            put(folder)

    wanted = (says,) if isinstance(says, str) else says
    CASES.append(Case(name, args or ("check", "game"), code, wanted, write, quick))


HEAD = "regelwerk: 1\ngame: case\ntitle: {en: A case}\n"
DEFAULTS = {
    "players": "players: 2..4\n",
    "most_decisions": "most_decisions: 100\n",
    "rules": "rules:\n  play:\n    do:\n      - nothing\n",
    "score": "score:\n  points:\n    is: 0\n",
    "ranking": "ranking: highest total, shared\n",
}


def spec(**parts: str) -> str:
    """A game; `parts` are its keys with what stands below them, those that must be there have a default."""
    out = HEAD
    for key, text in (DEFAULTS | parts).items():
        out += text if text == DEFAULTS.get(key) else f"{key}:{text if text[:1] in (' ', chr(10)) else ' ' + text}"
        out += "" if out.endswith("\n") else "\n"
    return out


def play(*steps: str) -> str:
    """A rule `play` of these steps, each a line below `do:`, indented as it stands there."""
    return "\n  play:\n    do:\n" + "".join(f"      {step}\n" for step in steps)


def game(text: str, **more: str | bytes) -> Files:
    """The folder of one game; `more` are other files, `__` for a slash and `_yaml` for the ending."""
    return {"game/game.yaml": text} | {
        f"game/{name.replace('__', '/').replace('_yaml', '.yaml')}": content for name, content in more.items()
    }


DUEL = spec(
    rules=play(
        "- for: player in players from first endlessly",
        "  do:",
        "    - choose: take",
        "      if_none: last",
        "    - if: pile_left is 0",
        "      then:",
        "        - end: game",
    ).replace(" from first", "")
    + "  take:\n    with: n in 1..2\n    needs:\n      enough: n <= pile_left\n    do:\n      - set: pile_left -= n\n      - set: taken[player] += n\n"
    + "  last:\n    do:\n      - end: game\n",
    state="\n  pile_left: 0..9 = 7\n  taken: 0..9 for each player\n",
    score="\n  taken:\n    is: taken[player]\n",
)
"""A game that is right, small, and has numbers to play with."""


def lines(*objects: object) -> str:
    """JSON Lines."""
    return "".join(json.dumps(one) + "\n" for one in objects)
