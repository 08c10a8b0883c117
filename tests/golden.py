"""What a test produced against what is written down: REGELWERK_REWRITE=1 writes it anew, a missing file fails."""

from __future__ import annotations

import os
from pathlib import Path

REWRITE = any(os.environ.get(name, "0") not in ("", "0") for name in ("REGELWERK_REWRITE", "REWRITE"))


def compare(path: Path, found: str) -> None:
    """Fail unless `path` holds `found`."""
    if REWRITE:
        path.write_text(found, encoding="utf-8")
        return
    assert path.is_file(), f"{path} is missing; REGELWERK_REWRITE=1 writes it"
    assert found == path.read_text(encoding="utf-8")
