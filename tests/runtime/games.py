"""Small games as Programs, written by hand as the lowering would: `heap` (open), `kuhn` (individuals, a draw), `sealed` (a secret loop, payments)."""

from __future__ import annotations

from regelwerk_compiler.document.located import Span
from regelwerk_compiler.flow.flow import (
    OVER,
    VEIL,
    And,
    Axis,
    Binary,
    BinaryOp,
    Block,
    Branch,
    Call,
    Cell,
    CellInfo,
    Chance,
    Choice,
    Clause,
    Const,
    Decide,
    Decision,
    Each,
    Expr,
    Fold,
    Function,
    Jump,
    Local,
    Numbers,
    Options,
    Or,
    Outcomes,
    PieceInfo,
    Program,
    Range,
    Ranking,
    ScoreItem,
    Stmt,
    Stop,
    Store,
    Toss,
    Unary,
    VariableInfo,
    ZoneInfo,
)

PLAYER2, PLAYER3 = Axis("i0", 0, 2, "player"), Axis("i0", 0, 3, "player")
ENDS = (Block(0, "ended", (), (), Stop()), Block(1, "capped", (), (), Stop()), Block(2, "stopped", (), (), Stop()))


def c(n: int) -> Const:
    return Const(n)


def x(name: str) -> Local:
    return Local(name)


def op(a: Expr, sign: BinaryOp, b: Expr) -> Expr:
    return Binary(sign, a, b)


def at(base: int, index: Expr, size: int) -> Cell:
    return Cell(base, index, size)


def add(cell: Cell, n: Expr | int) -> Store:
    return Store(cell, op(cell, "+", c(n) if isinstance(n, int) else n))


class Cells:
    """Hands out the cells behind the header."""

    def __init__(self) -> None:
        self.infos = [
            CellInfo("pc", "header", 0, 1, 0, 10**6),
            CellInfo("decisions", "header", 1, 1, 0, 10**9),
            CellInfo("key", "header", 2, 1, 0, 2**64 - 1),
            CellInfo("over", "header", 3, 1, 0, 1),
            CellInfo("veil", "header", 4, 1, 0, 10**6),
        ]
        self.initial = [0] * 5

    def new(self, name: str, role: str, low: int, high: int, *initial: int) -> int:
        base = len(self.initial)
        self.infos.append(CellInfo(name, role, base, len(initial), low, high))
        self.initial += initial
        return base


def heap(size: int = 7, most: int = 20) -> Program:
    """Take 1 to 3 from a heap; who takes the last wins."""
    cells = Cells()
    left = cells.new("heap", "variable", 0, size, size)
    winner = cells.new("winner", "variable", -1, 1, -1)
    seat = cells.new("seat", "frame", 0, 1, 0)
    take = Options(
        0,
        (Clause("n", Range(c(1), c(3))),),
        op(x("n"), "<=", Cell(left)),
        4,
        (("take.enough", op(x("n"), "<=", Cell(left))),),
    )
    blocks = (
        *ENDS,
        Block(3, "turn", (), (), Decide(0)),
        Block(4, "take", ("n",), (Store(Cell(left), op(Cell(left), "-", x("n"))),), Jump(5, leaving=True)),
        Block(5, "turn", (), (), Branch(op(Cell(left), "==", c(0)), 6, 7)),
        Block(6, "last_taken", (), (Store(Cell(winner), Cell(seat)), Store(Cell(OVER), c(1))), Jump(0)),
        Block(7, "turn", (), (Store(Cell(seat), op(c(1), "-", Cell(seat))),), Jump(3)),
    )
    return Program(
        game="heap",
        hash="heap-1",
        seats=("anna", "ben"),
        players=2,
        options=(),
        most_decisions=most,
        cells=tuple(cells.infos),
        initial=tuple(cells.initial),
        blocks=blocks,
        entry=3,
        procedures={},
        functions={
            "score_last": Function("score_last", ("p",), op(Cell(winner), "==", x("p"))),
            "winner_is_anna": Function("winner_is_anna", ("p",), op(Cell(winner), "==", c(0))),
        },
        tables={},
        lists={},
        numbers=(Numbers("rule", "take", 0, (Axis("n", 1, 3),)),),
        decisions=(Decision("turn", Cell(seat), (take,), None, False, "turn"),),
        chances=(),
        reasons=(),
        variables=(
            VariableInfo("heap", left, (), Axis("", 0, size + 1), (), False, "", None),
            VariableInfo("winner", winner, (), Axis("", 0, 2, "player"), ("nobody",), False, "", None),
        ),
        pieces=(),
        zones=(),
        kinds={},
        score=(ScoreItem("last", "score_last"),),
        ranking=Ranking(((True, "total"),), True, False),
        texts={"take": {"en": "Take {n}", "de": "{n} nehmen"}, "last": {"de": "das Letzte"}},
        statements={"take": ("heap.1",)},
    )


