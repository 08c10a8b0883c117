"""Who is told which option or outcome: the second half of the projection of secrets, beside `views.py`.

Goes in: the vector before a step, its number, and what the observer saw change.  Comes out: the name and the arguments as far as he is told.

* Who decides, and the host, are told everything.
* In a secret loop nobody else is told anything.
* An argument that is a piece is told if the piece was seen to move; else it is not told if its domain is hidden from the observer,
  or if something of its sort moved unseen.
* An argument (and which option it was, if there were others) is not told if the option writes a variable that is hidden from the observer:
  what would tell the argument would tell the variable.
* A payment is told if all that was paid was seen.
* An outcome is told to those who see where it goes (`Chance.seen`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex, assert_never, overload

from regelwerk_compiler.flow.flow import (
    Axis,
    Bits,
    Branch,
    Chance,
    Clause,
    Collect,
    Decide,
    Decision,
    Each,
    Expr,
    Jump,
    Offsets,
    Options,
    PieceInfo,
    Range,
    Repeat,
    Return,
    Row,
    Run,
    Stmt,
    Stop,
    Store,
    Toss,
    Turn,
    Values,
    VariableInfo,
    When,
)

from ..look import Look, places
from .changes import Change, seen_faces, unseen_moves
from .views import Observer, Sight


@dataclass(frozen=True, slots=True)
class Told:
    """`numbers`: the index of the block of numbers, None: not told which.  `args`: None for an argument that is not told."""

    numbers: int | None
    args: tuple[int | None, ...] = ()


NOTHING = Told(None)


class Telling:
    """Who is told what in one program."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.look: Look = sight.look
        self.program = sight.program
        self._writes: dict[int, frozenset[str]] = {}

    def option(
        self, before: Sequence[int], number: int, after: Sequence[int], observer: Observer, seen: tuple[Change, ...]
    ) -> Told:
        """What `observer` is told of an option that was played; `seen` is what he saw change."""
        look = self.look
        decision, chosen, index = look.decision(before), look.choice(before, number), look.numbers_at(number)
        assert decision is not None and isinstance(chosen, Options) and index is not None
        numbers = self.program.numbers[index]
        args = numbers.arguments(number)
        if observer in ("host", look.decider(before)):
            return Told(index, args)
        if look.veil(before):
            return NOTHING
        if numbers.kind == "pay":
            return Told(index, (None,) * len(args) if unseen_moves(seen) else args)
        hides = {one.numbers: self._writes_hidden(one, after, observer) for one in decision.options}
        if any(hides.values()) and len(decision.options) > 1:
            return NOTHING
        told: list[int | None] = []
        faces, unseen = seen_faces(seen), unseen_moves(seen)
        for at, (axis, arg) in enumerate(zip(numbers.axes, args, strict=True)):
            sorts = self._sorts(axis)
            if any(arg in faces.get(piece.name, ()) for piece in sorts):
                told.append(arg)
            elif hides[chosen.numbers] or any(piece.name in unseen for piece in sorts):
                told.append(None)
            else:
                told.append(None if sorts and self._reads_hidden(chosen, at, args, before, observer) else arg)
        return Told(index, tuple(told))

    def outcome(self, before: Sequence[int], number: int, observer: Observer) -> Told:
        """What `observer` is told of an outcome."""
        look = self.look
        chance, index = look.chance(before), look.numbers_at(number)
        assert chance is not None and index is not None
        if not self.sees_outcome(chance, before, observer):
            return NOTHING
        return Told(index, self.program.numbers[index].arguments(number))

    def sees_outcome(self, chance: Chance, before: Sequence[int], observer: Observer) -> bool:
        """Whether `observer` is told what chance does here."""
        if observer == "host":
            return True
        if self.look.veil(before) and observer != self.look.actor(before):
            return False
        if not chance.seen:
            return True
        args = [self.look.value(arg, before) for arg in chance.seen_args]
        seats = range(len(self.program.seats)) if observer == "public" else (observer,)
        return all(self.look.ask(chance.seen, before, seat, *args) for seat in seats)

    # -- what an argument would give away ----------------------------------------------------------
    def _sorts(self, axis: Axis) -> list[PieceInfo]:
        """The sorts of piece whose faces the axis runs over."""
        names = self.program.kinds.get(axis.type)
        return [piece for piece in self.program.pieces if names is not None and piece.faces == names]

    def _reads_hidden(
        self, options: Options, at: int, args: tuple[int, ...], before: Sequence[int], observer: Observer
    ) -> bool:
        """Whether the domain of an argument looks at cells that are hidden from the observer."""
        traced = Traced(before)
        names = {clause.name: arg for clause, arg in zip(options.clauses, args, strict=True)}
        for expr in parts(options.clauses[at]):
            self.look.value(expr, traced, names)
        return not self._hidden_cells(list(before), observer).isdisjoint(traced.read)

    def _hidden_cells(self, vector: list[int], observer: Observer) -> frozenset[int]:
        """The cells with pieces that are hidden from the observer."""
        hidden: set[int] = set()
        places_hidden: dict[str, set[int]] = {}
        for zone in self.program.zones:
            piece = self.sight.contents.pieces[zone.piece]
            for instance in range(zone.instances):
                if self.sight.sees_zone(zone, instance, vector, observer):
                    continue
                places_hidden.setdefault(piece.name, set()).update(
                    (zone.place + instance, zone.ordered_place + instance)
                )
                if zone.sort == "slots":
                    hidden.update(range(zone.base + instance * zone.slots, zone.base + (instance + 1) * zone.slots))
                elif not piece.individual:
                    faces = len(piece.faces)
                    hidden.update(range(zone.base + instance * faces, zone.base + (instance + 1) * faces))
        for piece in self.program.pieces:
            if piece.individual:
                cells = range(piece.base, piece.base + len(piece.faces))
                hidden.update(cell for cell in cells if vector[cell] in places_hidden.get(piece.name, ()))
        return frozenset(hidden)

    def _writes_hidden(self, options: Options, after: Sequence[int], observer: Observer) -> bool:
        """Whether the steps of an option may write a variable of which the observer does not see everything."""
        written = self.writes(options)
        cells = list(after)
        return any(
            not self.sight.sees_variable(variable, place, cells, observer)
            for variable in self.program.variables
            if variable.seen and variable.name in written
            for place in range(places(variable.axes))
        )

    def writes(self, options: Options) -> frozenset[str]:
        """The variables that the steps of an option may write, up to where they are left."""
        if options.target not in self._writes:
            self._writes[options.target] = _variables(self.look, options.target)
        return self._writes[options.target]


