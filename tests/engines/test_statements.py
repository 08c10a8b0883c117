"""Every engine, every case of `statements.py`."""

from __future__ import annotations

import pytest

from engines.agree import outcome
from engines.statements import CASES, ROW, Case, world
from regelwerk.engines import ENGINES, EngineName, engine_for
from regelwerk_compiler.flow.flow import ENDED, PC
from regelwerk_compiler.flow.verify import verify


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_cells(engine: EngineName, case: Case) -> None:
    program = world(case)
    vector = outcome(lambda: engine_for(program, engine).start(1))
    if isinstance(vector, str):
        assert vector == case.after
    else:
        assert tuple(vector[ROW:]) == case.after
        assert vector[PC] == ENDED
        assert all(type(cell) is int for cell in vector)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_cases_are_well(case: Case) -> None:
    assert verify(world(case)) == []
