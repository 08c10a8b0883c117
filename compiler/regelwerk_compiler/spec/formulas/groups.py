"""From binders, orders and aggregates to typed ones: what is bound runs over a set, a zone, or one value that may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...document.located import Origin
from ...syntax import ast
from .. import spec, types
from ..names import Local, Scope
from ..tree import substitute, walk
from .facts import facts, surviving
from .fit import element, fit, is_unknown, join, same, suited, total, unfit, unknown
from .ranges import bounds
from .words import many, quote, say

if TYPE_CHECKING:
    from .typer import Typer

MOST_KEYS = 30  # of one order, named orders replaced by theirs
ORDERED = (types.Int, types.Kind, types.Player, types.Unknown)


def bind(
    typer: Typer, nodes: tuple[ast.Binder, ...], scope: Scope, assignable: bool
) -> tuple[tuple[spec.Binder, ...], Scope]:
    """The binders and the scope behind them; what their conditions prove is among the typer's facts afterwards."""
    out: list[spec.Binder] = []
    for node in nodes:
        binder, scope = _binder(typer, node, scope, assignable)
        out.append(binder)
    return tuple(out), scope


def _binder(typer: Typer, node: ast.Binder, scope: Scope, assignable: bool) -> tuple[spec.Binder, Scope]:
    domain = group(typer, node.domain, scope, node.name)
    of = element(domain.type.base)
    start = None
    if node.start is not None:
        start = fit(typer, typer.expr(node.start, scope, of), of, "`from`")
        start = total(typer, start, "where the order begins")
        if not isinstance(domain, spec.Players | spec.AllOf) and not is_unknown(domain):
            typer.report("RW430", node.start.origin, text=quote(domain.origin))
    fresh = new_name(typer, node.name, node.name_origin, scope, domain, of)
    if node.name == "player":
        typer.facts = surviving(typer.facts, {"n:player"})
    limits = bounds(typer, domain, scope) if isinstance(of, types.Int) else None
    bound = typer.binding(node.name, node.name_origin, of)
    local = Local(types.Type(of), assignable, limits, rules_in(typer, domain, scope), bound)
    if not fresh:
        local = Local(types.UNKNOWN, assignable, binding=bound)
    inner = {**scope, node.name: local}
    where = None
    if node.where is not None:
        where = typer.test(node.where, inner, "`where`")
        typer.facts = {**typer.facts, **facts(where, True)}
    return spec.Binder(node.name, types.Type(of), domain, start, where, origin=node.origin), inner


def group(typer: Typer, node: ast.Expr, scope: Scope, name: str = "x") -> spec.Expr:
    """What a binder runs over."""
    domain = typer.expr(node, scope)
    match domain.type.base:
        case types.Set() | types.Zone():
            if (
                isinstance(domain, spec.ZoneRef)
                and domain.name == "box"
                and isinstance(domain.type.base.of, types.Unknown)
            ):
                typer.report("RW425", domain.origin)
            return domain
        case types.Many():
            return typer.whose(domain)
        case types.Unknown():
            return domain
        case types.Int() if not domain.type.may_be_missing:
            hint = f"Did you mean `{name} in 1..{domain.origin.text}`?"
            typer.report("RW412", domain.origin, hint, text=quote(domain.origin), got=say(domain.type.base))
        case types.Bool() | types.None_() | types.Table() | types.RankTable() | types.Position():
            hint = ""
            if isinstance(domain, spec.TableCell):
                hint = f"Run over its places: `{name} in 1..{len(typer.names.tables[domain.table].values)}`."
            typer.report("RW412", domain.origin, hint, text=quote(domain.origin), got=say(domain.type.base))
        case _:
            return domain
    return unknown(domain.origin)


def new_name(
    typer: Typer, name: str, origin: Origin, scope: Scope, domain: spec.Expr | None = None, of: types.Base | None = None
) -> bool:
    """Whether a bound name is new; if it means something already, that is reported.  Only `player` may be bound again."""
    if name == "player":
        if of is not None and not same(of, types.Player()) and domain is not None:
            unfit(typer, domain, "`player`", "a player", got=say(of))
            return False
        return True
    meaning = "bound here already" if name in scope else typer.meaning(name)
    if meaning is None:
        return True
    meaning += "" if name in scope else typer.collector.line_of(origin, name)
    hint = ""
    if domain is not None and isinstance(domain.type.base, types.Zone):
        hint = f"Did you mean `{domain.origin.text}[{name}]`, how many {name} lie there?"
    typer.report("RW354", origin, hint, name=name, meaning=meaning)
    typer.clashing.setdefault(name, "")
    return False


