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
from regelwerk.adapters import openspiel as module  # noqa: E402
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


@pytest.mark.parametrize(
    ("name", "options"),
    [("goofspiel", {"cards": 4}), ("first_sealed_auction", {}), ("kuhn_poker", {})]
    + [pytest.param(name, {}, marks=pytest.mark.long) for name in ("sealed_bids", "spice_stalls", "london_bridge")]
    + [pytest.param("hearts", {"deals": 1}, marks=pytest.mark.long)],
)
def test_their_own_random_test_where_all_decide_at_once(name: str, options: dict[str, Any]) -> None:
    game = openspiel_game(name, options=options, simultaneous=True)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_simultaneous_nodes_are_theirs() -> None:
    """Goofspiel: both are asked at one node, with the same cards, and nothing is told before both have chosen."""
    ours = openspiel_game("goofspiel", options={"cards": 5, "order": "falling"}, simultaneous=True)
    theirs = pyspiel.load_game("goofspiel(num_cards=5,points_order=descending)")
    assert ours.get_type().dynamics == theirs.get_type().dynamics
    rng = random.Random(4)
    for _ in range(20):
        one, two = ours.new_initial_state(), theirs.new_initial_state()
        while not two.is_terminal():
            assert one.is_simultaneous_node() and two.is_simultaneous_node()
            legal = [two.legal_actions(seat) for seat in range(2)]
            assert [one.legal_actions(seat) for seat in range(2)] == legal
            actions = [rng.choice(choices) for choices in legal]
            one.apply_actions(actions)
            two.apply_actions(actions)
        assert one.is_terminal() and one.returns() == two.returns()


def test_turn_by_turn_or_at_once_is_the_same_game() -> None:
    options = {"cards": 3, "order": "falling", "bids_hidden": True}
    one = openspiel_game("goofspiel", options=options)
    two = pyspiel.convert_to_turn_based(openspiel_game("goofspiel", options=options, simultaneous=True))
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (one, two)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)


@pytest.mark.long
def test_who_decides_often_is_asked_until_all_are_done() -> None:
    """Three cards are passed on in hearts: three nodes at which all four are asked, each told of his own cards only."""
    state, rng = openspiel_game("hearts", options={"deals": 1}, simultaneous=True).new_initial_state(), random.Random(2)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for n in range(3):
        assert state.is_simultaneous_node()
        before = [state.information_state_string(seat) for seat in range(4)]
        actions = [state.legal_actions(seat)[0] for seat in range(4)]
        other = state.clone()
        state.apply_actions(actions)
        other.apply_actions([actions[0], *(other.legal_actions(seat)[1] for seat in range(1, 4))])
        if n < 2:
            assert state.information_state_string(0) == other.information_state_string(0) != before[0]
            assert state.information_state_string(1) != other.information_state_string(1)
            again = pickle.loads(pickle.dumps(state))
            assert str(again) == str(state) and again.legal_actions(2) == state.legal_actions(2)
    assert not state.is_simultaneous_node()


@pytest.mark.parametrize(
    ("name", "more", "theirs", "limit"),
    [
        pytest.param("leduc_poker", {**CHIPS, "bound": 13.0}, "leduc_poker", 2.6, marks=pytest.mark.long),
        (
            "goofspiel",
            {"options": {"cards": 3, "order": "falling", "bids_hidden": True}},
            "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=3,points_order=descending))",
            0.1,
        ),
    ],
)
def test_cfr(name: str, more: dict[str, Any], theirs: str, limit: float) -> None:
    """A few rounds make the policy far less exploitable than uniform play (4.75 and 1.33), and as much so as on their own game."""
    found = []
    for game in (openspiel_game(name, **more), pyspiel.load_game(theirs)):
        solver = cfr.CFRPlusSolver(game)
        for _ in range(6):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[0] < limit
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_a_tree_that_is_walked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of a tree is bounded, and what is forgotten is made anew."""
    walked = []
    for kept in (module.KEPT, 0):
        monkeypatch.setattr(module, "KEPT", kept)
        shared = as_openspiel(regelwerk.load("kuhn_poker")).shared
        texts = list[str]()
        for _ in range(2):
            todo = [shared.start]
            while todo:
                record = todo.pop()
                texts.append(record.text(0))
                state = record.state
                numbers = [one.number for one in state.outcomes()] if state.at_chance else state.numbers()
                todo += [shared.child(record, number) for number in numbers]
        walked.append(texts)
        assert len(shared._children) == (57 if kept else 1)
    assert walked[0] == walked[1] and walked[0][:58] == walked[0][58:]


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "goofspiel", "london_bridge"])
def test_search(name: str) -> None:
    """MCTS looks into hidden things, but it runs on every game."""
    options = {"cards": 4} if name == "goofspiel" else None
    game, rng = openspiel_game(name, options=options), np.random.RandomState(1)
    bot = mcts.MCTSBot(
        game, 2, 10, mcts.RandomRolloutEvaluator(1, rng) if options else ShortRollout(), random_state=rng
    )
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal() and decisions < 6:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(bot.step(state))
            decisions += 1
    assert decisions


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "goofspiel", "london_bridge"])
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
