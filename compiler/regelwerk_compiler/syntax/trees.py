"""From what the parser has just recognised to nodes of `ast.py`: one method for each rule or alias of `grammar.lark`.

The parser calls these while it reads, with every token of the form as a child, so that a node knows its first and its
last character.  Names follow the grammar (a trailing `_` keeps off Python's words).
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar, cast

from lark import Token, Transformer

from ..document.limits import DIGITS
from ..document.located import Origin, Scalar
from . import ast
from .reserved import reserved_words

Children = list[Any]
N = TypeVar("N", bound=ast.Node)
_RESERVED = reserved_words()
Fault = tuple[str, int, int, dict[str, object]]  # code, first and last character, words for the message


def _start(child: Any) -> int:
    if isinstance(child, Token):
        return child.start_pos or 0
    if isinstance(child, tuple):
        return _start(child[0])
    return cast("ast.Node", child).origin.start


def _end(child: Any) -> int:
    if isinstance(child, Token):
        return child.end_pos or 0
    if isinstance(child, tuple):
        return _end(child[-1])
    return cast("ast.Node", child).origin.end


def _after(children: Children, *types: str) -> Any:
    """The child behind the (last word of the) given run of tokens; None if it is not there."""
    size = len(types)
    for at in range(len(children) - size):
        if all(isinstance(c, Token) and c.type == t for c, t in zip(children[at : at + size], types, strict=True)):
            return children[at + size]
    return None


def _has(children: Children, kind: str) -> bool:
    return any(isinstance(child, Token) and child.type == kind for child in children)


def _nodes(children: Children) -> tuple[Any, ...]:
    """The children without the tokens between them."""
    return tuple(child for child in children if not isinstance(child, Token))


def _word(children: Children, kind: str) -> str | None:
    """The words of the last token of this kind."""
    return next((str(c) for c in reversed(children) if isinstance(c, Token) and c.type == kind), None)


class Trees(Transformer[Token, Any]):
    """Builds the nodes of one sentence; `begin` says of which."""

    def __init__(self) -> None:
        super().__init__()
        self._scalar: Scalar
        self._outer: dict[int, tuple[int, int]] = {}  # how far the brackets around a node reach, by the node's id
        self.faults: list[Fault] = []
        self.reserved = False  # whether a word of the language stands where a name belongs

    def begin(self, scalar: Scalar) -> None:
        """The next sentence is the text of `scalar`."""
        self._scalar = scalar
        self._outer = {}
        self.faults = []
        self.reserved = False

    def _origin(self, children: Children) -> Origin:
        first, last = children[0], children[-1]
        start, end = _start(first), _end(last)
        if self._outer:
            start = self._outer.get(id(first), (start, 0))[0]
            end = self._outer.get(id(last), (0, end))[1]
        return Origin(self._scalar, start, end)

    def _at(self, token: Token) -> Origin:
        return Origin(self._scalar, token.start_pos or 0, token.end_pos or 0)

    def _number(self, token: Token) -> int:
        if len(token) > DIGITS:
            start, end = _start(token), _end(token)
            self.faults.append(("RW221", start, end, {"digits": len(token), "limit": DIGITS}))
            return 0
        return int(token)

    def NAME(self, token: Token) -> Token:  # noqa: N802
        """Where only a name is possible, the lexer takes any word for one."""
        if token in _RESERVED:
            self.reserved = True
        return token

    # -- formulas --------------------------------------------------------------------------------

    def integer(self, c: Children) -> ast.Expr:
        return ast.Integer(self._number(c[0]), origin=self._origin(c))

    def name(self, c: Children) -> ast.Expr:
        return ast.Name(str(c[0]), origin=self._origin(c))

    def apply(self, c: Children) -> ast.Expr:
        args = c[2] if isinstance(c[2], tuple) else ()
        return ast.Apply(str(c[0]), args, self._at(c[0]), origin=self._origin(c))

    def index(self, c: Children) -> ast.Expr:
        return ast.Index(c[0], c[2], origin=self._origin(c))

    def field(self, c: Children) -> ast.Expr:
        args = c[4] if len(c) > 3 else None
        return ast.Field(c[0], str(c[2]), args, self._at(c[2]), origin=self._origin(c))

    def is_(self, c: Children) -> ast.Expr:
        return ast.Is(c[0], c[-1], len(c) == 4, origin=self._origin(c))

    def in_(self, c: Children) -> ast.Expr:
        return ast.In(c[0], c[-1], len(c) == 4, origin=self._origin(c))

    def compare(self, c: Children) -> ast.Expr:
        op = cast("Literal['<', '<=', '>', '>=']", str(c[1]))
        return ast.Compare(op, c[0], c[2], origin=self._origin(c))

    def conj(self, c: Children) -> ast.Expr:
        return ast.And(_nodes(c), origin=self._origin(c))

    def disj(self, c: Children) -> ast.Expr:
        return ast.Or(_nodes(c), origin=self._origin(c))

    def not_(self, c: Children) -> ast.Expr:
        return ast.Not(c[1], origin=self._origin(c))

    def if_(self, c: Children) -> ast.Expr:
        return ast.If(c[0], c[2], c[4] if len(c) > 4 else None, origin=self._origin(c))

    def finish(self, c: Children) -> ast.Expr:
        return ast.Finish(_nodes(c), origin=self._origin(c))

    def range_of(self, c: Children) -> ast.Expr:
        return ast.Range(c[0], c[2], origin=self._origin(c))

    def sum(self, c: Children) -> ast.Expr:
        return self._chain(c)

    def term(self, c: Children) -> ast.Expr:
        return self._chain(c)

    def _chain(self, c: Children) -> ast.Expr:
        """`a + b - c` is `(a + b) - c`."""
        left: ast.Expr = c[0]
        for at in range(2, len(c), 2):
            op = cast("Literal['+', '-', '*', 'mod']", str(c[at - 1]))
            origin = self._origin([c[0], *c[1 : at + 1]])
            left = ast.Arithmetic(op, left, c[at], origin=origin)
        return left

    def divide(self, c: Children) -> ast.Expr:
        rounded = cast("Literal['down', 'up']", str(c[4]))
        return ast.Divide(c[0], c[2], rounded, origin=self._origin(c))

    def negate(self, c: Children) -> ast.Expr:
        return ast.Negate(c[1], origin=self._origin(c))

    def brackets(self, c: Children) -> ast.Expr:
        """Brackets leave no node, but what encloses this one begins and ends with them."""
        node: ast.Expr = c[1]
        self._outer[id(node)] = (_start(c[0]), _end(c[2]))
        return node

    def set_of(self, c: Children) -> ast.Expr:
        return ast.SetOf((c[1], *c[3]), origin=self._origin(c))

    def pick_in(self, c: Children) -> ast.Expr:
        return ast.PickIn(cast("ast.PickWord", str(c[0])), c[2], origin=self._origin(c))

    def pick(self, c: Children) -> ast.Expr:
        order = _after(c, "BY") or ()
        return ast.Pick(cast("ast.PickWord", str(c[0])), c[2], order, origin=self._origin(c))

    def fold_of(self, c: Children) -> ast.Expr:
        return ast.FoldOf(cast("ast.FoldWord", str(c[0])), (c[2], *c[4]), origin=self._origin(c))

    def fold(self, c: Children) -> ast.Expr:
        return ast.Fold(cast("ast.FoldWord", str(c[0])), c[2], c[4], origin=self._origin(c))

    def reach(self, c: Children) -> ast.Expr:
        return ast.Reach(c[2], c[4], origin=self._origin(c))

    # -- binders, orders -------------------------------------------------------------------------

    def args(self, c: Children) -> tuple[ast.Expr, ...]:
        return _nodes(c)

    def binders(self, c: Children) -> tuple[ast.Binder, ...]:
        return _nodes(c)

    def order(self, c: Children) -> tuple[ast.Key, ...]:
        return _nodes(c)

    def binder(self, c: Children) -> ast.Binder:
        start, where = _after(c, "FROM"), _after(c, "WHERE")
        return ast.Binder(str(c[0]), c[2], start, where, self._at(c[0]), origin=self._origin(c))

    def key(self, c: Children) -> ast.Key:
        if c[0].type == "WAY":
            return ast.Key(cast("Literal['highest', 'lowest']", str(c[0])), c[1], origin=self._origin(c))
        return ast.Key(None, None, str(c[0]), c[2], origin=self._origin(c))

    def place(self, c: Children) -> ast.Place:
        return ast.Place(str(c[0]), c[2] if len(c) > 1 else None, origin=self._origin(c))

    # -- steps -----------------------------------------------------------------------------------

    def set(self, c: Children) -> ast.Set:
        op = cast("Literal['=', '+=', '-=']", str(c[1]))
        return ast.Set(c[0], op, c[2], origin=self._origin(c))

    def let_(self, c: Children) -> ast.Let:
        return ast.Let(str(c[0]), c[2], origin=self._origin(c))

    def move(self, c: Children) -> ast.Move:
        what = _after(c, "OF")
        amount = None if what is None else c[0]
        return ast.Move(
            amount, c[0] if what is None else what, _after(c, "FROM"), _after(c, "TO"), self._placed(c),
            origin=self._origin(c),
        )  # fmt: skip

    def draw(self, c: Children) -> ast.Draw:
        name = _after(c, "AS")
        return ast.Draw(
            c[0], c[2], c[4], self._placed(c), None if name is None else str(name), origin=self._origin(c)
        )  # fmt: skip

    def _placed(self, c: Children) -> ast.Placed | None:
        return cast("ast.Placed | None", _word(c, "PLACED"))

    def random(self, c: Children) -> ast.Random:
        return ast.Random(c[0], c[2], origin=self._origin(c))

    def show(self, c: Children) -> ast.Show:
        return ast.Show(c[0], c[2], origin=self._origin(c))

    def call(self, c: Children) -> ast.RuleCall:
        return ast.RuleCall(str(c[0]), c[2] if len(c) > 1 else (), origin=self._origin(c))

    def calls(self, c: Children) -> tuple[ast.RuleCall, ...]:
        return _nodes(c)

    def choose_rules(self, c: Children) -> ast.ChooseRules:
        return ast.ChooseRules(c[-1], len(c) > 1, origin=self._origin(c))

    def choose_value(self, c: Children) -> ast.ChooseValue:
        return ast.ChooseValue(c[0], False, None, None, origin=self._origin(c))

    def choose_any(self, c: Children) -> ast.ChooseValue:
        return ast.ChooseValue(c[-1], True, None, None, origin=self._origin(c))

    def choose_some(self, c: Children) -> ast.ChooseValue:
        most = c[2] if len(c) > 2 else c[0]
        return ast.ChooseValue(c[-1], True, c[0], most, origin=self._origin(c))

    def loop(self, c: Children) -> ast.For:
        return self._for(c, c[0], first=False)

    def loop_first(self, c: Children) -> ast.For:
        return self._for(c, (c[1],), first=True)

    def loop_plain(self, c: Children) -> ast.For:
        return self._for(c, (), first=False)

    def _for(self, c: Children, binders: tuple[ast.Binder, ...], *, first: bool) -> ast.For:
        condition = _after(c, "WHILE")
        mode = "while" if condition is not None else _word(c, "MODE") or "once"
        mode = cast("Literal['once', 'secretly', 'endlessly', 'while']", mode)
        return ast.For(binders, _after(c, "BY") or (), mode, condition, first, origin=self._origin(c))

    def end(self, c: Children) -> ast.End:
        after = str(_word(c, "NAME")) if len(c) > 1 else None
        return ast.End(str(c[0]), after, _has(c, "MORE"), origin=self._origin(c))

    def step(self, c: Children) -> ast.Expr:
        return cast("ast.Expr", c[0])

    # -- slots -----------------------------------------------------------------------------------

    def with_(self, c: Children) -> tuple[ast.Binder, ...]:
        return cast("tuple[ast.Binder, ...]", c[0])

    def give(self, c: Children) -> ast.Give:
        return ast.Give(c[0], c[2], _after(c, "TO"), origin=self._origin(c))

    def cards(self, c: Children) -> ast.Cards:
        quantity = cast("Literal['one', 'each']", _word(c, "QUANT"))
        wild = str(c[7]) if _has(c, "WILD") else None
        return ast.Cards(
            c[0], quantity, str(c[3]), c[5], wild, _after(c, "FROM"), _after(c, "TO"), origin=self._origin(c)
        )  # fmt: skip

    def rank(self, c: Children) -> ast.Rank:
        return ast.Rank(c[0], c[2], origin=self._origin(c))

    def ranking(self, c: Children) -> ast.Ranking:
        return ast.Ranking(_nodes(c), _has(c, "SHARED"), _has(c, "TOGETHER"), origin=self._origin(c))

    def head(self, c: Children) -> ast.Head:
        params = c[2] if len(c) > 1 and isinstance(c[2], tuple) else ()
        return ast.Head(str(c[0]), params, origin=self._origin(c))

    def value(self, c: Children) -> ast.ValueAddress:
        names = tuple(str(x) for x in c[1:] if x.type == "NAME")
        return ast.ValueAddress(str(c[0]), names, origin=self._origin(c))

    def address(self, c: Children) -> ast.Address:
        return ast.Address(str(c[0]), str(c[2]) if len(c) > 1 else None, origin=self._origin(c))

    def paid(self, c: Children) -> ast.Paid:
        amount = self._number(c[0]) if _has(c, "OF") else None
        return ast.Paid(amount, str(c[-3]), str(c[-1]), origin=self._origin(c))

    def option(self, c: Children) -> ast.OptionSentence:
        return ast.OptionSentence(c[0], origin=self._origin(c))

    def counted(self, c: Children) -> ast.OptionSentence:
        parts = tuple((self._number(c[at]), str(c[at + 2])) for at in range(0, len(c), 4))
        origin = self._origin(c)
        return ast.OptionSentence(ast.Counted(parts, origin=origin), origin=origin)

    # -- declarations ----------------------------------------------------------------------------

    def state(self, c: Children) -> ast.StateDecl:
        found: dict[str, Any] = {}
        for clause in _nodes(c)[1:]:
            if not isinstance(clause, tuple):
                continue
            kind = clause[0].type
            if kind in found:
                self.faults.append(("RW222", _start(clause), _end(clause), {"clause": _CLAUSES[kind]}))
            found.setdefault(kind, clause[-1])
        refilled = found.get("REFILLED")
        return ast.StateDecl(
            c[0], _after(c, "EQUAL"), found.get("SEEN"), found.get("TOP"),
            None if refilled is None else str(refilled), origin=self._origin(c),
        )  # fmt: skip

    def clause(self, c: Children) -> tuple[Any, ...]:
        return tuple(c)

    def sight(self, c: Children) -> ast.Sight:
        who = cast("Literal['all', 'owner', 'others', 'nobody']", str(c[0]))
        return ast.Sight(who, _after(c, "IF"), _after(c, "ELSE"), origin=self._origin(c))

    def type(self, c: Children) -> ast.TypeDecl:
        return ast.TypeDecl(c[0], _nodes(c)[1:], origin=self._origin(c))

    def column(self, c: Children) -> ast.ColumnDecl:
        return ast.ColumnDecl(c[0], _after(c, "EQUAL"), origin=self._origin(c))

    def start(self, c: Children) -> ast.ColumnStart:
        return ast.ColumnStart("".join(str(x) for x in c), origin=self._origin(c))

    def value_range(self, c: Children) -> ast.ValueRange:
        words = tuple(str(x) for x in c[1:] if x.type == "NAME")
        return ast.ValueRange(c[0], words, origin=self._origin(c))

    def unit_range(self, c: Children) -> ast.ValueRange:
        unit, *words = (str(x) for x in c[3:] if x.type == "NAME")
        base = ast.Base(None, c[0], c[2], origin=self._origin(c[:3]))
        return ast.ValueRange(base, tuple(words), unit, origin=self._origin(c))

    def set_range(self, c: Children) -> ast.SetRange:
        return ast.SetRange(str(c[2]), origin=self._origin(c))

    def zone_range(self, c: Children) -> ast.ZoneRange:
        sort = cast("Literal['bag', 'pile']", str(c[0]))
        return ast.ZoneRange(sort, str(c[2]), _after(c, "TO"), origin=self._origin(c))

    def slots_range(self, c: Children) -> ast.ZoneRange:
        return ast.ZoneRange("slots", str(c[3]), c[0], origin=self._origin(c))

    def formula_range(self, c: Children) -> ast.FormulaRange:
        return ast.FormulaRange(str(c[2]), origin=self._origin(c))

    def base(self, c: Children) -> ast.Base:
        if len(c) == 1:
            return ast.Base(str(c[0]), origin=self._origin(c))
        return ast.Base(None, c[0], c[2], origin=self._origin(c))

    def bound(self, c: Children) -> ast.Bound:
        if c[-1].type == "NAME":
            return ast.Bound(None, str(c[-1]), origin=self._origin(c))
        number = self._number(c[-1])
        return ast.Bound(-number if len(c) > 1 else number, origin=self._origin(c))

    def grid(self, c: Children) -> ast.Grid:
        return ast.Grid(self._number(c[1]), self._number(c[3]), origin=self._origin(c))

    def product(self, c: Children) -> ast.Product:
        return ast.Product(_nodes(c), origin=self._origin(c))

    def piece(self, c: Children) -> ast.PieceDecl:
        return ast.PieceDecl(_nodes(c), origin=self._origin(c))

    def group(self, c: Children) -> ast.PieceGroup:
        count = self._number(c[0]) if c[0].type == "INT" else None
        copies = str(c[0]) if count is None else None
        return ast.PieceGroup(count, copies, _has(c, "EACH"), str(c[-1]), origin=self._origin(c))


_CLAUSES = {"SEEN": "seen by", "TOP": "top seen by", "REFILLED": "refilled from"}
