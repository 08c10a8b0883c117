"""From `kinds:` and the faces under `pieces:` to `KindDef`s with their values (columns and cells come later), or diagnostics."""

from __future__ import annotations

from itertools import product

from ...document.located import Map, Scalar
from ...syntax import ast
from .. import spec
from ..nodes import entries, scalars, truth
from .game import VALUES_OF_A_KIND, Game, KindNode
from .types import limits

DEEPEST = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def declare_kinds(game: Game) -> None:
    """Fill `game.kinds` with all kinds and `names.kinds` with those that are right."""
    for part, entry in game.declared("kinds"):
        if not isinstance(entry.value, Map):
            continue
        game.space.add(entry.key.text, "a kind", entry.key)
        if entry.key.text not in game.space.meanings:
            game.names.unread = True  # a name that cannot be: nobody knows what it was
        if entry.key.text not in game.kinds:
            tabled = "rows" in entry.value or "file" in entry.value
            rows = game.files.table(entry.key, entry.value, "rows") if tabled else None
            game.kinds[entry.key.text] = KindNode(entry.key, entry.value, rows, part.variant)
    game.names.unread = game.names.unread or game.files.unread
    for name in game.kinds:
        _resolve(game, name, ())


def _resolve(game: Game, name: str, within: tuple[str, ...]) -> spec.KindDef | None:
    """The kind `name`; a product resolves its factors first."""
    done = game.names.kinds.get(name)
    if done is not None or name not in game.kinds or game.kinds[name].failed:
        return done
    known = game.kinds[name]
    if name in within:
        circle = (*within[within.index(name) :], name)
        if not game.names.failed.intersection(circle):
            game.collector.report("RW312", known.name, name=name, circle=" -> ".join(f"`{kind}`" for kind in circle))
        game.names.failed.update(circle)
        return None
    if len(within) >= DEEPEST:
        if not game.names.failed.intersection(within):
            game.collector.report("RW306", game.kinds[within[0]].name, name=within[0], most=DEEPEST)
        game.names.failed.update(within)
        return None
    node = known.node
    kind: spec.KindDef | None = None
    if "values" in node:
        values = scalars(node.get("values"))
        kind = _named(game, known, values, "values")
    elif "rows" in node or "file" in node:
        rows = entries(known.rows.get("rows")) if known.rows is not None else ()
        kind = _named(game, known, tuple(row.key for row in rows), "table")
    elif isinstance(is_ := node.get("is"), Scalar):
        match game.sentence("kind", is_):
            case ast.Grid() as grid:
                kind = _grid(game, known, grid)
            case ast.Product() as factors:
                kind = _product(game, known, factors, (*within, name))
    if kind is None:
        known.failed = True
        game.names.lost_grid = game.names.lost_grid or "is" in node
        game.names.unread = game.names.unread or not {"values", "rows", "file", "is"}.intersection(
            entry.key.text for entry in node
        )
        game.names.failed.add(name)
        return None
    game.names.kinds[name] = kind
    return kind


def _make(
    known: KindNode,
    sort: str,
    values: tuple[str, ...],
    *,
    low: int = 0,
    high: int = -1,
    factors: tuple[spec.FactorDef, ...] = (),
) -> spec.KindDef:
    return spec.KindDef(
        name=known.name.text,
        sort=sort,  # type: ignore[arg-type]
        values=values,
        low=low,
        high=high,
        ring=truth(known.node.get("ring")) is True,
        factors=factors,
        texts=tuple({} for _ in values),
        variant=known.variant,
        span=known.name.span,
    )


def _named(game: Game, known: KindNode, values: tuple[Scalar, ...], sort: str) -> spec.KindDef | None:
    """A kind whose values are listed, or are the rows of its table."""
    name = known.name.text
    if not _small(game, known, len(values)):
        game.names.failed.update(value.text for value in values)
        return None
    places: dict[str, int] = {}
    for value in values:
        if value.text in places:
            continue  # reported by the reader or `check_shape`
        game.space.add(value.text, "a value", value, shared=True)
        places[value.text] = len(places)
        game.names.values.setdefault(value.text, []).append((name, places[value.text]))
    return _make(known, sort, tuple(places))


