"""From `seeds/*.yaml` and the documents of a game to which statement is carried out, shown, excluded or forgotten, or diagnostics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..diagnostics.diagnostic import Collector
from ..document.located import Map, Node, Scalar
from ..document.read import read
from ..document.shape import check_shape
from .nodes import entries, items, scalars, texts, word

LEVELS = 4
BORDERS = (".git", "pyproject.toml", "regelwerk.toml")
CARRIED_OUT = ("rule", "reading", "material")
SHOWN = ("rule", "reading")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a document says, in our own words."""

    id: str
    kind: str
    where: str
    text: Mapping[str, str]
    because: str
    excluded: str | None  # the reason why it is not carried out
    place: Scalar = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Mention:
    """A statement that a game names, under `from` or `shows`, and the address of what names it."""

    id: str
    key: str
    address: str
    place: Scalar = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hole:
    """A statement that is not `carried_out`, or not `shown`."""

    id: str
    missing: str


@dataclass(frozen=True, slots=True)
class Trace:
    """The statements of the documents that a game names, and what becomes of each."""

    statements: Mapping[str, Statement]
    carried_out: Mapping[str, tuple[str, ...]]  # statement -> addresses
    shown: Mapping[str, tuple[str, ...]]  # statement -> names of scenarios
    excluded: Mapping[str, str]  # statement -> reason
    holes: tuple[Hole, ...]


def find_seeds(folder: Path) -> Path | None:
    """The folder `seeds/` of the repository in which a game's folder lies."""
    for above in (folder, *folder.parents)[:LEVELS]:
        seeds = above / "seeds"
        if seeds.is_dir() and not seeds.is_symlink():
            return seeds
        if any((above / border).exists() for border in BORDERS):
            return None
    return None


def read_seeds(folder: Path, wanted: frozenset[str], collector: Collector) -> dict[str, Statement]:
    """The statements of the documents `wanted` (by number)."""
    found: dict[str, Statement] = {}
    for path in sorted(folder.glob("*.yaml")):
        if not any(path.name.startswith(number) for number in wanted) or path.is_symlink() or not path.is_file():
            continue
        document = read(path, collector)
        errors = collector.errors
        document = None if document is None else check_shape(document, "seeds", collector)
        if document is not None and collector.errors == errors:
            found |= _statements(document, collector)
    return found


def _statements(document: Map, collector: Collector) -> dict[str, Statement]:
    number = word(document.get("document"))
    reasons = {entry.key.text: entry for entry in entries(document.get("excluded"))}
    found: dict[str, Statement] = {}
    for entry in entries(document.get("statements")):
        id_ = entry.key.text
        if not id_.startswith(f"{number}."):
            collector.report("RW935", entry.key, statement=id_, document=number)
        node = entry.value
        if not isinstance(node, Map):
            continue
        found[id_] = Statement(
            id_,
            kind=word(node.get("kind")),
            where=word(node.get("where")),
            text={language: said for language, said in texts(node).items() if language in ("en", "de")},
            because=word(node.get("because")),
            excluded=word(reasons[id_].value) if id_ in reasons else None,
            place=entry.key,
        )
    for id_, reason in reasons.items():
        if id_ not in found:
            collector.report("RW934", reason.key, collector.suggestion(reason.key, id_, found), statement=id_)
    return found


def mentions(documents: Sequence[Map]) -> tuple[Mention, ...]:
    """Every statement that a game, its tables or its scenarios name."""
    return tuple(mention for document in documents for mention in _mentions(document, ()))


def _mentions(node: Node, path: tuple[str, ...]) -> Iterator[Mention]:
    if isinstance(node, Map):
        name = word(node.get("name"))
        for entry in node:
            key = entry.key.text
            if key in ("from", "shows") and items(entry.value):
                for scalar in scalars(entry.value):
                    yield Mention(scalar.text, key, name if key == "shows" else _address(path), scalar)
            else:
                yield from _mentions(entry.value, (*path, key))
    else:
        for item in items(node):
            yield from _mentions(item, path)


def _address(path: tuple[str, ...]) -> str:
    """`claim_route`, `route.zoo`, `two_players`: the names on the way, without the sections."""
    sections = {"rules", "define", "score", "kinds", "rows", "variants", "bends", "options", "tables"}
    return ".".join(part.partition("(")[0].strip() for part in path if part not in sections) or "game"


def check_statements(documents: Sequence[Map], seeds: Path, collector: Collector) -> Trace:
    """Hold the game and the statements together; every hole is a warning, every unknown statement an error."""
    said = mentions(documents)
    numbers = frozenset(mention.id.partition(".")[0] for mention in said)
    statements = read_seeds(seeds, numbers, collector)
    known = {id_.partition(".")[0] for id_ in statements}
    carried: dict[str, list[str]] = {}
    shown: dict[str, list[str]] = {}
    files = [path.name for path in seeds.glob("*.yaml")]
    absent = {
        number for number in numbers - known if any(name.startswith(number) for name in files)
    }  # told where it is wrong
    for mention in said:
        number = mention.id.partition(".")[0]
        if number not in known:
            if number not in absent:
                collector.report("RW936", mention.place, document=number)
            absent.add(number)
        elif mention.id not in statements:
            collector.report(
                "RW930",
                mention.place,
                collector.suggestion(mention.place, mention.id, statements),
                statement=mention.id,
            )
        else:
            where = (shown if mention.key == "shows" else carried).setdefault(mention.id, [])
            if mention.address not in where:
                where.append(mention.address)
    holes: list[Hole] = []
    for statement in statements.values():
        id_ = statement.id
        if statement.excluded is not None:
            if id_ in carried:
                collector.report("RW933", statement.place, statement=id_, where=f"`{carried[id_][0]}`")
            continue
        if statement.kind in CARRIED_OUT and id_ not in carried:
            holes.append(Hole(id_, "carried_out"))
            collector.report("RW931", statement.place, statement=id_)
        elif statement.kind in SHOWN and id_ not in shown:
            holes.append(Hole(id_, "shown"))
            collector.report("RW932", statement.place, statement=id_)
    return Trace(
        statements,
        {id_: tuple(where) for id_, where in carried.items()},
        {id_: tuple(where) for id_, where in shown.items()},
        {id_: statement.excluded for id_, statement in statements.items() if statement.excluded is not None},
        tuple(holes),
    )


def check_scenarios_show(documents: Sequence[Map], collector: Collector) -> None:
    """A scenario of a game that has statements says which it shows."""
    for document in documents:
        for scenario in items(document.get("scenarios")):
            name = scenario.get("name") if isinstance(scenario, Map) else None
            if isinstance(scenario, Map) and isinstance(name, Scalar) and "shows" not in scenario:
                collector.report("RW929", name)
