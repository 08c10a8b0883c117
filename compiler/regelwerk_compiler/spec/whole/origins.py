"""From declarations to what says neither where it comes from nor why it is so: rules, score items, variants, numbers in defines (warnings).

Asked only in a game that names statements of a document at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...diagnostics.diagnostic import Collector
from ...document.located import Map, Node, Scalar
from .. import spec
from ..names import Names
from ..tree import inside

SMALL = 2  # figures up to here are taken for structure, not for material
ARGUMENTS = (spec.Construct, spec.CallDefine, spec.Range, spec.TableCell)


def check_origins(names: Names, defines: Mapping[str, spec.Define], collector: Collector) -> None:
    """Report what has no origin."""
    nodes = [*(head.node for head in names.rules.values()), *(head.node for head in names.defines.values())]
    nodes += [*names.score.values(), *names.variants.values()]
    if not any(isinstance(node, Map) and "from" in node for node in nodes):
        return
    for head in names.rules.values():
        if head.key is not None:
            _named(head.key, head.node, collector)
    for name, node in (*names.score.items(), *names.variants.items()):
        if isinstance(node, Map) and node.entries and "score" not in node:  # a bend has its source's
            _named(node.entries[0].key, node, collector, name)
    for name, define in defines.items():
        node = names.defines[name].node
        if isinstance(node, Map) and ("from" in node or "because" in node):
            continue
        found = next((e for a in define.alternatives for e in _figures(a)), None)
        if found is not None:
            collector.report("RW561", found.origin, value=found.value)


def _named(key: Scalar, node: Node, collector: Collector, name: str = "") -> None:
    if isinstance(node, Map) and "from" not in node and "because" not in node:
        collector.report("RW560", key, name=name or key.text)


def _figures(e: object) -> Iterator[spec.IntLit]:
    """Figures of the game in a formula: not ends of ranges, and not arguments."""
    if isinstance(e, spec.IntLit) and abs(e.value) > SMALL:
        yield e
    if not isinstance(e, ARGUMENTS):
        for part in inside(e):
            yield from _figures(part)
