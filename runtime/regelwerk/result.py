"""A vector at the end -> the score sheet: points by item and seat, totals, places by the ranking, returns, and the sheet as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk_compiler.flow.flow import ScoreItem

from .broke import sentence
from .engine import RuleFault
from .errors import RulesBroke
from .look import Look
from .words.names import Names


@dataclass(frozen=True, slots=True)
class Result:
    """The sheet.  `points[i][s]`: item i, seat s.  `places[s]`: 1 is first, equal ones share; all 0 if the game was capped.

    `item_words[i]` is None where nothing that would count for item i is in force: the sheet leaves it out.

    `returns`: what researchers call the outcome for each seat.  `capped`: the game reached `most_decisions`, which is no draw.
    """

    seats: tuple[str, ...]
    items: tuple[str, ...]
    item_words: tuple[str | None, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    returns: tuple[int, ...]
    capped: bool
    together: bool

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; everybody or nobody tells who asked for a game played together."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def lines(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The items that the sheet shows: their words, and points by seat."""
        both = zip(self.item_words, self.points, strict=True)
        return tuple((words, points) for words, points in both if words is not None)

    def table(self) -> str:
        """The sheet as text, one column a seat."""
        rows = [("", *self.seats)]
        rows += [(words, *map(str, row)) for words, row in self.lines]
        rows.append(("total", *map(str, self.totals)))
        if not self.capped and not self.together:
            rows.append(("place", *map(str, self.places)))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [
            "  ".join(
                cell.ljust(width) if n == 0 else cell.rjust(width)
                for n, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        ruled = ["-" * len(lines[0])]
        lines = [
            lines[0],
            *ruled,
            *lines[1 : 1 + len(self.lines)],
            *(ruled if self.lines else []),
            *lines[1 + len(self.lines) :],
        ]
        if self.capped:
            lines.append("The game was broken off at the most decisions that it allows.")
        return "\n".join(line.rstrip() for line in lines)


def score(look: Look, vector: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The points of every item and seat, as the vector stands."""
    cells = list(vector)
    seats = range(len(look.program.seats))
    return tuple(tuple(look.ask(item.function, cells, seat) for seat in seats) for item in look.program.score)


def totals_of(points: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """The sum of every seat's points."""
    return tuple(sum(row[seat] for row in points) for seat in range(seats))


def result_of(look: Look, names: Names, vector: Sequence[int], language: str = "en") -> Result:
    """The sheet of a game that has ended (or as it would stand if it ended now).  Raises `RulesBroke` where a formula of the score fails."""
    try:
        return _result_of(look, names, vector, language)
    except RuleFault as fault:
        raise RulesBroke(sentence(look.program, fault.reason)) from fault


def _result_of(look: Look, names: Names, vector: Sequence[int], language: str) -> Result:
    program, cells = look.program, list(vector)
    points = score(look, cells)
    totals = totals_of(points, len(program.seats))
    capped = look.capped(cells)
    ranking = program.ranking
    if capped:
        places = (0,) * len(program.seats)
    elif ranking.together:
        places = (1,) * len(program.seats)
    else:
        places = _places(look, cells, totals)
    return Result(
        names.seats,
        tuple(item.name for item in program.score),
        tuple(_words(look, names, item, cells, language) for item in program.score),
        points,
        totals,
        places,
        _returns(places, totals, capped, ranking.together),
        capped,
        ranking.together,
    )


def _words(look: Look, names: Names, item: ScoreItem, cells: list[int], language: str) -> str | None:
    """What a line of the sheet is about; None if nothing of it is in force for any seat."""
    if not item.label:
        return names.words(item.name, language)
    said = [look.ask(item.label, cells, seat) for seat in range(len(look.program.seats))]
    return next((names.words(item.labels[n], language) for n in said if n >= 0), None)


def _places(look: Look, cells: list[int], totals: Sequence[int]) -> tuple[int, ...]:
    """Competition ranking: whoever is equal in every key shares a place."""
    keys = _keys(look, cells, totals)
    signs = [-1 if highest else 1 for highest, _ in look.program.ranking.keys]
    standings = [
        tuple(sign * values[seat] for sign, values in zip(signs, keys, strict=True))
        for seat in range(len(look.program.seats))
    ]
    return tuple(1 + sum(other < mine for other in standings) for mine in standings)


def _keys(look: Look, cells: list[int], totals: Sequence[int]) -> list[tuple[int, ...]]:
    """The value of every key of the ranking for every seat."""
    program = look.program
    seats = range(len(program.seats))
    return [
        tuple(totals)
        if function == "total" and function not in program.functions
        else tuple(look.ask(function, cells, seat) for seat in seats)
        for _, function in program.ranking.keys
    ]


def tie_breaks(look: Look, vector: Sequence[int], totals: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The keys of the ranking, beside the total, that tell seats apart which are equal in all keys before: number and values by seat."""
    cells, found = list(vector), []
    before: list[tuple[int, ...]] = [() for _ in totals]
    for n, values in enumerate(_keys(look, cells, totals)):
        after = [(*old, value) for old, value in zip(before, values, strict=True)]
        if n and len(set(after)) > len(set(before)) and values != tuple(totals):
            found.append((n, values))
        before = after
    return found


def _returns(places: Sequence[int], totals: Sequence[int], capped: bool, together: bool) -> tuple[int, ...]:
    """Played together: the sum of all.  Two seats: 1, 0 or -1 by their places (a capped game is 0 for both).  Else the totals."""
    if together:
        return (sum(totals),) * len(totals)
    if len(totals) == 2:
        if capped or places[0] == places[1]:
            return (0, 0)
        return (1, -1) if places[0] < places[1] else (-1, 1)
    return tuple(totals)
