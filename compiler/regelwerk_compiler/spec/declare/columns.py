"""From `columns:` and `rows:` to `ColumnDef`s and cells, and from `tables:` to `TableDef`s, or diagnostics."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.words import listed
from ...document.located import Map, Node, Scalar, Sequence, made_up
from ...document.scalars import kind_of
from ...syntax import ast
from .. import spec, types
from ..nodes import entries, items, number, scalars, statements, texts, truth, under, word
from .cells import cell, left_out, start_of
from .game import TOGETHER, FormulaCell, Game, KindNode, RowBends
from .types import axis, holds

ROW_SLOTS = ("text", "from", "because", "bends")  # what a row may say besides its columns


def declare_columns(game: Game) -> None:
    """The columns of all kinds; cells are read when all of them are known."""
    for name, known in game.kinds.items():
        kind = game.names.kinds.get(name)
        if kind is None or "columns" not in known.node:
            continue
        game.reading = name
        columns = tuple(
            _column(game, known, entry.key, entry.value)
            or spec.ColumnDef(entry.key.text, spec.Holds(types.UNKNOWN), None)
            for entry in entries(known.node.get("columns"))
        )
        if any(column.holds.type == types.UNKNOWN for column in columns):
            game.names.lacking.add(name)
        game.names.kinds[name] = replace(kind, columns=columns, joins=_joins(game, known, columns))


def declare_cells(game: Game) -> None:
    """The rows of all kinds; what needs types later is put on the game's lists."""
    for name, known in game.kinds.items():
        kind = game.names.kinds.get(name)
        if kind is None or kind.sort != "table" or known.rows is None:
            continue
        columns = entries(known.node.get("columns"))
        game.reading = name
        if not columns and name in game.names.spoilt:
            continue
        rows: list[dict[str, spec.Cell]] = []
        row_texts: list[spec.Texts] = []
        origins: list[tuple[str, ...]] = []
        for value in kind.values:
            node = under(known.rows.get("rows"), value)
            rows.append(_row(game, kind, tuple(c.key.text for c in columns), value, node, len(rows)))
            row_texts.append(texts(under(node, "text")))
            origins.append(statements(under(node, "from")))
        game.names.kinds[name] = replace(
            kind,
            rows=tuple(rows),
            texts=tuple(row_texts),
            statements=tuple(origins),
            provenance=word(known.rows.get("origin")),  # type: ignore[arg-type]
        )
        _same_arguments(game, known, game.names.kinds[name])


def _column(game: Game, known: KindNode, key: Scalar, node: Node) -> spec.ColumnDef | None:
    """One column; None if its type is wrong: then it holds anything."""
    name = key.text
    game.collector.declared.setdefault(f"{known.name.text}.{name}", key)
    if name in ROW_SLOTS:
        game.collector.report("RW316", key, name=name)
        game.names.lacking.add(known.name.text)
        return None
    sentence = game.sentence("column", node)
    if not isinstance(sentence, ast.ColumnDecl):
        return None
    declared = sentence.type
    if isinstance(declared.range, ast.FormulaRange):
        if declared.range.of != "player" or declared.each:
            game.collector.report("RW317", declared.origin, of="A column", what="`formula of player`, no other formula")
            return None
        return _started(game, spec.ColumnDef(name, spec.Holds(types.INT), None, formula=True), sentence)
    if isinstance(declared.range, ast.ZoneRange) or len(declared.each) > 1:
        what = "no zone" if isinstance(declared.range, ast.ZoneRange) else "one cell, or one for each value of one kind"
        game.collector.report("RW317", declared.origin, of="A column", what=what)
        return None
    one = holds(game, declared.range)
    if one is not None and one.type.base == types.Position():
        game.collector.report("RW317", declared.origin, of="A column", what="no position")
        return None
    each = axis(game, declared.each[0]) if declared.each else None
    if one is None or (declared.each and each is None):
        return None
    if each is not None and each.kind == "player":
        game.collector.report(
            "RW317",
            declared.each[0].origin,
            of="A column",
            what="one cell for each value of a kind, not for each player",
        )
        return None
    rows = entries(known.rows.get("rows")) if known.rows is not None else ()
    cells = len(rows) * (game.size(each) if each is not None else 1)
    if cells > TOGETHER:
        game.collector.report("RW304", declared.origin, name=f"`{name}`", size=f"{cells:,}", most=f"{TOGETHER:,}")
        return None
    return _started(game, spec.ColumnDef(name, one, each), sentence)


