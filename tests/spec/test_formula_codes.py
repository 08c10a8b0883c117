"""Every code of formulas (RW35x to RW4xx), rules (RW5xx), secrets (RW6xx), bends (RW7xx) and flow (RW8xx) is raised by a case."""

from __future__ import annotations

import re
from pathlib import Path

from regelwerk_compiler.diagnostics.catalogue import CATALOGUE

HERE = Path(__file__).parent


def test_every_code_has_an_example() -> None:
    cases = [*HERE.glob("*/*/*.yaml"), *HERE.glob("*/*/*/*.yaml")]
    texts = "".join(path.read_text("utf-8") for path in cases)
    raised = set(re.findall(r"^# expect: (RW\d{3})", texts, re.MULTILINE)) | {
        "RW566",
        "RW590",
    }  # `test_formula_limits.py`, `tests/hostile/`
    assert sorted(code for code in set(CATALOGUE) - raised if "RW350" <= code < "RW900") == []
