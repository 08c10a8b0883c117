"""`--watch`: a command again and again, whenever one of the files that it looks at changes.

Files are looked at a few times a second, by time, size and identity: a handful of files costs nothing, it works on every
system and every kind of disk, and an editor that saves by renaming is seen like any other.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import click

from ..errors import RegelwerkError, SettingsFaults, UsageError
from .faults import INTERRUPTED

SUFFIXES = (".yaml", ".yml", ".toml")
PAUSE = 0.3  # seconds between two looks; more where looking itself takes long
MOST_FILES = 20_000

Seen = dict[str, tuple[int, int, int]]


def watched(run: Callable[[], int], paths: Sequence[str], more: Iterable[Path] = (), *, as_text: bool = True) -> int:
    """Run a command over PATHs, and again after every change, until Ctrl-C; the exit code is that of breaking off.

    A fault in between is told and does not end it; PATHs that mean nothing from the beginning do.  Raises `UsageError` where the output is not for people.
    """
    from .main import guarded

    if not as_text:
        raise UsageError("--watch is for people; leave out --json and --format")
    places: list[Path] = []
    while True:
        places = _places(paths, more) or places
        if not places:
            return guarded(run)
        before = seen(places)
        click.clear()
        if guarded(run) == INTERRUPTED:
            return INTERRUPTED
        click.echo(f"\n{time.strftime('%H:%M:%S')}  waiting for changes; Ctrl-C ends.")
        _wait(places, before)


def _wait(places: Sequence[Path], before: Seen) -> None:
    """Until something has changed and nothing changes any more."""
    last = before
    while True:
        begin = time.perf_counter()
        now = seen(places)
        if now != before and now == last:
            return
        last = now
        time.sleep(max(PAUSE if now == before else PAUSE / 3, 5 * (time.perf_counter() - begin)))


def seen(places: Iterable[Path]) -> Seen:
    """Time, size and identity of every file that may matter in these folders and files."""
    found: Seen = {}
    for path in _files(places):
        try:
            state = path.stat()
        except OSError:
            continue  # gone between two looks
        found[str(path)] = (state.st_mtime_ns, state.st_size, state.st_ino)
        if len(found) >= MOST_FILES:
            break
    return found


def _files(places: Iterable[Path]) -> Iterator[Path]:
    from .games import SKIPPED

    for place in places:
        if not place.is_dir():
            yield place
        for name, folders, files in os.walk(place):
            folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in SKIPPED)
            yield from (Path(name, one) for one in sorted(files) if one.endswith(SUFFIXES))


def _places(paths: Sequence[str], more: Iterable[Path]) -> list[Path]:
    """The folders of the games that PATHs mean, their documents, and the settings; empty if they mean nothing now."""
    from regelwerk_compiler.settings import OWN_FILE, SHARED_FILE
    from regelwerk_compiler.spec.seeds import find_seeds

    from .games import folders_here, games_at, settings_here

    found = [Path(OWN_FILE), Path(SHARED_FILE), *more]
    try:
        settings = settings_here()
        games = [path.parent for path, _ in games_at(paths, settings)]
        found += [Path(said) for said in paths if Path(said).is_dir()] if paths else folders_here(settings)
    except SettingsFaults as faulty:
        return [*found, Path(faulty.game)]
    except (RegelwerkError, OSError):
        return []
    found += games
    found += {seeds for game in games if (seeds := find_seeds(game.resolve())) is not None}
    if settings.file is not None:
        found.append(settings.file)
    return found
