"""Every statement is shown by a scenario that fails when the rule is broken: broken_rules.yaml breaks them one by one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from regelwerk.scenarios import run_scenario
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.lower import lower_scenario
from regelwerk_compiler.pipeline import load_spec

ROOT = Path(__file__).parents[2]
SAN_FRANCISCO = ROOT / "rulespecs" / "san_francisco"
SEED = yaml.safe_load((ROOT / "seeds" / "000_ad22d8582369cbc9.yaml").read_text(encoding="utf-8"))
BROKEN: list[dict[str, str]] = yaml.safe_load((Path(__file__).parent / "broken_rules.yaml").read_text(encoding="utf-8"))

# What no scenario can show to be broken, because scenarios speak of what is there and not of who sees it.
ELSEWHERE = {
    "000.reading.permits_open": "test_secrets.py",
}


def broken(tmp_path: Path, case: dict[str, str]) -> Path:
    """A copy of the game with a change in its rules."""
    game = tmp_path / "san_francisco"
    shutil.copytree(SAN_FRANCISCO, game)
    file = game / case.get("file", "game.yaml")
    text = file.read_text(encoding="utf-8")
    change, to = str(case["change"]), str(case["to"])
    assert change in text, f"this does not stand in {file.name} any more"
    file.write_text(text.replace(change, to), encoding="utf-8")
    return game


def failures(game: Path, statement: str) -> Iterator[str]:
    """The scenarios that show the statement and fail."""
    collector = Collector()
    spec = load_spec(game, collector, statements=False)
    assert spec is not None, [d.message for d in collector.in_reading_order()]
    for scenario in spec.scenarios:
        if statement in scenario.shows and not run_scenario(lower_scenario(spec, scenario), "interpreter").passed:
            yield scenario.name


def name_of(case: dict[str, str]) -> str:
    return f"{case['statement'].removeprefix('000.')}-{'_'.join(re.findall(r'[a-z_]+', str(case['to']))[:6])}"


def test_every_statement_is_broken_once() -> None:
    statements: dict[str, Any] = SEED["statements"]
    carried_out = set(statements) - set(SEED["excluded"])
    assert {case["statement"] for case in BROKEN} | set(ELSEWHERE) == carried_out


@pytest.mark.long
@pytest.mark.parametrize("case", BROKEN, ids=name_of)
def test_a_broken_rule_fails_a_scenario_that_shows_it(case: dict[str, str], tmp_path: Path) -> None:
    assert next(failures(broken(tmp_path, case), case["statement"]), None) is not None
