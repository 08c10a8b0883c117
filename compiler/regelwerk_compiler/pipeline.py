"""From a path to a game's documents, and on to its Spec, or diagnostics: every pass of the compiler in its order.

`load_spec` is the front door.  A pass takes one representation and returns the next, or None with diagnostics in the collector.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from .diagnostics.diagnostic import Collector
from .document.links import leads_out
from .document.located import Map, Span
from .document.shape import check_shape
from .spec import spec
from .spec.build import Built, build
from .spec.declare.files import Files
from .spec.seeds import Trace, check_scenarios_show, check_statements, find_seeds
from .spec.silences import silence

if TYPE_CHECKING:
    from .flow.flow import Program

GAME_FILE = "game.yaml"
NO_TABLES: Mapping[str, Path] = MappingProxyType({})
NO_OPTIONS: Mapping[str, str | int | bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Documents:
    """The files of one game as they were read; table files are read when their kind is declared."""

    game: Map
    scenarios: tuple[Map, ...]
    files: Files
    seeds: Path | None

    @property
    def all(self) -> tuple[Map, ...]:
        """Every document of the game itself."""
        return (self.game, *self.scenarios, *self.files.tables)


# -- passes --------------------------------------------------------------------------------------
def read_documents(
    path: Path, tables: Mapping[str, Path], collector: Collector, *, scenarios: bool = True
) -> Documents | None:
    """The documents of the game in the folder `path` (or in the file `path`), their shapes checked."""
    file = path / GAME_FILE if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        collector.report("RW906", Span(path.as_posix(), 1, 1, 1, 1), folder=path.as_posix())
        return None
    if leads_out(file):
        where = Span(file.as_posix(), 1, 1, 1, 1)
        collector.report("RW100", where, file=file.as_posix(), reason="it is a link that leads out of its folder")
        return None
    files = Files(file.parent, collector, tables)
    game = files.document(file)
    if game is None:
        return None
    game = check_shape(game, "game", collector)
    tests: list[Map] = []
    folder = file.parent / "scenarios"
    beside = scenarios and file.name == GAME_FILE and not folder.is_symlink()
    for other in sorted(folder.glob("*.yaml")) if beside else ():
        document = files.document(other) if other.is_file() and not other.is_symlink() else None
        if document is not None:
            tests.append(check_shape(document, "scenarios", collector))
    return Documents(game, tuple(tests), files, find_seeds(file.parent.resolve()))


def build_spec(documents: Documents, collector: Collector, *, scenarios: bool = True) -> Built:
    """The spec of a game; see `spec/build.py` for its phases."""
    tests = (documents.game, *documents.scenarios) if scenarios else ()
    built = build(documents.game, tests, documents.files, collector)
    for name, path in documents.files.replacements.items():
        if name not in documents.files.used:
            collector.report("RW905", Span(path.as_posix(), 1, 1, 1, 1), name=name)
    if built.whole is None or collector.errors:
        return replace(built, whole=None)
    if built.whole.satisfies:
        # Who only checks a game needs no Flow, unless its figures satisfy something.
        from .flow.lower.figures import check_figures

        check_figures(built.whole, collector)
    return replace(built, whole=replace(built.whole, files=tuple(sorted(documents.files.read.items()))))


def trace_statements(documents: Documents, collector: Collector) -> Trace | None:
    """What becomes of each statement; None if the game has no `seeds/`, or names no statement."""
    if documents.seeds is None:
        return None
    trace = check_statements(documents.all, documents.seeds, collector)
    if trace.statements:
        check_scenarios_show(documents.all, collector)
    return trace


PASSES = (read_documents, build_spec, trace_statements)


# -- the front door ------------------------------------------------------------------------------
def load_spec(
    path: Path,
    collector: Collector,
    tables: Mapping[str, Path] = NO_TABLES,
    *,
    last: bool = True,
    statements: bool = True,
    scenarios: bool = True,
) -> spec.Spec | None:
    """The spec of the game at `path`: a folder with a `game.yaml`, or such a file.

    `tables` are files that take the place of the rows or values of a kind or table, by name.  None if an error was found.
    The game's silences are applied when the `last` pass has run; who runs more passes calls `silence` behind them.
    Who only wants to play leaves out the `statements` of the documents that the game is made from, and the `scenarios`.
    """
    documents = read_documents(path, tables, collector, scenarios=scenarios)
    if documents is None:
        return None
    built = build_spec(documents, collector, scenarios=scenarios)
    if statements:
        trace_statements(documents, collector)
    if last or collector.errors:
        silence(built.silences, collector)
    return None if collector.errors else built.whole


def load_trace(path: Path, collector: Collector) -> Trace | None:
    """What becomes of each statement that the game at `path` is made from."""
    documents = read_documents(path, NO_TABLES, collector)
    if documents is None:
        return None
    build_spec(documents, collector)
    return trace_statements(documents, collector)


def build_program(
    game: spec.Spec,
    players: int | None = None,
    options: Mapping[str, str | int | bool] = NO_OPTIONS,
    seats: tuple[str, ...] = (),
) -> Program:
    """The program of a game for one seat count (None: the fewest) and one set of options.

    `seats` are names for the seats where the game has none.  Raises `flow.lower.configure.Unfit` for what the game does not have.
    """
    from .flow.lower.configure import check_players, read_options
    from .flow.lower.lower import lower

    return lower(game, check_players(game, players), read_options(game, options), seats)
