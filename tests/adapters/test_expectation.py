"""What small positions of games with chance are worth: the same on our engine and on OpenSpiel's, to 1e-9."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import regelwerk  # noqa: E402
from adapters.dice import Backgammon, Path  # noqa: E402
from adapters.expectation import Theirs, Walk, Weight, alike, our_cells, their_words, uneven  # noqa: E402
from adapters.oracle import Direct, Pair  # noqa: E402
from adapters.pairs import PAIRS, VARIANTS  # noqa: E402

NEAR = 1e-9


class Loaded(Direct):
    """Ours with slightly wrong odds: a check that does not notice is none."""

    def odds(self) -> dict[str, float]:
        found = super().odds()
        weights = {name: chance * (1 + at * at / 1000) for at, (name, chance) in enumerate(found.items())}
        return {name: weight / sum(weights.values()) for name, weight in weights.items()}


def sides(pair: Pair) -> tuple[Direct, Direct]:
    """Ours at the beginning, and the same with wrong odds."""
    game, names = regelwerk.load(pair.name(), pair.players, pair.options, engine="native"), dict[int, str]()
    return Direct(game, pair.payoff, names), Loaded(game, pair.payoff, names)


QUICK = {"kuhn_poker", "leduc_poker", "liars_dice_of_three", "goofspiel", "pig_from_the_start", "pig", "backgammon"}


def marked(names: Iterable[str]) -> list[Any]:
    return [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in names]


# -- whole games -----------------------------------------------------------------------------------
def small(name: str, theirs: str, **options: Any) -> Pair:
    return replace(PAIRS[name], theirs=theirs, options=options, kept={})


def bids(sides: int) -> Callable[[str, int, int], str]:
    return lambda said, action, seat: "call_liar" if action == 2 * sides else "bid({}, {})".format(*said.split("-"))


WHOLE = {
    "kuhn_poker": PAIRS["kuhn_poker"],
    "kuhn_poker_3": VARIANTS["kuhn_poker_3"],
    "leduc_poker": PAIRS["leduc_poker"],
    "liars_dice": PAIRS["liars_dice"],
    "liars_dice_of_three": replace(small("liars_dice", "liars_dice(dice_sides=3)", sides=3), move=bids(3)),
    "goofspiel": small("goofspiel", "goofspiel(num_cards=3)", cards=3),
    "goofspiel_of_four": small("goofspiel", "goofspiel(num_cards=4)", cards=4),
    "first_sealed_auction": PAIRS["first_sealed_auction"],
}


@pytest.mark.parametrize("name", marked(WHOLE))
def test_a_whole_game(name: str) -> None:
    """Uniform play, by OpenSpiel's own algorithm; and play in which each seat has its likings."""
    pair = WHOLE[name]
    ours, loaded = sides(pair)
    start = pair.other().new_initial_state()
    same = pyspiel.UniformRandomPolicy(start.get_game())
    theirs = pyspiel.expected_returns(start, [same] * start.num_players(), -1, True)
    assert Walk(pair, alike, our_cells).worth(ours) == pytest.approx(theirs, rel=0, abs=NEAR)
    theirs = Walk(pair, uneven).worth(Theirs(pair, start))
    assert Walk(pair, uneven, our_cells).worth(ours) == pytest.approx(theirs, rel=0, abs=NEAR)
    assert Walk(pair, uneven, our_cells).worth(loaded) != pytest.approx(theirs, rel=0, abs=NEAR)


# -- the ends of longer games ----------------------------------------------------------------------
class Race(Backgammon):
    """Men farthest behind go first, so that soon none can be hit any more, and both sides bear off."""

    def pick(self, said: list[Path], names: Any, other: Any, rng: random.Random) -> Path:
        return max(said, key=lambda path: (sum(n for n, _ in path), rng.random()))


def men(other: Any) -> list[dict[int, int]]:
    """Of each: how many men stand how far from the end."""
    far = [lambda at: 24 - at, lambda at: at + 1]
    return [{far[seat](at): n for at in range(24) if (n := other.board(seat, at))} for seat in (0, 1)]


def few_are_left(most: int) -> Callable[[Any], bool]:
    """Before a throw: both bear off, nobody can be hit, and each has at most so many men."""

    def near(other: Any) -> bool:
        home = all(max(one) <= 6 and sum(one.values()) <= most for one in men(other) if one)
        return home and other.is_chance_node() and re.search(r"Bar:$", str(other), re.M) is not None

    return near


def points_at_stake(goal: int) -> Callable[[Any], bool]:
    def near(other: Any) -> bool:
        scores, stake = re.match(r"Scores: ([\d ]+), Turn total: (\d+)", str(other)).groups()  # type: ignore[union-attr]
        return not other.is_chance_node() and max(map(int, scores.split())) + int(stake) >= goal

    return near


def pond_is_low(other: Any) -> bool:
    *_, pond = str(other).split("\n")
    return not other.is_chance_node() and sum(map(int, re.findall(r"\d", pond))) <= 3


@dataclass
class End:
    """Games that are driven to where `near` holds; what is it worth there, `depth` decisions far?"""

    pair: Pair
    near: Callable[[Any], bool]
    depth: int | None
    weights: tuple[Weight | None, ...] = (None, uneven)  # None: each chooses what is best for him
    games: int = 3
    memory: bool = True  # whether the text of theirs tells all


ENDS = {
    "pig_from_the_start": End(
        replace(VARIANTS["pig_that_stops"], theirs="pig(winscore=10)", options={"stops_with_the_goal": True, "goal": 10}),
        points_at_stake(0), depth=5, games=1,
    ),
    "pig": End(PAIRS["pig"], points_at_stake(94), depth=5, weights=(None,)),  # nobody rolls on who has won
    "pig_that_stops": End(VARIANTS["pig_that_stops"], points_at_stake(94), depth=5),
    "backgammon": End(Race(**vars(PAIRS["backgammon"])), few_are_left(3), depth=None, weights=(None,), games=2),
    "backgammon_with_gammons": End(Race(**vars(VARIANTS["backgammon_with_gammons"])), few_are_left(3), depth=None, weights=(None,), games=2),
    "hyper_backgammon": End(VARIANTS["hyper_backgammon"], few_are_left(2), depth=None, weights=(None,)),
    "go_fish": End(PAIRS["go_fish"], pond_is_low, depth=4, memory=False),
}  # fmt: skip


@pytest.mark.parametrize("name", marked(ENDS))
def test_the_end_of_a_game(name: str) -> None:
    """Positions that are reached by random moves shown to both; those in which nothing is open any more show nothing, and are passed over."""
    end, rng, found, tried = ENDS[name], random.Random(name), 0, 0
    start, loaded = sides(end.pair)
    while found < end.games:
        tried += 1
        assert tried < 40 * end.games
        ours, other = start.copy(), end.pair.other().new_initial_state()
        while not other.is_terminal() and not end.near(other):
            end.pair.step(ours, other, rng)
        for weight in end.weights:
            theirs = Walk(end.pair, weight, their_words if end.memory else None).worth(
                Theirs(end.pair, other), end.depth
            )
            assert Walk(end.pair, weight, our_cells).worth(ours, end.depth) == pytest.approx(theirs, rel=0, abs=NEAR)
            if theirs == pytest.approx(list(map(round, theirs)), rel=0, abs=NEAR):
                break
            loaded.state = ours.state
            assert Walk(end.pair, weight, our_cells).worth(loaded, end.depth) != pytest.approx(theirs, rel=0, abs=NEAR)
        else:
            found += 1
