"""Spec rules and steps -> blocks and procedures.

The sixth layer of the lowering, on top of `chances.py`.  A rule that never waits becomes a procedure; a rule that may wait becomes a
region: blocks with one entry and one exit, lowered once.  Its parameters live in frame cells.  Called from one place only, its exit
jumps on there; else a cell holds where to return to.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..spec import spec, types
from . import flow
from .analysis import Analysis, all_steps
from .chances import Chances
from .expressions import WIDE
from .flow import MISSING, OVER, VEIL, Clause, Const, Expr, Local, Return
from .groups import size_of
from .layout import Layout
from .moves import Stmts
from .sets import Env, extend
from .values import TRUE, Val, binary, conjunction, disjunction, negation, when
from .weave import Woven


@dataclass(slots=True)
class Region:
    """A rule that may wait.  `entry` is where its payment (if it is chosen) and its steps begin; `exit` where it is left."""

    rule: spec.RuleDef
    entry: int
    exit: int
    env: dict[str, Val]
    back: flow.Cell | None  # where the return block stands, if there are several
    conts: list[tuple[int, bool]] = field(
        default_factory=list
    )  # blocks it goes on in, and whether that leaves an option


@dataclass(slots=True)
class Pending:
    """`end: target after rule`, or after one more of the rule each."""

    rule: str
    target: str
    armed: flow.Cell
    had: int = 0  # first of one cell for each seat, if `one_more`
    trigger: flow.Cell | None = None


class Regions(Chances):
    """The rules of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.analysis = Analysis(woven)
        self.regions: dict[str, Region] = {}
        self._todo: list[Region] = []
        self.pending: list[Pending] = []
        self.game_over = self.reserve("game over")
        self._veils = 0
        self._assigned: dict[str, set[str]] = {}

    # -- what the layer above does -----------------------------------------------------------------
    @abstractmethod
    def choose_rules(self, step: spec.ChooseRules, env: dict[str, Val]) -> None:
        """A decision among rules."""

    @abstractmethod
    def choose_value(self, step: spec.ChooseValue, env: dict[str, Val]) -> None:
        """A decision among values."""

    @abstractmethod
    def pay(self, rule: spec.RuleDef, env: Env) -> None:
        """The cost of a rule, with a decision where there are several ways."""

    @abstractmethod
    def pay_plainly(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The cost of a rule that has only one way."""

    # -- calling ---------------------------------------------------------------------------------
    def several_callers(self, name: str) -> bool:
        """Whether a rule is called from more than one place."""
        return self.analysis.sites[name] > 1

    def needs_of(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The needs of a called rule, required."""
        out: Stmts = ()
        for need in rule.needs:
            text = f"{rule.name} is not possible: {need.name}"
            reason = self.reason(f"{rule.name}.{need.name}", text, need.origin.span)
            test = self.test(need.condition, env)
            if test != TRUE:
                out = (*out, flow.Require(test, reason))
        return out

    def used_up(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """For each need that fails by itself: the first source that lifts it is used up."""
        out: Stmts = ()
        for need in rule.needs:
            chain: Stmts = ()
            for lift in reversed([x for x in self.woven.lifts if (x.rule, x.need) == (rule.name, need.name)]):
                here = conjunction(negation(self.test(lift.itself, env)), self.test(lift.guard, env))
                chain = when(here, self.plain((lift.using,), env, rule.name), chain)
            out = (*out, *chain)
        return out

    def procedure(self, name: str, checked: bool) -> str:
        """The procedure of a rule that never waits; `checked`: its needs are required, as of a called rule."""
        rule = self.woven.rules[name]
        title = f"call_{name}" if checked and rule.needs else f"do_{name}"
        if title not in self.procedures:
            self.procedures[title] = flow.Procedure(title, (), ())  # a place for it
            env, params = self.params(rule.params)
            if rule.needs_player:
                player = self.fresh("player")
                env["player"] = Val(Local(player), 0, len(self.woven.seats) - 1)
                params = (player, *params)
            body = (*self.needs_of(rule, env), *self.used_up(rule, env)) if title.startswith("call_") else ()
            body = (*body, *self.pay_plainly(rule, env), *self.plain_body(rule, env))
            self.procedures[title] = flow.Procedure(title, params, body, rule.span)
        return title

    def plain_body(self, rule: spec.RuleDef, env: Env) -> Stmts:
        """The steps of a rule that never waits."""
        body = self.plain(rule.body, env, rule.name)
        if rule.so_that is not None:
            body = (*body, flow.Require(self.test(rule.so_that, env), self.so_that_reason(rule)))
        return body

    def so_that_reason(self, rule: spec.RuleDef) -> int:
        """Why an option with a `so_that` is not there."""
        assert rule.so_that is not None
        return self.reason(f"{rule.name}.so_that", f"{rule.name} would not come out right", rule.so_that.origin.span)

    def region(self, name: str, player: Val | None) -> Region:
        """The region of a rule that may wait; made when it is first called."""
        if name not in self.regions:
            rule = self.woven.rules[name]
            here = self.place
            self.place = (name, rule.span)
            several = self.several_callers(name)
            env: dict[str, Val] = {}
            for binder in rule.params:
                v = self.param(binder, Const(0))
                env[binder.name] = replace(v, expr=self.frame(binder.name, max(v.low, MISSING), v.high))
            if rule.needs_player:
                seats = len(self.woven.seats) - 1
                if several or player is None:
                    env["player"] = Val(self.frame("player", 0, seats), 0, seats)
                else:
                    env["player"] = player
            back = self.frame("back", 0, 2**31 - 1) if several else None
            region = Region(rule, self.reserve(name), self.reserve(f"{name} is left"), env, back)
            self.regions[name] = region
            self._todo.append(region)
            self.place = here
        return self.regions[name]

    def enter(self, name: str, args: list[Val], player: Val | None, cont: int, leaving: bool) -> None:
        """Close the open block by entering a region; it goes on at `cont`."""
        region = self.region(name, player)
        for binder, v in zip(region.rule.params, args, strict=True):
            cell = region.env[binder.name].expr
            assert isinstance(cell, flow.Cell)
            self.emit(flow.Store(cell, v.expr))
        mine = region.env.get("player")
        if mine is not None and player is not None and mine.expr != player.expr:
            assert isinstance(mine.expr, flow.Cell)
            self.emit(flow.Store(mine.expr, player.expr))
        if region.back is not None:
            target = cont
            if leaving:
                target = self.reserve(f"after {name}")
            self.emit(flow.Store(region.back, Const(target)))
            region.conts.append((target, False))
            self.jump(region.entry)
            if leaving:
                self.begin(target)
                self.jump(cont, leaving=True)
        else:
            region.conts.append((cont, leaving))
            self.jump(region.entry)

    def call(self, name: str, args: tuple[spec.Expr, ...], env: dict[str, Val]) -> None:
        """A call of a rule that may wait: its needs are required, then it runs; what follows goes on behind it."""
        if name not in self.woven.rules:
            return
        rule = self.woven.rules[name]
        values = [self.value(a, env) for a in args]
        player = env.get("player")
        if not self.analysis.waits(name):
            self.emit(*self.run(name, values, player))
            return
        if rule.needs:
            scope: dict[str, Val] = {b.name: v for b, v in zip(rule.params, values, strict=True)}
            if player is not None:
                scope["player"] = player
            self.emit(*self.needs_of(rule, scope), *self.used_up(rule, scope))
        cont = self.reserve()
        self.enter(name, values, player, cont, leaving=False)
        self.begin(cont)

    def run(self, name: str, values: list[Val], player: Val | None) -> Stmts:
        """A call of a rule that never waits."""
        rule = self.woven.rules[name]
        args = tuple(v.expr for v in values)
        if rule.needs_player and player is not None:
            args = (player.expr, *args)
        if not rule.body and not rule.needs and not rule.cost:
            return ()
        return (flow.Run(self.procedure(name, True), args),)

    def finish_regions(self) -> None:
        """Lower every region that was entered, and those that they enter."""
        while self._todo:
            region = self._todo.pop()
            rule = region.rule
            self.place = (rule.name, rule.span)
            self.begin(region.entry)
            self.pay(rule, region.env)
            self.steps(rule.body, region.env)
            if self.reachable and rule.so_that is not None:
                self.emit(flow.Require(self.test(rule.so_that, region.env), self.so_that_reason(rule)))
            self.jump(region.exit)
        for region in self.regions.values():
            self._leave(region)

    def _leave(self, region: Region) -> None:
        """The exit of a region: what was to end with it ends, else it goes on where it was called."""
        self.place = (region.rule.name, region.rule.span)
        self.begin(region.exit)
        for pending in self.pending:
            if pending.rule == region.rule.name:
                self._leave_pending(pending, region)
        if region.back is not None:
            self.close(Return(region.back.base, tuple(dict.fromkeys(t for t, _ in region.conts))))
        elif region.conts:
            (target, leaving) = region.conts[0]
            self.jump(target, leaving)
        else:
            self.close(flow.Stop())

    def _leave_pending(self, pending: Pending, region: Region) -> None:
        target = self.exit_of(pending.target)
        go_on = self.reserve()
        if pending.trigger is None:
            end = self.reserve()
            self.branch(binary("==", pending.armed, Const(1)), end, go_on)
            self.begin(end)
            self.emit(flow.Store(pending.armed, Const(0)))
            self.jump(target, leaving=True)
            self.begin(go_on)
            return
        # armed: 0 not, 1 in the turn that armed it, 2 from then on
        player = region.env["player"].expr
        seats = len(self.woven.seats)
        first, more, count, end = (self.reserve() for _ in range(4))
        self.branch(binary("==", pending.armed, Const(0)), go_on, first)
        self.begin(first)
        self.branch(binary("==", pending.armed, Const(1)), count, more)
        self.begin(count)
        self.emit(flow.Store(pending.armed, Const(2)))
        self.jump(go_on)
        self.begin(more)
        had = flow.Cell(pending.had, player, seats)
        again = self.fresh("again")
        self.emit(
            flow.Assign(again, conjunction(had, binary("==", pending.trigger, player))), flow.Store(had, Const(1))
        )
        i = self.fresh("i")
        everyone = flow.Fold(
            "all",
            (Clause(i, flow.Range(Const(0), Const(self.woven.humans - 1))),),
            flow.Cell(pending.had, Local(i), seats),
        )
        self.branch(disjunction(Local(again), everyone), end, go_on)
        self.begin(end)
        self.jump(target, leaving=True)
        self.begin(go_on)

    def exit_of(self, name: str) -> int:
        """Where a running rule, or the game, is left."""
        return self.game_over if name == "game" else self.region(name, None).exit

    # -- steps that never wait ---------------------------------------------------------------------
    def plain(self, steps: tuple[spec.Step_, ...], env: Env, rule: str) -> Stmts:
        """Statements for steps that never wait; what they bind ends with them."""
        scope = extend(env, {})
        out: list[flow.Stmt] = []
        for step in steps:
            out.extend(self._plain_step(step, scope, rule))
        return tuple(out)

    def _plain_step(self, step: spec.Step_, env: dict[str, Val], rule: str) -> Stmts:
        match step:
            case spec.Assign(spec.Variable()):
                return self.assign(step, env)
            case spec.Assign(spec.Bound(name)):
                old = env[name]
                value = self._assigned_value(step, old, env)
                if isinstance(old.expr, flow.Cell):
                    return (flow.Store(old.expr, value),)
                assert isinstance(old.expr, Local)
                return (flow.Assign(old.expr.name, value),)
            case spec.Let(name, value):
                v = self.value(value, env, self._let_type(step))
                local = self.fresh(name)
                env[name] = self._let(v, Local(local), name, step, rule)
                return (flow.Assign(local, v.expr),)
            case spec.MovePiece():
                return self.move_piece(step, env)
            case spec.MoveCount():
                return self.move_count(step, env)
            case spec.MoveZone():
                return self.move_zone(step, env)
            case spec.CallRule(call):
                if call.rule not in self.woven.rules:
                    return ()
                return self.run(call.rule, [self.value(a, env) for a in call.args], env.get("player"))
            case spec.CallValue(value, args, candidates):
                return self._plain_dispatch(value, args, candidates, env)
            case spec.IfStep(condition, then, otherwise):
                return when(self.test(condition, env), self.plain(then, env, rule), self.plain(otherwise, env, rule))
            case spec.Loop():
                return self._plain_loop(step, env, rule)
            case spec.Show():
                return ()
        raise TypeError(step)

    def _assigned_value(self, step: spec.Assign, old: Val, env: Env) -> Expr:
        v = self.value(step.value, env, step.target.type)
        if step.op == "=":
            return v.expr
        return binary("+" if step.op == "+=" else "-", old.expr, v.expr)

    @staticmethod
    def _let_type(step: spec.Let) -> types.Type | None:
        return step.value.type

    def _let(self, v: Val, expr: Expr, name: str, step: spec.Let, rule: str) -> Val:
        """A local variable; one that is set again may hold anything of its type."""
        if name not in self._assigned_in(rule):
            return replace(v, expr=expr)
        if v.number:
            return Val(expr, -WIDE, WIDE, v.partial, True)
        low, high = self.layout.bounds(step.value.type.base)
        return Val(expr, low, high, v.partial)

    def _assigned_in(self, rule: str) -> set[str]:
        """The locals that a rule sets again."""
        if rule not in self._assigned:
            body = self.woven.rules[rule].body if rule in self.woven.rules else ()
            names = {
                s.target.name
                for s in all_steps(body)
                if isinstance(s, spec.Assign) and isinstance(s.target, spec.Bound)
            }
            self._assigned[rule] = names
        return self._assigned[rule]

    def _plain_dispatch(
        self, value: spec.Expr, args: tuple[spec.Expr, ...], candidates: tuple[str, ...], env: Env
    ) -> Stmts:
        which = self.fresh("rule")
        out: Stmts = ()
        values = [self.value(a, env) for a in args]
        for name in reversed(candidates):
            if name in self.woven.rules:
                here = binary("==", Local(which), Const(self.layout.rule_order.index(name)))
                out = when(here, self.run(name, values, env.get("player")), out)
        return flow.Assign(which, self.value(value, env).expr), *out

    def _plain_loop(self, step: spec.Loop, env: Env, rule: str) -> Stmts:
        if not step.binders:
            assert step.condition is not None
            endless = self.reason(rule, "this loop does not end", step.origin.span)
            return (flow.Repeat(self.test(step.condition, env), self.plain(step.body, env, rule), endless),)
        bound = self.bind(step.binders, env, copies=True)
        body = self.plain(step.body, bound.env, rule)
        for binder in step.binders:
            if binder.where is not None and self._zones_in(step.binders):
                # asked again before each round: what lay there on entry may have changed
                body = when(self.test(binder.where, bound.env), body)
        if step.condition is not None:
            go = self.fresh("go")
            test = self.test(step.condition, bound.env)
            body = when(Local(go), when(test, body, (flow.Assign(go, Const(0)),)))
            return flow.Assign(go, Const(1)), flow.Each(
                bound.clauses, body, self.order(step.order, bound.env), self._zones_in(step.binders)
            )
        return (
            flow.Each(bound.clauses, body, self.order(step.order, bound.env), self._zones_in(step.binders), step.first),
        )

    def _zones_in(self, binders: tuple[spec.Binder, ...]) -> bool:
        """Whether a loop runs over what its body may change: then it is found before the first round."""
        return any(not isinstance(b.domain, spec.Players | spec.AllOf | spec.Range) for b in binders)

    # -- steps that may wait -----------------------------------------------------------------------
    def steps(self, steps: tuple[spec.Step_, ...], env: Env) -> None:
        """Blocks for steps, in order."""
        scope = extend(env, {})
        for step in steps:
            if not self.reachable:
                return
            self._step(step, scope)

    def _step(self, step: spec.Step_, env: dict[str, Val]) -> None:
        rule = self.place[0]
        match step:
            case spec.Let(name, value):
                v = self.value(value, env, self._let_type(step))
                if isinstance(v.expr, Const) and name not in self._assigned_in(rule):
                    env[name] = v
                    return
                w = self._let(v, Const(0), name, step, rule)
                cell = self.frame(name, MISSING if v.partial and v.number else min(-1, w.low), w.high)
                self.emit(flow.Store(cell, v.expr))
                env[name] = replace(w, expr=cell)
            case _ if not self.analysis.step_waits(step, rule):
                self.emit(*self._plain_step(step, env, rule))
            case spec.Draw():
                self.draw(step, env)
            case spec.Random():
                self.random(step, env)
            case spec.CallRule(call):
                self.call(call.rule, call.args, env)
            case spec.CallValue(value, args, candidates):
                self._dispatch(value, args, candidates, env)
            case spec.ChooseRules():
                self.reveal_tops()
                self.choose_rules(step, env)
            case spec.ChooseValue():
                self.reveal_tops()
                self.choose_value(step, env)
            case spec.IfStep(condition, then, otherwise):
                self._if_step(self.test(condition, env), then, otherwise, env)
            case spec.Loop():
                self._loop(step, env)
            case spec.EndStep():
                self._end(step, env)
            case _:
                raise TypeError(step)

    def reveal_tops(self) -> None:
        """Before a decision, every pile with an open top shows one."""
        for z in self.layout.zones.values():
            if z.definition.top_sight is not None:
                self.reveal(z)

    def _if_step(self, test: Expr, then: tuple[spec.Step_, ...], otherwise: tuple[spec.Step_, ...], env: Env) -> None:
        if isinstance(test, Const):
            self.steps(then if test.value else otherwise, env)
            return
        done = self.reserve()
        yes, no = self.reserve(), self.reserve() if otherwise else done
        self.branch(test, yes, no)
        self.begin(yes)
        self.steps(then, env)
        self.jump(done)
        if otherwise:
            self.begin(no)
            self.steps(otherwise, env)
            self.jump(done)
        self.begin(done)

    def _dispatch(
        self, value: spec.Expr, args: tuple[spec.Expr, ...], candidates: tuple[str, ...], env: dict[str, Val]
    ) -> None:
        v = self.value(value, env)
        done = self.reserve()
        names = [c for c in candidates if c in self.woven.rules]
        if v.constant is not None:
            known = self.layout.rule_order[v.constant] if v.constant >= 0 else "nothing"
            self.call(known, args, env)
            self.jump(done)
            self.begin(done)
            return
        which = self.frame("rule", -1, len(self.layout.rule_order) - 1)
        self.emit(flow.Store(which, v.expr))
        for name in names:
            here, rest = self.fork(binary("==", which, Const(self.layout.rule_order.index(name))))
            self.begin(here)
            self.call(name, args, env)
            self.jump(done)
            self.begin(rest)
        self.jump(done)
        self.begin(done)

    def _end(self, step: spec.EndStep, env: Env) -> None:
        if step.after is None:
            self.jump(self.exit_of(step.rule), leaving=True)
            return
        pending = self._pending(step)
        if pending.trigger is None:
            self.emit(flow.Store(pending.armed, Const(1)))
            return
        arm: Stmts = (flow.Store(pending.armed, Const(1)), flow.Store(pending.trigger, env["player"].expr))
        self.emit(*when(binary("==", pending.armed, Const(0)), arm))

    def _pending(self, step: spec.EndStep) -> Pending:
        assert step.after is not None
        for p in self.pending:
            if p.rule == step.after and p.target == step.rule and (p.trigger is not None) == step.one_more:
                return p
        name = f"end_{step.rule}_after_{step.after}"
        armed = flow.Cell(self.layout.allocate(name, "frame", 1, 0, 2))
        made = Pending(step.after, step.rule, armed)
        if step.one_more:
            seats = len(self.woven.seats)
            made.had = self.layout.allocate(f"{name}.had", "frame", seats, 0, 1)
            made.trigger = flow.Cell(self.layout.allocate(f"{name}.by", "frame", 1, 0, seats - 1))
        self.pending.append(made)
        return made

    # -- loops -----------------------------------------------------------------------------------
    def _loop(self, step: spec.Loop, env: dict[str, Val]) -> None:
        if step.mode == "secretly":
            self._secretly(step, env)
            return
        if not step.binders:
            self._bare_loop(step, env)
            return
        if step.order or step.first:
            self._collected(step, env)
            return
        binder, rest = step.binders[0], step.binders[1:]
        inner: Callable[[Env], None] = lambda scope: self.steps(step.body, scope)  # noqa: E731
        if rest:
            inner = lambda scope: self._loop(replace(step, binders=rest), dict(scope))  # noqa: E731
        if step.mode == "endlessly":
            self._around(binder, env, inner, endless=True)
        elif isinstance(binder.domain, spec.Players):
            self._around(binder, env, inner, endless=False, condition=step.condition if not rest else None)
        elif isinstance(binder.domain, spec.Range | spec.AllOf):
            self._counted(binder, env, inner, step.condition if not rest else None)
        else:
            self._collected(replace(step, binders=(binder,), mode="once") if rest else step, env, inner)

    def _bare_loop(self, step: spec.Loop, env: Env) -> None:
        head, done = self.reserve(), self.reserve()
        self.jump(head)
        self.begin(head)
        if step.condition is not None:
            body = self.reserve()
            self.branch(self.test(step.condition, env), body, done)
            self.begin(body)
        self.steps(step.body, env)
        self.jump(head)
        self.begin(done)
        if step.condition is None:
            self.close(flow.Stop())  # never reached: only an `end` leaves such a loop

    def _around(
        self,
        binder: spec.Binder,
        env: Env,
        inner: Callable[[Env], None],
        endless: bool,
        condition: spec.Expr | None = None,
    ) -> None:
        """Seats in table order from one on; endlessly, or once around."""
        group = self.domain(binder, env)
        size = group.high - group.low + 1
        cell = self.frame(binder.name, group.low, group.high)
        start = self.value(binder.start, env).expr if binder.start is not None else Const(group.low)
        scope = extend(env, {binder.name: group.element(cell)})
        head, body, next_, done = (self.reserve() for _ in range(4))
        count: flow.Cell | None = None
        simple_end = not endless and isinstance(start, Const) and start.value == group.low
        if not endless and not simple_end:
            count = self.frame("round", 0, size)
            self.emit(flow.Store(count, Const(0)))
        self.emit(flow.Store(cell, start))
        self.jump(head)
        self.begin(head)
        if binder.where is not None:
            if endless:
                asked = self.reserve()
                bound = self.bind((binder,), env)
                self.branch(flow.Fold("any", bound.clauses, TRUE), asked, done)
                self.begin(asked)
            self.branch(self.test(binder.where, scope), body, next_)
            self.begin(body)
        else:
            self.jump(body)
            self.begin(body)
        if condition is not None:
            going = self.reserve()
            self.branch(self.test(condition, scope), going, done)
            self.begin(going)
        inner(scope)
        self.jump(next_)
        self.begin(next_)
        if count is not None:
            self.emit(flow.Store(count, binary("+", count, Const(1))))
            self.emit(flow.Store(cell, self._next(cell, group.low, size)))
            self.branch(binary("<", count, Const(size)), head, done)
        elif endless:
            self.emit(flow.Store(cell, self._next(cell, group.low, size)))
            self.jump(head)
        else:
            more = self.reserve()
            self.branch(binary("<", cell, Const(group.high)), more, done)
            self.begin(more)
            self.emit(flow.Store(cell, binary("+", cell, Const(1))))
            self.jump(head)
        self.begin(done)
        if endless and binder.where is None:
            self.close(flow.Stop())  # never reached

    @staticmethod
    def _next(cell: flow.Cell, low: int, size: int) -> Expr:
        if low == 0:
            return binary("mod", binary("+", cell, Const(1)), Const(size))
        moved = binary("mod", binary("-", binary("+", cell, Const(1)), Const(low)), Const(size))
        return binary("+", moved, Const(low))

    def _counted(
        self, binder: spec.Binder, env: Env, inner: Callable[[Env], None], condition: spec.Expr | None
    ) -> None:
        """Numbers or values in order."""
        match binder.domain:
            case spec.Range(low, high):
                a, b = self.value(low, env), self.value(high, env)
                number = a.number
            case _:
                group = self.group(binder.domain, env)
                a, b = group.element(Const(group.low)), group.element(Const(group.high))
                number = group.number
        cell = self.frame(binder.name, a.low, b.high + 1)
        last: Expr = b.expr
        if not isinstance(last, Const):
            keep = self.frame(f"{binder.name}_last", b.low, b.high)
            self.emit(flow.Store(keep, last))
            last = keep
        scope = extend(env, {binder.name: Val(cell, a.low, b.high, number=number)})
        head, body, next_, done = (self.reserve() for _ in range(4))
        self.emit(flow.Store(cell, a.expr))
        self.jump(head)
        self.begin(head)
        self.branch(binary("<=", cell, last), body, done)
        self.begin(body)
        if binder.where is not None:
            wanted = self.reserve()
            self.branch(self.test(binder.where, scope), wanted, next_)
            self.begin(wanted)
        if condition is not None:
            going = self.reserve()
            self.branch(self.test(condition, scope), going, done)
            self.begin(going)
        inner(scope)
        self.jump(next_)
        self.begin(next_)
        self.emit(flow.Store(cell, binary("+", cell, Const(1))))
        self.jump(head)
        self.begin(done)

    def _collected(self, step: spec.Loop, env: Env, inner: Callable[[Env], None] | None = None) -> None:
        """The bindings are found (and sorted) on entry and kept in cells; `where` is asked again before each round."""
        bound = self.bind(step.binders, env, copies=True)
        values = [bound.env[b.name] for b in step.binders]
        size = max(1, bound.most)
        code: Expr = Const(0)
        spans: list[tuple[int, int]] = []
        for v in values:
            spans.append((v.low, v.high - v.low + 1))
            code = binary("+", binary("*", code, Const(spans[-1][1])), binary("-", v.expr, Const(v.low)))
        total = 1
        for _, n in spans:
            total *= n
        base = self.layout.allocate(
            f"{self.place[0]}.{step.binders[0].name}_order", "frame", size + 1, 0, max(size, total)
        )
        self.emit(flow.Collect(base, size, bound.clauses, code, self.order(step.order, bound.env)))
        index = self.frame("round", 0, size + 1)
        self.emit(flow.Store(index, Const(1)))
        scope = extend(env, {})
        cells: list[flow.Cell] = []
        for binder, v in zip(step.binders, values, strict=True):
            cell = self.frame(binder.name, v.low, v.high)
            cells.append(cell)
            scope[binder.name] = replace(v, expr=cell)
        head, body, next_, done = (self.reserve() for _ in range(4))
        self.jump(head)
        self.begin(head)
        last: Expr = binary("min", flow.Cell(base), Const(1)) if step.first else flow.Cell(base)
        self.branch(binary("<=", index, last), body, done)
        self.begin(body)
        stride = 1
        at = flow.Cell(base, index, size + 1)
        for cell, (low, n) in reversed(list(zip(cells, spans, strict=True))):
            digit: Expr = at if len(spans) == 1 else binary("mod", binary("div_down", at, Const(stride)), Const(n))
            self.emit(flow.Store(cell, binary("+", digit, Const(low))))
            stride *= n
        for binder in step.binders:
            if binder.where is not None:
                wanted = self.reserve()
                self.branch(self.test(binder.where, scope), wanted, next_)
                self.begin(wanted)
        if step.condition is not None:
            going = self.reserve()
            self.branch(self.test(step.condition, scope), going, done)
            self.begin(going)
        if inner is not None:
            inner(scope)
        else:
            self.steps(step.body, scope)
        self.jump(next_)
        self.begin(next_)
        self.emit(flow.Store(index, binary("+", index, Const(1))))
        self.jump(head)
        self.begin(done)

    def _secretly(self, step: spec.Loop, env: dict[str, Val]) -> None:
        """Until the loop ends the others see sizes as they were on entry: they are kept aside."""
        self._veils += 1
        veil = self._veils
        for name in sorted(self._written_zones(step)):
            z = self.layout.zones[name]
            if not z.shadow:
                z.shadow = self.layout.allocate(f"{name}.shadow", "frame", z.instances, 0, 2**31 - 1)
            z.veils.append(veil)
            for k in range(z.instances):
                size = size_of(self.zone(z, Const(k)), self.fresh)
                self.emit(flow.Store(flow.Cell(z.shadow + k), size.expr))
        self.emit(flow.Store(flow.Cell(VEIL), Const(veil)))
        self._loop(replace(step, mode="once"), env)
        self.emit(flow.Store(flow.Cell(VEIL), Const(0)))

    def _written_zones(self, step: spec.Step_) -> set[str]:
        """The zones that a step, or what it calls, takes from or puts into."""
        out: set[str] = set()
        seen: set[str] = set()

        def zone(e: spec.Expr | None) -> None:
            match e:
                case spec.ZoneRef(name, _) if name in self.layout.zones:
                    out.add(name)
                case spec.SlotCell(inner, _):
                    zone(inner)
                case spec.If(value, _, otherwise):
                    zone(value)
                    zone(otherwise)

        def visit(steps: tuple[spec.Step_, ...], within: str) -> None:
            for s in all_steps(steps):
                match s:
                    case spec.MovePiece() | spec.MoveCount() | spec.MoveZone() | spec.Draw():
                        zone(s.source)
                        zone(s.target)
                        if isinstance(s, spec.MovePiece) and s.source is None:
                            assert isinstance(s.target.type.base, types.Zone)
                            out.update(
                                n
                                for n, z in self.layout.zones.items()
                                if z.definition.piece == s.target.type.base.piece
                            )
                for callee in self.analysis.callees(s, within):
                    if callee not in seen:
                        seen.add(callee)
                        rule = self.woven.rules[callee]
                        for part in rule.cost:
                            if isinstance(part.source, spec.ZoneRef):
                                zone(part.source)
                            zone(part.target)
                        visit(rule.body, callee)

        visit((step,), self.place[0])
        return out

    # -- the whole -------------------------------------------------------------------------------
    def entry(self, starts: Stmts, given: Stmts | None) -> int:
        """The first block: start values, set-up (or what a scenario gives), play, the end and `finish`."""
        start = self.reserve("start")
        self.begin(start)
        self.emit(*starts)
        if given is not None:
            self.emit(*given)
        elif "setup" in self.woven.rules:
            self.call("setup", (), {})
        self.call("play", (), {})
        self.jump(self.game_over)
        self.begin(self.game_over)
        self.emit(flow.Store(flow.Cell(OVER), Const(1)))
        if "finish" in self.woven.rules:
            self.call("finish", (), {})
        self.jump(flow.ENDED)
        self.finish_regions()
        return start
