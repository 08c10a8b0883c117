"""Which rules came into play: a Program -> the same Program that notes, in cells of its own, which rules ran; and what it comes to.

No engine is touched: `watched` puts a store at the head of every block and procedure that belongs to a rule.  The game is the same
in every other cell, and every engine runs it; what only a trial runs is not noted, since trials work on copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from regelwerk_compiler.flow.flow import Block, Cell, CellInfo, Const, Procedure, Program, Stmt, Store

PROCEDURES = ("call_", "do_", "body_")  # how the lowering names the procedures of a rule


@dataclass(frozen=True, slots=True)
class Coverage:
    """`chosen`: by name of a rule (or of a pick, a payment) how often it was chosen.  `never`: the rules that never ran, in file order."""

    chosen: Mapping[str, int]
    never: tuple[str, ...]
    rules: int

    @property
    def share(self) -> float:
        """The share of the rules that ran."""
        return 1.0 if not self.rules else 1 - len(self.never) / self.rules


@dataclass(slots=True)
class Tally:
    """Collects over games, and can be put together with others'."""

    chosen: dict[str, int] = field(default_factory=dict)
    ran: set[str] = field(default_factory=set)

    def chose(self, name: str) -> None:
        """An option of this name was played."""
        self.chosen[name] = self.chosen.get(name, 0) + 1

    def add(self, other: Tally) -> None:
        """Both together."""
        for name, n in other.chosen.items():
            self.chosen[name] = self.chosen.get(name, 0) + n
        self.ran |= other.ran

    def coverage(self, program: Program) -> Coverage:
        """What it comes to."""
        rules = rules_of(program)
        seen = self.ran | self.chosen.keys()
        return Coverage(
            dict(sorted(self.chosen.items())), tuple(rule for rule in rules if rule not in seen), len(rules)
        )


def rules_of(program: Program) -> tuple[str, ...]:
    """All rules of a program, in file order."""
    found = dict.fromkeys(program.statements)
    found |= dict.fromkeys(numbers.name for numbers in program.numbers if numbers.kind == "rule")
    found |= dict.fromkeys(decision.rule for decision in program.decisions if decision.rule)
    return tuple(found)


def watched(program: Program) -> Program:
    """The program with a cell for every rule at the end of its vector: 1 once the rule has run."""
    rules = rules_of(program)
    base = len(program.initial)
    places = {rule: base + n for n, rule in enumerate(rules)}

    def noting(rule: str | None) -> tuple[Stmt, ...]:
        return () if rule is None else (Store(Cell(places[rule]), Const(1)),)

    blocks = tuple(
        block
        if not block.number > 2 or _waits(block)
        else replace(block, body=(*noting(_rule_of(block, places)), *block.body))
        for block in program.blocks
    )
    procedures = {
        name: replace(procedure, body=(*noting(_rule_of_procedure(procedure, places)), *procedure.body))
        for name, procedure in program.procedures.items()
    }
    return replace(
        program,
        blocks=blocks,
        procedures=procedures,
        cells=(*program.cells, *((CellInfo("watched", "frame", base, len(rules), 0, 1),) if rules else ())),
        initial=(*program.initial, *(0 for _ in rules)),
    )


def ran(program: Program, vector: Sequence[int]) -> set[str]:
    """The rules that ran, from a vector of the watched program (`program` is the one that was watched)."""
    base = len(program.initial)
    return {rule for n, rule in enumerate(rules_of(program)) if vector[base + n]}


def _waits(block: Block) -> bool:
    """Blocks at which the machine rests hold no statements."""
    return type(block.end).__name__ in ("Decide", "Toss")


def _rule_of(block: Block, rules: Mapping[str, int]) -> str | None:
    name = block.name.removeprefix("option ")
    word = name.split(" ")[0].split(":")[0]
    return word if word in rules else None


def _rule_of_procedure(procedure: Procedure, rules: Mapping[str, int]) -> str | None:
    for prefix in PROCEDURES:
        name = procedure.name.removeprefix(prefix)
        if name != procedure.name and name in rules:
            return name
    return procedure.name if procedure.name in rules else None
