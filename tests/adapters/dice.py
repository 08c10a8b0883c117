"""Games with dice that OpenSpiel has too."""

from __future__ import annotations

import random
import re
from typing import Any

from adapters.oracle import CHANCE, Ours, Pair, face


class Piglet(Pair):
    """Theirs throws a one or something else; ours throws the die."""

    def throw(self, ours: Ours, other: Any, rng: random.Random) -> None:
        odds = ours.odds()
        more = sum(chance for said, chance in odds.items() if said != "1")
        self.same_odds({0: odds["1"], 1: more}, dict(other.chance_outcomes()))
        said = rng.choice(sorted(odds))
        ours.play(said)
        other.apply_action(int(said != "1"))


Path = tuple[tuple[int, int], ...]


class Backgammon(Pair):
    """One action of theirs is two moves of one man each: the paths of two decisions of ours.  Theirs passes where nothing can be moved."""

    def turn(self, ours: Any, other: Any, rng: random.Random) -> None:
        seat = other.current_player()
        theirs = {self.their_path(other, action, seat): action for action in other.legal_actions()}
        if () in theirs:
            assert len(theirs) == 1 and ours.seat() in (CHANCE, 1 - seat)
            other.apply_action(theirs[()])
            return
        assert ours.seat() == seat
        die = int(re.search(r"Dice: (\d)", str(other))[1])  # type: ignore[index]
        mine = {self.path(path, die): path for path in self.paths(ours, seat)}
        assert theirs.keys() == mine.keys()
        said = self.pick(sorted(theirs), theirs, other, rng)
        for name in mine[said]:
            ours.legal()
            ours.play(name)
        other.apply_action(theirs[said])

    def step(self, ours: Ours, other: Any, rng: random.Random) -> None:
        """As for all, but theirs may have to pass when ours has gone on."""
        (self.throw if other.is_chance_node() else self.turn)(ours, other, rng)

    def paths(self, ours: Any, seat: int) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for name in ours.legal():
            after = ours.copy()
            after.play(name)
            double = name.startswith("move_double")
            if after.seat() == seat and (double or name.startswith("move_first")):
                found += [(name, then) for then in after.legal()]
            else:
                found.append((name,))
        return found

    def path(self, names: tuple[str, ...], double: int) -> Path:
        found = []
        for name in names:
            verb, *numbers = re.findall(r"\w+", name)
            n, d = map(int, reversed(numbers) if verb == "move_single" else [*numbers, double][:2])
            found.append((n, d))
        return tuple(found)

    def their_path(self, other: Any, action: int, seat: int) -> Path:
        moves = [move for move in other.spiel_move_to_checker_moves(seat, action) if move.pos != -1]
        return tuple((25 if move.pos > 23 else move.pos + 1 if seat else 24 - move.pos, move.num) for move in moves)

    def throw(self, ours: Any, other: Any, rng: random.Random) -> None:
        """Theirs throws two dice at once, and at the beginning both players' until they differ: the odds of our two chances are multiplied.

        Where ours throws again it is where it was before, so that the odds of what differs are divided by their sum.
        """
        first = "starts" in other.action_to_string(CHANCE, 0)
        odds, paths = dict[str, float](), dict[str, tuple[str, str]]()
        for one, chance in ours.odds().items():
            after = ours.copy()
            after.play(one)
            for two, other_chance in after.odds().items():
                if first and one == two:
                    again = after.copy()
                    again.play(two)
                    assert again.odds() == ours.odds()
                    continue
                a, b = sorted((one, two))
                said = f"{'XO'[one < two]} {a}{b}" if first else f"{a}{b}"
                odds[said] = odds.get(said, 0.0) + chance * other_chance
                paths[said] = one, two
        total = sum(odds.values())
        names = {}
        for action, chance in other.chance_outcomes():
            words = other.action_to_string(CHANCE, action)
            said = "".join(sorted(re.findall(r"\d", words)[-2:]))
            said = f"{words[words.index(' starts') - 1]} {said}" if first else said
            names[said] = action, chance + (names[said][1] if said in names else 0.0)
        theirs = {said: chance for said, (_, chance) in names.items()}
        self.same_odds({said: chance / total for said, chance in odds.items()} if first else odds, theirs)
        said = rng.choice(sorted(names))
        for name in paths[said]:
            ours.odds()
            ours.play(name)
        other.apply_action(names[said][0])


class Hyper(Backgammon):
    """Theirs forgets who has won: it looks for fifteen men."""

    def worth(self, other: Any) -> list[float]:
        assert list(other.returns()) == [0, 0]
        return [1.0, -1.0] if "Scores, X: 3" in str(other) else [-1.0, 1.0]


DICE: dict[str, Pair] = {
    "pig": Pair(
        theirs="pig", move=lambda said, action, seat: said, chance=face, games=2, more_allowed=frozenset({"roll"})
    ),
    "liars_dice": Pair(
        theirs="liars_dice",
        move=lambda said, action, seat: "call_liar" if action == 12 else "bid({}, {})".format(*said.split("-")),
        chance=face,
        games=20,
    ),
    "backgammon": Backgammon(theirs="backgammon", games=1),
}
