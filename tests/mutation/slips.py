"""One slip in one file of rules: goes in its lines and a random source, comes out the lines with the slip, and where it may be told.

The right line for a slip is that on which it was made.  Where a slip changes what hangs from what (a line that is gone, twice or further
in, a key that is another), the nearest lines above and below and the key that it hangs from count as well, for one of them no longer stands
where it did.  What a slip broke elsewhere may be told there only if the diagnostic names it: by the line of the slip, or, where that line
is gone, by the name that stood on it (`words`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_KEY = re.compile(r"\s*(?:- )*([A-Za-z_][A-Za-z_0-9]*|\"[^\"]*\"|<<|\d[\w.]*):(?= |$)")
_LIST = re.compile(r"[\[(]([^\[\](){}]*,[^\[\](){}]*)[\])]")
_TYPE = re.compile(r"(?<=: )(\d+\.\.\d+|boolean|[a-z_]+)(?=$| =| or| for|,| \[|\})")
OPERATORS = ((" is ", " = "), (" is ", " == "), (" + ", " ++ "), (" - ", " -- "), (" < ", " << "), (" and ", " && "), (" or ", " || "), (" not ", " ! "), (" in ", " of "), (" += ", " =+ "), (" > ", " >< "), ("..", "."), (" where ", " if "), (" to ", " into "))  # fmt: skip
KEYWORDS = ("if", "then", "else", "do", "for", "set", "let", "move", "draw", "random", "show", "choose", "end", "if_none", "needs", "with", "cost", "so_that", "text", "is", "rank", "prize", "ties", "values", "rows", "columns", "when", "bends", "given", "refused", "result", "from", "because", "origin")  # fmt: skip
TYPES = ("boolean", "player", "0..9", "1..3", "set of player", "bag", "pile", "rule")
SIGNS = "x.:,()[]{}'\"-#&*1 "
OTHERS = ("7", "true", "nobody", "[a, b]", "{a: 1}", "1..4", "-3", "a b", "", "player", "none", '"x"')


@dataclass(frozen=True)
class Slip:
    """`lines` are those of the file now; `right` are the numbers of lines that count, `words` the names that are gone with their line."""

    kind: str
    lines: tuple[str, ...]
    at: int
    right: frozenset[int]
    words: frozenset[str]


Made = tuple[list[str], set[int], set[str]] | None


def code(line: str) -> str:
    """The line without its comment."""
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0]


def _parent(lines: Sequence[str], at: int) -> int:
    """The line (from 0) that `at` hangs from."""
    depth = _depth(lines[at])
    return next((n for n in range(at - 1, -1, -1) if code(lines[n]).strip() and _depth(lines[n]) < depth), 0)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _beside(lines: Sequence[str], at: int) -> set[int]:
    """The nearest lines with words above and below, and the parent (as numbers from 1)."""
    above = next((n for n in range(at - 1, -1, -1) if code(lines[n]).strip()), at)
    below = next((n for n in range(at + 1, len(lines)) if code(lines[n]).strip()), at)
    return {above + 1, below + 1, _parent(lines, at) + 1}


def _block_end(lines: Sequence[str], at: int) -> int:
    """The line behind all that hangs from `at`."""
    depth = _depth(lines[at])
    return next(
        (n for n in range(at + 1, len(lines)) if code(lines[n]).strip() and _depth(lines[n]) <= depth), len(lines)
    )


# -- lines -------------------------------------------------------------------------------------------
def drop_a_line(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key or an item falls away; what hung from it hangs from its parent now."""
    right = {n - (n > at + 1) for n in _beside(lines, at)} | {at + 1}
    return [*lines[:at], *lines[at + 1 :]], right, set(WORD.findall(code(lines[at])))


