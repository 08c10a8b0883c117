"""What the catalogue says of one code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Entry:
    """A code's severity, a title for the index, the message and the hint; both are format strings.

    `once`: the same fault in several places counts once: per `name` (the word `name` of the message), or per `message`.
    """

    severity: Literal["error", "warning"]
    title: str
    message: str
    hint: str = ""
    once: Literal["", "name", "message"] = ""
