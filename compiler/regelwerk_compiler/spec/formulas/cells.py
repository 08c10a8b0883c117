"""From `base[args]` and `base.field` to the cell, count, slot, column or factor that is meant, or diagnostics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...diagnostics.words import quoted_words
from ...document.located import Origin
from ...syntax import ast
from .. import spec, types
from ..names import Scope
from .fit import faces_of, fit, is_unknown, same, unknown
from .named import at_axis, at_zone_axis, held_type
from .ranges import bounds, places
from .words import capital, quote, say

if TYPE_CHECKING:
    from .typer import Typer


def index(typer: Typer, node: ast.Index, scope: Scope) -> spec.Expr:
    """`base[args]`."""
    names = typer.names
    if isinstance(node.base, ast.Name) and node.base.name not in scope:
        word = node.base.name
        variable, zone = names.variables.get(word), names.zones.get(word)
        if variable is not None and variable.axes:
            return variable_cell(typer, variable, node.args, node.origin, scope)
        if zone is not None and zone.axes:
            return zone_cell(typer, zone, node.args, node.origin, scope)
    base = typer.expr(node.base, scope)
    match base:
        case spec.TableCell(_, _) if isinstance(base.type.base, types.Table):
            return _table(typer, base, node, scope)
        case spec.ZoneRef():
            if isinstance(base.type.base, types.Zone):
                return _in_zone(typer, base, node, scope)
        case spec.CallDefine(name, args) if isinstance(base.type.base, types.RankTable):
            if not _places(typer, node, 1, f"the rank `{name}`"):
                return unknown(node.origin)
            over = base.type.base.over
            who = fit(typer, typer.expr(node.args[0], scope, over), over, f"`{name}(..)[..]`")
            partial = base.type.partial or who.type.may_be_missing
            return spec.RankCell(name, args, who, type=types.Type(types.Int(), partial=partial), origin=node.origin)
        case spec.Column(_, kind, column, None) if isinstance(base.type.base, types.Many):
            return _column_cell(typer, base, kind, column, node, scope)
    for arg in node.args:
        typer.expr(arg, scope)
    if not is_unknown(base):
        hint = (
            "Choose the zone first: the brackets go into both branches."
            if isinstance(base.type.base, types.Zone)
            else typer.collector.stands(base.origin, base.origin.text, base.origin.text)
            if isinstance(base, spec.Variable)
            else ""
        )
        typer.report("RW408", base.origin, hint, text=quote(base.origin), got=say(base.type.base))
    return unknown(node.origin)


def _places(typer: Typer, node: ast.Index, wanted: int, what: str) -> bool:
    """Whether there are as many places in the brackets as there must be."""
    if len(node.args) == wanted:
        return True
    shown = "one place" if wanted == 1 else f"{wanted} places"
    typer.report("RW406", node.origin, what=what, wanted=shown, given=len(node.args))
    return False


def _axes(typer: Typer, name: str, axes: tuple[spec.Axis, ...], args: tuple[ast.Expr, ...], origin: Origin) -> bool:
    if len(args) == len(axes):
        return True
    shown = ", ".join("player" if a.kind == "player" else a.kind or f"{a.low}..{a.high}" for a in axes)
    wanted = "one place" if len(axes) == 1 else f"{len(axes)} places"
    wanted = wanted if axes else "no places"
    hint = typer.collector.stands(origin, name, f"{name}[{shown}]" if axes else name)
    typer.report("RW406", origin, hint, what=f"`{name}`", wanted=wanted, given=len(args))
    return False


def variable_cell(
    typer: Typer, variable: spec.VariableDef, args: tuple[ast.Expr, ...], origin: Origin, scope: Scope
) -> spec.Expr:
    """A cell of an indexed variable; missing where an index is."""
    held = held_type(variable)
    if not _axes(typer, variable.name, variable.axes, args, origin):
        return unknown(origin)
    found = [
        at_axis(typer, a, axis, scope, f"`{variable.name}[..]`") for a, axis in zip(args, variable.axes, strict=True)
    ]
    partial = held.partial or not all(sure for _, sure in found)
    made = types.Type(held.base, held.words, partial)
    return spec.Variable(variable.name, tuple(e for e, _ in found), type=made, origin=origin)


def zone_cell(typer: Typer, zone: spec.ZoneDef, args: tuple[ast.Expr, ...], origin: Origin, scope: Scope) -> spec.Expr:
    """One zone of an indexed zone."""
    if not _axes(typer, zone.name, zone.axes, args, origin):
        return unknown(origin)
    found = tuple(
        at_zone_axis(typer, a, axis, scope, f"`{zone.name}[..]`") for a, axis in zip(args, zone.axes, strict=True)
    )
    return spec.ZoneRef(
        zone.name, found, type=types.Type(types.Zone(zone.piece, typer.names.element(zone.piece))), origin=origin
    )


def _in_zone(typer: Typer, zone: spec.ZoneRef, node: ast.Index, scope: Scope) -> spec.Expr:
    """`zone[i]` of slots is the piece there, `zone[face]` of others how many of that face there are."""
    if not _places(typer, node, 1, f"`{zone.name}`"):
        return unknown(node.origin)
    of = zone.type.base.of if isinstance(zone.type.base, types.Zone) else types.Unknown()
    definition = typer.names.zones.get(zone.name)
    if definition is not None and definition.sort == "slots":
        slot = spec.Axis("", 1, definition.size or 1)
        at, _ = at_axis(typer, node.args[0], slot, scope, f"a slot of `{zone.name}`")
        return spec.SlotCell(zone, at, type=types.Type(of, partial=True), origin=node.origin)
    face = typer.expr(node.args[0], scope, of)
    if zone.name == "box":
        face, zone = _of_box(typer, face, zone)
    else:
        face = fit(typer, face, of, f"a face in `{zone.name}[..]`")
    return spec.FaceCount(
        zone, face, type=types.Type(types.Int(), partial=face.type.may_be_missing), origin=node.origin
    )


def _of_box(typer: Typer, face: spec.Expr, box: spec.ZoneRef) -> tuple[spec.Expr, spec.ZoneRef]:
    """`box[face]`: the face says which piece's box."""
    names = typer.names
    pieces = [p for p in names.pieces.values() if same(face.type.base, names.element(p.name))]
    if not pieces and isinstance(face.type.base, types.Kind):
        pieces = [p for p in names.pieces.values() if face.type.base.name in faces_of(typer, p.kind)]
    if len(pieces) != 1 or is_unknown(face):
        if not is_unknown(face):
            typer.report("RW425", box.origin)
        return unknown(face.origin), box
    of = names.element(pieces[0].name)
    return fit(typer, face, of, "a face in `box[..]`"), replace(box, type=types.Type(types.Zone(pieces[0].name, of)))