def rules_in(typer: Typer, e: spec.Expr, scope: Scope) -> tuple[str, ...]:
    """Every rule that a formula of rules can be (or has in it)."""
    found: list[str] = []
    for part in _rule_parts(e):
        match part:
            case spec.RuleValue(rule):
                found.append(rule)
            case spec.Column(_, kind, column):
                for row in typer.names.kinds[kind].rows:
                    found += cell_rules(row.get(column))
            case spec.Bound(name) if name in scope:
                found += scope[name].rules
            case spec.Variable():
                found += [r.name for r in typer.names.rules.values() if r.params == ()]
            case spec.CallDefine(name):
                found += _rules_of_define(typer, name)
    return tuple(dict.fromkeys(found))


def _rules_of_define(typer: Typer, name: str) -> tuple[str, ...]:
    if name not in typer.define_rules:
        typer.define_rules[name] = ()
        define = typer.define(name)
        alternatives = define.alternatives if define is not None else ()
        typer.define_rules[name] = tuple(rule for a in alternatives for rule in rules_in(typer, a, {}))
    return typer.define_rules[name]


def _rule_parts(e: spec.Expr) -> list[spec.Expr]:
    if not isinstance(element(e.type.base), types.Rule):
        return []
    match e:
        case spec.If(value, _, otherwise):
            return _rule_parts(value) + (_rule_parts(otherwise) if otherwise is not None else [])
        case spec.Finish(parts) | spec.SetOf(parts):
            return [p for part in parts for p in _rule_parts(part)]
        case spec.PickIn("first", group_):
            return _rule_parts(group_)
        case spec.Pick("first", binders, _):
            return _rule_parts(binders[-1].domain)
        case _:
            return [e]


def cell_rules(cell: object) -> list[str]:
    """The rules in a cell of a table."""
    match cell:
        case spec.RuleCell(rule):
            return [rule]
        case spec.RuleSetCell(rules):
            return list(rules)
        case tuple():
            return [rule for part in cell for rule in cell_rules(part)]
        case _:
            return []


# -- orders --------------------------------------------------------------------------------------


def order(typer: Typer, keys: tuple[ast.Key, ...], scope: Scope) -> tuple[spec.Key, ...]:
    """The keys, named orders replaced by theirs."""
    out: list[spec.Key] = []
    for node in keys:
        if node.name is not None:
            out += _named(typer, node, scope)
        elif node.value is not None:
            out.append(spec.Key(node.way == "highest", _key_value(typer, node.value, scope)))
    return tuple(out)


def _key_value(typer: Typer, node: ast.Expr, scope: Scope) -> spec.Expr:
    value = typer.expr(node, scope)
    if isinstance(value.type.base, types.Many):
        return typer.whose(value)
    if not isinstance(value.type.base, (*ORDERED, types.Bool)):
        return unfit(typer, value, "an order", "a number or a value with a place")
    return total(typer, value, "what is ordered by")


def _named(typer: Typer, node: ast.Key, scope: Scope) -> list[spec.Key]:
    name = node.name or ""
    typed = typer.named_order(name)
    if typed is None:
        if name not in typer.names.defines:
            orders = [n for n in typer.names.defines if typer.is_order(n)]
            if not typer.names.excused(name):
                typer.report("RW431", node.origin, typer.collector.suggestion(node.origin, name, orders), name=name)
        elif not typer.is_order(name):
            typer.report("RW432", node.origin, name=name)
        for arg in node.args:
            typer.expr(arg, scope)
        return []
    params, keys = typed
    if len(keys) > MOST_KEYS:
        typer.report("RW446", node.origin, name=name, most=MOST_KEYS)
        return []
    if len(node.args) != len(params):
        wanted = "one argument" if len(params) == 1 else f"{len(params) or 'no'} arguments"
        typer.report("RW405", node.origin, name=name, wanted=wanted, given=len(node.args))
        return []
    values: dict[str, spec.Expr] = {}
    for arg, param in zip(node.args, params, strict=True):
        use = f"`{param.name}` of `{name}`"
        e = fit(typer, typer.expr(arg, scope, param.type.base), param.type.base, use)
        values[param.name] = total(typer, e, use)
    return [spec.Key(k.highest, substitute(k.value, values)) for k in keys]


