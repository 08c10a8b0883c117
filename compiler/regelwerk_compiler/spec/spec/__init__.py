"""Spec: names resolved, every formula typed, every domain finite and known; for all seat counts and options at once.

Goes in: nothing, this is the representation.  Comes out of: `build.py`.  Goes to: `flow/` (first `flow/lower/weave.py`, which picks
one seat count and one set of options, folds the variants and weaves the bends in).
Origins are ignored by equality.  Each module rests on those that are named before it here, and everybody else takes all names from here.

`atoms` · `formulas` · `steps` · `rules` · `bends` · `declarations` · `scenarios` · `game`
"""

from .atoms import AllOf, BoolLit, Bound, Formula, IntLit, OptionRef, Over, Players, RuleValue, Seat, Value, Word
from .bends import Bend, BendSort, Variant
from .declarations import (
    Axis,
    Cell,
    ColumnDef,
    FactorDef,
    Holds,
    KindDef,
    OptionDef,
    PieceDef,
    RuleCell,
    RuleSetCell,
    Satisfies,
    SetCell,
    Sight,
    TableDef,
    VariableDef,
    WordCell,
    ZoneDef,
)
from .formulas import (
    Abs,
    And,
    Arithmetic,
    Between,
    Binder,
    CallDefine,
    Column,
    Compare,
    Construct,
    Convert,
    Divide,
    Expr,
    FaceCount,
    Factor,
    Finish,
    Fold,
    FoldOf,
    FormulaColumn,
    If,
    In,
    IndexOf,
    Is,
    Key,
    Negate,
    Neighbour,
    Not,
    Or,
    Pick,
    PickIn,
    PositionOf,
    Possible,
    Range,
    RankCell,
    Reach,
    SetOf,
    SlotCell,
    Step,
    TableCell,
    Top,
    Variable,
    ZoneRef,
)
from .game import Silence, Spec
from .rules import CardsPart, Define, GivePart, Need, Part, RankDef, Ranking, RuleDef, ScoreItem, Texts
from .scenarios import Event, Refusal, Scenario
from .steps import (
    Assign,
    CallRule,
    CallValue,
    ChooseRules,
    ChooseValue,
    Draw,
    EndStep,
    IfStep,
    Let,
    Loop,
    MoveCount,
    MovePiece,
    MoveZone,
    NotOffered,
    Placed,
    Random,
    RuleCall,
    Show,
    Spoken,
    Step_,
)

__all__ = [
    "Abs", "AllOf", "And", "Arithmetic", "Assign", "Axis", "Bend", "BendSort", "Between", "Binder", "BoolLit", "Bound",
    "CallDefine", "CallRule", "CallValue", "CardsPart", "Cell", "ChooseRules", "ChooseValue", "Column", "ColumnDef",
    "Compare", "Construct", "Convert", "Define", "Divide", "Draw", "EndStep", "Event", "Expr", "FaceCount", "Factor",
    "FactorDef", "Finish", "Fold", "FoldOf", "Formula", "FormulaColumn", "GivePart", "Holds", "If", "IfStep", "In",
    "IndexOf", "IntLit", "Is", "Key", "KindDef", "Let", "Loop", "MoveCount", "MovePiece", "MoveZone", "Need", "Negate",
    "Neighbour", "Not", "NotOffered", "OptionDef", "OptionRef", "Or", "Over", "Part", "Pick", "PickIn", "PieceDef",
    "Placed", "Players", "PositionOf", "Possible", "Random", "Range", "RankCell", "RankDef", "Ranking", "Reach",
    "Refusal", "RuleCall", "RuleCell", "RuleDef", "RuleSetCell", "RuleValue", "Satisfies", "Scenario", "ScoreItem",
    "Seat", "SetCell", "SetOf", "Show", "Sight", "Silence", "SlotCell", "Spec", "Spoken", "Step", "Step_", "TableCell",
    "TableDef", "Texts", "Top", "Value", "Variable", "VariableDef", "Variant", "Word", "WordCell", "ZoneDef", "ZoneRef",
]  # fmt: skip
