"""From the text of a plain YAML scalar to its kind, by the core schema of YAML 1.2.

`no`, `yes`, `on`, `012` and `1e3` are words here, as their writers meant them; only `true`, `false`, `null`, `~` and
whole numbers are anything else.
"""

from __future__ import annotations

import re

from .located import ScalarKind

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_KINDS: dict[str, ScalarKind] = {"true": "boolean", "false": "boolean", "null": "null", "~": "null", "": "null"}


def kind_of(text: str) -> ScalarKind:
    """What a plain scalar with this text is."""
    known = _KINDS.get(text)
    if known is not None:
        return known
    return "integer" if _INTEGER.fullmatch(text) else "word"