def drop_a_block(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key or an item falls away, with all that hangs from it."""
    end = _block_end(lines, at)
    if end - at > 30:
        return None
    gone = end - at
    right = {n - gone * (n > at + 1) for n in _beside(lines, at) if not at + 1 < n <= end} | {at + 1}
    return [*lines[:at], *lines[end:]], right, {w for line in lines[at:end] for w in WORD.findall(code(line))}


def indent(lines: list[str], at: int, rng: random.Random) -> Made:
    """A line stands further in or out."""
    by = rng.choice((-2, -1, 1, 2, 4))
    if by < 0 and _depth(lines[at]) < -by:
        return None
    line = " " * by + lines[at] if by > 0 else lines[at][-by:]
    return [*lines[:at], line, *lines[at + 1 :]], _beside(lines, at) | {at + 1}, set()


def indent_a_block(lines: list[str], at: int, rng: random.Random) -> Made:
    """A line and what hangs from it stand further in or out."""
    by, end = rng.choice((-4, -2, 2, 4)), _block_end(lines, at)
    if end == at + 1 or (by < 0 and _depth(lines[at]) < -by):
        return None
    moved = [" " * by + line if by > 0 else line[min(-by, _depth(line)) :] for line in lines[at:end]]
    return [*lines[:at], *moved, *lines[end:]], _beside(lines, at) | {at + 1, min(end, len(lines) - 1) + 1}, set()


def twice(lines: list[str], at: int, rng: random.Random) -> Made:
    """A line stands twice."""
    right = {at + 1, at + 2, *(n + (n > at + 1) for n in _beside(lines, at))}
    return [*lines[: at + 1], lines[at], *lines[at + 1 :]], right, set()


def key_again(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key with all that hangs from it stands a second time, further down."""
    end = _block_end(lines, at)
    if not _KEY.match(lines[at]) or end - at > 30:
        return None
    return [*lines[:end], *lines[at:end], *lines[end:]], {at + 1, end + 1}, set()


def swap_lines(lines: list[str], at: int, rng: random.Random) -> Made:
    """A line has changed places with the next."""
    if at + 1 >= len(lines) or not code(lines[at + 1]).strip() or lines[at] == lines[at + 1]:
        return None
    right = {at + 1, at + 2, *_beside(lines, at), *_beside(lines, at + 1)}
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], right, set()


# -- words -------------------------------------------------------------------------------------------
def misspell(lines: list[str], at: int, rng: random.Random) -> Made:
    """Two letters of a word change places, or one is lost."""
    words = [w for w in WORD.finditer(code(lines[at])) if len(w[0]) > 3]
    if not words:
        return None
    word = rng.choice(words)
    k = rng.randrange(1, len(word[0]) - 1)
    swapped = word[0][:k] + word[0][k + 1] + word[0][k] + word[0][k + 2 :]
    wrong = swapped if rng.random() < 0.5 else word[0][:k] + word[0][k + 1 :]
    return _changed(lines, at, lines[at][: word.start()] + wrong + lines[at][word.end() :])


def other_word(lines: list[str], at: int, rng: random.Random) -> Made:
    """A word that stands elsewhere in the file."""
    words = list(WORD.finditer(code(lines[at])))
    others = WORD.findall(code(rng.choice(lines)))
    if not words or not others:
        return None
    word, wrong = rng.choice(words), rng.choice(others)
    return _changed(lines, at, lines[at][: word.start()] + wrong + lines[at][word.end() :])


def drop_a_word(lines: list[str], at: int, rng: random.Random) -> Made:
    """A word of a sentence falls away."""
    words = list(WORD.finditer(code(lines[at])))
    if len(words) < 2:
        return None
    word = rng.choice(words)
    return _changed(lines, at, lines[at][: word.start()] + lines[at][word.end() :].lstrip(" "))


