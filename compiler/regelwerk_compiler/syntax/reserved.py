"""The words that no author may use as a name, because the parser could take them for either.

Read off the parse table: a word of the language is reserved if in some place both it and a name are possible.  Kept
here as data, so that nobody has to build a table for it; `tests/syntax/test_grammar.py` keeps it right.
"""

from __future__ import annotations

_WORDS = """
    and any as bag by each else endlessly first for formula from grid highest if in is lowest mixed mod not of on_top
    one or pile reach rounded secretly set shared to together under where while
"""
_RESERVED = frozenset(_WORDS.split())


def reserved_words() -> frozenset[str]:
    """Words of the language that cannot be names."""
    return _RESERVED
