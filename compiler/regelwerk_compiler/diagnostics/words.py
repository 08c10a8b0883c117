"""From names and counts to words for people: nearest names, lists of words, quoting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

MOST_COMPARED = 5_000


@dataclass(slots=True)
class Search:
    """How many words may still be looked at, and how many compared letter by letter, before looking for near names takes too long."""

    looks: int = 500_000
    comparisons: int = 20_000


def nearest(word: str, known: Iterable[str], search: Search | None = None) -> str | None:
    """The known word that `word` was probably meant to be (of the first few thousand); None too when the `search` is spent."""
    best: tuple[int, str] | None = None
    letters, size = set(word), len(word)
    most = 1 if size <= 4 else 2 if size <= 8 else 3
    search = search or Search()
    for other in islice(known, min(MOST_COMPARED, max(search.looks, 0))):
        search.looks -= 1
        if not -most <= len(other) - size <= most or other == word:
            continue
        limit = 1 if min(size, len(other)) <= 4 else most
        if len(letters.symmetric_difference(other)) > 2 * limit:
            continue
        search.comparisons -= 1
        if search.comparisons < 0:
            return None
        far = distance(word, other)
        if far <= limit and far < min(len(word), len(other)) and (best is None or (far, other) < best):
            best = far, other
    return best[1] if best else None


def distance(a: str, b: str) -> int:
    """How many letters must be put in, left out, replaced or swapped with their neighbour to turn `a` into `b`."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def quoted_words(words: Sequence[str], last: str = "and", most: int = 12) -> str:
    """`` `a`, `b` and `c` ``, cut after `most`."""
    shown = [f"`{word}`" for word in words[:most]]
    if len(words) > most:
        return f"{', '.join(shown)} and {len(words) - most} more"
    return listed(shown, last)


def shortened(text: str, most: int = 60) -> str:
    """`text` on one line, its end cut off where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def capital(text: str) -> str:
    """`text` with a capital letter, to begin a sentence."""
    return text[:1].upper() + text[1:]
