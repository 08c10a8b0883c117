"""From a bare step to a call: of a rule with its arguments, or of whichever rule a formula gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...document.located import Origin, Scalar
from ...syntax import ast
from .. import spec, types
from ..formulas.cells import of_kind
from ..formulas.facts import ANY_STATE
from ..formulas.fit import is_unknown
from ..formulas.groups import rules_in
from ..formulas.words import quote, say
from ..names import Scope

if TYPE_CHECKING:
    from ..formulas.typer import Typer


def deed(typer: Typer, node: Scalar, scope: Scope) -> list[spec.Step_]:
    """A bare string; a number or truth is none, which `check_shape` has reported."""
    if node.kind != "word":
        return []
    sentence = typer.sentence("step", node)
    if sentence is None or not isinstance(sentence, ast.Expr):
        return []
    return call(typer, sentence, scope)


def call(typer: Typer, node: ast.Expr, scope: Scope) -> list[spec.Step_]:
    """A call, or a formula whose value is a rule."""
    match node:
        case ast.Name(name) if name not in scope:
            return _named(typer, name, (), node.origin, node.origin, scope)
        case ast.Apply(name, args) if name not in scope:
            return _named(typer, name, args, node.origin, node.name_origin, scope)
        case ast.Apply(name, args):
            rule: spec.Expr = typer.local(name, scope[name], node.name_origin)
            return _value(typer, rule, args, node.origin, scope)
        case ast.Field(base, name, args) if args is not None:
            bare = ast.Field(base, name, None, node.name_origin, origin=node.origin)
            value = typer.expr(base, scope)
            found = of_kind(typer, value, bare, scope)
            return [] if found is None else _value(typer, found, args, node.origin, scope)
        case _:
            return _value(typer, typer.expr(node, scope, types.Rule()), (), node.origin, scope)


def _named(
    typer: Typer, name: str, args: tuple[ast.Expr, ...], origin: Origin, name_origin: Origin, scope: Scope
) -> list[spec.Step_]:
    if name in typer.names.rules:
        typed = typer.arguments(name, args, scope, name_origin, exact=True)
        typer.forget(ANY_STATE)
        rule = spec.RuleCall(name, typed, origin=origin)
        return [spec.CallRule(rule, origin=origin)]
    if name == "nothing":
        for arg in args:
            typer.expr(arg, scope)
        return [spec.CallRule(spec.RuleCall("nothing", (), origin=origin), origin=origin)]
    if name in ("not_offered", "offered", "game", "done"):
        typer.report("RW516", name_origin, name=name)
        return []
    define = typer.names.defines.get(name)
    if define is not None and not args:
        made = typer.define(name)
        if made is None and not typer.is_order(name):
            return []  # it is at fault itself
        if made is not None and isinstance(made.type.base, types.Rule):
            return _value(typer, typer.expr(ast.Apply(name, (), name_origin, origin=origin), scope), (), origin, scope)
    if name in typer.names.variables and isinstance(typer.names.variables[name].holds.type.base, types.Rule):
        value = typer.expr(ast.Name(name, origin=name_origin), scope)
        return _value(typer, value, args, origin, scope)
    if typer.meaning(name) is None or define is not None:
        typer.unknown_rule(name, name_origin)
    else:
        typer.report("RW517", name_origin, text=f"`{name}`", got=typer.meaning(name))
    for arg in args:
        typer.expr(arg, scope)
    return []


def _value(typer: Typer, rule: spec.Expr, args: tuple[ast.Expr, ...], origin: Origin, scope: Scope) -> list[spec.Step_]:
    """A rule that is only known when it runs; its arguments suit every rule that it can be."""
    if is_unknown(rule):
        return []
    if not isinstance(rule.type.base, types.Rule):
        if isinstance(rule.type.base, types.Many):
            typer.whose(rule)
        else:
            typer.report("RW517", rule.origin, text=quote(rule.origin), got=say(rule.type.base))
        return []
    rule = typer.total(rule, "a call")
    candidates = rules_in(typer, rule, scope)
    typed: tuple[spec.Expr, ...] | None = None
    for name in candidates:
        if name in typer.names.rules:
            params = typer.parameters(name)
            if params is not None and len(params) != len(args):
                wanted = (
                    "no arguments" if not params else "one argument" if len(params) == 1 else f"{len(params)} arguments"
                )
                typer.report("RW518", rule.origin, text=quote(rule.origin), rule=name, wanted=wanted, given=len(args))
                return []
            these = typer.arguments(name, args, scope, rule.origin, exact=True)
            typed = typed or these
    if typed is None:
        typed = tuple(typer.expr(arg, scope) for arg in args)
    typer.forget(ANY_STATE)
    return [spec.CallValue(rule, typed, candidates, origin=origin)]