def other_keyword(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key of the language where another belongs."""
    key = _KEY.match(lines[at])
    if not key or key[1] not in KEYWORDS:
        return None
    return _changed(lines, at, lines[at][: key.start(1)] + rng.choice(KEYWORDS) + lines[at][key.end(1) :])


def swap_arguments(lines: list[str], at: int, rng: random.Random) -> Made:
    """Two arguments, or two cells, have changed places."""
    found = list(_LIST.finditer(code(lines[at])))
    if not found:
        return None
    group = rng.choice(found)
    parts = group[1].split(",")
    i = rng.randrange(len(parts) - 1)
    parts[i], parts[i + 1] = parts[i + 1], parts[i]
    inner = ", ".join(part.strip() for part in parts)
    return _changed(lines, at, lines[at][: group.start(1)] + inner + lines[at][group.end(1) :])


def swap_sides(lines: list[str], at: int, rng: random.Random) -> Made:
    """What stands on both sides of a word has changed places."""
    found = re.search(r"(\S+) (is|in|to|from|of|\+=|-=|=|<|>|-|by|where) (\S+)", code(lines[at]))
    if not found:
        return None
    return _changed(
        lines, at, f"{lines[at][: found.start()]}{found[3]} {found[2]} {found[1]}{lines[at][found.end() :]}"
    )


# -- values ------------------------------------------------------------------------------------------
def other_value(lines: list[str], at: int, rng: random.Random) -> Made:
    """Behind a key stands something of another sort."""
    key = _KEY.match(lines[at])
    if not key or not code(lines[at])[key.end() :].strip():
        return None
    return _changed(lines, at, f"{lines[at][: key.end()]} {rng.choice(OTHERS)}".rstrip())


def other_type(lines: list[str], at: int, rng: random.Random) -> Made:
    """A type is another."""
    found = list(_TYPE.finditer(code(lines[at])))
    if not found:
        return None
    one = rng.choice(found)
    return _changed(lines, at, lines[at][: one.start()] + rng.choice(TYPES) + lines[at][one.end() :])


def other_number(lines: list[str], at: int, rng: random.Random) -> Made:
    """A number is far off, or a word."""
    numbers = list(_NUMBER.finditer(code(lines[at])))
    if not numbers:
        return None
    number = rng.choice(numbers)
    wrong = rng.choice(("0", "99999", "-1", "two", "1000000000000"))
    return _changed(lines, at, lines[at][: number.start()] + wrong + lines[at][number.end() :])


def other_cell(lines: list[str], at: int, rng: random.Random) -> Made:
    """A cell of a list is gone, is there twice, or is something else."""
    found = list(_LIST.finditer(code(lines[at])))
    if not found:
        return None
    group = rng.choice(found)
    cells = [cell.strip() for cell in group[1].split(",")]
    i = rng.randrange(len(cells))
    cells[i : i + 1] = rng.choice(([], [cells[i], cells[i]], [rng.choice(OTHERS)]))
    return _changed(lines, at, lines[at][: group.start(1)] + ", ".join(cells) + lines[at][group.end(1) :])


# -- signs -------------------------------------------------------------------------------------------
def operator(lines: list[str], at: int, rng: random.Random) -> Made:
    """An operator as other languages have it."""
    fitting = [pair for pair in OPERATORS if pair[0] in code(lines[at])]
    return _changed(lines, at, lines[at].replace(*rng.choice(fitting), 1)) if fitting else None


def bracket(lines: list[str], at: int, rng: random.Random) -> Made:
    """A bracket or quote falls away, or one more comes."""
    places = [i for i, sign in enumerate(code(lines[at])) if sign in "()[]{}\"'"]
    if not places:
        return None
    i = rng.choice(places)
    return _changed(lines, at, lines[at][:i] + (lines[at][i] * 2 if rng.random() < 0.4 else "") + lines[at][i + 1 :])


def colon(lines: list[str], at: int, rng: random.Random) -> Made:
    """A colon, a dash or a comma falls away, or the blank behind it."""
    places = [found.start() for found in re.finditer(r":(?= |$)|- |, ", code(lines[at]))]
    if not places:
        return None
    i = rng.choice(places)
    by_itself = rng.random() < 0.6 or i + 1 >= len(lines[at])
    return _changed(
        lines, at, lines[at][:i] + lines[at][i + 1 :] if by_itself else lines[at][: i + 1] + lines[at][i + 2 :]
    )


def a_sign(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key of the keyboard was hit by accident."""
    k = rng.randrange(_depth(lines[at]), len(lines[at]) + 1)
    return _changed(lines, at, lines[at][:k] + rng.choice(SIGNS) + lines[at][k:])


def _changed(lines: list[str], at: int, line: str) -> Made:
    if line.rstrip() == lines[at].rstrip():
        return None
    right = {at + 1}
    if _hangs(lines[at]) != _hangs(line):  # another key: what hangs from it belongs elsewhere now
        right |= _beside(lines, at)
    return [*lines[:at], line, *lines[at + 1 :]], right, set()


def _hangs(line: str) -> tuple[int, bool, str]:
    """How far in a line stands, whether it is an item, and its key: what decides where it and the next lines belong."""
    key = _KEY.match(code(line))
    rest = code(line)[key.end() :].strip() if key else ""
    return _depth(line), line.lstrip().startswith("- "), f"{key[1]}{'' if rest else ':'}" if key else ""


SLIPS: tuple[Callable[[list[str], int, random.Random], Made], ...] = (
    drop_a_line, drop_a_block, indent, indent_a_block, twice, key_again, swap_lines, misspell, other_word, drop_a_word, other_keyword,
    swap_arguments, swap_sides, other_value, other_type, other_number, other_cell, operator, bracket, colon, a_sign,
)  # fmt: skip


def slip(lines: Sequence[str], rng: random.Random) -> Slip:
    """A random slip of a random kind."""
    places = [n for n, line in enumerate(lines) if code(line).strip()]
    while True:
        how, at = rng.choice(SLIPS), rng.choice(places)
        made = how(list(lines), at, rng)
        if made is not None:
            now, right, words = made
            return Slip(how.__name__, tuple(now), at + 1, frozenset(right), frozenset(words))
