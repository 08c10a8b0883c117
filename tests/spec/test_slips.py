"""The drafts in `slips/` have no fault; every slip of `slips.yaml`, planted into one, is refused for its own reason and for no other."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic
from regelwerk_compiler.pipeline import load_spec

HERE = Path(__file__).parent
SLIPS = yaml.safe_load((HERE / "slips.yaml").read_text(encoding="utf-8"))
GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "slips").glob("*.yaml"))}


def errors(text: str, folder: Path) -> list[Diagnostic]:
    """What stops the game `text`."""
    file = folder / "game.yaml"
    file.write_text(text, encoding="utf-8")
    collector = Collector()
    spec = load_spec(file, collector, statements=False)
    found = [one for one in collector.in_reading_order() if one.severity == "error"]
    assert (spec is None) == bool(found)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_fault(game: str, tmp_path: Path) -> None:
    assert errors(GAMES[game], tmp_path) == []


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip['game']}: {slip['slip'].strip()[:60]}")
def test_refused(slip: dict[str, str], tmp_path: Path) -> None:
    says, text = slip["says"], GAMES[slip["game"]]
    assert says in text, "the game does not say this"
    found = errors(text.replace(says, slip["slip"], 1), tmp_path)
    assert sorted({one.code for one in found}) == slip["codes"].split(), found
