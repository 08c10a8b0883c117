"""How long and how deep one sentence may be: nothing goes in.

A sentence that no reader can follow is no rule; and what is parsed here is walked by recursion later on.
"""

from __future__ import annotations

CHARACTERS = 4_000
DEPTH = 100
SHALLOW = 60  # a sentence of so few characters cannot be too deep
