"""From a name, or a name with arguments, to what it means here: bound, declared, or one of the given ones."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ...diagnostics.words import listed, quoted_words
from ...document.located import Origin
from ...syntax import ast
from .. import spec, types
from ..given import AGGREGATES, GIVEN_FUNCTIONS
from ..names import Scope
from . import functions
from .fit import fit, is_sound, total, unknown
from .ranges import Bounds, bounds
from .words import capital, quote

if TYPE_CHECKING:
    from .typer import Typer

GIVEN_RULES = frozenset({"nothing", "not_offered", "offered"})


def name(typer: Typer, node: ast.Name, scope: Scope, want: types.Base | None) -> spec.Expr:
    """A name that stands alone."""
    names, origin, word = typer.names, node.origin, node.name
    if word == "player":
        typer.misses(word, origin, scope)
    if word in scope:
        return typer.local(word, scope[word], origin)
    if word == "player":
        return player(typer, origin)
    given = _given(typer, word, origin)
    if given is not None:
        return given
    if word in names.seats:
        return spec.Seat(word, type=types.PLAYER, origin=origin)
    if word in names.values:
        return value(typer, word, origin, want)
    if word in names.words:
        return spec.Word(word, type=types.Type(types.None_(), (word,)), origin=origin)
    if word in names.variables:
        return _variable(typer, word, origin)
    if word in names.zones:
        zone = names.zones[word]
        base: types.Base = types.Zone(zone.piece, typer.names.element(zone.piece))
        return spec.ZoneRef(word, (), type=types.Type(types.Many(base) if zone.axes else base), origin=origin)
    if word in names.options:
        return spec.OptionRef(word, type=names.options[word].holds.type, origin=origin)
    if word in names.tables:
        table = names.tables[word]
        return spec.TableCell(word, (), type=types.Type(types.Table(table.depth)), origin=origin)
    kind = names.pieces[word].kind if word in names.pieces and word not in names.kinds else word
    if kind in names.kinds:
        of: types.Base = types.Int() if names.kinds[kind].sort == "range" else types.Kind(kind)
        return spec.AllOf(kind, type=types.Type(types.Set(of)), origin=origin)
    if word in names.defines:
        return call_define(typer, word, (), scope, origin, origin)
    if word in names.rules or word == "nothing":
        return spec.RuleValue(word, type=types.Type(types.Rule()), origin=origin)
    unknown_name(typer, word, origin, scope)
    return unknown(origin)


def player(typer: Typer, origin: Origin) -> spec.Expr:
    """`player` where nothing binds it: in a rule whoever calls it has bound it, elsewhere nobody is."""
    if typer.rule is None:
        typer.report("RW356", origin)
        return unknown(origin)
    return spec.Bound("player", type=types.PLAYER, origin=origin)


def _given(typer: Typer, word: str, origin: Origin) -> spec.Expr | None:
    match word:
        case "true" | "false":
            return spec.BoolLit(word == "true", type=types.BOOL, origin=origin)
        case "none":
            return spec.Word("", type=types.Type(types.None_(), partial=True), origin=origin)
        case "players":
            return spec.Players(type=types.Type(types.Set(types.Player())), origin=origin)
        case "over":
            return spec.Over(type=types.BOOL, origin=origin)
        case "box":
            return spec.ZoneRef("box", (), type=types.Type(types.Zone("", types.Unknown())), origin=origin)
        case _:
            return None


def value(typer: Typer, word: str, origin: Origin, want: types.Base | None) -> spec.Expr:
    """A value's name; where several kinds have it, the wanted type says which is meant."""
    candidates = typer.names.values[word]
    wanted = want.name if isinstance(want, types.Kind) else None
    found = next((c for c in candidates if c[0] == wanted), None)
    if found is None:
        proper = [c for c in candidates if typer.names.kinds[c[0]].sort != "faces"] or candidates
        if len(proper) > 1:
            kinds = [kind for kind, _ in proper]
            typer.report("RW355", origin, name=word, kinds=quoted_words(kinds), kind=kinds[0])
            return unknown(origin)
        found = proper[0]
    kind, index = found
    return spec.Value(kind, index, type=types.Type(types.Kind(kind)), origin=origin)


def _variable(typer: Typer, word: str, origin: Origin) -> spec.Expr:
    variable = typer.names.variables[word]
    held = held_type(variable)
    if variable.axes:
        return spec.Variable(word, (), True, type=types.Type(types.Many(held.base)), origin=origin)
    return spec.Variable(word, (), type=held, origin=origin)


