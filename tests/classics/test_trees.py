"""Small games with secrets: their whole trees, counted with what each seat was told, and the exact value of uniform play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

import regelwerk
from classics.tree import Tree

TREES: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "trees.yaml").read_text("utf-8"))


LONG = {name: [pytest.mark.long] if figures.get("long") else [] for name, figures in TREES.items()}


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks) for name, marks in LONG.items()])
def test_tree(name: str) -> None:
    figures = TREES[name]
    tree = Tree(regelwerk.load(figures["game"], figures.get("players"), figures.get("options")))
    values = tree.walk(lambda state: getattr(state.result(), figures["of"]))
    assert len(tree.information) == figures["information"]
    assert tree.histories == figures.get("histories", tree.histories)
    if "value" in figures:
        assert values[0] == Fraction(figures["value"])
    assert sum(values) == 0