def _grid(game: Game, known: KindNode, grid: ast.Grid) -> spec.KindDef | None:
    """A grid with the squares a1, b1, .., a2, .."""
    if not (1 <= grid.columns <= len(LETTERS) and 1 <= grid.rows <= 99):
        game.collector.report("RW313", grid.origin, columns=len(LETTERS), rows=99)
        return None
    if not _small(game, known, grid.columns * grid.rows, grid.origin.scalar):
        return None
    values = tuple(f"{LETTERS[column]}{row}" for row in range(1, grid.rows + 1) for column in range(grid.columns))
    for index, value in enumerate(values):
        game.space.add(value, "a value", known.name, shared=True)
        game.names.values.setdefault(value, []).append((known.name.text, index))
    axes = spec.Axis("", 1, grid.columns), spec.Axis("", 1, grid.rows)
    factors = spec.FactorDef("column", axes[0]), spec.FactorDef("row", axes[1])
    return _make(known, "grid", values, factors=factors)


def _product(game: Game, known: KindNode, node: ast.Product, within: tuple[str, ...]) -> spec.KindDef | None:
    """A range of numbers, or a product of kinds and ranges."""
    name = known.name.text
    if len(node.factors) == 1 and node.factors[0].name is None:
        bounds = limits(game, node.factors[0])
        if bounds is None or not _small(game, known, bounds[1] - bounds[0] + 1, node.origin.scalar):
            return None
        ring = known.node.key("ring")
        if ring is not None and truth(known.node.get("ring")) is True:
            game.collector.report("RW315", ring, name=name)
        return _make(known, "range", (), low=bounds[0], high=bounds[1])
    factors: list[spec.FactorDef] = []
    whole, size = True, 1
    for base in node.factors:
        factor = _factor(game, base, within)
        if factor is None:
            whole = False
            continue
        if factor.name and any(other.name == factor.name for other in factors):
            game.collector.report("RW314", base.origin, name=factor.name)
            whole = False
        factors.append(factor)
        size *= game.size(factor.axis)
    if not whole or not _small(game, known, size, node.origin.scalar):
        return None
    values = tuple(f"{name}({', '.join(parts)})" for parts in product(*(_spelled(game, factor) for factor in factors)))
    return _make(known, "product", values, factors=tuple(factors))


def _factor(game: Game, base: ast.Base, within: tuple[str, ...]) -> spec.FactorDef | None:
    """One factor."""
    if base.name is None:
        bounds = limits(game, base)
        return None if bounds is None else spec.FactorDef("", spec.Axis("", *bounds))
    kind = _resolve(game, base.name, within)
    if kind is None:
        if base.name not in game.kinds:
            meanings = game.space.meanings.get(base.name)
            if meanings:
                game.collector.report("RW303", base.origin, name=base.name, what=meanings[0].what)
            elif not game.names.excused(base.name):
                game.no_kind(base.name, base.origin, game.kinds)
        return None
    axis = spec.Axis("", kind.low, kind.high) if kind.sort == "range" else spec.Axis(kind.name)
    return spec.FactorDef(kind.name, axis)


def _spelled(game: Game, factor: spec.FactorDef) -> tuple[str, ...]:
    """How the values of a factor are written."""
    axis = factor.axis
    return game.names.kinds[axis.kind].values if axis.kind else tuple(str(n) for n in range(axis.low, axis.high + 1))


def _small(game: Game, known: KindNode, size: int, place: Scalar | None = None) -> bool:
    """Whether a kind has a bearable number of values, and all kinds together."""
    where = place or known.name
    if size > VALUES_OF_A_KIND:
        most = f"{VALUES_OF_A_KIND:,}"
        game.collector.report("RW304", where, name=f"`{known.name.text}`", size=f"{size:,}", most=most)
        return False
    return game.within_all("values", size, where, "The kinds of this game together")
