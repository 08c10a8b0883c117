"""One slip in one file of rules: goes in its lines and a random source, comes out the lines with the slip, and where it may be told.

The right line for a slip is that on which it was made.  Beside it count: for a slip in the layout the lines above and below (one of them no
longer belongs where it did) and the key they hang from; for what is missing the key that it was missing under; what is missing in
the file itself is told at its first line; and for a name every line
that speaks of it, as it was or as it is now.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_KEY = re.compile(r"\s*(?:- )?([a-z_][a-z_0-9]*|\"[^\"]*\"):(?= |$)")
OPERATORS = ((" is ", " = "), (" is ", " == "), (" + ", " ++ "), (" - ", " -- "), (" < ", " << "), (" and ", " && "), (" or ", " || "), (" not ", " ! "), (" in ", " of "), (" += ", " =+ "), (" > ", " >< "), ("..", "."), (" where ", " if "), (" to ", " into "))  # fmt: skip
SIGNS = "x.:,()[]{}'\"-#&*1 "
OTHERS = ("7", "true", "nobody", "[a, b]", "{a: 1}", "1..4", "-3", "a b", "", "player", "none", '"x"')


@dataclass(frozen=True)
class Slip:
    """`lines` are those of the file now; `right` are the numbers of lines that count, `words` the names whose lines count too."""

    kind: str
    lines: tuple[str, ...]
    right: frozenset[int]
    words: frozenset[str]


Made = tuple[list[str], set[int], set[str]] | None


def _code(line: str) -> str:
    """The line without its comment."""
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0]


def _parent(lines: Sequence[str], at: int) -> int:
    """The line (from 0) that `at` hangs from."""
    depth = _depth(lines[at])
    return next((n for n in range(at - 1, -1, -1) if _code(lines[n]).strip() and _depth(lines[n]) < depth), 0)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _beside(lines: Sequence[str], at: int) -> set[int]:
    """The nearest lines with words above and below, and the parent (as numbers from 1)."""
    above = next((n for n in range(at - 1, -1, -1) if _code(lines[n]).strip()), at)
    below = next((n for n in range(at + 1, len(lines)) if _code(lines[n]).strip()), at)
    return {above + 1, below + 1, _parent(lines, at) + 1}


def drop_a_line(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key or an item falls away; what hung from it hangs from its parent now."""
    right = {n - (n > at + 1) for n in _beside(lines, at)} | {at + 1}
    return [*lines[:at], *lines[at + 1 :]], right, set(_WORD.findall(_code(lines[at])))


def misspell(lines: list[str], at: int, rng: random.Random) -> Made:
    """Two letters of a word change places, or one is lost."""
    words = [w for w in _WORD.finditer(_code(lines[at])) if len(w[0]) > 3]
    if not words:
        return None
    word = rng.choice(words)
    k = rng.randrange(1, len(word[0]) - 1)
    wrong = (
        word[0][:k] + word[0][k + 1] + word[0][k] + word[0][k + 2 :]
        if rng.random() < 0.5
        else word[0][:k] + word[0][k + 1 :]
    )
    if wrong == word[0]:
        return None
    line = lines[at][: word.start()] + wrong + lines[at][word.end() :]
    return _changed(lines, at, line, {word[0], wrong})


def other_value(lines: list[str], at: int, rng: random.Random) -> Made:
    """Behind a key stands something of another sort."""
    key = _KEY.match(lines[at])
    if not key or not _code(lines[at])[key.end() :].strip():
        return None
    return _changed(
        lines, at, f"{lines[at][: key.end()]} {rng.choice(OTHERS)}".rstrip(), set(_WORD.findall(_code(lines[at])))
    )


def other_number(lines: list[str], at: int, rng: random.Random) -> Made:
    """A number is far off, or a word."""
    numbers = list(_NUMBER.finditer(_code(lines[at])))
    if not numbers:
        return None
    number = rng.choice(numbers)
    line = (
        lines[at][: number.start()]
        + rng.choice(("0", "99999", "-1", "two", "1000000000000"))
        + lines[at][number.end() :]
    )
    return _changed(lines, at, line, set(_WORD.findall(_code(lines[at]))))