def held_type(variable: spec.VariableDef) -> types.Type:
    """The type of one cell: its value, its set, or its history of positions."""
    if variable.history or (variable.is_set and not isinstance(variable.holds.type.base, types.Set)):
        return types.Type(types.Set(variable.holds.type.base))
    return variable.holds.type


def apply(typer: Typer, node: ast.Apply, scope: Scope) -> spec.Expr:
    """A name with arguments."""
    names, word = typer.names, node.name
    if word in scope and isinstance(scope[word].type.base, types.Rule):
        typer.report("RW358", node.name_origin, name=word)
        return unknown(node.origin)
    if word in GIVEN_FUNCTIONS and word not in scope:
        return functions.call(typer, node, scope)
    if word in names.defines:
        return call_define(typer, word, node.args, scope, node.origin, node.name_origin)
    if word in names.kinds and names.kinds[word].factors:
        return construct(typer, names.kinds[word], node, scope)
    if word in names.rules or word in GIVEN_RULES:
        typer.report("RW358", node.name_origin, name=word)
        return unknown(node.origin)
    if names.excused(word):
        pass  # reported where it is declared
    elif word in scope or word in names.variables or word in names.zones or word in names.tables:
        typer.report("RW351", node.name_origin, f"Brackets choose a cell: `{word}[..]`.", name=word)
    else:
        known = (*names.defines, *GIVEN_FUNCTIONS, *AGGREGATES, *(k for k, d in names.kinds.items() if d.factors))
        hint = typer.collector.suggestion(node.name_origin, word, known)
        typer.report("RW351", node.name_origin, hint, name=word)
    return unknown(node.origin)


def call_define(
    typer: Typer, word: str, args: tuple[ast.Expr, ...], scope: Scope, origin: Origin, name_origin: Origin
) -> spec.Expr:
    """A define with its arguments; it is missing when one of them is, or lies outside the parameter's domain."""
    head = typer.names.defines[word].head
    if len(args) != len(head.params):
        shown = ", ".join(p.name for p in head.params)
        typer.report(
            "RW405",
            name_origin,
            typer.collector.stands(name_origin, word, f"{word}({shown})" if shown else word),
            name=word,
            wanted=_count(len(head.params)),
            given=len(args),
        )
        for arg in args:
            typer.expr(arg, scope)
        return unknown(origin)
    define = typer.define(word)
    if define is None:
        if word in typer.orders:
            typer.report("RW417", name_origin, name=word)
        for arg in args:
            typer.expr(arg, scope)
        return unknown(origin)
    partial = define.type.partial
    typed: list[spec.Expr] = []
    for arg, param in zip(args, define.params, strict=True):
        use = f"`{param.name}` of `{word}`"
        e = fit(typer, typer.expr(arg, scope, param.type.base), param.type.base, use)
        partial = partial or e.type.may_be_missing
        if isinstance(param.type.base, types.Int) and isinstance(e.type.base, types.Int):
            partial = not _lies_within(typer, e, param, scope, use) or partial
        typed.append(e)
    made = types.Type(define.type.base, define.type.words, partial)
    return spec.CallDefine(word, tuple(typed), type=made, origin=origin)


def _lies_within(typer: Typer, e: spec.Expr, param: spec.Binder, scope: Scope, use: str) -> bool:
    """Whether a number is surely among those that a parameter takes; if it surely is not, that is reported."""
    if typer.names.unread or not (is_sound(e) and is_sound(param.domain)):
        return True
    domain, given = bounds(typer, param.domain, {}), bounds(typer, e, scope)
    if given.outside(*domain):
        typer.report("RW426", e.origin, text=quote(e.origin), use=capital(use), low=domain.low, high=domain.high)
        return True
    return given.within(*domain)


def construct(typer: Typer, kind: spec.KindDef, node: ast.Apply, scope: Scope) -> spec.Expr:
    """`card(hearts, 12)`: missing if a number is outside."""
    if len(node.args) != len(kind.factors):
        shown = ", ".join(f.name or f"{f.axis.low}..{f.axis.high}" for f in kind.factors)
        typer.report(
            "RW405",
            node.name_origin,
            f"`{kind.name}({shown})`",
            name=kind.name,
            wanted=_count(len(kind.factors)),
            given=len(node.args),
        )
        return unknown(node.origin)
    partial, args = False, []
    for arg, factor in zip(node.args, kind.factors, strict=True):
        use = f"the {factor.name or 'number'} of `{kind.name}`"
        e, sure = at_axis(typer, arg, factor.axis, scope, use)
        partial = partial or not sure
        args.append(e)
    return spec.Construct(
        kind.name, tuple(args), type=types.Type(types.Kind(kind.name), partial=partial), origin=node.origin
    )


