"""Whole games with ten slips each, marked `# slip`: just those ten are told, each on its line, in reading order, and nothing that follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.pipeline import load_spec

FILES = sorted((Path(__file__).parent / "many" / "bad").glob("*.yaml"))


def test_there_are_ten() -> None:
    assert len(FILES) == 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_slip_is_told_once(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    collector = Collector()
    assert load_spec(tmp_path, collector) is None
    planted = [number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# slip")]
    assert len(planted) == 10
    assert [one.span.line for one in collector.in_reading_order() if one.severity == "error"] == planted
