"""From steps as they are written to what they may write, before they are typed: never too little.

A loop asks before its body is read: what is proved on entry holds in every round if nothing in the body writes what it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ...document.located import Map, Node, Scalar, Sequence
from ..formulas.facts import ANY_STATE, surviving

if TYPE_CHECKING:
    from ..formulas.typer import Typer

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_VERBS = ("set", "random", "let", "move", "draw", "choose", "if", "for", "show", "end")
_WITH_A_SOURCE = re.compile(r"[^()]*\sfrom\s")  # in brackets it begins a domain


def each_round(typer: Typer, body: Node | None) -> None:
    """Forget what holds on entry to a loop and may not hold in the second round."""
    refills = [zone.refilled for zone in typer.names.zones.values() if zone.refilled]
    typer.facts = surviving(typer.facts, set(_writes(body, (*typer.names.zones, "box"), refills)))


def _writes(body: Node | None, zones: Collection[str], refills: Collection[str]) -> Iterator[str]:
    """`v:` and a variable or zone, `n:` and a local name, or `*`; `refills`: zones out of which any draw may fill a pile."""
    match body:
        case Sequence(items):
            for item in items:
                yield from _writes(item, zones, refills)
        case Map():
            verb = next((entry for entry in body if entry.key.text in _VERBS), None)
            if verb is None or not isinstance(verb.value, Scalar):
                yield ANY_STATE
                return
            text = verb.value.text
            words = _WORD.findall(text)
            match verb.key.text:
                case "set" | "random" | "let":
                    yield from (f"{sort}:{word}" for word in words[:1] for sort in "vn")
                case "move" if not (_WITH_A_SOURCE.match(text) or (words and words[0] in zones)):
                    yield from (f"v:{zone}" for zone in zones)  # wherever the piece lies
                case "move" | "draw":
                    yield from (f"v:{word}" for word in (*words, *refills) if word in zones)
                case "choose":
                    yield ANY_STATE
                case _:
                    for part in ("then", "else", "do"):
                        yield from _writes(body.get(part), zones, refills)
        case Scalar(text=text) if text.strip() != "nothing":
            yield ANY_STATE
        case _:
            pass
