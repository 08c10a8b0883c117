"""From one cell of a row, and what its column holds, to its value (`Cell`), or diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Several
from functools import cache

from ...diagnostics.diagnostic import Place
from ...diagnostics.words import listed
from ...document.located import Map, Node, Scalar, Sequence
from ...syntax import ast
from .. import spec, types
from ..nodes import entries, items, number, truth
from .constant import Constants
from .game import Game

GIVEN_RULES = ("nothing",)


def cell(game: Game, node: Node, column: spec.ColumnDef) -> spec.Cell | None:
    """What `node` holds as a cell of `column`; None if it is wrong (which has been reported)."""
    if column.each is None:
        return one(game, node, column.holds, column.name)
    values = axis_names(game, column.each)
    of = column.each.kind or "number"
    if isinstance(node, Sequence):
        if len(node) != len(values):
            wanted, count = len(values), len(node)
            game.collector.report("RW320", node.span, column=column.name, of=of, wanted=wanted, given=count)
            return None
        cells = [one(game, item, column.holds, column.name) for item in items(node)]
        return _whole(cells)
    if isinstance(node, Map):
        for entry in entries(node):
            if entry.key.text not in values and not game.names.unread:
                hint = game.collector.suggestion(entry.key, entry.key.text, values)
                game.collector.report("RW321", entry.key, hint, value=entry.key.text, of=of, column=column.name)
        start = lowest(column.holds) if column.start is None else column.start
        given = [node.get(value) for value in values]
        return _whole([start if item is None else one(game, item, column.holds, column.name) for item in given])
    game.collector.report("RW319", node, column=column.name, wanted=f"a list or a map with one cell for each `{of}`")
    return None


def start_of(game: Game, node: Scalar, column: spec.ColumnDef) -> spec.Cell | None:
    """What `node` says of one cell of `column` that a row leaves out; None if it cannot be there (which has been reported)."""
    if isinstance(column.holds.type.base, types.Set) and node.text == "none":
        return lowest(column.holds)
    return one(game, node, column.holds, column.name)


def left_out(game: Game, column: spec.ColumnDef) -> spec.Cell:
    """What a row that says nothing of a column with a start value has there."""
    assert column.start is not None
    return column.start if column.each is None else (column.start,) * game.size(column.each)


def _whole(cells: Several[spec.Cell | None]) -> spec.Cell | None:
    known = [item for item in cells if item is not None]
    return tuple(known) if len(known) == len(cells) else None


def axis_names(game: Game, axis: spec.Axis) -> tuple[str, ...]:
    """The keys of a map with one cell for each value of `axis`."""
    if axis.kind:
        return game.names.kinds[axis.kind].values
    return tuple(str(value) for value in range(axis.low, axis.high + 1))


def lowest(holds: spec.Holds) -> spec.Cell:
    """What a cell holds that nobody filled in: the word, else false, nothing, 0 or the lowest."""
    if holds.type.words:
        return spec.WordCell(0)
    match holds.type.base:
        case types.Set(types.Rule()):
            return spec.RuleSetCell(())
        case types.Set():
            return spec.SetCell(())
        case types.Rule():
            return spec.RuleCell("nothing")
        case types.Int():
            return min(max(0, holds.low), holds.high)
        case _:
            return 0


def one(game: Game, node: Node, holds: spec.Holds, column: str) -> spec.Cell | None:
    """A cell of one value, or of a set."""
    if isinstance(holds.type.base, types.Set):
        return _set(game, node, holds, column)
    if not isinstance(node, Scalar):
        game.collector.report("RW319", node.span, column=column, wanted="one value")
        return None
    return _single(game, node, holds, column)


def _single(game: Game, node: Scalar, holds: spec.Holds, column: str) -> spec.Cell | None:
    if node.text in holds.type.words:
        return spec.WordCell(holds.type.words.index(node.text))
    found: spec.Cell | None = None
    known: tuple[str, ...] = holds.type.words
    match holds.type.base:
        case types.Int():
            found = number(node)
            if found is not None and not holds.low <= found <= holds.high:
                name = f"{game.reading}.{column}"
                hint = f"`{column}`{game.collector.line_of(node, name)} says so."
                game.collector.report(
                    "RW322", node, hint, value=found, low=holds.low, high=holds.high, column=column, name=name
                )
                return None
        case types.Bool():
            answer = truth(node)
            found = None if answer is None else int(answer)
            known = ("true", "false")
        case types.Player():
            found = game.names.seats.index(node.text) if node.text in game.names.seats else None
            known = (*known, *game.names.seats)
        case types.Kind(name):
            values = game.names.kinds[name].values
            found = next((place for kind, place in game.names.values.get(node.text, ()) if kind == name), None)
            if found is None and "(" in node.text:
                return _constructed(game, node, name, holds, column)
            known = (*known, *values)
        case types.Rule():
            known = (*known, *GIVEN_RULES, *game.names.rules)
            found = spec.RuleCell(node.text) if node.text in known else None
    if found is None:
        report_no_value(game, node, node.text, holds, column, known)
    return found


def _constructed(game: Game, node: Scalar, kind: str, holds: spec.Holds, column: str) -> spec.Cell | None:
    """A value of a product that is written out: `card(hearts, 12)`."""
    sentence = game.sentence("expr", node)
    if sentence is None:
        return None
    value = Constants(game.names).value(sentence, types.Kind(kind)) if isinstance(sentence, ast.Apply) else None
    if value is None:
        report_no_value(game, node, node.text, holds, column, ())
    return value


def _set(game: Game, node: Node, holds: spec.Holds, column: str) -> spec.Cell | None:
    assert isinstance(holds.type.base, types.Set)
    of = holds.type.base.of
    single = spec.Holds(types.Type(of), holds.low, holds.high)
    if isinstance(node, Scalar) and node.text == "all" and not isinstance(of, types.Rule):
        return _everything(holds.low, holds.high)
    if not isinstance(node, Sequence):
        place: Place = node if isinstance(node, Scalar) else node.span
        game.collector.report("RW319", place, column=column, wanted="a list, or `all`")
        return None
    found: list[spec.Cell] = []
    for item in items(node):
        value = one(game, item, single, column)
        if value is None:
            return None
        if value in found and isinstance(item, Scalar):
            game.collector.report("RW323", item, value=item.text, column=column)
        else:
            found.append(value)
    if isinstance(of, types.Rule):
        return spec.RuleSetCell(tuple(value.rule for value in found if isinstance(value, spec.RuleCell)))
    return spec.SetCell(tuple(sorted(value for value in found if isinstance(value, int))))


@cache
def _everything(low: int, high: int) -> spec.SetCell:
    return spec.SetCell(tuple(range(low, high + 1)))


def report_no_value(game: Game, place: Place, text: str, holds: spec.Holds, column: str, known: Several[str]) -> None:
    """Report that `text` is nothing that `holds` can hold."""
    if game.names.excused(text):
        return
    shown = [f"`{value}`" for value in known[:8]] if len(known) <= 8 else []
    hint = game.collector.suggestion(place, text, known, f"It can be {listed(shown)}." if shown else "")
    game.collector.report("RW318", place, hint, value=text, wanted=described(holds), column=column)


def described(holds: spec.Holds) -> str:
    """What a cell is, in words: `a colour`, `a number from 1 to 4`."""
    words = "".join(f" or `{word}`" for word in holds.type.words)
    names: Mapping[type, str] = {
        types.Bool: "`true` or `false`",
        types.Player: "a seat",
        types.Rule: "a rule",
        types.Position: "a position",
    }
    match holds.type.base:
        case types.Int():
            return f"a number from {holds.low} to {holds.high}{words}"
        case types.Kind(name):
            return f"a value of `{name}`{words}"
        case base:
            return f"{names.get(type(base), 'such a value')}{words}"