def kuhn() -> Program:
    """Kuhn poker: three single cards, one each, bets."""
    cells = Cells()
    stake = cells.new("stake", "variable", 1, 2, 1, 1)
    checks = cells.new("checks", "variable", 0, 2, 0)
    folded = cells.new("folded", "variable", -1, 1, -1)
    shown = cells.new("shown", "variable", 0, 1, 0)
    card = cells.new("card", "location", 0, 3, 1, 1, 1)
    seat = cells.new("seat", "frame", 0, 2, 0)
    where = at(card, x("c"), 3)
    in_deck = Clause("c", Range(c(0), c(2)), op(where, "==", c(1)))
    my_stake, other = at(stake, Cell(seat), 2), at(stake, op(c(1), "-", Cell(seat)), 2)
    faces_bet = op(my_stake, "<", other)
    no_bet = Unary("not", faces_bet)

    def rule(index: int, target: int, guard: Expr, need: str) -> Options:
        return Options(index, (), guard, target, ((need, guard),))

    best = Fold("max", (Clause("c", Range(c(0), c(2)), op(where, "==", op(c(2), "+", x("p")))),), x("c"), empty=-1)
    wins = Or(
        (
            op(Cell(folded), "==", op(c(1), "-", x("p"))),
            And(
                (
                    op(Cell(folded), "==", c(-1)),
                    op(Call("best", (op(c(1), "-", x("p")),)), "<", Call("best", (x("p"),))),
                )
            ),
        )
    )
    chips = Choice(wins, at(stake, op(c(1), "-", x("p")), 2), Unary("neg", at(stake, x("p"), 2)))
    blocks = (
        *ENDS,
        Block(3, "setup", (), (), Branch(op(Cell(seat), "<", c(2)), 4, 6)),
        Block(4, "setup", (), (), Toss(0)),
        Block(5, "setup", ("c",), (Store(where, op(c(2), "+", Cell(seat))), add(Cell(seat), 1)), Jump(3)),
        Block(6, "play", (), (Store(Cell(seat), c(0)),), Jump(7)),
        Block(7, "play", (), (), Decide(0)),
        Block(8, "check", (), (add(Cell(checks), 1),), Branch(op(Cell(checks), "==", c(2)), 12, 13)),
        Block(9, "bet", (), (Store(my_stake, c(2)),), Jump(13)),
        Block(10, "call", (), (Store(my_stake, c(2)),), Jump(12)),
        Block(11, "fold", (), (Store(Cell(folded), Cell(seat)), Store(Cell(OVER), c(1))), Jump(0, leaving=True)),
        Block(12, "showdown", (), (Store(Cell(shown), c(1)), Store(Cell(OVER), c(1))), Jump(0, leaving=True)),
        Block(13, "play", (), (), Jump(14, leaving=True)),
        Block(14, "play", (), (Store(Cell(seat), op(c(1), "-", Cell(seat))),), Jump(7)),
    )
    return Program(
        game="kuhn_poker",
        hash="kuhn-1",
        seats=("elder", "younger"),
        players=2,
        options=(),
        most_decisions=3,
        cells=tuple(cells.infos),
        initial=tuple(cells.initial),
        blocks=blocks,
        entry=3,
        procedures={},
        functions={
            "best": Function("best", ("p",), best),
            "chips": Function("chips", ("p",), chips),
            "sees_hand": Function("sees_hand", ("o", "p"), Or((op(Cell(shown), "==", c(1)), op(x("o"), "==", x("p"))))),
            "sees_nothing": Function("sees_nothing", ("o",), c(0)),
        },
        tables={},
        lists={},
        numbers=(
            Numbers("draw", "deck", 0, (Axis("c", 0, 3, "card"),)),
            Numbers("rule", "check", 3, ()),
            Numbers("rule", "bet", 4, ()),
            Numbers("rule", "call", 5, ()),
            Numbers("rule", "fold", 6, ()),
        ),
        decisions=(
            Decision(
                "play",
                Cell(seat),
                (
                    rule(1, 8, no_bet, "check.no_bet"),
                    rule(2, 9, no_bet, "bet.no_bet"),
                    rule(3, 10, faces_bet, "call.a_bet"),
                    rule(4, 11, faces_bet, "fold.a_bet"),
                ),
                None,
                True,
                "play",
            ),
        ),
        chances=(
            Chance(
                "setup", (Outcomes(0, (in_deck,), c(1), 5),), "sees_hand", (Cell(seat),), "hand", Cell(seat), "setup"
            ),
        ),
        reasons=(),
        variables=(
            VariableInfo("stake", stake, (PLAYER2,), Axis("", 1, 2), (), False, "", 0),
            VariableInfo("checks", checks, (), Axis("", 0, 3), (), False, "", None),
            VariableInfo("folded", folded, (), Axis("", 0, 2, "player"), ("nobody",), False, "", None),
            VariableInfo("shown", shown, (), Axis("", 0, 2, "boolean"), (), False, "", None),
        ),
        pieces=(PieceInfo("card", ("jack", "queen", "king"), (1, 1, 1), True, card),),
        zones=(
            ZoneInfo("deck", "pile", "card", (), 1, 0, 1, 0, 0, 0, 3, 0, "sees_nothing", False, None),
            ZoneInfo("hand", "bag", "card", (PLAYER2,), 2, 0, 2, 0, 0, 0, 0, 0, "sees_hand", False, 0),
        ),
        kinds={"card": ("jack", "queen", "king")},
        score=(ScoreItem("chips", "chips"),),
        ranking=Ranking(((True, "total"),), True, False),
        texts={
            "king": {"en": "King", "de": "König"},
            "queen": {"en": "Queen", "de": "Dame"},
            "jack": {"en": "Jack", "de": "Bube"},
        },
        statements={},
    )


