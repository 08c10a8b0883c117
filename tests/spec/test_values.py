"""What the checks take a variable to hold is never too narrow: random games of every bundled game stay within."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.game import Game
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.pipeline import build_program, load_spec
from regelwerk_compiler.spec.spec import Spec
from regelwerk_compiler.spec.whole.calls import Calls
from regelwerk_compiler.spec.whole.values import Values

RULESPECS = Path(__file__).resolve().parents[2] / "rulespecs"
GAMES = sorted(path.parent for path in RULESPECS.rglob("game.yaml"))
QUICK = ("kuhn_poker", "pig", "spice_stalls", "tic_tac_toe", "orchard")
MOST_STEPS = 400


def outside(values: Values, program: Program, vector: list[int]) -> list[str]:
    """The variables that hold what they are not taken to hold."""
    found: list[str] = []
    for variable in program.variables:
        if (
            variable.is_set
            or variable.name not in values.game.variables
            or values.game.variables[variable.name].history
        ):
            continue
        cells = 1
        for axis in variable.axes:
            cells *= axis.size
        for value in vector[variable.base : variable.base + cells]:
            if value < variable.holds.low:  # a word
                continue
            held, exact = values.held.get(variable.name), values.exact.get(variable.name)
            if held is None or (exact is not None and value not in exact):
                found.append(f"{variable.name} holds {value}, and is taken to hold {exact}")
            elif variable.holds.type != "player" and not held.low <= value <= held.high:
                found.append(f"{variable.name} holds {value}, and is taken to hold {held}")
    return found


def check(spec: Spec) -> int:
    """Play one game at each end of the seat counts; how many positions were looked at."""
    values, looked = Values(spec, Calls(spec)), 0
    for players in sorted(set(spec.players)):
        program = build_program(spec, players)
        engine = Game(program, "python").engine
        vector = engine.start(players)
        for step in range(MOST_STEPS):
            assert outside(values, program, vector) == []
            looked += 1
            choices = engine.options(vector) or [number for number, _ in engine.outcomes(vector)]
            if not choices:
                break
            engine.play(vector, choices[step * 7919 % len(choices)])
    return looked


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=() if g.name in QUICK else pytest.mark.long) for g in GAMES], ids=lambda g: g.name
)
def test_never_too_narrow(game: Path) -> None:
    spec = load_spec(game, Collector(), statements=False, scenarios=False)
    assert spec is not None
    assert check(spec) > 2
