"""The one list of codes: what each means, how it is worded and the way out.

RW1xx reading YAML and the shape of a file, RW2xx sentences, RW3xx names and declarations, RW4xx types of formulas,
RW5xx rules, steps and decisions, RW6xx secrets, RW7xx bends and variants, RW8xx flow, bounds and ranges,
RW9xx statements, scenarios, texts and tables.  A wrong example of every code stands in `tests/diagnostics/`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from . import codes_bends, codes_flow, codes_names, codes_project, codes_reading, codes_rules
from .entry import Entry

_ONCE: dict[str, Literal["name", "message"]] = {
    **dict.fromkeys(
        (
            "RW302",
            "RW322",
            "RW335",
            "RW339",
            "RW350",
            "RW351",
            "RW352",
            "RW400",
            "RW431",
            "RW506",
            "RW700",
            "RW710",
            "RW910",
            "RW922",
            "RW923",
            "RW928",
        ),
        "name",
    ),
    "RW353": "message",
    "RW911": "message",
    "RW927": "message",
}
"""Names that nothing declares, or that are bound to another type: a name misspelled where it is declared is one fault, wherever it is used."""

CATALOGUE: dict[str, Entry] = {
    code: replace(entry, once=_ONCE.get(code, ""))
    for module in (codes_reading, codes_names, codes_rules, codes_bends, codes_flow, codes_project)
    for code, entry in module.CODES.items()
}
