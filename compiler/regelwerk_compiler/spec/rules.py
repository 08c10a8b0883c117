"""From a rule as it stands in the file to a typed one, or diagnostics: parameters, needs, cost, what must hold, steps, texts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ..document.located import Entry, Map, Node, Origin, Scalar, Sequence
from ..syntax import ast
from . import spec, types
from .formulas.fit import fit, is_unknown, suited
from .formulas.ranges import bounds
from .formulas.words import quote, say
from .names import Local, RuleHead, Scope
from .nodes import statements, texts, word
from .steps.pieces import boxed, one_spot, piece_of, sort_of, written
from .steps.steps import steps
from .tree import substitute

if TYPE_CHECKING:
    from .formulas.typer import Typer

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def rule(typer: Typer, head: RuleHead) -> spec.RuleDef | None:
    """The typed rule; None where its parameters say nothing, which has been reported."""
    node = head.node
    if not isinstance(node, Map) or head.params is None:
        return None
    typer.rule, typer.facts, typer.written = head.name, {}, set()
    try:
        return _rule(typer, head, head.params, node)
    finally:
        typer.rule, typer.facts, typer.written = None, {}, set()


def _rule(typer: Typer, head: RuleHead, nodes: tuple[ast.Binder, ...], node: Map) -> spec.RuleDef:
    params, scope = typer.bind(nodes, {})
    for local in scope.values():
        if local.binding is not None:
            local.binding.player = False  # what nothing speaks of is told for rules as a whole
    for binder in params:
        if binder.name == "player":
            typer.report("RW531", binder.origin)
    needs = _needs(typer, head, node, scope)
    cost = _cost(typer, node, scope)
    so_that = _condition(typer, node.get("so_that"), scope) if "so_that" in node else None
    if any(_bends(bend, "before", head.name) for bend in typer.names.bends):
        typer.facts = {}  # its steps come between the needs and these
    body_node = node.get("do")
    body = steps(typer, body_node, scope) if body_node is not None else ()
    _check_texts(typer, node, scope)
    return spec.RuleDef(
        head.name, statements(node.get("from")), word(node.get("because")), texts(node.get("text")),
        params, needs, cost, so_that, body, False,
        node.span if head.key is None else head.key.span, head.variant,
    )  # fmt: skip


def _bends(bend: Map, key: str, address: str) -> bool:
    value = bend.get(key)
    return isinstance(value, Scalar) and value.text.replace(" ", "") == address


def _condition(typer: Typer, node: Node | None, scope: Scope) -> spec.Expr | None:
    sentence = typer.formula(node) if node is not None else None
    return typer.condition(sentence, scope) if sentence is not None else None


def _needs(typer: Typer, head: RuleHead, node: Map, scope: Scope) -> tuple[spec.Need, ...]:
    """The named needs; each proves something for what stands behind it, unless a bend may lift it."""
    out: list[spec.Need] = []
    needs = node.get("needs")
    for entry in needs if isinstance(needs, Map) else ():
        condition = _condition(typer, entry.value, scope)
        if condition is None:
            continue
        out.append(spec.Need(entry.key.text, condition, origin=condition.origin))
        if not any(_bends(bend, "ignore", f"{head.name}.{entry.key.text}") for bend in typer.names.bends):
            typer.learn(condition)
    return tuple(out)


def _cost(typer: Typer, node: Map, scope: Scope) -> tuple[spec.Part, ...]:
    cost = node.get("cost")
    if cost is None:
        return ()
    if not isinstance(cost, Sequence):
        return ()
    out: list[spec.Part] = []
    for item in cost:
        sentence = typer.sentence("part", item)
        made: spec.Part | None = None
        if isinstance(sentence, ast.Give):
            made = _give(typer, sentence, scope)
        elif isinstance(sentence, ast.Cards):
            made = _cards(typer, sentence, scope)
        if made is not None:
            out.append(made)
    for part in out:
        typer.forget(*_written(part))
    return tuple(out)


def _written(part: spec.Part) -> list[str]:
    ends = [e for e in (part.source, part.target) if isinstance(e, spec.ZoneRef)]
    names = [name for end in ends for name in written(end)]
    return names + ([f"v:{part.source.name}"] if isinstance(part.source, spec.Variable) else [])


def _give(typer: Typer, node: ast.Give, scope: Scope) -> spec.GivePart | None:
    """`n from variable`, or `piece from zone to zone`."""
    if node.target is None:
        amount = typer.number(node.what, scope, "a cost")
        source = typer.expr(node.source, scope)
        if is_unknown(source):
            return None
        if isinstance(source.type.base, types.Many):
            typer.whose(source)
            return None
        if isinstance(source.type.base, types.Zone):
            typer.report("RW533", source.origin, text=quote(source.origin))
            return None
        if not isinstance(source, spec.Variable) or not isinstance(source.type.base, types.Int):
            typer.report("RW534", source.origin, text=quote(source.origin), got=say(source.type.base))
            return None
        source = typer.total(source, "what pays")
        assert isinstance(source, spec.Variable)
        return spec.GivePart(amount, source, None, origin=node.origin)
    ends = _ends(typer, node.source, node.target, scope)
    piece = piece_of(typer, ends[0]) if ends is not None else ""
    of = typer.names.element(piece) if piece else None
    what = typer.expr(node.what, scope, of)
    if isinstance(what.type.base, types.Many):
        typer.whose(what)
        return None
    if ends is None or of is None or is_unknown(what):
        return None
    if suited(typer, what, of) is None:
        typer.report("RW525", what.origin, text=quote(what.origin), got=say(what.type.base), wanted=piece)
        return None
    what = typer.total(fit(typer, what, of, "a cost"), "a cost")
    return spec.GivePart(what, ends[0], ends[1], origin=node.origin)


def _ends(typer: Typer, source: ast.Expr, target: ast.Expr, scope: Scope) -> tuple[spec.ZoneRef, spec.ZoneRef] | None:
    """From which zone to which a payment goes."""
    found = [one_spot(typer, source, scope, "`from`"), one_spot(typer, target, scope, "`to`")]
    zones: list[spec.ZoneRef] = []
    for end in found:
        if isinstance(end, spec.SlotCell):
            typer.report("RW521", end.origin, text=quote(end.origin), use="a cost")
            return None
        if end is None:
            return None
        zones.append(end)
    a, b = zones
    piece = piece_of(typer, a) or piece_of(typer, b)
    if not piece:
        typer.report("RW425", a.origin)
        return None
    a, b = (_zone(boxed(typer, z, piece)) for z in (a, b))
    if piece_of(typer, a) != piece_of(typer, b):
        typer.report(
            "RW528",
            b.origin,
            target=quote(b.origin),
            a=piece_of(typer, b),
            source=quote(a.origin),
            b=piece_of(typer, a),
        )
        return None
    for end, use in ((a, "from"), (b, "to")):
        if sort_of(typer, end) == "pile":
            typer.report("RW535", end.origin, text=quote(end.origin), use=use)
            return None
    return a, b


def _zone(e: spec.Expr) -> spec.ZoneRef:
    assert isinstance(e, spec.ZoneRef)
    return e


def _cards(typer: Typer, node: ast.Cards, scope: Scope) -> spec.CardsPart | None:
    """`n of one c in D, wild wild, from zone to zone`."""
    ends = _ends(typer, node.source, node.target, scope)
    ast_binder = ast.Binder(node.name, node.domain, None, None, node.origin, origin=node.origin)
    with typer.aside():
        (binder,), inner = typer.bind((ast_binder,), scope)
        amount = typer.number(node.amount, inner, "a cost")
    if ends is None or is_unknown(binder.domain):
        return None
    piece = piece_of(typer, ends[0])
    of = typer.names.element(piece)
    place = Local(binder.type)
    one = typer.local(node.name, place, binder.origin)
    if suited(typer, one, of) is None:
        typer.report(
            "RW525",
            binder.domain.origin,
            text=quote(binder.domain.origin),
            got=say(binder.domain.type.base),
            wanted=piece,
        )
        return None
    if binder.type.base != of:  # the binder runs over faces; its amount speaks of the kind among them
        if not (isinstance(of, types.Kind) and isinstance(binder.type.base, types.Kind)):
            return None  # what is at fault in it was reported
        face = spec.Bound(node.name, type=types.Type(of), origin=binder.origin)
        back = spec.Convert(face, of.name, binder.type.base.name, type=binder.type, origin=binder.origin)
        amount = substitute(amount, {node.name: back})
        binder = replace(binder, type=types.Type(of))
    wild: int | None = None
    if node.wild is not None:
        kind = typer.names.kinds.get(of.name) if isinstance(of, types.Kind) else None
        if kind is None or node.wild not in kind.values:
            typer.report("RW536", node.origin, name=node.wild, piece=piece)
            return None
        wild = kind.values.index(node.wild)
    if bounds(typer, amount, inner).high < 0:
        typer.report("RW537", amount.origin)
    return spec.CardsPart(amount, node.quantity, binder, wild, ends[0], ends[1], origin=node.origin)


def _check_texts(typer: Typer, node: Map, scope: Scope) -> None:
    """Placeholders name parameters."""
    text = node.get("text")
    for entry in text if isinstance(text, Map) else ():
        check_text(typer, entry, [name for name in scope if name != "player"])


def check_text(typer: Typer, entry: Entry, known: list[str]) -> None:
    """The placeholders of one text."""
    if not isinstance(entry.value, Scalar):
        return
    for found in _PLACEHOLDER.finditer(entry.value.text):
        name = found[1]
        if name not in (*known, "player", *typer.missing) and not typer.names.excused(name):
            place = Origin(entry.value, found.start(), found.end())
            hint = f"There is {', '.join(f'`{{{n}}}`' for n in known)}." if known else "The rule has no parameters."
            typer.report("RW538", place, hint, name=name)
