"""From a typed formula to one line of text, in the words of the language; conversions and missing values are marked."""

from __future__ import annotations

from collections.abc import Iterable

from . import spec, types

# How tightly each form binds: what is looser than its place takes brackets.
_LOOSE, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _TERM, _UNARY, _TIGHT = range(10)


def formula(node: spec.Expr) -> str:
    """The whole formula."""
    return _at(node, _LOOSE)


def _at(node: spec.Expr, level: int) -> str:
    text, own = _form(node)
    return text if own >= level else f"({text})"


def _list(nodes: Iterable[spec.Expr]) -> str:
    return ", ".join(formula(node) for node in nodes)


def _form(node: spec.Expr) -> tuple[str, int]:
    match node:
        case spec.IntLit(value=value):
            return str(value), _TIGHT if value >= 0 else _UNARY
        case spec.BoolLit(value=truth):
            return str(truth).lower(), _TIGHT
        case spec.Value(origin=origin):
            return origin.text, _TIGHT
        case spec.Seat(name=name) | spec.OptionRef(name=name) | spec.Bound(name=name):
            return name, _TIGHT
        case spec.Word(word=word):
            return word or "none", _TIGHT
        case spec.Players():
            return "players", _TIGHT
        case spec.AllOf(kind=kind):
            return kind, _TIGHT
        case spec.Over():
            return "over", _TIGHT
        case spec.RuleValue(rule=rule):
            return rule, _TIGHT
        case _ if (operator := _operator(node)) is not None:
            return operator
        case _:
            return _tight(node), _TIGHT


def _operator(node: spec.Expr) -> tuple[str, int] | None:
    match node:
        case spec.If(value=value, condition=condition, otherwise=otherwise):
            rest = f" else {_at(otherwise, _LOOSE)}" if otherwise is not None else ""
            return f"{_at(value, _OR)} if {_at(condition, _OR)}{rest}", _LOOSE
        case spec.Or(parts=parts):
            return " or ".join(_at(part, _AND) for part in parts), _OR
        case spec.And(parts=parts):
            return " and ".join(_at(part, _NOT) for part in parts), _AND
        case spec.Not(part=part):
            return f"not {_at(part, _NOT)}", _NOT
        case spec.Is(left=left, right=right, negated=negated):
            return f"{_at(left, _RANGE)} {'is not' if negated else 'is'} {_at(right, _RANGE)}", _COMPARE
        case spec.In(item=item, group=group, negated=negated):
            return f"{_at(item, _RANGE)} {'not in' if negated else 'in'} {_at(group, _RANGE)}", _COMPARE
        case spec.Compare(op=op, left=left, right=right):
            return f"{_at(left, _RANGE)} {op} {_at(right, _RANGE)}", _COMPARE
        case spec.Range(low=low, high=high):
            return f"{_at(low, _UNARY)}..{_at(high, _UNARY)}", _RANGE
        case spec.Arithmetic(op=op, left=left, right=right):
            level = _SUM if op in "+-" else _TERM
            return f"{_at(left, level)} {op} {_at(right, level + 1)}", level
        case spec.Step(value=value, op=op, by=by):
            return f"{_at(value, _SUM)} {op} {_at(by, _TERM)}", _SUM
        case spec.Divide(left=left, right=right, rounded=rounded):
            return f"{_at(left, _UNARY)} / {_at(right, _UNARY)} rounded {rounded}", _TERM
        case spec.Negate(part=part):
            return f"-{_at(part, _UNARY)}", _UNARY
        case _:
            return None


