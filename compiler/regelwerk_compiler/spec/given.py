"""Names that the language itself gives, so that no game can declare them."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GIVEN_FUNCTIONS = _words("abs index top between neighbour position possible")
AGGREGATES = _words("count any first sum min max all set reach")
_GIVEN = "player players none true false over box total nothing not_offered offered game done boolean rule position place owner chance"
GIVEN = GIVEN_FUNCTIONS | AGGREGATES | _words(_GIVEN)
SPARE = _words("respond unless until")
