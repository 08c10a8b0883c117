"""Every engine, every case of `cases.py`."""

from __future__ import annotations

import pytest

from engines.agree import outcome
from engines.cases import CASES, Case, world
from regelwerk.engine import Engine
from regelwerk.engines import ENGINES, engine_for
from regelwerk_compiler.flow.verify import verify


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engine_for(world(), request.param)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_value(engine: Engine, case: Case) -> None:
    vector = engine.start(1)
    before = list(vector)
    value = outcome(lambda: engine.evaluate(case.name, vector))
    assert value == case.value
    assert type(value) in (int, str)
    assert vector == before


def test_names_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_the_world_is_well() -> None:
    assert verify(world()) == []
