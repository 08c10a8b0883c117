"""From operators to typed ones: equality, membership, comparison, logic, choosing and finishing, arithmetic."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ...diagnostics.words import listed
from ...document.located import Origin
from ...syntax import ast
from .. import spec, types
from ..names import Scope
from .facts import facts
from .fit import convert, element, fit, is_sound, is_unknown, join, needs_context, pair, same, suited, unfit, unknown
from .groups import set_of
from .words import quote, say

if TYPE_CHECKING:
    from .typer import Typer

NO_VALUE = (types.Zone, types.Table, types.RankTable)


def is_(typer: Typer, node: ast.Is, scope: Scope) -> spec.Expr:
    """`a is b`: total; what can never be the same is an error."""
    left, right = pair(typer, node.left, node.right, scope)
    left, right = _single(typer, left), _single(typer, right)
    if not is_unknown(left) and not is_unknown(right):
        _may_be_same(typer, left, right, node.negated)
    return spec.Is(left, right, node.negated, type=types.BOOL, origin=node.origin)


def _single(typer: Typer, e: spec.Expr) -> spec.Expr:
    """No zone or table stands on a side of `is` or a comparison."""
    if isinstance(e.type.base, types.Many):
        return typer.whose(e)
    if isinstance(e.type.base, NO_VALUE):
        hint = f"How many lie there is `count({e.origin.text})`." if isinstance(e.type.base, types.Zone) else ""
        typer.report("RW403", e.origin, hint, text=quote(e.origin), got=say(e.type.base))
        return unknown(e.origin)
    return e


def _may_be_same(typer: Typer, left: spec.Expr, right: spec.Expr, negated: bool) -> None:
    """Report what is never (or always) the same."""
    always = "true" if negated else "false"
    for one, other in ((left, right), (right, left)):
        if isinstance(other, spec.Word):
            may_be(typer, one, other, always)
            return
    if same(left.type.base, right.type.base):
        return
    hint = ""
    if isinstance(right.type.base, types.Set) and same(left.type.base, right.type.base.of):
        hint = f"Did you mean `{left.origin.text} in {right.origin.text}`?"
    elif isinstance(left.type.base, types.Set) and same(right.type.base, left.type.base.of):
        hint = f"Did you mean `{right.origin.text} in {left.origin.text}`?"
    _never(typer, left, right, always, hint)


def _never(typer: Typer, left: spec.Expr, right: spec.Expr, always: str, hint: str = "") -> None:
    typer.report(
        "RW401", Origin(left.origin.scalar, left.origin.start, right.origin.end), hint,
        left=quote(left.origin), a=say(left.type.base), right=quote(right.origin), b=say(right.type.base), always=always,
    )  # fmt: skip


def may_be(typer: Typer, e: spec.Expr, word: spec.Word, always: str) -> None:
    """Report if `e` can never be missing as `word` says."""
    if is_unknown(e) or typer.names.unread:
        return
    own = [f"`{w}`" for w in e.type.words]
    if isinstance(e, spec.Word) or not e.type.may_be_missing:
        typer.report("RW423", word.origin, text=quote(e.origin), word=word.word or "none", always=always)
    elif word.word == "":
        if len(own) > 1:
            typer.report("RW439", word.origin, text=quote(e.origin), words=listed(own))
    elif word.word not in e.type.words:
        hint = f"It may be {listed(own)}." if own else "A value that is not there is `none`."
        typer.report("RW423", word.origin, hint, text=quote(e.origin), word=word.word, always=always)


def in_(typer: Typer, node: ast.In, scope: Scope) -> spec.Expr:
    """`x in group`: total, a missing value is in no set; behind `in` a set in brackets may list words."""
    if needs_context(typer, node.item, scope) and not needs_context(typer, node.group, scope):
        group = _group(typer, node.group, scope, None)
        item = typer.expr(node.item, scope, element(group.type.base))
    else:
        item = typer.expr(node.item, scope)
        group = _group(typer, node.group, scope, item.type.base)
    item = _single(typer, item)
    if isinstance(item.type.base, types.Set):
        typer.report(
            "RW440",
            item.origin,
            f"`all(x in {group.origin.text} for x in {item.origin.text})`",
            text=quote(item.origin),
        )
        item = unknown(item.origin)
    made = spec.In(item, group, node.negated, type=types.BOOL, origin=node.origin)
    if is_unknown(item) or is_unknown(group):
        return made
    base = group.type.base
    if isinstance(base, types.Many):
        typer.whose(group)
        return made
    if isinstance(base, types.Zone) and isinstance(base.of, types.Unknown):
        item, group = _in_box(typer, item, group)
        return replace(made, item=item, group=group)
    if not isinstance(base, types.Set | types.Zone):
        return _in_value(typer, made, item, group)
    if isinstance(group, spec.SetOf) and any(isinstance(i, spec.Word) for i in group.items):
        return _in_words(typer, node, item, group)
    if isinstance(item, spec.Word):
        typer.report(
            "RW423",
            item.origin,
            "A missing value is in no set.",
            text=quote(group.origin),
            word=item.word or "none",
            always="false",
        )
        return made
    fitting = suited(typer, item, base.of)
    if fitting is None and isinstance(item.type.base, types.Kind) and isinstance(base.of, types.Kind):
        fitting = convert(typer, item, base.of)
    if fitting is None:
        always = "true" if node.negated else "false"
        typer.report(
            "RW402",
            node.origin,
            item=quote(item.origin),
            a=say(item.type.base),
            group=quote(group.origin),
            b=say(base),
            always=always,
        )
        return made
    return replace(made, item=fitting)


def _group(typer: Typer, node: ast.Expr, scope: Scope, want: types.Base | None) -> spec.Expr:
    if isinstance(node, ast.SetOf):
        return typer.known(set_of(typer, node, scope, want, words=True))
    return typer.expr(node, scope, want)


def _in_box(typer: Typer, item: spec.Expr, box: spec.Expr) -> tuple[spec.Expr, spec.Expr]:
    pieces = [p for p in typer.names.pieces.values() if same(item.type.base, typer.names.element(p.name))]
    if len(pieces) != 1:
        typer.report("RW425", box.origin)
        return item, unknown(box.origin)
    return item, replace(box, type=types.Type(types.Zone(pieces[0].name, typer.names.element(pieces[0].name))))


def _in_value(typer: Typer, made: spec.In, item: spec.Expr, group: spec.Expr) -> spec.Expr:
    """A value that may be missing is a set of one; one that is there is compared with `is`."""
    fitting = suited(typer, item, group.type.base)
    if group.type.may_be_missing and fitting is not None and not isinstance(group.type.base, types.Bool):
        one = spec.SetOf((group,), type=types.Type(types.Set(group.type.base)), origin=group.origin)
        return replace(made, item=fitting, group=one)
    hint = f"Did you mean `{item.origin.text} is {group.origin.text}`?" if fitting is not None else ""
    typer.report("RW441", group.origin, hint, text=quote(group.origin), got=say(group.type.base))
    return made


def _in_words(typer: Typer, node: ast.In, item: spec.Expr, group: spec.SetOf) -> spec.Expr:
    """`x in (p, nobody)` is `x is p or x is nobody`."""
    ways: list[spec.Expr] = []
    for other in group.items:
        if isinstance(other, spec.Word):
            may_be(typer, item, other, "false")
            ways.append(spec.Is(item, other, False, type=types.BOOL, origin=node.origin))
            continue
        fitting = suited(typer, other, item.type.base)
        if fitting is None:
            _never(typer, item, other, "false")
            continue
        ways.append(spec.Is(item, fitting, False, type=types.BOOL, origin=node.origin))
    made = spec.Or(tuple(ways), type=types.BOOL, origin=node.origin)
    return spec.Not(made, type=types.BOOL, origin=node.origin) if node.negated else made


def compare(typer: Typer, node: ast.Compare, scope: Scope) -> spec.Expr:
    """`a < b`: numbers, or values of one kind (by their places), or seats; missing when one side is."""
    left, right = pair(typer, node.left, node.right, scope)
    left, right = _single(typer, left), _single(typer, right)
    for e in (left, right):
        if not isinstance(e.type.base, types.Int | types.Kind | types.Player | types.Unknown):
            typer.report("RW403", e.origin, text=quote(e.origin), got=say(e.type.base))
            left = right = unknown(node.origin)
            break
    else:
        if not same(left.type.base, right.type.base):
            hint = ""
            for one, other in ((left, right), (right, left)):
                if isinstance(one.type.base, types.Kind) and isinstance(other.type.base, types.Int):
                    hint = f"The place of a value in its kind, from 0, is `index({one.origin.text})`."
            typer.report(
                "RW442", Origin(left.origin.scalar, left.origin.start, right.origin.end), hint,
                left=quote(left.origin), a=say(left.type.base), right=quote(right.origin), b=say(right.type.base),
            )  # fmt: skip
    partial = left.type.may_be_missing or right.type.may_be_missing
    made = types.Type(types.Bool(), partial=partial and not is_unknown(left))
    return spec.Compare(node.op, left, right, type=made, origin=node.origin)


def logic(typer: Typer, node: ast.And | ast.Or, scope: Scope) -> spec.Expr:
    """`and` and `or`, from left to right: what a part proves holds for the next; missing where a part that counts is."""
    conjunction = isinstance(node, ast.And)
    parts: list[spec.Expr] = []
    with typer.aside():
        for part in node.parts:
            e = fit(typer, typer.expr(part, scope, types.Bool()), types.Bool(), "`and`" if conjunction else "`or`")
            typer.facts = {**typer.facts, **facts(e, conjunction)}
            parts.append(e)
    made = types.Type(types.Bool(), partial=any(e.type.may_be_missing for e in parts))
    if conjunction:
        return spec.And(tuple(parts), type=made, origin=node.origin)
    return spec.Or(tuple(parts), type=made, origin=node.origin)


def not_(typer: Typer, node: ast.Not, scope: Scope) -> spec.Expr:
    """`not c`."""
    part = fit(typer, typer.expr(node.part, scope, types.Bool()), types.Bool(), "`not`")
    return spec.Not(part, type=types.Type(types.Bool(), partial=part.type.may_be_missing), origin=node.origin)


def if_(typer: Typer, node: ast.If, scope: Scope, want: types.Base | None) -> spec.Expr:
    """`a if c else b`, or without `else`: missing when c is false."""
    condition = typer.condition(node.condition, scope)
    with typer.aside():
        typer.facts = {**typer.facts, **facts(condition, True)}
        if want is None and node.otherwise is not None and needs_context(typer, node.value, scope):
            want = _guess(typer, node.otherwise, scope)
        value = typer.expr(node.value, scope, want)
    if node.otherwise is None:
        if isinstance(value.type.base, types.Many):
            return typer.whose(value)
        made = types.Type(value.type.base, value.type.words, True)
        return spec.If(value, condition, None, type=made, origin=node.origin)
    with typer.aside():
        typer.facts = {**typer.facts, **facts(condition, False)}
        hint = want if want is not None or isinstance(value.type.base, types.None_ | types.Unknown) else value.type.base
        otherwise = typer.expr(node.otherwise, scope, hint)
    (value, otherwise), base = join(typer, [value, otherwise], "both ways of `if`", node.origin)
    words = tuple(dict.fromkeys((*value.type.words, *otherwise.type.words)))
    made = types.Type(base, words, value.type.partial or otherwise.type.partial)
    return spec.If(value, condition, otherwise, type=made, origin=node.origin)


def _guess(typer: Typer, node: ast.Expr, scope: Scope) -> types.Base | None:
    """The type of the other ways of an `if`, where a name or a cell says it, for values that several kinds share."""
    while isinstance(node, ast.If) and needs_context(typer, node.value, scope) and node.otherwise is not None:
        node = node.otherwise
    if isinstance(node, ast.If):
        node = node.value
    base: types.Base = types.Unknown()
    match node:
        case ast.Name(name) | ast.Index(ast.Name(name)) | ast.Apply(name) if name not in scope:
            variable, define = typer.names.variables.get(name), typer.define(name)
            if variable is not None:
                base = variable.holds.type.base
            elif define is not None:
                base = define.type.base
        case ast.Name(name):
            base = scope[name].type.base
        case _:
            pass
    return None if isinstance(base, types.None_ | types.Unknown) else base


def finish(typer: Typer, node: ast.Finish, scope: Scope, want: types.Base | None) -> spec.Expr:
    """`(a else b)`: the first that is there."""
    parts: list[spec.Expr] = []
    for part in node.parts:
        e = typer.expr(part, scope, want)
        if want is None and not isinstance(e.type.base, types.None_ | types.Unknown | types.Many):
            want = e.type.base
        parts.append(e)
    parts, base = join(typer, parts, "both sides of `else`", node.origin)
    for early, late in pairwise(parts):
        if isinstance(early, spec.Word) and not is_unknown(early):
            typer.report("RW443", early.origin, text=quote(early.origin))
            break
        if not early.type.may_be_missing and is_sound(early) and not is_unknown(late):
            typer.report("RW410", late.origin, text=quote(early.origin))
            break
    sure = any(not part.type.may_be_missing for part in parts)
    last = parts[-1].type
    made = types.Type(base) if sure else types.Type(base, last.words, last.partial)
    return spec.Finish(tuple(parts), type=made, origin=node.origin)


# -- arithmetic ----------------------------------------------------------------------------------


def arithmetic(typer: Typer, node: ast.Arithmetic, scope: Scope) -> spec.Expr:
    """`+ - * mod` on numbers, `+ -` along a kind or round the seats."""
    left = typer.expr(node.left, scope)
    if isinstance(left.type.base, types.Kind | types.Player) and node.op in ("+", "-"):
        return _step(typer, node, left, scope)
    left = _number(typer, left, node.op)
    right = typer.expr(node.right, scope)
    if isinstance(right.type.base, types.Kind | types.Player):
        hint = f"Along a kind: `{right.origin.text} {node.op} {left.origin.text}`." if node.op == "+" else ""
        hint = hint or f"The place of a value in its kind, from 0, is `index({right.origin.text})`."
        typer.report("RW404", right.origin, hint, op=node.op, text=quote(right.origin), got=say(right.type.base))
        right = unknown(right.origin)
    right = _number(typer, right, node.op)
    if is_unknown(left) and node.op in ("+", "-"):
        return unknown(node.origin)  # it may have been a value of a kind
    partial = left.type.may_be_missing or right.type.may_be_missing
    return spec.Arithmetic(node.op, left, right, type=types.Type(types.Int(), partial=partial), origin=node.origin)


def _number(typer: Typer, e: spec.Expr, op: str) -> spec.Expr:
    if isinstance(e.type.base, types.Kind | types.Player):
        hint = f"The place of a value in its kind, from 0, is `index({e.origin.text})`."
        typer.report("RW404", e.origin, hint, op=op, text=quote(e.origin), got=say(e.type.base))
        return unknown(e.origin)
    return fit(typer, e, types.Int(), f"`{op}`")


def _step(typer: Typer, node: ast.Arithmetic, left: spec.Expr, scope: Scope) -> spec.Expr:
    """`value + n`: wraps on a ring and round the seats, else there may be nothing past the end."""
    right = typer.expr(node.right, scope)
    base = left.type.base
    if isinstance(right.type.base, types.Kind | types.Player):
        hint = (
            f"How far apart they are is `index({left.origin.text}) - index({right.origin.text})`."
            if node.op == "-"
            else ""
        )
        typer.report("RW404", right.origin, hint, op=node.op, text=quote(right.origin), got=say(right.type.base))
        return unknown(node.origin)
    right = fit(typer, right, types.Int(), f"`{node.op}`")
    kind = typer.names.kinds.get(base.name) if isinstance(base, types.Kind) else None
    ends = kind is not None and not kind.ring
    made = types.Type(base, partial=ends or left.type.may_be_missing or right.type.may_be_missing)
    op = "+" if node.op == "+" else "-"
    return spec.Step(left, "+" if op == "+" else "-", right, type=made, origin=node.origin)


def divide(typer: Typer, node: ast.Divide, scope: Scope) -> spec.Expr:
    """`a / b rounded down`."""
    left = _number(typer, typer.expr(node.left, scope), "/")
    right = _number(typer, typer.expr(node.right, scope), "/")
    if isinstance(right, spec.IntLit) and right.value == 0:
        typer.report("RW444", right.origin)
    partial = left.type.may_be_missing or right.type.may_be_missing
    return spec.Divide(left, right, node.rounded, type=types.Type(types.Int(), partial=partial), origin=node.origin)


def negate(typer: Typer, node: ast.Negate, scope: Scope) -> spec.Expr:
    """`-a`; of a number that is written, the number."""
    part = _number(typer, typer.expr(node.part, scope), "-")
    if isinstance(part, spec.IntLit):
        return spec.IntLit(-part.value, type=types.INT, origin=node.origin)
    return spec.Negate(part, type=types.Type(types.Int(), partial=part.type.may_be_missing), origin=node.origin)


def range_(typer: Typer, node: ast.Range, scope: Scope) -> spec.Expr:
    """`a..b`: numbers, or values of a kind in their order."""
    low, high = pair(typer, node.low, node.high, scope)
    for e in (low, high):
        if isinstance(e.type.base, types.Many):
            return typer.whose(e)
        if not isinstance(e.type.base, types.Int | types.Kind | types.Unknown):
            return unfit(typer, e, "`a..b`", "a number or a value of a kind")
    if not same(low.type.base, high.type.base):
        typer.report(
            "RW442", node.origin, left=quote(low.origin), a=say(low.type.base), right=quote(high.origin), b=say(high.type.base)
        )  # fmt: skip
        return unknown(node.origin)
    if is_unknown(low):
        return unknown(node.origin)
    partial = low.type.may_be_missing or high.type.may_be_missing
    return spec.Range(low, high, type=types.Type(types.Set(low.type.base), partial=partial), origin=node.origin)
