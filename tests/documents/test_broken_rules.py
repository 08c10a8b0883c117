"""Every statement of the documents is shown by a scenario that fails when the rule is broken: `broken_rules.yaml` of each game breaks them one by one."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from regelwerk.scenarios import run_scenario
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.lower.lower import lower_scenario
from regelwerk_compiler.pipeline import load_spec

ROOT = Path(__file__).parents[2]
SEEDS = {
    "berlin": "003_7d2a66047326d740.yaml",
    "london_bridge": "002_5dacae38a9477be4.yaml",
    "babel": "004_73bb0256267e20e0.yaml",
    "san_francisco": "000_ad22d8582369cbc9.yaml",
}
# What no scenario can show to be broken, because scenarios speak of what is there and not of who sees it, or of how likely it is.
ELSEWHERE = {
    "003.material.tickets": "a sort of piece has one of each row, so it is test_fair_board.py that counts them",
    "003.setup.shuffle": "which card comes is given by the scenario; what can come is a draw's own affair",
    "003.setup.tickets_secret": "test_secrets.py",
    "003.end.reveal": "test_secrets.py",
    "003.reading.underground_one_colour": "a cost knows no way to ask for a mixture",
    "004.reading.discs_closed": "test_secrets.py",
    "004.action.secret": "test_secrets.py",
    "000.reading.permits_open": "test_secrets.py",
}


def breakages(name: str) -> list[dict[str, str]]:
    """How the rules of a game are broken."""
    found: list[dict[str, str]] = yaml.safe_load((ROOT / "tests" / name / "broken_rules.yaml").read_text("utf-8"))
    return found


CASES = [(name, case) for name in SEEDS for case in breakages(name)]


def broken(tmp_path: Path, name: str, case: dict[str, str]) -> Path:
    """A copy of the game with a change in its rules."""
    game = tmp_path / name
    shutil.copytree(ROOT / "rulespecs" / name, game)
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


def name_of(value: str | dict[str, str]) -> str:
    if isinstance(value, str):
        return value
    return f"{value['statement'][4:]}-{'_'.join(re.findall(r'[a-z_]+', str(value['to']))[:6])}"


@pytest.mark.parametrize("name", SEEDS)
def test_every_statement_is_broken_once(name: str) -> None:
    seed = yaml.safe_load((ROOT / "seeds" / SEEDS[name]).read_text(encoding="utf-8"))
    carried_out = set(seed["statements"]) - set(seed["excluded"])
    elsewhere = {statement for statement in ELSEWHERE if statement[:3] == seed["document"]}
    assert {case["statement"] for case in breakages(name)} | elsewhere == carried_out


@pytest.mark.long
@pytest.mark.parametrize(("name", "case"), CASES, ids=name_of)
def test_a_broken_rule_fails_a_scenario_that_shows_it(name: str, case: dict[str, str], tmp_path: Path) -> None:
    assert next(failures(broken(tmp_path, name, case), case["statement"]), None) is not None
