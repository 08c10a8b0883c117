"""Every slip of `slips.yaml`, planted into a game of `rulespecs/`, is refused for its own reason and for no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.pipeline import load_spec

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SLIPS = yaml.safe_load((HERE / "slips.yaml").read_text(encoding="utf-8"))
GAMES = {path.parent.name: path.parent for path in (ROOT / "rulespecs").glob("**/game.yaml")}


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip['game']}: {slip['slip'].strip()[:60]}")
def test_refused(slip: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / slip["game"]
    shutil.copytree(GAMES[slip["game"]], folder)
    files = [folder / "game.yaml", *sorted(folder.glob("*/*.yaml"))]
    file = next((path for path in files if slip["says"] in path.read_text(encoding="utf-8")), None)
    assert file is not None, "the game no longer says this: plant the slip elsewhere"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(slip["says"], slip["slip"], 1), encoding="utf-8")
    collector = Collector()
    assert load_spec(folder, collector, statements=False) is None
    errors = [found for found in collector.in_reading_order() if found.severity == "error"]
    assert sorted({found.code for found in errors}) == slip["codes"].split(), errors
