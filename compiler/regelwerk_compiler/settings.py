"""From `regelwerk.toml`, or `[tool.regelwerk]` in a `pyproject.toml`, to the settings of a repository, or diagnostics.

Goes in: a folder; the file is looked for in it and in those above, up to the repository's own.  Comes out: where games are,
which folders are left out, which warnings are not told, and which fail as errors do.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .diagnostics.catalogue import CATALOGUE
from .diagnostics.diagnostic import Collector
from .diagnostics.words import nearest, quoted_words, shortened
from .document.links import leads_out
from .document.located import Source, Span

OWN_FILE = "regelwerk.toml"
SHARED_FILE = "pyproject.toml"
SECTION = ("tool", "regelwerk")
KEYS = ("games", "exclude", "silence", "errors")
MOST_BYTES = 100_000
MOST_DOTS = 300  # in one line: the reader's time grows with their square
MOST_TEXTS, LONGEST = 1_000, 1_000  # of a list, and their signs
MOST_TOLD = 50  # keys or items of one list that are told; nobody reads more

_HEADER = re.compile(r"^[ \t]*\[(?!\[)([^\]\n]*)\]", re.MULTILINE)
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a repository says about its games; `file` is where it says so (None: nowhere, all is as usual).

    `games` are the folders in which games are, from the folder of `file`; `exclude` are patterns of folders that are left
    out; `silence` are codes of warnings that are not told, `errors` of those that fail.
    """

    file: Path | None = None
    games: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    silence: frozenset[str] = frozenset()
    errors: frozenset[str] = frozenset()

    @property
    def folder(self) -> Path:
        """The folder from which its paths are read."""
        return self.file.parent if self.file is not None else Path(".")


def find_settings(start: Path, collector: Collector) -> Settings:
    """The settings for the folder `start`; what is wrong in their file is reported, and left out."""
    here = start.resolve()
    for folder in (here, *here.parents):
        for name in (OWN_FILE, SHARED_FILE):
            path = start / os.path.relpath(folder, here) / name
            if path.is_file() and not leads_out(path):
                found = read_settings(path, collector)
                if found is not None:
                    return found
        if (folder / ".git").exists():
            break
    return Settings()


def read_settings(path: Path, collector: Collector) -> Settings | None:
    """The settings in one file; None if it is a `pyproject.toml` that says nothing about games.

    A `pyproject.toml` that cannot be read is somebody else's: it is passed over if it does not speak of Regelwerk.
    """
    own = path.name == OWN_FILE
    name = path.as_posix()
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError:
        collector.report("RW100", Source(name, "").span(0, 0), file=name, reason="it may not be read")
        return Settings(path) if own else None
    text = content.decode("utf-8", errors="replace").replace("\r\n", "\n")
    if not own and f"[{'.'.join(SECTION)}]" not in text and "regelwerk" not in text:
        return None
    try:
        if len(content) > MOST_BYTES:
            raise tomllib.TOMLDecodeError(f"more than {MOST_BYTES:,} bytes")
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
            raise tomllib.TOMLDecodeError(f"more than {MOST_DOTS} dots in a line")
        said: Any = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # besides what is no TOML: numbers too long, too many brackets
        place, words = _place_of(str(error), Source(name, text))
        collector.report("RW970", place, reason=words)
        return Settings(path)
    for key in () if own else SECTION:
        said = said.get(key) if isinstance(said, dict) else None
    if said is None:
        return None
    reader = _Reader(Source(name, text), "" if own else ".".join(SECTION), collector)
    return reader.settings(path, said)


def _place_of(message: str, source: Source) -> tuple[Span, str]:
    """Where the TOML reader stopped, and its words without the place."""
    found = _AT.search(message)
    words = _AT.sub("", message).replace("(at end of document)", "").strip().rstrip(".").rstrip()
    words = words[:1].lower() + words[1:]
    if found is None:
        return source.span(len(source.text.rstrip()), len(source.text.rstrip())), words
    line, column = int(found[1]), int(found[2])
    return Span(source.name, line, column, line, column + 1), words


