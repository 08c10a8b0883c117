"""From a game in several languages to what players read and what has no text in any of them (warnings).

Where there is no text the name is shown, in every language alike.  Names that stand for nothing but themselves are left out: the values of
ranges, products and grids, rows that are edges, and names with a digit in them (`pit_3`); so is a kind that no player ever reads of.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Collector
from ...diagnostics.words import listed, quoted_words
from ...document.located import Span
from .. import spec, types
from .calls import Calls, flat

Unnamed = tuple[Span | None, list[str]]  # where it is declared; the names without a text
MOST_PLACES = 4
MOST_NAMES = 80
NAMED = ("values", "table", "faces")


def check_named(game: spec.Spec, calls: Calls, collector: Collector) -> None:
    """Report them, one finding for each declaration; if there are many, one for all."""
    others = [language for language in game.title if language != "en"]
    if len(game.title) < 2:
        return
    languages = listed([f"`{language}`" for language in others], "and")
    said = {name for name, text in game.texts.items() if text}
    said |= {name for name, item in game.score.items() if item.text}
    found: list[tuple[Span, list[str]]] = []
    for span, names in (*_things(game, calls), *_rules(game, calls)):
        missing = [name for name in dict.fromkeys(names) if name not in said]
        said |= set(missing)
        if missing and span is not None:
            found.append((span, missing))
    if len(found) > MOST_PLACES:  # a game that is not translated yet: one cause, one finding
        found = [(found[0][0], [name for _, names in found for name in names])]
    for span, missing in found:
        has = "has" if len(missing) == 1 else "have"
        collector.report("RW917", span, names=quoted_words(missing, most=MOST_NAMES), has=has, languages=languages)


def _things(game: spec.Spec, calls: Calls) -> Iterator[Unnamed]:
    """What lies on the table."""
    read_of = _read_of(game, calls)
    heads = _heads(game)
    for kind in game.kinds.values():
        if kind.name in heads:
            yield kind.span, [kind.name]
        if kind.sort in NAMED and kind.joins is None and kind.name in read_of:
            texts = kind.texts or ({},) * len(kind.values)
            own = [
                v for v, text in zip(kind.values, texts, strict=True) if not text and not any(c.isdigit() for c in v)
            ]
            yield kind.span, [v for v in own if f"{kind.name}.{v}" not in game.texts]
    for variable in game.variables.values():
        if variable.sight.who != "nobody" and not variable.history:
            yield variable.span, [variable.name, *(word for word in variable.holds.type.words if word != "none")]
    for zone in game.zones.values():
        yield zone.span, [zone.name]
    for piece in game.pieces.values():
        if any(
            zone.piece == piece.name and (zone.sort == "pile" or zone.sight.who != "all")
            for zone in game.zones.values()
        ):
            yield piece.span, [piece.name]  # `1 ship: harbour → sea`
    for option in game.options.values():
        yield option.span, [] if option.text else [option.name]
    for item in game.score.values():
        yield item.span, [item.name]
    for variant in game.variants.values():
        yield variant.span, [] if variant.text else [variant.name]


def _heads(game: spec.Spec) -> set[str]:
    """The kinds whose names stand above a table: those by which something is indexed, but boards."""
    things: list[spec.VariableDef | spec.ZoneDef] = [*game.variables.values(), *game.zones.values()]
    kinds = {axis.kind for thing in things for axis in thing.axes} & set(game.kinds)
    return {name for name in kinds if game.kinds[name].sort != "grid"}


def _read_of(game: spec.Spec, calls: Calls) -> set[str]:
    """The kinds of which players read: on the table, in what they choose, on cards, in what chance does or somebody shows."""
    things: list[spec.VariableDef | spec.ZoneDef] = [*game.variables.values(), *game.zones.values()]
    found = {axis.kind for thing in things for axis in thing.axes}
    found |= {piece.kind for piece in game.pieces.values()}
    held = [variable.holds.type for variable in game.variables.values()]
    held += [option.holds.type for option in game.options.values()]
    held += [param.type for rule in game.rules.values() for param in rule.params]
    for woven in calls.woven:
        for step in flat(woven.steps):
            match step:
                case spec.ChooseValue():
                    held.append(step.binder.type)
                case spec.Random():
                    held.append(step.target.type)
                case spec.Show() | spec.Loop():  # what is shown speaks of what its loops run over
                    held += [b.type for b in step.binders] if isinstance(step, spec.Loop) else [step.what.type]
                case _:
                    pass
    found |= {name for type_ in held for name in _kinds(type_)}
    waiting = [name for name in found if name in game.kinds]
    while waiting:
        kind = game.kinds[waiting.pop()]
        more = {
            name
            for column in kind.columns
            for name in (*_kinds(column.holds.type), column.each.kind if column.each else "")
        }
        more |= {factor.axis.kind for factor in kind.factors} | {group for group, _, _ in kind.groups}
        waiting += [name for name in more - found if name in game.kinds]
        found |= more
    return found


def _kinds(type_: types.Type) -> Iterator[str]:
    base = type_.base.of if isinstance(type_.base, types.Set) else type_.base
    if isinstance(base, types.Kind):
        yield base.name


def _rules(game: spec.Spec, calls: Calls) -> Iterator[Unnamed]:
    """What is offered, and why it is not."""
    offered = {edge.target for edges in calls.edges.values() for edge in edges if edge.sort == "offer"}
    offered |= {bend.rule for bend, _ in calls.bends if bend.sort == "offer"}
    for name, rule in game.rules.items():
        if name in offered:
            yield rule.span, [] if rule.text else [name]
            for need in rule.needs:
                yield need.origin.span, [f"{name}.{need.name}"]
            if rule.so_that is not None:
                yield rule.so_that.origin.span, [f"{name}.so_that"]
