"""What a player may want to know of a game beside its program: title, seats, shapes of the kinds, and the rules in words.

Goes in: the path of a game.  Comes out: plain data, kept in the cache beside the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..table.shapes import Shapes, shapes_by_name, shapes_of
from .wording import made_texts

if TYPE_CHECKING:
    from regelwerk_compiler.spec.spec import Expr

    from ..game import Game

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A rule for reading: the statements that it carries out, its reason, its needs as they are addressed."""

    statements: tuple[str, ...] = ()
    because: str = ""
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Background:
    """`seats`: the names that the game itself gives, or ().  `statements`: what the document says, in our own words, by language.

    `wording`: texts for names that only a program would read, see `wording.py`.  `ranking`: what each key speaks of, a name or a formula.
    """

    title: Texts = field(default_factory=dict)
    players: tuple[int, int] = (1, 99)
    seats: tuple[str, ...] = ()
    shapes: Shapes = field(default_factory=Shapes)
    rules: Mapping[str, RuleWords] = field(default_factory=dict)
    statements: Mapping[str, Texts] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wording: Mapping[str, Texts] = field(default_factory=dict)
    ranking: tuple[str, ...] = ()

    def called(self, language: str, game: str) -> str:
        """The title in a language, else in English, else the id made readable."""
        return self.title.get(language) or self.title.get("en") or game.replace("_", " ").capitalize()


def background_of(path: Path, tables: Mapping[str, Path] | None = None) -> Background:
    """The background of the game at `path`; an empty one where the game has faults (then nobody plays it anyway)."""
    from .. import cache

    replaced = dict(tables or {})
    key = cache.key_of(path, {"background": 4}, replaced)
    kept = cache.fetch(key, "background")
    if isinstance(kept, Background):
        return kept
    made = _made(path, replaced)
    if made is None:
        return Background()
    cache.keep(key, "background", made)
    return made


def name_everything(game: Game, background: Background, seats: Sequence[str] = ()) -> None:
    """Give a game the names of who sits at it, and texts for what it gives none itself."""
    from ..words.names import Names

    texts = {**{name: dict(said) for name, said in background.wording.items()}, **game.program.texts}
    game.names = Names(replace(game.program, texts=texts), seats or game.seats)


def by_names(kinds: Mapping[str, tuple[str, ...]]) -> Background:
    """The background of a program of which nothing is known but itself."""
    return Background(shapes=shapes_by_name(kinds))


def _made(path: Path, tables: Mapping[str, Path]) -> Background | None:
    from regelwerk_compiler import pipeline
    from regelwerk_compiler.diagnostics.diagnostic import Collector

    collector = Collector()
    documents = pipeline.read_documents(path, tables, collector, scenarios=False)
    spec = None if documents is None else pipeline.build_spec(documents, collector, scenarios=False).whole
    if documents is None or spec is None:
        return None
    trace = pipeline.trace_statements(documents, collector)
    return Background(
        title=dict(spec.title),
        players=spec.players,
        seats=spec.seats,
        shapes=shapes_of(spec),
        rules={
            name: RuleWords(rule.statements, rule.because, tuple(f"{name}.{need.name}" for need in rule.needs))
            for name, rule in spec.rules.items()
        },
        statements={id_: dict(statement.text) for id_, statement in trace.statements.items()} if trace else {},
        wording=made_texts(spec),
        options={name: _values(spec.kinds, option) for name, option in spec.options.items()},
        ranking=tuple(_key(key.value) for key in spec.ranking.keys),
    )


def _key(value: Expr) -> str:
    """What a key of the ranking speaks of: the name of a variable, a zone or a define, else the formula."""
    from regelwerk_compiler.spec import spec
    from regelwerk_compiler.spec.print_formula import formula

    match value:
        case spec.Variable() | spec.CallDefine() | spec.ZoneRef():
            return value.name
        case spec.PickIn(word="count", group=spec.ZoneRef() as zone):
            return zone.name
        case _:
            return formula(value)


def _values(kinds: Mapping[str, object], option: object) -> tuple[str, ...]:
    """The values that an option may have, by name."""
    from regelwerk_compiler.spec.spec import KindDef, OptionDef
    from regelwerk_compiler.spec.types import Bool, Int, Kind

    assert isinstance(option, OptionDef)
    match option.holds.type.base:
        case Bool():
            return ("false", "true")
        case Int():
            return tuple(str(n) for n in range(option.holds.low, min(option.holds.high, option.holds.low + 99) + 1))
        case Kind(name):
            kind = kinds.get(name)
            return kind.values if isinstance(kind, KindDef) else ()
        case _:
            return ()
