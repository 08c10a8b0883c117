"""From the pages in `docs/` to the YAML examples on them, and from those to whole games.

An HTML comment in front of a YAML block says what it is:
`<!-- example: NAME -->` a part of the game NAME of this page; later parts replace or add what they name.
`.., checked` the game must be right as it stands here (the last part of a game always is).
`.., wrong: CODE` the part is put onto the game so far, must raise CODE, and is then forgotten.
`.., unplayed: REASON` it is checked, and not played.
`.., without: SECTION.NAME` is taken out of the game so far.
`.., file: PATH` a file beside the game (a table, scenarios).
`<!-- example: none, because .. -->` no part of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MADE = DOCS / "diagnostics"  # from the catalogue; has tests of its own
PAGES = sorted(page for page in DOCS.rglob("*.md") if page.parent != MADE)

_BLOCK = re.compile(r"^(?:<!-- example: (?P<mark>[^\n]*?) -->\n)?```yaml\n(?P<text>.*?)^```$", re.M | re.S)
_TOP = re.compile(r"([a-z_]+):(?: +(?P<inline>[^#\s].*))?")
_ENTRY = re.compile(r"  ([a-z][a-z0-9_.]*)[(:]")
_SKELETON = """\
regelwerk: 1
game: {name}
title: {{en: Example}}
players: 2..3
most_decisions: 100
rules:
  play:
    do:
      - nothing
score:
  nothing_yet:
    is: 0
ranking: highest total, shared
"""

Section = Mapping[str, str]
"""The text of each entry by its name; under '' what stands behind the key itself, or the items of a list."""


@dataclass(frozen=True)
class Block:
    """One YAML block: where it stands, which game it is a part of, and what is said of it."""

    page: Path
    line: int
    game: str  # "" without a mark, "none" if it is no part of a game
    words: tuple[str, ...]
    text: str

    def said(self, word: str) -> str | None:
        """What is said behind `word`, if it is said."""
        for part in self.words:
            head, _, rest = part.partition(":")
            if head.strip() == word:
                return rest.strip()
        return None

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Example:
    """A game as it stands after some of its parts: its sections, and the files beside it."""

    name: str
    sections: Mapping[str, Section] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The whole `game.yaml`: what the parts leave out comes from the skeleton."""
        bare = sections_of(_SKELETON.format(name=self.name))
        if "seats" in self.sections:
            del bare["players"]
        if self.sections.get("score"):
            del bare["score"]
        out = []
        for key, section in merged(bare, self.sections).items():
            out.append(f"{key}:{section.get('', '')}" if "" in section else f"{key}:\n")
            out += [text for name, text in section.items() if name]
        return "".join(out)

    def write(self, folder: Path) -> Path:
        """Write the game into a folder."""
        for name, text in {"game.yaml": self.text, **self.files}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        return folder


def blocks(page: Path) -> list[Block]:
    """The YAML blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(text):
        words = [word.strip() for word in (match["mark"] or "").split(",")]
        line = text[: match.start("text")].count("\n") + 1
        found.append(Block(page, line, words[0], tuple(words[1:]), match["text"]))
    return found


def sections_of(text: str) -> dict[str, dict[str, str]]:
    """The sections of a `game.yaml`, or of a part of one."""
    out: dict[str, dict[str, str]] = {}
    section: dict[str, str] = {}
    entry = ""
    for line in text.splitlines(keepends=True):
        top, inner = _TOP.match(line), _ENTRY.match(line)
        if top:
            entry = ""
            section = out.setdefault(top[1], {})
            if top["inline"]:
                section[""] = f" {top['inline']}\n"
        elif line.strip() and not line.lstrip().startswith("#"):
            if inner:
                entry = inner[1]
                section[entry] = ""
            elif not entry and "" not in section:
                section[""] = "\n"
            section[entry] += line
    return out


def merged(old: Mapping[str, Section], new: Mapping[str, Section]) -> dict[str, Section]:
    """`old` with the parts of `new`: what a section names is replaced, lists grow."""
    out: dict[str, Section] = dict(old)
    for key, section in new.items():
        before = out.get(key, {})
        items = section.get("", "")
        if items.startswith("\n") and before.get("", "").startswith("\n"):
            section = {"": before[""] + items[1:]}
        out[key] = {**before, **section} if "" not in section else dict(section)
    return out


def put_onto(example: Example, block: Block) -> Example:
    """The game with one more part."""
    path = block.said("file")
    if path is not None:
        return Example(example.name, example.sections, {**example.files, path: block.text})
    sections = merged(example.sections, sections_of(block.text))
    section, _, gone = (block.said("without") or "").partition(".")
    if gone:
        sections[section] = {name: text for name, text in sections[section].items() if name != gone}
    return Example(example.name, sections, example.files)


def examples(page: Path) -> Iterator[tuple[Block, Example]]:
    """Every game of a page where it must be right (or wrong): after its last part, and where a part says so."""
    found = [block for block in blocks(page) if block.game not in ("", "none")]
    last = {block.game: n for n, block in enumerate(found) if block.said("wrong") is None}
    games: dict[str, Example] = {}
    for n, block in enumerate(found):
        example = put_onto(games.get(block.game, Example(block.game)), block)
        if block.said("wrong") is not None:
            yield block, example
            continue
        games[block.game] = example
        if block.said("checked") is not None or last[block.game] == n:
            yield block, example
