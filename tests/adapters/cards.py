"""Games with cards, and bids, that OpenSpiel has too."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from adapters.oracle import CHANCE, TERMINAL, Ours, Pair, face, pyspiel

CARDS = [f"card({rank}, {suit})" for rank in ("jack", "queen", "king") for suit in ("spades", "hearts")]


RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


class Leduc(Pair):
    """Two raises of different height are one action of theirs."""

    def mine(self, name: str, ours: Ours) -> str:
        return re.sub(r"raise\(\d\)", "raise", name)


class Goofspiel(Pair):
    """Theirs does not draw the last prize."""

    def end(self, ours: Ours) -> None:
        while ours.seat() == CHANCE:
            (name,) = ours.odds()
            ours.play(name)


class GoFish(Pair):
    """Ours shows what is caught, by a chance with one outcome; theirs gives another card to who lays a book while cards are dealt."""

    def turn(self, ours: Ours, other: Any, rng: random.Random) -> None:
        super().turn(ours, other, rng)
        self.settle(ours)

    def throw(self, ours: Ours, other: Any, rng: random.Random) -> None:
        super().throw(ours, other, rng)
        self.settle(ours)

    def pick_outcome(self, said: list[str], other: Any, rng: random.Random) -> str:
        hands = re.findall(r"^(?:[a-m]\d)*:", str(other), re.M)
        dealing = str(other).startswith("Deal")
        return rng.choice([one for one in said if not (dealing and any(f"{letter(one)}3" in hand for hand in hands))])

    def settle(self, ours: Ours) -> None:
        while ours.seat() == CHANCE and (name := min(ours.odds())).startswith("("):  # a card that is shown
            ours.play(name)


def letter(rank: str) -> str:
    return "abcdefghijklm"[RANKS.index(rank)]


def fish(said: str, action: int, seat: int) -> str:
    return f"ask(seat_{int(said[0]) + 1}, {RANKS['abcdefghijklm'.index(said[1])]})"


class Hearts(Pair):
    """Four deals of ours, which pass to the left, to the right, across and not at all, are four games of theirs.

    What goes round with us is a chance with theirs: each direction is as likely.
    """

    passes = (1, 3, 2, 0)

    def follow(self, ours: Ours, other: Any, rng: random.Random) -> int:
        points, steps = [0.0] * 4, 0
        self.same_odds(dict.fromkeys(self.passes, 1 / 4), dict(other.chance_outcomes()))
        for direction in self.passes:
            one = other.clone()
            one.apply_action(direction)
            self.deal(ours, one, rng)
            if direction:
                self.hand_on(ours, one, rng)
            while not one.is_terminal():
                assert ours.seat() == one.current_player()
                self.turn(ours, one, rng)
                steps += 1
            points = [sum(pair) for pair in zip(points, (26 - n for n in one.returns()), strict=True)]
            if max(points) >= 100:
                break
        assert ours.seat() == TERMINAL
        assert ours.returns() == [-n for n in points]
        return steps

    def deal(self, ours: Ours, one: Any, rng: random.Random) -> None:
        """Theirs deals round the table, ours hand after hand; the deals (more than 10^28) cannot be listed.

        Both draw one of the cards that are left, each with the same odds, so on both sides an order of the 52 has odds of 1 in 52!, and a
        deal is made by 13!^4 orders.  What is compared is each draw.
        """
        cards = list(range(52))
        rng.shuffle(cards)
        for dealt, card in enumerate(cards):
            theirs = {card_of(action): chance for action, chance in one.chance_outcomes()}
            self.same_odds(alike(cards[dealt:]), theirs)
            one.apply_action(card)
        by_hand = [card for seat in range(4) for card in cards[seat::4]]
        for dealt, card in enumerate(by_hand):
            self.same_odds(ours.odds(), alike(by_hand[dealt:]))
            ours.play(card_of(card))

    def hand_on(self, ours: Ours, one: Any, rng: random.Random) -> None:
        """Theirs takes three cards in any order, ours in ascending order."""
        for seat in range(4):
            assert ours.seat() == one.current_player() == seat
            hand = one.legal_actions()
            three = rng.sample(hand, 3)
            for card in three:
                assert card in one.legal_actions()
                one.apply_action(card)
            offered = set[str]()
            for name in sorted(map(card_of, three), key=order):
                offered |= set(ours.legal())
                ours.play(name)
            assert offered <= set(map(card_of, hand))


def alike(cards: list[int]) -> dict[str, float]:
    return {card_of(card): 1 / len(cards) for card in cards}


def card_of(action: int) -> str:
    return f"card({('clubs', 'diamonds', 'hearts', 'spades')[action % 4]}, {action // 4 + 2})"


def order(name: str) -> tuple[int, int]:
    suit, rank = re.findall(r"\w+", name)[1:]
    return ("clubs", "diamonds", "spades", "hearts").index(suit), int(rank)


class GinRummy(Pair):
    """Random play hardly ever knocks: three seats out of four are played by their simple bot.

    Theirs lays off no third card at one end of a run.
    """

    def only_ours(self, name: str, other: Any) -> bool:
        laid_off = re.search(r"Layoffs: (\w+)", str(other))
        return name.startswith("lay_off") and laid_off is not None and len(laid_off[1]) >= 4

    def follow(self, ours: Ours, other: Any, rng: random.Random) -> int:
        said = other.get_game().get_parameters()
        bots = [pyspiel.make_simple_gin_rummy_bot(said, seat) if rng.random() < 0.75 else None for seat in (0, 1)]
        self.bots = bots
        return super().follow(ours, other, rng)

    def pick(self, said: list[str], names: Mapping[str, int], other: Any, rng: random.Random) -> str:
        bot = self.bots[other.current_player()]
        if bot is None or rng.random() < 0.02:
            self.bots[other.current_player()] = None  # it is lost where it is not obeyed
            return rng.choice(said)
        action = bot.step(other)
        return next(name for name in said if names[name] == action)

    def their_moves(self, other: Any) -> dict[str, int]:
        found = {}
        phase = re.search(r"Phase: (\w+)", str(other))[1]  # type: ignore[index]
        for action in other.legal_actions():
            said = other.action_to_string(other.current_player(), action).split("Action: ")[1]
            found[self.word(said, phase, other)] = action
        return found

    def word(self, said: str, phase: str, other: Any) -> str:
        cards = [gin_card(one) for one in re.findall(r"[A2-9TJQK][scdh]", said)]
        if len(cards) > 1:
            return "lay " + " ".join(sorted(cards))
        if cards:
            return {"Discard": "throw_off", "Knock": "lay_away", "Layoff": "lay_off"}[phase] + f"({cards[0]})"
        return {
            "Draw upcard": "take_upcard",
            "Draw stock": "take_from_stock",
            "Pass": {"FirstUpcard": "refuse", "Knock": "enough", "Layoff": "done", "Wall": "stop_at_the_wall"}.get(
                phase, ""
            ),
            "Knock": "knock_at_the_wall" if phase == "Wall" else "knock",
        }[said]

    def mine(self, name: str, ours: Ours) -> str:
        if not name.startswith("lay_meld"):
            return name
        suit, rank, shape = re.findall(r"\w+", name)[3:]
        suits = ("spades", "clubs", "diamonds", "hearts")
        runs = {"run_of_three": 3, "run_of_four": 4, "run_of_five": 5}
        if shape in runs:
            cards = [f"card({suit}, {int(rank) + i})" for i in range(runs[shape])]
        else:
            cards = [f"card({one}, {rank})" for one in suits if shape == "all_four" or one != suit]
        return "lay " + " ".join(sorted(cards))


def gin_card(said: str) -> str:
    suit = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}[said[1]]
    return f"card({suit}, {'A23456789TJQK'.index(said[0]) + 1})"


HANDS: dict[str, Pair] = {
    "kuhn_poker": Pair(
        theirs="kuhn_poker",
        move=lambda said, action, seat: said.lower(),
        chance=lambda said, action: ("jack", "queen", "king")[action],
        payoff="totals",
        games=30,
    ),
    "leduc_poker": Leduc(
        theirs="leduc_poker",
        move=lambda said, action, seat: said.lower(),
        chance=lambda said, action: CARDS[action],
        payoff="totals",
        games=30,
    ),
    "goofspiel": Goofspiel(
        theirs="goofspiel",
        move=lambda said, action, seat: f"play_card({action + 1})",
        chance=face,
        games=5,
        turn_based=True,
    ),
    "go_fish": GoFish(theirs="go_fish", move=fish, chance=lambda said, action: RANKS[action], games=2),
    "first_sealed_auction": Pair(
        theirs="first_sealed_auction",
        move=lambda said, action, seat: f"name_a_bid({action})",
        chance=lambda said, action: f"seat_{action + 1}" if said.startswith("Chose") else str(action),
        payoff="totals",
        games=20,
    ),
    "hearts": Hearts(
        theirs="hearts",
        move=lambda said, action, seat: f"play_card({card_of(action)})",
        options={"deals": 4, "queen_breaks_hearts": True},
        games=1,
    ),
    "gin_rummy": GinRummy(
        theirs="gin_rummy", chance=lambda said, action: gin_card(said.split()[-1]), payoff="totals", games=2
    ),
}