def _table(typer: Typer, base: spec.TableCell, node: ast.Index, scope: Scope) -> spec.Expr:
    """`table[i]`: from 1, missing outside; `table[i, j]` is not a thing."""
    table = typer.names.tables[base.table]
    if not _places(typer, node, 1, f"`{base.table}`"):
        return unknown(node.origin)
    use = f"a place in `{base.table}`"
    at = fit(typer, typer.expr(node.args[0], scope, types.Int()), types.Int(), use)
    indices = (*base.indices, at)
    found = [bounds(typer, e, scope) for e in indices]
    fewest, sure = places(table.values, found)
    if len(indices) == 1 and found[0].outside(1, fewest) and not is_unknown(at):
        typer.report("RW426", at.origin, text=quote(at.origin), use=capital(use), low=1, high=fewest)
        return unknown(node.origin)
    missing = any(e.type.may_be_missing for e in indices)
    depth = table.depth - len(indices)
    made = types.Type(types.Table(depth)) if depth else types.Type(table.of.base, table.of.words, missing or not sure)
    return spec.TableCell(base.table, indices, type=made, origin=node.origin)


def _column_cell(typer: Typer, base: spec.Column, kind: str, column: str, node: ast.Index, scope: Scope) -> spec.Expr:
    """`row.column[each]`."""
    each = next(c.each for c in typer.names.kinds[kind].columns if c.name == column)
    if each is None or not _places(typer, node, 1, f"`.{column}`"):
        return unknown(node.origin)
    at, sure = at_axis(typer, node.args[0], each, scope, f"`.{column}[..]`")
    held = base.type.base.of if isinstance(base.type.base, types.Many) else types.Unknown()
    made = types.Type(held, base.type.words, base.type.partial or not sure)
    return replace(base, each=at, type=made, origin=node.origin)


# -- fields --------------------------------------------------------------------------------------


def field(typer: Typer, node: ast.Field, scope: Scope) -> spec.Expr:
    """`base.name` and `base.name(args)`."""
    base = typer.expr(node.base, scope)
    found = of_kind(typer, base, node, scope)
    if found is not None:
        return found
    for arg in node.args or ():
        typer.expr(arg, scope)
    return unknown(node.origin)


