"""What somebody typed -> the option or outcome that is meant: exact names first, then words of the game, then beginnings that fit only one.

Tolerant where it helps players, never where two options fit: then it says which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk_compiler.diagnostics.words import distance

from ..look import Look
from .names import Names, payment

_PAID = re.compile(r"\s*(\d{1,6})\s+(?:of\s+)?(\w+)\s*\Z")


@dataclass(frozen=True, slots=True)
class Found:
    """`number`: what is meant, None if that is not clear; `candidates`: what it could be, or what lies nearest."""

    number: int | None
    candidates: tuple[int, ...] = ()


def find(said: str, numbers: Sequence[int], look: Look, names: Names, language: str = "en") -> Found:
    """Which of `numbers` is meant.  `#12` is the number itself, whatever the names are."""
    text = " ".join(said.split())
    if re.fullmatch(r"#\d{1,12}", text):
        number = int(text[1:])
        return Found(number) if number in numbers else Found(None)
    exact = {number: name_of(number, look, names) for number in numbers}
    words = {number: words_of(number, look, names, language) for number in numbers}
    tests = (
        [n for n in numbers if exact[n] == text],
        [n for n in numbers if plain(exact[n]) == plain(text) or plain(words[n]) == plain(text)],
        [n for n in numbers if _same_payment(n, text, look, names)],
        [n for n in numbers if plain(exact[n]).startswith(plain(text)) or plain(words[n]).startswith(plain(text))],
        [
            n
            for n in numbers
            if _words_begin(plain(words[n]), plain(text)) or _words_begin(plain(exact[n]), plain(text))
        ],
    )
    if not plain(text):
        return Found(None)
    for found in tests:
        if len(found) == 1:
            return Found(found[0])
        if found:
            return Found(None, tuple(found))
    near = sorted(
        numbers, key=lambda n: (min(distance(plain(text), plain(exact[n])), distance(plain(text), plain(words[n]))), n)
    )
    return Found(None, tuple(near[:3]))


def find_exact(said: str, numbers: Sequence[int], look: Look, names: Names) -> int | None:
    """The number whose exact name this is, if there is just one."""
    found = [n for n in numbers if name_of(n, look, names) == said]
    return found[0] if len(found) == 1 else None


def name_of(number: int, look: Look, names: Names) -> str:
    """The exact name of a number."""
    numbers = look.numbers(number)
    return names.exact(numbers, numbers.arguments(number))


def words_of(number: int, look: Look, names: Names, language: str) -> str:
    """What a player reads."""
    numbers = look.numbers(number)
    return names.option_words(numbers, numbers.arguments(number), language)


def plain(text: str) -> str:
    """Letters and digits in lower case, one blank between words."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("_", " ")))


def _words_begin(text: str, typed: str) -> bool:
    """Whether each typed word begins one of the words, in their order."""
    words = iter(text.split())
    return bool(typed) and all(any(word.startswith(part) for word in words) for part in typed.split())


def parse_payment(text: str) -> tuple[tuple[int, str], ...] | None:
    """`2 of blue and 1 of bicycle` as pairs, in order of the faces' names; None if it is no payment."""
    pairs = [_PAID.match(part) for part in re.split(r",|\band\b|\bund\b|\+", text)]
    if not all(pairs):
        return None
    return tuple(sorted(((int(pair[1]), pair[2]) for pair in pairs if pair), key=lambda p: p[1]))


def _same_payment(number: int, text: str, look: Look, names: Names) -> bool:
    numbers = look.numbers(number)
    if numbers.kind != "pay":
        return False
    wanted = parse_payment(text)
    return wanted is not None and matches_payment(wanted, names.paid(numbers, numbers.arguments(number)))


def matches_payment(wanted: Sequence[tuple[int, str]], paid: Sequence[tuple[int | None, str]]) -> bool:
    """Whether a payment is the one that is wanted; an amount that is not known fits every amount.  The order does not matter."""
    left: dict[str, list[int | None]] = {}
    for amount, face in paid:
        left.setdefault(face, []).append(amount)
    asked: dict[str, int] = {}
    for amount, face in wanted:
        if amount:
            asked[face] = asked.get(face, 0) + amount
    if set(left) != set(asked):
        return False
    return all(
        None in amounts or sum(n for n in amounts if n is not None) == asked[face] for face, amounts in left.items()
    )


__all__ = ["Found", "find", "find_exact", "matches_payment", "name_of", "parse_payment", "payment", "plain", "words_of"]
