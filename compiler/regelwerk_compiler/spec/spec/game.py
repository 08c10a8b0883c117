"""The whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ...document.located import Span
from ...frozen import dataclass
from .bends import Variant
from .declarations import KindDef, OptionDef, PieceDef, Satisfies, TableDef, VariableDef, ZoneDef
from .rules import Define, Ranking, RuleDef, ScoreItem, Texts
from .scenarios import Scenario


@dataclass(frozen=True, slots=True)
class Silence:
    """A warning that is wanted: `code` at the address `at`, which covers `spans` (or is `everywhere`); `span` is where the silence stands."""

    code: str
    at: str
    because: str
    spans: tuple[Span, ...]
    span: Span = field(compare=False)
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """One game, for all seat counts and options.  Maps are in file order; a declaration with `variant` exists only when that is in force.

    `players`: fewest and most; `seats`: their names, or () (then they are called a, b, ... by whoever plays).
    """

    game: str
    title: Texts
    players: tuple[int, int]
    seats: tuple[str, ...]
    most_decisions: int
    options: Mapping[str, OptionDef]
    kinds: Mapping[str, KindDef]
    tables: Mapping[str, TableDef]
    pieces: Mapping[str, PieceDef]
    variables: Mapping[str, VariableDef]
    zones: Mapping[str, ZoneDef]
    defines: Mapping[str, Define]
    rules: Mapping[str, RuleDef]
    score: Mapping[str, ScoreItem]
    ranking: Ranking
    variants: Mapping[str, Variant]
    texts: Mapping[str, Texts]
    scenarios: tuple[Scenario, ...]
    satisfies: tuple[Satisfies, ...] = ()
    silences: tuple[Silence, ...] = ()
    files: tuple[tuple[str, bytes], ...] = field(repr=False, default=())  # every file read: its name and SHA-256
