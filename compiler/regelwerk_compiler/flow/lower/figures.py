"""From a Spec whose kinds and tables say what their figures satisfy to the conditions that they break, as diagnostics.

The conditions are lowered like those of a scenario and valued on the vector with which a game begins, of which they read nothing.
"""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Collector
from ...spec import spec, types
from ...spec.bends.in_force import Case, cases, holds
from ...spec.formulas.words import quote
from ..evaluate import Scene, value
from ..fault import RuleFault
from ..flow import Program
from ..values import Val
from .lower import Lowering
from .weave import weave

MOST = 100_000  # bindings that are looked at for one condition


def check_figures(game: spec.Spec, collector: Collector) -> None:
    """Report every condition that the figures break, those of a variant in the first game in which it is in force."""
    for variant in dict.fromkeys(one.variant for one in game.satisfies):
        case = Case(game.players[0], {}) if not variant else _in_force(game, game.variants[variant].when)
        if case is not None:
            conditions = [one for one in game.satisfies if one.variant == variant]
            _check(conditions, Lowering(weave(game, case.players, case.options)), collector)


def _in_force(game: spec.Spec, when: spec.Expr) -> Case | None:
    """The first number of players and set of options for which a variant is in force; None if there is none."""
    return next((case for case in cases(game) or () if holds(when, case)), None)


def _check(conditions: list[spec.Satisfies], lowering: Lowering, collector: Collector) -> None:
    asked = [
        (one, lowering.value(one.condition, {}), _counterexample(one, lowering), _sides(one, lowering))
        for one in conditions
    ]
    program = lowering.program()
    for one, condition, other, sides in asked:
        try:
            if _value(program, condition) != 1:
                reason = _example(one, program, other, lowering) or _apart(program, sides)
                collector.report("RW827", one.condition.origin, of=one.of, name=one.name, reason=reason)
        except RuleFault:
            collector.report("RW829", one.condition.origin, name=one.name)


def _value(program: Program, what: Val) -> int:
    scene = Scene(program, list(program.initial), {}, 0, lambda *_: False, left=[MOST])
    return value(what.expr, scene)


def _counterexample(one: spec.Satisfies, lowering: Lowering) -> Val | None:
    """Of `all(.. for x in ..)` the first x for which it does not hold."""
    match one.condition:
        case spec.Fold("all", body, (binder, *others)):
            fails: spec.Expr = spec.Not(body, type=types.BOOL, origin=body.origin)
            if others:
                inner = tuple(others)
                last = inner[-1]
                where = (
                    fails if last.where is None else spec.And((last.where, fails), type=types.BOOL, origin=body.origin)
                )
                fails = spec.Pick(
                    "any", (*inner[:-1], replace(last, where=where)), (), type=types.BOOL, origin=body.origin
                )
            if binder.where is not None:
                fails = spec.And((binder.where, fails), type=types.BOOL, origin=body.origin)
            first = spec.Pick(
                "first", (replace(binder, where=fails),), (), type=binder.type.missing(), origin=body.origin
            )
            return lowering.value(first, {})
        case _:
            return None


def _example(one: spec.Satisfies, program: Program, other: Val | None, lowering: Lowering) -> str:
    if other is None or not isinstance(one.condition, spec.Fold):
        return ""
    found, base = _value(program, other), one.condition.binders[0].type.base
    names = lowering.woven.kinds[base.name].values if isinstance(base, types.Kind) else ()
    return f": not for `{names[found] if 0 <= found < len(names) else found}`"


def _sides(one: spec.Satisfies, lowering: Lowering) -> list[tuple[str, Val]]:
    """The numbers that are compared, where they are not written out."""
    match one.condition:
        case spec.Is(left, right) | spec.Compare(_, left, right):
            sides = [
                side
                for side in (left, right)
                if isinstance(side.type.base, types.Int) and not isinstance(side, spec.IntLit)
            ]
            return [(quote(side.origin), lowering.value(side, {})) for side in sides]
        case _:
            return []


def _apart(program: Program, sides: list[tuple[str, Val]]) -> str:
    said = [f"{text} is {_value(program, side)}" for text, side in sides]
    return f": {' and '.join(said)}" if said else ""