# -- aggregates ----------------------------------------------------------------------------------


def pick_in(typer: Typer, node: ast.PickIn, scope: Scope) -> spec.Expr:
    """`count`, `any`, `first` of a zone or set."""
    found = typer.expr(node.group, scope)
    base = found.type.base
    if isinstance(base, types.Many):
        found = typer.whose(found)
    elif isinstance(found, spec.ZoneRef) and found.name == "box" and isinstance(element(base), types.Unknown):
        typer.report("RW425", found.origin)
    elif not isinstance(base, types.Set | types.Zone | types.Unknown):
        hint = ""
        if isinstance(node.group, ast.In):
            hint = f"Count one face with brackets: `{node.group.group.origin.text}[{node.group.item.origin.text}]`."
        typer.report("RW433", found.origin, hint, word=node.word, text=quote(found.origin), got=say(base))
        found = unknown(found.origin)
    match node.word:
        case "count":
            made = types.INT
        case "any":
            made = types.BOOL
        case "first":
            made = types.Type(element(found.type.base), partial=not is_unknown(found) and not _filled(typer, found))
    return spec.PickIn(node.word, found, type=made, origin=node.origin)


def pick(typer: Typer, node: ast.Pick, scope: Scope) -> spec.Expr:
    """`count`, `any`, `first` of bindings."""
    with typer.aside():
        binders, inner = bind(typer, node.binders, scope, assignable=False)
        keys = order(typer, node.order, inner)
    if node.order and node.word != "first":
        typer.report("RW434", node.order[0].origin, word=node.word)
    match node.word:
        case "count":
            made = types.INT
        case "any":
            made = types.BOOL
        case "first":
            made = types.Type(binders[-1].type.base, partial=not _never_empty(typer, binders))
    return spec.Pick(node.word, binders, keys, type=made, origin=node.origin)


def fold(typer: Typer, node: ast.Fold, scope: Scope, want: types.Base | None) -> spec.Expr:
    """`sum`, `min`, `max`, `all`, `set` of a formula for each binding."""
    with typer.aside():
        binders, inner = bind(typer, node.binders, scope, assignable=False)
        if node.word == "all":
            body = typer.condition(node.body, inner)
        else:
            body = _summand(typer, node.word, typer.expr(node.body, inner, None if want is None else element(want)))
    base = body.type.base
    match node.word:
        case "sum":
            made = types.INT
        case "all":
            made = types.BOOL
        case "set":
            made = types.Type(types.Set(base))
        case "min" | "max":
            sure = _never_empty(typer, binders) and not body.type.may_be_missing
            made = types.Type(base, partial=not sure and not is_unknown(body))
    return spec.Fold(node.word, body, binders, type=made, origin=node.origin)


def _never_empty(typer: Typer, binders: tuple[spec.Binder, ...]) -> bool:
    """Whether there surely is a binding."""
    return all(b.where is None and _filled(typer, b.domain) for b in binders)


def _filled(typer: Typer, domain: spec.Expr) -> bool:
    match domain:
        case spec.Players():
            return True
        case spec.AllOf(name):
            kind = typer.names.kinds[name]
            return bool(kind.values) or kind.low <= kind.high
        case spec.SetOf(items):
            return any(not item.type.may_be_missing for item in items)
        case spec.Range(spec.IntLit(low), spec.IntLit(high)):
            return low <= high
        case _:
            return False


