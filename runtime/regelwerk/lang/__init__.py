"""The program's own words, in English and German; the words of a game come from the game.

Goes in: a language, a key, what fills the sentence.  Comes out: the sentence.  A key that ends in `.n` has two forms, `.one` and `.many`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from . import de, en

LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": en.WORDS, "de": de.WORDS}
DEFAULT = "en"


def default_language(environment: Mapping[str, str] = os.environ) -> str:
    """What REGELWERK_LANG says, if it is a language that we speak, else English."""
    wanted = environment.get("REGELWERK_LANG", "")[:2].lower()
    return wanted if wanted in LANGUAGES else DEFAULT


class Words:
    """Says things in one language."""

    __slots__ = ("_words", "language")

    def __init__(self, language: str = DEFAULT) -> None:
        self.language = language
        self._words = LANGUAGES[language]

    def __call__(self, key: str, /, **what: object) -> str:
        """The sentence `key`, filled.  Raises KeyError for a key that the catalogue does not hold (a fault of ours)."""
        return self._words[key].format(**what) if what else self._words[key]

    def counted(self, key: str, n: int, /, **what: object) -> str:
        """The sentence for `n` things: `key.one` or `key.many`."""
        return self(f"{key}.{'one' if n == 1 else 'many'}", n=n, **what)

    def listed(self, words: list[str], last: str = "and") -> str:
        """`a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self(last)} {words[-1]}"
