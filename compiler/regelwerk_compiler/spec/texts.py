"""From `texts:` and every `text` slot to texts by address, or diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..diagnostics.words import listed, quoted_words
from ..document.located import Entry, Map, Node, Scalar
from . import spec
from .declare.game import Game
from .nodes import entries, items, texts, under

_SHOWN = re.compile(r"\{(\w*)\}")
_NAME = re.compile(r"^\s*([a-z]\w*)\s+in\s")


def game_texts(game: Game) -> Mapping[str, spec.Texts]:
    """The texts under `texts:` whose address exists; those of values and options are put where they belong, too."""
    found: dict[str, spec.Texts] = {}
    known = _addresses(game)
    for entry in entries(game.root.get("texts")):
        address = entry.key.text
        if not _exists(game, entry.key, known):
            continue
        found[address] = texts(entry.value)
        _shown(game, entry.value, parameters(game, address.partition(".")[0]), address)
        _put(game, address, found[address])
    _inherit(game)
    _translated(game, game.root, game.root)
    return found


def parameters(game: Game, rule: str) -> tuple[str, ...] | None:
    """What `{..}` may show in a text of a rule; None if its parameters are not known."""
    head = game.names.rules.get(rule)
    if head is None:
        return ()
    return None if head.params is None else (*(param.name for param in head.params), "player")


def check_slots(game: Game) -> None:
    """The `text` slots of rows, score items, variants and bends show no parameters."""
    for node in _slots(game):
        _shown(game, node, (), "this text")


def _slots(game: Game) -> Iterable[Node]:
    for known in game.kinds.values():
        for row in entries(known.rows.get("rows") if known.rows is not None else None):
            if (node := under(row.value, "text")) is not None:
                yield node
    for _, item in game.declared("score"):
        if (node := under(item.value, "text")) is not None:
            yield node
    for variant in entries(game.root.get("variants")):
        if (node := under(variant.value, "text")) is not None:
            yield node


def _shown(game: Game, node: Node, known: tuple[str, ...] | None, address: str) -> None:
    """Every `{name}` names a parameter."""
    for entry in entries(node):
        if known is None or not isinstance(entry.value, Scalar):
            continue
        for match in _SHOWN.finditer(entry.value.text):
            if match[1] not in known:
                place = entry.value.slice(*match.span())
                game.collector.report(
                    "RW912", place, game.collector.suggestion(place, match[1], known), name=match[1], address=address
                )


def _addresses(game: Game) -> dict[str, None]:
    """Everything that can have a text, by its shortest address."""
    names = game.names
    known: dict[str, None] = {}
    for some in (names.rules, names.score, names.values, names.options, names.variants, names.zones, names.variables):
        known |= dict.fromkeys(some)
    for more in (names.kinds, names.pieces, names.seats, sorted(names.words), sorted(names.failed)):
        known |= dict.fromkeys(more)
    for kind in names.kinds.values():
        known |= dict.fromkeys(column.name for column in kind.columns)
    known |= dict.fromkeys(_tossed(game.root))
    for rule in names.rules:
        known |= dict.fromkeys(f"{rule}.{part}" for part in parts(game, rule))
    return known


def _tossed(node: Node) -> Iterable[str]:
    """The names that `random` steps bind: the log tells what fell by them."""
    for entry in entries(node):
        if entry.key.text == "random" and isinstance(entry.value, Scalar):
            yield from _NAME.findall(entry.value.text)
        else:
            yield from _tossed(entry.value)
    for item in items(node):
        yield from _tossed(item)


def parts(game: Game, rule: str) -> list[str]:
    """The addresses inside a rule: its needs, its cost and its `so_that`."""
    node = game.names.rules[rule].node
    needs = [entry.key.text for entry in entries(under(node, "needs"))]
    return [*needs, *(part for part in ("cost", "so_that") if under(node, part) is not None)]


def inside_of(game: Game, rule: str, place: Scalar) -> str:
    """`` `turn` has `a` and `b` (line 12).``: what of a rule has an address."""
    known = parts(game, rule) if rule in game.names.rules else []
    key = game.names.rules[rule].key if known else None
    needs = under(game.names.rules[rule].node, "needs") if known else None
    line = needs.span.line if needs is not None else key.span.line if key is not None else 0
    return (
        f"There is {quoted_words(known)} (line {line})."
        if line and place.source.name == (key and key.source.name)
        else ""
    )


def _exists(game: Game, key: Scalar, known: Mapping[str, None]) -> bool:
    """Whether the address does."""
    names, address = game.names, key.text
    head, _, part = address.partition(".")
    if part and (head in names.rules or head in names.kinds):
        inside = parts(game, head) if head in names.rules else names.kinds[head].values
        if part not in inside and (head not in names.spoilt or game.collector.nearest(part, inside)):
            hint = game.collector.suggestion(key, part, inside, inside_of(game, head, key), within=head)
            game.collector.report("RW911", key, hint, head=head, part=part)
        return part in inside
    if address not in known and not names.excused(head):
        game.collector.report("RW910", key, game.collector.suggestion(key, address, known), name=address)
    return address in known


def _put(game: Game, address: str, said: spec.Texts) -> None:
    head, _, part = address.partition(".")
    if head in game.names.options and not part:
        game.names.options[head] = replace(game.names.options[head], text=said)
    for kind, place in game.names.values.get(part or head, ()):
        if not part or kind == head:
            definition = game.names.kinds[kind]
            known = list(definition.texts)
            known[place] = said
            game.names.kinds[kind] = replace(definition, texts=tuple(known))


def _inherit(game: Game) -> None:
    """Faces of mixed pieces that have no text of their own are called what the values of their kinds are called."""
    kinds = game.names.kinds
    for name, kind in kinds.items():
        known = list(kind.texts)
        for group, first, count in kind.groups:
            for place in range(count) if group else ():
                known[first + place] = known[first + place] or kinds[group].texts[place]
        kinds[name] = replace(kind, texts=tuple(known)) if kind.groups else kind


def _translated(game: Game, root: Map, node: Node) -> None:
    """Every text has the languages of the title."""
    wanted = set(texts(root.get("title")))
    for entry in _texts(root, node):
        missing = sorted(wanted - set(texts(entry.value)))
        if missing and not game.collector.reported_at(entry.key.span):
            game.collector.report(
                "RW913", entry.key, languages=listed([f"`{language}`" for language in missing], "and")
            )


def _texts(root: Map, node: Node) -> Iterable[Entry]:
    """Every entry that is a text."""
    for entry in entries(node):
        if entry.key.text == "text" and isinstance(entry.value, Map):
            yield entry
        elif entry.key.text == "texts" and node is root:
            yield from entries(entry.value)
        elif isinstance(entry.value, Map):
            yield from _texts(root, entry.value)
        else:
            for item in getattr(entry.value, "items", ()):
                yield from _texts(root, item)
