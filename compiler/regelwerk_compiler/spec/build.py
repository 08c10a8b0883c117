"""From a game's document to its `Spec`, or diagnostics: the phases of this folder in their order.

1. `declare`: what exists, by name.  2. `declare_typed`: the formulas in declarations.  3. Defines and rules.  4. Score and ranking.
5. Bends, when all rules are typed.  6. Texts and silences.  7. What only the whole game tells.  8. Scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..diagnostics.diagnostic import Collector
from ..document.located import Map, Origin, Scalar
from ..syntax import ast
from . import spec, types
from .bends.bends import Bends, score_value
from .bends.meet import check_meeting
from .declare.declare import declare
from .declare.files import Files
from .declare.game import Game
from .declare.typed import NOBODY, PLAYER, type_declarations
from .formulas.bindings import check_bindings
from .formulas.typer import Typer
from .mentions import mentions
from .names import Local
from .nodes import entries, number, scalars, statements, texts, under, word
from .rules import rule
from .scenarios import Scenarios
from .silences import game_silences
from .texts import check_slots, game_texts
from .whole.names import check_names
from .whole.origins import check_origins
from .whole.whole import check_whole


@dataclass(frozen=True, slots=True)
class Built:
    """The spec (None if an error stands in the way), and the warnings that the game wants to be silent."""

    whole: spec.Spec | None
    silences: tuple[spec.Silence, ...]


def build(root: Map, tests: Sequence[Map], files: Files, collector: Collector) -> Built:
    """The spec of the game at `root`, with the scenarios in the documents `tests`."""
    collector.mentions = mentions(lambda: (root, *files.tables, *tests))
    game = declare(root, files, collector)
    typer = Typer(game.names, collector)
    type_declarations(game, typer)
    defines = {name: define for name in game.names.defines if (define := typer.define(name)) is not None}
    rules: dict[str, spec.RuleDef] = {}
    for name, head in game.names.rules.items():
        before, unread = collector.errors, game.names.unread
        game.names.unread = unread or name in game.names.lacking
        typed = rule(typer, head)
        game.names.unread = unread
        if typed is not None:
            rules[name] = typed
        if collector.errors > before:
            game.names.spoilt.add(name)
    score = _score(game, typer)
    ranking = _ranking(game, typer)
    bends = Bends(game, typer, rules)
    bends.of_rows()
    variants = _variants(game, typer, bends)
    check_meeting(game, bends.placed, variants, defines, rules)
    check_bindings(typer)
    said = game_texts(game)
    check_slots(game)
    names = game.names
    whole = spec.Spec(
        game=names.game,
        title=texts(root.get("title")),
        players=names.players,
        seats=tuple(seat.text for seat in scalars(root.get("seats"))),
        most_decisions=number(root.get("most_decisions")) or 1,
        options=names.options,
        kinds=names.kinds,
        tables=names.tables,
        pieces=names.pieces,
        variables=names.variables,
        zones=names.zones,
        defines=defines,
        rules=rules,
        score=score,
        ranking=ranking or spec.Ranking((), shared=True, together=False),
        variants=variants,
        texts=said,
        scenarios=(),
        satisfies=tuple(_satisfies(game, typer)),
        silences=game_silences(game),
    )
    whole = check_whole(whole, collector)
    check_origins(names, defines, collector)
    if not collector.errors:
        check_names(game)
    reader = Scenarios(game, typer, whole)
    scenarios = [scenario for document in tests for scenario in reader.of(document)]
    return Built(None if collector.errors else replace(whole, scenarios=tuple(scenarios)), whole.silences)


def _satisfies(game: Game, typer: Typer) -> Iterator[spec.Satisfies]:
    """What the figures of kinds and tables fulfil."""
    said = [
        (entry.key.text, entry.value, part.variant)
        for section in ("kinds", "tables")
        for part, entry in game.declared(section)
    ]
    files = [(word(document.get("table")), document) for document in game.files.tables]
    variants = {name: variant for name, _, variant in said}
    said += [(name, document, variants.get(name, "")) for name, document in files]
    for name, node, variant in said:
        for condition in entries(under(node, "satisfies")):
            sentence = typer.formula(condition.value)
            if sentence is not None:
                yield spec.Satisfies(name, condition.key.text, typer.condition(sentence, NOBODY), variant)


def _score(game: Game, typer: Typer) -> dict[str, spec.ScoreItem]:
    """The items of the score sheet that always count; those of variants are bends."""
    found: dict[str, spec.ScoreItem] = {}
    for entry in entries(game.root.get("score")):
        value = score_value(typer, entry.value, PLAYER)
        if value is not None:
            name, node = entry.key.text, entry.value
            said = texts(under(node, "text"))
            found[name] = spec.ScoreItem(name, value, said, statements(under(node, "from")), entry.key.span)
    return found


def _ranking(game: Game, typer: Typer) -> spec.Ranking | None:
    written = game.root.get("ranking")
    sentence = typer.sentence("ranking", written) if isinstance(written, Scalar) else None
    if not isinstance(sentence, ast.Ranking):
        return None
    scope = {**PLAYER, "total": Local(types.INT)}
    return spec.Ranking(typer.order(sentence.keys, scope), sentence.shared, sentence.together)


def _variants(game: Game, typer: Typer, bends: Bends) -> dict[str, spec.Variant]:
    found: dict[str, spec.Variant] = {}
    for entry in entries(game.root.get("variants")):
        node = entry.value
        if not isinstance(node, Map):
            continue
        written = node.get("when")
        sentence = typer.formula(written) if written is not None else None
        when = None if sentence is None else typer.condition(sentence, NOBODY)
        bent = bends.of_variant(entry.key.text, node)
        if when is None:
            when = spec.BoolLit(False, type=types.UNKNOWN, origin=Origin(entry.key, 0, 0))
        found[entry.key.text] = spec.Variant(
            entry.key.text,
            when,
            tuple(seat.text for seat in scalars(node.get("seats"))),
            bent,
            texts(node.get("text")),
            statements(node.get("from")),
            entry.key.span,
        )
    return found
