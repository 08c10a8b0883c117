"""Nodes behave as dataclasses of the standard library do, and none is written to."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import field, fields, replace

from regelwerk_compiler.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    origin: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class One(Base):
    name: str
    parts: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Other(Base):
    name: str
    parts: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    name: str


@dataclass(frozen=True, slots=True)
class Named:
    name: str

    def __repr__(self) -> str:
        return "named"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named)

    def __hash__(self) -> int:
        return 7


def test_compared_and_hashed_by_what_counts() -> None:
    assert One("a", origin=1) == One("a", origin=2)
    assert hash(One("a", origin=1)) == hash(One("a", origin=2))
    assert One("a") != One("b")
    assert One("a") != Other("a")
    assert One("a").__eq__("a") is NotImplemented
    assert Empty() == Empty()
    assert len({Empty(), Empty(), One("a"), One("a"), Other("a")}) == 3
    assert Apart("a") != Apart("a")


def test_printed_as_ever() -> None:
    standard = dataclasses.make_dataclass("One", [("name", str), ("parts", tuple)])
    assert repr(One("a", (Empty(), 3))) == repr(standard("a", (Empty(), 3)))
    assert repr(Empty()) == "Empty()"


def test_own_methods_stay() -> None:
    assert repr(Named("x")) == "named"
    assert Named("x") == Named("y")
    assert hash(Named("x")) == 7


def test_taken_apart_changed_and_kept() -> None:
    one = One("a", (1,), origin=3)
    assert [known.name for known in fields(one)] == ["origin", "name", "parts"]
    assert replace(one, name="b") == One("b", (1,))
    assert pickle.loads(pickle.dumps(one)) == one
    assert pickle.loads(pickle.dumps(one)).origin == 3
    assert not hasattr(one, "__dict__")
    match one:
        case One(name, parts):
            assert (name, parts) == ("a", (1,))


def test_equal_things_deep_inside() -> None:
    deep: object = Empty()
    for _ in range(200):
        deep = One("x", (deep,))
    assert deep == pickle.loads(pickle.dumps(deep))