@dataclass(slots=True)
class _Reader:
    """One file on its way; `section` is the header under which its settings stand."""

    source: Source
    section: str
    collector: Collector

    def settings(self, path: Path, said: object) -> Settings:
        if not isinstance(said, dict):
            self.collector.report("RW972", self._key("regelwerk"), key="regelwerk", wanted="a table of settings")
            return Settings(path)
        for key in [key for key in said if key not in KEYS][:MOST_TOLD]:
            near = nearest(key, KEYS)
            hint = f"Did you mean `{near}`?" if near else f"There are {quoted_words(KEYS)}."
            self.collector.report("RW971", self._key(key), hint=hint, key=shortened(key))
        games = tuple(one for one in self._texts(said, "games") if self._is_folder(path.parent, one))
        silence = frozenset(code for code in self._codes(said, "silence") if self._is_warning(code))
        return Settings(path, games, self._texts(said, "exclude"), silence, frozenset(self._codes(said, "errors")))

    def _texts(self, said: Mapping[str, object], key: str) -> tuple[str, ...]:
        value = said.get(key, [])
        if isinstance(value, list) and (len(value) > MOST_TEXTS or any(len(str(one)) > LONGEST for one in value)):
            wanted = f"at most {MOST_TEXTS:,} texts of {LONGEST:,} signs"
            self.collector.report("RW972", self._key(key), key=key, wanted=wanted)
            return ()
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.collector.report("RW972", self._key(key), key=key, wanted=f"a list of texts, such as {_LIKE[key]}")
            return ()
        return tuple(str(one) for one in value)

    def _codes(self, said: Mapping[str, object], key: str) -> list[str]:
        known: list[str] = []
        told = 0
        for code in self._texts(said, key):
            if code in CATALOGUE:
                known.append(code)
            elif told < MOST_TOLD:
                told += 1
                near = nearest(code.upper(), CATALOGUE)
                self.collector.report(
                    "RW914", self._item(key, code), hint=f"Did you mean `{near}`?" if near else "", code=shortened(code)
                )
        return known

    def _is_warning(self, code: str) -> bool:
        if CATALOGUE[code].severity == "error":
            self.collector.report("RW915", self._item("silence", code), code=code)
            return False
        return True

    def _is_folder(self, folder: Path, said: str) -> bool:
        """Whether `games` names a folder below that of the file."""
        try:
            inside = (folder / said).resolve().is_relative_to(folder.resolve()) and (folder / said).is_dir()
        except (OSError, ValueError, RuntimeError):  # no path at all: too long, a NUL, a link to itself
            inside = False
        if not inside:
            self.collector.report("RW973", self._item("games", said), folder=shortened(said))
        return inside

    # -- places: the TOML reader of the standard library does not keep them -----------------------
    def _key(self, key: str) -> Span:
        """Where a setting stands, or its section."""
        text, begin, end = self.source.text, 0, len(self.source.text)
        headers = list(_HEADER.finditer(text))
        if self.section:
            here = [n for n, found in enumerate(headers) if found[1].replace(" ", "") == self.section]
            if not here:
                found = re.search(r"regelwerk", text)
                return self.source.span(*(found.span() if found else (0, 0)))
            begin = headers[here[0]].end()
            end = headers[here[0] + 1].start() if here[0] + 1 < len(headers) else end
        found = re.compile(rf"^[ \t]*[\"']?({re.escape(key)})[\"']?[ \t]*[=.]", re.MULTILINE).search(text, begin, end)
        return self.source.span(*found.span(1)) if found else self.source.span(max(begin - 1, 0), begin)

    def _item(self, key: str, item: str) -> Span:
        """Where an item of a list stands."""
        place = self._key(key)
        start = sum(len(line) + 1 for line in self.source.text.split("\n")[: place.line - 1])
        found = re.compile(rf"[\"']{re.escape(item)}[\"']").search(self.source.text, start)
        return self.source.span(*found.span()) if found else place


_LIKE = {
    "games": '["rulespecs"]',
    "exclude": '["drafts", "old_*"]',
    "silence": '["RW929"]',
    "errors": '["RW913"]',
}
