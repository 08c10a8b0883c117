"""From a game without faults to a ranking, and ranks, that may leave a tie without saying what it means (warnings)."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Collector
from .. import spec, types
from ..tree import walk
from .calls import Calls, flat


def check_ranks(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report them."""
    ranking, tallies = game.ranking, _tallies(game, calls)
    said = game.players[1] == 1 or ranking.shared or ranking.together
    if not said and all(_may_tie(key.value, game, tallies) for key in ranking.keys):
        who = "Equal totals" if len(ranking.keys) == 1 else "Those who are equal in all of this"
        collector.report("RW570", ranking.keys[0].value.origin, who=who)
    for rank in _ranks(game, calls):
        if rank.ties == "none" and all(_may_tie(key.value, game, tallies) for key in rank.order):
            collector.report("RW571", rank.order[0].value.origin)


def _tallies(game: spec.Spec, calls: Calls) -> set[str]:
    """Variables that only count up and down for each player: of others the author may know that no two cells are equal."""
    found = {
        name
        for name, variable in game.variables.items()
        if variable.axes == (spec.Axis("player"),) and isinstance(variable.holds.type.base, types.Int)
    }
    for woven in calls.woven:
        for step in flat(woven.steps):
            match step:
                case spec.Assign(spec.Variable(name), "=", value) if not isinstance(value, spec.IntLit):
                    if not any(isinstance(part, spec.Variable) and part.name == name for part in walk(value)):
                        found.discard(name)
                case spec.Random(spec.Variable(name)):
                    found.discard(name)
                case _:
                    pass
    return found


def _may_tie(e: spec.Expr, game: spec.Spec, tallies: set[str]) -> bool:
    """Whether it is a total, counts something, or speaks of tallies only."""
    parts = list(walk(e))
    if any(isinstance(part, spec.IndexOf) for part in parts):
        return False
    if any(isinstance(part, spec.FaceCount | spec.Pick | spec.PickIn) for part in parts):
        return True
    if any(part.name == "total" if isinstance(part, spec.Bound) else isinstance(part, spec.Fold) for part in parts):
        return True
    defines = [
        game.defines[part.name] for part in parts if isinstance(part, spec.CallDefine) and part.name in game.defines
    ]
    if defines:
        return all(_may_tie(a, game, tallies) for define in defines for a in define.alternatives)
    read = {part.name for part in parts if isinstance(part, spec.Variable)}
    return bool(read) and read <= tallies


def _ranks(game: spec.Spec, calls: Calls) -> Iterator[spec.RankDef]:
    values: list[object] = [define.rank for define in game.defines.values()]
    values += [item.value for item in game.score.values()]
    values += [bend.value for bend, _ in calls.bends]
    for value in values:
        if isinstance(value, spec.RankDef):
            yield value