def _started(game: Game, column: spec.ColumnDef, sentence: ast.ColumnDecl) -> spec.ColumnDef | None:
    """The column with its start value; None if that is wrong."""
    if sentence.start is None:
        return column
    text = sentence.start.text
    node = made_up(text, sentence.start.origin.span, kind_of(text))
    if not column.formula:
        start = start_of(game, node, column)
        return None if start is None else replace(column, start=start)
    value = number(node)
    if value is None:
        game.collector.report("RW318", node, value=text, wanted="a number", column=column.name)
        return None
    return replace(column, start=spec.IntLit(value, type=types.INT, origin=sentence.start.origin))


def _joins(game: Game, known: KindNode, columns: tuple[spec.ColumnDef, ...]) -> tuple[str, str] | None:
    """The two columns between which the rows are edges."""
    names = scalars(known.node.get("joins"))
    if len(names) != 2:
        return None
    written = [entry.key.text for entry in entries(known.node.get("columns"))]
    for name in names:
        if name.text not in written:
            game.collector.report(
                "RW324", name, game.collector.suggestion(name, name.text, written), name=name.text, kind=known.name.text
            )
    ends = [column for name in names for column in columns if column.name == name.text]
    if len(ends) != 2:
        return None
    a, b = (column.holds.type for column in ends)
    if types.UNKNOWN in (a, b):
        return None
    if a != b or not isinstance(a.base, types.Kind) or a.words or any(column.each is not None for column in ends):
        game.collector.report("RW325", names[1], first=names[0].text, second=names[1].text)
        return None
    return names[0].text, names[1].text


def _columns_in(game: Game, kind: spec.KindDef, place: Scalar) -> str:
    """Where the columns of a kind stand."""
    key = game.kinds[kind.name].node.key("columns")
    if key is None:
        return ""
    there = "" if key.source.name == place.source.name else f" of {key.source.name}"
    return f"The columns stand in line {key.span.line}{there}."


def _row(
    game: Game, kind: spec.KindDef, written: tuple[str, ...], value: str, node: Node | None, index: int
) -> dict[str, spec.Cell]:
    """The cells of one row; a cell that is wrong is left out."""
    given: dict[str, Node] = {}
    if isinstance(node, Sequence):
        if len(node) != len(written):
            columns, wanted = listed([f"`{name}`" for name in written], "and"), len(written)
            game.collector.report("RW326", node.span, row=value, given=len(node), wanted=wanted, columns=columns)
        given = dict(zip(written, items(node), strict=False))
    elif isinstance(node, Map):
        for entry in node:
            if entry.key.text in written:
                given[entry.key.text] = entry.value
            elif entry.key.text not in ROW_SLOTS:
                others = _columns_in(game, kind, entry.key)
                hint = game.collector.suggestion(entry.key, entry.key.text, written, others, within=kind.name)
                game.collector.report("RW327", entry.key, hint, column=entry.key.text, kind=kind.name)
                game.names.failed |= {value, entry.key.text}  # that may be a row of its own, too far in
        started = {c.name for c in kind.columns if c.start is not None or c.holds.type == types.UNKNOWN}
        missing = [f"`{name}`" for name in written if name not in given and name not in started]
        if missing and not any(entry.key.text not in (*written, *ROW_SLOTS) for entry in node):
            place = node.entries[0].key if len(node) else node.span
            game.collector.report("RW328", place, row=value, missing=listed(missing, "and"))
        if "bends" in node:
            game.row_bends.append(RowBends(kind.name, index, node))
    cells: dict[str, spec.Cell] = {}
    for column in kind.columns:
        item = given.get(column.name)
        if item is None:
            if column.start is not None and isinstance(node, Map):
                cells[column.name] = left_out(game, column)
            continue
        if column.holds.type == types.UNKNOWN:
            continue
        if column.formula:
            game.formulas.append(FormulaCell(kind.name, index, column.name, item))
            continue
        found = cell(game, item, column)
        if found is not None:
            cells[column.name] = found
    return cells


