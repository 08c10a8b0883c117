"""`dataclass` for the nodes of every representation: the standard library's to a type checker, made in a quarter of the time.

There are some 300 kinds of nodes.  That a node is frozen is asked of mypy, which sees the standard decorator and
refuses every assignment; methods that would refuse it once more when a program runs double the time in which a class
is made, and treble that of every node.  What compares, hashes and prints a node is shared by all classes instead of
being compiled for each.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import dataclass as _standard

    def dataclass(*, frozen, slots, eq=True, kw_only=False):
        """As `dataclasses.dataclass`; only `frozen=True, slots=True` is possible."""
        assert frozen
        assert slots

        def made(cls):
            own = vars(cls).keys()
            cls = _standard(slots=True, eq=False, repr=False, kw_only=kw_only)(cls)
            known = fields(cls)
            if eq:
                key = _key([field.name for field in known if field.compare])
                if "__eq__" not in own:
                    cls.__eq__ = _equal(key)
                if "__hash__" not in own:
                    cls.__hash__ = lambda self: hash(key(self))
            if "__repr__" not in own:
                cls.__repr__ = _shown([field.name for field in known if field.repr])
            cls.__getstate__, cls.__setstate__ = _kept([field.name for field in known])
            return cls

        return made


def _key(names: list[str]) -> Any:
    """From a node to what it is compared by."""
    return attrgetter(*names) if names else lambda node: ()


def _equal(key: Any) -> Any:
    def equal(node: object, other: object) -> Any:
        if node.__class__ is not other.__class__:
            return NotImplemented
        return node is other or key(node) == key(other)

    return equal


def _shown(names: list[str]) -> Any:
    def shown(node: object) -> str:
        said = ", ".join([f"{name}={getattr(node, name)!r}" for name in names])
        return f"{node.__class__.__qualname__}({said})"

    return shown


def _kept(names: list[str]) -> Any:
    """How a node is pickled: its values alone, which nests less deeply than their names with them would."""

    def taken(node: object) -> list[object]:
        return [getattr(node, name) for name in names]

    def put(node: object, values: list[object]) -> None:
        for name, value in zip(names, values, strict=True):
            setattr(node, name, value)

    return taken, put
