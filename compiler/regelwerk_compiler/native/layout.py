"""Where C keeps the cells of a program: runs of small numbers, sets, and planes (masks of who holds what) beside them.

Goes in: a `Program`.  Comes out: a `Layout`.  Outside, a vector is `num[WORDS]`: one word a cell, several for a cell that holds a wide mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from ..flow import flow, planes
from ..flow.flow import KEY, Program
from ..flow.planes import PlanesKey, key_of
from ..flow.rewrite import roots, walk
from .writer import unique

WIDE = 1 << 63  # cells that hold more are masks

TYPES = (("int8_t", 2**7), ("int16_t", 2**15), ("int32_t", 2**31), ("int64_t", 2**63))


def words_of(width: int) -> int:
    """How many words of 64 bits a mask has."""
    return max(1, (width + 63) // 64)


def mask_type(width: int) -> str:
    """The C type of a mask."""
    words = words_of(width)
    return "uint64_t" if words == 1 else f"set_{words}"


def number_type(low: int, high: int) -> str:
    """The smallest C type that holds the interval."""
    return next(name for name, bound in TYPES if -bound <= low and high < bound)


@dataclass(slots=True)
class Field:
    """A run of cells that is one member of the state.  `width` > 0: each cell is a mask.  `first_word`: where it is in a vector outside."""

    name: str
    first: int
    count: int
    low: int
    high: int
    width: int = 0
    first_word: int = 0
    planes: list[Planes] = field(default_factory=list)
    links: list[Links] = field(default_factory=list)

    @property
    def type(self) -> str:
        """The C type of a cell."""
        if self.first == KEY:
            return "uint64_t"
        return mask_type(self.width) if self.width else number_type(self.low, self.high)

    @property
    def words(self) -> int:
        """How many words a cell has outside."""
        return words_of(self.width) if self.width else 1


@dataclass(frozen=True, slots=True)
class Planes(planes.Planes):
    """Planes that are a member of the state."""

    name: str


@dataclass(frozen=True, slots=True)
class Links:
    """What is linked to the starts of each plane (`flow.Linked`), kept as long as pieces are only added; else it is stale."""

    name: str
    planes: Planes
    starts: str
    steps: str


class Layout:
    """The members of the state, those that trials touch first."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields = _fields(program)
        word = 0
        for one in self.fields:
            one.first_word = word
            word += one.count * one.words
        self.words = word
        self._at = {cell: one for one in self.fields for cell in range(one.first, one.first + one.count)}
        self.planes: dict[PlanesKey, Planes] = {}
        for asked in planes.planes_of(program):
            self._add_planes(asked)
        self.links: dict[tuple[object, str, str], Links] = {}
        for root in roots(program):
            for linked in walk(root):
                if isinstance(linked, flow.Linked) and links_key(linked) not in self.links:
                    near = self.planes[key_of(linked.holding)]
                    made = Links(f"{near.name}_links{len(self.links) or ''}", near, linked.starts, linked.steps)
                    self.links[links_key(linked)] = made
                    self.field(near.base).links.append(made)
        touched = trial_cells(program)

        def first(one: Field) -> bool:
            return one.first < flow.HEADER or not touched.isdisjoint(range(one.first, one.first + one.count))

        self.order = sorted(self.fields, key=lambda one: (not first(one), one.first))
        self.untouched = next((one for one in self.order if not first(one)), None)

    def field(self, cell: int) -> Field:
        """The member that holds a cell."""
        return self._at[cell]

    def wide(self) -> bool:
        """Whether a cell takes more than one word outside."""
        return self.words != len(self.program.initial)

    def _add_planes(self, asked: planes.Planes) -> None:
        where = self.field(asked.base)
        names = {p.name for p in self.planes.values()} | {f.name for f in self.fields}
        title = where.name + "_" + next(iter(unique([asked.table], "by_").values()))
        while title in names:
            title += "_"
        self.planes[asked.key] = Planes(**asdict(asked), name=title)
        where.planes.append(self.planes[asked.key])


def links_key(node: flow.Linked) -> tuple[object, str, str]:
    """What links are looked up by."""
    return key_of(node.holding), node.starts, node.steps


