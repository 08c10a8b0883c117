"""Any of our games as an environment of PettingZoo: `env("my_game", players=3)`, one after the other (AEC), and `parallel_env`, all at once.

Chance is sampled from the seed of `reset`.  An observation is what the one agent sees, in arrays with names (`adapters/arrays.py`), and the
mask of what it may choose (all 0 for who does not decide).  Needs the packages `pettingzoo` and `numpy`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    from ..errors import UsageError

    raise UsageError(
        "the package `pettingzoo` is not installed", "It comes with: pip install 'regelwerk[peers]'."
    ) from (error)

from ..errors import NotAnOption
from ..game import Game, OptionValue, load
from ..knowledge.info import Record, Words
from .arrays import Arrays
from .dense import actions
from .together import Together


class RegelwerkEnv(AECEnv):
    """A game as an agent environment cycle.  Agents are the seats that decide; `recall` > 0 adds what was told last to every observation."""

    def __init__(self, game: Game, *, recall: int = 0, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.metadata = {
            "name": f"regelwerk_{game.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = list(game.program.seats[: game.program.players])
        self.agents: list[str] = []
        self.actions = actions(game.program)
        self.arrays = Arrays(game, recall)
        self._words = Words(game)
        self._seeds = random.Random()
        boxes: dict[str, Any] = {
            field.name: spaces.Box(field.low, field.high, field.shape, np.float32) for field in self.arrays.fields
        }
        if recall:
            boxes["told"] = spaces.Box(0, 1, self.arrays.told_shape(), np.float32)
            boxes["digest"] = spaces.Box(0, 1, (128,), np.float32)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Dict(boxes),
                    "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self.record = Record(game.start(0))

    def observation_space(self, agent: str) -> Any:
        """What `observe` gives."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What `step` takes."""
        return self.action_spaces[agent]

    # -- playing ---------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same chance, in this game and (without a seed) in all that follow it."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self.record = Record(self.game.start(self._seeds.getrandbits(63)))
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def step(self, action: int | None) -> None:
        """Play an action of whoever decides.  Raises `NotAnOption` for what the mask does not allow; the game is then as it was."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.record = self.record.play(self.number(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()

    def number(self, action: int | None) -> int:
        """The option number of an action.  Raises `NotAnOption`."""
        try:
            return self.actions.number(-1 if action is None else int(action))
        except IndexError as error:
            raise NotAnOption(f"{action} is no action: they are 0 to {self.actions.size - 1}") from error

    def _settle(self) -> None:
        state = self.record.state
        if not state.over:
            assert state.player is not None
            self.agent_selection = self.possible_agents[state.player]
            return
        returns = state.result().returns
        self.rewards = {agent: float(n) for agent, n in zip(self.agents, returns, strict=False)}
        ended = self.truncations if state.capped else self.terminations
        ended.update(dict.fromkeys(self.agents, True))

    # -- what is seen ----------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and what it may choose."""
        seat = self.possible_agents.index(agent)
        return self.seen(seat, self.record, self.record.state.player == seat)

    def seen(self, seat: int, record: Record, decides: bool) -> dict[str, Any]:
        """The observation of a seat in any state of the game."""
        found = self.arrays.view(record.state.view(seat))
        if self.arrays.recall:
            found |= self.arrays.told(record.known(seat), record.key(seat))
        mask = np.zeros(self.actions.size, np.int8)
        if decides:
            mask[[self.actions.id(number) for number in record.state.numbers()]] = 1
        return {"observation": found, "action_mask": mask}

    def action_name(self, action: int) -> str:
        """The exact name of an action, as logs and scenarios write it."""
        number = self.actions.number(action)
        numbers = self.game.look.numbers(number)
        return self.game.names.exact(numbers, numbers.arguments(number))

    def render(self) -> str | None:
        """With `render_mode="ansi"`: what everybody sees, as text."""
        if self.render_mode is None:
            return None
        return "\n".join(self._words.view(self.record.state.view("public")))

    def close(self) -> None:
        """Nothing is open."""


class RegelwerkParallelEnv(ParallelEnv):
    """The same game with one step for all who decide at once: every seat of a secret loop, elsewhere one.

    The actions of all others (their mask is all 0) are not looked at.  It wraps the environment `aec`, which has the spaces.
    """

    def __init__(self, aec: RegelwerkEnv) -> None:
        self.aec = aec
        self.metadata = {**aec.metadata, "is_parallelizable": True}
        self.render_mode = aec.render_mode
        self.possible_agents = aec.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = aec.observation_spaces
        self.action_spaces = aec.action_spaces
        self.here = Together(aec.record)

    def observation_space(self, agent: str) -> Any:
        """What an agent is given."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What `step` takes of an agent."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; seeds as in the environment that is wrapped."""
        self.aec.reset(seed, options)
        self.here = Together(self.aec.record)
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Play the actions of all who are asked.  Raises `NotAnOption` for what a mask does not allow; the game is then as it was."""
        seats = self.possible_agents
        choices = {seat: self.aec.number(actions.get(seats[seat])) for seat in self.here.asked}
        self.here = self.here.play(choices)
        self.aec.record = self.here.record
        state, agents = self.here.record.state, self.agents
        ended = state.over and not state.capped
        returns = state.result().returns if state.over else [0] * len(agents)
        self.agents = [] if state.over else agents
        return (
            self._observed(),
            {agent: float(n) for agent, n in zip(agents, returns, strict=False)},
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, state.over and state.capped),
            {agent: {} for agent in agents},
        )

    def _observed(self) -> dict[str, Any]:
        return {
            agent: self.aec.seen(seat, self.here.seen(seat), seat in self.here.asked)
            for seat, agent in enumerate(self.possible_agents)
        }

    def render(self) -> str | None:
        """With `render_mode="ansi"`: what everybody sees, as text."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing is open."""


def env(
    game: str | os.PathLike[str] | Game,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    recall: int = 0,
    render_mode: str | None = None,
) -> RegelwerkEnv:
    """The environment of a game that is named as for `regelwerk.load`, or loaded already."""
    loaded = game if isinstance(game, Game) else load(game, players, options)
    return RegelwerkEnv(loaded, recall=recall, render_mode=render_mode)


def parallel_env(
    game: str | os.PathLike[str] | Game,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    recall: int = 0,
    render_mode: str | None = None,
) -> RegelwerkParallelEnv:
    """The same as an environment in which all who decide at once do so in one step."""
    return RegelwerkParallelEnv(env(game, players, options, recall=recall, render_mode=render_mode))
