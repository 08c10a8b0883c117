"""One line on standard error, once: what was done in another way than asked, and why."""

from __future__ import annotations

import sys

_told: set[str] = set()


def notice(text: str) -> None:
    """Say it, unless it was said before in this process."""
    if text not in _told:
        _told.add(text)
        print(f"regelwerk: {text}", file=sys.stderr)  # noqa: T201
