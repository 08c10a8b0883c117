"""The words that no author may use as a name, because the parser could take them for either.

Read off the parse table: a word of the language is reserved if in some place both it and a name are possible.  Kept
here as data, so that nobody has to build a table for it; `tests/syntax/test_grammar.py` keeps it right.
"""

from __future__ import annotations

from collections.abc import Iterable

from .grammar import Token

_WORDS = """
    and any as bag by each else endlessly first for formula from grid highest if in is lowest mixed mod not of on_top
    one or pile reach rounded secretly set shared to together under where while
"""
_RESERVED = frozenset(_WORDS.split())


def reserved_words() -> frozenset[str]:
    """Words of the language that cannot be names."""
    return _RESERVED


def taken_for_name(tokens: Iterable[Token]) -> Token | None:
    """The first word that cannot be a name and was taken for one, since only a name is possible there."""
    return next((token for token in tokens if token.type == "NAME" and token in _RESERVED), None)