def _same_arguments(game: Game, known: KindNode, kind: spec.KindDef) -> None:
    """All rules in a column take as many arguments as the first (`nothing` takes any); rules in a set take none."""
    for column in kind.columns:
        count: tuple[str, int] | None = None
        in_set = isinstance(column.holds.type.base, types.Set)
        for row, value in zip(kind.rows, kind.values, strict=True):
            for rule in _rules(row.get(column.name)):
                head = game.names.rules.get(rule)
                if head is None or head.params is None or rule in game.names.spoilt:
                    continue
                takes = len(head.params)
                if count is None:
                    count = rule, 0 if in_set else takes
                if count[1] != takes:
                    assert known.rows is not None
                    all_rows = known.rows.get("rows")
                    key = all_rows.key(value) if isinstance(all_rows, Map) else None
                    others = (
                        f"`{count[0]}` takes {_arguments(count[1])}, and the rules of `{column.name}` are called alike"
                    )
                    if in_set:
                        others = f"the rules in the sets of `{column.name}` are called without arguments"
                    game.collector.report("RW329", key or known.name, rule=rule, takes=_arguments(takes), others=others)


def _arguments(count: int) -> str:
    return "no arguments" if count == 0 else "one argument" if count == 1 else f"{count} arguments"


def _rules(found: spec.Cell | None) -> tuple[str, ...]:
    match found:
        case spec.RuleCell(rule):
            return (rule,)
        case spec.RuleSetCell(rules):
            return rules
        case tuple():
            return tuple(rule for item in found for rule in _rules(item))
        case _:
            return ()


def declare_tables(game: Game) -> None:
    """Fill `names.tables`."""
    for part, entry in game.declared("tables"):
        name = entry.key.text
        game.space.add(name, "a table", entry.key)
        if name in game.names.tables or not isinstance(entry.value, Map):
            continue
        game.names.failed.add(name)  # until it is seen to be right
        node = game.files.table(entry.key, entry.value, "values")
        values = node.get("values") if node is not None else None
        if node is None or not isinstance(values, Sequence):
            continue
        depths: dict[int, Scalar] = {}
        leaves: list[Scalar] = []
        _measure(values, 1, depths, leaves)
        if len(depths) > 1:
            game.collector.report("RW330", depths[min(depths)])
            continue
        of = _holds(game, leaves, name)
        if of is None or not depths:
            continue
        static = spec.TableDef(
            name,
            depth=min(depths),
            values=_codes(game, values, of),
            provenance=word(node.get("origin")),  # type: ignore[arg-type]
            of=types.Type(of),
            unit=word(entry.value.get("unit")),
            variant=part.variant,
            span=entry.key.span,
        )
        game.names.tables[name] = static
        game.names.failed.discard(name)


def _measure(node: Sequence, depth: int, depths: dict[int, Scalar], leaves: list[Scalar]) -> None:
    for item in items(node):
        if isinstance(item, Sequence):
            _measure(item, depth + 1, depths, leaves)
        elif isinstance(item, Scalar):
            depths.setdefault(depth, item)
            leaves.append(item)


def _holds(game: Game, leaves: list[Scalar], name: str) -> types.Base | None:
    """What the cells of a table are: numbers, truths or values of one kind."""
    if all(number(leaf) is not None for leaf in leaves):
        return types.Int()
    if all(truth(leaf) is not None for leaf in leaves):
        return types.Bool()
    owners = [{kind for kind, _ in game.names.values.get(leaf.text, ())} for leaf in leaves]
    fits = [kind for kind in game.names.kinds if all(kind in owner for owner in owners)]
    if fits:
        return types.Kind(fits[0])
    most = max(game.names.kinds, key=lambda kind: sum(kind in owner for owner in owners), default=None)
    values = game.names.kinds[most].values if most is not None and any(owners) else ()
    for leaf, owner in zip(leaves, owners, strict=True):
        if most is None or not values:
            if number(leaf) is None:
                game.collector.report("RW318", leaf, value=leaf.text, wanted="a number", column=name)
        elif most not in owner:
            game.collector.report(
                "RW318",
                leaf,
                game.collector.suggestion(leaf, leaf.text, values),
                value=leaf.text,
                wanted=f"a value of `{most}`",
                column=name,
            )
    return None


def _codes(game: Game, node: Sequence, of: types.Base) -> tuple[object, ...]:
    codes: list[object] = []
    for item in items(node):
        if isinstance(item, Sequence):
            codes.append(_codes(game, item, of))
        elif isinstance(item, Scalar):
            if isinstance(of, types.Kind):
                codes.append(next(place for kind, place in game.names.values[item.text] if kind == of.name))
            else:
                codes.append(number(item) if isinstance(of, types.Int) else int(truth(item) is True))
    return tuple(codes)
