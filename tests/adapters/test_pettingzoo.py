"""Our games as environments of PettingZoo, held to its own tests."""

from __future__ import annotations

import contextlib
import io
import random

import pytest

pytest.importorskip("pettingzoo")
np = pytest.importorskip("numpy")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from regelwerk.adapters.pettingzoo import env  # noqa: E402
from regelwerk.errors import NotAnOption  # noqa: E402
from regelwerk.info import Record  # noqa: E402

GAMES = [
    "berlin", "babel", "london_bridge", "tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "goofspiel",
    "liars_dice", "go_fish", "hearts", "backgammon", "masked_ball", "sealed_bids", "othello",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_their_own_tests(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(name, recall=2), num_cycles=20)
        seed_test(lambda: env(name), num_cycles=10)


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