def _fields(program: Program) -> list[Field]:
    """Runs of cells that are only ever looked at as one run."""
    cuts = {info.base for info in program.cells} | {len(program.initial)}
    for root in roots(program):
        for node in walk(root):
            match node:
                case flow.Cell(base, index, size) if index is not None:
                    cuts -= set(range(base + 1, base + size))
                case flow.Holding(base, size):
                    cuts -= set(range(base + 1, base + size))
                case flow.Collect(base, size):
                    cuts -= set(range(base + 2, base + 1 + size))
                case _:
                    pass
    infos = sorted(program.cells, key=lambda info: info.base)
    starts = sorted(cut for cut in cuts if cut < len(program.initial))
    found: list[Field] = []
    for start, end in zip(starts, [*starts[1:], len(program.initial)], strict=True):
        here = [info for info in infos if info.base < end and start < info.base + info.size]
        low, high = min(info.low for info in here), max(info.high for info in here)
        first = name = next(iter(unique([here[0].name]).values())) + ("" if here[0].base == start else "_more")
        k = 2
        while any(other.name == name for other in found):
            name, k = f"{first}_{k}", k + 1
        made = Field(name, start, end - start, low, high)
        if start == KEY:
            made.low, made.high = 0, 2**64 - 1
        elif high >= WIDE or low < -WIDE:
            made.width = high.bit_length()
        elif start < flow.HEADER:
            made.high = min(high, 2**31 - 1)
        found.append(made)
    return found


# -- what trials touch -----------------------------------------------------------------------------
def trial_cells(program: Program) -> set[int]:
    """Every cell that code inside a trial may read or write."""
    seen: set[object] = set()
    cells: set[int] = set()
    blocks = {block.number: block for block in program.blocks}

    def look(node: object) -> None:
        for part in walk(node):
            match part:
                case flow.Cell(base, index, size):
                    cells.update(range(base, base + (size if index is not None else 1)))
                case flow.Holding(base, size):
                    cells.update(range(base, base + size))
                case flow.Collect(base, size):
                    cells.update(range(base, base + size + 1))
                case flow.Digest(_, runs):
                    for first, count, _ in runs:
                        cells.update(range(first, first + count))
                case flow.Call(function) if ("f", function) not in seen:
                    seen.add(("f", function))
                    look(program.functions[function].body)
                case flow.Run(procedure) if ("p", procedure) not in seen:
                    seen.add(("p", procedure))
                    look(program.procedures[procedure].body)
                case flow.Trial(block):
                    enter(block)
                case _:
                    pass

    def enter(number: int) -> None:
        for here in trial_blocks(program, number):
            if ("b", here) in seen:
                continue
            seen.add(("b", here))
            block = blocks[here]
            look(block.body)
            match block.end:
                case flow.Branch(test):
                    look(test)
                case flow.Return(cell):
                    cells.add(cell)
                case flow.Decide(decision) if program.decisions[decision].refuses:
                    look(program.decisions[decision].before)
                    for options in program.decisions[decision].options:
                        look((options.clauses, options.guard))
                case _:
                    pass

    for root in roots(program):
        for part in walk(root):
            if isinstance(part, flow.Trial):
                enter(part.block)
    return cells


def trial_blocks(program: Program, start: int) -> list[int]:
    """The blocks that a trial may run, from the one that is entered."""
    blocks = {block.number: block for block in program.blocks}
    found: dict[int, None] = {}
    todo = [start]
    while todo:
        number = todo.pop()
        if number in found:
            continue
        found[number] = None
        todo += [n for n in reversed(list(goes_on(blocks[number].end, True, program))) if n not in found]
    return list(found)


def goes_on(end: flow.End, trial: bool, program: Program) -> Iterable[int]:
    """The blocks to which one leads without a rest."""
    match end:
        case flow.Jump(target, leaving):
            return () if trial and leaving else (target,)
        case flow.Branch(_, then, otherwise):
            return (then, otherwise)
        case flow.Return(_, targets):
            return targets
        case flow.Decide(decision) if not trial:
            beyond = program.decisions[decision].otherwise
            return () if beyond is None else (beyond,)
    return ()
