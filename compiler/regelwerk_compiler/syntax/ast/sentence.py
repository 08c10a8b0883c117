"""A whole sentence: what it can be, and the start rules of the grammar, one for each kind of key."""

from __future__ import annotations

from typing import Literal

from .declarations import ColumnDecl, Grid, PieceDecl, Product, StateDecl
from .formulas import Binder, Expr
from .slots import Address, Head, OptionSentence, Paid, Part, Rank, Ranking, ValueAddress
from .steps import Verb

Sentence = (
    Verb | Expr | Part | Rank | Ranking | Head | ValueAddress | Address | Paid | StateDecl | ColumnDecl | Grid | Product
    | PieceDecl | OptionSentence | tuple[Binder, ...]
)  # fmt: skip

Start = Literal[
    "set", "let_", "move", "draw", "random", "show", "choose", "for_", "end", "step", "with_", "part", "rank", "ranking",
    "head", "value", "address", "paid", "option", "state", "column", "kind", "piece", "expr", "order",
]  # fmt: skip
