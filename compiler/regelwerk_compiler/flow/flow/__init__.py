"""Flow: a graph of basic blocks over a flat vector of bounded integers, for one game, seat count and set of options.

Goes in: nothing, this is the representation.  Comes out of: `lower/`.  Goes to: the engines.

Conventions
-----------
* The vector is a flat list of integers, `Program.cells` says what each is.  It begins with the header `PC` .. `VEIL`.
* Every expression is an integer, or a *mask*: a set of small integers as bits, of a known width.
* Truth is 0 or 1.  A missing number is `MISSING`; a missing value of a kind, seat, piece or truth is any negative number
  (`-1`, and `-1 - i` for the i-th word of a variable that may hold words).
* Locals are scratch registers of the running block, procedure or function; they do not outlive it.
* Expressions are pure.  Statements inside a block never wait; only a block's end does.
* A *decision* or *chance* block holds no statements: the machine rests there with its number in `PC`.
* `Require` and `Fail` refuse: inside a trial the trial is then false, in earnest it is a fault of the rules, with a place.

Each module here rests on those that are named before it; everybody else takes all names from here.

`vector` · `expressions` · `statements` · `blocks` · `choices` · `program`
"""

from .blocks import Block, Branch, Decide, End, Jump, Return, Stop, Toss
from .choices import Axis, Chance, Decision, Numbers, Options, Outcomes
from .expressions import (
    And,
    Beyond,
    Binary,
    BinaryOp,
    BitCount,
    Bits,
    Call,
    Cell,
    Choice,
    Clause,
    Comparison,
    Const,
    Digest,
    Expr,
    Fold,
    FoldKind,
    HasBit,
    Highest,
    Holding,
    Join,
    LetIn,
    Linked,
    Local,
    Lookup,
    Lowest,
    MaskOf,
    Meet,
    Offsets,
    Or,
    Range,
    ReachEdges,
    ReachSteps,
    Row,
    Shift,
    Some,
    SortKey,
    Source,
    Trial,
    Turn,
    Unary,
    Values,
    Without,
)
from .program import (
    CellInfo,
    Function,
    PieceInfo,
    Procedure,
    Program,
    Ranking,
    Reason,
    ScoreItem,
    Table,
    VariableInfo,
    ZoneInfo,
)
from .statements import Assign, Collect, Each, Fail, Repeat, Require, Run, Stmt, Store, When
from .vector import (
    CAPPED,
    DECISIONS,
    DIVIDED_BY_ZERO,
    ENDED,
    ENDLESS,
    HEADER,
    KEY,
    MISSING,
    NO_OUTCOME,
    NOTHING_LEGAL,
    OVER,
    PC,
    REPEAT_LIMIT,
    RUN_LIMIT,
    STOPPED,
    TOO_DEEP,
    TOO_LONG,
    TOO_MANY,
    TOSS_LIMIT,
    TRIAL_DEPTH,
    VEIL,
    WATCHED,
)

__all__ = [
    "CAPPED", "DECISIONS", "DIVIDED_BY_ZERO", "ENDED", "ENDLESS", "HEADER", "KEY", "MISSING", "NOTHING_LEGAL",
    "NO_OUTCOME", "OVER", "PC", "REPEAT_LIMIT", "RUN_LIMIT", "STOPPED", "TOO_DEEP", "TOO_LONG", "TOO_MANY",
    "TOSS_LIMIT", "TRIAL_DEPTH", "VEIL", "WATCHED", "And", "Assign", "Axis", "Beyond", "Binary", "BinaryOp", "BitCount",
    "Bits", "Block", "Branch", "Call", "Cell", "CellInfo", "Chance", "Choice", "Clause", "Collect", "Comparison",
    "Const", "Decide", "Decision", "Digest", "Each", "End", "Expr", "Fail", "Fold", "FoldKind", "Function", "HasBit",
    "Highest", "Holding", "Join", "Jump", "LetIn", "Linked", "Local", "Lookup", "Lowest", "MaskOf", "Meet", "Numbers",
    "Offsets", "Options", "Or", "Outcomes", "PieceInfo", "Procedure", "Program", "Range", "Ranking", "ReachEdges",
    "ReachSteps", "Reason", "Repeat", "Require", "Return", "Row", "Run", "ScoreItem", "Shift", "Some", "SortKey",
    "Source", "Stmt", "Stop", "Store", "Table", "Toss", "Trial", "Turn", "Unary", "Values", "VariableInfo", "When",
    "Without", "ZoneInfo",
]  # fmt: skip
