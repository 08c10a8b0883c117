"""How much one file may hold: nothing goes in; nobody's file may exhaust memory, time or Python's stack."""

from __future__ import annotations

FILE_BYTES = 4_000_000
DEPTH = 100
NODES = 60_000  # aliases count as often as they are used
DIGITS = 15
