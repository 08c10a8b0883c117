"""Every warning of the whole game can be silenced, everywhere or where its name stands; what silences nothing is told."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.pipeline import load_spec
from spec.test_spec import EXPECT, whole

HERE = Path(__file__).parent
CASES = {path.stem: path.read_text("utf-8") for path in sorted(HERE.glob("whole/good/*.yaml"))}
WARNED = {name: EXPECT.findall(text) for name, text in CASES.items() if EXPECT.findall(text)}
PLACES = [
    ("names_that_nothing_uses", "RW567", "long"),
    ("names_that_nothing_uses", "RW567", "wind"),
    ("names_that_nothing_uses", "RW567", "prizes"),
    ("names_that_nothing_uses", "RW568", "worth"),
    ("names_that_nothing_uses", "RW568", "call"),
    ("names_that_nothing_uses", "RW569", "play"),
    ("ties", "RW570", "ranking"),
    ("ties", "RW571", "most"),
    ("what_sight_tells", "RW605", "money"),
    ("what_sight_tells", "RW606", "play"),
    ("a_condition_that_decides_nothing", "RW801", "low"),
    ("a_condition_that_decides_nothing", "RW801", "money"),
    ("an_option_that_is_never_there", "RW802", "enter.is_open"),
    ("an_option_that_is_never_there", "RW802", "buy.cost"),
    ("a_division_by_what_may_be_0", "RW803", "share"),
    ("a_game_that_nothing_ends", "RW811", "play"),
    ("a_loop_in_which_nobody_can_do_anything", "RW813", "turn"),
    ("a_step_that_is_never_reached", "RW814", "rounds"),
    ("zones_and_pieces", "RW820", "never"),
    ("zones_and_pieces", "RW821", "map"),
    ("zones_and_pieces", "RW822", "coin"),
    ("zones_and_pieces", "RW823", "boat"),
    ("what_steps_tell", "RW607", "values"),
    ("numbers_of_two_units", "RW830", "deliver.few_bales"),
    ("numbers_of_two_units", "RW831", "lend"),
    ("numbers_of_two_units", "RW832", "buy"),
    ("set_up_in_numbers", "RW833", "setup"),
    ("set_up_in_numbers", "RW834", "bale"),
    ("names_without_a_text", "RW917", "good"),
]


def said(text: str, silences: list[tuple[str, str]], folder: Path) -> list[str]:
    """What is said of a game with these silences."""
    lines = "".join(f"  - {{code: {code}, at: {at}, because: wanted}}\n" for code, at in silences)
    head = f"silence:\n{lines}" if lines else ""
    (folder / "game.yaml").write_text(head + whole(text), encoding="utf-8")
    collector = Collector()
    assert load_spec(folder, collector) is not None
    return [one.code for one in collector.in_reading_order()]


@pytest.mark.parametrize("name", WARNED)
def test_everywhere(name: str, tmp_path: Path) -> None:
    codes = sorted({line[:5] for line in WARNED[name]})
    assert said(CASES[name], [(code, "case") for code in codes], tmp_path) == []


@pytest.mark.parametrize(("name", "code", "at"), PLACES, ids=[f"{code}-{at}" for _, code, at in PLACES])
def test_at_a_name(name: str, code: str, at: str, tmp_path: Path) -> None:
    before = Counter(line[:5] for line in WARNED[name])
    after = Counter(said(CASES[name], [(code, at)], tmp_path))
    assert after[code] < before[code], "nothing is silenced"
    assert after - Counter({code: after[code]}) == before - Counter({code: before[code]}), "nothing else is"


def test_every_warning_of_the_whole_game_is_among_them() -> None:
    told = {line[:5] for lines in WARNED.values() for line in lines if re.match("RW(56[789]|57|6|8|917)", line)}
    assert told == {code for _, code, _ in PLACES}


def test_a_silence_for_nothing(tmp_path: Path) -> None:
    assert said(CASES["steps_that_are_reached"], [("RW814", "play")], tmp_path) == ["RW916"]
    assert said(CASES["ties"], [("RW570", "most"), ("RW571", "most")], tmp_path) == ["RW916", "RW570"]


def test_in_a_scenario_file(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.yaml").write_text(
        "regelwerk: 1\nscenarios:\n  - name: nothing\n    players: [anna, ben]\n    given: []\n"
    )
    assert said(CASES["steps_that_are_reached"], [], tmp_path) == ["RW937"]
    assert said(CASES["steps_that_are_reached"], [("RW937", "case")], tmp_path) == []
