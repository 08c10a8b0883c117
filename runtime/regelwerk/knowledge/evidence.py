"""What others chose, held against a vector dealt anew: somebody who did not follow suit had none of it.

Goes in: the steps that a seat was told of, and a vector of `redeal`.  Comes out: another one that looks the same to the seat, in which
fewer of those choices would have been impossible, none if such a one is found.

A vector dealt anew is a story too: each hidden piece has gone the same way as now, under another face.  So the vectors of the past can be
told with these faces, and asked whether what was chosen was an option.  Which true piece goes by which new face depends on the ways alone,
never on the true faces.  Only pieces of which each is an individual, lying loose, are told anew; a choice made while one of them could
still be seen says nothing, and neither does one made while something else was hidden that options may depend on: what is imagined must not
depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..engine import RuleFault
from ..game import Game
from ..look import places
from ..sight.events import Step, Watch
from ..sight.views import Sight
from .memory import Memory
from .redeal import Dice

ATTEMPTS = 400
"""How many exchanges of two hidden pieces are tried."""

Cell = int
"""The cell in which the place of one individual stands."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A choice of somebody else that a seat was told whole, the latest; `hidden`: what the seat did not see then."""

    past: Evidence | None = field(repr=False)
    vector: Sequence[int]
    number: int
    hidden: frozenset[Cell]


def more(past: Evidence | None, step: Step, seat: int, watch: Watch) -> Evidence | None:
    """The evidence after one more step."""
    if step.seat in (None, seat):
        return past
    hidden = frozenset(_hidden(watch.sight, step.before, seat))
    if not hidden or _more_is_hidden(watch.sight, list(step.before), seat):
        return past
    told = watch.happening(step, seat)
    if told is None or told.sort != "option" or told.told.numbers is None or None in told.told.args:
        return past
    return Evidence(past, step.before, step.number, hidden)


def _hidden(sight: Sight, vector: Sequence[int], seat: int, memory: Memory | None = None) -> dict[Cell, int]:
    """The individuals that lie loose where the seat does not look, and the place of each, but those that it remembers.

    None at all if others that it does not see lie in an order: which they are must not be told.
    """
    found: dict[Cell, int] = {}
    for piece in sight.program.pieces:
        if not piece.individual:
            continue
        holdings = sight.contents.holdings_of(piece, vector)
        for zone in sight.contents.zones_of[piece.name]:
            for instance, holding in enumerate(holdings[zone.name]):
                if sight.sees_zone(zone, instance, list(vector), seat):
                    continue
                if holding.size and (zone.sort == "slots" or holding.size > sum(holding.loose)):
                    return {}
                known = {} if memory is None else memory.at(zone.name, instance)
                for face, n in enumerate(holding.loose):
                    if n and face not in known:
                        found[piece.base + face] = zone.place + instance
    return found


def _more_is_hidden(sight: Sight, vector: list[int], seat: int) -> bool:
    """Whether a variable, or pieces that look alike, are hidden from the seat: the past cannot be told anew without telling them."""
    variables = [one for one in sight.program.variables if one.seen and one.holds.type != "position"]
    seen = (sight.sees_variable(one, place, vector, seat) for one in variables for place in range(places(one.axes)))
    if not all(seen):
        return True
    for piece in sight.program.pieces:
        if piece.individual:
            continue
        holdings = sight.contents.holdings_of(piece, vector)
        for zone in sight.contents.zones_of[piece.name]:
            for instance, holding in enumerate(holdings[zone.name]):
                if holding.size and not sight.sees_zone(zone, instance, vector, seat):
                    return True
    return False


def weighed(
    game: Game, evidence: Evidence | None, now: Sequence[int], dealt: list[int], seat: int, key: int, memory: Memory
) -> list[int]:
    """`dealt` with hidden pieces exchanged until as few choices as can be found contradict it."""
    chain: list[Evidence] = []
    free = _hidden(game.sight, now, seat, memory)
    while evidence is not None:
        if free.keys() <= evidence.hidden:
            chain.append(evidence)
        evidence = evidence.past
    if not chain or len(set(free.values())) < 2 or _hidden(game.sight, dealt, seat, memory).keys() != free.keys():
        return dealt  # nothing to hold it against, nothing to exchange, or some lie in an ordered part now
    dice = Dice(key)
    ways = _ways(free, chain)
    cells, names = list(dealt), sorted(free)
    dice.shuffle(names)
    broken = _broken(game, chain, ways, cells, names, len(chain))
    for _ in range(ATTEMPTS):
        if not broken:
            break
        one, two = names[dice.below(len(names))], names[dice.below(len(names))]
        if cells[one] == cells[two] or _sort(game, one) != _sort(game, two):
            continue
        cells[one], cells[two] = cells[two], cells[one]
        after = _broken(game, chain, ways, cells, names, broken)
        if after > broken:
            cells[one], cells[two] = cells[two], cells[one]
        else:
            broken = after
    return cells


def _sort(game: Game, cell: Cell) -> int:
    """The base of the sort of piece that a cell belongs to."""
    return max(piece.base for piece in game.program.pieces if piece.individual and piece.base <= cell)


def _ways(free: Mapping[Cell, int], chain: Sequence[Evidence]) -> dict[int, list[Cell]]:
    """By place: the pieces that lie there now, ordered by the ways that they have gone."""
    ways: dict[int, list[Cell]] = {}
    for cell in sorted(free, key=lambda cell: [one.vector[cell] for one in chain]):
        ways.setdefault(free[cell], []).append(cell)
    return ways


def _broken(
    game: Game,
    chain: Sequence[Evidence],
    ways: Mapping[int, list[Cell]],
    cells: Sequence[int],
    names: Sequence[Cell],
    limit: int,
) -> int:
    """How many of the choices were no options under the faces of `cells`; it counts no farther than one beyond `limit`."""
    dealt: dict[int, list[Cell]] = {place: [] for place in ways}
    for cell in names:
        dealt[cells[cell]].append(cell)
    faces = [(true, told) for place, there in ways.items() for true, told in zip(there, dealt[place], strict=True)]
    count = 0
    for one in chain:
        vector = list(one.vector)
        for true, told in faces:
            vector[told] = one.vector[true]
        try:
            count += one.number not in game.engine.options(vector)
        except RuleFault:
            count += 1
        if count > limit:
            break
    return count
