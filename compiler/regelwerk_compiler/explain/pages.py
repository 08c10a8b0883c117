"""From the catalogue and its examples to one page for each code, and an index of them: `docs/diagnostics/`.

`python -m regelwerk_compiler.explain.pages FOLDER` (or `make docs`) writes them; a test fails where they are not current.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from ..diagnostics.catalogue import CATALOGUE
from ..diagnostics.entry import Entry
from ..diagnostics.examples import examples, fair
from ..diagnostics.render import display_width
from .said import UNUSED, Said, said_of

INDEX = "README.md"
_HUNDREDS = {
    "RW1": "YAML and the shape of a file",
    "RW2": "Sentences",
    "RW3": "Names and declarations",
    "RW4": "Formulas: types, missing values",
    "RW5": "Rules, steps and decisions",
    "RW6": "Secrets",
    "RW7": "Bends and variants",
    "RW8": "Bounds and ranges",
    "RW9": "Files, texts, scenarios and statements",
}
_SEVERITY = {
    "error": "An error: the game cannot be played before it is mended.",
    "warning": "A warning: the game can be played. "
    "One that is wanted is [silenced with its reason](../language.md#15-where-rules-come-from).",
}
_MOST_LINES = 3  # messages that are shown of one example


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    return {INDEX: index(), **{f"{code}.md": page(code) for code in sorted(CATALOGUE)}}


def page(code: str) -> str:
    """The page of one code.  Raises KeyError for a code that has no example."""
    entry, example = CATALOGUE[code], examples()[code]
    said = [one for one in said_of(code, wrong=True) if one.diagnostic.code == code]
    where = "" if example.file == "game.yaml" else f", `{example.file}`"
    parts = [
        f"# {code}: {entry.title}",
        _SEVERITY[entry.severity],
        example.means,
        f"## Wrong{where}",
        _fenced("text", _marked(example.wrong, said)),
        *(_spelled(sign, *text) for sign, text in example.spelled.items()),
        _fenced("text", "\n".join(_message(entry, one) for one in said[:_MOST_LINES])),
        f"## Right{where}",
        _fenced("yaml", example.right.rstrip("\n")),
    ]
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """The list of all codes, and the game of which the examples are parts."""
    out = [
        "# The diagnostics",
        "One page for each code. `regelwerk explain RW350` prints a page, `regelwerk explain` this list; "
        "how to read a message says [what the messages mean](../messages.md).",
        "These pages are made from the catalogue in `compiler/regelwerk_compiler/diagnostics/` and the examples in "
        "`compiler/regelwerk_compiler/diagnostics/examples/`: change those, and run `make docs`.",
    ]
    for hundred, about in _HUNDREDS.items():
        rows = [
            f"| [{code}]({code}.md) | {entry.severity} | {entry.title} |"
            for code, entry in sorted(CATALOGUE.items())
            if code.startswith(hundred)
        ]
        if rows:
            out += [f"## {hundred}xx: {about}", "\n".join(["| code | | |", "| --- | --- | --- |", *rows])]
    out += [
        "## The game of the examples",
        "Most examples are parts of this game: what an example names takes the place of what stands here.",
        _fenced("yaml", fair().rstrip("\n")),
    ]
    return "\n\n".join(out) + "\n"


def write(folder: Path) -> None:
    """Write all pages into `folder`, and take away those of codes that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for path in folder.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


BEHIND = {"RW143": "RW910"}  # what an example is full of, besides


def faults(code: str, *, wrong: bool) -> list[str]:
    """What an example raises that it should not, or does not though it should, in sentences."""
    found = [one.diagnostic for one in said_of(code, wrong=wrong)]
    side = "wrong" if wrong else "right"
    out = [f"the wrong example of {code} does not raise it"] if wrong and all(one.code != code for one in found) else []
    return out + [
        f"the {side} example of {code} raises {one.code} {one.span}: {one.message} {one.hint}"
        for one in found
        if (one.code == code and not wrong) or (one.code != code and one.code not in UNUSED | {BEHIND.get(code)})
    ]


# -- parts of a page -----------------------------------------------------------------------------
def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def _spelled(sign: str, text: str, times: int) -> str:
    """What a sign of the example stands for."""
    if times == 1:
        return f"(`{sign}` stands for the character U+{ord(text):04X} {unicodedata.name(text, '')}".rstrip() + ".)"
    plain = " ".join(text.replace("#", "0").replace("@", "1").split())
    return f"(`{sign}` stands for `{plain}`{' and so on' if '@' in text else ''}, {times:,} times.)"


def _message(entry: Entry, said: Said) -> str:
    one = said.diagnostic
    return f"{entry.severity} {one.code}: {one.message}" + (f"\n  = {one.hint}" if one.hint else "")


def _marked(text: str, said: Sequence[Said]) -> str:
    """The example, with carets under what is blamed."""
    out: list[str] = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        out.append(line)
        carets = ""
        for span in (one.diagnostic.span for one in said[:_MOST_LINES] if one.line == number):
            last = span.end_column - 1 if span.end_line == span.line else len(line)
            begin = display_width(line[: span.column - 1])
            width = max(1, display_width(line[span.column - 1 : last]))
            carets = carets[:begin].ljust(begin) + "^" * width
        if carets:
            out.append(carets)
    return "\n".join(out)


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/diagnostics"))
