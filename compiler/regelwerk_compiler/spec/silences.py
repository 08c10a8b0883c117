"""From `silence:` to the warnings that are taken away; what silences nothing is a warning itself."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics.catalogue import CATALOGUE
from ..diagnostics.diagnostic import Collector, Diagnostic
from ..document.located import Entry, Map, Scalar, Span
from . import spec
from .declare.game import Game
from .nodes import entries, items, under, word

SECTIONS = ("kinds", "tables", "pieces", "state", "options", "define", "rules", "score", "variants", "texts")


def game_silences(game: Game) -> tuple[spec.Silence, ...]:
    """What the game wants to be silent, with the places that each address covers."""
    found: list[spec.Silence] = []
    for item in items(game.root.get("silence")):
        code, at = under(item, "code"), under(item, "at")
        if not isinstance(code, Scalar) or not isinstance(at, Scalar):
            continue
        entry = CATALOGUE.get(code.text)
        if entry is None or entry.severity != "warning":
            game.collector.report("RW914" if entry is None else "RW915", code, code=code.text)
            continue
        spans = tuple(_covered(game, at.text))
        if not spans:
            game.collector.report(
                "RW910", at, game.collector.suggestion(at, at.text, sorted(_addresses(game))), name=at.text
            )
            continue
        everywhere = at.text == word(game.root.get("game"))
        found.append(spec.Silence(code.text, at.text, word(under(item, "because")), spans, code.span, everywhere))
    return tuple(found)


def silence(silences: Iterable[spec.Silence], collector: Collector) -> None:
    """Take the silenced warnings away; report each silence that took none (if all passes ran, which errors prevent)."""
    for one in silences:
        kept = [found for found in collector.found if not _silenced(one, found)]
        if len(kept) == len(collector.found) and not collector.errors:
            collector.report("RW916", one.span, code=one.code, at=one.at)
        else:
            collector.found[:] = kept


def _silenced(one: spec.Silence, found: Diagnostic) -> bool:
    return found.code == one.code and (one.everywhere or any(_inside(found.span, span) for span in one.spans))


def _inside(span: Span, outer: Span) -> bool:
    return (
        span.file == outer.file
        and (outer.line, outer.column) <= (span.line, span.column)
        and (span.line, span.column) <= (outer.end_line, outer.end_column)
    )


def _declared(game: Game) -> Iterable[tuple[str, Entry]]:
    """Every declaration with its address: what stands directly in a section, and what stands directly in that."""
    if (title := game.root.key("game")) is not None:
        yield word(game.root.get("game")), Entry(title, game.root)
    if (ranking := game.root.key("ranking")) is not None:
        yield "ranking", Entry(ranking, game.root.get("ranking") or ranking)
    for section in SECTIONS:
        for _, entry in game.declared(section):
            name = entry.key.text.partition("(")[0].strip()
            yield name, entry
            for key in ("needs", "rows"):
                for inner in entries(under(entry.value, key)):
                    yield f"{name}.{inner.key.text}", inner
            if isinstance(entry.value, Map) and (cost := entry.value.key("cost")) is not None:
                yield f"{name}.cost", Entry(cost, entry.value.get("cost") or cost)


def _addresses(game: Game) -> set[str]:
    return {address for address, _ in _declared(game)}


def _covered(game: Game, address: str) -> Iterable[Span]:
    for known, entry in _declared(game):
        if known == address:
            start, end = entry.key.span, entry.value.span
            yield Span(start.file, start.line, start.column, end.end_line, end.end_column)
