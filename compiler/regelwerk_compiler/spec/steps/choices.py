"""From `choose` to typed decisions: of rules or of values, with what happens when nothing is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...document.located import Map, Node, Origin, Scalar, Sequence
from ...syntax import ast
from .. import spec, types
from ..formulas.facts import ANY_STATE, surviving
from ..formulas.ranges import bounds
from ..formulas.words import quote
from ..names import Scope
from .calls import call
from .writes import each_round

if TYPE_CHECKING:
    from ..formulas.typer import Typer


def choose_rules(typer: Typer, node: ast.ChooseRules, step: Map, scope: Scope) -> list[spec.Step_]:
    """`choose: a, b or c`."""
    calls: list[spec.RuleCall] = []
    seen: set[str] = set()
    for one in node.calls:
        if one.name in ("nothing", "offered"):
            if one.args:
                typer.report("RW405", one.origin, name=one.name, wanted="no arguments", given=len(one.args))
        elif one.name not in typer.names.rules:
            if one.name == "not_offered":
                typer.report("RW516", one.origin, name=one.name)
            else:
                typer.unknown_rule(one.name, one.origin)
            for arg in one.args:
                typer.expr(arg, scope)
            continue
        if one.name in seen:
            typer.report("RW540", one.origin, name=one.name)
        seen.add(one.name)
        args = (
            typer.arguments(one.name, one.args, scope, one.origin, exact=False) if one.name in typer.names.rules else ()
        )
        calls.append(spec.RuleCall(one.name, args, origin=one.origin))
    if "do" in step:
        typer.report("RW541", step.key("do") or node.origin)
    always = "any number" if node.repeated else next((f"`{c.rule}`" for c in calls if always_legal(typer, c.rule)), "")
    if node.repeated and any(c.rule == "nothing" for c in calls):
        typer.report("RW542", node.origin)
    certain = any(never_fails(typer, c.rule) for c in calls)
    otherwise = if_none(typer, step, node.origin, always, scope, certain)
    typer.forget(ANY_STATE)
    return [spec.ChooseRules(tuple(calls), node.repeated, otherwise, certain, origin=node.origin)]


def always_legal(typer: Typer, rule: str) -> bool:
    """Whether a rule can always be taken: `nothing`, and rules that ask, cost and do nothing (unless a bend forbids them)."""
    if rule == "nothing":
        return True
    head = typer.names.rules.get(rule)
    if head is None or not isinstance(head.node, Map):
        return False
    if any(key in head.node for key in ("with", "needs", "cost", "so_that")):
        return False
    if any(_says(bend, "forbid", rule) or _says(bend, "instead", rule) for bend in typer.names.bends):
        return False
    body = head.node.get("do")
    return isinstance(body, Sequence) and all(isinstance(s, Scalar) and s.text.strip() == "nothing" for s in body)


def never_fails(typer: Typer, rule: str, within: tuple[str, ...] = ()) -> bool:
    """Whether an offer of the rule is surely there: nothing to choose, need or pay, and steps that cannot be refused."""
    head = typer.names.rules.get(rule)
    if head is None:
        return rule != "offered"  # `nothing`, or it was reported that there is no such rule
    if rule in within or not isinstance(head.node, Map):
        return False
    if any(key in head.node for key in ("with", "needs", "cost", "so_that")):
        return False
    if any(_says(bend, sort, rule) for bend in typer.names.bends for sort in ("forbid", "instead", "before", "after")):
        return False
    return _all_pass(typer, head.node.get("do"), (*within, rule))


def _all_pass(typer: Typer, body: Node | None, within: tuple[str, ...]) -> bool:
    if not isinstance(body, Sequence):
        return body is None
    for step in body:
        match step:
            case Scalar():
                if not never_fails(typer, step.text.strip(), within):
                    return False
            case Map() if any(verb in step for verb in ("set", "let", "random", "show", "end", "if", "for")):
                if not all(_all_pass(typer, step.get(part), within) for part in ("then", "else", "do")):
                    return False
            case _:
                return False
    return True


def _says(bend: Map, key: str, rule: str) -> bool:
    value = bend.get(key)
    return isinstance(value, Scalar) and value.text.strip() == rule


def if_none(
    typer: Typer, step: Map, origin: Origin, always: str, scope: Scope, certain: bool = False
) -> spec.Step_ | None:
    """What happens when nothing is legal: required, unless something always is (`certain`: surely is, though it may be said)."""
    node = step.get("if_none")
    if node is None:
        if not always and not certain:
            typer.report("RW511", origin)
        return None
    if always:
        key = step.key("if_none")
        typer.report("RW512", key if key is not None else origin, always=always)
        return None
    return _otherwise(typer, node, scope)


def _otherwise(typer: Typer, node: Node, scope: Scope) -> spec.Step_ | None:
    sentence = typer.sentence("step", node)
    if sentence is None or not isinstance(sentence, ast.Expr):
        return None
    if isinstance(sentence, ast.Name) and sentence.name == "not_offered":
        return spec.NotOffered(origin=sentence.origin)
    made = call(typer, sentence, scope)
    return made[0] if made else None


def choose_value(typer: Typer, node: ast.ChooseValue, step: Map, scope: Scope) -> list[spec.Step_]:
    """`choose: [how many] x in domain`, with what is done with each in `do`."""
    least = typer.number(node.least, scope, "how many") if node.least is not None else None
    most = typer.number(node.most, scope, "how many") if node.most is not None else least
    saved, written = typer.facts, typer.written
    typer.written = set()
    body_node = step.get("do")
    if node.many:
        each_round(typer, body_node)
    (binder,), inner = typer.bind((node.binder,), scope)
    from .steps import steps

    body = steps(typer, body_node, inner) if body_node is not None else ()
    if body_node is None:
        typer.report("RW504", node.origin)
    typer.facts = surviving(saved, typer.written)
    typer.written |= written
    always = ""
    if node.many and least is None:
        always = "any number"
    elif least is not None and not least.type.may_be_missing:
        found = bounds(typer, least, scope)
        if found.high <= 0:
            always = "choosing none"
        if most is not None and bounds(typer, most, scope).high < max(found.low, 1):
            typer.report("RW543", node.origin, least=quote(least.origin), most=quote(most.origin))
    otherwise = if_none(typer, step, node.origin, always, scope)
    if isinstance(binder.type.base, types.Position):
        typer.report("RW544", node.origin)
    made = spec.ChooseValue(binder, node.many, least, most, body, otherwise, origin=node.origin)
    return [made]
