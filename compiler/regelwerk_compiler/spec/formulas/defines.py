"""From the defines of a game to typed ones, each when it is first spoken of: a sentence, a list of alternatives, a rank or an order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from ...document.located import Map, Node, Scalar, Sequence
from ...syntax import ast
from .. import spec, types
from ..names import Local, Scope
from ..nodes import statements, word
from ..tree import slots
from .fit import fit, is_sound, is_unknown, join, total, unknown
from .words import quote, say

if TYPE_CHECKING:
    from .typer import Typer

Order = tuple[tuple[spec.Binder, ...], tuple[spec.Key, ...]]
TIES = ("best", "next", "split", "none")
NO_VALUE = (types.Zone, types.Many, types.Table, types.RankTable)


def parameters(typer: Typer, nodes: tuple[ast.Binder, ...]) -> tuple[tuple[spec.Binder, ...], Scope]:
    """The parameters of a define: of the players, a kind or a range of numbers, whole."""
    binders, scope = typer.binders(nodes, {})
    for binder, node in zip(binders, nodes, strict=True):
        match binder.domain:
            case (
                spec.Players() | spec.AllOf() | spec.Range(spec.IntLit() | spec.Negate(), spec.IntLit() | spec.Negate())
            ):
                static = True
            case _:
                static = is_unknown(binder.domain)
        if not static or binder.where is not None or binder.start is not None:
            typer.report("RW421", node.origin, name=binder.name)
    return binders, scope


def mentioned(typer: Typer, name: str) -> list[str]:
    """The defines that a define speaks of."""
    node = typer.names.defines[name].node
    found: list[str] = []
    waiting: list[object] = [typer.sentence(start, sentence) for start, sentence in _sentences(node)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part
        elif isinstance(part, ast.Node):
            if isinstance(part, ast.Name | ast.Apply | ast.Key) and part.name in typer.names.defines:
                found.append(part.name)
            waiting += [getattr(part, slot) for slot in slots(type(part))]
    return list(dict.fromkeys(found))


def _sentences(node: Node) -> Iterator[tuple[ast.Start, Node]]:
    """The sentences of a define."""
    if isinstance(node, Map):
        starts: dict[str, ast.Start] = {"is": "expr", "rank": "rank", "prize": "expr", "order": "order"}
        for key, start in starts.items():
            sentence = node.get(key)
            if sentence is not None:
                yield start, sentence
    elif isinstance(node, Sequence):
        yield from (("expr", item) for item in node)
    else:
        yield "expr", node


def define(typer: Typer, name: str) -> spec.Define | None:
    """The define `name`; None for an order, for one that says nothing and while it is being typed (which is recursion)."""
    head = typer.names.defines[name]
    with typer.elsewhere():
        params, scope = parameters(typer, head.head.params)
        node = head.node
        meaning = ""
        origin: tuple[str, ...] = ()
        if isinstance(node, Map):
            meaning, origin = word(node.get("meaning")), statements(node.get("from"))
        rank: spec.RankDef | None = None
        alternatives: tuple[spec.Expr, ...] = ()
        made = types.UNKNOWN
        match node:
            case Map() if "rank" in node:
                rank = typer.rank(node, scope)
                over = rank.binder.type.base if rank is not None else types.Unknown()
                made = types.Type(types.RankTable(over))
            case Map() if "order" in node:
                typer.orders[name] = _order(typer, node, params, scope)
                return None
            case Map():
                alternatives, made = _sentence(typer, node.get("is"), scope, head.key)
            case Sequence():
                alternatives, made = _alternatives(typer, node, scope)
            case _:
                alternatives, made = _sentence(typer, node, scope, head.key)
    if len(params) > 1 and not meaning:
        typer.report("RW415", head.key, name=name, count=len(params))
    return spec.Define(name, params, alternatives, rank, made, meaning, origin, head.key.span, head.variant)


def _sentence(typer: Typer, node: Node | None, scope: Scope, key: Scalar) -> tuple[tuple[spec.Expr, ...], types.Type]:
    sentence = typer.formula(node) if node is not None else None
    if sentence is None:
        return (unknown_at(key),), types.UNKNOWN
    e = _value(typer, typer.expr(sentence, scope))
    return (e,), e.type


def _alternatives(typer: Typer, node: Sequence, scope: Scope) -> tuple[tuple[spec.Expr, ...], types.Type]:
    """A list: the first that exists counts."""
    parts: list[spec.Expr] = []
    want: types.Base | None = None
    for item in node:
        sentence = typer.formula(item)
        if sentence is None:
            parts.append(unknown_at(item))
            continue
        e = _value(typer, typer.expr(sentence, scope, want))
        want = want if want is not None or isinstance(e.type.base, types.None_ | types.Unknown) else e.type.base
        parts.append(e)
    if not parts:
        return (), types.UNKNOWN
    parts, base = join(typer, parts, "the alternatives of a define", parts[0].origin)
    for early, late in pairwise(parts):
        if not early.type.may_be_missing and is_sound(early) and not is_unknown(late):
            typer.report("RW410", late.origin, text=quote(early.origin))
            break
    sure = any(not part.type.may_be_missing for part in parts)
    words = () if sure else parts[-1].type.words
    return tuple(parts), types.Type(base, words, not sure and (parts[-1].type.partial or not words))


def _value(typer: Typer, e: spec.Expr) -> spec.Expr:
    """The value of a define: no zone and no table."""
    if isinstance(e.type.base, types.Many):
        return typer.whose(e)
    if isinstance(e.type.base, NO_VALUE) or (isinstance(e, spec.Word) and not is_unknown(e)):
        typer.report("RW436", e.origin, text=quote(e.origin), got=say(e.type.base))
        return unknown(e.origin)
    return e


def unknown_at(node: Node) -> spec.Expr:
    """What stands for a sentence that says nothing."""
    from ...document.located import Origin, made_up

    scalar = node if isinstance(node, Scalar) else made_up("", node.span)
    return unknown(Origin(scalar, 0, len(scalar.text)))


def _order(typer: Typer, node: Map, params: tuple[spec.Binder, ...], scope: Scope) -> Order | None:
    order = node.get("order")
    sentence = typer.sentence("order", order) if order is not None else None
    if not isinstance(sentence, tuple):
        return None
    return params, typer.order(cast("tuple[ast.Key, ...]", sentence), scope)


def rank(typer: Typer, node: Map, scope: Scope) -> spec.RankDef | None:
    """`rank`, `prize` and `ties`; in a rank `player` is nobody: all who take part are ranked at once."""
    sentence = typer.sentence("rank", node.get("rank") or node)
    scope = {name: local for name, local in scope.items() if name != "player"}
    ties = node.get("ties")
    prize = node.get("prize")
    if not isinstance(sentence, ast.Rank) or prize is None or ties is None:
        return None
    with typer.elsewhere(), typer.aside():
        (binder,), inner = typer.bind((sentence.binder,), scope)
        keys = typer.order(sentence.order, inner)
    with typer.elsewhere():
        place = Local(types.INT if is_sound(binder.domain) else types.UNKNOWN, bounds=(1, _most(typer, binder)))
        wanted = typer.formula(prize)
        amount = unknown_at(prize)
        if wanted is not None:
            amount = fit(typer, typer.expr(wanted, {**scope, "place": place}, types.Int()), types.Int(), "a prize")
            amount = total(typer, amount, "a prize")
    match word(ties):
        case "best" | "next" | "split" | "none" as rule:
            return spec.RankDef(binder, keys, amount, rule)
        case _:
            return None


def _most(typer: Typer, binder: spec.Binder) -> int:
    """How many places there can be."""
    match binder.type.base:
        case types.Player():
            return typer.most_seats
        case types.Kind(name) if name in typer.names.kinds:
            return len(typer.names.kinds[name].values)
        case _:
            return 10**6