def _summand(typer: Typer, word: ast.FoldWord, e: spec.Expr) -> spec.Expr:
    """What is added, compared or collected."""
    use = f"`{word}(..)`"
    base = e.type.base
    if isinstance(base, types.Many):
        return typer.whose(e)
    if word == "sum":
        return fit(typer, e, types.Int(), use)
    if word == "all":
        return total(typer, fit(typer, e, types.Bool(), use), use)
    refused: tuple[type, ...] = (types.Zone, types.Set, types.Table, types.RankTable, types.None_, types.Bool)
    if isinstance(base, refused) or (word != "set" and not isinstance(base, ORDERED)):
        wanted = "a single value" if word == "set" else "a number or a value with a place"
        hint = f"Bind what is in it: `x in {e.origin.text}`." if isinstance(base, types.Zone | types.Set) else ""
        return unfit(typer, e, use, wanted, hint)
    return e


def fold_of(typer: Typer, node: ast.FoldOf, scope: Scope, want: types.Base | None) -> spec.Expr:
    """`max(a, b)`: of values that are written; like an operator it is missing if one of them is (a set leaves that out)."""
    inner = None if want is None else element(want)
    typed = [_summand(typer, node.word, typer.expr(item, scope, inner)) for item in node.items]
    typed, base = join(typer, typed, f"`{node.word}(..)`", node.origin)
    sure = all(not e.type.may_be_missing for e in typed)
    match node.word:
        case "sum":
            made = types.INT if sure else types.INT.missing()
        case "all":
            made = types.BOOL
        case "set":
            made = types.Type(types.Set(base))
        case "min" | "max":
            made = types.Type(base, partial=not sure)
    return spec.FoldOf(node.word, tuple(typed), type=made, origin=node.origin)


def set_of(typer: Typer, node: ast.SetOf, scope: Scope, want: types.Base | None, words: bool = False) -> spec.Expr:
    """`(a, b)`; words for a missing value belong only behind `in`."""
    inner = None if want is None else element(want)
    items = [typer.expr(item, scope, inner) for item in node.items]
    for place, item in enumerate(items):
        if isinstance(item, spec.Word) and not words and not is_unknown(item):
            typer.report("RW424", item.origin, text=quote(item.origin))
            items[place] = unknown(item.origin)
        elif isinstance(item.type.base, types.Set | types.Zone | types.Table | types.RankTable):
            items[place] = unfit(typer, item, "a set in brackets", "a single value")
    typed, base = join(typer, items, "a set in brackets", node.origin)
    return spec.SetOf(tuple(typed), type=types.Type(types.Set(base)), origin=node.origin)


def reach(typer: Typer, node: ast.Reach, scope: Scope) -> spec.Expr:
    """Everything connected, along edges or along a set of next nodes."""
    start = typer.expr(node.start, scope)
    binder = node.binder
    with typer.aside():
        (typed,), _ = bind(typer, (binder,), scope, assignable=False)
    of = typed.type.base
    if is_unknown(start) or isinstance(of, types.Unknown):
        return unknown(node.origin)
    if isinstance(start.type.base, types.Many):
        return typer.whose(start)
    edges = typer.names.kinds.get(of.name) if isinstance(of, types.Kind) else None
    result = types.Type(types.Set(start.type.base))
    if edges is not None and edges.joins is not None:
        ends = next((c.holds.type.base for c in edges.columns if c.name == edges.joins[0]), types.Unknown())
        found = suited(typer, start, ends)
        if found is None:
            return unfit(typer, start, "`reach(..)`", say(ends))
        return spec.Reach(found, typed, edges.name, "", type=types.Type(types.Set(ends)), origin=node.origin)
    if not isinstance(node.start, ast.Name) or node.start.name not in scope:
        what = (
            f"Rows of {many(of)} have no `joins`"
            if edges is not None and edges.rows
            else f"{quote(binder.domain.origin)} has no edges"
        )
        if edges is None or edges.name not in typer.names.lacking:
            typer.report("RW413", binder.domain.origin, what=what)
        return unknown(node.origin)
    name = node.start.name
    if not any(isinstance(part, spec.Bound) and part.name == name for part in walk(typed.domain)):
        if not typer.names.unread:
            typer.report("RW435", binder.domain.origin, name=name, text=quote(binder.domain.origin))
        return unknown(node.origin)
    if not same(of, start.type.base):
        return unfit(
            typer, typed.domain, "`reach(..)`", f"a set of {many(start.type.base)}", got=f"a set of {many(of)}"
        )
    return spec.Reach(start, typed, None, name, type=result, origin=node.origin)