def of_kind(typer: Typer, base: spec.Expr, node: ast.Field, scope: Scope) -> spec.Expr | None:
    """The field of a typed value; None where there is none, which is reported."""
    kind = base.type.base
    if not isinstance(kind, types.Kind):
        if not is_unknown(base):
            hint = ""
            if isinstance(kind, types.Set | types.Zone):
                hint = f"Its elements may have one: `x.{node.name} for x in {base.origin.text}`."
            if isinstance(kind, types.Many):
                typer.whose(base)
                return None
            typer.report("RW353", node.name_origin, hint, what=capital(say(kind)), name=node.name)
        return None
    definition = typer.names.kinds.get(kind.name)
    if definition is None:
        return None
    made = _own(typer, base, definition, node, scope)
    if made is not None:
        return made
    if definition.sort == "faces":
        return _of_faces(typer, base, definition, node, scope)
    known = [*(c.name for c in definition.columns), *(f.name for f in definition.factors if f.name)]
    if kind.name in typer.names.lacking or (not known and kind.name in typer.names.spoilt):
        return None  # its columns were refused
    others = f"It has {quoted_words(known)}." if known else "It has no fields."
    hint = typer.collector.suggestion(node.name_origin, node.name, known, others, within=kind.name)
    typer.report("RW353", node.name_origin, hint, what=capital(say(kind)), name=node.name)
    return None


def _own(typer: Typer, base: spec.Expr, kind: spec.KindDef, node: ast.Field, scope: Scope) -> spec.Expr | None:
    """The field if the kind itself has it."""
    partial = base.type.may_be_missing
    for place, factor in enumerate(kind.factors):
        if factor.name == node.name:
            if node.args is not None:
                typer.report("RW405", node.name_origin, name=node.name, wanted="no arguments", given=len(node.args))
            of: types.Base = types.Kind(factor.axis.kind) if factor.axis.kind else types.Int()
            return spec.Factor(base, kind.name, place, type=types.Type(of, partial=partial), origin=node.origin)
    column = next((c for c in kind.columns if c.name == node.name), None)
    if column is None:
        return None
    if column.formula:
        return _formula(typer, base, kind, column, node, scope)
    if node.args is not None:
        rule = isinstance(column.holds.type.base, types.Rule)
        code = "RW358" if rule else "RW405"
        typer.report(code, node.name_origin, name=node.name, wanted="no arguments", given=len(node.args))
        for arg in node.args:
            typer.expr(arg, scope)
        return unknown(node.origin)
    held = column.holds.type
    if column.each is not None:
        made = types.Type(types.Many(held.base), held.words, partial)
    else:
        made = types.Type(held.base, held.words, partial)
    return spec.Column(base, kind.name, column.name, type=made, origin=node.origin)


def _formula(
    typer: Typer, base: spec.Expr, kind: spec.KindDef, column: spec.ColumnDef, node: ast.Field, scope: Scope
) -> spec.Expr:
    """`goal.points(player)`."""
    args = node.args or ()
    if len(args) != 1:
        hint = f"`.{column.name}(player)`: a formula of a player takes him in brackets."
        typer.report("RW405", node.name_origin, hint, name=column.name, wanted="one argument", given=len(args))
        return unknown(node.origin)
    who = fit(typer, typer.expr(args[0], scope, types.Player()), types.Player(), f"`.{column.name}(..)`")
    partial = base.type.may_be_missing or who.type.may_be_missing
    return spec.FormulaColumn(
        base, kind.name, column.name, who, type=types.Type(types.Int(), partial=partial), origin=node.origin
    )


def _of_faces(typer: Typer, base: spec.Expr, kind: spec.KindDef, node: ast.Field, scope: Scope) -> spec.Expr | None:
    """The field of those faces of a mixed sort of piece that have it; missing for the others."""
    owners = []
    for group in faces_of(typer, kind.name):
        definition = typer.names.kinds[group]
        if node.name in {*(c.name for c in definition.columns), *(f.name for f in definition.factors)}:
            owners.append(definition)
    if not owners:
        typer.report("RW353", node.name_origin, what=capital(say(types.Kind(kind.name))), name=node.name)
        return None
    parts: list[spec.Expr] = []
    for owner in owners:
        made = types.Type(types.Kind(owner.name), partial=True)
        value = spec.Convert(base, kind.name, owner.name, type=made, origin=base.origin)
        part = _own(typer, value, owner, node, scope)
        if part is not None and (not parts or same(part.type.base, parts[0].type.base)):
            parts.append(part)
    if len(parts) == 1:
        return parts[0]
    return spec.Finish(tuple(parts), type=parts[0].type, origin=node.origin) if parts else None
