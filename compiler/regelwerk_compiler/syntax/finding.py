"""What a slip is reported as: a code, a stretch of the sentence and the words of the message.  Nothing goes in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Finding:
    """A code of the catalogue at the characters `start` to `end`; a hint of its own, if the catalogue's does not do."""

    code: str
    start: int
    end: int
    words: Mapping[str, object] = field(default_factory=dict)
    hint: str = ""
