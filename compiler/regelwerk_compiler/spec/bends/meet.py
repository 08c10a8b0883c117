"""From all bends of a game to whether those that can be in force together agree, or diagnostics at both places.

Sound, not clever: two sources can be together unless two variants never are, and bends of one address that do not add up clash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ...document.located import Scalar
from .. import spec
from ..declare.game import Game
from ..nodes import under
from ..tree import at_fault, walk
from .bends import Placed, owned
from .in_force import CannotTellError, cases, holds
from .touch import Touch, touched

MOST_OF_ONE_ADDRESS = 200  # bends of one address that are compared; nobody writes more

Graph = dict[str, set[str]]
Together = Mapping[str, int]  # variant -> the cases in which it is in force, as bits


def check_meeting(
    game: Game,
    placed: Sequence[Placed],
    variants: Mapping[str, spec.Variant],
    defines: Mapping[str, spec.Define],
    rules: Mapping[str, spec.RuleDef],
) -> None:
    """Report bends that do not meet, changes in circles, used pieces that come back, and variants that are never in force."""
    together = _variants(game, variants)
    groups: dict[tuple[str, str], list[Placed]] = {}
    for one in placed:
        groups.setdefault((one.bend.sort, _address(one.bend)), []).append(one)
    for (sort, address), group in groups.items():
        some = group[:MOST_OF_ONE_ADDRESS]
        touches: dict[int, Touch] = {}
        if sort in ("before", "after") and len(some) > 1:
            touches = {
                id(one): touched(one.bend.body, one.bend.condition, rules, defines, game.names.zones) for one in some
            }
        for one, other in combinations(some, 2):
            if game.collector.full:
                break
            if not _clash(one.bend, other.bend, touches.get(id(one)), touches.get(id(other))) or _yields(one, other):
                continue
            if one.source == other.source:
                if not touches:  # steps of one source run as they are written
                    game.collector.report(
                        "RW720", other.place, address=address, other=_named(one), where=_where(one, other)
                    )
            elif _can_be_together(game, one, other, together):
                game.collector.report(
                    "RW720", one.place, address=address, other=_named(other), where=_where(other, one)
                )
                game.collector.report(
                    "RW720", other.place, address=address, other=_named(one), where=_where(one, other)
                )
    _changes_in_circles(game, placed, defines)
    _used_and_back(game)


def _variants(game: Game, variants: Mapping[str, spec.Variant]) -> dict[str, int]:
    """In which cases each variant is in force (-1: nobody can tell); a variant that never is, is reported."""
    truths: dict[str, int] = {}
    found = cases(game.names)
    every = None if found is None else tuple(found)
    for name, variant in variants.items():
        node = under(game.names.variants[name], "when")
        try:
            truths[name] = -1 if every is None else sum(holds(variant.when, case) << i for i, case in enumerate(every))
        except CannotTellError:
            truths[name] = -1
            if isinstance(node, Scalar) and not at_fault(variant.when):
                game.collector.report("RW721", node)
        if not truths[name] and isinstance(node, Scalar) and not at_fault(variant.when):
            game.collector.report("RW722", node, name=name)
    return truths


def _can_be_together(game: Game, one: Placed, other: Placed, together: Together) -> bool:
    if not one.source.kind and not other.source.kind:
        return bool(together.get(one.source.name, -1) & together.get(other.source.name, -1))
    if one.source.kind and other.source.kind:
        zones = [game.names.kinds[placed.source.kind].works_in for placed in (one, other)]
        first, second = zones
        if first is not None and second is not None and first.name == second.name and owned(first) != "owner":
            zone = game.names.zones.get(first.name)
            return zone is None or zone.size != 1
    return True


def _clash(one: spec.Bend, other: spec.Bend, first: Touch | None, second: Touch | None) -> bool:
    """Whether two bends of one sort and address depend on their order."""
    match one.sort:
        case "instead" | "score_instead":
            return True
        case "change":
            return not (_adds(one) and _adds(other))
        case "before" | "after" if first is not None and second is not None:
            return first.hinders(second) or second.hinders(first)
        case _:
            return False


def _adds(bend: spec.Bend) -> bool:
    """Whether `to` is `name + e` or `name - e`, the name nowhere in e."""
    to = bend.to
    if not isinstance(to, spec.Arithmetic) or to.op not in ("+", "-"):
        return False
    mine = isinstance(to.left, spec.CallDefine) and to.left.name == bend.define
    rest = (to.right, bend.condition) if bend.condition is not None else (to.right,)
    return mine and not any(isinstance(part, spec.CallDefine) and part.name == bend.define for part in walk(rest))


def _address(bend: spec.Bend) -> str:
    return bend.define or bend.item or bend.rule


def _yields(one: Placed, other: Placed) -> bool:
    return (one.bend.yields_to == other.source.name) != (other.bend.yields_to == one.source.name)


def _named(placed: Placed) -> str:
    return f"`{placed.source.name}`" if not placed.source.kind else f"`{placed.source.name}` of `{placed.source.kind}`"


def _where(placed: Placed, seen_from: Placed) -> str:
    span = placed.place.span
    same = span.file == seen_from.place.span.file
    return f"line {span.line}" if same else f"{span.file}, line {span.line}"


def _changes_in_circles(game: Game, placed: Sequence[Placed], defines: Mapping[str, spec.Define]) -> None:
    """A define that, changed, asks for itself through another; by its own name it asks for the value before."""
    uses: Graph = {name: _defines(define.alternatives) | _defines(define.rank) for name, define in defines.items()}
    changes = [one for one in placed if one.bend.sort == "change"]
    for one in changes:
        uses.setdefault(one.bend.define, set()).update(_defines(one.bend.to) - {one.bend.define})
    for one in changes:
        if one.bend.define in _reached(uses, _defines(one.bend.to) - {one.bend.define}):
            game.collector.report("RW723", one.place, name=one.bend.define)


def _used_and_back(game: Game) -> None:
    for name, known in game.kinds.items():
        kind = game.names.kinds.get(name)
        if kind is None or kind.works_in is None or kind.then_goes_to is None:
            continue
        written = known.node.get("then_goes_to")
        if kind.works_in.name == kind.then_goes_to.name and isinstance(written, Scalar):
            game.collector.report("RW724", written, kind=name, zone=kind.works_in.name)


def _defines(node: object) -> set[str]:
    return (
        {part.name for part in walk(node) if isinstance(part, spec.CallDefine | spec.RankCell)}
        if node is not None
        else set()
    )


def _reached(uses: Mapping[str, set[str]], start: set[str]) -> set[str]:
    reached: set[str] = set()
    waiting = sorted(start)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += sorted(uses.get(name, set()) - reached)
    return reached
