"""Small games, each about a few constructs: their scenarios hold on every engine, and random play agrees step by step."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from regelwerk.engines import engine_for
from regelwerk.scenarios import run_scenario
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.flow import PC, Stop, Toss
from regelwerk_compiler.flow.lower.lower import lower, lower_scenario
from regelwerk_compiler.flow.passes import optimise
from regelwerk_compiler.flow.verify import verify
from regelwerk_compiler.pipeline import load_spec
from regelwerk_compiler.spec.spec import Spec

CASES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
BREAKS = sorted((Path(__file__).parent / "breaks").glob("*.yaml"))


def spec_of(path: Path) -> Spec:
    collector = Collector()
    spec = load_spec(path, collector)
    assert spec is not None, [f"{d.span}: {d.code} {d.message}" for d in collector.in_reading_order()]
    return spec


@pytest.mark.parametrize("engine", ["interpreter", pytest.param("python", marks=pytest.mark.long)])
@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_scenarios(path: Path, engine: str) -> None:
    spec = spec_of(path)
    assert spec.scenarios
    for scenario in spec.scenarios:
        report = run_scenario(lower_scenario(spec, scenario), engine)
        assert report.passed, (scenario.name, [f.message for f in report.failures])


@pytest.mark.parametrize("engine", ["interpreter", pytest.param("python", marks=pytest.mark.long)])
@pytest.mark.parametrize("path", BREAKS, ids=lambda p: p.stem)
def test_breaks(path: Path, engine: str) -> None:
    """The name of a scenario ends with what its failure says, or is `fine`."""
    spec = spec_of(path)
    for scenario in spec.scenarios:
        report = run_scenario(lower_scenario(spec, scenario), engine)
        said = [f.message for f in report.failures]
        assert (
            report.passed
            if scenario.name == "fine"
            else [scenario.name.split(": ")[-1] in message for message in said] == [True]
        )


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_lockstep(path: Path) -> None:
    spec = spec_of(path)
    for players in {spec.players[0], spec.players[1]}:
        program = lower(spec, players, {})
        assert verify(program) == []
        assert verify(optimise(program)) == []
        engines = [engine_for(program, "interpreter"), engine_for(program, "python")]
        for seed in range(3):
            chooser = random.Random(seed)
            vectors = [engine.start(seed) for engine in engines]
            while not isinstance(end := program.blocks[vectors[0][PC]].end, Stop):
                assert vectors[0] == vectors[1]
                tossing = isinstance(end, Toss)
                choices = [e.outcomes(v) if tossing else e.options(v) for e, v in zip(engines, vectors, strict=True)]
                assert choices[0] == choices[1]
                picked = (
                    [e.toss(v) for e, v in zip(engines, vectors, strict=True)]
                    if tossing
                    else [chooser.choice(choices[0])] * 2
                )
                assert picked[0] == picked[1]
                for engine, vector in zip(engines, vectors, strict=True):
                    engine.play(vector, picked[0])  # type: ignore[arg-type]
            assert vectors[0] == vectors[1]
