"""Classic games: whatever a player can read has words in English and German."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import regelwerk
from regelwerk.game import Game
from regelwerk_compiler.flow.flow import Options

CLASSICS = Path(__file__).parents[2] / "rulespecs" / "classics"
PLAIN = re.compile(r"[a-z]\d+|-?\d+|.*\(.*\)")  # a square, a number, a pair: nothing to translate


def addresses(game: Game, spec: dict[str, Any]) -> set[str]:
    """What may be shown at the table."""
    program = game.program
    offered = {o.numbers for decision in program.decisions for o in decision.options if isinstance(o, Options)}
    found = {n.name for i, n in enumerate(program.numbers) if i in offered and n.kind == "rule"}
    for variable in program.variables:
        if variable.holds.type != "position":
            found |= {variable.name, *variable.words}
    found |= {zone.name for zone in program.zones} | {n.name for n in program.numbers if n.kind == "random"}
    for kind, values in program.kinds.items():
        if kind not in ("player", "boolean", "rule"):
            named = [value for value in values if not PLAIN.fullmatch(value)]
            found |= {f"{kind}.{value}" if f"{kind}.{value}" in program.texts else value for value in named}
    for rule, body in spec["rules"].items():
        found |= {f"{rule}.{need}" for need in body.get("needs", {})} | ({f"{rule}.cost"} if "cost" in body else set())
    for key in ("score", "options", "variants", "pieces", "seats"):
        found |= set(spec.get(key, ()))
    return found - {"none"}


@pytest.mark.parametrize("name", sorted(path.name for path in CLASSICS.iterdir()))
def test_texts(name: str) -> None:
    game = regelwerk.load(CLASSICS / name)
    spec = yaml.safe_load((CLASSICS / name / "game.yaml").read_text("utf-8"))
    texts = game.program.texts
    assert [a for a in sorted(addresses(game, spec)) if not {"en", "de"} <= set(texts.get(a, {}))] == []
