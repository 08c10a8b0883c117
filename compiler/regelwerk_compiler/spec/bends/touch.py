"""From steps to what they read, write and add to (variables and zones), through the rules they call and the defines they ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .. import spec
from ..tree import walk

MOVES = spec.MovePiece | spec.MoveCount | spec.MoveZone | spec.Draw | spec.GivePart | spec.CardsPart


@dataclass(slots=True)
class Touch:
    """Names of variables and zones; what is only added to can be added to in any order."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    adds: set[str] = field(default_factory=set)

    def hinders(self, other: Touch) -> bool:
        """Whether this one changes something that the other notices, or changes in another way."""
        changes = self.writes | self.adds
        return not (changes.isdisjoint(other.reads) and self.writes.isdisjoint(other.writes | other.adds))


def touched(
    steps: tuple[spec.Step_, ...],
    condition: spec.Expr | None,
    rules: Mapping[str, spec.RuleDef],
    defines: Mapping[str, spec.Define],
    zones: Mapping[str, spec.ZoneDef],
) -> Touch:
    """What these steps touch when they run under this condition.  The box takes anything in any order."""
    found = Touch()
    places: set[int] = set()  # the very nodes that name what is written: they do not read it
    seen: set[str] = set()
    waiting: list[object] = [steps, *(() if condition is None else (condition,))]
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case spec.Assign(target=spec.Variable() as target, op=op):
                    places.add(id(target))
                    (found.writes if op == "=" else found.adds).add(target.name)
                case spec.Random(target=spec.Variable() as target):
                    places.add(id(target))
                    found.writes.add(target.name)
                case spec.Variable(name=name) | spec.ZoneRef(name=name) if id(part) not in places:
                    found.reads.add(name)
                case spec.CallDefine(name=name) | spec.RankCell(name=name) if (
                    name in defines and f"d:{name}" not in seen
                ):
                    seen.add(f"d:{name}")
                    waiting.append(defines[name])
                case spec.RuleCall(rule=rule):
                    _called((rule,), rules, seen, waiting)
                case spec.CallValue(candidates=candidates):
                    _called(candidates, rules, seen, waiting)
                case _ if isinstance(part, MOVES):
                    _moved(part, zones, places, found)
                case _:
                    pass
    for names in (found.reads, found.writes, found.adds):
        names.discard("box")
    return found


def _called(names: tuple[str, ...], rules: Mapping[str, spec.RuleDef], seen: set[str], waiting: list[object]) -> None:
    for name in names:
        if name in rules and f"r:{name}" not in seen:
            seen.add(f"r:{name}")
            waiting.append(rules[name])


def _moved(step: object, zones: Mapping[str, spec.ZoneDef], places: set[int], found: Touch) -> None:
    """Single pieces leave and reach bags without a limit in any order; piles, slots and whole zones do not."""
    for place in (getattr(step, "source", None), getattr(step, "target", None)):
        zone = place.zone if isinstance(place, spec.SlotCell) else place
        if not isinstance(zone, spec.ZoneRef | spec.Variable):
            continue
        places.add(id(zone))
        known = zones.get(zone.name)
        ordered = known is not None and (
            known.sort != "bag" or known.size is not None or isinstance(step, spec.MoveZone)
        )
        (found.writes if ordered else found.adds).add(zone.name)
        if isinstance(step, spec.Draw) and known is not None and known.refilled:
            found.writes.add(known.refilled)
