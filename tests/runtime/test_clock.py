"""The clock of a step: what never comes to an end is broken off, and the reference interpreter is given its time."""

from __future__ import annotations

import time

import pytest

from regelwerk import clock
from regelwerk.engine import RuleFault


class Slow:
    """An engine one of whose calls takes so many seconds of processor time."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name, self.seconds = name, seconds

    def options(self, vector: list[int]) -> list[int]:
        until = time.process_time() + self.seconds
        while time.process_time() < until:
            pass
        return vector


@pytest.mark.parametrize(("name", "stopped"), [("python", True), ("interpreter", False)])
def test_a_long_step(name: str, stopped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_STEP_SECONDS", "0.1")
    engine = Slow(name, 0.5)
    clock.limit(engine)  # type: ignore[arg-type]
    with clock.ticking():
        if stopped:
            with pytest.raises(RuleFault):
                engine.options([])
        else:
            assert engine.options([1]) == [1]
