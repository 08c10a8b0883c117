"""From a game without faults to a ranking, and ranks, that may leave a tie without saying what it means (warnings)."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.diagnostic import Collector
from . import spec
from .formulas_tree import walk
from .whole_calls import Calls


def check_ranks(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report them.  What several keys say together is the author's to know."""
    ranking = game.ranking
    if game.players[1] > 1 and not ranking.shared and not ranking.together and len(ranking.keys) == 1:
        (key,) = ranking.keys
        if _may_tie(key.value):
            collector.report("RW570", key.value.origin)
    for rank in _ranks(game, calls):
        if rank.ties == "none" and len(rank.order) == 1 and _may_tie(rank.order[0].value):
            collector.report("RW571", rank.order[0].value.origin)


def _may_tie(e: spec.Expr) -> bool:
    """Whether it is a total, or counts something: of a variable the author may know that no two cells are equal."""
    parts = list(walk(e))
    if any(isinstance(part, spec.IndexOf) for part in parts):
        return False
    counts = any(isinstance(part, spec.FaceCount | spec.Pick | spec.PickIn) for part in parts)
    return counts or any(isinstance(part, spec.Bound) and part.name == "total" for part in parts)


def _ranks(game: spec.Spec, calls: Calls) -> Iterator[spec.RankDef]:
    values: list[object] = [define.rank for define in game.defines.values()]
    values += [item.value for item in game.score.values()]
    values += [bend.value for bend, _ in calls.bends]
    for value in values:
        if isinstance(value, spec.RankDef):
            yield value
