"""Spec -> Woven: one seat count and one set of options; variants folded, every bend woven in as a guard.

A bend's guard is 1 where its source is in force: a variant's is constant, a piece's asks where the piece lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import TypeVar

from ...document.located import Origin, Span, made_up
from ...frozen import dataclass
from ...spec import spec, types
from ...spec.spec import Bend, Expr, Formula, RuleDef

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Offer:
    """A rule that a source offers in the `choose` of another rule; `using`: what is used up when it is taken."""

    within: str
    rule: str
    guard: Expr | None  # None: always
    source: str
    using: spec.Step_ | None = None


@dataclass(frozen=True, slots=True)
class Lift:
    """A need that a source lifts, and uses up something by that: only where the need itself fails."""

    rule: str
    need: str
    itself: Expr
    guard: Expr
    using: spec.Step_


@dataclass(frozen=True, slots=True)
class Payer:
    """A source that pays the whole cost of a rule (`amount` None), or so many of one face of it; `piece` in `zone`."""

    rule: str
    amount: int | None
    guard: Expr
    piece: spec.Value
    zone: spec.ZoneRef
    using: spec.Step_ | None


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One way to value an item: it holds where `guard` does (None: always), for each of `copies` (None: once).  `label` is the address of its text."""

    value: Expr | spec.RankDef
    label: str
    guard: Expr | None = None
    copies: Expr | None = None
    text: spec.Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the sheet: the last part that holds counts, 0 where none does."""

    name: str
    parts: tuple[ScorePart, ...]
    item: spec.ScoreItem


@dataclass(frozen=True, slots=True)
class Woven:
    """One game as it is played: everything that is in force, nothing else."""

    game: spec.Spec
    seats: tuple[str, ...]
    humans: int
    options: Mapping[str, int]
    kinds: Mapping[str, spec.KindDef]
    tables: Mapping[str, spec.TableDef]
    pieces: Mapping[str, spec.PieceDef]
    variables: Mapping[str, spec.VariableDef]
    zones: Mapping[str, spec.ZoneDef]
    defines: Mapping[str, spec.Define]
    rules: Mapping[str, RuleDef]
    score: Mapping[str, ScoreLine]
    offers: tuple[Offer, ...]
    lifts: tuple[Lift, ...] = ()
    payers: tuple[Payer, ...] = ()
    in_force: tuple[str, ...] = field(default=())


def constant(expr: Expr, options: Mapping[str, int], players: int) -> int | None:
    """The value of a formula over options and `count(players)`, or None if it speaks of anything else."""

    def go(e: Expr) -> int | None:
        return constant(e, options, players)

    match expr:
        case spec.IntLit(value):
            return value
        case spec.BoolLit(value):
            return int(value)
        case spec.Value(_, index):
            return index
        case spec.OptionRef(name):
            return options[name]
        case spec.PickIn("count", spec.Players()):
            return players
        case spec.Is(left, right, negated):
            a, b = go(left), go(right)
            return None if a is None or b is None else int((a == b) != negated)
        case spec.Compare(op, left, right):
            a, b = go(left), go(right)
            if a is None or b is None:
                return None
            return int({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])
        case spec.And(parts):
            values = [go(p) for p in parts]
            return 0 if 0 in values else None if None in values else 1
        case spec.Or(parts):
            values = [go(p) for p in parts]
            return 1 if 1 in values else None if None in values else 0
        case spec.Not(part):
            a = go(part)
            return None if a is None else 1 - a
        case spec.In(item, spec.SetOf(items), negated):
            a, values = go(item), [go(i) for i in items]
            return None if a is None or None in values else int((a in values) != negated)
        case spec.In(item, spec.Range(low, high), negated):
            a, lo, hi = go(item), go(low), go(high)
            return None if a is None or lo is None or hi is None else int((lo <= a <= hi) != negated)
    return None


def weave(game: spec.Spec, players: int, options: Mapping[str, int], humans_named: tuple[str, ...] = ()) -> Woven:
    """The game for `players` deciding seats and these options (places or numbers; what is left out has its start).

    `humans_named` are names for the seats where the game has none.
    """
    chosen = {name: options.get(name, option.start) for name, option in game.options.items()}
    active = [v for v in game.variants.values() if constant(v.when, chosen, players) == 1]
    names = {v.name for v in active}
    seats = next((v.seats for v in active if v.seats), ()) or game.seats or tuple(default_seats(players))
    if humans_named and not game.seats:
        seats = (*humans_named, *seats[len(humans_named) :])

    def here(declared: Mapping[str, _T]) -> dict[str, _T]:
        return {k: d for k, d in declared.items() if getattr(d, "variant", "") in ("", *names)}

    kinds = here(game.kinds)
    weaver = _Weaver(here(game.rules), here(game.defines), dict(game.score), kinds, names)
    for variant in active:
        for bend in variant.bends:
            weaver.bend(bend, None, variant.name)
    for kind in kinds.values():
        for row, bends in enumerate(kind.bends):
            for bend in bends:
                weaver.piece_bend(kind, row, bend)
    return Woven(
        game=game, seats=seats, humans=players, options=chosen, kinds=kinds, tables=here(game.tables), pieces=here(game.pieces),
        variables=here(game.variables), zones=here(game.zones), defines=weaver.defines, rules=weaver.rules, score=weaver.score,
        offers=tuple(weaver.offers),
        lifts=tuple(weaver.lifts),
        payers=tuple(weaver.payers), in_force=tuple(v.name for v in active),
    )  # fmt: skip


def default_seats(players: int) -> Iterator[str]:
    """What seats are called where nobody says."""
    return (f"seat_{i + 1}" for i in range(players))


_NOWHERE = Origin(made_up("", Span("", 1, 1, 1, 1)), 0, 0)


@dataclass(frozen=True, slots=True)
class _Piece:
    """The piece a bend comes from, where it works and what using it does."""

    value: spec.Value
    zone: spec.ZoneRef
    using: spec.Step_ | None


class _Weaver:
    def __init__(
        self,
        rules: dict[str, RuleDef],
        defines: dict[str, spec.Define],
        score: dict[str, spec.ScoreItem],
        kinds: Mapping[str, spec.KindDef],
        variants: set[str],
    ) -> None:
        self.rules, self.defines, self.kinds, self.variants = rules, defines, kinds, variants
        self.score = {name: ScoreLine(name, (ScorePart(item.value, name),), item) for name, item in score.items()}
        self.offers: list[Offer] = []
        self.lifts: list[Lift] = []
        self.payers: list[Payer] = []

    def piece_bend(self, kind: spec.KindDef, row: int, bend: Bend) -> None:
        """A bend of a piece: in force while the piece lies where its kind works."""
        if kind.works_in is None:
            return
        value, there = _lies(kind, row)
        using: spec.Step_ | None = None
        if kind.then_goes_to is not None:
            using = spec.MovePiece(value, kind.works_in, kind.then_goes_to, "mixed", origin=_NOWHERE)
        piece = _Piece(value, kind.works_in, using)
        if "owner" in _bound(kind.works_in):
            self._owned_bend(kind.values[row], bend, there, piece)
            return
        self.bend(bend, there, kind.values[row], piece)

    def _owned_bend(self, source: str, bend: Bend, there: Expr, piece: _Piece) -> None:
        """A bend that is in force for everybody while somebody, `owner`, holds the piece.

        What happens and what it adds to the sheet counts for each owner; elsewhere `owner` is the first of them.
        """
        condition = there if bend.condition is None else _and(there, bend.condition)
        owner = spec.Binder("owner", types.PLAYER, _players(), None, condition, _NOWHERE)
        guard: Expr = spec.Pick("any", (owner,), (), type=types.BOOL, origin=_NOWHERE)
        whose: Expr = spec.Pick("first", (owner,), (), type=types.PLAYER, origin=_NOWHERE)
        bend = replace(bend, condition=None)
        using = piece.using
        match bend.sort:
            case "instead" | "before" | "after":
                body = bend.body if using is None else (using, *bend.body)
                bend = replace(bend, body=(spec.Loop((owner,), (), "once", None, False, body, origin=_NOWHERE),))
                self.bend(bend, guard, source)
                return
            case "score" if isinstance(bend.value, Formula):
                number = types.Type(types.Int())
                copies = spec.FaceCount(piece.zone, piece.value, type=number, origin=_NOWHERE)
                each = spec.Arithmetic("*", bend.value, copies, type=number, origin=bend.value.origin)
                bend = replace(bend, value=spec.Fold("sum", each, (owner,), type=number, origin=bend.value.origin))
                self.bend(bend, guard, source)
                return
        bend = replace(bend, to=_bound_to(bend.to, "owner", whose), value=_bound_to(bend.value, "owner", whose))
        zone = _bound_to(piece.zone, "owner", whose)
        self.bend(bend, guard, source, _Piece(piece.value, zone, _bound_to(using, "owner", whose)))

    def bend(self, bend: Bend, guard: Expr | None, source: str, piece: _Piece | None = None) -> None:
        """Weave one bend in; `guard` None: always in force."""
        if bend.yields_to in self.variants:
            return
        test = guard if bend.condition is None else bend.condition if guard is None else _and(guard, bend.condition)
        for kind in self.kinds.values():
            if bend.yields_to in kind.values and kind.works_in is not None:
                free = _not(_lies_anywhere(kind, kind.values.index(bend.yields_to)))
                test = free if test is None else _and(test, free)
        using = piece.using if piece is not None else None
        match bend.sort:
            case "forbid":
                rule = self.rules[bend.rule]
                condition: Expr = _not(test) if test is not None else _literal(False)
                need = spec.Need(source, condition, condition.origin)
                self.rules[bend.rule] = replace(rule, needs=(*rule.needs, need))
            case "ignore":
                rule = self.rules[bend.rule]
                lifted = test if test is not None else _literal(True)
                old = next(n for n in rule.needs if n.name == bend.need)
                needs = tuple(replace(n, condition=_or(n.condition, lifted)) if n is old else n for n in rule.needs)
                self.rules[bend.rule] = replace(rule, needs=needs)
                if using is not None:
                    self.lifts.append(Lift(bend.rule, bend.need, old.condition, lifted, using))
            case "instead" | "before" | "after":
                rule = self.rules[bend.rule]
                extra: tuple[spec.Step_, ...] = bend.body if using is None else (using, *bend.body)
                if bend.sort == "instead":
                    body = extra if test is None else (_if(test, extra, rule.body),)
                else:
                    # an `if` of its own even where it is always in force: its `let`s end with it
                    part = (_if(test if test is not None else _literal(True), extra, ()),)
                    body = (*part, *rule.body) if bend.sort == "before" else (*rule.body, *part)
                self.rules[bend.rule] = replace(rule, body=body)
            case "change":
                self._change(bend, test)
            case "score" | "score_instead":
                self._score(bend, test, piece, source)
            case "offer":
                self.offers.append(Offer(bend.within, bend.rule, test, source, using))
            case "pays":
                assert piece is not None and test is not None
                self.payers.append(Payer(bend.rule, bend.amount, test, piece.value, piece.zone, using))

    def _score(self, bend: Bend, test: Expr | None, piece: _Piece | None, source: str) -> None:
        assert bend.value is not None
        span = bend.span or Span("", 1, 1, 1, 1)
        copies: Expr | None = None
        if bend.sort == "score" and piece is not None:
            number = types.Type(types.Int())
            copies = spec.FaceCount(piece.zone, piece.value, type=number, origin=_NOWHERE)
        own = bend.sort == "score_instead" and test is not None and bool(bend.text)  # it says itself what it is
        label, text = (f"{bend.item}.{source}", bend.text) if own else (bend.item, {})
        part = ScorePart(bend.value, label, test, copies, text)
        item = spec.ScoreItem(bend.item, bend.value, bend.text, bend.statements, span)
        line = self.score.get(bend.item)
        parts = (part,) if line is None else (*line.parts, part)
        self.score[bend.item] = ScoreLine(bend.item, parts, item if line is None or test is None else line.item)

    def _change(self, bend: Bend, test: Expr | None) -> None:
        """The define becomes `to`; inside, its name means the value before, kept under a name of its own."""
        old = self.defines[bend.define]
        count = sum(name.startswith(f"{bend.define}__") for name in self.defines)
        before = f"{bend.define}__{count + 1}"
        assert bend.to is not None
        to: Expr = substitute_call(bend.to, bend.define, before)
        if test is not None:
            args = tuple(spec.Bound(p.name, type=p.type, origin=_NOWHERE) for p in old.params)
            kept: Expr = spec.CallDefine(before, args, type=old.type, origin=_NOWHERE)
            to = spec.If(to, test, kept, type=old.type, origin=_NOWHERE)
        self.defines[before] = replace(old, name=before)
        # the bend's own names for the parameters, in their order
        params = tuple(replace(p, name=n) for p, n in zip(old.params, bend.params, strict=True)) or old.params
        self.defines[bend.define] = replace(old, params=params, alternatives=(to,), rank=None)


def _lies(kind: spec.KindDef, row: int) -> tuple[spec.Value, Expr]:
    """A piece, and whether it lies where its kind works."""
    assert kind.works_in is not None
    value = spec.Value(kind.name, row, type=types.Type(types.Kind(kind.name)), origin=_NOWHERE)
    return value, spec.In(value, kind.works_in, False, type=types.BOOL, origin=_NOWHERE)


def _lies_anywhere(kind: spec.KindDef, row: int) -> Expr:
    """Whether a piece lies where its kind works, with anybody if it works for its owner."""
    there = _lies(kind, row)[1]
    if kind.works_in is None or "owner" not in _bound(kind.works_in):
        return there
    owner = spec.Binder("owner", types.PLAYER, _players(), None, there, _NOWHERE)
    return spec.Pick("any", (owner,), (), type=types.BOOL, origin=_NOWHERE)


def _players() -> Expr:
    return spec.Players(type=types.Type(types.Set(types.Player())), origin=_NOWHERE)


def _literal(value: bool) -> Expr:
    return spec.BoolLit(value, type=types.BOOL, origin=_NOWHERE)


def _and(a: Expr, b: Expr) -> Expr:
    return spec.And((a, b), type=types.BOOL, origin=b.origin)


def _or(a: Expr, b: Expr) -> Expr:
    return spec.Or((a, b), type=types.BOOL, origin=a.origin)


def _not(a: Expr) -> Expr:
    return spec.Not(a, type=types.BOOL, origin=a.origin)


def _if(test: Expr, then: tuple[spec.Step_, ...], otherwise: tuple[spec.Step_, ...]) -> spec.Step_:
    return spec.IfStep(test, then, otherwise, origin=test.origin)


def children(node: object) -> Iterator[Formula]:
    """The formulas directly inside one (through binders, keys and tuples)."""
    for name in getattr(node, "__dataclass_fields__", ()):
        if name in ("type", "origin", "span"):
            continue
        yield from _inside(getattr(node, name))


def _inside(value: object) -> Iterator[Formula]:
    if isinstance(value, Formula):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _inside(item)
    elif isinstance(
        value, spec.Binder | spec.Key | spec.RankDef | spec.Need | spec.RuleCall | spec.GivePart | spec.CardsPart
    ):
        yield from children(value)


def _bound(expr: Formula) -> set[str]:
    names = {expr.name} if isinstance(expr, spec.Bound) else set()
    for child in children(expr):
        names |= _bound(child)
    return names


def _bound_to(node: _T, name: str, value: Expr) -> _T:
    """The same formula or step with a value in place of the bound name."""
    if isinstance(node, spec.Bound) and node.name == name:
        return value  # type: ignore[return-value]
    if isinstance(node, tuple):
        return tuple(_bound_to(n, name, value) for n in node)  # type: ignore[return-value]
    if not isinstance(node, Formula | spec.Binder | spec.Key | spec.RankDef | spec.MovePiece):
        return node
    fields = (f for f in node.__dataclass_fields__ if f not in ("type", "origin", "span"))
    changes = {f: new for f in fields if (new := _bound_to(old := getattr(node, f), name, value)) is not old}
    return replace(node, **changes) if changes else node


def substitute_call(node: _T, name: str, other: str) -> _T:
    """The same formula with calls of the define `name` turned to `other`."""
    if isinstance(node, tuple):
        return tuple(substitute_call(n, name, other) for n in node)  # type: ignore[return-value]
    if isinstance(node, Formula | spec.Binder | spec.Key):
        changes = {}
        for field_name in node.__dataclass_fields__:
            if field_name in ("type", "origin"):
                continue
            old = getattr(node, field_name)
            new = substitute_call(old, name, other)
            if new is not old:
                changes[field_name] = new
        if isinstance(node, spec.CallDefine) and node.name == name:
            changes["name"] = other
        return replace(node, **changes) if changes else node
    return node
