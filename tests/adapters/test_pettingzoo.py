"""Our games as environments of PettingZoo, held to its own tests."""

from __future__ import annotations

import contextlib
import io
import random

import pytest

pytest.importorskip("pettingzoo")
np = pytest.importorskip("numpy")

from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

from regelwerk.adapters.pettingzoo import env, parallel_env  # noqa: E402
from regelwerk.errors import NotAnOption  # noqa: E402
from regelwerk.find import bundled_games  # noqa: E402
from regelwerk.knowledge.info import Record  # noqa: E402

QUICK = {"first_game", "goofspiel", "kuhn_poker", "tic_tac_toe"}
GAMES = [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in sorted(bundled_games())]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_their_own_tests(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(name, recall=2), num_cycles=20)
        seed_test(lambda: env(name), num_cycles=10)


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
@pytest.mark.parametrize("name", GAMES)
def test_their_own_tests_in_parallel(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=20)
    one, two, rng = parallel_env(name), parallel_env(name), random.Random(name)
    (seen, _), (other, _) = one.reset(seed=7), two.reset(seed=7)
    for _ in range(10):
        assert repr(seen) == repr(other)
        if not one.agents:
            break
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in one.agents}
        actions = {agent: int(rng.choice(mask)) if len(mask) else 0 for agent, mask in masks.items()}
        (seen, *_), (other, *_) = one.step(actions), two.step(actions)


def test_all_who_decide_at_once_are_asked_at_once() -> None:
    """Three rounds of goofspiel with four cards are three steps (the last card needs no decision)."""
    one, rng, steps = parallel_env("goofspiel", 3, {"cards": 4}), random.Random(1), 0
    seen, _ = one.reset(seed=1)
    while one.agents:
        assert all(seen[agent]["action_mask"].sum() == 4 - steps for agent in one.agents)
        actions = {agent: rng.choice(list(np.flatnonzero(seen[agent]["action_mask"]))) for agent in one.agents}
        seen, rewards, ended, broken, _ = one.step(actions)
        steps += 1
    assert steps == 3 and all(ended.values()) and not any(broken.values()) and sum(rewards.values()) <= 10
    with pytest.raises(NotAnOption):
        one.reset(seed=2)
        one.step(dict.fromkeys(one.agents, 99))


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "masked_ball", "berlin", "london_bridge"])
def test_no_secret_of_another_is_observed(name: str) -> None:
    one, rng, differ = env(name, recall=4), random.Random(name), 0
    one.reset(seed=3)
    for turn in range(20):
        if any(one.terminations.values()) or any(one.truncations.values()):
            break
        kept = one.record
        seen = {agent: one.observe(agent) for agent in one.possible_agents}
        for seat, agent in enumerate(one.possible_agents):
            one.record = kept.imagined(seat, turn)
            differ += one.record.state.vector[5:] != kept.state.vector[5:]
            other = one.observe(agent)
            assert (other["action_mask"] == seen[agent]["action_mask"]).all()
            for field, array in other["observation"].items():
                assert (array == seen[agent]["observation"][field]).all(), field
        one.record = kept
        mask = seen[one.agent_selection]["action_mask"]
        one.step(rng.choice(list(np.flatnonzero(mask))))
    assert differ


def test_who_does_not_decide_has_an_empty_mask() -> None:
    one = env("tic_tac_toe", render_mode="ansi")
    one.reset(seed=1)
    first, second = one.agents
    assert one.observe(first)["action_mask"].sum() == 9
    assert one.observe(second)["action_mask"].sum() == 0
    assert one.action_name(0) == "put_mark(a1)"
    assert "decides" in (one.render() or "")


def test_what_the_mask_forbids_is_refused() -> None:
    one = env("tic_tac_toe")
    one.reset(seed=1)
    one.step(4)
    before: Record = one.record
    for wrong in (4, 9, -1):
        with pytest.raises(NotAnOption):
            one.step(wrong)
    assert one.record is before
