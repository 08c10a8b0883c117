"""Every classic that OpenSpiel has too: a Pair for each variant that is held to it."""

from __future__ import annotations

from dataclasses import replace

from adapters.boards import BOARDS
from adapters.cards import HANDS
from adapters.dice import DICE, Hyper, Piglet
from adapters.oracle import Pair

PAIRS: dict[str, Pair] = BOARDS | DICE | HANDS

# Their parameters and our options.
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
