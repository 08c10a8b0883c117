"""From a Spec to text that people can read: `regelwerk show --spec`.  The form is for reading, not for reading in again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from . import spec, types
from .print_formula import binder, binders, formula, keys, of_type

Lines = Iterator[str]
Kinds = Mapping[str, spec.KindDef]


def print_spec(whole: spec.Spec) -> str:
    """The whole Spec."""
    return "\n".join(_spec(whole)) + "\n"


def _spec(whole: spec.Spec) -> Lines:
    low, high = whole.players
    seats = f" ({', '.join(whole.seats)})" if whole.seats else ""
    yield f"game {whole.game}: {low}..{high} players{seats}, at most {whole.most_decisions} decisions"
    for option in whole.options.values():
        yield f"option {option.name}: {_holds(option.holds)} = {_cell(option.start, option.holds, whole.kinds)}"
    for kind in whole.kinds.values():
        yield from _kind(kind, whole.kinds)
    for table in whole.tables.values():
        of = of_type(table.of) + (f" in {table.unit}" if table.unit else "")
        yield f"table {table.name}{_variant(table.variant)}: {of}, depth {table.depth}, {table.provenance}"
        yield f"  {_cell(table.values, spec.Holds(table.of), whole.kinds)}"
    for one in whole.satisfies:
        yield f"{one.of} satisfies {one.name}{_variant(one.variant)}: {formula(one.condition)}"
    for piece in whole.pieces.values():
        sort = "individuals" if piece.individual else "counted"
        yield f"piece {piece.name}{_variant(piece.variant)}: {sum(piece.copies)} of {piece.kind}, {sort}, copies {piece.copies}"
    for variable in whole.variables.values():
        yield _variable(variable)
    for zone in whole.zones.values():
        yield _zone(zone)
    for define in whole.defines.values():
        yield from _define(define)
    for rule in whole.rules.values():
        yield from _rule(rule)
    for item in whole.score.values():
        yield from _scored(f"score {item.name}", item.value)
    ranking = (
        "together"
        if whole.ranking.together
        else keys(whole.ranking.keys) + (", shared" if whole.ranking.shared else "")
    )
    yield f"ranking {ranking}"
    for variant in whole.variants.values():
        seats = f", seats {', '.join(variant.seats)}" if variant.seats else ""
        yield f"variant {variant.name} when {formula(variant.when)}{seats}"
        for bend in variant.bends:
            yield from _in(_bend(bend))
    for scenario in whole.scenarios:
        yield from _scenario(scenario)


def _in(lines: Lines, by: str = "  ") -> Lines:
    for line in lines:
        yield by + line


def _variant(name: str) -> str:
    return f" (variant {name})" if name else ""


# -- declarations --------------------------------------------------------------------------------
def _kind(kind: spec.KindDef, kinds: Kinds) -> Lines:
    ring = ", a ring" if kind.ring else ""
    joins = f", joins {kind.joins[0]} and {kind.joins[1]}" if kind.joins else ""
    provenance = f", {kind.provenance}" if kind.provenance else ""
    count = f"{kind.low}..{kind.high}" if kind.sort == "range" else f"{len(kind.values)} values"
    yield f"kind {kind.name}{_variant(kind.variant)}: {kind.sort}, {count}{ring}{joins}{provenance}"
    for factor in kind.factors:
        yield f"  factor {factor.name or '-'}: {_axis(factor.axis)}"
    for group, first, many in kind.groups:
        yield f"  faces {first}..{first + many - 1}: {group or kind.values[first]}"
    for column in kind.columns:
        each = f" for each {_axis(column.each)}" if column.each is not None else ""
        start = f" = {_cell(column.start, column.holds, kinds)}" if column.start is not None else ""
        yield f"  column {column.name}: {'formula of player' if column.formula else _holds(column.holds)}{each}{start}"
    if kind.works_in is not None:
        goes = f", then goes to {formula(kind.then_goes_to)}" if kind.then_goes_to is not None else ""
        yield f"  works in {formula(kind.works_in)}{goes}"
    if not kind.rows:
        if kind.values:
            yield f"  {' '.join(kind.values)}"
        return
    for index, (value, row) in enumerate(zip(kind.values, kind.rows, strict=True)):
        cells = [f"{c.name} {_cell(row[c.name], c.holds, kinds)}" for c in kind.columns if c.name in row]
        yield f"  {value}: {', '.join(cells)}"
        for bend in kind.bends[index] if kind.bends else ():
            yield from _in(_bend(bend), "    ")


def _cell(cell: object, holds: spec.Holds, kinds: Kinds) -> str:
    """A cell in words; numbers are places where the cell holds values of a kind."""
    base = holds.type.base.of if isinstance(holds.type.base, types.Set) else holds.type.base
    match cell:
        case int():
            return kinds[base.name].values[cell] if isinstance(base, types.Kind) else str(cell)
        case spec.WordCell(index):
            return holds.type.words[index]
        case spec.SetCell(values):
            return f"{{{', '.join(_cell(value, holds, kinds) for value in values)}}}"
        case spec.RuleCell(rule):
            return rule
        case spec.RuleSetCell(rules):
            return f"{{{', '.join(rules)}}}"
        case tuple():
            return f"[{', '.join(_cell(item, holds, kinds) for item in cell)}]"
        case _:
            return formula(cast("spec.Expr", cell))


def _axis(axis: spec.Axis) -> str:
    return axis.kind or f"{axis.low}..{axis.high}"


def _holds(holds: spec.Holds) -> str:
    if isinstance(holds.type.base, types.Int):
        unit = f" in {holds.unit}" if holds.unit else ""
        return f"{holds.low}..{holds.high}{unit}" + "".join(f" or {word}" for word in holds.type.words)
    return of_type(holds.type)


def _each(axes: tuple[spec.Axis, ...]) -> str:
    return f" for each {' and '.join(_axis(axis) for axis in axes)}" if axes else ""


def _sight(sight: spec.Sight) -> str:
    rest = f" if {formula(sight.condition)}" if sight.condition is not None else ""
    return sight.who + rest + (f" else {_sight(sight.otherwise)}" if sight.otherwise is not None else "")


def _variable(variable: spec.VariableDef) -> str:
    holds = f"history of {variable.history}" if variable.history else _holds(variable.holds)
    start = f" = {formula(variable.start)}" if variable.start is not None else ""
    named = f"variable {variable.name}{_variant(variable.variant)}"
    return f"{named}: {holds}{_each(variable.axes)}{start}, seen by {_sight(variable.sight)}"


def _zone(zone: spec.ZoneDef) -> str:
    size = f" of {zone.size}" if zone.size is not None else ""
    full = " = all" if zone.starts_full else ""
    top = f", top seen by {_sight(zone.top_sight)}" if zone.top_sight is not None else ""
    refilled = f", refilled from {zone.refilled}" if zone.refilled else ""
    named = f"zone {zone.name}{_variant(zone.variant)}"
    return (
        f"{named}: {zone.sort}{size}, {zone.piece}{_each(zone.axes)}{full}, seen by {_sight(zone.sight)}{top}{refilled}"
    )


# -- rules ---------------------------------------------------------------------------------------
def _define(define: spec.Define) -> Lines:
    params = f"({binders(define.params)})" if define.params else ""
    yield f"define {define.name}{params}: {of_type(define.type)}"
    for alternative in define.alternatives:
        yield f"  {formula(alternative)}"
    if define.rank is not None:
        yield from _in(_rank(define.rank))


def _rank(rank: spec.RankDef) -> Lines:
    yield f"rank {binder(rank.binder)} by {keys(rank.order)}"
    yield f"prize {formula(rank.prize)}, ties {rank.ties}"


def _scored(head: str, value: spec.Expr | spec.RankDef) -> Lines:
    if isinstance(value, spec.RankDef):
        yield head
        yield from _in(_rank(value))
    else:
        yield f"{head}: {formula(value)}"


def _rule(rule: spec.RuleDef) -> Lines:
    params = f"({binders(rule.params)})" if rule.params else ""
    yield f"rule {rule.name}{params}{', for a player' if rule.needs_player else ''}"
    if rule.statements:
        yield f"  from {', '.join(rule.statements)}"
    for need in rule.needs:
        yield f"  need {need.name}: {formula(need.condition)}"
    for part in rule.cost:
        yield f"  cost {_part(part)}"
    if rule.so_that is not None:
        yield f"  so that {formula(rule.so_that)}"
    for step in rule.body:
        yield from _in(_step(step))


def _part(part: spec.Part) -> str:
    match part:
        case spec.GivePart(what, source, target):
            to = f" to {formula(target)}" if target is not None else ""
            return f"{formula(what)} from {formula(source)}{to}"
        case spec.CardsPart(amount, quantity, over, wild, source, target):
            wilds = f", face {wild} wild" if wild is not None else ""
            return f"{formula(amount)} of {quantity} {binder(over)}{wilds}, from {formula(source)} to {formula(target)}"


def _steps(head: str, body: tuple[spec.Step_, ...]) -> Lines:
    yield head
    for step in body:
        yield from _in(_step(step))


def _step(step: spec.Step_) -> Lines:
    match step:
        case spec.IfStep(condition, then, otherwise):
            yield from _steps(f"if {formula(condition)}", then)
            if otherwise:
                yield from _steps("else", otherwise)
        case spec.Loop():
            yield from _steps(_loop(step), step.body)
        case spec.ChooseRules(calls, repeated, if_none):
            yield f"choose {'any number of ' if repeated else ''}{' or '.join(_call(call) for call in calls)}"
            yield from _none(if_none)
        case spec.ChooseValue(over, many, least, most, body, if_none):
            amount = "".join(f"{formula(bound)} " for bound in (least,) if bound is not None)
            upto = f"to {formula(most)} " if most is not None else "to all " if many else ""
            yield from _steps(f"choose {amount}{upto}{binder(over)}", body)
            yield from _none(if_none)
        case _:
            yield _deed(step)


def _none(step: spec.Step_ | None) -> Lines:
    if step is not None:
        yield from _in(_step(step), "  if none: ")


def _loop(step: spec.Loop) -> str:
    by = f" by {keys(step.order)}" if step.order else ""
    mode = (
        f" while {formula(step.condition)}"
        if step.condition is not None
        else f" {step.mode}"
        if step.mode != "once"
        else ""
    )
    return f"for {'first ' if step.first else ''}{binders(step.binders)}{by}{mode}".replace("for  ", "for ")


def _call(call: spec.RuleCall) -> str:
    return call.rule + (f"({', '.join(formula(arg) for arg in call.args)})" if call.args else "")


def _move(what: str, source: spec.Expr | None, target: spec.Expr, placed: str | None) -> str:
    out = f" from {formula(source)}" if source is not None else ""
    return f"move {what}{out} to {formula(target)}{f' {placed}' if placed else ''}"


def _deed(step: spec.Step_) -> str:
    match step:
        case spec.Assign(target, op, value):
            return f"set {formula(target)} {op} {formula(value)}"
        case spec.Let(name, value):
            return f"let {name} = {formula(value)}"
        case spec.MovePiece(piece, source, target, placed):
            return _move(formula(piece), source, target, placed)
        case spec.MoveCount(amount, face, source, target, placed):
            return _move(f"{'all' if amount is None else formula(amount)} of {formula(face)}", source, target, placed)
        case spec.MoveZone(source, target, placed):
            return _move(f"everything in {formula(source)}", None, target, placed)
        case spec.Draw(amount, source, target, placed, name):
            how = f" {placed}" if placed else ""
            return f"draw {formula(amount)} from {formula(source)} to {formula(target)}{how}{f' as {name}' if name else ''}"
        case spec.Random(target, domain):
            return f"random {formula(target)} in {formula(domain)}"
        case spec.Show(what, viewers):
            return f"show {formula(what)} to {formula(viewers)}"
        case spec.CallRule(call):
            return f"call {_call(call)}"
        case spec.CallValue(rule, args, candidates):
            given = f"({', '.join(formula(arg) for arg in args)})" if args else ""
            return f"call whatever {formula(rule)} is{given}: {' or '.join(candidates)}"
        case spec.EndStep(rule, after, one_more):
            return f"end {rule}" + (
                f" after {'one more ' if one_more else ''}{after}{' each' if one_more else ''}" if after else ""
            )
        case spec.NotOffered():
            return "not offered"
        case _:
            raise AssertionError(step)


# -- bends and scenarios -------------------------------------------------------------------------
def _bend(bend: spec.Bend) -> Lines:
    address = bend.define or bend.item or bend.rule + (f".{bend.need}" if bend.need else "")
    params = f"({', '.join(bend.params)})" if bend.params else ""
    amount = f"{bend.amount} of " if bend.amount is not None else ""
    where = f" in {bend.within}" if bend.within else ""
    condition = f" if {formula(bend.condition)}" if bend.condition is not None else ""
    to = f" to {formula(bend.to)}" if bend.to is not None else ""
    yields = f", yields to {bend.yields_to}" if bend.yields_to else ""
    head = f"{bend.sort} {amount}{address}{params}{where}{to}{condition}{yields}"
    if bend.value is not None:
        yield from _scored(head, bend.value)
    else:
        yield from _steps(head, bend.body)


def _scenario(scenario: spec.Scenario) -> Lines:
    yield f"scenario {scenario.name!r}, players {', '.join(scenario.players)}"
    if scenario.options:
        yield f"  options {', '.join(f'{name} {value}' for name, value in scenario.options.items())}"
    for step in scenario.given or ():
        yield from _in(_step(step), "  given ")
    for step in scenario.begin or ():
        yield from _in(_step(step), "  begin ")
    for event in scenario.when:
        yield f"  when {_event(event)}"
    for then in scenario.then:
        yield f"  then {formula(then)}"
    for refusal in scenario.refused:
        yield f"  refused {_event(refusal.event)}, because {refusal.because}"
    for seat, points in scenario.result.items():
        yield f"  result {seat}: {', '.join(f'{item} {value}' for item, value in points.items())}"
    if scenario.winners is not None:
        yield f"  winners {', '.join(scenario.winners)}"


def _event(event: spec.Event) -> str:
    match event.what:
        case str() as answer:
            return f"{event.seat}: {answer}"
        case spec.RuleCall() as call:
            return f"{event.seat}: {_call(call)}"
        case tuple() as paid:
            return f"{event.seat}: {' and '.join(f'{amount} of {face}' for amount, face in paid)}"
        case value:
            return f"{event.seat}: {formula(value)}"
