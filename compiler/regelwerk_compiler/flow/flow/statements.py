"""Statements: what a block does before it ends.  A new one is added to `Stmt`."""

from __future__ import annotations

from ...frozen import dataclass
from .expressions import Cell, Clause, Expr, SortKey


@dataclass(frozen=True, slots=True)
class Assign:
    """A local gets a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """A cell gets a value; with `check` (an index into `Program.reasons`) a value outside `low..high` refuses."""

    cell: Cell
    value: Expr
    low: int = 0
    high: int = 0
    check: int | None = None


@dataclass(frozen=True, slots=True)
class When:
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """Run `body` for every binding of the clauses.

    With `snapshot` or an `order` the bindings (and keys) are all found before the first body runs.  `first`: only the first binding.
    """

    clauses: tuple[Clause, ...]
    body: tuple[Stmt, ...]
    order: tuple[SortKey, ...] = ()
    snapshot: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """`while test`; more than `REPEAT_LIMIT` rounds refuse with `reason`."""

    test: Expr
    body: tuple[Stmt, ...]
    reason: int


@dataclass(frozen=True, slots=True)
class Collect:
    """`vector[base]` gets the number of bindings, `vector[base+1 ..]` their `value`s in order; at most `size` of them.

    Cells that are not needed get the value they have in `Program.initial`.
    """

    base: int
    size: int
    clauses: tuple[Clause, ...]
    value: Expr
    order: tuple[SortKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A procedure, with its arguments."""

    procedure: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Require:
    """Refuse if `test` is not 1; `reason` is an index into `Program.reasons`."""

    test: Expr
    reason: int


@dataclass(frozen=True, slots=True)
class Fail:
    reason: int


Stmt = Assign | Store | When | Each | Repeat | Collect | Run | Require | Fail
