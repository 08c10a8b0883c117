"""Regelwerk: the rules of a tabletop game, written in YAML, become a program that plays it.

game = regelwerk.load("my_game", players=4)
state = game.start(seed=7)
while not state.over:
    state = state.play(state.options()[0])
print(state.result().table())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import (
        GameFaults,
        LogError,
        NoSuchGame,
        NotAnOption,
        RegelwerkError,
        RulesBroke,
        UsageError,
        WriteError,
    )
    from .game import Game, load
    from .result import Result
    from .sight.views import View
    from .state import Option, Outcome, State

_WHERE = {
    "GameFaults": "errors",
    "LogError": "errors",
    "NoSuchGame": "errors",
    "NotAnOption": "errors",
    "RegelwerkError": "errors",
    "RulesBroke": "errors",
    "UsageError": "errors",
    "WriteError": "errors",
    "Game": "game",
    "load": "game",
    "Result": "result",
    "Option": "state",
    "Outcome": "state",
    "State": "state",
    "View": "views",
}

__all__ = [
    "Game",
    "GameFaults",
    "LogError",
    "NoSuchGame",
    "NotAnOption",
    "Option",
    "Outcome",
    "RegelwerkError",
    "Result",
    "RulesBroke",
    "State",
    "UsageError",
    "View",
    "WriteError",
    "load",
]


def __getattr__(name: str) -> object:
    """What is asked for is imported then, so that the command line starts at once."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
