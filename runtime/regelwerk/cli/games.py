"""PATHs -> the games they mean: a game, a file of scenarios or a table of one, or a folder with games somewhere in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import UsageError
from ..find import GAME_FILE, bundled_games, data_folder, find_game

SKIPPED = {"node_modules", "venv", "__pycache__", "build", "dist"}
MOST_DEEP = 6


def games_at(paths: Sequence[str]) -> list[tuple[Path, Path | None]]:
    """Each game once, in order, with the one file of it that was named (None: all of it).  Raises `UsageError`."""
    found: list[tuple[Path, Path | None]] = []
    for said in paths or _default():
        for one in _at(said):
            if one not in found:
                found.append(one)
    return found


def _default() -> list[str]:
    """Without PATH: the games of this repository, of this folder, or those that come with Regelwerk."""
    here = games_here()
    if here:
        return [str(path) for path in here]
    bundled = data_folder("rulespecs")
    if bundled is None:
        raise UsageError("there is no game here")
    return [str(path) for path in bundled_games().values()]


def games_here() -> list[Path]:
    """The games of this repository, or of this folder."""
    for folder in (Path("rulespecs"), Path(".")):
        found = list(_below(folder)) if folder.is_dir() else []
        if found:
            return found
    return []


def _at(said: str) -> list[tuple[Path, Path | None]]:
    path = Path(said)
    if path.is_dir() and not (path / GAME_FILE).is_file():
        games = list(_below(path))
        if games:
            return [(game, None) for game in games]
    elif path.is_file() and path.name != GAME_FILE and path.parent.name in ("scenarios", "tables"):
        game = path.parent.parent / GAME_FILE
        if game.is_file():
            return [(game, path if path.parent.name == "scenarios" else None)]
    return [(find_game(said), None)]


def _below(folder: Path, depth: int = MOST_DEEP) -> Iterator[Path]:
    """Every game in a folder, by name; hidden folders and environments are left out, links are not followed."""
    if (folder / GAME_FILE).is_file():
        yield folder / GAME_FILE
        return
    if depth == 0:
        return
    try:
        below = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from error
    for path in below:
        if not path.name.startswith(".") and path.name not in SKIPPED:
            yield from _below(path, depth - 1)
