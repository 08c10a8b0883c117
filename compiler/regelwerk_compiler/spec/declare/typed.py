"""From the declarations and a `Typer` to what in them is a formula: start values, sights, cells that are formulas, where a row works."""

from __future__ import annotations

from dataclasses import replace

from ...document.located import Map, Node, Scalar
from ...syntax import ast
from .. import spec, types
from ..formulas.typer import Typer
from ..names import Local, Scope
from ..tree import walk
from .constant import place_of
from .game import Game

NOBODY: Scope = {}
PLAYER: Scope = {"player": Local(types.PLAYER)}
OWNER: Scope = {**PLAYER, "owner": Local(types.PLAYER)}
CHANGES = spec.Variable | spec.ZoneRef | spec.Over | spec.Possible


def type_declarations(game: Game, typer: Typer) -> None:
    """Fill in what `declare` left open."""
    for name, sentence in game.options.items():
        _option(game, typer, name, sentence)
    for state in game.states:
        name = state.name.text
        if name in game.names.variables:
            _variable(game, typer, name, state.declaration)
        elif name in game.names.zones:
            zone = game.names.zones[name]
            seen = _sight(typer, state.declaration.seen, zone.sight)
            top = state.declaration.top_seen
            game.names.zones[name] = replace(
                zone, sight=seen, top_sight=_sight(typer, top, seen) if top is not None else None
            )
    for cell in game.formulas:
        _formula(game, typer, cell.kind, cell.row, cell.column, cell.node)
    for name, known in game.kinds.items():
        if name in game.names.kinds:
            _source(game, typer, name, known.node)


def _option(game: Game, typer: Typer, name: str, sentence: ast.StateDecl) -> None:
    option = game.names.options[name]
    assert sentence.start is not None
    start = _start(game, typer, name, sentence.start, option.holds)
    value = place_of(start, game.names) if start is not None else None
    if value is not None:
        game.names.options[name] = replace(option, start=value)


def _variable(game: Game, typer: Typer, name: str, sentence: ast.StateDecl) -> None:
    variable = game.names.variables[name]
    start = None
    if sentence.start is not None:
        start = _start(game, typer, name, sentence.start, variable.holds)
    game.names.variables[name] = replace(variable, start=start, sight=_sight(typer, sentence.seen, variable.sight))


def _start(game: Game, typer: Typer, name: str, node: ast.Expr, holds: spec.Holds) -> spec.Expr | None:
    """A start value: nothing that changes while playing."""
    if isinstance(node, ast.Name) and node.name in holds.type.words:
        return spec.Word("" if node.name == "none" else node.name, type=types.Type(types.None_()), origin=node.origin)
    start = typer.value(node, NOBODY, holds.type.base, f"the start of `{name}`")
    changing = next((part for part in walk(start) if isinstance(part, CHANGES)), None)
    if changing is not None:
        game.collector.report("RW311", changing.origin)
        return None
    value = place_of(start, game.names)
    if value is not None and isinstance(holds.type.base, types.Int) and not holds.low <= value <= holds.high:
        game.collector.report("RW340", node.origin, name=name, value=value, low=holds.low, high=holds.high)
    return start


def _sight(typer: Typer, node: ast.Sight | None, default: spec.Sight) -> spec.Sight:
    """Who sees; conditions speak of the state only."""
    if node is None:
        return default
    condition = typer.condition(node.condition, NOBODY) if node.condition is not None else None
    otherwise = _sight(typer, node.otherwise, default) if node.otherwise is not None else None
    return spec.Sight(node.who, condition, otherwise)


def _formula(game: Game, typer: Typer, kind: str, row: int, column: str, node: Node) -> None:
    sentence = typer.formula(node)
    if sentence is None:
        return
    value = typer.number(sentence, PLAYER, f"`{column}`")
    definition = game.names.kinds[kind]
    rows = list(definition.rows)
    rows[row] = {**rows[row], column: value}
    game.names.kinds[kind] = replace(definition, rows=tuple(rows))


def _source(game: Game, typer: Typer, name: str, node: Map) -> None:
    """Where the pieces of a kind bend the rules, and where they go."""
    works = _zone(game, typer, name, node, "works_in", OWNER)
    goes = _zone(game, typer, name, node, "then_goes_to", PLAYER)
    if works is not None or goes is not None:
        game.names.kinds[name] = replace(game.names.kinds[name], works_in=works, then_goes_to=goes)


def _zone(game: Game, typer: Typer, kind: str, node: Map, key: str, scope: Scope) -> spec.ZoneRef | None:
    written = node.get(key)
    sentence = typer.formula(written) if isinstance(written, Scalar) else None
    if sentence is None or not isinstance(written, Scalar):
        return None
    zone = typer.whose(typer.expr(sentence, scope))
    if isinstance(zone.type.base, types.Unknown):
        return None
    if not isinstance(zone, spec.ZoneRef):
        game.collector.report("RW704", written, key=key, kind=kind)
        return None
    piece = game.names.pieces.get(game.names.zones[zone.name].piece) if zone.name in game.names.zones else None
    if zone.name != "box" and piece is not None and piece.kind != kind and not _among(game, kind, piece.kind):
        game.collector.report("RW705", written, zone=zone.name, piece=piece.name, kind=kind)
        return None
    for index in zone.indices:
        if not isinstance(index, spec.Bound):
            game.collector.report("RW706", index.origin)
            return None
    return zone


def _among(game: Game, kind: str, faces: str) -> bool:
    """Whether the values of `kind` are faces of a mixed sort of piece."""
    return any(group[0] == kind for group in game.names.kinds[faces].groups)
