"""One Python function being written, and the module around it.

Goes in: names of the Flow.  Comes out: names of Python that do not meet, and what the module must still hold (bit tables, trials, functions
moved out).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..flow.flow import (
    Assign,
    Binary,
    BitCount,
    Block,
    Call,
    Cell,
    Choice,
    Digest,
    Each,
    Expr,
    Fold,
    Holding,
    Join,
    Lookup,
    Meet,
    Program,
    Repeat,
    Shift,
    Stmt,
    When,
    Without,
)
from ..flow.free import free
from ..flow.known import ANY, Known
from ..flow.planes import PlanesKey
from .bits import Listing, listing_name
from .code import Code
from .effects import Effects
from .names import identifier
from .planes import Planes
from .writer import Writer

# What may have a name already.
NAMED = BitCount | Binary | Call | Cell | Choice | Digest | Fold | Holding | Join | Lookup | Meet | Shift | Without


class Scope:
    """What names of the Flow are in Python, here, and which expressions have a name of ours already."""

    __slots__ = ("later", "names", "shared")

    def __init__(
        self,
        names: Mapping[str, Code],
        shared: Mapping[Expr, Code] | None = None,
        later: Mapping[Expr, Code] | None = None,
    ) -> None:
        self.names = names
        self.shared = shared or {}
        self.later = later or {}  # what gets its value when it is asked for the first time; None until then

    def __getitem__(self, name: str) -> Code:
        return self.names[name]

    def bind(self, name: str, code: Code) -> Scope:
        """The same with one name more; what was shared and speaks of an older one with this name is forgotten."""
        if name in self.names:
            return Scope({**self.names, name: code}, _without(self.shared, name), _without(self.later, name))
        return Scope({**self.names, name: code}, self.shared, self.later)

    def share(self, e: Expr, code: Code) -> Scope:
        """The same with one expression more that need not be valued again."""
        return Scope(self.names, {**self.shared, e: code}, self.later)

    def postpone(self, e: Expr, code: Code) -> Scope:
        """The same with one expression more that is valued once, if at all."""
        return Scope(self.names, self.shared, {**self.later, e: code})

    def plain(self, e: Expr) -> Scope:
        """The same where this expression is valued itself."""
        return Scope(self.names, self.shared, {other: code for other, code in self.later.items() if other != e})

    def ranges(self) -> dict[object, tuple[int, int]]:
        """The intervals of all names."""
        return {name: (code.low, code.high) for name, code in self.names.items()}


def _without(known: Mapping[Expr, Code], name: str) -> dict[Expr, Code]:
    return {e: code for e, code in known.items() if name not in free(e)}


@dataclass
class Module:
    """What is known about the whole program while its source is written."""

    program: Program
    known: Known
    effects: Effects
    blocks: dict[int, Block]
    functions: dict[str, str]
    procedures: dict[str, str]
    tables: dict[str, str]
    lists: dict[str, str]
    variables: dict[str, str]  # names that the statements of some block set, or its parameters
    planes: dict[PlanesKey, Planes] = field(default_factory=dict)
    bit_tables: set[int] = field(default_factory=set)
    listings: set[Listing] = field(default_factory=set)
    turn_tables: set[int] = field(default_factory=set)
    longer: dict[str, tuple[str, int]] = field(default_factory=dict)  # tables with a last value for index -1
    trials: list[int] = field(default_factory=list)  # asked for, in order
    wanted: set[int] = field(default_factory=set)  # blocks that are tried one by one
    tried: set[int] = field(default_factory=set)  # those of them that are written
    moved: list[Writer] = field(default_factory=list)  # functions moved out of expressions
    written: dict[str, set[int]] = field(
        default_factory=dict
    )  # the blocks that stand in a function, or are called by it

    @property
    def cells(self) -> int:
        """How many cells a vector has outside."""
        return len(self.program.initial)

    @property
    def beside(self) -> int:
        """How many masks are kept behind them."""
        return sum(planes.count for planes in self.planes.values())

    def trial(self, block: int) -> str:
        """The name of the function that tries a block."""
        if block not in self.trials:
            self.trials.append(block)
        return f"try_{block}"

    def listing(self, width: int, first: int = 0, by: int = 1) -> str:
        """The name of the function that lists `first + by * i` for each bit i of a mask."""
        self.listings.add((width, first, by))
        return listing_name((width, first, by))

    def with_last(self, table: str, last: int) -> str:
        """The name of a table that has one value more, which Python finds at -1."""
        name = f"{self.tables[table]}_OR_{'MINUS_' * (last < 0)}{abs(last)}"
        self.longer[name] = (table, last)
        return name


class Frame:
    """A function: its lines, its names.  `variables`: what its statements set, under the names they have in Python."""

    def __init__(self, module: Module, variables: Mapping[str, str] | None = None) -> None:
        self.module = module
        self.out = Writer()
        self.variables = dict(variables or {})
        self.trial = False  # what is refused returns 0
        self.lazy = False  # the vector is not ours yet: it is copied before the first store
        self.facts: dict[Cell, int] = {}  # what cells surely hold, until the next store
        self.loops = 0  # how many Python loops we are in
        self._taken = set(self.variables.values())
        self._kept: set[str] = set()  # names of `LetIn`: never used twice
        self._count = 0

    def temporary(self) -> str:
        """A new name of ours."""
        self._count += 1
        return f"t_{self._count}"

    def variable(self, name: str, low: int = ANY[0], high: int = ANY[1]) -> Code:
        """A local that statements set."""
        return Code(self.variables[name], low=low, high=high)

    def kept(self, name: str, scope: Scope) -> str:
        """A name for a value that stays until the end of the statement: used once in a function."""
        new = self._free(identifier(name), scope)
        self._kept.add(new)
        return new

    def loop_name(self, name: str, scope: Scope) -> str:
        """A name for what a loop runs over: free again behind the loop."""
        return self._free(identifier(name), scope)

    def _free(self, name: str, scope: Scope) -> str:
        taken = {code.text for code in scope.names.values()} | self._kept | self._taken
        if name not in taken:
            return name
        i = 2
        while f"{name}_{i}" in taken:
            i += 1
        return f"{name}_{i}"

    @contextmanager
    def loop(self, head: str) -> Iterator[None]:
        """A `for` or `while`."""
        self.loops += 1
        with self.out.block(head):
            yield
        self.loops -= 1

    def name(self, code: Code) -> Code:
        """The same value under a name, unless it is one."""
        if code.simple:
            return code
        new = self.temporary()
        self.out.write(f"{new} = {code.text}")
        return Code(new, low=code.low, high=code.high, truth=code.truth)


def names_set(statements: Iterable[Stmt]) -> Iterator[tuple[str, Expr | None]]:
    """Every name that statements set, with the value if it is an `Assign`."""
    for statement in statements:
        match statement:
            case Assign(name, value):
                yield name, value
            case When(_, then, otherwise):
                yield from names_set(then)
                yield from names_set(otherwise)
            case Each(clauses, body):
                yield from ((clause.name, None) for clause in clauses)
                yield from names_set(body)
            case Repeat(_, body):
                yield from names_set(body)
            case _:
                pass
