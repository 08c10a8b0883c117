"""From `move` and `draw` to typed steps: which pieces, from where, to where, and how into a pile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...syntax import ast
from .. import spec, types
from ..formulas.fit import fit, is_unknown, same, suited, whose
from ..formulas.words import quote, say
from ..names import Local, Scope

if TYPE_CHECKING:
    from ..formulas.typer import Typer

Spot = spec.ZoneRef | spec.SlotCell


def spot(typer: Typer, node: ast.Expr, scope: Scope, use: str) -> spec.Expr | None:
    """A zone or a slot, or a choice between zones; anything else is reported."""
    e = typer.expr(node, scope)
    if is_unknown(e):
        return None
    if isinstance(e.type.base, types.Many):
        whose(typer, e)
        return None
    if isinstance(e, spec.SlotCell) or isinstance(e.type.base, types.Zone):
        return e
    hint = ""
    if isinstance(e, spec.FaceCount):
        hint = f"`{e.zone.origin.text}` is the zone; brackets count a face in it."
    typer.report("RW520", e.origin, hint, use=use, text=quote(e.origin), got=say(e.type.base))
    return None


def one_spot(typer: Typer, node: ast.Expr, scope: Scope, use: str) -> Spot | None:
    """The same, where no choice may stand."""
    e = spot(typer, node, scope, use)
    if e is None or isinstance(e, Spot):
        return e
    typer.report("RW521", e.origin, text=quote(e.origin), use=use)
    return None


def piece_of(typer: Typer, e: spec.Expr) -> str:
    """The sort of piece in a zone or slot; '' for the box."""
    base = e.zone.type.base if isinstance(e, spec.SlotCell) else e.type.base
    return base.piece if isinstance(base, types.Zone) else ""


def boxed(typer: Typer, e: spec.Expr, piece: str) -> spec.Expr:
    """The box as the box of a sort of piece."""
    match e:
        case spec.ZoneRef("box") if piece_of(typer, e) == "":
            return replace(e, type=types.Type(types.Zone(piece, typer.names.element(piece))))
        case spec.If(value, _, otherwise) if otherwise is not None:
            return replace(e, value=boxed(typer, value, piece), otherwise=boxed(typer, otherwise, piece))
        case _:
            return e


def sort_of(typer: Typer, e: spec.Expr) -> str:
    """`pile`, `bag` or `slots`; of a choice, `pile` if one of them is."""
    match e:
        case spec.ZoneRef(name) if name in typer.names.zones:
            return typer.names.zones[name].sort
        case spec.If(value, _, otherwise) if otherwise is not None:
            sorts = {sort_of(typer, value), sort_of(typer, otherwise)}
            return "pile" if "pile" in sorts else sorts.pop()
        case _:
            return "bag"


def split(e: spec.Expr, made: Callable[[Spot], tuple[spec.Step_, ...]]) -> tuple[spec.Step_, ...]:
    """A step for each zone that a choice can give."""
    match e:
        case spec.ZoneRef() | spec.SlotCell():
            return made(e)
        case spec.If(value, condition, otherwise) if otherwise is not None:
            return (spec.IfStep(condition, split(value, made), split(otherwise, made), origin=e.origin),)
        case _:
            return ()


def written(e: spec.Expr) -> list[str]:
    """What a move out of or into these zones writes."""
    match e:
        case spec.ZoneRef(name):
            return [f"v:{name}"]
        case spec.SlotCell(zone, _):
            return [f"v:{zone.name}"]
        case spec.If(value, _, otherwise) if otherwise is not None:
            return [*written(value), *written(otherwise)]
        case _:
            return []


def choosable(typer: Typer, e: spec.Expr, use: str) -> bool:
    """Whether a zone is named, or a choice of two with an `else`."""
    match e:
        case spec.ZoneRef() | spec.SlotCell():
            return True
        case spec.If(value, _, otherwise) if otherwise is not None:
            return choosable(typer, value, use) and choosable(typer, otherwise, use)
        case _:
            if not is_unknown(e):
                typer.report("RW522", e.origin, use=use, text=quote(e.origin))
            return False


def into(typer: Typer, node: ast.Move | ast.Draw, target: spec.Expr) -> bool:
    """Whether it is said how, into a pile, and not said elsewhere."""
    pile = sort_of(typer, target) == "pile"
    if pile and node.placed is None:
        typer.report("RW523", target.origin, text=quote(target.origin))
        return False
    if not pile and node.placed is not None:
        typer.report("RW524", target.origin, text=quote(target.origin), placed=node.placed)
        return False
    return True


def move(typer: Typer, node: ast.Move, scope: Scope) -> list[spec.Step_]:
    """`[n of] what [from zone] to zone [how]`."""
    target = spot(typer, node.target, scope, "`to`")
    source = spot(typer, node.source, scope, "`from`") if node.source is not None else None
    failed = target is None or (node.source is not None and source is None)
    for end in (source, target):
        failed = failed or (end is not None and not choosable(typer, end, "`move`"))
    if node.source is None:
        source = _where_it_lies(typer, node.what, scope)
    piece = next((p for p in (piece_of(typer, e) for e in (source, target) if e is not None) if p), "")
    of: types.Base | None = typer.names.element(piece) if piece else None
    what = typer.expr(node.what, scope, of)
    if isinstance(what.type.base, types.Many):
        what = whose(typer, what)
    amount = _amount(typer, node.amount, scope)
    if target is None or failed or is_unknown(what):
        return []
    if isinstance(what, spec.SlotCell) or isinstance(what.type.base, types.Zone):
        return _all_of(typer, node, what, target)
    if not piece:
        piece = _piece_by_face(typer, what)
        if not piece:
            return []
    of = typer.names.element(piece)
    if source is not None:
        source = boxed(typer, source, piece)
    target = boxed(typer, target, piece)
    if source is not None and not _one_sort(typer, source, target):
        return []
    if suited(typer, what, of) is None:
        typer.report("RW525", what.origin, text=quote(what.origin), got=say(what.type.base), wanted=piece)
        return []
    face = typer.total(fit(typer, what, of, "what is moved"), "what is moved")
    into(typer, node, target)
    definition = typer.names.pieces[piece]
    if source is None and not typer.given and not definition.individual:
        if node.amount is None:
            typer.report("RW526", what.origin, text=quote(what.origin), piece=piece)
            return []
        box = spec.ZoneRef("box", (), type=types.Type(types.Zone(piece, of)), origin=node.origin)
        source = box
    anywhere = (f"v:{zone}" for zone in (*typer.names.zones, "box"))
    typer.forget(*written(target), *(anywhere if source is None else written(source)))
    to = target

    def step(at: Spot, start: spec.ZoneRef | None) -> tuple[spec.Step_, ...]:
        if node.amount is None:
            return (spec.MovePiece(face, start, at, node.placed, origin=node.origin),)
        return (spec.MoveCount(amount, face, start, at, node.placed, origin=node.origin),)

    if source is None:
        return [*split(to, lambda at: step(at, None))]
    return [*split(source, lambda start: split(to, lambda at: step(at, _zone(start))))]


def _where_it_lies(typer: Typer, node: ast.Expr, scope: Scope) -> spec.Expr | None:
    """The zone that `top(zone)` or `first(zone)` looks into: the piece is moved out of it."""
    muted = typer.muted()
    match muted.expr(node, scope):
        case spec.Top(zone) | spec.PickIn("first", spec.ZoneRef() as zone):
            return zone
        case _:
            return None


def _zone(e: Spot) -> spec.ZoneRef:
    return e.zone if isinstance(e, spec.SlotCell) else e


def _amount(typer: Typer, node: ast.Expr | None, scope: Scope) -> spec.Expr | None:
    """How many; None for `all`."""
    if node is None or (isinstance(node, ast.Name) and node.name == "all"):
        return None
    return typer.number(node, scope, "an amount")


def _all_of(typer: Typer, node: ast.Move, what: spec.Expr, target: spec.Expr) -> list[spec.Step_]:
    """Everything in a zone, or the piece in a slot."""
    if node.source is not None or node.amount is not None:
        typer.report("RW527", what.origin, text=quote(what.origin))
        return []
    if not choosable(typer, what, "`move`"):
        return []
    piece = piece_of(typer, what) or piece_of(typer, target)
    if not piece:
        typer.report("RW425", what.origin)
        return []
    what, target = boxed(typer, what, piece), boxed(typer, target, piece)
    if not _one_sort(typer, what, target):
        return []
    into(typer, node, target)
    typer.forget(*written(what), *written(target))
    to = target
    made = split(what, lambda start: split(to, lambda at: (spec.MoveZone(start, at, node.placed, origin=node.origin),)))
    return [*made]


def _one_sort(typer: Typer, source: spec.Expr, target: spec.Expr) -> bool:
    a, b = piece_of(typer, source), piece_of(typer, target)
    if a and b and a != b:
        typer.report("RW528", target.origin, target=quote(target.origin), a=b, source=quote(source.origin), b=a)
        return False
    return True


def _piece_by_face(typer: Typer, what: spec.Expr) -> str:
    """The sort of piece that a face belongs to, where no zone says."""
    pieces = typer.names.pieces.values()
    fitting = [p.name for p in pieces if same(what.type.base, typer.names.element(p.name))]
    fitting = fitting or [p.name for p in pieces if suited(typer, what, typer.names.element(p.name)) is not None]
    if len(fitting) == 1:
        return fitting[0]
    typer.report("RW525", what.origin, text=quote(what.origin), got=say(what.type.base), wanted="piece")
    return ""


def draw(typer: Typer, node: ast.Draw, scope: Scope) -> tuple[list[spec.Step_], Scope]:
    """`n from pile to zone [how] [as NAME]`."""
    amount = typer.number(node.amount, scope, "an amount")
    source = spot(typer, node.source, scope, "`from`")
    target = spot(typer, node.target, scope, "`to`")
    bound: types.Type = types.UNKNOWN
    made: list[spec.Step_] = []
    if (
        source is not None
        and target is not None
        and choosable(typer, source, "`draw`")
        and choosable(typer, target, "`draw`")
    ):
        made = _draw(typer, node, amount, source, target)
        piece = piece_of(typer, source)
        if piece:
            bound = types.Type(typer.names.element(piece))
    if node.name is None:
        return made, scope
    typer.new_name(node.name, node.origin, scope)
    if not isinstance(amount, spec.IntLit) or amount.value != 1:
        if not is_unknown(amount):
            typer.report("RW529", amount.origin, name=node.name)
    elif len(made) == 1 and not isinstance(made[0], spec.Draw):
        typer.report("RW521", node.source.origin, text=quote(node.source.origin), use="`draw .. as`")
    return made, {**scope, node.name: Local(bound)}


def _draw(typer: Typer, node: ast.Draw, amount: spec.Expr, source: spec.Expr, target: spec.Expr) -> list[spec.Step_]:
    if not _piles(typer, source):
        typer.report("RW530", source.origin, text=quote(source.origin))
        return []
    target = boxed(typer, target, piece_of(typer, source))
    if not _one_sort(typer, source, target):
        return []
    into(typer, node, target)
    refills = [f"v:{z.refilled}" for z in typer.names.zones.values() if z.refilled]
    typer.forget(*written(source), *written(target), *refills)
    to = target

    def step(start: Spot, at: Spot) -> tuple[spec.Step_, ...]:
        return (spec.Draw(amount, _zone(start), at, node.placed, node.name, origin=node.origin),)

    return [*split(source, lambda start: split(to, lambda at: step(start, at)))]


def _piles(typer: Typer, e: spec.Expr) -> bool:
    match e:
        case spec.ZoneRef(name):
            return name in typer.names.zones and typer.names.zones[name].sort == "pile"
        case spec.If(value, _, otherwise) if otherwise is not None:
            return _piles(typer, value) and _piles(typer, otherwise)
        case _:
            return False
