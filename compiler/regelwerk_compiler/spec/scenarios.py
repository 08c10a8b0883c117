"""From scenarios, in game.yaml or in files of their own, to typed rule tests, or diagnostics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from ..diagnostics.words import quoted_words
from ..document.located import Entry, Map, Node, Scalar, Sequence
from ..syntax import ast
from . import spec, types
from .declare.cells import report_no_value
from .declare.constant import Constants
from .declare.game import Game
from .declare.typed import NOBODY, PLAYER
from .formulas.ranges import bounds
from .formulas.typer import Typer
from .nodes import entries, items, number, scalars, statements, under, word
from .picks import Picks, draws, picks
from .steps.steps import steps
from .texts import inside_of, parts
from .tree import at_fault, walk
from .whole.player import check_begin
from .whole.values import speaks_of_state

_WHATEVER = "It is so, or not, whatever the rules say: ask for something that a game changes."
ANSWERS = ("done", "nothing", "not_offered")
What = spec.RuleCall | spec.Expr | tuple[tuple[int, str], ...] | Literal["done", "nothing", "not_offered"]


@dataclass(slots=True)
class Scenarios:
    """Types the scenarios of one game."""

    game: Game
    typer: Typer
    whole: spec.Spec
    known: dict[str, Scalar] = field(default_factory=dict)
    seats: tuple[Scalar, ...] = ()  # of the scenario that is being read
    picks: dict[bool, Picks] = field(
        default_factory=dict
    )  # what players can pick, and (True) chance, when somebody has asked
    sound: bool = field(init=False)  # whether the game itself is without a fault

    def __post_init__(self) -> None:
        self.sound = not self.game.collector.errors

    def of(self, document: Map) -> Iterator[spec.Scenario]:
        """The scenarios under `scenarios:` of a document."""
        for item in items(document.get("scenarios")):
            if not isinstance(item, Map):
                continue
            name = item.get("name")
            if isinstance(name, Scalar):
                if name.text in self.known:
                    self.game.collector.report("RW920", name, name=name.text, line=self.known[name.text].span.line)
                self.known.setdefault(name.text, name)
            players = scalars(item.get("players"))
            known = self.game.collector.errors
            self._check_players(players)
            unsure = self.game.collector.errors > known or not players
            with self._seated(players, frozenset(_seats_in(item)) if unsure else frozenset()):
                yield self._one(item, tuple(player.text for player in players))

    @contextmanager
    def _seated(self, players: tuple[Scalar, ...], unsure: frozenset[str]) -> Iterator[None]:
        """While a scenario is typed, its players are the seats (and an automaton has its own); the `unsure` may be, too."""
        names = self.game.names
        before, unread = names.seats, names.unread
        names.unread = unread or not players  # nobody knows who plays
        said = tuple(player.text for player in players)
        declared = self.game.collector.declared
        new = {player.text: player for player in players if player.text not in declared}
        declared |= new
        names.seats = (*said, *(seat for seat in names.seats if seat not in said))
        more = unsure - names.failed
        names.failed |= more
        self.seats = players
        try:
            yield
        finally:
            names.seats, names.unread = before, unread
            for name in new:
                del declared[name]
            names.failed -= more

    def _nobody(self, place: Scalar, seats: tuple[str, ...]) -> None:
        """Report that nobody called so plays."""
        if self.game.names.excused(place.text):
            return
        here = quoted_words([player.text for player in self.seats])
        where = f"Here play {here} (line {self.seats[0].span.line})." if self.seats else ""
        hint = self.game.collector.suggestion(place, place.text, seats, where)
        self.game.collector.report("RW922", place, hint, name=place.text)

    def _check_players(self, players: tuple[Scalar, ...]) -> None:
        low, high = self.game.names.players
        known = any(isinstance(self.game.root.get(slot), Scalar | Sequence) for slot in ("players", "seats"))
        if players and known and not low <= len(players) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            self.game.collector.report("RW921", players[0], given=len(players), wanted=wanted)
        for player in players:
            if self.whole.seats:
                if player.text not in self.whole.seats:
                    hint = self.game.collector.suggestion(player, player.text, self.whole.seats)
                    self.game.collector.report("RW922", player, hint, name=player.text)
            elif self.game.space.is_name(player.text, player):
                meanings = self.game.space.meanings.get(player.text, ())
                if meanings:
                    where = f"line {meanings[0].place.span.line}"
                    self.game.collector.report("RW301", player, name=player.text, what=meanings[0].what, where=where)

    def _one(self, node: Map, players: tuple[str, ...]) -> spec.Scenario:
        given, begin = node.get("given"), node.get("begin")
        name = node.get("name")
        if name is not None and not any(key in node for key in ("when", "then", "refused", "result", "winners")):
            self.game.collector.report("RW937", name)
        then: list[spec.Expr] = []
        for item in items(node.get("then")):
            sentence = self.typer.formula(item)
            if sentence is not None:
                condition = self.typer.condition(sentence, PLAYER)
                if not _asks(condition) and not at_fault(condition):
                    self.game.collector.report("RW937", sentence.origin, _WHATEVER)
                then.append(condition)
        begun = None if begin is None else self._begin(begin)
        when = [
            event
            for item in items(node.get("when"))
            for entry in entries(item)
            for event in self._event(entry, players)
        ]
        if self.sound:
            for event in when:
                self._can_be(event, begun or ())
        return spec.Scenario(
            name=word(node.get("name")),
            shows=statements(node.get("shows")),
            players=players,
            options=self._options(node),
            given=None if given is None else self._given(given),
            begin=begun,
            when=tuple(when),
            then=tuple(then),
            refused=tuple(self._refused(node, players)),
            result=self._result(node, players),
            winners=self._winners(node, players),
            span=node.span,
        )

    # -- what stands before -------------------------------------------------------------------------
    def _options(self, node: Map) -> Mapping[str, int]:
        found: dict[str, int] = {}
        names = self.game.names
        for entry in entries(node.get("options")):
            option = names.options.get(entry.key.text)
            if option is None:
                if not names.excused(entry.key.text):
                    self.game.collector.report(
                        "RW923",
                        entry.key,
                        self.game.collector.suggestion(entry.key, entry.key.text, names.options),
                        name=entry.key.text,
                    )
                continue
            sentence = self.game.sentence("expr", entry.value)
            if sentence is None or not isinstance(entry.value, Scalar):
                continue
            value = Constants(names).value(sentence, option.holds.type.base)
            if value is None or not option.holds.low <= value <= option.holds.high:
                report_no_value(
                    self.game, entry.value, entry.value.text, option.holds, entry.key.text, self._values(option)
                )
            else:
                found[entry.key.text] = value
        return found

    def _values(self, option: spec.OptionDef) -> tuple[str, ...]:
        match option.holds.type.base:
            case types.Kind(name):
                return self.game.names.kinds[name].values
            case types.Bool():
                return ("true", "false")
            case _:
                return ()

    def _given(self, node: Node) -> tuple[spec.Step_, ...]:
        """Only `set`, `move` and the game's own `setup`: what is there before anything happens."""
        right: list[Node] = []
        before = False
        for item in items(node):
            verb = next((entry.key for entry in entries(item) if entry.key.text not in ("set", "move")), None)
            place = item if isinstance(item, Scalar) else verb
            if place is not None and place.text.strip() != "setup":
                if not before and not self.game.collector.reported_at(place.span):
                    self.game.collector.report("RW924", place, verb=place.text)
                before = (
                    isinstance(item, Scalar) and " " in item.text
                )  # of sentences one behind the other the first is told
            else:
                before = False
                right.append(item)
        if not isinstance(node, Sequence):
            return ()
        self.typer.given = True
        typed = steps(self.typer, replace(node, items=tuple(right)), NOBODY)
        self.typer.given = False
        given = tuple(
            step
            for step in typed
            if isinstance(step, spec.Assign | spec.MovePiece | spec.MoveCount | spec.MoveZone | spec.CallRule)
        )
        if self.sound:
            self._fit(given)
        return given

    def _fit(self, given: tuple[spec.Step_, ...]) -> None:
        """Report numbers that a variable never holds."""
        for step in given:
            if isinstance(step, spec.Assign) and isinstance(step.target, spec.Variable) and step.op == "=":
                holds = self.game.names.variables[step.target.name].holds
                value = bounds(self.typer, step.value, {})
                if isinstance(step.target.type.base, types.Int) and value.outside(holds.low, holds.high):
                    said = str(value.low) if value.low == value.high else f"{value.low} to {value.high}"
                    of = f"{holds.low}..{holds.high}"
                    self.game.collector.report("RW800", step.origin, name=step.target.name, holds=of, value=said)

    def _begin(self, node: Node) -> tuple[spec.Step_, ...]:
        """What runs in place of `play`."""
        typed = tuple(steps(self.typer, node, NOBODY))
        if self.sound:
            check_begin(typed, self.whole, self.game.collector)
        return typed

    # -- what happens -------------------------------------------------------------------------------
    def _event(self, entry: Entry, players: tuple[str, ...]) -> Iterator[spec.Event]:
        seat = entry.key.text
        seats = (*self._at_table(players), "chance")
        if seat not in seats:
            self._nobody(entry.key, seats)
            return
        sentence = self.typer.sentence("option", entry.value)
        if not isinstance(sentence, ast.OptionSentence):
            return
        what = self._what(sentence.value)
        if what is not None:
            yield spec.Event(seat, what, origin=sentence.origin)

    def _can_be(self, event: spec.Event, begun: tuple[spec.Step_, ...]) -> None:
        """Report a value that nobody can ever pick in this game, or in the steps with which the scenario begins."""
        chance = event.seat == "chance"
        if chance not in self.picks:
            parts = (*self.whole.rules.values(), *self.whole.variants.values(), *self.whole.kinds.values())
            drawn = draws(self.typer, self.whole) if chance else Picks()
            self.picks[chance] = picks(self.typer, parts, chance=chance).and_(drawn)
        could = self.picks[chance].and_(picks(self.typer, begun, chance=chance))
        match event.what:
            case spec.IntLit(value):
                possible = could.allows(value)
            case spec.Value(_, _, type=of):
                named = self.game.names.values.get(event.what.origin.text, ())
                possible = any(could.allows(base) for base in (of.base, *(types.Kind(kind) for kind, _ in named)))
            case spec.Seat():
                possible = could.allows(types.Player())
            case spec.Range() | spec.Players() | spec.AllOf() | spec.Bound():
                possible = False  # no single value
            case _:
                return
        if not possible:
            hint = could.described() if isinstance(event.what, spec.IntLit) else ""
            who = "chance" if chance else "a player"
            self.game.collector.report("RW938", event.what.origin, hint, text=event.what.origin.text, who=who)

    def _what(self, node: ast.Expr | ast.Counted) -> What | None:
        names = self.game.names
        match node:
            case ast.Counted(parts):
                return self._payment(node, parts)
            case ast.Name(name) if name in ANSWERS:
                return cast("Literal['done', 'nothing', 'not_offered']", name)
            case ast.Name(name) if name in names.rules:
                return self._call(node, name, ())
            case ast.Apply(name, args) if name in names.rules:
                return self._call(node, name, args)
            case _:
                return self.typer.expr(node, PLAYER)

    def _payment(self, node: ast.Counted, parts: tuple[tuple[int, str], ...]) -> What | None:
        for _, face in parts:
            known = {**self.game.names.values, **self.game.names.variables}
            if face not in known:
                if not self.game.names.excused(face):
                    hint = self.game.collector.suggestion(node.origin, face, known)
                    self.game.collector.report("RW925", node.origin, hint, face=face)
                return None
        return parts

    def _call(self, node: ast.Expr, name: str, args: tuple[ast.Expr, ...]) -> What | None:
        """An option is written with all its arguments."""
        typed = self.typer.arguments(name, args, PLAYER, node.origin, exact=True)
        return spec.RuleCall(name, typed, origin=node.origin)

    # -- what must not, and what comes out ------------------------------------------------------------
    def _refused(self, node: Map, players: tuple[str, ...]) -> Iterator[spec.Refusal]:
        for item in items(node.get("refused")):
            because = under(item, "because")
            if isinstance(because, Scalar):
                self._reason(because)
            for entry in entries(item):
                if entry.key.text != "because":
                    for event in self._event(entry, players):
                        yield spec.Refusal(event, word(because))

    def _reason(self, place: Scalar) -> None:
        """`rule.need`, `rule.cost`, `rule.so_that`, a variant, a piece with bends, or `not_offered`."""
        rules = self.game.names.rules
        head, _, part = place.text.partition(".")
        if head in rules:
            inside = parts(self.game, head)
            if part not in inside and (head not in self.game.names.spoilt or self.game.collector.nearest(part, inside)):
                self.game.collector.report(
                    "RW911",
                    place,
                    self.game.collector.suggestion(place, part, inside, inside_of(self.game, head, place), within=head),
                    head=head,
                    part=part,
                )
            return
        rows = [self.game.names.kinds[row.kind].values[row.row] for row in self.game.row_bends]
        needs = [entry.key.text for rule in rules.values() for entry in entries(under(rule.node, "needs"))]
        known = [*self.game.names.variants, *rows, *needs, "not_offered"]
        if (part or head not in known) and not self.game.names.excused(head):
            addresses = [
                f"{rule}.{entry.key.text}" for rule, h in rules.items() for entry in entries(under(h.node, "needs"))
            ]
            self.game.collector.report(
                "RW927",
                place,
                self.game.collector.suggestion(place, place.text, [*known, *addresses]),
                reason=place.text,
            )

    def _at_table(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Who may be named: the players, and the seats that a variant brings."""
        return (*players, *(seat for v in self.whole.variants.values() for seat in v.seats if seat not in players))

    def _result(self, node: Map, players: tuple[str, ...]) -> Mapping[str, Mapping[str, int]]:
        found: dict[str, dict[str, int]] = {}
        players = self._at_table(players)
        for entry in entries(node.get("result")):
            if entry.key.text not in players:
                self._nobody(entry.key, players)
                continue
            points: dict[str, int] = {}
            for item in entries(entry.value):
                value = number(item.value)
                if item.key.text != "total" and item.key.text not in self.game.names.score:
                    known = ("total", *self.game.names.score)
                    others = f"The sheet has {quoted_words(known)}."
                    items_only = set(self.game.names.score) - self.game.collector.idle
                    self.game.collector.idle |= items_only
                    hint = self.game.collector.suggestion(item.key, item.key.text, known, others)
                    self.game.collector.idle -= items_only
                    if not self.game.names.excused(item.key.text) and not self.game.names.lost_item:
                        self.game.collector.report("RW928", item.key, hint, name=item.key.text)
                elif value is not None:
                    points[item.key.text] = value
            found[entry.key.text] = points
        return found

    def _winners(self, node: Map, players: tuple[str, ...]) -> tuple[str, ...] | None:
        written = node.get("winners")
        if written is None:
            return None
        players = self._at_table(players)
        for winner in scalars(written):
            if winner.text not in players:
                self._nobody(winner, players)
        return tuple(winner.text for winner in scalars(written))


def _asks(condition: spec.Expr) -> bool:
    """Whether a condition speaks of what is there, of a define or a column, which may, or of who plays, which a variant says."""
    more = spec.Players | spec.Over | spec.CallDefine | spec.RankCell | spec.FormulaColumn | spec.Possible
    return speaks_of_state(condition) or any(isinstance(part, more) for part in walk(condition))


def _seats_in(node: Map) -> Iterator[str]:
    """Whoever does something in a scenario, or is named in its result."""
    for slot in ("when", "refused"):
        for event in items(node.get(slot)):
            yield from (entry.key.text for entry in entries(event))
    yield from (entry.key.text for entry in entries(node.get("result")))
    yield from (winner.text for winner in scalars(node.get("winners")))
