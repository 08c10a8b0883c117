"""Spec rules and steps -> blocks and procedures.

On top of `loops.py`.  A rule that never waits becomes a procedure; a rule that may wait becomes a
region: blocks with one entry and one exit, lowered once.  Its parameters live in frame cells.  Called from one place only, its exit
jumps on there; else a cell holds where to return to.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace

from ...spec import spec
from .. import flow
from ..flow import MISSING, OVER, Clause, Const, Expr, Local, Return
from ..values import Val, binary, conjunction, when
from .cells import Env, extend
from .layout import Layout
from .loops import Loops
from .variables import Stmts
from .weave import Woven


@dataclass(slots=True)
class Region:
    """A rule that may wait.  `entry` is where it is entered, `start` where its payment (if it is chosen) and its steps begin, `exit` where it is left."""

    rule: spec.RuleDef
    entry: int
    start: int
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
    had: int = 0  # first of one cell for each seat, if `one_more`, else 0


class Regions(Loops):
    """The rules of one woven game."""

    def __init__(self, woven: Woven, layout: Layout) -> None:
        super().__init__(woven, layout)
        self.regions: dict[str, Region] = {}
        self._todo: list[Region] = []
        self.pending: list[Pending] = []
        self.game_over = self.reserve("game over")

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

    # -- calling ---------------------------------------------------------------------------------

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
            region = Region(rule, self.reserve(name), self.reserve(name), self.reserve(f"{name} is left"), env, back)
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
        self.emit(*self.in_domain(rule, values, player))
        if rule.needs:
            scope: dict[str, Val] = {b.name: v for b, v in zip(rule.params, values, strict=True)}
            if player is not None:
                scope["player"] = player
            self.emit(*self.needs_of(rule, scope), *self.used_up(rule, scope))
        cont = self.reserve()
        self.enter(name, values, player, cont, leaving=False)
        self.begin(cont)

    def finish_regions(self) -> None:
        """Lower every region that was entered, and those that they enter."""
        while self._todo:
            region = self._todo.pop()
            rule = region.rule
            self.place = (rule.name, rule.span)
            self.begin(region.start)
            self.pay(rule, region.env)
            self.steps(rule.body, region.env)
            if self.reachable and rule.so_that is not None:
                self.emit(flow.Require(self.test(rule.so_that, region.env), self.so_that_reason(rule)))
            self.jump(region.exit)
        for region in self.regions.values():
            self._arrive(region)
            self._leave(region)

    def _arrive(self, region: Region) -> None:
        """The entry of a region: a seat that has had its one more turn does not get another, for others have left the game."""
        self.place = (region.rule.name, region.rule.span)
        self.begin(region.entry)
        for pending in self.pending:
            if pending.rule == region.rule.name and pending.had:
                had = flow.Cell(pending.had, region.env["player"].expr, len(self.woven.seats))
                end, go_on = self.fork(conjunction(binary("==", pending.armed, Const(2)), binary("==", had, Const(1))))
                self.begin(end)
                self.jump(self.exit_of(pending.target), leaving=True)
                self.begin(go_on)
        self.jump(region.start)

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
        if not pending.had:
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
        self.emit(flow.Store(had, Const(1)))
        i = self.fresh("i")
        everyone = flow.Fold(
            "all",
            (Clause(i, flow.Range(Const(0), Const(self.woven.humans - 1))),),
            flow.Cell(pending.had, Local(i), seats),
        )
        self.branch(everyone, end, go_on)
        self.begin(end)
        self.jump(target, leaving=True)
        self.begin(go_on)

    def exit_of(self, name: str) -> int:
        """Where a running rule, or the game, is left.  What does not run, since a scenario begins inside it, ends with the scenario."""
        return self.region(name, None).exit if name in self.analysis.reachable else self.game_over

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
            case spec.Show():
                self.show(step, env)
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
        if not pending.had:
            self.emit(flow.Store(pending.armed, Const(1)))
            return
        self.emit(*when(binary("==", pending.armed, Const(0)), (flow.Store(pending.armed, Const(1)),)))

    def _pending(self, step: spec.EndStep) -> Pending:
        assert step.after is not None
        for p in self.pending:
            if p.rule == step.after and p.target == step.rule and bool(p.had) == step.one_more:
                return p
        name = f"end_{step.rule}_after_{step.after}"
        armed = flow.Cell(self.layout.allocate(name, "frame", 1, 0, 2))
        made = Pending(step.after, step.rule, armed)
        if step.one_more:
            seats = len(self.woven.seats)
            made.had = self.layout.allocate(f"{name}.had", "frame", seats, 0, 1)
        self.pending.append(made)
        return made

    # -- the whole -------------------------------------------------------------------------------
    def entry(self, starts: Stmts, given: tuple[spec.Step_, ...] | None) -> int:
        """The first block: start values, set-up (or what a scenario gives), play, the end and `finish`."""
        start = self.reserve("start")
        self.begin(start)
        self.emit(*starts)
        if given is not None:
            self.place = ("given", None)
            self.steps(given, {})
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