def _tight(node: spec.Expr) -> str:
    match node:
        case spec.Variable(name=name, indices=indices, whole=whole):
            return name + ("[*]" if whole else _cells(indices))
        case spec.ZoneRef(name=name, indices=indices):
            return name + _cells(indices)
        case spec.SlotCell(zone=zone, index=index) | spec.FaceCount(zone=zone, face=index):
            return f"{_tight(zone)}[{formula(index)}]"
        case spec.Top(zone=zone):
            return f"top({_tight(zone)})"
        case spec.TableCell(table=table, indices=indices):
            return table + "".join(f"[{formula(index)}]" for index in indices)
        case spec.Column(row=row, column=column, each=each):
            return f"{_at(row, _TIGHT)}.{column}" + (f"[{formula(each)}]" if each is not None else "")
        case spec.FormulaColumn(row=row, column=column, player=player):
            return f"{_at(row, _TIGHT)}.{column}({formula(player)})"
        case spec.Factor(value=value, kind=kind, factor=factor):
            return f"{_at(value, _TIGHT)}.{kind}.{factor}"
        case spec.Construct(kind=name, args=args) | spec.CallDefine(name=name, args=args):
            return f"{name}({_list(args)})"
        case spec.Convert(value=value, target=target):
            return f"as_{target}({formula(value)})"
        case spec.RankCell(name=name, args=args, who=who):
            return f"{name}({_list(args)})[{formula(who)}]"
        case spec.Finish(parts=parts):
            return f"({' else '.join(_at(part, _OR) for part in parts)})"
        case spec.SetOf(items=items):
            return f"({_list(items)}{',' if len(items) == 1 else ''})"
        case spec.PickIn(word=word, group=group):
            return f"{word}({formula(group)})"
        case spec.Pick(word=word, binders=parts, order=order):
            by = f" by {keys(order)}" if order else ""
            return f"{word}({binders(parts)}{by})"
        case spec.FoldOf(word=word, items=items):
            return f"{word}({_list(items)})"
        case spec.Fold(word=word, body=body, binders=parts):
            return f"{word}({formula(body)} for {binders(parts)})"
        case spec.Reach(start=start, binder=one, node=name):
            return f"reach({name} from {formula(start)}, {binder(one)})"
        case spec.Abs(part=part):
            return f"abs({formula(part)})"
        case spec.IndexOf(part=part):
            return f"index({formula(part)})"
        case spec.Between(left=left, right=right):
            return f"between({formula(left)}, {formula(right)})"
        case spec.Neighbour(square=square, direction=direction):
            return f"neighbour({formula(square)}, {formula(direction)})"
        case spec.PositionOf(parts=parts):
            return f"position({_list(parts)})"
        case spec.Possible(player=player, rule=rule, args=args):
            return f"possible({formula(player)}, {rule}{'' if args is None else f'({_list(args)})'})"
        case _:
            return formula(node)


def _cells(indices: tuple[spec.Expr, ...]) -> str:
    return f"[{_list(indices)}]" if indices else ""


def binder(node: spec.Binder) -> str:
    """`name in domain from start where condition`."""
    start = f" from {_at(node.start, _SUM)}" if node.start is not None else ""
    where = f" where {_at(node.where, _OR)}" if node.where is not None else ""
    return f"{node.name} in {_at(node.domain, _RANGE)}{start}{where}"


def binders(nodes: tuple[spec.Binder, ...]) -> str:
    """Several of them."""
    return ", ".join(binder(node) for node in nodes)


def keys(nodes: tuple[spec.Key, ...]) -> str:
    """`highest e, lowest e`."""
    return ", ".join(f"{'highest' if key.highest else 'lowest'} {formula(key.value)}" for key in nodes)


def of_type(node: types.Type) -> str:
    """A type in a few words: `colour or none`, `a set of stop`."""
    words = "".join(f" or {word}" for word in node.words)
    return f"{_base(node.base)}{words}{' (perhaps missing)' if node.partial else ''}"


def _base(base: types.Base) -> str:
    match base:
        case types.Kind(name):
            return name
        case types.Set(of):
            return f"set of {_base(of)}"
        case types.Zone(piece, _):
            return f"zone of {piece}"
        case types.Many(of):
            return f"many of {_base(of)}"
        case types.Int():
            return "number"
        case types.Bool():
            return "boolean"
        case _:
            return type(base).__name__.strip("_").lower()
