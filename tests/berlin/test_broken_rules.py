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
BERLIN = ROOT / "rulespecs" / "berlin"
SEED = yaml.safe_load((ROOT / "seeds" / "003_7d2a66047326d740.yaml").read_text(encoding="utf-8"))
BROKEN: list[dict[str, str]] = yaml.safe_load((Path(__file__).parent / "broken_rules.yaml").read_text(encoding="utf-8"))

# What no scenario can show to be broken, because scenarios speak of what is there and not of who sees it, or of how likely it is.
ELSEWHERE = {
    "003.material.tickets": "a sort of piece has one of each row, so it is test_fair_board.py that counts them",
    "003.setup.shuffle": "which card comes is given by the scenario; what can come is a draw's own affair",
    "003.setup.tickets_secret": "test_secrets.py",
    "003.end.reveal": "test_secrets.py",
    "003.reading.underground_one_colour": "a cost knows no way to ask for a mixture",
}


def broken(tmp_path: Path, change: str, to: str) -> Path:
    """A copy of the game with a change in its rules."""
    game = tmp_path / "berlin"
    shutil.copytree(BERLIN, game)
    text = (game / "game.yaml").read_text(encoding="utf-8")
    assert change in text, "this does not stand in game.yaml any more"
    (game / "game.yaml").write_text(text.replace(change, to), encoding="utf-8")
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
    return f"{case['statement'].removeprefix('003.')}-{'_'.join(re.findall(r'[a-z_]+', case['to'])[:6])}"


def test_every_statement_is_broken_once() -> None:
    statements: dict[str, Any] = SEED["statements"]
    carried_out = set(statements) - set(SEED["excluded"])
    assert {case["statement"] for case in BROKEN} | set(ELSEWHERE) == carried_out


@pytest.mark.long
@pytest.mark.parametrize("case", BROKEN, ids=name_of)
def test_a_broken_rule_fails_a_scenario_that_shows_it(case: dict[str, str], tmp_path: Path) -> None:
    assert next(failures(broken(tmp_path, case["change"], case["to"]), case["statement"]), None) is not None
