"""Spec -> Program: the front of this stage.

`lower` picks one seat count and one set of options, weaves, lays out the vector and lowers every rule; `lower_scenario` does the same
for one scenario and adds what it asks for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from ...spec import spec
from .. import flow
from ..flow import Const, Local, Program, VariableInfo, ZoneInfo
from ..scenario import Claim, Event, Refusal, ScenarioProgram
from ..values import Val, binary, choice
from .analysis import all_steps
from .choices import Choices
from .layout import Layout
from .variables import Stmts
from .weave import Woven, weave

FORMAT = "1"  # of the Flow and of the vector: part of a program's hash


class Lowering(Choices):
    """All layers together; see the modules they come from."""

    def __init__(self, woven: Woven, given: tuple[spec.Step_, ...] | None = None) -> None:
        super().__init__(woven, Layout(woven, ordered_piles(woven, given)))
        self.given = given

    def starts(self) -> Stmts:
        """Start values into the initial vector; statements for those that are not known yet."""
        out: list[flow.Stmt] = []
        for v in self.layout.variables.values():
            d = v.definition
            if d.start is None:
                continue
            value = self.value(d.start, {}, d.holds.type)
            if value.constant is not None and not d.is_set:
                self.layout.initial[v.base : v.base + v.count] = [value.constant] * v.count
                continue
            target = spec.Variable(d.name, (), whole=True, type=d.holds.type, origin=d.start.origin)
            out.extend(self.assign(spec.Assign(target, "=", d.start, origin=d.start.origin), {}))
        return tuple(out)

    # -- score -----------------------------------------------------------------------------------
    def score(self) -> tuple[tuple[flow.ScoreItem, ...], flow.Ranking]:
        """The score sheet as functions of a seat, and the ranking."""
        seats = len(self.woven.seats)
        items: list[flow.ScoreItem] = []
        for line in self.woven.score.values():
            function = f"score_{line.name}"
            player = self.fresh("player")
            env = {"player": Val(Local(player), 0, seats - 1)}
            expr: flow.Expr = Const(0)
            labels = tuple(dict.fromkeys(part.label for part in line.parts))
            label: flow.Expr = Const(-1)
            for n, part in enumerate(line.parts):
                if isinstance(part.value, spec.RankDef):
                    v = self.rank_prize(
                        part.value, {}, Local(player), function if n == 0 else f"{function}_{n + 1}", ()
                    )
                else:
                    v = self.value(part.value, env)
                worth = v.expr
                if part.copies is not None:
                    worth = binary("*", worth, self.value(part.copies, env).expr)
                said = Const(labels.index(part.label))
                if part.guard is None:
                    expr, label = worth, said
                else:
                    test = self.test(part.guard, env)
                    expr, label = choice(test, worth, expr), choice(test, said, label)
            self.functions[function] = flow.Function(function, (player,), expr, origin=line.item.span)
            if label == Const(0):
                items.append(flow.ScoreItem(line.name, function, origin=line.item.span))
                continue
            self.functions[f"label_{line.name}"] = flow.Function(f"label_{line.name}", (player,), label)
            items.append(flow.ScoreItem(line.name, function, f"label_{line.name}", labels, line.item.span))
        total: flow.Expr = Const(0)
        player = self.fresh("player")
        for scored in items:
            total = binary("+", total, flow.Call(scored.function, (Local(player),)))
        self.functions["total"] = flow.Function("total", (player,), total, domains=((0, seats - 1),))
        ranking = self.woven.game.ranking
        keys: list[tuple[bool, str]] = []
        for n, key in enumerate(ranking.keys):
            who = self.fresh("player")
            total_of = Val(flow.Call("total", (Local(who),)), -(2**31) + 1, 2**31 - 1, number=True)
            env = {"player": Val(Local(who), 0, seats - 1), "total": total_of}
            function = f"ranking_{n + 1}"
            self.functions[function] = flow.Function(function, (who,), self.value(key.value, env).expr)
            keys.append((key.highest, function))
        return tuple(items), flow.Ranking(tuple(keys), ranking.shared, ranking.together)

    # -- what the table looks like -----------------------------------------------------------------
    def zone_infos(self) -> tuple[ZoneInfo, ...]:
        """Every zone, for views."""
        out: list[ZoneInfo] = []
        for z in self.layout.zones.values():
            d = z.definition
            owner = self.owner_axis(z.axes)
            out.append(ZoneInfo(
                d.name, d.sort, d.piece, z.axes, z.instances, z.base, z.place, z.slots, z.top, z.tail, z.depth, z.ordered_place,
                self.sight(d.name, d.sight, z.axes, owner), d.top_sight is not None, owner, z.shadow, tuple(z.veils),
            ))  # fmt: skip
        return tuple(out)

    def variable_infos(self) -> tuple[VariableInfo, ...]:
        """Every variable, for views."""
        out: list[VariableInfo] = []
        for v in self.layout.variables.values():
            d = v.definition
            owner = self.owner_axis(v.axes)
            seen = self.sight(d.name, d.sight, v.axes, owner)
            out.append(
                VariableInfo(d.name, v.base, v.axes, v.holds, d.holds.type.words, d.is_set, seen, owner, d.history)
            )
        return tuple(out)

    def piece_infos(self) -> tuple[flow.PieceInfo, ...]:
        """Every sort of piece."""
        return tuple(
            flow.PieceInfo(
                p.definition.name,
                self.woven.kinds[p.definition.kind].values,
                p.definition.copies,
                p.definition.individual,
                p.base,
            )
            for p in self.layout.pieces.values()
        )

    def kind_names(self) -> dict[str, tuple[str, ...]]:
        """The names of every kind's values, of the seats and the rules."""
        out = {k.name: k.values for k in self.woven.kinds.values() if k.sort != "range"}
        out["player"] = self.woven.seats
        out["boolean"] = ("false", "true")
        out["rule"] = self.layout.rule_order
        return out

    def texts(self) -> dict[str, dict[str, str]]:
        """Every text by its address."""
        game = self.woven.game
        out: dict[str, dict[str, str]] = {address: dict(text) for address, text in game.texts.items()}
        for name, rule in self.woven.rules.items():
            if rule.text:
                out.setdefault(name, dict(rule.text))
        for name, line in self.woven.score.items():
            if line.item.text:
                out.setdefault(name, dict(line.item.text))
            for part in line.parts:
                if part.text:
                    out.setdefault(part.label, dict(part.text))
        for kind in self.woven.kinds.values():
            for value, text in zip(kind.values, kind.texts, strict=False):
                if text:
                    out.setdefault(value, dict(text))
        for name, option in game.options.items():
            if option.text:
                out.setdefault(name, dict(option.text))
        for name, variant in game.variants.items():
            if variant.text:
                out.setdefault(name, dict(variant.text))
        out.setdefault("game", dict(game.title))
        return out

    # -- the whole -------------------------------------------------------------------------------
    def program(self, extra: Stmts | None = None) -> Program:
        """Lower everything."""
        woven = self.woven
        entry = self.entry(self.starts(), self.given)
        items, ranking = self.score()
        zones, variables = self.zone_infos(), self.variable_infos()
        game = woven.game
        seen = [game.game, FORMAT, *woven.seats, str(woven.humans), repr(sorted(woven.options.items()))]
        seen += [f"{name} {digest.hex()}" for name, digest in game.files if not name.startswith("scenarios/")]
        digest = hashlib.sha256("\n".join(seen).encode()).hexdigest()
        assert all(b is not None for b in self.blocks), [n for n, b in enumerate(self.blocks) if b is None]
        return Program(
            game=game.game, hash=digest, seats=woven.seats, players=woven.humans, options=tuple(woven.options.items()),
            most_decisions=game.most_decisions, cells=tuple(self.layout.cells), initial=tuple(self.layout.initial),
            blocks=tuple(b for b in self.blocks if b is not None), entry=entry, procedures=self.procedures, functions=self.functions,
            tables=self.layout.tables, lists=self.layout.lists, numbers=tuple(self.numbers), decisions=tuple(self.decisions),
            chances=tuple(self.chances), reasons=tuple(self.reasons), variables=variables, pieces=self.piece_infos(), zones=zones,
            kinds=self.kind_names(), score=items, ranking=ranking, texts=self.texts(),
            statements={name: rule.statements for name, rule in woven.rules.items()},
        )  # fmt: skip


