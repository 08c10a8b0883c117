"""What the kinds of a game look like on a table: boards, networks, cards with figures.

Goes in: the declarations of the Spec (`shapes_of`).  Comes out: plain data for the drawing, which asks nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from regelwerk_compiler.spec import spec
from regelwerk_compiler.spec.print_formula import formula
from regelwerk_compiler.spec.types import Bool, Kind, Player, Set, Type


@dataclass(frozen=True, slots=True)
class Fact:
    """What a row says in one column: places in `kind` ('' numbers, 'boolean', 'player'), or a word; `all` if it is a set of everything."""

    column: str
    kind: str
    values: tuple[int, ...] = ()
    word: str = ""
    all: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """What a bend of a row does: its sort and address, in words where the game gives some, and the statements that it carries out."""

    sort: str
    address: str
    text: Mapping[str, str] = field(default_factory=dict)
    statements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What a row says beside its facts.  `copies`: -1 where it does not say.  `rules`: by column.  `formulas`: by column, as they are written.

    `each`: kind and place of an index, and what stands there.  `statements`: those of the document that the row carries out.
    """

    copies: int = -1
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    formulas: tuple[tuple[str, str], ...] = ()
    each: tuple[tuple[str, int, Fact], ...] = ()
    bends: tuple[Deed, ...] = ()
    works_in: str = ""
    statements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A grid: place (row - 1) * columns + column - 1."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Network:
    """Edges between values of `ends`, one for each value of the kind; -1 for an end that a row leaves out."""

    ends: str
    edges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind.  `facts`: for each value what its row says, the ends of an edge apart."""

    name: str
    board: Board | None = None
    network: Network | None = None
    facts: tuple[tuple[Fact, ...], ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Shapes:
    """All kinds by name, and the kind of each sort of piece."""

    kinds: Mapping[str, Shape] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)

    def board(self, kind: str) -> Board | None:
        """The board that a kind is, or None."""
        shape = self.kinds.get(kind)
        return shape.board if shape else None

    def network(self, kind: str) -> Network | None:
        """The network that a kind is, or None."""
        shape = self.kinds.get(kind)
        return shape.network if shape else None

    def facts(self, kind: str, place: int) -> tuple[Fact, ...]:
        """What the row of a value says."""
        shape = self.kinds.get(kind)
        return shape.facts[place] if shape and 0 <= place < len(shape.facts) else ()

    def card(self, kind: str, place: int) -> Card:
        """What else the row of a value says."""
        shape = self.kinds.get(kind)
        return shape.cards[place] if shape and 0 <= place < len(shape.cards) else Card()

    def kind_of(self, piece: str) -> str:
        """The kind of a sort of piece (of the same name where nobody says otherwise)."""
        return self.pieces.get(piece, piece)


def shapes_of(game: spec.Spec) -> Shapes:
    """The shapes of a game's kinds."""
    found = {name: _shape(kind, game.kinds) for name, kind in game.kinds.items()}
    for name, kind in game.kinds.items():
        if kind.sort == "faces":
            found[name] = _mixed(kind, found)
    return Shapes(
        found,
        {name: piece.kind for name, piece in game.pieces.items()},
    )


def shapes_by_name(kinds: Mapping[str, tuple[str, ...]]) -> Shapes:
    """What the names alone tell, for a program without its Spec: a1, b1, .., a2, .. is a board."""
    found = {}
    for name, values in kinds.items():
        board = _board_by_name(values)
        if board:
            found[name] = Shape(name, board)
    return Shapes(found)


def _board_by_name(values: tuple[str, ...]) -> Board | None:
    squares = [re.fullmatch(r"([a-z]+)([1-9]\d*)", value) for value in values]
    if len(values) < 2 or not all(squares):
        return None
    letters = list(dict.fromkeys(square[1] for square in squares if square))
    numbers = list(dict.fromkeys(square[2] for square in squares if square))
    if letters[0] != "a" or list(values) != [f"{letter}{number}" for number in numbers for letter in letters]:
        return None
    return Board(len(letters), len(numbers)) if len(letters) > 1 and len(numbers) > 1 else None


