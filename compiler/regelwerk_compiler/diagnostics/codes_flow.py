"""The codes RW8xx (flow, bounds and ranges)."""

from __future__ import annotations

from .entry import Entry

CODES: dict[str, Entry] = {}