def ordered_piles(woven: Woven, given: tuple[spec.Step_, ...] | None) -> dict[str, set[str]]:
    """For each pile, whether something is put on top of it or under it."""
    out: dict[str, set[str]] = {}
    bodies = [rule.body for rule in woven.rules.values()]
    for body in [*bodies, given or ()]:
        for step in all_steps(body):
            if isinstance(step, spec.MovePiece | spec.MoveCount | spec.MoveZone | spec.Draw) and step.placed in (
                "on_top",
                "under",
            ):
                for zone in _zones(step.target):
                    out.setdefault(zone, set()).add(step.placed)
    return out


def _zones(target: spec.Expr) -> list[str]:
    match target:
        case spec.ZoneRef(name, _):
            return [name]
        case spec.If(value, _, otherwise):
            return _zones(value) + (_zones(otherwise) if otherwise is not None else [])
    return []


def lower(game: spec.Spec, players: int, options: Mapping[str, int], seats: tuple[str, ...] = ()) -> Program:
    """The program for one seat count and one set of options (numbers or places; what is left out has its start).

    `seats` are names for the seats where the game has none.
    """
    return Lowering(weave(game, players, options, seats)).program()


def lower_scenario(game: spec.Spec, scenario: spec.Scenario) -> ScenarioProgram:
    """A scenario as a program that begins where it says, and what shall happen."""
    woven = weave(game, len(scenario.players), scenario.options, scenario.players)
    if scenario.begin is not None:
        play = replace(woven.rules["play"], body=scenario.begin)
        woven = replace(woven, rules={**woven.rules, "play": play})
    lowering = Lowering(woven, scenario.given)
    lowering.analysis.ask(scenario.then)
    claims: list[Claim] = []
    seats = woven.seats
    who = "player_now"
    env = {"player": Val(Local(who), 0, len(seats) - 1)}
    for n, claim in enumerate(scenario.then):
        function = f"then_{n}"
        lowering.functions[function] = flow.Function(
            function, (who,), lowering.test(claim, env), origin=claim.origin.span
        )
        claims.append(Claim(function, claim.origin.text, claim.origin.span))
    program = lowering.program()
    return ScenarioProgram(
        name=scenario.name, shows=scenario.shows, program=program, events=tuple(_event(lowering, e) for e in scenario.when), then=tuple(claims),
        refused=tuple(Refusal(_event(lowering, r.event), r.because) for r in scenario.refused),
        result=tuple((seats.index(s), item, n) for s, items in scenario.result.items() for item, n in items.items()),
        winners=None if scenario.winners is None else tuple(seats.index(s) for s in scenario.winners),
        span=scenario.span,
    )  # fmt: skip


def _event(lowering: Lowering, e: spec.Event) -> Event:
    seat = None if e.seat == "chance" else lowering.woven.seats.index(e.seat)
    said, span = e.origin.text, e.origin.span

    def constant(expr: spec.Expr) -> int:
        v = lowering.value(expr, {})
        if v.constant is None:
            raise ValueError(f"not known before the game: {said}")
        return v.constant

    match e.what:
        case "done" | "nothing":
            return Event(seat, e.what, said=said, span=span)
        case spec.RuleCall(rule, args):
            return Event(seat, "rule", rule, tuple(constant(a) for a in args), said=said, span=span)
        case tuple():
            return Event(seat, "pay", paid=e.what, said=said, span=span)
        case str():
            return Event(seat, "nothing", said=said, span=span)
    return Event(seat, "value", args=(constant(e.what),), said=said, span=span)
