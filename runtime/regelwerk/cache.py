"""What was built from a game is kept: content of all its files (and of this program) -> the built thing, in the user's cache folder.

A cache that cannot be read, written or trusted is as good as none: nothing here raises.  `REGELWERK_CACHE` names another
folder, or `off`.  What lies there was written by this program for this user, so it is a pickle.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import re
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regelwerk_compiler.flow.flow import Program

MOST_FILES = 2_000  # of one game; more are not hashed, and so not cached
MOST_BYTES = 64_000_000
KEPT_DAYS = 60
_FORMAT = 1
_OURS = re.compile(r"[0-9a-f]{64}\.[a-z]+\Z|\.new-")


def folder() -> Path | None:
    """Where the cache lies; None if it is switched off."""
    said = os.environ.get("REGELWERK_CACHE", "")
    if said.lower() in ("off", "0", "no"):
        return None
    if said:
        return Path(said)
    import platformdirs

    return Path(platformdirs.user_cache_dir("regelwerk", appauthor=False))


def key_of(game_file: Path, choices: Mapping[str, object], others: Mapping[str, Path]) -> str | None:
    """The key of what is built from a game's folder with these choices and replaced tables; None: do not cache."""
    digest = hashlib.sha256()
    digest.update(f"{_FORMAT} {sys.version_info[:2]} {program_version()} {sorted(choices.items())!r}".encode())
    try:
        tables = game_file.parent / "tables"  # nothing else of a folder is a part of the program
        files = () if tables.is_symlink() else sorted(tables.glob("*.yaml"))
        plain = (path for path in files if path.is_file() and not path.is_symlink())
        names = [game_file, *plain, *(path for _, path in sorted(others.items()))]
        if len(names) > MOST_FILES or sum(name.stat().st_size for name in names) > MOST_BYTES:
            return None
        for name in names:
            content = name.read_bytes()
            digest.update(f"\n{os.path.relpath(name, game_file.parent)} {len(content)}\n".encode(errors="replace"))
            digest.update(content)
    except (OSError, ValueError):
        return None
    digest.update(repr(sorted((name, str(path)) for name, path in others.items())).encode())
    digest.update(str(game_file.resolve()).encode(errors="replace"))  # messages name the file
    return digest.hexdigest()


def key_of_program(program: Program, *circumstances: object) -> str:
    """The key of what is built from a program alone, under these circumstances."""
    said = f"{_FORMAT} {program_version()} {circumstances!r}\n{program!r}"
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def program_version() -> str:
    """A word for this very program: its source files by name, size and time of change (so a checkout under work never meets an old cache)."""
    import regelwerk_compiler

    digest = hashlib.sha256()
    for root in (Path(regelwerk_compiler.__file__ or ".").parent, Path(__file__).parent):
        with contextlib.suppress(OSError):
            for path in sorted([*root.rglob("*.py"), *root.rglob("*.lark"), *root.rglob("*.c")]):
                stat = path.stat()
                digest.update(f"{path.relative_to(root)} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def fetch(key: str | None, kind: str) -> object | None:
    """What was kept under `key`, or None."""
    where = folder()
    if key is None or where is None:
        return None
    path = where / f"{key}.{kind}"
    try:
        found: object = pickle.loads(path.read_bytes())
        with contextlib.suppress(OSError):
            os.utime(path)
        return found
    except Exception:  # absent, cut off, of another version: as if it were not there
        return None


def keep(key: str | None, kind: str, thing: object) -> None:
    """Keep `thing` under `key`; written beside and renamed, so that nobody ever meets half of it."""
    where = folder()
    if key is None or where is None:
        return
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=where, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                pickle.dump(thing, file, protocol=pickle.HIGHEST_PROTOCOL)
            os.replace(beside, where / f"{key}.{kind}")
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
        sweep(where)
    except Exception:
        return


def sweep(where: Path) -> None:
    """What nobody has asked for in a long time goes."""
    limit = time.time() - KEPT_DAYS * 86_400
    for path in where.iterdir():
        with contextlib.suppress(OSError):
            if _OURS.match(path.name) and path.is_file() and path.stat().st_mtime < limit:
                path.unlink()
