"""From a list of steps (`do`, `then`, `else`) to typed ones, or diagnostics: one verb a step, its sentence, its companions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...diagnostics.words import listed
from ...document.located import Map, Node, Scalar, Sequence
from ...syntax import ast
from .. import spec, types
from ..formulas.cells import variable_cell
from ..formulas.facts import facts, surviving
from ..formulas.fit import fit, is_sound, is_unknown, suited, unknown
from ..formulas.groups import group, rules_in
from ..formulas.named import held_type
from ..formulas.ranges import FAR, bounds
from ..formulas.words import many, quote, say
from ..names import Local, Scope
from . import calls, choices, pieces
from .writes import each_round

if TYPE_CHECKING:
    from ..formulas.typer import Typer

MOST_OUTCOMES = 10_000  # of one `random`
STARTS: dict[str, ast.Start] = {
    "set": "set", "let": "let_", "move": "move", "draw": "draw", "random": "random", "show": "show", "choose": "choose",
    "if": "expr", "for": "for_", "end": "end",
}  # fmt: skip


def steps(typer: Typer, node: Node, scope: Scope) -> tuple[spec.Step_, ...]:
    """The steps of a list; a name that one of them binds is known to the end of the list."""
    if not isinstance(node, Sequence):
        return ()
    out: list[spec.Step_] = []
    saved = typer.facts
    for item in node:
        made, scope = _step(typer, item, scope)
        out += made
    typer.facts = surviving(saved, typer.written)
    return tuple(out)


def _step(typer: Typer, node: Node, scope: Scope) -> tuple[list[spec.Step_], Scope]:
    if isinstance(node, Scalar):
        return calls.deed(typer, node, scope), scope
    verb = _verb(node) if isinstance(node, Map) else None
    value = node.get(verb) if isinstance(node, Map) and verb is not None else None
    if not isinstance(node, Map) or verb is None or value is None:
        return [], scope
    sentence = typer.sentence(STARTS[verb], value)
    if sentence is None:  # the steps in it cannot be typed without its names
        return [], scope
    match sentence:
        case ast.Set():
            return _set(typer, sentence, scope), scope
        case ast.Let():
            return _let(typer, sentence, scope)
        case ast.Move():
            return pieces.move(typer, sentence, scope), scope
        case ast.Draw():
            return pieces.draw(typer, sentence, scope)
        case ast.Random():
            return _random(typer, sentence, scope)
        case ast.Show():
            return _show(typer, sentence, scope), scope
        case ast.ChooseRules():
            typer.misses("player", sentence.origin, scope)
            return choices.choose_rules(typer, sentence, node, scope), scope
        case ast.ChooseValue():
            typer.misses("player", sentence.origin, scope)
            return choices.choose_value(typer, sentence, node, scope), scope
        case ast.For():
            return _for(typer, sentence, node, scope), scope
        case ast.End():
            return _end(typer, sentence), scope
        case _ if isinstance(sentence, ast.Expr):
            return _if(typer, sentence, node, scope), scope
        case _:
            return [], scope


def _verb(node: Map) -> str | None:
    """The verb of a step; steps without one, with two or with a wrong companion were reported by `check_shape`."""
    verbs = [entry.key.text for entry in node if entry.key.text in STARTS]
    return verbs[0] if len(verbs) == 1 else None


# -- set, let, random, show ----------------------------------------------------------------------


def _target(typer: Typer, place: ast.Place, scope: Scope) -> tuple[spec.Variable | spec.Bound | None, types.Type]:
    """What `set` and `random` write."""
    name = place.name
    if name in scope:
        local = scope[name]
        if local.binding is not None:
            local.binding.used = True
        if place.args is not None or not local.assignable:
            if name not in typer.clashing:
                typer.report("RW505", place.origin, name=name)
            return None, types.UNKNOWN
        return spec.Bound(name, type=local.type, origin=place.origin), local.type
    variable = typer.names.variables.get(name)
    if variable is None:
        what = typer.meaning(name) or ("a given name" if name == "player" else None)
        known = [*typer.names.variables, *(n for n, local in scope.items() if local.assignable)]
        hint = typer.suggestion(place.origin, name, known, scope)
        if name in typer.names.zones:
            hint = "Pieces are moved: `move` or `draw`."
        if not typer.names.excused(name):
            typer.report("RW506", place.origin, hint, name=name, what="not declared" if what is None else what)
        return None, types.UNKNOWN
    held = held_type(variable)
    if place.args is None:
        return spec.Variable(name, (), bool(variable.axes), type=held, origin=place.origin), held
    if not variable.axes:
        hint = typer.collector.stands(place.origin, name, name)
        typer.report("RW406", place.origin, hint, what=f"`{name}`", wanted="no places", given=len(place.args))
        return None, types.UNKNOWN
    cell = variable_cell(typer, variable, place.args, place.origin, scope)
    if not isinstance(cell, spec.Variable):
        return None, types.UNKNOWN
    if cell.type.partial:
        for index in cell.indices:
            typer.total(index, "a cell that is written")
        if not any(i.type.may_be_missing for i in cell.indices):
            typer.report("RW507", place.origin, text=quote(place.origin))
    return cell, held


def _set(typer: Typer, node: ast.Set, scope: Scope) -> list[spec.Step_]:
    target, held = _target(typer, node.place, scope)
    of = held.base.of if isinstance(held.base, types.Set) and node.op != "=" else held.base
    value = typer.expr(node.value, scope, of)
    if target is None:
        return []
    value = stored(typer, value, held, node.op, quote(node.place.origin), target)
    typer.forget(f"n:{target.name}" if isinstance(target, spec.Bound) else f"v:{target.name}")
    return [spec.Assign(target, node.op, value, origin=node.origin)]


def stored(
    typer: Typer, value: spec.Expr, held: types.Type, op: str, name: str, target: spec.Variable | spec.Bound
) -> spec.Expr:
    """The value as the variable can hold it: a missing one only as its word."""
    if is_unknown(value) or isinstance(held.base, types.Unknown):
        return value
    if op != "=":
        if isinstance(target, spec.Variable) and target.whole:
            typer.report("RW508", target.origin, name=target.name)
            return unknown(value.origin)
        if isinstance(held.base, types.Set):
            return typer.total(fit(typer, value, held.base.of, f"`{op}`"), f"`{op}`")
        if not isinstance(held.base, types.Int):
            hint = f"Write `{target.name} = {target.name} {op[0]} ..`." if isinstance(held.base, types.Kind) else ""
            typer.report("RW509", target.origin, hint, op=op, name=name, got=say(held.base))
            return unknown(value.origin)
        if held.may_be_missing:
            typer.report("RW409", target.origin, use=f"`{op}`", text=name, reason="", plain=target.name, value="0")
        return typer.total(fit(typer, value, types.Int(), f"`{op}`"), f"`{op}`")
    if isinstance(value, spec.Word):
        if isinstance(held.base, types.Set) and value.word == "":
            return value  # `none` is the empty set
        if not held.may_be_missing:
            typer.report("RW510", value.origin, name=name, word=value.word or "none")
            return unknown(value.origin)
        if value.word and value.word not in held.words:
            hint = f"It may be {listed([f'`{word}`' for word in held.words])}." if held.words else ""
            typer.report("RW510", value.origin, hint, name=name, word=value.word)
        elif not value.word and len(held.words) > 1:
            typer.report("RW439", value.origin, text=name, words=listed([f"`{word}`" for word in held.words]))
        return value
    value = fit(typer, value, held.base, f"`set` of {name}")
    if isinstance(value.type.base, types.Many):
        return typer.whose(value)
    if not value.type.may_be_missing:
        return value
    if held.partial and isinstance(target, spec.Bound):
        return value
    if not held.words:
        return typer.total(value, f"`set` of {name}")
    if len(held.words) > 1 and (value.type.partial or not set(value.type.words) <= set(held.words)):
        words = listed([f"`{word}`" for word in held.words])
        typer.report("RW439", value.origin, text=quote(value.origin), words=words)
    return value


def _let(typer: Typer, node: ast.Let, scope: Scope) -> tuple[list[spec.Step_], Scope]:
    value = typer.expr(node.value, scope)
    fresh = typer.new_name(node.name, node.origin, scope)
    if node.name == "player":
        typer.report("RW546", node.origin)
    match value.type.base:
        case types.Many():
            value = typer.whose(value)
        case types.Zone() | types.Table() | types.RankTable() | types.None_():
            typer.report("RW547", value.origin, text=quote(value.origin), got=say(value.type.base))
            value = unknown(value.origin)
        case _:
            pass
    rules = rules_in(typer, value, scope)
    made = typer.binding(node.name, node.origin)
    local = Local(value.type if fresh else types.UNKNOWN, assignable=True, rules=rules, binding=made)
    return [spec.Let(node.name, value, origin=node.origin)], {**scope, node.name: local}


def _set_again(typer: Typer, name: str) -> bool:
    """Whether a local may be set later on: then its first value says nothing of it."""
    head = typer.names.rules.get(typer.rule or "")

    def says(node: Node | None) -> bool:
        match node:
            case Map():
                return any(
                    says(entry.value)
                    or (
                        entry.key.text == "set"
                        and isinstance(entry.value, Scalar)
                        and _first_word(entry.value.text) == name
                    )
                    for entry in node
                )
            case Sequence():
                return any(says(item) for item in node)
        return False

    return head is None or says(head.node)


def _first_word(text: str) -> str:
    found = re.match(r"\s*([a-z][a-z0-9_]*)", text)
    return found[1] if found else ""


def _random(typer: Typer, node: ast.Random, scope: Scope) -> tuple[list[spec.Step_], Scope]:
    domain = group(typer, node.domain, scope)
    base = domain.type.base
    of = base.of if isinstance(base, types.Set | types.Zone) else base
    name = node.place.name
    if of == types.Int():
        low, high = bounds(typer, domain, scope)
        if MOST_OUTCOMES <= high - low < FAR and is_sound(domain):
            typer.report("RW304", domain.origin, name="`random`", size=f"{high - low + 1:,}", most=f"{MOST_OUTCOMES:,}")
    fresh = node.place.args is None and name not in scope and name not in typer.names.variables
    if fresh:
        typer.new_name(name, node.place.origin, scope)
        target: spec.Variable | spec.Bound | None = spec.Bound(name, type=types.Type(of), origin=node.place.origin)
        known = bounds(typer, domain, scope) if of == types.Int() and not _set_again(typer, name) else None
        local = Local(types.Type(of), assignable=True, bounds=known, rules=rules_in(typer, domain, scope))
        scope = {**scope, name: local}
    else:
        target, held = _target(typer, node.place, scope)
        one = spec.Bound("", type=types.Type(of), origin=domain.origin)
        if target is not None and not is_unknown(domain) and suited(typer, one, held.base) is None:
            use, wanted = f"`random` into {quote(node.place.origin)}", f"a set of {many(held.base)}"
            typer.report("RW400", domain.origin, use=use, wanted=wanted, text=quote(domain.origin), got=say(base))
            return [], scope
    if target is None:
        return [], scope
    typer.forget(f"n:{name}" if isinstance(target, spec.Bound) else f"v:{name}")
    return [spec.Random(target, domain, origin=node.origin)], scope


def _show(typer: Typer, node: ast.Show, scope: Scope) -> list[spec.Step_]:
    what = typer.expr(node.what, scope)
    if isinstance(node.viewers, ast.Name) and node.viewers.name == "all":
        viewers: spec.Expr = spec.Players(type=types.Type(types.Set(types.Player())), origin=node.viewers.origin)
    else:
        viewers = typer.expr(node.viewers, scope)
    if not isinstance(viewers.type.base, types.Set) or is_unknown(viewers):
        viewers = typer.total(fit(typer, viewers, types.Player(), "`to`"), "`to`")
    else:
        viewers = fit(typer, viewers, types.Set(types.Player()), "`to`")
    match what.type.base:
        case types.Many():
            what = typer.whose(what)
        case types.Zone() | types.Unknown():
            pass
        case types.Bool():
            what = typer.total(what, "what is shown")
        case types.Kind(name) if any(p.kind == name for p in typer.names.pieces.values()):
            what = typer.total(what, "what is shown")
        case other:
            typer.report("RW513", what.origin, text=quote(what.origin), got=say(other))
    return [spec.Show(what, viewers, origin=node.origin)]


# -- if, for, end --------------------------------------------------------------------------------


def _if(typer: Typer, node: ast.Expr, step: Map, scope: Scope) -> list[spec.Step_]:
    condition = typer.condition(node, scope)
    saved, written = typer.facts, typer.written
    typer.written = set()
    typer.learn(condition, True)
    then_node = step.get("then")
    then = steps(typer, then_node, scope) if then_node is not None else ()
    typer.facts = saved
    typer.learn(condition, False)
    otherwise = step.get("else")
    other = steps(typer, otherwise, scope) if otherwise is not None else ()
    typer.facts = saved
    if _leaves(then) and not other:
        typer.facts = {**saved, **facts(condition, False)}
    elif _leaves(other):
        typer.facts = {**saved, **facts(condition, True)}
    typer.facts = surviving(typer.facts, typer.written)
    typer.written |= written
    return [spec.IfStep(condition, then, other, origin=node.origin)]


def _leaves(body: tuple[spec.Step_, ...]) -> bool:
    """Whether nothing behind these steps runs."""
    return bool(body) and isinstance(body[-1], spec.EndStep) and body[-1].after is None


def _for(typer: Typer, node: ast.For, step: Map, scope: Scope) -> list[spec.Step_]:
    saved, written = typer.facts, typer.written
    typer.written = set()
    body_node = step.get("do")
    if not node.first:
        each_round(typer, body_node)
    binders, inner = typer.bind(node.binders, scope)
    order = typer.order(node.order, inner)
    condition = None
    if node.condition is not None:
        condition = typer.test(node.condition, inner, "`while`")
        typer.learn(condition, True)
    if node.mode == "secretly" and not any(b.name == "player" for b in binders):
        typer.report("RW514", node.origin)
    body = steps(typer, body_node, inner) if body_node is not None else ()
    typer.facts = surviving(saved, typer.written)
    typer.written |= written
    return [spec.Loop(binders, order, node.mode, condition, node.first, body, origin=node.origin)]


def _end(typer: Typer, node: ast.End) -> list[spec.Step_]:
    for name in (node.rule, node.after):
        if name is not None and name != "game" and name not in typer.names.rules:
            typer.unknown_rule(name, node.origin, ("game",))
            return []
    if node.after == "game":
        typer.report("RW515", node.origin)
        return []
    return [spec.EndStep(node.rule, node.after, node.one_more, origin=node.origin)]