class Traced(list[int]):
    """A vector that remembers which of its cells were read."""

    def __init__(self, cells: Sequence[int]) -> None:
        super().__init__(cells)
        self.read: set[int] = set()

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[int]: ...
    def __getitem__(self, at: SupportsIndex | slice, /) -> int | list[int]:
        if isinstance(at, slice):
            self.read.update(range(*at.indices(len(self))))
            return super().__getitem__(at)
        self.read.add(int(at))
        return super().__getitem__(at)


def parts(clause: Clause) -> list[Expr]:
    """The formulas of a clause."""
    match clause.source:
        case Range(low, high):
            found = [low, high]
        case Bits(mask, _):
            found = [mask]
        case Values(values):
            found = list(values)
        case Row(_, index):
            found = [index]
        case Turn(start, _):
            found = [start]
        case Offsets(start, ways):
            found = [start, *(mask for _, mask in ways)]
        case _:
            assert_never(clause.source)
    return found if clause.where is None else [*found, clause.where]


def _variables(look: Look, target: int) -> frozenset[str]:
    """The variables written from a block on, until steps are left; payments and later decisions in them are followed."""
    program = look.program
    ranges = [(v.base, _end(v, look), v.name) for v in program.variables]
    names: set[str] = set()
    procedures: set[str] = set()

    def walk(statements: tuple[Stmt, ...]) -> None:
        for statement in statements:
            match statement:
                case Store(cell):
                    written(cell.base, cell.base + cell.size)
                case Collect(base, size):
                    written(base, base + size + 1)
                case When(_, then, otherwise):
                    walk(then)
                    walk(otherwise)
                case Each():
                    walk(statement.body)
                case Repeat():
                    walk(statement.body)
                case Run(name) if name not in procedures:
                    procedures.add(name)
                    walk(program.procedures[name].body)
                case _:
                    pass

    def written(first: int, end: int) -> None:
        names.update(name for base, last, name in ranges if base < end and first < last)

    todo, done = [target], set[int]()
    while todo:
        number = todo.pop()
        if number in done:
            continue
        done.add(number)
        block = look.blocks[number]
        walk(block.body)
        todo += _next(look, block.end)
    return frozenset(names)


def _next(look: Look, end: object) -> list[int]:
    match end:
        case Jump(target, leaving):
            return [] if leaving else [target]
        case Branch(_, then, otherwise):
            return [then, otherwise]
        case Return(_, targets):
            return list(targets)
        case Decide(number):
            decision: Decision = look.program.decisions[number]
            inner = [options.target for options in decision.options]
            return inner if decision.otherwise is None else [*inner, decision.otherwise]
        case Toss(number):
            return [outcomes.target for outcomes in look.program.chances[number].outcomes]
        case Stop():
            return []
    raise TypeError(end)


def _end(variable: VariableInfo, look: Look) -> int:
    if variable.history:
        return variable.base + 1 + variable.history
    info = next((cell for cell in look.program.cells if cell.base == variable.base and cell.size), None)
    return variable.base + (info.size if info else 1)
