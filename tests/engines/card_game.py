"""A little game of dice and cards as a Flow: chance with weights, secrets in piles, costs with trials, an order of bids, a last round.

Each round a die says how many coins everybody gets, then a card is drawn from a counted pile into the market.  In turn, from the richest on,
players may buy a card of the market (it must be paid, and who buys a jewel must still have a coin: `so_that`, which is tried), or pass.
"""

from __future__ import annotations

from engines.build import Cells, at, both, c, one, op, over, program, span, x
from regelwerk_compiler.flow.flow import (
    OVER,
    Assign,
    Axis,
    Block,
    Branch,
    Chance,
    Clause,
    Collect,
    Const,
    Decide,
    Decision,
    Each,
    Fold,
    Function,
    Jump,
    Lookup,
    MaskOf,
    Numbers,
    Options,
    Outcomes,
    Procedure,
    Program,
    Range,
    Require,
    Run,
    SortKey,
    Store,
    Table,
    Toss,
    Trial,
    Turn,
)

KINDS = 4  # cards: 0..3; 3 is the jewel
PRICES = (1, 2, 3, 5)
PLAYERS = 3


def card_game() -> Program:
    """Three players."""
    cells = Cells()
    pile = cells.add("pile", 0, 5, 5, 4, 3, 2)
    market = cells.add("market", 0, 14, *[0] * KINDS)
    hand = cells.add("hand", 0, 14, *[0] * KINDS * PLAYERS)
    coins = cells.add("coins", 0, 40, *[2] * PLAYERS)
    order = cells.add("order", 0, PLAYERS, 0, *[0] * PLAYERS)
    place = cells.add("place", 0, PLAYERS, 0)
    rounds = cells.add("round", 0, 12, 0)
    starter = cells.add("starter", 0, PLAYERS - 1, 0)

    def held(p: Const | object, k: object) -> object:
        return at(hand, op(op(p, "*", c(KINDS)), "+", k), KINDS * PLAYERS)  # type: ignore[arg-type]

    player = at(order + 1, one(place), PLAYERS)
    richest = (SortKey(True, at(coins, x("p"), PLAYERS)),)
    kinds = over("k", 0, KINDS - 1)
    left = Fold("sum", (over("k", 0, KINDS - 1),), at(pile, x("k"), KINDS))
    worth = Fold("sum", (kinds,), op(held(x("p"), x("k")), "*", Lookup("prices", x("k"))))  # type: ignore[arg-type]
    sorts = Fold("mask", (over("k", 0, KINDS - 1, op(c(0), "<", held(x("p"), x("k")))),), x("k"), width=KINDS)  # type: ignore[arg-type]
    blocks = [
        Block(3, "round", (), (Store(one(rounds), op(one(rounds), "+", c(1))),), Branch(op(left, "==", c(0)), 13, 4)),
        Block(4, "dice", (), (), Toss(0), span(10)),
        Block(
            5,
            "income",
            ("pips",),
            (
                Each(
                    (Clause("p", Turn(one(starter), PLAYERS)),), (Run("earn", (x("p"), op(x("pips"), "div_up", c(2)))),)
                ),
            ),
            Jump(6),
            span(12),
        ),
        Block(6, "card", (), (), Toss(1), span(14)),
        Block(
            7,
            "drawn",
            ("k",),
            (
                Store(at(pile, x("k"), KINDS), op(at(pile, x("k"), KINDS), "-", c(1))),
                Store(at(market, x("k"), KINDS), op(at(market, x("k"), KINDS), "+", c(1))),
                Collect(order, PLAYERS, (Clause("p", Turn(one(starter), PLAYERS)),), x("p"), richest),
                Store(one(place), c(0)),
            ),
            Jump(8),
            span(16),
        ),
        Block(8, "turn", (), (), Decide(0), span(20)),
        Block(
            9,
            "buy",
            ("k",),
            (
                Assign("p", player),
                Run("earn", (x("p"), op(c(0), "-", Lookup("prices", x("k"))))),
                Store(at(market, x("k"), KINDS), op(at(market, x("k"), KINDS), "-", c(1))),
                Store(held(x("p"), x("k")), op(held(x("p"), x("k")), "+", c(1)), 0, 14, 1),  # type: ignore[arg-type]
                Require(Fold("any", (), op(c(0), "<", op(at(coins, x("p"), PLAYERS), "+", op(x("k"), "!=", c(3))))), 2),
            ),
            Jump(10, leaving=True),
            span(30),
        ),
        Block(
            10,
            "next",
            (),
            (Store(one(place), op(one(place), "+", c(1))),),
            Branch(op(one(place), "<", c(PLAYERS)), 8, 11),
        ),
        Block(
            11,
            "round is over",
            (),
            (Store(one(starter), op(op(one(starter), "+", c(1)), "mod", c(PLAYERS))),),
            Branch(op(one(rounds), "<", c(10)), 3, 13),
        ),
        Block(12, "pass", (), (), Jump(10, leaving=True), span(40)),
        Block(13, "end", (), (Store(one(OVER), c(1)),), Jump(0), span(50)),
    ]
    can_buy = both(
        op(c(0), "<", at(market, x("k"), KINDS)),
        op(Lookup("prices", x("k")), "<=", at(coins, player, PLAYERS)),
        Trial(9, (x("k"),)),
    )
    return program(
        "card_game",
        cells,
        blocks,
        3,
        numbers=[
            Numbers("rule", "buy", 0, (Axis("k", 0, KINDS, "card"),)),
            Numbers("rule", "pass", KINDS, ()),
            Numbers("random", "die", 5, (Axis("pips", 1, 6),)),
            Numbers("draw", "card", 11, (Axis("k", 0, KINDS, "card"),)),
        ],
        decisions=[
            Decision("turn", player, (Options(0, (kinds,), can_buy, 9), Options(1, (), None, 12)), None, False, "turn")
        ],
        chances=[
            Chance("die", (Outcomes(2, (Clause("pips", Range(c(1), c(6))),), c(1), 5),), "", (), "pips"),
            Chance("draw", (Outcomes(3, (kinds,), at(pile, x("k"), KINDS), 7),), "", (), "market"),
        ],
        functions=[
            Function("worth", ("p",), worth),
            Function("sorts", ("p",), sorts, KINDS),
            Function("pair", ("p", "q"), MaskOf((x("p"), x("q")), PLAYERS), PLAYERS),
        ],
        procedures=[
            Procedure(
                "earn",
                ("p", "much"),
                (Store(at(coins, x("p"), PLAYERS), op(at(coins, x("p"), PLAYERS), "+", x("much")), 0, 40, 0),),
                span(60),
            )
        ],
        tables={"prices": Table(PRICES)},
        reasons=["too few coins", "too many cards", "a jewel asks for a coin"],
        most_decisions=100,
        seats=("anna", "ben", "cleo"),
    )
