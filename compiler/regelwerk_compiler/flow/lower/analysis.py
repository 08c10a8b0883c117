"""Questions about woven rules that the lowering asks before it begins: who waits, who may refuse, who is called from where.

Goes in: a `Woven`.  Comes out: sets and counts of rule names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...spec import spec
from .weave import Woven, children

ENTRIES = ("setup", "play", "finish")


def inner_steps(step: spec.Step_) -> Iterator[spec.Step_]:
    """The steps directly inside a step."""
    match step:
        case spec.IfStep(_, then, otherwise):
            yield from then
            yield from otherwise
        case spec.Loop():
            yield from step.body
        case spec.ChooseValue():
            yield from step.body
            if step.if_none is not None:
                yield step.if_none
        case spec.ChooseRules():
            if step.if_none is not None:
                yield step.if_none


def all_steps(steps: tuple[spec.Step_, ...]) -> Iterator[spec.Step_]:
    """All steps of a body, inner ones too."""
    for step in steps:
        yield step
        yield from all_steps(tuple(inner_steps(step)))


def formulas(node: object) -> Iterator[spec.Formula]:
    """All formulas in a step, rule or formula, inner ones too."""
    if isinstance(node, spec.Formula):
        yield node
    for child in children(node):
        yield from formulas(child)


def chosen(part: spec.CardsPart) -> bool:
    """Whether a part of a cost may be paid in several ways."""
    return part.quantity == "one" or part.wild is not None


class Analysis:
    """Facts about the rules of one woven game."""

    def __init__(self, woven: Woven) -> None:
        self.woven = woven
        self._waits: dict[str, bool] = {}
        self._refuses: dict[str, bool] = {}
        self.asked: set[str] = set()  # rules that `possible(...)` asks for
        self.sites: Counter[str] = Counter()
        self.reachable: set[str] = set()
        self._walk()

    def _walk(self) -> None:
        todo = [name for name in ENTRIES if name in self.woven.rules]
        self.sites.update(todo)
        formulas_seen: list[object] = [*self.woven.defines.values()]
        for line in self.woven.score.values():
            formulas_seen += [x for part in line.parts for x in (part.value, part.guard)]
        while todo:
            name = todo.pop()
            if name in self.reachable:
                continue
            self.reachable.add(name)
            rule = self.woven.rules[name]
            formulas_seen += [*rule.needs, *rule.params, rule.so_that]
            for step in all_steps(rule.body):
                formulas_seen.append(step)
                for callee in self.callees(step, name):
                    self.sites[callee] += 1
                    todo.append(callee)
        formulas_seen += [offer.guard for offer in self.woven.offers]
        formulas_seen += [payer.guard for payer in self.woven.payers]
        self.ask(formulas_seen)

    def ask(self, nodes: Iterable[object]) -> None:
        """Count the rules for which `possible` asks in formulas; to be called before anything is lowered."""
        for node in nodes:
            for f in formulas(node):
                if isinstance(f, spec.Possible) and f.rule not in self.asked:
                    self.asked.add(f.rule)
                    self.sites[f.rule] += 1

    def callees(self, step: spec.Step_, within: str) -> Iterator[str]:
        """The rules that a step itself calls or offers (`nothing` is none)."""
        match step:
            case spec.CallRule(call):
                names: tuple[str, ...] = (call.rule,)
            case spec.CallValue(_, _, candidates):
                names = candidates
            case spec.ChooseRules(calls):
                names = tuple(c.rule for c in calls)
                names += tuple(o.rule for o in self.woven.offers if o.within == within)
            case _:
                names = ()
        yield from (n for n in names if n in self.woven.rules)

    # -- waiting ---------------------------------------------------------------------------------
    def waits(self, name: str) -> bool:
        """Whether a rule may wait (a decision, a chance, a payment with several ways) or end something."""
        if name not in self.woven.rules:
            return False
        if name not in self._waits:
            self._waits[name] = False
            rule = self.woven.rules[name]
            self._waits[name] = self.pays_by_choice(rule) or any(self.step_waits(s, name) for s in rule.body)
        return self._waits[name]

    def pays_by_choice(self, rule: spec.RuleDef) -> bool:
        """Whether its cost may have several ways."""
        return any(p.rule == rule.name for p in self.woven.payers) or any(
            isinstance(p, spec.CardsPart) and chosen(p) for p in rule.cost
        )

    def step_waits(self, step: spec.Step_, within: str) -> bool:
        """The same of a step."""
        match step:
            case spec.Draw() | spec.Random() | spec.Show() | spec.ChooseRules() | spec.ChooseValue() | spec.EndStep():
                return True
            case spec.Loop(_, _, "endlessly" | "secretly"):
                return True
            case spec.CallRule() | spec.CallValue():
                return any(self.waits(c) for c in self.callees(step, within))
        return any(self.step_waits(s, within) for s in inner_steps(step))

    # -- refusing --------------------------------------------------------------------------------
    def may_refuse(self, name: str) -> bool:
        """Whether a trial of the rule, its own needs and cost apart, could fail."""
        if name not in self.woven.rules:
            return False
        if name not in self._refuses:
            self._refuses[name] = False
            rule = self.woven.rules[name]
            self._refuses[name] = rule.so_that is not None or any(self.step_refuses(s, name) for s in rule.body)
        return self._refuses[name]

    def step_refuses(self, step: spec.Step_, within: str) -> bool:
        """Whether a step could refuse, or lead to a decision that may have nothing to offer."""
        match step:
            case spec.CallRule() | spec.CallValue():
                for callee in self.callees(step, within):
                    rule = self.woven.rules[callee]
                    if rule.needs or rule.cost or self.may_refuse(callee):
                        return True
                return False
            case spec.ChooseRules(_, _, spec.NotOffered()) | spec.ChooseValue(_, _, _, _, _, spec.NotOffered()):
                return True
            case spec.ChooseRules() | spec.ChooseValue():
                return False  # a trial ends here and has come through
        return any(self.step_refuses(s, within) for s in inner_steps(step))
