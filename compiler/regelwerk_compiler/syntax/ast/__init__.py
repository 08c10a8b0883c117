"""Syntax: what one sentence says, before any name is known.

Goes in: a sentence's text (a `Scalar`).  Comes out of: `parse.py`.  Goes to: `spec/`.
Every node has an `origin`: which characters of which scalar it was; origins are ignored by equality.
One class for each form of `grammar.lark`.  Each module here rests on those that are named before it; everybody else takes all names from here.

`formulas` · `steps` · `slots` · `declarations` · `sentence`
"""

from .declarations import (
    Base,
    Bound,
    ColumnDecl,
    ColumnStart,
    FormulaRange,
    Grid,
    PieceDecl,
    PieceGroup,
    Product,
    SetRange,
    Sight,
    StateDecl,
    TypeDecl,
    ValueRange,
    ZoneRange,
)
from .formulas import (
    And,
    Apply,
    Arithmetic,
    Binder,
    Compare,
    Divide,
    Expr,
    Field,
    Finish,
    Fold,
    FoldOf,
    FoldWord,
    If,
    In,
    Index,
    Integer,
    Is,
    Key,
    Name,
    Negate,
    Node,
    Not,
    Or,
    Pick,
    PickIn,
    PickWord,
    Range,
    Reach,
    SetOf,
)
from .sentence import Sentence, Start
from .slots import Address, Cards, Counted, Give, Head, OptionSentence, Paid, Part, Rank, Ranking, ValueAddress
from .steps import ChooseRules, ChooseValue, Draw, End, For, Let, Move, Place, Placed, Random, RuleCall, Set, Show, Verb

__all__ = [
    "Address", "And", "Apply", "Arithmetic", "Base", "Binder", "Bound", "Cards", "ChooseRules", "ChooseValue",
    "ColumnDecl", "ColumnStart", "Compare", "Counted", "Divide", "Draw", "End", "Expr", "Field", "Finish", "Fold",
    "FoldOf", "FoldWord", "For", "FormulaRange", "Give", "Grid", "Head", "If", "In", "Index", "Integer", "Is", "Key",
    "Let", "Move", "Name", "Negate", "Node", "Not", "OptionSentence", "Or", "Paid", "Part", "Pick", "PickIn",
    "PickWord", "PieceDecl", "PieceGroup", "Place", "Placed", "Product", "Random", "Range", "Rank", "Ranking", "Reach",
    "RuleCall", "Sentence", "Set", "SetOf", "SetRange", "Show", "Sight", "Start", "StateDecl", "TypeDecl",
    "ValueAddress", "ValueRange", "Verb", "ZoneRange",
]  # fmt: skip
