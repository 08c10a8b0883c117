"""From an example of the catalogue to a whole game, and to what the compiler says of it.

Goes in: the code of an example.  Comes out: the diagnostics that it raises, with the lines of the example that they speak of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ..diagnostics.diagnostic import Collector, Diagnostic
from ..diagnostics.examples import FAIR, examples, fair
from ..pipeline import load_spec
from ..settings import OWN_FILE, read_settings

UNUSED = frozenset(
    [
        "RW556",
        "RW557",
        "RW558",
        "RW559",
        "RW563",
        "RW564",
        "RW567",
        "RW568",
        "RW569",
        "RW820",
        "RW821",
        "RW822",
        "RW823",
        "RW833",
        "RW834",
        "RW917",
    ]
)
"""What a part may raise beside: an example may declare what its game does not use, and write a title in two languages."""

_KEY = re.compile(r"([A-Za-z_]\w*):(?:[ \t]+([^#\s].*))?[ \t]*(?:#.*)?$")
_LINES = re.compile(r"\blines? \d+(?:(?:, | and )\d+)*")
# Where a name stands; outside the example nobody can look.
_STANDS = re.compile(r" (?:\(line (\d+)\)(?=\?)|stands in line (\d+)(?=\.))")
_NUMBER = re.compile(r"\d+")
_ENTRY = re.compile(r"  ([a-z][a-z0-9_.]*)[(:]")

Lines = list[tuple[str, int]]
"""Lines with the number that each has in the example; 0 for those of the game around it."""


@dataclass(frozen=True, slots=True)
class Said:
    """One diagnostic, and the line of the example in which it stands (0: elsewhere)."""

    diagnostic: Diagnostic
    line: int


@cache
def said_of(code: str, *, wrong: bool) -> tuple[Said, ...]:
    """What the compiler says of an example, in reading order."""
    example = examples()[code]
    part = example.wrong if wrong else example.right
    for sign, (text, times) in example.spelled.items():
        counted = "#" in text or "@" in text
        each = (text.replace("@", str(n + 1)).replace("#", str(n)) for n in range(times)) if counted else ()
        part = part.replace(sign, "".join(each) if counted else text * times)
    if example.file == "game.yaml":
        complete = example.whole and (wrong or "\nranking:" in part)
        lines = _numbered(part) if complete else _whole(part)
        files = {"game.yaml": lines}
    else:
        lines = _numbered(part)
        files = (
            {"game.yaml": _whole("")} | {example.file: lines}
            if not (wrong and example.whole)
            else {example.file: lines}
        )
    with TemporaryDirectory() as name:
        folder = Path(name) / FAIR
        folder.mkdir()
        for path, text in example.beside.items():
            if path == "game.yaml":
                files[path] = _whole(text)
            else:
                _write(folder / path, text.encode())
        for path, content in files.items():
            _write(folder / path, "".join(line for line, _ in content).encode(example.encoding))
        collector = Collector()
        if example.file == OWN_FILE:
            read_settings(folder / OWN_FILE, collector)
        load_spec(folder, collector, {table: folder / file for table, file in example.tables.items()})
        return tuple(_said(one, folder, example.file, lines) for one in collector.in_reading_order())


def _said(one: Diagnostic, folder: Path, file: str, lines: Lines) -> Said:
    """A diagnostic in words that do not tell of the folder and of the lines of the game around the example."""

    def shown(text: str) -> str:
        text = text.replace(f"{folder.as_posix()}/", "").replace(folder.as_posix(), folder.name)
        text = _STANDS.sub(lambda found: found[0] if number_of(int(found[1] or found[2])) > 0 else "", text)
        return _LINES.sub(lambda found: _NUMBER.sub(lambda number: own(int(number[0])), found[0]), text)

    def number_of(line: int) -> int:
        return lines[line - 1][1] if 0 < line <= len(lines) else 0

    def own(line: int) -> str:
        return str(number_of(line) or line)

    span = one.span
    here = span.file == (folder / file).as_posix() and 0 < span.line <= len(lines)
    return Said(replace(one, message=shown(one.message), hint=shown(one.hint)), lines[span.line - 1][1] if here else 0)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if content.startswith(b"<no file>"):
        return
    if content.startswith(b"-> "):
        path.symlink_to(content[3:].decode().strip())
    elif content.startswith(b"<folder>"):
        path.mkdir()
    else:
        path.write_bytes(content)


# -- parts of the game ---------------------------------------------------------------------------
def _numbered(text: str) -> Lines:
    return [(line, number) for number, line in enumerate(text.splitlines(keepends=True), 1)]


def _whole(part: str) -> Lines:
    """The game with `part` in the place of what it names, section by section and entry by entry."""
    sections = _sections([(line, 0) for line, _ in _numbered(fair())])
    for key, entries in _sections(_numbered(part)).items():
        if key == "seats":
            sections.pop("players", None)
        before = sections.get(key, {})
        # A value or a list behind the key takes the place of all that stood there.
        sections[key] = (
            entries
            if any(line.strip() for line, _ in entries.get("", [])[1:]) or len(entries) == 1
            else {**before, **entries}
        )
    return [line for section in sections.values() for entry in section.values() for line in entry]


def _sections(lines: Lines) -> dict[str, dict[str, Lines]]:
    """The sections of a file by key, and in each its entries by name; under '' the line of the key and what is no entry."""
    out: dict[str, dict[str, Lines]] = {"": {"": []}}
    section, entry = out[""], ""
    for line, number in lines:
        top, inner = _KEY.match(line.rstrip("\n")), _ENTRY.match(line)
        if top:
            section, entry = {"": []}, ""
            name = top[1] if top[1] not in out else f"{top[1]} {number}"  # the same key twice is a fault to be found
            out[name] = section
        elif inner:
            entry = inner[1]
        section.setdefault(entry, []).append((line, number))
    return out
