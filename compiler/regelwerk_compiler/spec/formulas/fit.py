"""From a typed formula and the type that is wanted to one that fits (converted where that is meant), or diagnostics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...document.located import Origin
from ...syntax import ast
from .. import spec, types
from ..names import Scope
from ..tree import walk
from .words import quote, say, why_missing

if TYPE_CHECKING:
    from .typer import Typer


def unknown(origin: Origin) -> spec.Expr:
    """What stands in for a formula whose fault has been reported: it fits everything."""
    return spec.Word("", type=types.UNKNOWN, origin=origin)


def is_unknown(e: spec.Expr) -> bool:
    """Whether a fault of it has been reported."""
    return isinstance(e.type.base, types.Unknown)


def is_sound(e: spec.Expr) -> bool:
    """Whether no fault of it, or of a part of it, has been reported."""
    return not any(isinstance(part, spec.Formula) and isinstance(part.type.base, types.Unknown) for part in walk(e))


def element(base: types.Base) -> types.Base:
    """The type of what is in it; one value is a set of one."""
    return base.of if isinstance(base, types.Set | types.Zone) else base


def same(a: types.Base, b: types.Base) -> bool:
    """Whether the two are one type (rules are, whatever they take)."""
    match a, b:
        case (types.Unknown(), _) | (_, types.Unknown()):
            return True
        case (types.Kind(""), types.Kind()) | (types.Kind(), types.Kind("")):
            return True  # of a sort of piece that is itself at fault
        case (types.Rule(), types.Rule()):
            return True
        case (types.Set(x), types.Set(y)):
            return same(x, y)
        case (types.Zone(p, _), types.Zone(q, _)):
            return p == q or not p or not q
        case _:
            return a == b


def convertible(typer: Typer, a: types.Base, b: types.Base) -> bool:
    """Whether the one is a mixed sort of piece's faces and the other a kind among them."""
    if not (isinstance(a, types.Kind) and isinstance(b, types.Kind)):
        return False
    return b.name in faces_of(typer, a.name) or a.name in faces_of(typer, b.name)


def faces_of(typer: Typer, kind: str) -> tuple[str, ...]:
    """The kinds among the faces of a mixed sort of piece."""
    definition = typer.names.kinds.get(kind)
    return tuple(group for group, _, _ in definition.groups if group) if definition is not None else ()


def convert(typer: Typer, e: spec.Expr, to: types.Base) -> spec.Expr | None:
    """`e` as a value of the other kind; None if there is no such way."""
    base = e.type.base
    if not (isinstance(base, types.Kind) and isinstance(to, types.Kind)):
        return None
    up, down = base.name in faces_of(typer, to.name), to.name in faces_of(typer, base.name)
    if not up and not down:
        return None
    made = types.Type(to, e.type.words, e.type.partial or down)
    return spec.Convert(e, base.name, to.name, type=made, origin=e.origin)


def suited(typer: Typer, e: spec.Expr, to: types.Base) -> spec.Expr | None:
    """`e` if it is of that type, or as good; None if it is not."""
    if isinstance(e.type.base, types.None_) or same(e.type.base, to):
        return e
    converted = convert(typer, e, to)
    if converted is not None:
        return converted
    if isinstance(to, types.Set) and not isinstance(e.type.base, types.Set | types.Zone | types.Many):
        one = suited(typer, e, to.of)
        if one is not None:
            return spec.SetOf((one,), type=types.Type(to), origin=e.origin)
    return None


def fit(typer: Typer, e: spec.Expr, to: types.Base, use: str) -> spec.Expr:
    """`e` as a value of type `to`; where it cannot be one that is reported, `use` says for what it was wanted."""
    found = suited(typer, e, to)
    if found is not None:
        return found
    if isinstance(e.type.base, types.Many):
        return whose(typer, e)
    hint = ""
    match e.type.base, to:
        case (types.Set(of) | types.Zone(_, of), _) if same(of, to):
            hint = f"Bind one of them (`x in {e.origin.text}`), or take `first({e.origin.text})`."
        case (types.Kind(), types.Int()):
            hint = f"The place of a value in its kind, from 0, is `index({e.origin.text})`."
        case (types.RankTable(), types.Int()):
            hint = f"The prize of a player p is `{e.origin.text}[p]`."
        case (types.Zone() | types.Set(), types.Int() | types.Bool()):
            wanted = "count" if isinstance(to, types.Int) else "any"
            hint = f"Did you mean `{wanted}({e.origin.text})`?"
    return unfit(typer, e, use, say(to), hint, name=_bound_at(typer, e, say(to)))


