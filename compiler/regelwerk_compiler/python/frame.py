"""One Python function being written, and the module around it.

Goes in: names of the Flow.  Comes out: names of Python that do not meet, and what the module must still hold (bit tables,
trials, functions moved out).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..flow.flow import Assign, Block, Each, Expr, Program, Repeat, Stmt, When
from .code import ANY, ATOM, Code
from .names import identifier
from .writer import Writer

Scope = Mapping[str, Code]  # what a name of the Flow is in Python, here


@dataclass
class Module:
    """What is known about the whole program while its source is written."""

    program: Program
    blocks: dict[int, Block]
    ranges: list[tuple[int, int]]  # of every cell
    variables: dict[str, str]  # names that the statements of some block or procedure set, or parameters
    functions: dict[str, str]
    procedures: dict[str, str]
    tables: dict[str, str]
    lists: dict[str, str]
    bit_tables: set[int] = field(default_factory=set)
    turn_tables: set[int] = field(default_factory=set)
    trials: list[int] = field(default_factory=list)  # asked for, in order
    moved: list[Writer] = field(default_factory=list)  # functions moved out of expressions

    def __post_init__(self) -> None:
        self.variable_names = frozenset(self.variables.values())

    def variable(self, name: str, low: int = ANY[0], high: int = ANY[1]) -> Code:
        """A local that statements set, under the name it has in Python."""
        return Code(self.variables[name], ATOM, low, high)

    def cells(self, base: int, size: int) -> tuple[int, int]:
        """The interval of `size` cells."""
        ranges = self.ranges[base : base + size]
        return min(low for low, _ in ranges), max(high for _, high in ranges)

    def trial(self, block: int) -> str:
        """The name of the function that tries a block."""
        if block not in self.trials:
            self.trials.append(block)
        return f"try_{block}"


class Frame:
    """A function: its lines, its names."""

    def __init__(self, module: Module, trial: bool = False) -> None:
        self.module = module
        self.out = Writer()
        self.trial = trial  # it runs on a copy, and what is refused makes it 0
        self.loops = 0  # how many Python loops we are in
        self._kept: set[str] = set()  # names of `LetIn` and our own: never used twice
        self._count = 0

    def temporary(self) -> str:
        """A new name of ours."""
        self._count += 1
        return f"t_{self._count}"

    def kept(self, name: str, scope: Scope) -> str:
        """A name for a value that stays until the end of the statement: used once in a function."""
        new = self._free(identifier(name), scope)
        self._kept.add(new)
        return new

    def loop_name(self, name: str, scope: Scope) -> str:
        """A name for what a loop runs over: free again behind the loop."""
        return self._free(identifier(name), scope)

    def _free(self, name: str, scope: Scope) -> str:
        taken = {code.text for code in scope.values()} | self._kept | self.module.variable_names
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
        if code.binds == ATOM and (code.text.isidentifier() or code.text.isdigit()):
            return code
        new = self.temporary()
        self.out.write(f"{new} = {code.text}")
        return Code(new, ATOM, code.low, code.high, code.truth)


def names_set(statements: tuple[Stmt, ...]) -> Iterator[tuple[str, Expr | None]]:
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
