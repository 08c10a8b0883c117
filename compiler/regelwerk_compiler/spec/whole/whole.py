"""From a `Spec` whose parts are typed to the same with `needs_player` filled, or diagnostics of what only the whole game tells.

The checks, a file each: who calls whom (`calls.py`), who is `player` (`player.py`), what an offer, a sight or the question who is
asked tells (`sight.py`), what open steps tell (`tells.py`), what happens in secret (`secret.py`), what nothing uses
(`unused.py`), where pieces go (`zones.py`), whether there are enough of them at set-up (`setup.py`), what ends and goes on
(`ends.py`), what is always so (`always.py`, on `values.py`), which ties stay (`ranks.py`), which numbers have two
units (`units.py`), what has no text (`texts.py`).  Checks that look for something that is not there wait until nothing else is at
fault: a step that could not be typed may hold it.
"""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Collector
from ...document.located import Span
from .. import spec as s
from ..tree import walk
from .always import check_always
from .calls import ANYTHING, Calls, check_ends, check_recursion
from .ends import check_goes_on
from .player import needy_rules
from .ranks import check_ranks
from .secret import check_secret_loops
from .setup import check_setup
from .sight import check_offers, check_sights
from .tells import check_tells
from .texts import check_named
from .units import check_units
from .unused import check_unused
from .values import Values
from .zones import check_zones

MOST_RULES = 2_000
MOMENTS = {"setup": "is set up", "play": "is played", "finish": "is finished"}


def check_whole(spec: s.Spec, collector: Collector) -> s.Spec:
    """Check the game as a whole."""
    complete = not collector.errors
    if len(spec.rules) > MOST_RULES:
        last = [*spec.rules.values()][MOST_RULES]
        collector.report("RW566", last.span, most=MOST_RULES)
        return spec
    calls = Calls(spec)
    sure = not collector.doubled  # where a key stands twice, two rules may have run together
    _entries(spec, collector if sure else Collector(), complete)
    check_recursion(calls, collector)
    needy = needy_rules(spec, calls, collector if sure else Collector())
    _tops(spec, collector)
    check_offers(spec, calls, collector)
    check_secret_loops(spec, calls, collector)
    if complete and "play" in spec.rules:
        check_ends(calls, collector)
        if not collector.errors:
            check_unused(spec, calls, collector)
            check_sights(spec, calls, collector)
            check_tells(spec, calls, collector)
            check_ranks(spec, calls, collector)
            check_named(spec, calls, collector)
            check_zones(spec, calls, collector)
            check_setup(spec, calls, collector)
            check_units(spec, calls, collector)
            check_goes_on(spec, calls, collector)
            check_always(spec, calls, Values(spec, calls), collector)
    _figures(spec, calls, collector)
    rules = {name: replace(rule, needs_player=name in needy) for name, rule in spec.rules.items()}
    return replace(spec, rules=rules)


def _entries(spec: s.Spec, collector: Collector, complete: bool) -> None:
    """The rules with which a game begins."""
    if "play" not in spec.rules and complete:
        near = collector.nearest("play", spec.rules)
        first = spec.rules[near] if near else next(iter(spec.rules.values()), None)
        place = first.span if first is not None else Span(spec.files[0][0] if spec.files else spec.game, 1, 1, 1, 1)
        collector.report("RW550", place, f"`{near}` must be called so." if near else "")
    for name, when in MOMENTS.items():
        rule = spec.rules.get(name)
        if rule is None:
            continue
        wrong = (*rule.params, *rule.needs, *rule.cost, *(() if rule.so_that is None else (rule.so_that,)))
        if wrong:
            collector.report("RW551", wrong[0].origin, name=name, when=when)


def _figures(spec: s.Spec, calls: Calls, collector: Collector) -> None:
    """What figures satisfy does not change while playing."""
    changing = {*spec.variables, *spec.zones, *spec.options, ANYTHING, "box"}
    for one in spec.satisfies:
        read = calls.reads(one.condition) & changing
        if read or any(isinstance(part, s.OptionRef | s.Players | s.Over) for part in walk(one.condition)):
            collector.report("RW828", one.condition.origin, name=one.name)


def _tops(spec: s.Spec, collector: Collector) -> None:
    """Nobody knows the top of a pile that lies face down, the rules neither."""
    told: set[str] = set()
    for part in (*spec.rules.values(), *spec.defines.values(), *spec.score.values()):
        for node in walk(part):
            if isinstance(node, s.Top) and node.zone.name not in told and spec.zones[node.zone.name].top_sight is None:
                told.add(node.zone.name)
                collector.report("RW604", node.origin, pile=node.zone.name)
