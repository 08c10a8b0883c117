"""From a game without faults to zones that are always empty, pieces that never move and pieces that never come into play (warnings)."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Collector
from ...diagnostics.words import quoted_words
from .. import spec
from ..tree import walk
from .calls import Calls, flat

BOX = "box"
Way = tuple[str, str, str]  # from a zone to a zone, of a sort of piece; '' is any zone of that sort


def check_zones(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Follow the pieces from where they start along everything that moves them."""
    ways = list(_ways(game, calls))
    packed = set(game.pieces) - {zone.piece for zone in game.zones.values() if zone.starts_full}
    filled = _filled(game, ways, packed)
    zones: dict[str, list[spec.ZoneDef]] = {}
    for zone in game.zones.values():
        zones.setdefault(zone.piece, []).append(zone)
    for name, sort in game.pieces.items():
        own = zones.get(name, [])
        if sort.span is not None and not any(zone.name in filled for zone in own):
            collector.report("RW822", sort.span, name=name)
            continue
        for zone in own:
            if zone.span is None or zone.name in filled or collector.reported_at(zone.span):
                continue
            follows = any(target == zone.name and source not in (*filled, zone.name, "") for source, target, _ in ways)
            if not follows:  # what would come from another empty zone follows from that
                collector.report("RW820", zone.span, name=zone.name)
    in_play = [name for name in game.pieces if any(zone.name in filled for zone in zones.get(name, ()))]
    _faces(game, calls, [name for name in in_play if name in packed], collector)
    moving = {end for source, target, _ in ways for end in (source, target)}
    any_of = {piece for source, _, piece in ways if source == ""}
    for name, zone in game.zones.items():
        if zone.starts_full and name not in moving and zone.piece not in any_of and zone.span is not None:
            collector.report("RW821", zone.span, name=name, piece=zone.piece)


def _filled(game: spec.Spec, ways: list[Way], packed: set[str]) -> set[str]:
    """The zones in which something may lie: those that start full, and whatever can be reached from there and from full boxes."""
    leads: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for source, target, piece in ways:
        leads.setdefault((source, piece), []).append((target, piece))
    found: set[tuple[str, str]] = set()
    waiting = [(zone.name, zone.piece) for zone in game.zones.values() if zone.starts_full]
    waiting += [(BOX, piece) for piece in sorted(packed)]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += [*leads.get(here, ()), *leads.get(("", here[1]), ())]
    return {name for name, _ in found}


def _faces(game: spec.Spec, calls: Calls, sorts: list[str], collector: Collector) -> None:
    """Faces that stay in the box while others of their sort are taken out by name."""
    taken: dict[str, set[int] | None] = {name: set() for name in sorts}
    steps = [step for woven in calls.woven for step in flat(woven.steps)]
    for step in (*steps, *(part for rule in game.rules.values() for part in rule.cost)):
        if isinstance(step, spec.CardsPart | spec.MoveZone):
            names, face = _zones(step.source), None
        elif isinstance(step, spec.MovePiece | spec.MoveCount):
            names = _zones(step.source) if step.source is not None else [BOX]
            face = step.piece if isinstance(step, spec.MovePiece) else step.face
        elif isinstance(step, spec.GivePart) and isinstance(step.source, spec.ZoneRef):
            names, face = _zones(step.source), step.what
        else:
            continue
        ends = _zones(step.target) if step.target is not None else []
        for sort in sorts if BOX in names else ():
            if all(name not in game.zones or game.zones[name].piece != sort for name in ends):
                continue
            known = taken[sort]
            value = _face(game, sort, face)
            taken[sort] = None if known is None or value is None else known | {value}
    for sort, faces in taken.items():
        kind, span = game.kinds[game.pieces[sort].kind], game.pieces[sort].span
        left = [] if not faces else [name for n, name in enumerate(kind.values) if n not in faces]
        if left and span is not None:
            few = len(left) == 1
            stay, them = ("stays", "it") if few else ("stay", "them")
            collector.report("RW823", span, names=quoted_words(left), piece=sort, stay=stay, them=them)


def _face(game: spec.Spec, sort: str, what: spec.Expr | None) -> int | None:
    """The face that a formula always is."""
    kind = game.pieces[sort].kind
    match what:
        case spec.Value(of, index) if of == kind:
            return index
        case spec.Convert(spec.Value(of, index), _, target) if target == kind:
            return next((first + index for group, first, _ in game.kinds[kind].groups if group == of), None)
        case _:
            return None


def _ways(game: spec.Spec, calls: Calls) -> Iterator[Way]:
    """Every way that pieces may go."""
    for zone in game.zones.values():
        if zone.refilled is not None:
            yield zone.refilled, zone.name, zone.piece
    for kind in game.kinds.values():
        if kind.works_in is not None and kind.then_goes_to is not None:
            piece = game.zones[kind.works_in.name].piece
            yield kind.works_in.name, kind.then_goes_to.name, piece
    for rule in game.rules.values():
        for part in rule.cost:
            if part.target is not None and isinstance(part.source, spec.ZoneRef):
                yield from _between(game, part.source, part.target, "")
    for woven in calls.woven:
        for step in flat(woven.steps):
            if isinstance(step, spec.MovePiece | spec.MoveCount | spec.MoveZone | spec.Draw):
                piece = ""
                if isinstance(step, spec.MovePiece | spec.MoveCount):
                    what = step.piece if isinstance(step, spec.MovePiece) else step.face
                    piece = _sort_of(game, what)
                yield from _between(game, step.source, step.target, piece, individual=isinstance(step, spec.MovePiece))


def _between(
    game: spec.Spec, source: spec.Expr | None, target: spec.Expr, piece: str, individual: bool = False
) -> Iterator[Way]:
    """The ways of one step; without a source a piece comes out of the box, an individual from wherever it is."""
    starts = _zones(source) if source is not None else ["" if individual else BOX]
    ends = _zones(target)
    sorts = {game.zones[name].piece for name in (*starts, *ends) if name in game.zones} or ({piece} if piece else set())
    for start in starts:
        for end in ends:
            for sort in sorts:
                yield start, end, sort


def _zones(place: spec.Expr) -> list[str]:
    """The zones that a place may be."""
    return [part.name for part in walk(place) if isinstance(part, spec.ZoneRef)]


def _sort_of(game: spec.Spec, what: spec.Expr) -> str:
    """The sort of piece that a formula gives, if there is one only."""
    kind = getattr(what.type.base, "name", "")
    sorts = [name for name, piece in game.pieces.items() if piece.kind == kind]
    return sorts[0] if len(sorts) == 1 else ""
