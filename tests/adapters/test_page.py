"""The examples of `docs/adapters.md` run."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adapters.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("block", BLOCKS, ids=["info", "openspiel", "pettingzoo", "parallel"])
def test_example(block: str) -> None:
    for package in ("pyspiel", "pettingzoo"):
        if f"adapters.{package.removeprefix('py')}" in block.replace("openspiel", "spiel"):
            pytest.importorskip(package)
    said, names = io.StringIO(), dict[str, Any]()
    with contextlib.redirect_stdout(said):
        exec(block, names)
    for promised in re.findall(r"print\(.*\)  # (0\.\d+)$", block, re.M):
        assert promised in said.getvalue()
