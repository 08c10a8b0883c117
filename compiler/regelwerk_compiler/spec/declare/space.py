"""From names, as the declarations meet them, to one space in which a name means one thing, or diagnostics."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Collector
from ...document.located import Scalar
from ..given import GIVEN, SPARE

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name was declared as, and where; `shared` names may be declared again by others of the same sort (values of two kinds)."""

    what: str
    place: Scalar
    shared: bool


@dataclass(slots=True)
class Space:
    """All names of a game."""

    collector: Collector
    reserved: frozenset[str]
    meanings: dict[str, list[Meaning]] = field(default_factory=dict)

    def add(self, name: str, what: str, place: Scalar, *, shared: bool = False) -> None:
        """`name` is declared at `place` as `what` (`a kind`)."""
        if self.is_name(name, place):
            self.meanings.setdefault(name, []).append(Meaning(what, place, shared))
            self.collector.declared.setdefault(name, place)
            if not shared:
                self.collector.idle.add(name)
        else:
            self.collector.doubtful[name] = place

    def is_name(self, name: str, place: Scalar) -> bool:
        """Whether `name` can be a name at all."""
        if not _NAME.fullmatch(name):
            return False  # reported by `check_shape`
        if name in self.reserved or name in GIVEN or name in SPARE:
            self.collector.report("RW300", place, name=name)
            self.collector.refused.add(name)
        else:
            return True
        return False

    def report_clashes(self) -> None:
        """Report every name that means two things, where it is declared for the second time."""
        for name, meanings in self.meanings.items():
            first, *others = sorted(meanings, key=lambda m: (m.place.source.name, m.place.start))
            for other in others:
                if other.shared and first.shared and other.what == first.what:
                    continue
                where = f"line {first.place.span.line}"
                if first.place.source.name != other.place.source.name:
                    where = f"{first.place.source.name}, {where}"
                self.collector.doubtful[name] = other.place
                self.collector.report("RW301", other.place, name=name, what=first.what, where=where)
