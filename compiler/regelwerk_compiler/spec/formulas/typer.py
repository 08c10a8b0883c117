"""From the sentences of formulas to typed ones (`spec.Expr`), or diagnostics: names looked up, kinds told apart, what may be missing known.

The `Typer` is the door to it; each form has its function in a module beside it, given functions in `functions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from ...diagnostics.diagnostic import Collector, Place
from ...document.located import Map, Node, Origin, Scalar
from ...syntax import ast
from ...syntax.parse import parse
from ...syntax.reserved import reserved_words
from .. import spec, types
from ..given import AGGREGATES, GIVEN, GIVEN_FUNCTIONS, SPARE
from ..names import Binding, Local, Names, Scope
from ..tree import Key, key
from . import cells, defines, groups, named, operators, ranges
from .facts import facts, surviving
from .fit import element, fit, total, whose
from .ranges import Bounds
from .words import chain

DEEPEST = 60  # defines that stand on each other


class Typer:
    """Types the formulas of one game.

    `rule` is the rule that is being typed: inside one `player` may be spoken of before anything binds it here.
    `facts` are formulas known to be there (`facts.py`); `written` collects what steps write, which ends facts.
    """

    def __init__(self, names: Names, collector: Collector) -> None:
        self.names = names
        self.collector = collector
        self.rule: str | None = None
        self.given = False  # steps of a scenario's `given`: pieces come from wherever they lie
        self.facts: dict[Key, frozenset[str]] = {}
        self.written: set[str] = set()
        self.orders: dict[str, defines.Order | None] = {}
        self.define_bounds: dict[str, Bounds] = {}
        self.changing = 0  # how many bends of defines are being followed (`ranges.py`)
        self.define_rules: dict[str, tuple[str, ...]] = {}
        self._defines: dict[str, spec.Define | None] = {}
        self._busy: list[str] = []
        self._depths: dict[str, int] = {}
        self._params: dict[str, tuple[tuple[str, types.Base], ...] | None] = {}
        self.bindings: list[Binding] = []
        self.missing: set[str] = set()  # names that nothing declares, as has been reported
        self.clashing: dict[str, str] = {}  # names that were bound and mean something already: the word that was meant
        self._muted: Typer | None = None
        self._sentences: dict[tuple[str, int], tuple[Scalar, ast.Sentence | None]] = {}
        seats = [len(names.seats), names.players[1]]
        for variant in names.variants.values():
            more = variant.get("seats") if isinstance(variant, Map) else None
            seats.append(len(more) if more is not None and not isinstance(more, Scalar) else 0)
        self.most_seats = max(seats)

    # -- sentences -----------------------------------------------------------------------------

    def sentence(self, start: ast.Start, node: Node) -> ast.Sentence | None:
        """What `node` says; a map or list where a sentence belongs says nothing (`check_shape` has reported it)."""
        if not isinstance(node, Scalar):
            return None
        known = self._sentences.get((start, id(node)))
        if known is None:
            known = self._sentences[start, id(node)] = node, parse(start, node, self.collector)
        return known[1]

    def formula(self, node: Node) -> ast.Expr | None:
        """What `node` says as a formula."""
        found = self.sentence("expr", node)
        return found if isinstance(found, ast.Expr) else None

    def suggestion(self, place: Origin, word: str, known: Iterable[str], scope: Scope, otherwise: str = "") -> str:
        """The collector's suggestion; of names that are bound here, too, it says where."""
        declared = self.collector.declared
        here = {name: local.binding.place for name, local in scope.items() if local.binding and name not in declared}
        declared |= here
        hint = self.collector.suggestion(place, word, known, otherwise)
        for name in here:
            del declared[name]
        return hint

    # -- formulas ------------------------------------------------------------------------------

    def expr(self, node: ast.Expr, scope: Scope, want: types.Base | None = None) -> spec.Expr:
        """The typed formula; `want` helps names that several kinds share, it is not enforced (`fit` does that)."""
        return self.known(self._form(node, scope, want))

    def condition(self, node: ast.Expr, scope: Scope) -> spec.Expr:
        """A condition, which must be there."""
        e = fit(self, self.expr(node, scope, types.Bool()), types.Bool(), "a condition")
        return total(self, e, "a condition")

    def test(self, node: ast.Expr, scope: Scope, use: str) -> spec.Expr:
        """A condition of `where` or `while`: a missing one counts as false."""
        return fit(self, self.expr(node, scope, types.Bool()), types.Bool(), use)

    def number(self, node: ast.Expr, scope: Scope, use: str) -> spec.Expr:
        """A number, which must be there; `use` says for what."""
        return self.value(node, scope, types.Int(), use)

    def value(self, node: ast.Expr, scope: Scope, base: types.Base, use: str) -> spec.Expr:
        """A value of a type, which must be there."""
        return total(self, fit(self, self.expr(node, scope, base), base, use), use)

    def fit(self, e: spec.Expr, base: types.Base, use: str) -> spec.Expr:
        """`e` as a value of the type, or a report."""
        return fit(self, e, base, use)

    def total(self, e: spec.Expr, use: str) -> spec.Expr:
        """`e`, reported if it may be missing."""
        return total(self, e, use)

    def whose(self, e: spec.Expr) -> spec.Expr:
        """`e`, unless it is a table of cells or zones without its brackets, which is reported."""
        return whose(self, e) if isinstance(e.type.base, types.Many) else e

    def _form(self, node: ast.Expr, scope: Scope, want: types.Base | None) -> spec.Expr:
        inner = None if want is None else element(want)
        match node:
            case ast.Integer(value):
                return spec.IntLit(value, type=types.INT, origin=node.origin)
            case ast.Name():
                return named.name(self, node, scope, inner)
            case ast.Apply():
                return named.apply(self, node, scope)
            case ast.Index():
                return cells.index(self, node, scope)
            case ast.Field():
                return cells.field(self, node, scope)
            case ast.Is():
                return operators.is_(self, node, scope)
            case ast.In():
                return operators.in_(self, node, scope)
            case ast.Compare():
                return operators.compare(self, node, scope)
            case ast.And() | ast.Or():
                return operators.logic(self, node, scope)
            case ast.Not():
                return operators.not_(self, node, scope)
            case ast.If():
                return operators.if_(self, node, scope, want)
            case ast.Finish():
                return operators.finish(self, node, scope, want)
            case ast.Range():
                return operators.range_(self, node, scope)
            case ast.Arithmetic():
                return operators.arithmetic(self, node, scope)
            case ast.Divide():
                return operators.divide(self, node, scope)
            case ast.Negate():
                return operators.negate(self, node, scope)
            case ast.SetOf():
                return groups.set_of(self, node, scope, want)
            case ast.PickIn():
                return groups.pick_in(self, node, scope)
            case ast.Pick():
                return groups.pick(self, node, scope)
            case ast.FoldOf():
                return groups.fold_of(self, node, scope, want)
            case ast.Fold():
                return groups.fold(self, node, scope, want)
            case ast.Reach():
                return groups.reach(self, node, scope)
            case _:
                assert_never(node)

    def local(self, name: str, local: Local, origin: Origin) -> spec.Expr:
        """A bound name."""
        if local.binding is not None:
            local.binding.used = True
        return spec.Bound(name, type=local.type, origin=origin)

    def binding(self, name: str, place: Origin, of: types.Base | None = None) -> Binding:
        """A name that is bound from here on."""
        idle = of is None or isinstance(of, types.Int)
        made = Binding(name, place, len(self.bindings), isinstance(of, types.Player), idle)
        self.bindings.append(made)
        return made

    def misses(self, word: str, origin: Origin, scope: Scope) -> None:
        """`word` is bound nowhere, or is `player`: perhaps one of the names that are bound here was meant."""
        own = scope[word].binding if word in scope else None
        for local in scope.values():
            binding = local.binding
            if binding is None or (own is not None and own.number > binding.number):
                continue
            if word != "player" or (binding.player and binding.name != "player"):
                binding.missed.setdefault(word, []).append(origin)

    # -- binders and orders --------------------------------------------------------------------

    def binders(
        self, nodes: tuple[ast.Binder, ...], scope: Scope, assignable: bool = False
    ) -> tuple[tuple[spec.Binder, ...], Scope]:
        """Typed binders, and the scope with their names."""
        with self.aside():
            return self.bind(nodes, scope, assignable)

    def bind(
        self, nodes: tuple[ast.Binder, ...], scope: Scope, assignable: bool = False
    ) -> tuple[tuple[spec.Binder, ...], Scope]:
        """The same; what their conditions prove is among the facts afterwards."""
        return groups.bind(self, nodes, scope, assignable)

    def order(self, keys: tuple[ast.Key, ...], scope: Scope) -> tuple[spec.Key, ...]:
        """Typed keys; named orders are replaced by theirs."""
        return groups.order(self, keys, scope)

    def new_name(self, name: str, origin: Origin, scope: Scope) -> bool:
        """Whether a name is new; if it means something already, that is reported."""
        return groups.new_name(self, name, origin, scope)

    def meaning(self, name: str) -> str | None:
        """What a name means everywhere in the game; None if nothing."""
        names = self.names
        found: tuple[tuple[object, str], ...] = (
            (names.seats, "a seat"),
            (names.values, "a value"),
            (names.words, "a word for a missing value"),
            (names.variables, "a variable"),
            (names.zones, "a zone"),
            (names.options, "an option"),
            (names.tables, "a table"),
            (names.kinds, "a kind"),
            (names.pieces, "a sort of piece"),
            (names.defines, "a define"),
            (names.rules, "a rule"),
            (named.GIVEN_RULES, "a given rule"),
            (GIVEN_FUNCTIONS | AGGREGATES, "a given function"),
            (("players", "true", "false", "none", "over", "box", "total", "game", "done"), "a given name"),
            (GIVEN | SPARE | reserved_words(), "a word of the language"),
        )
        return next((what for where, what in found if name in where), None)  # type: ignore[operator]

    # -- defines -------------------------------------------------------------------------------

    def define(self, name: str) -> spec.Define | None:
        """The define, typed when it is first asked for; None for an order, and for one that defines itself."""
        if name not in self._defines and name not in self._busy and name in self.names.defines:
            self._settle(name)
        return self._defines.get(name)

    def _settle(self, first: str) -> None:
        """Type a define behind everything that it speaks of, however long the chain; report circles."""
        waiting: list[tuple[str, Iterator[str]]] = []

        def begin(name: str) -> None:
            self._busy.append(name)
            waiting.append((name, iter(defines.mentioned(self, name))))

        begin(first)
        while waiting:
            name, others = waiting[-1]
            other = next(others, None)
            if other is None:
                self._defines[name] = self._define(name)
                waiting.pop()
                self._busy.pop()
            elif other in self._busy:
                circle = [*self._busy[self._busy.index(other) :], other]
                self.report("RW414", self.names.defines[other].key, name=other, circle=chain(circle))
            elif other not in self._defines:
                begin(other)

    def _define(self, name: str) -> spec.Define | None:
        """The define, whose own defines are typed."""
        below = (self._depths.get(other, 0) for other in defines.mentioned(self, name))
        depth = self._depths[name] = 1 + max(below, default=0)
        if depth > DEEPEST:
            if depth == DEEPEST + 1:
                self.report("RW447", self.names.defines[name].key, name=name, most=DEEPEST)
            return None
        made = defines.define(self, name)
        self._defines[name] = made
        ranges.settle(self, name)
        return made

    def is_order(self, name: str) -> bool:
        """Whether a define is a named order."""
        head = self.names.defines.get(name)
        return head is not None and isinstance(head.node, Map) and "order" in head.node

    def named_order(self, name: str) -> defines.Order | None:
        """The parameters and keys of a named order."""
        if not self.is_order(name):
            return None
        self.define(name)
        return self.orders.get(name)

    def rank(self, node: Map, scope: Scope) -> spec.RankDef | None:
        """A rank with its prizes."""
        return defines.rank(self, node, scope)

    # -- rules ---------------------------------------------------------------------------------

    def parameters(self, rule: str) -> tuple[tuple[str, types.Base], ...] | None:
        """Names and types of a rule's parameters; None if they are not known (which has been reported)."""
        if rule not in self._params:
            head = self.names.rules.get(rule)
            found: tuple[tuple[str, types.Base], ...] | None = None
            self._params[rule] = None
            if head is not None and head.params is not None:
                muted = self.muted()
                muted.rule = rule
                binders, _ = muted.binders(head.params, {})
                found = tuple((b.name, b.type.base) for b in binders)
            self._params[rule] = found
        return self._params[rule]

    def arguments(
        self, rule: str, args: tuple[ast.Expr, ...], scope: Scope, origin: Origin, *, exact: bool
    ) -> tuple[spec.Expr, ...]:
        """The arguments of a rule: all of them where it is called, the first ones where it is offered."""
        params = self.parameters(rule)
        if params is None:
            return tuple(self.expr(arg, scope) for arg in args)
        if len(args) > len(params) or (exact and len(args) != len(params)):
            shown = ", ".join(name for name, _ in params)
            wanted = (
                "no arguments" if not params else "one argument" if len(params) == 1 else f"{len(params)} arguments"
            )
            wanted = wanted if exact else f"at most {wanted}" if params else wanted
            if rule not in self.names.spoilt:
                hint = self.collector.stands(origin, rule, f"{rule}({shown})" if shown else rule)
                self.report("RW405", origin, hint, name=rule, wanted=wanted, given=len(args))
            return tuple(self.expr(arg, scope) for arg in args)
        return tuple(
            self.value(arg, scope, base, f"`{name}` of `{rule}`")
            for arg, (name, base) in zip(args, params, strict=False)
        )

    def unknown_rule(self, name: str, origin: Origin, others: tuple[str, ...] = ("nothing",)) -> None:
        """Report a rule that is not there; `others` could stand in its place."""
        if self.names.excused(name):
            return
        define = f"`{name}` is a define: it says something and does nothing." if name in self.names.defines else ""
        hint = self.collector.suggestion(origin, name, (*self.names.rules, *others), define)
        self.report("RW352", origin, hint, name=name)

    # -- facts ---------------------------------------------------------------------------------

    def known(self, e: spec.Expr) -> spec.Expr:
        """`e`, there for certain if that has been proved."""
        if self.facts and e.type.may_be_missing and key(e) in self.facts:
            return replace(e, type=e.type.total())
        return e

    def learn(self, condition: spec.Expr, truth: bool = True) -> None:
        """From here on the condition holds (or not)."""
        self.facts = {**self.facts, **facts(condition, truth)}

    def forget(self, *written: str) -> None:
        """These are written now: `v:` and a variable or zone, `n:` and a name, or `*`."""
        self.written.update(written)
        self.facts = surviving(self.facts, set(written))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is learnt inside is not known behind."""
        saved = self.facts
        try:
            yield
        finally:
            self.facts = saved

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """Formulas that stand on their own: no rule runs, nothing is known."""
        saved = self.facts, self.rule
        self.facts, self.rule = {}, None
        try:
            yield
        finally:
            self.facts, self.rule = saved

    # -- reports -------------------------------------------------------------------------------

    def report(self, code: str, place: Place, hint: str = "", /, **words: object) -> None:
        """Report a fault."""
        self.collector.report(code, place, hint, **words)

    def failed(self, origin: Origin) -> bool:
        """Whether something has been reported at exactly these words."""
        return self.collector.reported_at(origin.span)

    def muted(self) -> Typer:
        """Another typer of the same game whose reports nobody reads."""
        if self._muted is None:
            self._muted = Typer(self.names, Collector())
            self._muted.define_bounds = self.define_bounds
            self._muted._muted = self._muted
        self._muted.rule = self.rule
        self._muted.facts = dict(self.facts)
        return self._muted
