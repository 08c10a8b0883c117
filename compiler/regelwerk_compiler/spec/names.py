"""Everything that a game declares, by name; what the typing of formulas looks up.

Goes in: declarations as `declare/` finds them.  Goes to: `formulas/`, `steps/`, `rules.py`, `bends/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..document.located import Map, Node, Origin, Scalar
from ..syntax import ast
from . import spec
from .types import Base, Type

_SQUARE = re.compile(r"[a-z][1-9][0-9]?")


@dataclass(slots=True)
class RuleHead:
    """A rule before it is typed: its node in the file and the AST of its parameters (None: did not parse)."""

    name: str
    node: Node
    params: tuple[ast.Binder, ...] | None
    variant: str
    key: Scalar | None = None  # its name, for its place


@dataclass(slots=True)
class DefineHead:
    """A define before it is typed."""

    name: str
    key: Scalar
    head: ast.Head
    node: Node
    variant: str


@dataclass(slots=True)
class Names:
    """The declarations.  `values` maps a value's name to every (kind, place) that has it; `words` are the words of all variables and columns."""

    game: str = ""
    players: tuple[int, int] = (2, 2)
    seats: tuple[str, ...] = ()
    kinds: dict[str, spec.KindDef] = field(default_factory=dict)
    pieces: dict[str, spec.PieceDef] = field(default_factory=dict)
    tables: dict[str, spec.TableDef] = field(default_factory=dict)
    variables: dict[str, spec.VariableDef] = field(default_factory=dict)
    zones: dict[str, spec.ZoneDef] = field(default_factory=dict)
    options: dict[str, spec.OptionDef] = field(default_factory=dict)
    values: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    rules: dict[str, RuleHead] = field(default_factory=dict)
    defines: dict[str, DefineHead] = field(default_factory=dict)
    score: dict[str, Node] = field(default_factory=dict)
    variants: dict[str, Node] = field(default_factory=dict)
    failed: set[str] = field(
        default_factory=set
    )  # declared, but at fault (which was reported): no message where they are used
    spoilt: set[str] = field(default_factory=set)  # declared, and something in it was refused: it may lack what it had
    lacking: set[str] = field(default_factory=set)  # of these a slot was refused: what it declares is not known
    lost: set[str] = field(default_factory=set)  # words of sentences that were refused: one of them may bind the name
    lost_grid: bool = False  # a kind that may have been a grid was refused: nobody knows its squares
    lost_item: bool = False  # the name of a score item was refused
    unread: bool = False  # a file or a section could not be read: nobody knows what it declares
    bends: list[Map] = field(default_factory=list)  # every bend, of variants and rows: what it bends proves less

    def excused(self, name: str) -> bool:
        """Whether it is no news that nothing is called `name`: its declaration was refused, or may stand in what nobody could read."""
        return (
            self.unread
            or name in self.failed
            or name in self.lost
            or (self.lost_grid and _SQUARE.fullmatch(name) is not None)
        )

    def element(self, piece: str) -> Base:
        """The type of a piece's faces."""
        from .types import Kind

        return Kind(self.pieces[piece].kind)


@dataclass(slots=True)
class Binding:
    """Where a binder or `let` binds a name; whether anything speaks of it; and who is spoken of instead where it could be.

    `number` counts the bindings in the order in which they are typed.  `idle`: such a name is often spoken of by nothing, as that of a
    number which only counts rounds.  `missed` are words that nothing declares, and `player` where the name is a player's.
    """

    name: str
    place: Origin
    number: int
    player: bool
    idle: bool
    used: bool = False
    missed: dict[str, list[Origin]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Local:
    """A name in scope: its type, whether `set` may write it (a `let`, `random`); of numbers their bounds, of rules which they can be."""

    type: Type
    assignable: bool = False
    bounds: tuple[int, int] | None = None
    rules: tuple[str, ...] = ()
    binding: Binding | None = None


Scope = Mapping[str, Local]
"""Names bound here: binders, parameters, lets; `player` is among them where a loop (or the offer) has bound it."""
