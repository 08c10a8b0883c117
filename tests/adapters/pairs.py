"""Every classic that OpenSpiel has too: a Pair for each variant that is held to it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adapters.oracle import CHANCE, TERMINAL, Ours, Pair, draughts, face, grid, line, nim, pyspiel, squares

CARDS = [f"card({rank}, {suit})" for rank in ("jack", "queen", "king") for suit in ("spades", "hearts")]


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


class Chess(Pair):
    """Both sides in long algebraic notation."""

    def their_moves(self, other: Any) -> dict[str, int]:
        board = other.board()
        return {pyspiel.chess.action_to_move(action, board).to_lan(): action for action in other.legal_actions()}

    def mine(self, name: str, ours: Any) -> str:
        verb, *args = re.findall(r"\w+", name)
        row = "18"[ours.seat()]
        match verb:
            case "step":
                return "".join(args)
            case "promote":
                return f"{args[0]}{args[1]}{'n' if args[2] == 'knight' else args[2][0]}"
            case "castle":
                return f"e{row}{'g' if args[0] == 'king_side' else 'c'}{row}"
            case _:
                return f"{args[0]}{self.skipped(ours)}"

    def skipped(self, ours: Any) -> str:
        state = ours.state if hasattr(ours.state, "view") else ours.state.record.state
        at = next(i for i, variable in enumerate(state.game.program.variables) if variable.name == "skipped")
        number = state.view("public").variables[at][0]
        return f"{'abcdefgh'[number % 8]}{number // 8 + 1}"


class Amazons(Pair):
    """A turn of ours is three actions of theirs: whence, whither, and where the arrow goes."""

    def turn(self, ours: Ours, other: Any, rng: random.Random) -> None:
        names = {}
        for a in other.legal_actions():
            one = other.child(a)
            for b in one.legal_actions():
                names.update(
                    {f"move_and_shoot({sq(a)}, {sq(b)}, {sq(s)})": (a, b, s) for s in one.child(b).legal_actions()}
                )
        mine = ours.legal()
        assert names.keys() == set(mine)
        said = rng.choice(sorted(mine))
        ours.play(said)
        for action in names[said]:
            other.apply_action(action)


def sq(action: int) -> str:
    return f"{'abcdefghij'[action % 10]}{10 - action // 10}"


PAIRS: dict[str, Pair] = {
    "tic_tac_toe": Pair(theirs="tic_tac_toe", move=lambda said, action, seat: f"put_mark({grid(said)})", games=30),
    "connect_four": Pair(theirs="connect_four", move=lambda said, action, seat: f"drop({action + 1})", games=20),
    "nim": Pair(theirs="nim", move=nim, games=30),
    "hex": Pair(theirs="hex", move=lambda said, action, seat: f"place_stone({said})", games=2),
    "havannah": Pair(theirs="havannah(board_size=8)", move=lambda said, action, seat: f"place_stone({said})", games=1),
    "othello": Pair(
        theirs="othello", move=lambda said, action, seat: "pass" if "pass" in said else f"place_disc({said})", games=4
    ),
    "breakthrough": Pair(theirs="breakthrough", move=squares("step"), games=4),
    "checkers": Pair(theirs="checkers", move=draughts, games=4),
    "mancala": Pair(
        theirs="mancala",
        move=lambda said, action, seat: f"sow(s{action})" if action < 7 else f"sow(n{action - 7})",
        games=8,
    ),
    "dots_and_boxes": Pair(theirs="dots_and_boxes", move=line, games=20),
    "amazons": Amazons(theirs="amazons", games=1),
    "chess": Chess(theirs="chess", first=1, games=1),
    "pig": Pair(
        theirs="pig", move=lambda said, action, seat: said, chance=face, games=2, more_allowed=frozenset({"roll"})
    ),
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
    "liars_dice": Pair(
        theirs="liars_dice",
        move=lambda said, action, seat: "call_liar" if action == 12 else "bid({}, {})".format(*said.split("-")),
        chance=face,
        games=20,
    ),
    "goofspiel": Goofspiel(
        theirs="goofspiel",
        move=lambda said, action, seat: f"play_card({action + 1})",
        chance=face,
        games=5,
        turn_based=True,
    ),
}


RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


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


PAIRS["go_fish"] = GoFish(theirs="go_fish", move=fish, chance=lambda said, action: RANKS[action], games=2)
PAIRS["first_sealed_auction"] = Pair(
    theirs="first_sealed_auction",
    move=lambda said, action, seat: f"name_a_bid({action})",
    chance=lambda said, action: f"seat_{action + 1}" if said.startswith("Chose") else str(action),
    payoff="totals",
    games=20,
)


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


PAIRS["hearts"] = Hearts(
    theirs="hearts",
    move=lambda said, action, seat: f"play_card({card_of(action)})",
    options={"deals": 4, "queen_breaks_hearts": True},
    games=1,
)


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


PAIRS["backgammon"] = Backgammon(theirs="backgammon", games=1)


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


PAIRS["gin_rummy"] = GinRummy(
    theirs="gin_rummy", chance=lambda said, action: gin_card(said.split()[-1]), payoff="totals", games=2
)


class Piglet(Pair):
    """Theirs throws a one or something else; ours throws the die."""

    def throw(self, ours: Ours, other: Any, rng: random.Random) -> None:
        odds = ours.odds()
        more = sum(chance for said, chance in odds.items() if said != "1")
        self.same_odds({0: odds["1"], 1: more}, dict(other.chance_outcomes()))
        said = rng.choice(sorted(odds))
        ours.play(said)
        other.apply_action(int(said != "1"))


class Hyper(Backgammon):
    """Theirs forgets who has won: it looks for fifteen men."""

    def worth(self, other: Any) -> list[float]:
        assert list(other.returns()) == [0, 0]
        return [1.0, -1.0] if "Scores, X: 3" in str(other) else [-1.0, 1.0]


# -- variants: their parameters and our options ------------------------------------------------------
VARIANTS: dict[str, Pair] = {
    "pig_that_stops": replace(
        PAIRS["pig"], options={"stops_with_the_goal": True}, more_allowed=frozenset(), long_games=300, kept={}
    ),
    "piglet": Piglet(
        move=lambda said, action, seat: said,
        theirs="pig(piglet=True,winscore=20,diceoutcomes=4,players=3)",
        players=3,
        options={"piglet": True, "goal": 20, "sides": 4, "stops_with_the_goal": True},
        payoff="winners",
    ),
    "nim_normal": replace(PAIRS["nim"], theirs="nim(is_misere=False)", options={"last_one_wins": True}, kept={}),
    "goofspiel_hidden": replace(
        PAIRS["goofspiel"],
        theirs="goofspiel(imp_info=True,points_order=ascending,num_cards=6,num_turns=4)",
        options={"cards": 6, "turns": 4, "order": "rising", "bids_hidden": True},
        kept={},
    ),
    "kuhn_poker_3": replace(
        PAIRS["kuhn_poker"],
        theirs="kuhn_poker(players=3)",
        players=3,
        chance=lambda said, action: ("jack", "queen", "king", "ace")[action],
        kept={},
    ),
    "liars_dice_2": replace(
        PAIRS["liars_dice"],
        theirs="liars_dice(numdice=2,dice_sides=4)",
        move=lambda said, action, seat: "call_liar" if action == 16 else "bid({}, {})".format(*said.split("-")),
        options={"number": 2, "sides": 4},
        kept={},
    ),
    "liars_dice_by_face": replace(
        PAIRS["liars_dice"],
        theirs="liars_dice(numdice=2,bidding_rule=reset-quantity)",
        move=lambda said, action, seat: "call_liar" if action == 24 else "bid({}, {})".format(*said.split("-")),
        options={"number": 2, "face_before_count": True},
        kept={},
    ),
    "first_sealed_auction_4": replace(
        PAIRS["first_sealed_auction"],
        theirs="first_sealed_auction(players=4,max_value=6)",
        players=4,
        options={"highest_worth": 6},
        kept={},
    ),
    "go_fish_3": replace(
        PAIRS["go_fish"],
        theirs="go_fish(players=3,initial_cards=4,ask_after_empty_draw=False)",
        players=3,
        options={"initial_cards": 4, "drawing_ends_the_turn": True},
        payoff="winners",
        kept={},
    ),
    "go_fish_out": replace(
        PAIRS["go_fish"], theirs="go_fish(end_on_first_out=True)", options={"first_out_ends": True}, kept={}
    ),
    "hyper_backgammon": Hyper(theirs="backgammon(hyper_backgammon=True)", options={"hyper": True}, long_games=300),
    "backgammon_with_gammons": replace(
        PAIRS["backgammon"],
        theirs="backgammon(scoring_type=enable_gammons)",
        options={"counting": "gammons"},
        payoff="totals",
        long_games=300,
        kept={},
    ),
    "hearts_otherwise": replace(
        PAIRS["hearts"],
        theirs="hearts(avoid_all_tricks_bonus=True,can_lead_any_club=True,can_lead_hearts_instead_of_qs=True,jd_bonus=True,"
        "no_pts_on_first_trick=False,qs_breaks_hearts=False)",
        options={
            "deals": 4,
            "any_club_first": True,
            "hearts_instead_of_the_queen": True,
            "jack_of_diamonds": True,
            "no_tricks_bonus": True,
            "points_in_the_first_trick": True,
        },
        kept={},
    ),
    "gin_rummy_oklahoma": replace(
        PAIRS["gin_rummy"],
        theirs="gin_rummy(oklahoma=True,gin_bonus=20,undercut_bonus=10,hand_size=7)",
        options={"oklahoma": True, "gin_bonus": 20, "undercut_bonus": 10, "hand_size": 7},
        kept={},
    ),
}
