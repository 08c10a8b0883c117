"""Our games in OpenSpiel's own algorithms, beside its own implementations of the same games."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts  # noqa: E402

import regelwerk  # noqa: E402
from regelwerk.adapters.openspiel import as_openspiel, openspiel_game  # noqa: E402
from regelwerk.errors import RulesBroke, UsageError  # noqa: E402

CHIPS: dict[str, Any] = {"payoff": "totals", "zero_sum": True}


@pytest.mark.parametrize(
    ("name", "players", "bound", "states"),
    [("kuhn_poker", 2, 2.0, 12), ("kuhn_poker", 3, 4.0, 48), ("leduc_poker", 2, 13.0, 936)],
)
def test_uniform_play_is_as_exploitable(name: str, players: int, bound: float, states: int) -> None:
    ours = openspiel_game(name, players, bound=bound, **CHIPS)
    theirs = pyspiel.load_game(name, {"players": players})
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert len(policy.TabularPolicy(ours).state_lookup) == states


def test_goofspiel_has_as_many_information_states() -> None:
    ours = openspiel_game("goofspiel", 2, {"cards": 3, "order": "falling", "bids_hidden": True})
    said = "goofspiel(imp_info=True,num_cards=3,points_order=descending)"
    theirs = pyspiel.load_game(f"turn_based_simultaneous_game(game={said})")
    sizes = [len(policy.TabularPolicy(game).state_lookup) for game in (ours, theirs)]
    assert sizes[0] == sizes[1]
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    game = openspiel_game("kuhn_poker", bound=2.0, **CHIPS)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average, average])
    assert value[0] == pytest.approx(-1 / 18, abs=5e-3)
    assert exploitability.exploitability(game, average) < 0.02


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "goofspiel", "first_sealed_auction", "pig", "nim"])
def test_their_own_random_test(name: str) -> None:
    options = {"cards": 4} if name == "goofspiel" else None
    pyspiel.random_sim_test(openspiel_game(name, options=options), num_sims=2, serialize=name != "pig", verbose=False)


def test_search() -> None:
    game, rng = openspiel_game("tic_tac_toe"), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "london_bridge"])
def test_search_with_secrets(name: str) -> None:
    game, rng = openspiel_game(name, options={"cards": 4} if name == "goofspiel" else None), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=ShortRollout(),
        max_simulations=8,
        random_state=rng,
    )
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal() and decisions < 4:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(bot.step(state))
            decisions += 1


class ShortRollout:
    """Everything is worth the same."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@pytest.mark.parametrize("name", ["leduc_poker", "go_fish", "berlin"])
def test_copies_and_pickles_go_on_alike(name: str) -> None:
    game = openspiel_game(name)
    state, rng = game.new_initial_state(), random.Random(5)
    for _ in range(12):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.history() == state.history()
        assert str(other) == str(state)
        for seat in range(game.num_players()):
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(again) == str(state)


@pytest.mark.parametrize("name", ["leduc_poker", "goofspiel", "sealed_bids", "masked_ball", "berlin", "london_bridge"])
def test_what_is_hidden_leaves_strings_and_tensors_unchanged(name: str) -> None:
    """A state dealt anew behind a seat's back gives it the same strings, tensors and actions; somewhere it is another state."""
    game = openspiel_game(name)
    state, rng, differ = game.new_initial_state(), random.Random(name), 0
    for _ in range(25):
        if state.is_terminal():
            break
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            differ += str(other) != str(state)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))
    assert differ


def test_a_folder_and_wrong_words(tmp_path: Any) -> None:
    assert as_openspiel(regelwerk.load("nim")).num_distinct_actions() > 0
    with pytest.raises(UsageError):
        openspiel_game("nim", payoff="gold")
    game = openspiel_game("mancala", payoff="totals", zero_sum=True)
    state, rng = game.new_initial_state(), random.Random(1)
    with pytest.raises(RulesBroke, match="sum to 0"):
        while True:
            state.returns()
            state.apply_action(rng.choice(state.legal_actions()))
