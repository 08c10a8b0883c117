"""What stands on cards: a legend below the table, and one card whole, with what it does.

Goes in: `Cells` (a position through one seat's eyes) and a value of a kind with columns.  Comes out: something that rich prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from regelwerk_compiler.flow.flow import ZoneInfo

from . import faces
from .cells import Cells, each_place
from .shapes import Deed, Fact

Face = tuple[str, int]
"""A kind, and the place of a value in it."""
Texts = Mapping[str, str]
LEAST_WIDTH = 60
MOST_ROWS = 12  # of another kind that name a value; more say nothing any more
MOST_CARDS = 12
"""A legend of more cards, or in a narrower window, is left out: `card NAME` shows each."""


@dataclass(frozen=True, slots=True)
class Legend:
    """A line for each card; nothing in a narrow window."""

    rows: tuple[tuple[Text, Text], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width < LEAST_WIDTH:
            return
        table = Table.grid(padding=(0, 2))
        table.add_column(overflow="fold", max_width=options.max_width // 2)
        table.add_column(overflow="fold", ratio=1)
        for name, said in self.rows:
            table.add_row(name, said)
        yield table


def legend(cells: Cells) -> Legend | None:
    """What stands on the cards that lie in the middle of the table or in the own hand; None where there is none, or too many."""
    found = [
        face for face in dict.fromkeys(_in_sight(cells)) if said_on(cells, face) and not _said_by_name(cells, face)
    ]
    if not found or len(found) > MOST_CARDS:
        return None
    return Legend(tuple((_name(cells, face), said_on(cells, face)) for face in sorted(found)))


def said_on(cells: Cells, face: Face) -> Text:
    """The columns of a card in one line, and the rules that it names; a formula is only hinted at."""
    kind, place = face
    card = cells.shapes.card(kind, place)
    parts = cells.facts(kind, place)
    for column in dict.fromkeys(fact.column for _, _, fact in card.each):
        said = _each(cells, [entry for entry in card.each if entry[2].column == column])
        parts += [Text(f"{cells.names.text(column)} ") + said] if said else []
    parts += [Text(cells.names.text(rule)) for _, rules in card.rules for rule in rules]
    parts += [Text(f"{cells.names.text(column)} …") for column, _ in card.formulas]
    return faces.joined(parts, ", ")


def _each(cells: Cells, entries: Sequence[tuple[str, int, Fact]]) -> Text:
    """What a column with one cell for each value says, without those in which there is nothing: `2 wood + 1 clay`."""
    parts = []
    for axis, at, fact in entries:
        if fact.values in ((0,), ()) and not fact.word:
            continue
        what, held = cells.value(axis, at), cells.fact(fact, named=False)
        parts.append(held + Text(" ") + what if not fact.kind else what + Text(" ") + held)
    return faces.joined(parts, " + ")


def _said_by_name(cells: Cells, face: Face) -> bool:
    """Whether the name tells all that stands there."""
    kind, place = face
    card = cells.shapes.card(kind, place)
    name = cells.names.value(kind, place)
    facts = cells.shapes.facts(kind, place)
    return not card.rules and not card.formulas and all(cells.fact(fact, named=False).plain in name for fact in facts)


def _name(cells: Cells, face: Face) -> Text:
    kind, place = face
    return faces.face(cells.names.plain(kind, place), cells.names.value(kind, place))


def _in_sight(cells: Cells) -> Iterator[Face]:
    """Faces in zones that belong to no seat and are no board, and in the observer's own hidden zones unless it stands there already."""
    for zone in cells.seen.program.zones:
        kind = cells.shapes.kind_of(zone.piece)
        if any(cells.shapes.board(axis.type) or cells.shapes.network(axis.type) for axis in zone.axes):
            continue
        own = any(axis.type == "player" for axis in zone.axes)
        for place, index in each_place(zone.axes):
            if own and (_open_to_all(cells, zone) or cells.seen.observer not in index):
                continue
            top = cells.seen.top(zone, place)
            for face in (*(cells.seen.held(zone, place) or ()), *(() if top is None else (top,))):
                if face >= 0 and not (own and not cells.names.has_text(cells.names.plain(kind, face))):
                    yield kind, face


