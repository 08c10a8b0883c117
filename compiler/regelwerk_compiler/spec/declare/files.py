"""From `file: tables/x.yaml` on a kind or a table (or a replacement from the command line) to the document that holds its figures."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ...diagnostics.diagnostic import Collector
from ...document.located import Map, Scalar
from ...document.read import read
from ...document.shape import check_shape

_TABLE = re.compile(r"tables/[a-z0-9_]+\.yaml")


@dataclass(slots=True)
class Files:
    """The folder of a game, the tables that replace its own, and every file read so far with its SHA-256."""

    folder: Path
    collector: Collector
    replacements: Mapping[str, Path] = field(default_factory=dict)
    tables: list[Map] = field(default_factory=list)
    read: dict[str, bytes] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    unread: bool = False  # one of them could not be read

    def document(self, path: Path) -> Map | None:
        """The document at `path`."""
        return self._read(path, self._name(path))

    def table(self, key: Scalar, node: Map, form: Literal["rows", "values"]) -> Map | None:
        """The map that has the rows or values of a kind or table: `node` itself, the file that it names, or a replacement; None if that failed."""
        name = key.text
        if name in self.replacements:
            self.used.add(name)
            path = self.replacements[name]
            return self._checked(path, f"table:{name}", key, form)
        file = node.get("file")
        if not isinstance(file, Scalar):
            return node
        inside = self.inside(file)
        self.unread = self.unread or inside is None
        return None if inside is None else self._checked(inside, file.text, key, form)

    def inside(self, file: Scalar) -> Path | None:
        """The path that `file` says, if it stays below the game's folder."""
        folder = self.folder.resolve()
        parts = file.text.split("/")
        if not _TABLE.fullmatch(file.text):
            return None  # reported by `check_shape`
        path = self.folder.joinpath(*parts)
        try:
            real = path.resolve()
            if any(link.is_symlink() for link in _below(path, len(parts))) or not real.is_relative_to(folder):
                self.collector.report("RW900", file, file=file.text)
                return None
            if not real.is_file():
                self.collector.report("RW902", file, file=file.text)
                return None
        except (OSError, ValueError, RuntimeError):  # the last: a link to itself
            self.collector.report("RW902", file, file=file.text)
            return None
        return path

    def _name(self, path: Path) -> str:
        """What `path` is called among the files of a game: its path inside the game's folder."""
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return path.name

    def _checked(self, path: Path, called: str, key: Scalar, form: str) -> Map | None:
        name = key.text
        document = self._read(path, called)
        if document is None:
            self.unread = True
            return None
        document = check_shape(document, "table", self.collector)
        self.tables.append(document)
        said = document.get("table")
        if isinstance(said, Scalar) and said.text != name and name not in self.collector.doubtful:
            self.collector.report("RW903", said, name=name, said=said.text, where=_where(key))
        self.unread = self.unread or form not in document
        other = document.key("values" if form == "rows" else "rows")
        if form not in document and other is not None:
            self.collector.report("RW904", other, name=name, form=form, other=other.text)
            return None
        return document

    def _read(self, path: Path, called: str) -> Map | None:
        document = read(path, self.collector)
        if document is not None:
            self.read[called] = hashlib.sha256(document.source.text.encode()).digest()
        return document


def _where(key: Scalar) -> str:
    span = key.span
    return f"{Path(span.file).name}, line {span.line}"


def _below(path: Path, depth: int) -> tuple[Path, ...]:
    return (path, *list(path.parents)[: depth - 1])