def indent(lines: list[str], at: int, rng: random.Random) -> Made:
    """A line stands further in or out."""
    by = rng.choice((-2, -1, 1, 2, 4))
    if by < 0 and _depth(lines[at]) < -by:
        return None
    line = " " * by + lines[at] if by > 0 else lines[at][-by:]
    return [*lines[:at], line, *lines[at + 1 :]], _beside(lines, at) | {at + 1}, set(_WORD.findall(_code(lines[at])))


def twice(lines: list[str], at: int, rng: random.Random) -> Made:
    """A line stands twice."""
    words = set(_WORD.findall(_code(lines[at])))
    return (
        [*lines[: at + 1], lines[at], *lines[at + 1 :]],
        {at + 1, at + 2, *(n + (n > at + 1) for n in _beside(lines, at))},
        words,
    )


def operator(lines: list[str], at: int, rng: random.Random) -> Made:
    """An operator as other languages have it."""
    fitting = [pair for pair in OPERATORS if pair[0] in _code(lines[at])]
    return _changed(lines, at, lines[at].replace(*rng.choice(fitting), 1), set()) if fitting else None


def bracket(lines: list[str], at: int, rng: random.Random) -> Made:
    """A bracket or quote falls away, or one more comes."""
    places = [i for i, sign in enumerate(_code(lines[at])) if sign in "()[]{}\"'"]
    if not places:
        return None
    i = rng.choice(places)
    line = lines[at][:i] + (lines[at][i] * 2 if rng.random() < 0.4 else "") + lines[at][i + 1 :]
    return [*lines[:at], line, *lines[at + 1 :]], {at + 1} | _beside(lines, at), set()


def drop_a_word(lines: list[str], at: int, rng: random.Random) -> Made:
    """A word of a sentence falls away."""
    words = list(_WORD.finditer(_code(lines[at])))
    if len(words) < 2:
        return None
    word = rng.choice(words)
    return _changed(
        lines, at, lines[at][: word.start()] + lines[at][word.end() :].lstrip(" "), set(_WORD.findall(_code(lines[at])))
    )


def a_sign(lines: list[str], at: int, rng: random.Random) -> Made:
    """A key was hit by accident."""
    k = rng.randrange(_depth(lines[at]), len(lines[at]) + 1)
    line = lines[at][:k] + rng.choice(SIGNS) + lines[at][k:]
    return [*lines[:at], line, *lines[at + 1 :]], {at + 1} | _beside(lines, at), _difference(lines[at], line)


def other_word(lines: list[str], at: int, rng: random.Random) -> Made:
    """A word that stands elsewhere in the file."""
    words = list(_WORD.finditer(_code(lines[at])))
    others = _WORD.findall(_code(rng.choice(lines)))
    if not words or not others:
        return None
    word, wrong = rng.choice(words), rng.choice(others)
    if wrong == word[0]:
        return None
    return _changed(
        lines,
        at,
        lines[at][: word.start()] + wrong + lines[at][word.end() :],
        {word[0], wrong} | set(_WORD.findall(_code(lines[at]))),
    )


def _changed(lines: list[str], at: int, line: str, words: set[str]) -> Made:
    if line == lines[at]:
        return None
    right = {at + 1, _parent(lines, at) + 1}
    before, after = _KEY.match(lines[at]), _KEY.match(line)
    if (before and before[1]) != (after and after[1]):  # another key: what hangs from it belongs elsewhere now
        right |= _beside(lines, at)
    return [*lines[:at], line, *lines[at + 1 :]], right, words


def _difference(before: str, after: str) -> set[str]:
    return set(_WORD.findall(before)) ^ set(_WORD.findall(after))


SLIPS: tuple[Callable[[list[str], int, random.Random], Made], ...] = (
    drop_a_line, misspell, other_value, other_number, indent, twice, operator, bracket, drop_a_word, a_sign, other_word,
)  # fmt: skip


def slip(lines: Sequence[str], rng: random.Random) -> Slip:
    """A random slip of a random kind."""
    places = [n for n, line in enumerate(lines) if _code(line).strip()]
    while True:
        how = rng.choice(SLIPS)
        made = how(list(lines), rng.choice(places), rng)
        if made is not None:
            now, right, words = made
            return Slip(how.__name__, tuple(now), frozenset(right), frozenset(words))
