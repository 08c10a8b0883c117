"""How long one call of an engine may take: rules from a stranger may be right and yet never come to an end.

Goes in: an engine, whose calls are wrapped in place.  Comes out of a call that takes longer than `SECONDS` of processor time: `RuleFault`.
The clock ticks while a command runs (`ticking`), in the main thread, where the system has such a timer; elsewhere nothing is limited.
C cannot be stopped from here: it counts its work (`native/work.py`), and what is too much is done by generated Python.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine import Engine

TICK = 0.05
PATIENCE = {
    "interpreter": 50
}  # it takes some 200 times as long as generated Python, and is the measure of what is right, not of speed
CALLS = ("start", "options", "outcomes", "play", "toss", "settle", "evaluate", "value")
_runs = False
_left = 0  # ticks that the running call still has; 0: none is running


class Overtime(Exception):
    """Raised in the middle of a call, and turned into a `RuleFault` at its end: trials must not take it for a refusal."""


def seconds() -> float:
    """How long a call may take: REGELWERK_STEP_SECONDS, else 0.8."""
    try:
        return min(max(float(os.environ.get("REGELWERK_STEP_SECONDS", "")), TICK), 1e6)
    except ValueError:
        return 0.8


def start() -> bool:
    """Let the clock run, if there is one here."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    global _runs
    _runs = True
    signal.signal(signal.SIGPROF, _tick)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    return True


@contextmanager
def ticking() -> Iterator[None]:
    """The clock runs."""
    global _runs
    begun = start()
    try:
        yield
    finally:
        if begun:
            signal.setitimer(signal.ITIMER_PROF, 0)
            _runs = False


def watches() -> bool:
    """Whether the clock runs and stops what the caller does."""
    return _runs and threading.current_thread() is threading.main_thread()


def limit(engine: Engine, allowed: float | None = None) -> None:
    """From now on no call of this engine takes much longer than `allowed` seconds (None: as long as a step may take on it) while the clock runs."""
    ticks = round((seconds() * PATIENCE.get(engine.name, 1) if allowed is None else allowed) / TICK) + 1
    for name in CALLS:
        if hasattr(engine, name):
            setattr(engine, name, _limited(getattr(engine, name), ticks))


def _limited(call: Callable[..., Any], ticks: int) -> Callable[..., Any]:
    def limited(*args: Any) -> Any:
        global _left
        if _left:  # inside another call
            return call(*args)
        try:
            _left = ticks
            try:
                return call(*args)
            finally:
                _left = 0
        except Overtime as overtime:
            _left = 0
            from regelwerk_compiler.flow.flow import TOO_LONG

            from .engine import RuleFault

            raise RuleFault(TOO_LONG) from overtime

    return limited


def _tick(number: int, frame: object) -> None:
    """Another tick has passed."""
    global _left
    if _left == 1:
        raise Overtime
    if _left:
        _left -= 1