def axis_type(axis: spec.Axis) -> types.Base:
    """What stands in the brackets."""
    if axis.kind == "player":
        return types.Player()
    return types.Kind(axis.kind) if axis.kind else types.Int()


def at_axis(typer: Typer, node: ast.Expr, axis: spec.Axis, scope: Scope, use: str) -> tuple[spec.Expr, bool]:
    """An index, and whether there surely is such a place; a number that never is one is reported."""
    base = axis_type(axis)
    e = fit(typer, typer.expr(node, scope, base), base, use)
    sure = not e.type.may_be_missing
    if isinstance(base, types.Int) and is_sound(e) and not typer.names.unread:
        found: Bounds = bounds(typer, e, scope)
        if found.outside(axis.low, axis.high):
            typer.report("RW426", e.origin, text=quote(e.origin), use=capital(use), low=axis.low, high=axis.high)
            e = unknown(e.origin)
        else:
            sure = sure and found.within(axis.low, axis.high)
    return e, sure


def at_zone_axis(typer: Typer, node: ast.Expr, axis: spec.Axis, scope: Scope, use: str) -> spec.Expr:
    """An index of a zone, which must be there: no zone is ever missing."""
    e, _ = at_axis(typer, node, axis, scope, use)
    return total(typer, e, use)


def _count(n: int) -> str:
    return "no arguments" if n == 0 else "one argument" if n == 1 else f"{n} arguments"


def _bound(scope: Scope, names: list[str], place: Origin) -> str:
    """`` `p` (line 3) and `k` ``: names, each with the line in which it was bound, if that is another."""
    said: list[str] = []
    for name in names:
        binding = scope[name].binding
        line = binding.place.span.line if binding is not None else 0
        said.append(f"`{name}`" + (f" (line {line})" if line not in (0, place.span.line) else ""))
    return listed(said, "and")


def _should_be_bound(typer: Typer, word: str, scope: Scope) -> bool:
    """Whether a name that is bound here, and was refused, was probably meant to be called so."""
    for name in typer.clashing.keys() & scope.keys():
        if typer.clashing[name] in ("", word):
            typer.clashing[name] = word
            return True
    return False


def unknown_name(typer: Typer, word: str, origin: Origin, scope: Scope) -> None:
    """Report a name that nothing declares; one whose declaration is at fault was reported there."""
    names = typer.names
    if names.excused(word):
        return
    hint = ""
    match word:
        case "owner":
            hint = "`owner` exists in bends of pieces whose kind says `works_in: ..[owner]`."
        case "total" | "place":
            where = "the ranking" if word == "total" else "the `prize` of a rank"
            hint = f"`{word}` exists in {where} only."
        case "offered" | "not_offered" | "done" | "game":
            hint = f"`{word}` is no value; it stands where rules are offered or a game ends."
        case "yes" | "on" | "no" | "off":
            hint = f"Write `{'true' if word in ('yes', 'on') else 'false'}`; `{word}` is a word like others."
        case "all" | "others" | "nobody":
            hint = "All seats are `players`." if word == "all" else ""
        case _ if _should_be_bound(typer, word, scope):
            typer.missing.add(word)
            return
        case _:
            known = chain(
                scope, names.seats, names.values, sorted(names.words), names.variables, names.zones, names.options,
                names.tables, names.kinds, names.pieces, names.defines, names.rules,
                ("player", "players", "true", "false", "none", "over", "box"),
            )  # fmt: skip
            here = [name for name in scope if name != "player"]
            called = f"Bound here: {_bound(scope, here, origin)}." if 0 < len(here) < 5 else ""
            called = f"`{word}` takes arguments: `{word}(..)`." if word in GIVEN_FUNCTIONS else called
            hint = typer.suggestion(origin, word, known, scope, called)
    typer.misses(word, origin, scope)
    typer.missing.add(word)
    typer.report("RW350", origin, hint, name=word)