def unfit(
    typer: Typer, e: spec.Expr, use: str, wanted: str, hint: str = "", *, got: str = "", name: str | None = None
) -> spec.Expr:
    """Report that `e` is not what is `wanted` there; what stands in for it."""
    if not hint and isinstance(e, spec.CallDefine):
        define = typer.define(e.name)
        said = define.alternatives[0].origin if define is not None and define.alternatives else None
        hint = f"`{e.name}` is {quote(said)} (line {said.span.line})." if said is not None else ""
    words = {"use": use, "wanted": wanted, "text": quote(e.origin), "got": got or say(e.type.base)}
    typer.report("RW400", e.origin, hint, **words, **({} if name is None else {"name": name}))
    return unknown(e.origin)


def _bound_at(typer: Typer, e: spec.Expr, wanted: str) -> str:
    """What makes one fault of all uses of a name that is bound to another type; nothing for other formulas."""
    names = reversed(typer.bindings) if isinstance(e, spec.Bound) else ()
    return next((f"{binding.place.span}: {wanted}" for binding in names if binding.name == e.origin.text), "")


def whose(typer: Typer, e: spec.Expr) -> spec.Expr:
    """Report a table of cells or zones that stands without its brackets."""
    name = e.origin.text
    axes: tuple[spec.Axis, ...] = ()
    match e:
        case spec.Variable(name):
            axes = typer.names.variables[name].axes
        case spec.ZoneRef(name) if name in typer.names.zones:
            axes = typer.names.zones[name].axes
        case spec.Column(_, _, name):
            axes = tuple(c.each for k in typer.names.kinds.values() for c in k.columns if c.name == name and c.each)[:1]
    example = ", ".join("player" if a.kind == "player" else a.kind or f"{a.low}..{a.high}" for a in axes)
    if not typer.failed(e.origin):
        typer.report("RW407", e.origin, text=quote(e.origin), name=name, indices=example)
    return unknown(e.origin)


def total(typer: Typer, e: spec.Expr, use: str) -> spec.Expr:
    """`e`, which must be there: `use` says for what."""
    if isinstance(e.type.base, types.Many):
        return whose(typer, e)
    if not e.type.may_be_missing:
        return e
    reason = why_missing(e)
    value = {types.Bool: "false", types.Int: "0", types.Rule: "nothing"}.get(type(e.type.base), "..")
    plain = e.origin.text if len(e.origin.text) <= 40 else ".."
    if isinstance(e, spec.If):
        plain = f"({plain})"
    typer.report(
        "RW409",
        e.origin,
        use=use,
        text=quote(e.origin),
        reason=f": {reason}" if reason else "",
        plain=plain,
        value=value,
    )
    return replace(e, type=e.type.total())


def needs_context(typer: Typer, node: ast.Expr, scope: Scope) -> bool:
    """Whether what a name means may depend on what is wanted: a value of several kinds, a word."""
    match node:
        case ast.Name(name) if name not in scope:
            return name == "none" or name in typer.names.words or len(typer.names.values.get(name, ())) > 1
        case ast.SetOf(items):
            return any(needs_context(typer, item, scope) for item in items)
        case ast.If(value, _, otherwise):
            return needs_context(typer, value, scope) and (otherwise is None or needs_context(typer, otherwise, scope))
        case _:
            return False


def pair(typer: Typer, left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[spec.Expr, spec.Expr]:
    """Both sides of an equality or comparison, each helped by the other, converted to one type where that is meant."""
    if needs_context(typer, left, scope) and not needs_context(typer, right, scope):
        b = typer.expr(right, scope)
        a = typer.expr(left, scope, element(b.type.base))
    else:
        a = typer.expr(left, scope)
        b = typer.expr(right, scope, element(a.type.base))
    if not same(a.type.base, b.type.base):
        # towards the faces where one side is a sort of piece: no value is lost
        for one, other in ((a, b), (b, a)):
            base, to = one.type.base, other.type.base
            if isinstance(base, types.Kind) and isinstance(to, types.Kind) and base.name in faces_of(typer, to.name):
                converted = convert(typer, one, to)
                if converted is not None:
                    return (converted, b) if one is a else (a, converted)
    return a, b


def join(typer: Typer, parts: list[spec.Expr], use: str, origin: Origin) -> tuple[list[spec.Expr], types.Base]:
    """The ways that a formula can take, as one type; what does not fit the first is reported."""
    bases = [p.type.base for p in parts if not isinstance(p.type.base, types.None_ | types.Unknown)]
    if not bases:
        return parts, types.Unknown() if any(is_unknown(p) for p in parts) else types.None_()
    base = bases[0]
    for other in bases[1:]:  # faces are wider than the kinds among them
        if isinstance(base, types.Kind) and isinstance(other, types.Kind) and base.name in faces_of(typer, other.name):
            base = other
    out: list[spec.Expr] = []
    for part in parts:
        found = suited(typer, part, base)
        if found is None and not isinstance(part.type.base, types.Many):
            typer.report(
                "RW422", part.origin, use=use, text=quote(part.origin), got=say(part.type.base), wanted=say(base)
            )
        out.append(
            found
            if found is not None
            else whose(typer, part)
            if isinstance(part.type.base, types.Many)
            else unknown(part.origin)
        )
    return out, base
