"""What the catalogue says of one code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Entry:
    """A code's severity, a title for the index, the message and the hint; both are format strings."""

    severity: Literal["error", "warning"]
    title: str
    message: str
    hint: str = ""