def _shape(kind: spec.KindDef, kinds: Mapping[str, spec.KindDef]) -> Shape:
    board = network = None
    if kind.sort == "grid":
        columns = _factor_size(kind, 0)
        board = Board(columns, max(len(kind.values) // max(columns, 1), 1))
    if kind.joins:
        a, b = kind.joins
        ends = next((_kind_name(column.holds.type) for column in kind.columns if column.name == a), "")
        network = Network(ends, tuple((_end(row.get(a)), _end(row.get(b))) for row in kind.rows))
    shown = [
        c
        for c in kind.columns
        if not c.formula and not c.each and c.name not in (kind.joins or ()) and c.name != "copies"
    ]
    facts = tuple(
        tuple(fact for column in shown for fact in _fact(column, row.get(column.name), kinds)) for row in kind.rows
    )
    cards = tuple(_card(kind, place, kinds) for place in range(len(kind.rows)))
    return Shape(kind.name, board, network, facts, cards)


def _mixed(kind: spec.KindDef, shapes: Mapping[str, Shape]) -> Shape:
    """The faces of a mixed sort of piece: each as in the kind that it comes from."""
    facts: list[tuple[Fact, ...]] = []
    cards: list[Card] = []
    for group, _, many in kind.groups:
        shape = shapes.get(group) or Shape(group)
        for place in range(many):
            facts.append(shape.facts[place] if place < len(shape.facts) else ())
            cards.append(shape.cards[place] if place < len(shape.cards) else Card())
    return Shape(kind.name, facts=tuple(facts), cards=tuple(cards))


def _card(kind: spec.KindDef, place: int, kinds: Mapping[str, spec.KindDef]) -> Card:
    row = kind.rows[place]
    rules: list[tuple[str, tuple[str, ...]]] = []
    formulas: list[tuple[str, str]] = []
    each: list[tuple[str, int, Fact]] = []
    for column in kind.columns:
        cell = row.get(column.name)
        if cell is None or cell == column.start:
            continue
        if column.each is not None and isinstance(cell, tuple):
            each += [
                (column.each.kind, column.each.low + n, fact)
                for n, item in enumerate(cell)
                for fact in _fact(column, item, kinds)
            ]
        elif isinstance(cell, spec.RuleCell | spec.RuleSetCell):
            said = (cell.rule,) if isinstance(cell, spec.RuleCell) else cell.rules
            rules.append((column.name, tuple(rule for rule in said if rule != "nothing")))
        elif column.formula:
            formulas.append((column.name, str(cell) if isinstance(cell, int) else formula(cast("spec.Expr", cell))))
    copies = row.get("copies")
    return Card(
        copies if isinstance(copies, int) else -1,
        tuple((name, said) for name, said in rules if said),
        tuple((name, said) for name, said in formulas if said != "0"),
        tuple(each),
        tuple(_deed(bend) for bend in kind.bends[place]) if place < len(kind.bends) else (),
        kind.works_in.name if kind.works_in is not None and place < len(kind.bends) and kind.bends[place] else "",
        kind.statements[place] if place < len(kind.statements) else (),
    )


def _deed(bend: spec.Bend) -> Deed:
    address = bend.define or bend.item or bend.rule + (f".{bend.need}" if bend.need else "")
    return Deed(bend.sort, address, dict(bend.text), bend.statements)


def _factor_size(kind: spec.KindDef, factor: int) -> int:
    axis = kind.factors[factor].axis
    return axis.high - axis.low + 1


def _end(cell: object) -> int:
    return cell if isinstance(cell, int) else -1


def _kind_name(type_: Type) -> str:
    base = type_.base.of if isinstance(type_.base, Set) else type_.base
    match base:
        case Kind(name):
            return name
        case Bool():
            return "boolean"
        case Player():
            return "player"
        case _:
            return ""


def _fact(column: spec.ColumnDef, cell: object, kinds: Mapping[str, spec.KindDef]) -> list[Fact]:
    kind = _kind_name(column.holds.type)
    if column.start is not None and cell == column.start:
        return []  # as most have it
    match cell:
        case bool() | int():
            return [Fact(column.name, kind, (int(cell),))]
        case spec.WordCell(index):
            words = column.holds.type.words
            return [Fact(column.name, kind, word=words[index] if index < len(words) else "")]
        case spec.SetCell(values):
            of = kinds.get(kind)
            size = len(of.values) if of else column.holds.high - column.holds.low + 1
            whole = len(values) > 1 and len(values) == size
            return [Fact(column.name, kind, tuple(values), all=whole)]
        case _:
            return []  # rules, formulas, columns for each value: no figures for the eye
