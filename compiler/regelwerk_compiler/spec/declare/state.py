"""From `state:` and `options:` to variables, zones and options (starts and sights are typed later), or diagnostics."""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod

from ...document.located import Scalar
from ...syntax import ast
from .. import spec, types
from ..nodes import texts, under, word
from .game import VALUES_OF_A_KIND, Game, StateNode
from .types import axis, bound, holds

_WORD = re.compile(r"[a-z][a-z0-9_]*")


_COUNTED_OUT = "What lies in zones is counted out under `pieces:`."


def declare_state(game: Game) -> None:
    """Fill `names.variables`, `names.zones` and `names.options`."""
    for part, entry in game.declared("state"):
        sentence = game.sentence("state", entry.value)
        history = _history(sentence)
        zone = isinstance(sentence, ast.StateDecl) and isinstance(sentence.type.range, ast.ZoneRange) and not history
        game.space.add(entry.key.text, "a zone" if zone else "a variable", entry.key)
        if sentence is None:
            game.names.failed |= {entry.key.text, *_WORD.findall(word(entry.value))}  # its words for missing, too
        if not isinstance(sentence, ast.StateDecl) or entry.key.text in game.names.variables | game.names.zones:
            continue
        if zone:
            _zone(game, entry.key, sentence, part.variant)
        else:
            _variable(game, entry.key, sentence, part.variant)
    _refills(game)
    _full(game)
    for _, entry in game.declared("options"):
        _option(game, entry.key, under(entry.value, "is") or entry.value, texts(under(entry.value, "text")))


def _history(sentence: ast.Sentence | None) -> bool:
    return (
        isinstance(sentence, ast.StateDecl)
        and isinstance(sentence.type.range, ast.ZoneRange)
        and sentence.type.range.piece == "position"
    )


def _axes(game: Game, name: Scalar, each: tuple[ast.Base, ...]) -> tuple[spec.Axis, ...] | None:
    found = [axis(game, base) for base in each]
    axes = tuple(one for one in found if one is not None)
    if len(axes) != len(each):
        return None
    size = prod(game.size(one) for one in axes)
    if size > VALUES_OF_A_KIND:
        most = f"{VALUES_OF_A_KIND:,}"
        game.collector.report("RW304", each[-1].origin, name=f"`{name.text}`", size=f"{size:,}", most=most)
        return None
    if not game.within_all("cells", size, name, "The variables and zones of this game together"):
        return None
    return axes


def _variable(game: Game, name: Scalar, node: ast.StateDecl, variant: str) -> None:
    declared = node.type.range
    history = 0
    one: spec.Holds | None
    if isinstance(declared, ast.ZoneRange):
        one = spec.Holds(types.Type(types.Position()))
        if declared.sort != "bag" or declared.size is None:
            game.collector.report("RW341", declared.origin)
            return
        size = bound(game, declared.size)
        history = size or 0
        if size is not None and not 1 <= size <= VALUES_OF_A_KIND:
            game.collector.report("RW342", declared.size.origin, most=f"{VALUES_OF_A_KIND:,}")
            one = None
    elif isinstance(declared, ast.FormulaRange):
        game.collector.report("RW317", declared.origin, of="A variable", what="no formula")
        return
    else:
        one = holds(game, declared)
    axes = _axes(game, name, node.type.each)
    if node.top_seen is not None:
        game.collector.report("RW337", node.top_seen.origin, clause="top seen by", name=name.text)
    if node.refilled is not None:
        game.collector.report("RW337", node.origin, clause="refilled from", name=name.text)
    if one is None or axes is None:
        game.names.failed.add(name.text)
        return
    _owned(game, node.seen, axes)
    game.names.variables[name.text] = spec.VariableDef(
        name.text,
        axes,
        one,
        is_set=isinstance(one.type.base, types.Set),
        start=None,
        sight=spec.Sight("all"),
        history=history,
        variant=variant,
        span=name.span,
    )
    game.states.append(StateNode(name, node))