def sealed() -> Program:
    """Three seats draw two cards each, lay up to one aside in secret, then in turn claim (pay 2 of a colour, gold wild), think of a secret number, or pass."""
    cells = Cells()
    deck = cells.new("deck", "count", 0, 4, 4, 4, 2)
    hand = cells.new("hand", "count", 0, 4, *[0] * 9)
    bid = cells.new("bid", "count", 0, 4, *[0] * 9)
    table = cells.new("table", "count", 0, 4, 0, 0, 0)
    claims = cells.new("claims", "variable", 0, 9, 0, 0, 0)
    secret = cells.new("secret", "variable", 0, 3, 0, 0, 0)
    seat = cells.new("seat", "frame", 0, 9, 0)
    shadow_hand = cells.new("hand.shadow", "frame", 0, 10, 0, 0, 0)
    shadow_bid = cells.new("bid.shadow", "frame", 0, 10, 0, 0, 0)
    me = Cell(seat)

    def of(base: int, who: Expr, face: Expr) -> Cell:
        return at(base, op(op(who, "*", c(3)), "+", face), 9)

    def size(base: int, who: Expr) -> Expr:
        return Fold("sum", (Clause("f", Range(c(0), c(2))),), of(base, who, x("f")))

    def each(name: str, body: tuple[Stmt, ...], last: int = 2) -> Each:
        return Each((Clause(name, Range(c(0), c(last))),), body)

    mine = of(hand, me, x("c"))
    gold_mine = of(hand, me, c(2))
    plain = And(
        (
            op(x("face"), "!=", c(2)),
            op(op(x("amount"), "+", x("gold")), "==", c(2)),
            op(c(1), "<=", x("amount")),
            op(x("amount"), "<=", of(hand, me, x("face"))),
            op(x("gold"), "<=", gold_mine),
        )
    )
    all_gold = And(
        (op(x("face"), "==", c(2)), op(x("amount"), "==", c(2)), op(x("gold"), "==", c(0)), op(c(2), "<=", gold_mine))
    )
    way = Or((plain, all_gold))
    payable = Fold(
        "any",
        (
            Clause("face", Range(c(0), c(2))),
            Clause("amount", Range(c(0), c(2))),
            Clause("gold", Range(c(0), c(2)), way),
        ),
        c(1),
    )
    start = (
        Store(Cell(VEIL), c(1)),
        each(
            "p",
            (
                Store(at(shadow_hand, x("p"), 3), size(hand, x("p"))),
                Store(at(shadow_bid, x("p"), 3), size(bid, x("p"))),
            ),
        ),
        Store(me, c(0)),
    )
    stop = (
        Store(Cell(VEIL), c(0)),
        each("p", (Store(at(shadow_hand, x("p"), 3), c(0)), Store(at(shadow_bid, x("p"), 3), c(0)))),
        each(
            "p",
            (each("f", (add(at(table, x("f"), 3), of(bid, x("p"), x("f"))), Store(of(bid, x("p"), x("f")), c(0)))),),
        ),
        Store(me, c(0)),
    )
    blocks = (
        *ENDS,
        Block(3, "setup", (), (), Branch(op(me, "<", c(6)), 4, 6)),
        Block(4, "setup", (), (), Toss(0)),
        Block(
            5,
            "setup",
            ("c",),
            (
                Store(at(deck, x("c"), 3), op(at(deck, x("c"), 3), "-", c(1))),
                add(of(hand, op(me, "mod", c(3)), x("c")), 1),
                add(me, 1),
            ),
            Jump(3),
        ),
        Block(6, "lay_aside", (), start, Jump(7)),
        Block(7, "lay_aside", (), (), Branch(op(me, "<", c(3)), 8, 12)),
        Block(8, "lay_aside", (), (), Decide(0)),
        Block(
            9,
            "lay_aside",
            ("c",),
            (Store(mine, op(mine, "-", c(1))), add(of(bid, me, x("c")), 1)),
            Jump(10, leaving=True),
        ),
        Block(10, "lay_aside", (), (add(me, 1),), Jump(7)),
        Block(11, "lay_aside", (), (), Jump(10, leaving=True)),
        Block(12, "reveal", (), stop, Jump(13)),
        Block(13, "turn", (), (), Branch(op(me, "<", c(3)), 14, 20)),
        Block(14, "turn", (), (), Decide(1)),
        Block(15, "claim", (), (), Jump(16)),
        Block(16, "claim", (), (), Decide(2)),
        Block(
            17,
            "claim",
            ("face", "amount", "gold"),
            (
                Store(of(hand, me, x("face")), op(of(hand, me, x("face")), "-", x("amount"))),
                add(at(table, x("face"), 3), x("amount")),
                Store(gold_mine, op(gold_mine, "-", x("gold"))),
                add(at(table, c(2), 3), x("gold")),
                add(at(claims, me, 3), 1),
            ),
            Jump(18, leaving=True),
        ),
        Block(18, "turn", (), (add(me, 1),), Jump(13)),
        Block(19, "think", ("n",), (Store(at(secret, me, 3), x("n")),), Jump(18, leaving=True)),
        Block(20, "play", (), (Store(Cell(OVER), c(1)),), Jump(0)),
    )
    own = op(x("o"), "==", x("p"))
    return Program(
        game="sealed",
        hash="sealed-1",
        seats=("anna", "ben", "cem"),
        players=3,
        options=(),
        most_decisions=30,
        cells=tuple(cells.infos),
        initial=tuple(cells.initial),
        blocks=blocks,
        entry=3,
        procedures={},
        functions={
            "sees_own": Function("sees_own", ("o", "p"), own),
            "sees_nothing": Function("sees_nothing", ("o",), c(0)),
            "claims_of": Function("claims_of", ("p",), at(claims, x("p"), 3)),
            "then_0": Function("then_0", ("player",), op(at(claims, c(0), 3), "==", c(1))),
            "then_1": Function("then_1", ("player",), op(x("player"), "==", c(1))),
        },
        tables={},
        lists={},
        numbers=(
            Numbers("draw", "deck", 0, (Axis("c", 0, 3, "card"),)),
            Numbers("pick", "lay_aside", 3, (Axis("c", 0, 3, "card"),)),
            Numbers("done", "lay_aside", 6, ()),
            Numbers("rule", "claim", 7, ()),
            Numbers("rule", "think", 8, (Axis("n", 0, 4),)),
            Numbers("nothing", "nothing", 12, ()),
            Numbers("pay", "claim", 13, (Axis("face", 0, 3, "card"), Axis("amount", 0, 3), Axis("gold", 0, 3))),
        ),
        decisions=(
            Decision(
                "lay_aside",
                me,
                (Options(1, (Clause("c", Range(c(0), c(2)), op(c(0), "<", mine)),), None, 9), Options(2, (), None, 11)),
                None,
                False,
                "lay_aside",
            ),
            Decision(
                "turn",
                me,
                (
                    Options(3, (), payable, 15, (("claim.cost", payable),)),
                    Options(4, (Clause("n", Range(c(0), c(3))),), None, 19),
                    Options(5, (), None, 18),
                ),
                None,
                False,
                "turn",
            ),
            Decision(
                "claim",
                me,
                (
                    Options(
                        6,
                        (
                            Clause("face", Range(c(0), c(2))),
                            Clause("amount", Range(c(0), c(2))),
                            Clause("gold", Range(c(0), c(2)), way),
                        ),
                        None,
                        17,
                    ),
                ),
                None,
                True,
                "claim",
            ),
        ),
        chances=(
            Chance(
                "setup",
                (Outcomes(0, (Clause("c", Range(c(0), c(2))),), at(deck, x("c"), 3), 5),),
                "sees_own",
                (op(me, "mod", c(3)),),
                "hand",
                op(me, "mod", c(3)),
                "setup",
            ),
        ),
        reasons=(),
        variables=(
            VariableInfo("claims", claims, (PLAYER3,), Axis("", 0, 10), (), False, "", 0),
            VariableInfo("secret", secret, (PLAYER3,), Axis("", 0, 4), (), False, "sees_own", 0),
        ),
        pieces=(PieceInfo("card", ("red", "blue", "gold"), (4, 4, 2), False, 0),),
        zones=(
            ZoneInfo("deck", "pile", "card", (), 1, deck, 0, 0, 0, 0, 10, 0, "sees_nothing", False, None),
            ZoneInfo(
                "hand", "bag", "card", (PLAYER3,), 3, hand, 0, 0, 0, 0, 0, 0, "sees_own", False, 0, shadow_hand, (1,)
            ),
            ZoneInfo(
                "bid", "bag", "card", (PLAYER3,), 3, bid, 0, 0, 0, 0, 0, 0, "sees_own", False, 0, shadow_bid, (1,)
            ),
            ZoneInfo("table", "bag", "card", (), 1, table, 0, 0, 0, 0, 0, 0, "", False, None),
        ),
        kinds={"card": ("red", "blue", "gold")},
        score=(ScoreItem("claims", "claims_of"),),
        ranking=Ranking(((True, "total"),), True, False),
        texts={"red": {"de": "rot"}, "blue": {"de": "blau"}, "claim": {"en": "Claim", "de": "Beanspruchen"}},
        statements={},
    )


PROGRAMS = {"heap": heap, "kuhn": kuhn, "sealed": sealed}
HERE = Span("game.yaml", 3, 5, 3, 9)
