"""From the `bends:` of variants and rows to typed `Bend`s whose addresses exist, or diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from ...diagnostics.words import listed
from ...document.located import Map, Node, Origin, Scalar
from ...syntax import ast
from .. import spec, types
from ..declare.game import Game
from ..declare.typed import OWNER, PLAYER
from ..formulas.ranges import bounds
from ..formulas.typer import Typer
from ..given import GIVEN
from ..names import Local, Scope
from ..nodes import entries, items, statements, texts, under, word
from ..steps.steps import steps
from ..tree import walk

SORTS: tuple[spec.BendSort, ...] = get_args(spec.BendSort)


@dataclass(frozen=True, slots=True)
class Source:
    """What bends: a variant (`kind` '') or the pieces of a row; `scope` is what its formulas see beside the bent rule's parameters."""

    name: str
    kind: str
    scope: Scope
    text: spec.Texts = field(default_factory=dict)
    statements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A bend with its source and the place of its address, for the checks of all of them together."""

    source: Source
    bend: spec.Bend
    place: Scalar


@dataclass(slots=True)
class Bends:
    """Types the bends of one game; `rules` are its typed rules."""

    game: Game
    typer: Typer
    rules: Mapping[str, spec.RuleDef]
    placed: list[Placed] = field(default_factory=list)

    def of_variant(self, name: str, node: Map) -> tuple[spec.Bend, ...]:
        """The bends of a variant; its own score items become bends, too."""
        source = Source(name, "", PLAYER, texts(node.get("text")), statements(node.get("from")))
        bends = self._all(node, source)
        for entry in entries(node.get("score")):
            value = score_value(self.typer, entry.value, PLAYER)
            if value is not None:
                new = spec.Bend("score", item=entry.key.text, value=value, span=entry.key.span)
                bends += (
                    replace(
                        new, text=texts(under(entry.value, "text")), statements=statements(under(entry.value, "from"))
                    ),
                )
        return bends

    def of_rows(self) -> None:
        """The bends of all rows, put into their kinds."""
        names = self.game.names
        found: dict[str, list[tuple[spec.Bend, ...]]] = {}
        for row in self.game.row_bends:
            kind = names.kinds[row.kind]
            rows = found.setdefault(row.kind, [() for _ in kind.values])
            node = self.game.kinds[row.kind].node
            if "works_in" not in node:
                key = row.node.key("bends")
                self.game.collector.report("RW707", key or row.node.span, kind=row.kind)
                continue
            scope = OWNER if "owner" in word(node.get("works_in")) else PLAYER
            source = Source(
                kind.values[row.row], row.kind, scope, kind.texts[row.row], statements(row.node.get("from"))
            )
            rows[row.row] = self._all(row.node, source)
        for name, bends in found.items():
            names.kinds[name] = replace(names.kinds[name], bends=tuple(bends))

    def _all(self, node: Map, source: Source) -> tuple[spec.Bend, ...]:
        found: list[spec.Bend] = []
        for item in items(node.get("bends")):
            bend = self._one(item, source) if isinstance(item, Map) else None
            if bend is not None:
                found.append(bend)
        return tuple(found)

    def _one(self, node: Map, source: Source) -> spec.Bend | None:
        sorts = [sort for sort in SORTS if sort in node]
        address = node.get(sorts[0]) if len(sorts) == 1 else None
        if not isinstance(address, Scalar):
            return None
        sort = sorts[0]
        bend: spec.Bend | None
        match sort:
            case "ignore":
                bend = self._ignore(address)
            case "pays":
                bend = self._pays(address, source)
            case "change":
                bend = self._change(address, node, source)
            case "score" | "score_instead":
                bend = self._score(sort, address, node, source)
            case _:
                bend = self._rule(sort, address, node)
        if bend is None:
            return None
        if sort not in ("change", "score", "score_instead"):
            names, scope = self.game.names, {**self.rule_scope(bend.rule), **source.scope}
            head, unread = names.rules.get(bend.rule), names.unread
            names.unread = unread or (head is not None and head.params is None)  # nobody knows its parameters
            condition = self._condition(node.get("if"), scope)
            body = node.get("do")
            bend = replace(bend, condition=condition, body=steps(self.typer, body, scope) if body is not None else ())
            names.unread = unread
        bend = replace(
            bend,
            yields_to=self._yields(node.get("yields_to")),
            text=texts(node.get("text")) or source.text,
            statements=statements(node.get("from")) or source.statements,
            span=address.span,
        )
        self.placed.append(Placed(source, bend, address))
        return bend

    def rule_scope(self, rule: str) -> Scope:
        """What a bend of a rule sees: `player` and the rule's parameters."""
        head = self.game.names.rules.get(rule)
        if head is None or head.params is None:
            return PLAYER
        muted = self.typer.muted()  # what is wrong with the parameters is reported where the rule stands
        muted.rule = rule
        _, scope = muted.binders(head.params, PLAYER)
        return scope

    def _condition(self, node: Node | None, scope: Scope) -> spec.Expr | None:
        sentence = self.typer.formula(node) if node is not None else None
        return None if sentence is None else self.typer.condition(sentence, scope)

    def _known_rule(self, name: str, place: Origin | Scalar) -> bool:
        if name in self.game.names.rules:
            return True
        if not self.game.names.excused(name):
            hint = self.game.collector.suggestion(place, name, self.game.names.rules)
            self.game.collector.report("RW700", place, hint, name=name)
        return False

    def _ignore(self, address: Scalar) -> spec.Bend | None:
        sentence = self.game.sentence("address", address)
        if not isinstance(sentence, ast.Address) or not self._known_rule(sentence.name, sentence.origin):
            return None
        needs = [entry.key.text for entry in entries(under(self.game.names.rules[sentence.name].node, "needs"))]
        if sentence.part is None or sentence.part not in needs:
            near = self.game.collector.nearest(sentence.part or "", needs)
            shown = [f"`{sentence.name}.{need}`" for need in needs]
            if sentence.name in self.game.names.spoilt and not near:
                return None
            hint = (
                f"Did you mean `{sentence.name}.{near}`?"
                if near
                else f"There is {listed(shown, 'and')}."
                if shown
                else ""
            )
            self.game.collector.report("RW701", sentence.origin, hint, address=sentence.origin.text)
            return None
        return spec.Bend("ignore", rule=sentence.name, need=sentence.part)

    def _pays(self, address: Scalar, source: Source) -> spec.Bend | None:
        sentence = self.game.sentence("paid", address)
        if not isinstance(sentence, ast.Paid) or not self._known_rule(sentence.name, sentence.origin):
            return None
        cost = under(self.game.names.rules[sentence.name].node, "cost")
        if isinstance(cost, Scalar | Map):
            return None  # reported there
        if sentence.part != "cost" or cost is None:
            self.game.collector.report("RW702", sentence.origin, rule=sentence.name, part=sentence.part)
            return None
        if not source.kind:
            self.game.collector.report("RW708", sentence.origin)
            return None
        rule = self.rules.get(sentence.name)
        whole = rule is not None and len(rule.cost) == len(items(cost))
        cards = rule is None or any(isinstance(part, spec.CardsPart) and part.quantity == "each" for part in rule.cost)
        if sentence.amount is not None and (sentence.amount < 1 or (whole and not cards)):
            self.game.collector.report("RW709", sentence.origin, rule=sentence.name)
            return None
        return spec.Bend("pays", rule=sentence.name, amount=sentence.amount)

    def _change(self, address: Scalar, node: Map, source: Source) -> spec.Bend | None:
        sentence = self.game.sentence("value", address)
        if not isinstance(sentence, ast.ValueAddress):
            return None
        names = self.game.names
        if sentence.name not in names.defines:
            if not names.excused(sentence.name):
                hint = self.game.collector.suggestion(sentence.origin, sentence.name, names.defines)
                self.game.collector.report("RW710", sentence.origin, hint, name=sentence.name)
            return None
        define = self.typer.define(sentence.name)
        order = self.typer.is_order(sentence.name)
        if define is None and not order:
            return None
        if define is None or define.rank is not None:
            self.game.collector.report("RW711", sentence.origin, name=sentence.name)
            return None
        if len(sentence.params) != len(define.params):
            given = len(sentence.params)
            self.game.collector.report(
                "RW712", sentence.origin, name=sentence.name, wanted=len(define.params), given=given
            )
            return None
        works = names.kinds[source.kind].works_in if source.kind else None
        if owned(works) == "player":
            self.game.collector.report("RW713", sentence.origin, name=sentence.name)
            return None
        scope: dict[str, Local] = {name: local for name, local in source.scope.items() if name == "owner"}
        for name, param in zip(sentence.params, define.params, strict=True):
            if name in self.game.space.meanings or name in GIVEN:
                self.game.collector.report("RW714", sentence.origin, name=name)
            numbers = isinstance(param.type.base, types.Int)
            scope[name] = Local(param.type, bounds=bounds(self.typer, param.domain, {}) if numbers else None)
        written = self.typer.formula(node.get("to") or address)
        if written is None:
            return None
        use = f"`{sentence.name}`"
        to = self.typer.fit(self.typer.expr(written, scope, define.type.base), define.type.base, use)
        if not define.type.may_be_missing:
            to = self.typer.total(to, use)
        condition = self._condition(node.get("if"), scope)
        return spec.Bend("change", define=sentence.name, params=sentence.params, to=to, condition=condition)

    def _score(self, sort: spec.BendSort, address: Scalar, node: Map, source: Source) -> spec.Bend | None:
        item = address.text
        if sort == "score_instead":
            known = self.game.names.score
            if item not in known or known[item] is node:
                self.game.collector.report(
                    "RW715", address, self.game.collector.suggestion(address, item, known), item=item
                )
                return None
        value = score_value(self.typer, node, source.scope)
        return None if value is None else spec.Bend(sort, item=item, value=value)

    def _rule(self, sort: spec.BendSort, address: Scalar, node: Map) -> spec.Bend | None:
        sentence = self.game.sentence("address", address)
        if not isinstance(sentence, ast.Address):
            return None
        if sentence.part is not None:
            self.game.collector.report("RW716", sentence.origin, sort=sort, rule=sentence.name, part=sentence.part)
            return None
        if not self._known_rule(sentence.name, sentence.origin):
            return None
        within = node.get("in")
        if sort != "offer" or not isinstance(within, Scalar):
            return spec.Bend(sort, rule=sentence.name)
        if not self._known_rule(within.text, within):
            return None
        rule = self.rules.get(within.text)
        if rule is not None and within.text not in self.game.names.spoilt:
            chooses = [step for step in walk(rule.body) if isinstance(step, spec.ChooseRules)]
            if len(chooses) != 1:
                self.game.collector.report("RW717" if not chooses else "RW718", within, rule=within.text)
                return None
        return spec.Bend("offer", rule=sentence.name, within=within.text)

    def _yields(self, node: Node | None) -> str:
        """The source before which a bend steps back."""
        name = word(node)
        if not name or not isinstance(node, Scalar):
            return ""
        rows = {self.game.names.kinds[row.kind].values[row.row] for row in self.game.row_bends}
        known = {*self.game.names.variants, *rows}
        if name not in known:
            self.game.collector.report(
                "RW719", node, self.game.collector.suggestion(node, name, sorted(known)), name=name
            )
            return ""
        return name


def owned(zone: spec.ZoneRef | None) -> str:
    """`player` or `owner`, if the zone in which pieces work is somebody's."""
    for index in zone.indices if zone is not None else ():
        if isinstance(index, spec.Bound) and index.name in ("player", "owner"):
            return index.name
    return ""


def score_value(typer: Typer, node: Node, scope: Scope) -> spec.Expr | spec.RankDef | None:
    """The formula or the rank of a score item."""
    if not isinstance(node, Map):
        return None
    if "rank" in node:
        return typer.rank(node, {name: local for name, local in scope.items() if name != "player"})
    written = node.get("is")
    sentence = typer.formula(written) if written is not None else None
    return None if sentence is None else typer.number(sentence, scope, "the points of a score item")
