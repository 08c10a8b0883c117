"""Texts for names to which a game gives none and that only a program would read: edges of a network, values of a product.

Goes in: a Spec.  Comes out: for a name its text in each language: `Zoo – Tiergarten (red)` for an edge, `hearts 12` for `card(hearts, 12)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_compiler.spec.spec import FactorDef, KindDef, Spec

from ..lang import LANGUAGES
from ..table.shapes import Fact, Network, shapes_of

Texts = dict[str, str]


def made_texts(game: Spec) -> dict[str, Texts]:
    """The texts, by name."""
    shapes = shapes_of(game)
    found: dict[str, Texts] = {}
    for kind in game.kinds.values():
        network = shapes.network(kind.name)
        texts: Iterator[tuple[str, Texts]] = iter(())
        if network is not None and network.ends in game.kinds:
            texts = _edges(game, kind, network, [shapes.facts(kind.name, place) for place in range(len(kind.values))])
        elif kind.sort == "product":
            texts = _products(game, kind)
        for name, text in texts:
            if name not in game.texts:
                found[name] = text
    return found


def word(game: Spec, kind: KindDef, place: int, language: str) -> str:
    """One value as the game says it, else its name made readable."""
    own = kind.texts[place] if place < len(kind.texts) else {}
    texts = own or game.texts.get(kind.values[place], {})
    return texts.get(language) or texts.get("en") or kind.values[place].replace("_", " ")


# -- edges ---------------------------------------------------------------------------------------
def _edges(game: Spec, kind: KindDef, network: Network, facts: list[tuple[Fact, ...]]) -> Iterator[tuple[str, Texts]]:
    ends = game.kinds[network.ends]
    for place, (name, edge) in enumerate(zip(kind.values, network.edges, strict=True)):
        if (place < len(kind.texts) and kind.texts[place]) or min(edge) < 0:
            continue
        twins = [n for n, other in enumerate(network.edges) if n != place and set(other) == set(edge)]
        apart = [
            fact for n, fact in enumerate(facts[place]) if any(facts[twin][n : n + 1] != (fact,) for twin in twins)
        ]
        number = f"{sum(twin < place for twin in twins) + 1}" if twins and not apart else ""
        yield (
            name,
            {
                language: " – ".join(word(game, ends, end, language) for end in edge)
                + _more(game, apart, language, number)
                for language in LANGUAGES
            },
        )


def _more(game: Spec, apart: list[Fact], language: str, number: str) -> str:
    words = [number] if number else []
    for fact in apart:
        kind = game.kinds.get(fact.kind)
        said = [word(game, kind, value, language) if kind and kind.values else str(value) for value in fact.values]
        words.append("/".join(said) or fact.word)
    return f" ({', '.join(words)})" if any(words) else ""


# -- products ------------------------------------------------------------------------------------
def _products(game: Spec, kind: KindDef) -> Iterator[tuple[str, Texts]]:
    for place, name in enumerate(kind.values):
        rest, parts = place, []
        for factor in reversed(kind.factors):
            rest, at = divmod(rest, _size(game, factor))
            parts.append((factor, at))
        yield (
            name,
            {
                language: " ".join(_part(game, factor, at, language) for factor, at in reversed(parts))
                for language in LANGUAGES
            },
        )


def _size(game: Spec, factor: FactorDef) -> int:
    kind = game.kinds.get(factor.axis.kind)
    if kind is None:
        return factor.axis.high - factor.axis.low + 1
    return len(kind.values) or kind.high - kind.low + 1


def _part(game: Spec, factor: FactorDef, at: int, language: str) -> str:
    kind = game.kinds.get(factor.axis.kind)
    if kind is None:
        return str(factor.axis.low + at)
    return word(game, kind, at, language) if kind.values else str(kind.low + at)
