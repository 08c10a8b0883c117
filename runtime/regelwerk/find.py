"""GAME (a folder, a `game.yaml`, or the id of a game that comes with Regelwerk) -> the path of its `game.yaml`.

What comes with Regelwerk lies in the installed package (`regelwerk/data/`), or in the checkout beside `runtime/`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from regelwerk_compiler.diagnostics.words import nearest
from regelwerk_compiler.document.links import leads_out

from .errors import NoSuchGame, UsageError

GAME_FILE = "game.yaml"
_ID = re.compile(r"[a-z][a-z0-9_]*\Z")


def data_folder(name: str) -> Path | None:
    """`rulespecs`, `schemas`, `seeds` or `diagnostics`: in the package first, then in the checkout; None if neither has it."""
    here = Path(__file__).resolve().parent
    checkout = here.parent.parent
    for folder in (here / "data" / name, checkout / name, checkout / "docs" / name):
        if folder.is_dir():
            return folder
    return None


def bundled_games() -> dict[str, Path]:
    """The games that come with Regelwerk: id -> its `game.yaml`, by id.  A game in `rulespecs/` itself wins over one a folder deeper."""
    root = data_folder("rulespecs")
    if root is None:
        return {}
    found: dict[str, Path] = {}
    for path in sorted([*root.glob(f"*/{GAME_FILE}"), *root.glob(f"*/*/{GAME_FILE}")], key=lambda p: (len(p.parts), p)):
        found.setdefault(path.parent.name, path)
    return dict(sorted(found.items()))


def find_game(game: str | os.PathLike[str]) -> Path:
    """The `game.yaml` that GAME means.  Raises `NoSuchGame`, or `UsageError` for a path that cannot be looked at."""
    said = os.fspath(game)
    path = Path(said)
    try:
        if path.is_dir():
            if (path / GAME_FILE).is_file():
                return _own(path / GAME_FILE)
            if not _is_id(said) or said not in bundled_games():
                raise NoSuchGame(f"{said}: this folder has no {GAME_FILE}", _hint_for(path))
        elif path.is_file():
            if path.suffix not in (".yaml", ".yml"):
                raise NoSuchGame(f"{said} is no game: a game is a file called {GAME_FILE}, or its folder")
            return _own(path)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise UsageError(f"{said!r}: {reason}") from error
    known = bundled_games()
    if _is_id(said) and said in known:
        return known[said]
    if _is_id(said):
        near = nearest(said, known)
        hint = f"Did you mean `{near}`?" if near else f"There are: {', '.join(known)}." if known else ""
        raise NoSuchGame(f"there is no game `{said}`, and no folder of that name here", hint)
    raise NoSuchGame(
        f"{said}: there is no such file or folder", f"GAME is a folder with a {GAME_FILE}, such a file, or an id."
    )


def _own(file: Path) -> Path:
    """The file, if it lies in its folder.  Raises `UsageError`."""
    if leads_out(file):
        raise UsageError(f"{file} is a link that leads out of its folder")
    return file


def _is_id(said: str) -> bool:
    return _ID.match(said) is not None


def _hint_for(folder: Path) -> str:
    """The game that lies a folder deeper, if there are any."""
    below = sorted(p.parent.name for p in folder.glob(f"*/{GAME_FILE}"))[:6]
    if below:
        return f"There are games in it: {', '.join(str(folder / name) for name in below)}."
    return "`regelwerk new NAME` makes a folder with a small game."