def _zone(game: Game, name: Scalar, node: ast.StateDecl, variant: str) -> None:
    declared = node.type.range
    assert isinstance(declared, ast.ZoneRange)
    axes = _axes(game, name, node.type.each)
    piece = game.names.pieces.get(declared.piece)
    size = bound(game, declared.size) if declared.size is not None else None
    right = axes is not None and (declared.size is None or size is not None)
    if piece is None:
        hint = game.collector.suggestion(declared.origin, declared.piece, game.names.pieces, _COUNTED_OUT)
        if not game.names.excused(declared.piece):
            game.collector.report("RW335", declared.origin, hint, name=declared.piece)
        right = False
    elif not piece.kind:
        right = False
    if declared.size is not None and size is not None and not 1 <= size <= VALUES_OF_A_KIND:
        game.collector.report("RW342", declared.size.origin, most=f"{VALUES_OF_A_KIND:,}")
        right = False
    full = isinstance(node.start, ast.Name) and node.start.name == "all"
    if node.start is not None and not full:
        game.collector.report("RW343", node.start.origin, name=name.text)
    for clause, said in (("top seen by", node.top_seen), ("refilled from", node.refilled)):
        if said is not None and declared.sort != "pile":
            place = said.origin if isinstance(said, ast.Sight) else node.origin
            game.collector.report("RW337", place, clause=clause, name=name.text)
    if not right or axes is None:
        game.names.failed.add(name.text)
        return
    _owned(game, node.seen, axes)
    _owned(game, node.top_seen, axes)
    if full and axes:
        assert node.start is not None
        game.collector.report("RW344", node.start.origin, name=name.text)
    game.names.zones[name.text] = spec.ZoneDef(
        name.text,
        declared.sort,
        declared.piece,
        axes,
        size,
        starts_full=full and not axes,
        sight=spec.Sight("nobody" if declared.sort == "pile" else "all"),
        top_sight=None,
        refilled=node.refilled if declared.sort == "pile" else None,
        variant=variant,
        span=name.span,
    )
    game.states.append(StateNode(name, node))


def _owned(game: Game, sight: ast.Sight | None, axes: tuple[spec.Axis, ...]) -> None:
    """`owner` and `others` speak of the first `player` index."""
    while sight is not None:
        if sight.who in ("owner", "others") and not any(one.kind == "player" for one in axes):
            game.collector.report("RW338", sight.origin, who=sight.who)
        sight = sight.otherwise


def _refills(game: Game) -> None:
    """The zone that refills a pile exists, holds the same pieces, and needs no index that the pile has not."""
    for state in game.states:
        pile = game.names.zones.get(state.name.text)
        if pile is None or pile.refilled is None:
            continue
        source = game.names.zones.get(pile.refilled)
        fault = ""
        if source is None:
            if not game.names.excused(pile.refilled):
                zones = (name for name in game.names.zones if name != pile.name)
                place = state.declaration.origin
                game.collector.report(
                    "RW339", place, game.collector.suggestion(place, pile.refilled, zones), name=pile.refilled
                )
        elif source.name == pile.name:
            fault = "it is the pile itself"
        elif source.piece != pile.piece:
            fault = f"it holds pieces of `{source.piece}`, the pile `{pile.piece}`"
        elif source.axes and source.axes != pile.axes:
            fault = "there are several of it"
        elif source.variant not in ("", pile.variant):
            fault = f"it exists only in the variant `{source.variant}`"
        if fault:
            game.collector.report("RW345", state.declaration.origin, name=pile.refilled, fault=fault)
        if source is None or fault:
            game.names.zones[pile.name] = replace(pile, refilled=None)


def _full(game: Game) -> None:
    """At most one zone begins with all pieces of a sort, and has room for them."""
    first: dict[str, spec.ZoneDef] = {}
    for state in game.states:
        zone = game.names.zones.get(state.name.text)
        if zone is None or not zone.starts_full or state.declaration.start is None:
            continue
        origin = state.declaration.start.origin
        other = first.setdefault(zone.piece, zone)
        if other is not zone and (not other.variant or not zone.variant or other.variant == zone.variant):
            game.collector.report("RW346", origin, piece=zone.piece, other=other.name)
        count = sum(game.names.pieces[zone.piece].copies)
        if zone.size is not None and count > zone.size:
            game.collector.report("RW347", origin, name=zone.name, size=zone.size, piece=zone.piece, count=count)


def _option(game: Game, name: Scalar, node: object, text: spec.Texts) -> None:
    """An option; its start is typed later."""
    game.space.add(name.text, "an option", name)
    if not isinstance(node, Scalar):
        return
    sentence = game.sentence("state", node)
    if not isinstance(sentence, ast.StateDecl):
        game.names.failed.add(name.text)
        return
    declared = sentence.type.range
    one = holds(game, declared) if isinstance(declared, ast.ValueRange) else None
    single = isinstance(declared, ast.ValueRange) and not declared.words and not sentence.type.each
    plain = sentence.seen is None and sentence.top_seen is None and sentence.refilled is None
    kinds = types.Int, types.Bool, types.Kind
    if not single or not plain or (one is not None and not isinstance(one.type.base, kinds)):
        game.collector.report("RW348", sentence.origin, name=name.text)
        game.names.failed.add(name.text)
    elif one is None:
        game.names.failed.add(name.text)
    elif sentence.start is None:
        game.collector.report("RW349", sentence.origin, name=name.text)
        game.names.failed.add(name.text)
    else:
        game.names.options[name.text] = spec.OptionDef(name.text, one, one.low, text, name.span)
        game.options[name.text] = sentence
