"""From names that are bound and never spoken of, and words that are spoken of there and bound nowhere, to one diagnostic for both.

Whoever misspells a name where it is bound has not misspelt it where it is used; told at the uses alone he would look in the wrong place.
"""

from __future__ import annotations

from ...diagnostics.words import listed
from ..names import Binding
from .typer import Typer


def check_bindings(typer: Typer) -> None:
    """Tell them where the name is bound; of several that could be meant the innermost, and of several words the first."""
    told: set[str] = set()
    for binding in reversed(typer.bindings):
        if binding.used or typer.failed(binding.place):
            continue
        for word in binding.missed:
            if word not in told and _meant(typer, binding, word):
                told |= {word} if word != "player" else set()
                _tell(typer, binding, word)
                break


def _meant(typer: Typer, binding: Binding, word: str) -> bool:
    """Whether the two may well be one name: no other is nearer to the word."""
    if word == "player" or typer.collector.nearest(word, (binding.name,)) is not None:
        return True
    if binding.idle and max(len(word), len(binding.name)) > 2:
        return False
    names = typer.names
    known = (*names.variables, *names.zones, *names.values, *names.defines, *names.kinds, *names.tables, *names.words)
    return typer.collector.nearest(word, (*known, *names.seats, *names.options)) is None


def _tell(typer: Typer, binding: Binding, word: str) -> None:
    spans = sorted({place.span for place in binding.missed[word]})
    lines = list(dict.fromkeys(span.line for span in spans))
    where = f"in line {lines[0]}" if len(lines) == 1 else f"in lines {listed([str(n) for n in lines[:6]], 'and')}"
    words = {"name": binding.name, "where": where, "word": word}
    if word == "player":
        typer.report("RW357", binding.place, which="whom this does not bind", **words)
    else:
        which = "which is bound nowhere"
        typer.collector.instead("RW350", word, spans, "RW357", binding.place, which=which, **words)
