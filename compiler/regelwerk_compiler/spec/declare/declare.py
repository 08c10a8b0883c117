"""From a game's document (and its table files) to everything that it declares: `Game`, with `Names` filled, or diagnostics.

Formulas are not typed here: `typed.py` does that for start values, sights and cells, when `Names` is full.
"""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Collector
from ...document.located import Entry, Map, Node, Scalar
from ...syntax import ast
from ...syntax.reserved import reserved_words
from ..names import DefineHead, Names, RuleHead
from ..nodes import entries, items, scalars, under, word
from .columns import declare_cells, declare_columns, declare_tables
from .files import Files
from .game import Game, Part
from .kinds import declare_kinds
from .pieces import count_pieces, declare_pieces
from .space import Space
from .spoilt import note_spoilt
from .state import declare_state

MOST_SEATS = 20
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PLAYERS = re.compile(r"([1-9]\d*)\.\.([1-9]\d*)")  # anything else was reported by `check_shape`


def declare(root: Map, files: Files, collector: Collector) -> Game:
    """Everything that the game at `root` declares."""
    variants = [Part(e.value, e.key.text) for e in entries(root.get("variants")) if isinstance(e.value, Map)]
    names = Names(game=word(root.get("game")), lost=collector.lost)
    game = Game(root, (Part(root, ""), *variants), names, Space(collector, reserved_words()), files, collector)
    _players(game)
    note_spoilt(game)
    _heads(game)
    declare_kinds(game)
    groups = declare_pieces(game)
    declare_columns(game)
    declare_cells(game)
    count_pieces(game, groups)
    declare_tables(game)
    declare_state(game)
    _score(game)
    game.space.report_clashes()
    return game


def _players(game: Game) -> None:
    """How many play, and the names of the seats (those of the variants, too)."""
    written = game.root.get("players")
    named = scalars(game.root.get("seats"))
    if named:
        game.names.players = len(named), len(named)
        odd = [seat.text for seat in named if not _NAME.fullmatch(seat.text)]
        if odd:  # nobody knows who plays
            game.names.players = 1, MOST_SEATS
            game.names.failed.update(name for text in odd for name in _NAME.findall(text))
    elif isinstance(written, Scalar) and (match := _PLAYERS.fullmatch(written.text)):
        game.names.players = int(match[1][:6]), int(match[2][:6])
        if not 1 <= game.names.players[0] <= game.names.players[1] <= MOST_SEATS:
            game.collector.report("RW336", written, most=MOST_SEATS)
            game.names.players = 2, 2
    elif written is not None:
        game.names.players = 1, MOST_SEATS  # nobody knows
    seats: list[str] = []
    for part in game.parts:
        for seat in scalars(part.node.get("seats")):
            if seat.text not in seats:
                game.space.add(seat.text, "a seat", seat, shared=True)
                seats.append(seat.text)
    if len(seats) > MOST_SEATS:
        game.collector.report("RW336", named[0] if named else game.root.span, most=MOST_SEATS)
    game.names.seats = tuple(seats)


def _heads(game: Game) -> None:
    """Rules with their parameters, defines with their heads, and the variants' names."""
    for part, entry in game.declared("rules"):
        name = entry.key.text
        game.space.add(name, "a rule", entry.key)
        for need in entries(under(entry.value, "needs")):
            game.collector.declared.setdefault(f"{name}.{need.key.text}", need.key)
        if name not in game.names.rules:
            game.names.rules[name] = RuleHead(name, entry.value, _params(game, entry.value), part.variant, entry.key)
    for part, entry in game.declared("define"):
        head = game.sentence("head", entry.key)
        if head is None:
            game.names.failed.add(entry.key.text.partition("(")[0].strip())
        if isinstance(head, ast.Head):
            place = _name_of(entry, head)
            game.space.add(head.name, "a define", place)
            if head.name not in game.names.defines:
                game.names.defines[head.name] = DefineHead(head.name, entry.key, head, entry.value, part.variant)
    for entry in entries(game.root.get("variants")):
        if game.space.is_name(entry.key.text, entry.key):
            game.collector.declared.setdefault(entry.key.text, entry.key)
        else:
            game.collector.doubtful[entry.key.text] = entry.key
        game.names.variants[entry.key.text] = entry.value


def _params(game: Game, node: Node) -> tuple[ast.Binder, ...] | None:
    """The parameters of a rule; None if they are no sentence."""
    written = under(node, "with")
    if written is None:
        return ()
    sentence = game.sentence("with_", written)
    return sentence if isinstance(sentence, tuple) else None


def _name_of(entry: Entry, head: ast.Head) -> Scalar:
    """The name in the key of a define, as a place."""
    key = entry.key
    start = key.start + key.text.index(head.name) if key.style == "plain" else key.start
    return Scalar(head.name, "word", key.source, start, start + len(head.name), key.style)


def _score(game: Game) -> None:
    """All bends, and the items of the score, theirs too; an item is no name that a formula could use."""
    for _, entry in game.declared("score"):
        game.collector.declared.setdefault(entry.key.text, entry.key)
        if game.space.is_name(entry.key.text, entry.key) and entry.key.text in game.names.score:
            game.collector.report("RW301", entry.key, name=entry.key.text, what="a score item", where="the score")
        game.names.score.setdefault(entry.key.text, entry.value)
    bends = [bend for part in game.parts for bend in items(part.node.get("bends"))]
    bends += [bend for row in game.row_bends for bend in items(row.node.get("bends"))]
    for bend in bends:
        if isinstance(bend, Map):
            game.names.bends.append(bend)
        item = under(bend, "score")
        game.names.lost_item |= isinstance(item, Scalar) and not _NAME.fullmatch(item.text)
        if isinstance(item, Scalar) and game.space.is_name(item.text, item):
            if item.text in game.names.score:
                game.collector.report("RW703", item, item=item.text)
                game.collector.doubtful[item.text] = item
            game.collector.declared.setdefault(item.text, item)
            game.names.score.setdefault(item.text, bend)