def _open_to_all(cells: Cells, zone: ZoneInfo) -> bool:
    return all(cells.seen.open_to(zone, place) for place, _ in each_place(zone.axes))


# -- one card ------------------------------------------------------------------------------------
def draw_card(
    cells: Cells, face: Face, statements: Mapping[str, Texts], carried: Mapping[str, tuple[str, ...]]
) -> RenderableType:
    """All that stands on a card, a line for each column, and what its rules and bends do.

    `statements`: the document's, by number; `carried`: by rule, the numbers of those that it carries out.
    """
    kind, place = face
    card, names = cells.shapes.card(kind, place), cells.names
    head = _name(cells, face)
    head.stylize("bold")
    if names.has_text(names.plain(kind, place)):
        head.append(f"  {names.plain(kind, place)}", "dim")
    rows: list[tuple[str, Text]] = []
    for fact in cells.shapes.facts(kind, place):
        rows.append(
            (fact.column, cells.fact(fact, named=False) if fact.kind != "boolean" else _truth(cells, fact.values))
        )
    for column in dict.fromkeys(fact.column for _, _, fact in card.each):
        said_there = _each(cells, [entry for entry in card.each if entry[2].column == column])
        rows.append((column, said_there or Text("–", "dim")))
    said = [(names.text(column), text) for column, text in rows]
    if card.copies >= 0:
        said.append(
            (names.text("copies") if names.has_text("copies") else cells.words("card_copies"), Text(str(card.copies)))
        )
    for column, rules in card.rules:
        for rule in rules:
            said.append((names.text(column), Text(names.text(rule))))
            said += [("", line) for line in _numbered(cells, carried.get(rule, ()), statements)]
    told = {number for _, rules in card.rules for rule in rules for number in carried.get(rule, ())}
    told |= {number for deed in card.bends for number in deed.statements}
    own = tuple(number for number in card.statements if number not in told)
    said += [("", line) for line in _numbered(cells, own, statements)]
    said += [(names.text(column), Text(written)) for column, written in card.formulas]
    said += [(names.text(other), rows) for other, rows in _named_by(cells, face)]
    if card.works_in:
        said.append((cells.words("card_works_in"), Text(names.text(card.works_in))))
    table = Table.grid(padding=(0, 1))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for label, text in said:
        table.add_row(f"  {label}", text)
    for deed in card.bends:
        table.add_row("  ·", Text(_deed(cells, deed, names.value(kind, place))))
        for line in _numbered(cells, deed.statements, statements):
            table.add_row("", line)
    return Group(head, table)


def _named_by(cells: Cells, face: Face) -> Iterator[tuple[str, Text]]:
    """The rows of other kinds in which this value stands, by kind: what is printed on a board or card is often a kind of its own."""
    kind, place = face
    for other, shape in cells.shapes.kinds.items():
        rows = []
        for row, facts in enumerate(shape.facts):
            if any(fact.kind == kind and place in fact.values and not fact.all for fact in facts):
                name = _name(cells, (other, row))
                more = [cells.fact(fact) for fact in facts if fact.kind not in ("", "boolean", kind) and fact.values]
                more = [fact for fact in more if fact.plain not in name.plain]
                rows.append(name + Text(" (") + faces.joined(more, ", ") + Text(")") if more else name)
        if 0 < len(rows) <= MOST_ROWS and other != kind:
            yield other, faces.joined(rows, "; ")


def _truth(cells: Cells, values: tuple[int, ...]) -> Text:
    return Text(cells.words("yes" if values == (1,) else "no"))


def _deed(cells: Cells, deed: Deed, name: str) -> str:
    """What a bend does: its own text, if that is not just the card's."""
    text = deed.text.get(cells.words.language) or deed.text.get("en")
    return text if text and text != name else cells.words(f"bend.{deed.sort}", what=cells.names.text(deed.address))


def _numbered(cells: Cells, numbers: tuple[str, ...], statements: Mapping[str, Texts]) -> list[Text]:
    """The statements of the document with these numbers."""
    lines = []
    for number in numbers:
        texts = statements.get(number, {})
        line = Text(number, "cyan")
        lines.append(line.append(f"  {texts.get(cells.words.language) or texts.get('en') or ''}", ""))
    return lines
