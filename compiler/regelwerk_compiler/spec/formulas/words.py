"""From types and typed formulas to words for people: what something is, and why it may be missing."""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.words import listed, shortened
from ...document.located import Origin
from .. import spec, types


def say(base: types.Base) -> str:
    """`a number`, `a set of colour`."""
    match base:
        case types.Int():
            return "a number"
        case types.Bool():
            return "true or false"
        case types.Player():
            return "a player"
        case types.Kind(name):
            return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
        case types.Rule():
            return "a rule"
        case types.Position():
            return "a position"
        case types.Set(of):
            return f"a set of {many(of)}"
        case types.Zone(piece):
            return f"a zone of {piece}" if piece else "the box"
        case types.Table():
            return "a whole table"
        case types.Many():
            return "a whole table of cells"
        case types.RankTable():
            return "a table of prizes"
        case types.None_():
            return "a missing value"
        case types.Unknown():
            return "something"


def many(base: types.Base) -> str:
    """`numbers`, `colour`: behind `a set of`."""
    match base:
        case types.Int():
            return "numbers"
        case types.Player():
            return "players"
        case types.Rule():
            return "rules"
        case types.Kind(name):
            return name
        case _:
            return say(base)


def capital(text: str) -> str:
    """The words at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def quote(origin: Origin) -> str:
    """The words of a formula, short."""
    return f"`{shortened(origin.text)}`"


def chain(names: Sequence[str], most: int = 6) -> str:
    """`` `a` -> `b` -> `a` ``, its middle left out where it is long."""
    shown = [f"`{name}`" for name in names]
    if len(shown) > most:
        shown[most - 2 : -1] = ["…"]
    return " -> ".join(shown)


def why_missing(e: spec.Expr) -> str:
    """Why a formula may be missing, as the end of `..: `; '' if there is nothing to say."""
    if e.type.words and not isinstance(e, spec.Word):
        return f"it may be {listed([f'`{word}`' for word in e.type.words])}"
    match e:
        case spec.Word():
            return "that is no value"
        case spec.If(_, _, None):
            return "there is no value when the condition is false"
        case spec.Top() | spec.PickIn():
            return "the zone may be empty"
        case spec.Pick() | spec.Fold():
            return "there may be none"
        case spec.FoldOf():
            return "there may be no value among them"
        case spec.SlotCell():
            return "the slot may be empty, or not be there"
        case spec.Neighbour():
            return "it may lie off the board"
        case spec.TableCell(table):
            return f"`{table}` may have no such place"
        case spec.Step():
            return f"there may be none past the end of {_kind(e.type.base)}"
        case spec.Construct(kind):
            return f"there may be no such {kind}"
        case spec.Convert(_, source, target):
            return f"{say(types.Kind(source))} need not be {say(types.Kind(target))}"
    for part in _strict(e):
        if part.type.may_be_missing:
            return f"{quote(part.origin)} may be missing" + (f" ({why})" if (why := why_missing(part)) else "")
    match e:
        case spec.Variable() | spec.Column():
            return "the number in the brackets may be outside"
        case spec.CallDefine(name):
            return f"`{name}` may have no value"
        case _:
            return ""


def _kind(base: types.Base) -> str:
    return f"`{base.name}`" if isinstance(base, types.Kind) else "its kind"


def _strict(e: spec.Expr) -> tuple[spec.Expr, ...]:
    """The parts without which a formula has no value."""
    from .facts import strict

    return strict(e)
