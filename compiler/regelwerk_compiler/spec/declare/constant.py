"""From a sentence that speaks of nothing but numbers and values to the number or place that it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...syntax import ast
from .. import spec, types
from ..names import Names


@dataclass(frozen=True, slots=True)
class Constants:
    """Values of a game whose kinds are declared."""

    names: Names

    def value(self, node: ast.Sentence, want: types.Base) -> int | None:
        """The number, the place in the kind or the truth (0 or 1) that `node` is; None if it is none of the type `want`."""
        match node, want:
            case ast.Integer(value), types.Int():
                return value
            case ast.Negate(part), types.Int():
                inner = self.value(part, want)
                return None if inner is None else -inner
            case ast.Name("true"), types.Bool():
                return 1
            case ast.Name("false"), types.Bool():
                return 0
            case ast.Name(name), types.Kind(kind):
                return next((place for owner, place in self.names.values.get(name, ()) if owner == kind), None)
            case ast.Name(name), types.Player():
                return self.names.seats.index(name) if name in self.names.seats else None
            case ast.Apply(name, args), types.Kind(kind) if name == kind:
                return self.constructed(self.names.kinds[kind], args)
            case _:
                return None

    def constructed(self, kind: spec.KindDef, args: tuple[ast.Expr, ...]) -> int | None:
        """The place of `kind(args)` in a product or grid."""
        if len(args) != len(kind.factors) or not args:
            return None
        places: list[int] = []
        for arg, factor in zip(args, kind.factors, strict=True):
            want = types.Kind(factor.axis.kind) if factor.axis.kind else types.Int()
            value = self.value(arg, want)
            if value is None:
                return None
            places.append(value)
        return place_in(self.names, kind, places)


def place_of(node: spec.Expr | None, names: Names) -> int | None:
    """The number, place or truth that a typed formula without names is; None if that takes more than looking."""
    match node:
        case spec.IntLit(value=value):
            return value
        case spec.BoolLit(value=truth):
            return int(truth)
        case spec.Value(index=index):
            return index
        case spec.Seat(name=name):
            return names.seats.index(name) if name in names.seats else None
        case spec.Negate(part=part):
            inner = place_of(part, names)
            return None if inner is None else -inner
        case spec.Construct(kind=kind, args=args):
            return _constructed(names, names.kinds[kind], tuple(place_of(arg, names) for arg in args))
        case _:
            return None


def _constructed(names: Names, kind: spec.KindDef, args: tuple[int | None, ...]) -> int | None:
    known = [arg for arg in args if arg is not None]
    return place_in(names, kind, known) if len(known) == len(args) else None


def place_in(names: Names, kind: spec.KindDef, args: Sequence[int]) -> int | None:
    """The place of `kind(args)` in a product or grid; None outside."""
    if len(args) != len(kind.factors):
        return None
    pairs = list(zip(args, kind.factors, strict=True))
    place = 0
    for value, factor in reversed(pairs) if kind.sort == "grid" else pairs:
        size = len(names.kinds[factor.axis.kind].values) if factor.axis.kind else factor.axis.high - factor.axis.low + 1
        if not 0 <= value - factor.axis.low < size:
            return None
        place = place * size + value - factor.axis.low
    return place
