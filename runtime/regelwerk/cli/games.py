"""PATHs and the settings of a repository -> the games they mean: a game, a file of one, or a folder with games somewhere in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import SettingsFaults, UsageError
from ..find import GAME_FILE, bundled_games, data_folder, find_game

if TYPE_CHECKING:
    from regelwerk_compiler.settings import Settings

SKIPPED = {"node_modules", "venv", "__pycache__", "build", "dist"}
MOST_DEEP = 6


def settings_here() -> Settings:
    """The settings for the present folder.  Raises `SettingsFaults`."""
    from regelwerk_compiler.diagnostics.diagnostic import Collector
    from regelwerk_compiler.settings import find_settings

    collector = Collector()
    settings = find_settings(Path(), collector)
    if collector.found:
        raise SettingsFaults(collector.in_reading_order(), str(settings.file))
    return settings


def games_at(paths: Sequence[str], settings: Settings | None = None) -> list[tuple[Path, Path | None]]:
    """Each game once, in order, with the one file of it that was named (None: all of it).

    `settings` are those of the present folder if they are not given.  Raises `UsageError` and `SettingsFaults`.
    """
    known = settings_here() if settings is None else settings
    found: list[tuple[Path, Path | None]] = []
    for said in paths or _default(known):
        for one in _at(said, known):
            if one not in found:
                found.append(one)
    return found


def _default(settings: Settings) -> list[str]:
    """Without PATH: the games of this repository, of this folder, or those that come with Regelwerk."""
    here = games_here(settings)
    if here:
        return [str(path) for path in here]
    bundled = data_folder("rulespecs")
    if bundled is None:
        raise UsageError("there is no game here")
    return [str(path) for path in bundled_games().values()]


def folders_here(settings: Settings) -> list[Path]:
    """The folders in which games are looked for without PATH, none above the present one.

    Those of the settings (or this one, if it lies in one of them), else `rulespecs/`, else this one.
    """
    if not settings.games:
        rules = Path("rulespecs")
        return [rules if rules.is_dir() and any(_below(rules, settings)) else Path()]
    here = Path().resolve()
    named = [(settings.folder / name).resolve() for name in settings.games]
    return [
        folder.relative_to(here) if folder.is_relative_to(here) else Path()
        for folder in named
        if folder.is_relative_to(here) or here.is_relative_to(folder)
    ]


def games_here(settings: Settings) -> list[Path]:
    """The games in these folders.  Raises `UsageError` if there are settings, and no game is here."""
    found = [path for folder in folders_here(settings) for path in _below(folder, settings)]
    if settings.file is not None and not found:
        where = f"; {settings.file} looks for games in {' and '.join(settings.games)}" if settings.games else ""
        raise UsageError(f"there is no game here{where}")
    return found


def _at(said: str, settings: Settings) -> list[tuple[Path, Path | None]]:
    path = Path(said)
    if path.is_dir() and not (path / GAME_FILE).is_file():
        games = list(_below(path, settings))
        if games:
            return [(game, None) for game in games]
    elif path.is_file() and path.name != GAME_FILE and path.parent.name in ("scenarios", "tables"):
        game = path.parent.parent / GAME_FILE
        if game.is_file():
            return [(game, path if path.parent.name == "scenarios" else None)]
    return [(find_game(said), None)]


def _below(folder: Path, settings: Settings, depth: int = MOST_DEEP) -> Iterator[Path]:
    """Every game in a folder, by name; hidden and excluded folders and environments are left out, links are not followed."""
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
        if not left_out(path, settings):
            yield from _below(path, settings, depth - 1)


def left_out(folder: Path, settings: Settings) -> bool:
    """Whether nothing is looked for in a folder: it is hidden, an environment, or excluded by its name or its path."""
    from fnmatch import fnmatch

    name = folder.name
    if name.startswith(".") or name in SKIPPED:
        return True
    if not settings.exclude:
        return False
    path = folder.resolve()
    base = settings.folder.resolve()
    inside = path.relative_to(base).as_posix() if path.is_relative_to(base) else name
    return any(fnmatch(name, one) or fnmatch(inside, one.strip("/")) for one in settings.exclude)
