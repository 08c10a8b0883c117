"""From a given function and its arguments to the formula that it is: `abs`, `index`, `top`, `between`, `neighbour`, `position`, `possible`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from ...syntax import ast
from .. import spec, types
from ..names import Scope
from .fit import fit, is_unknown, total, unfit, unknown, whose
from .words import quote, say

if TYPE_CHECKING:
    from .typer import Typer

SHAPES = {
    "abs": "abs(number)",
    "index": "index(value)",
    "top": "top(pile)",
    "between": "between(square, square)",
    "neighbour": "neighbour(square, direction)",
    "possible": "possible(player, rule)",
}
WORDS = {1: "one argument", 2: "2 arguments"}


def call(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    """A call of a given function."""
    shape = SHAPES.get(node.name, "position(..)")
    wanted = shape.count(",") + 1
    if len(node.args) != wanted and node.name != "position":
        typer.report(
            "RW405", node.name_origin, f"`{shape}`", name=node.name, wanted=WORDS[wanted], given=len(node.args)
        )
        if node.name != "possible":
            for arg in node.args:
                typer.expr(arg, scope)
        return unknown(node.origin)
    match node.name:
        case "abs":
            part = fit(typer, typer.expr(node.args[0], scope, types.Int()), types.Int(), "`abs(..)`")
            return spec.Abs(part, type=_as(types.Int(), part), origin=node.origin)
        case "index":
            return _index(typer, node, scope)
        case "top":
            return _top(typer, node, scope)
        case "between":
            return _between(typer, node, scope)
        case "neighbour":
            return _neighbour(typer, node, scope)
        case "position":
            parts = tuple(typer.expr(arg, scope) for arg in node.args)
            for part in parts:
                if isinstance(part.type.base, types.Zone | types.Table | types.RankTable) and not isinstance(
                    part, spec.ZoneRef
                ):
                    unfit(typer, part, "`position(..)`", "a value")
            return spec.PositionOf(parts, type=types.Type(types.Position()), origin=node.origin)
        case _:
            return _possible(typer, node, scope)


def _as(base: types.Base, *parts: spec.Expr) -> types.Type:
    """Missing when one of the parts is."""
    return types.Type(base, partial=any(part.type.may_be_missing for part in parts))


def _index(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    part = typer.expr(node.args[0], scope)
    if not isinstance(part.type.base, types.Kind | types.Player | types.Unknown):
        if isinstance(part.type.base, types.Many):
            return whose(typer, part)
        return unfit(typer, part, "`index(..)`", "a value of a kind or a player")
    return spec.IndexOf(part, type=_as(types.Int(), part), origin=node.origin)


def _top(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    zone = typer.expr(node.args[0], scope)
    if is_unknown(zone):
        return zone
    if isinstance(zone.type.base, types.Many):
        return whose(typer, zone)
    definition = typer.names.zones.get(zone.name) if isinstance(zone, spec.ZoneRef) else None
    if definition is None or not isinstance(zone, spec.ZoneRef):
        return unfit(typer, zone, "`top(..)`", "a pile")
    if definition.sort != "pile":
        typer.report(
            "RW427",
            zone.origin,
            text=quote(zone.origin),
            sort="a bag" if definition.sort == "bag" else "a row of slots",
        )
        return unknown(node.origin)
    return spec.Top(zone, type=types.Type(typer.names.element(definition.piece), partial=True), origin=node.origin)


def _grid(typer: Typer, e: spec.Expr, use: str) -> str | None:
    """The grid that a square belongs to."""
    base = e.type.base
    if isinstance(base, types.Kind):
        definition = typer.names.kinds.get(base.name)
        if definition is not None and definition.sort == "grid":
            return base.name
    if not is_unknown(e):
        if isinstance(base, types.Many):
            whose(typer, e)
        else:
            typer.report("RW419", e.origin, use=use, text=quote(e.origin), got=say(base))
    return None


def _between(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    left = typer.expr(node.args[0], scope)
    kind = _grid(typer, left, "`between(..)`")
    right = typer.expr(node.args[1], scope, left.type.base)
    if kind is None:
        return unknown(node.origin)
    right = fit(typer, right, types.Kind(kind), "`between(..)`")
    return spec.Between(kind, left, right, type=_as(types.Set(types.Kind(kind)), left, right), origin=node.origin)


def _neighbour(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    square = typer.expr(node.args[0], scope)
    kind = _grid(typer, square, "`neighbour(..)`")
    direction = typer.expr(node.args[1], scope)
    if kind is None or is_unknown(direction):
        return unknown(node.origin)
    ring = typer.names.kinds.get(direction.type.base.name) if isinstance(direction.type.base, types.Kind) else None
    if ring is None or not ring.ring or len(ring.values) not in (4, 8):
        typer.report("RW428", direction.origin, text=quote(direction.origin), got=say(direction.type.base))
        return unknown(node.origin)
    ways = cast("Literal[4, 8]", len(ring.values))
    return spec.Neighbour(
        kind, square, direction, ways, type=types.Type(types.Kind(kind), partial=True), origin=node.origin
    )


def _possible(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    who = fit(typer, typer.expr(node.args[0], scope, types.Player()), types.Player(), "`possible(..)`")
    who = total(typer, who, "whoever would decide")
    target = node.args[1]
    args: tuple[spec.Expr, ...] | None = None
    match target:
        case ast.Name(name):
            origin = target.origin
        case ast.Apply(name, given):
            origin = target.name_origin
        case _:
            typer.report("RW429", target.origin, text=quote(target.origin))
            return unknown(node.origin)
    if name not in typer.names.rules:
        typer.unknown_rule(name, origin)
        return unknown(node.origin)
    if isinstance(target, ast.Apply):
        args = typer.arguments(name, given, scope, origin, exact=False)
    return spec.Possible(who, name, args, type=types.BOOL, origin=node.origin)
