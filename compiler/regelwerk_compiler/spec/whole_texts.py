"""From a game in several languages to what players read and what has no text in any of them (warnings).

Where there is no text the name is shown, in every language alike.  Names that stand for nothing but themselves are left out: the values of
ranges, products and grids, rows that are edges, and names with a digit in them (`pit_3`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.diagnostic import Collector
from ..diagnostics.words import listed, quoted_words
from ..document.located import Span
from . import spec
from .whole_calls import Calls

Unnamed = tuple[Span | None, list[str]]  # where it is declared; the names without a text
MOST_PLACES = 4
NAMED = ("values", "table", "faces")


def check_named(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report them, one finding for each declaration; if there are many, one for all."""
    others = [language for language in game.title if language != "en"]
    if len(game.title) < 2:
        return
    languages = listed([f"`{language}`" for language in others], "and")
    said = {name for name, text in game.texts.items() if text}
    said |= {name for name, item in game.score.items() if item.text}
    found: list[tuple[Span, list[str]]] = []
    for span, names in (*_things(game), *_rules(game, calls)):
        missing = [name for name in dict.fromkeys(names) if name not in said]
        said |= set(missing)
        if missing and span is not None:
            found.append((span, missing))
    if len(found) > MOST_PLACES:  # a game that is not translated yet: one cause, one finding
        found = [(found[0][0], [name for _, names in found for name in names])]
    for span, missing in found:
        has = "has" if len(missing) == 1 else "have"
        collector.report("RW917", span, names=quoted_words(missing), has=has, languages=languages)


def _things(game: spec.Spec) -> Iterator[Unnamed]:
    """What lies on the table."""
    for kind in game.kinds.values():
        if kind.sort in NAMED and kind.joins is None:
            texts = kind.texts or ({},) * len(kind.values)
            own = [
                v for v, text in zip(kind.values, texts, strict=True) if not text and not any(c.isdigit() for c in v)
            ]
            yield kind.span, [v for v in own if f"{kind.name}.{v}" not in game.texts]
    for variable in game.variables.values():
        if variable.sight.who != "nobody" and not variable.history:
            yield variable.span, [variable.name, *(word for word in variable.holds.type.words if word != "none")]
    for zone in game.zones.values():
        yield zone.span, [zone.name]
    for option in game.options.values():
        yield option.span, [] if option.text else [option.name]
    for item in game.score.values():
        yield item.span, [item.name]
    for variant in game.variants.values():
        yield variant.span, [] if variant.text else [variant.name]


def _rules(game: spec.Spec, calls: Calls) -> Iterator[Unnamed]:
    """What is offered, and why it is not."""
    offered = {edge.target for edges in calls.edges.values() for edge in edges if edge.sort == "offer"}
    offered |= {bend.rule for bend, _ in calls.bends if bend.sort == "offer"}
    for name, rule in game.rules.items():
        if name in offered:
            yield rule.span, [] if rule.text else [name]
            for need in rule.needs:
                yield need.origin.span, [f"{name}.{need.name}"]
            if rule.so_that is not None:
                yield rule.so_that.origin.span, [f"{name}.so_that"]
