"""What can go wrong while a Flow runs."""

from __future__ import annotations


class RuleFault(Exception):
    """The rules broke down while they were played: a need of a called rule failed, a value left its range, ...

    `reason` is an index into `Program.reasons`, or one of the engine's own reasons (below 0, see `flow/vector.py`).
    """

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class FlowFault(AssertionError):
    """The Flow breaks one of its promises (an index outside its cells, a truth that is none): a fault of the compiler."""
