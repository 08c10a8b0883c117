"""From a declared type (`TypeDecl`) to what a cell holds (`Holds`) and its indices (`Axis`), or diagnostics."""

from __future__ import annotations

from dataclasses import replace

from ...syntax import ast
from .. import spec, types
from ..nodes import number
from .game import LARGEST_NUMBER, Game

_BOOLEAN = types.Type(types.Bool())
_GIVEN: dict[str, spec.Holds] = {
    "boolean": spec.Holds(_BOOLEAN, 0, 1),
    "player": spec.Holds(types.PLAYER),
    "rule": spec.Holds(types.Type(types.Rule())),
    "position": spec.Holds(types.Type(types.Position())),
}


def base(game: Game, node: ast.Base) -> spec.Holds | None:
    """A single value of the type that `node` names."""
    if node.name is None:
        bounds = limits(game, node)
        return None if bounds is None else spec.Holds(types.INT, *bounds)
    return _given(game, node.name) or kind(game, node.name, node)


def _given(game: Game, name: str) -> spec.Holds | None:
    """A type of the language itself; of seats as many as there can be."""
    found = _GIVEN.get(name)
    return replace(found, high=game.size(spec.Axis("player")) - 1) if found is not None and name == "player" else found


def kind(game: Game, name: str, place: ast.Node) -> spec.Holds | None:
    """A value of the kind, or of the faces of the sort of piece, that `name` names."""
    names = game.names
    piece = names.pieces.get(name)
    definition = names.kinds.get(piece.kind if piece is not None else name)
    if definition is None:
        if name not in game.kinds and name not in names.pieces and not names.excused(name):
            known = (*names.kinds, *names.pieces, *_GIVEN)
            meanings = game.space.meanings.get(name)
            if meanings:
                hint = game.collector.suggestion(place.origin, name, known)
                game.collector.report("RW303", place.origin, hint, name=name, what=meanings[0].what)
            else:
                game.no_kind(name, place.origin, known)
        return None  # a kind that is itself at fault was reported
    if definition.sort == "range":
        return spec.Holds(types.INT, definition.low, definition.high)
    return spec.Holds(types.Type(types.Kind(definition.name)), 0, len(definition.values) - 1)


def limits(game: Game, node: ast.Base) -> tuple[int, int] | None:
    """The numbers of `low..high`."""
    if node.low is None or node.high is None:
        return None
    low, high = bound(game, node.low), bound(game, node.high)
    if low is None or high is None:
        return None
    if low > high:
        game.collector.report("RW307", node.origin, low=low, high=high)
        return None
    return low, high


def bound(game: Game, node: ast.Bound) -> int | None:
    """A number, or the number that a define without parameters is."""
    value = node.value
    if value is None:
        define = game.names.defines.get(node.name or "")
        value = number(define.node) if define is not None and not define.head.params else None
        if value is None:
            numbers = [d.name for d in game.names.defines.values() if number(d.node) is not None]
            game.collector.report(
                "RW308", node.origin, game.collector.suggestion(node.origin, node.name or "", numbers), name=node.name
            )
            return None
    if abs(value) > LARGEST_NUMBER:
        game.collector.report("RW309", node.origin, most=f"{LARGEST_NUMBER:,}")
        return None
    return value


def axis(game: Game, node: ast.Base) -> spec.Axis | None:
    """An index: the seats, a kind or numbers."""
    if node.name == "player":
        return spec.Axis("player")
    if node.name in _GIVEN:
        game.collector.report("RW310", node.origin, name=node.name)
        return None
    holds = base(game, node)
    match holds:
        case None:
            return None
        case spec.Holds(types.Type(types.Kind(name))):
            return spec.Axis(name)
        case spec.Holds(_, low, high):
            return spec.Axis("", low, high)


def holds(game: Game, node: ast.ValueRange | ast.SetRange) -> spec.Holds | None:
    """What a cell of this type holds; the words are added to the words of the game."""
    if isinstance(node, ast.SetRange):
        of = _given(game, node.kind) or kind(game, node.kind, node)
        if of is None:
            return None
        if node.kind in ("boolean", "position"):
            game.collector.report(
                "RW317", node.origin, of="A set", what=f"values of a kind, numbers, seats or rules, not `{node.kind}`"
            )
            return None
        return spec.Holds(types.Type(types.Set(of.type.base)), of.low, of.high)
    one = base(game, node.base)
    for word in node.words:
        if word != "none":
            place = node.origin.scalar
            if game.space.is_name(word, place):
                game.names.words.add(word)
                game.space.add(word, "a word for a missing value", place, shared=True)
    if one is None:
        return None
    return spec.Holds(types.Type(one.type.base, node.words), one.low, one.high, node.unit or "")
