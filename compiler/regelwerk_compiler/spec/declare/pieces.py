"""From `pieces:` to the faces of each sort (before cells are read) and to how many of each there are (after), or diagnostics."""

from __future__ import annotations

from dataclasses import replace

from ...document.located import Map, Scalar
from ...syntax import ast
from .. import spec
from ..types import Int
from .game import VALUES_OF_A_KIND, Game

Groups = dict[str, tuple[ast.PieceGroup, ...]]


def declare_pieces(game: Game) -> Groups:
    """Fill `names.pieces` (without copies yet) and the kinds of mixed faces; gives what each piece said."""
    found: Groups = {}
    for part, entry in game.declared("pieces"):
        name = entry.key.text
        sentence = game.sentence("piece", entry.value)
        groups = tuple(_each(game, group) for group in sentence.groups) if isinstance(sentence, ast.PieceDecl) else ()
        own = sentence is None or (len(groups) == 1 and groups[0].each and groups[0].name == name)
        if not own:
            game.space.add(name, "a sort of piece", entry.key)
        if name in found or (not groups and sentence is not None):
            continue
        if not groups:
            game.names.pieces[name] = spec.PieceDef(name, "", (), False, part.variant)  # known, but reported
            game.names.failed.add(name)
            continue
        if len(groups) == 1 and groups[0].each:
            kind = _kind(game, groups[0])
            of = kind.name if kind is not None else ""
            game.names.pieces[name] = spec.PieceDef(name, of, (), False, part.variant, entry.key.span)
        else:
            right = _faces(game, entry.key, groups, part.variant)
            game.names.pieces[name] = spec.PieceDef(
                name, name if right else "", (), False, part.variant, entry.key.span
            )
        found[name] = groups
    return found


def count_pieces(game: Game, found: Groups) -> None:
    """Fill in how many of each face there are; sorts that are at fault are left out."""
    for name, groups in found.items():
        piece = game.names.pieces[name]
        if not piece.kind:
            continue
        copies: list[int] = []
        right = True
        for group in groups:
            counts = _copies(game, group)
            right = right and counts is not None
            copies += counts or ()
        if sum(copies) > VALUES_OF_A_KIND:
            place = groups[0].origin.scalar
            game.collector.report(
                "RW304", place, name=f"`{name}`", size=f"{sum(copies):,}", most=f"{VALUES_OF_A_KIND:,}"
            )
            right = False
        right = right and game.within_all("pieces", sum(copies), groups[0].origin, "The pieces of this game together")
        counted = tuple(copies) if right else tuple(1 for _ in game.names.kinds[piece.kind].values)
        game.names.pieces[name] = replace(piece, copies=counted, individual=all(n <= 1 for n in counted))


def _each(game: Game, group: ast.PieceGroup) -> ast.PieceGroup:
    """The group as it was meant: of a kind there is one `of each`."""
    if group.each or group.name not in game.kinds:
        return group
    game.collector.report("RW359", group.origin, name=group.name, count=group.count or 1)
    return replace(group, each=True)


def _kind(game: Game, group: ast.PieceGroup) -> spec.KindDef | None:
    """The kind of `of each K`."""
    kind = game.names.kinds.get(group.name)
    if kind is None:
        if group.name not in game.kinds and not game.names.excused(group.name):
            game.no_kind(group.name, group.origin, game.kinds)
        return None
    if kind.sort == "range":
        game.collector.report("RW332", group.origin, name=group.name)
        return None
    return kind


def _faces(game: Game, key: Scalar, groups: tuple[ast.PieceGroup, ...], variant: str) -> bool:
    """A kind of its own for a sort of piece with mixed faces."""
    name = key.text
    values: list[str] = []
    ranges: list[tuple[str, int, int]] = []
    right = True
    for group in groups:
        if not group.each:
            faces: tuple[str, ...] = (group.name,)
            game.space.add(group.name, "a value", key, shared=True)
            ranges.append(("", len(values), 1))
        else:
            kind = _kind(game, group)
            if kind is None:
                right = False
                continue
            faces = kind.values
            ranges.append((kind.name, len(values), len(faces)))
        twice = next((face for face in faces if face in values), None)
        if twice is not None:
            game.collector.report("RW305", group.origin, value=twice, kind=name)
            right = False
        values += faces
    if (
        not right
        or name in game.kinds
        or not game.within_all("values", len(values), key, "The kinds of this game together")
    ):
        return False
    for index, face in enumerate(values):
        game.names.values.setdefault(face, []).append((name, index))
    game.names.kinds[name] = spec.KindDef(
        name,
        "faces",
        tuple(values),
        groups=tuple(ranges),
        texts=tuple({} for _ in values),
        variant=variant,
        span=key.span,
    )
    return True


def _copies(game: Game, group: ast.PieceGroup) -> tuple[int, ...] | None:
    """How many there are of each face of a group."""
    kind = game.names.kinds.get(group.name) if group.each else None
    if group.copies is None:
        count = group.count or 0
        if count < 1:
            game.collector.report("RW333", group.origin)
            return None
        if count > VALUES_OF_A_KIND:
            game.collector.report(
                "RW304", group.origin, name="a sort of piece", size=f"{count:,}", most=f"{VALUES_OF_A_KIND:,}"
            )
            return None
        return (count,) * (len(kind.values) if kind is not None else 1)
    column = next((c for c in kind.columns if c.name == group.copies), None) if kind is not None else None
    if kind is None or column is None:
        failed = kind is not None and (kind.name in game.names.lacking or _column_failed(game, kind.name, group.copies))
        if not failed and not game.names.unread:
            hint = (
                game.collector.suggestion(group.origin, group.copies, (c.name for c in kind.columns))
                if kind is not None
                else ""
            )
            game.collector.report("RW331", group.origin, hint, column=group.copies, name=group.name)
        return None
    if (
        not isinstance(column.holds.type.base, Int)
        or column.each is not None
        or column.formula
        or column.holds.type.words
    ):
        game.collector.report("RW334", group.origin, column=group.copies, name=group.name)
        return None
    if column.holds.low < 0:
        game.collector.report("RW333", group.origin)
        return None
    cells = tuple(row.get(group.copies, 0) for row in kind.rows)
    return tuple(cell if isinstance(cell, int) else 0 for cell in cells)


def _column_failed(game: Game, kind: str, column: str) -> bool:
    """Whether the kind has such a column in the file, which was reported."""
    node = game.kinds[kind].node.get("columns") if kind in game.kinds else None
    return isinstance(node, Map) and column in node
