"""Small programs that nobody can play, with a table to draw: only what a View and the drawing read of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from regelwerk.lang import Words
from regelwerk.sight.views import Value, View, ZoneView
from regelwerk.table.cells import Cells
from regelwerk.table.said import Said
from regelwerk.table.seen import Seen
from regelwerk.table.shapes import Board, Fact, Network, Shape, Shapes
from regelwerk.words.names import Names
from regelwerk_compiler.flow.flow import Axis, PieceInfo, Program, Ranking, ScoreItem, VariableInfo, ZoneInfo

COLOURS = ("red", "blue", "green", "locomotive")
SEATS = ("anna", "ben", "cem")
PLAYER = Axis("i0", 0, 3, "player")


def variable(
    name: str, *axes: Axis, holds: Axis, words: Sequence[str] = (), is_set: bool = False, seen: str = ""
) -> VariableInfo:
    """A variable; where it lies does not matter here."""
    return VariableInfo(name, 0, axes, holds, tuple(words), is_set, seen, None)


def zone(
    name: str, piece: str, *axes: Axis, sort: str = "bag", slots: int = 0, seen: str = "", top_seen: bool = False
) -> ZoneInfo:
    """A zone; where it lies does not matter here."""
    instances = 1
    for axis in axes:
        instances *= axis.size
    return ZoneInfo(name, sort, piece, axes, instances, 0, 0, slots, 0, 0, 0, 0, seen, top_seen, None)  # type: ignore[arg-type]


def program(
    kinds: Mapping[str, tuple[str, ...]],
    variables: Sequence[VariableInfo],
    zones: Sequence[ZoneInfo],
    texts: Mapping[str, dict[str, str]] | None = None,
    seats: tuple[str, ...] = SEATS,
    score: Sequence[str] = (),
) -> Program:
    """A program with no blocks."""
    pieces = tuple(
        PieceInfo(piece, kinds[piece], (1,) * len(kinds[piece]), False, 0)
        for piece in kinds
        if any(z.piece == piece for z in zones)
    )
    return Program(
        game="made_up", hash="", seats=seats, players=len(seats), options=(), most_decisions=10, cells=(), initial=(), blocks=(), entry=0,
        procedures={}, functions={}, tables={}, lists={}, numbers=(), decisions=(), chances=(), reasons=(), variables=tuple(variables),
        pieces=pieces, zones=tuple(zones), kinds=dict(kinds), score=tuple(ScoreItem(name, name) for name in score),
        ranking=Ranking((), False, False), texts=dict(texts or {}), statements={},
    )  # fmt: skip


def view(
    variables: Sequence[tuple[Value, ...]], zones: Sequence[ZoneView], observer: int = 0, seat: int | None = 0
) -> View:
    """A View with these contents."""
    return View(observer, seat, False, False, False, False, tuple(zones), (), tuple(variables))


RAILWAY_SHAPES = Shapes(
    {
        "route": Shape(
            "route",
            network=Network("town", ((0, 1), (0, 1), (1, 2), (2, 3), (3, 0))),
            facts=tuple(
                (Fact("cards", "", (n,)), Fact("colours", "card", colours, all=len(colours) > 2))
                for n, colours in ((2, (0,)), (2, (1,)), (3, (0, 1, 2)), (1, (2,)), (4, (0, 1)))
            ),
        )
    }
)
RAILWAY_KINDS = {
    "card": COLOURS,
    "town": ("north_gate", "market", "harbour", "old_mill"),
    "route": ("r1", "r2", "r3", "r4", "r5"),
}
RAILWAY_TEXTS = {
    "north_gate": {"en": "North Gate", "de": "Nordtor"},
    "harbour": {"en": "港のはし", "de": "Hafen"},
    "locomotive": {"en": "locomotive", "de": "Lokomotive"},
}


def railway(language: str = "en", observer: int = 0) -> Cells:
    """A network with two owners, open and hidden hands, a pile, an open row, figures of every seat."""
    route = Axis("i0", 0, 5, "route")
    variables = (
        variable("owner", route, holds=Axis("", 0, 3, "player"), words=("nobody",)),
        variable("cars", PLAYER, holds=Axis("", 0, 12)),
        variable("round", holds=Axis("", 1, 9)),
        variable("secret", PLAYER, holds=Axis("", 0, 4, "card"), seen="s"),
        variable("open_colours", holds=Axis("", 0, 4, "card"), is_set=True),
    )
    zones = (
        zone("deck", "card", sort="pile", seen="s"),
        zone("row", "card"),
        zone("hand", "card", PLAYER, seen="s"),
    )
    made = program(RAILWAY_KINDS, variables, zones, RAILWAY_TEXTS, score=("routes",))
    hands = [(0, 0, 1, 3), (2, 2), (1,)]
    seen = view(
        [(0, -1, 1, -1, -1), (7, 11, 12), (4,), tuple(2 if seat == observer else None for seat in range(3)), ((0, 2),)],
        [
            ZoneView("deck", 0, 31, None),
            ZoneView("row", 0, 5, (0, 1, 1, 2, 3)),
            *(ZoneView("hand", seat, len(hand), hand if seat == observer else None) for seat, hand in enumerate(hands)),
        ],
        observer,
    )
    return Cells(Seen(made, seen, (12, 7, None)), Said(Names(made), Words(language)), RAILWAY_SHAPES)


def crosses(language: str = "en") -> Cells:
    """A board of nine squares."""
    kinds = {"square": tuple(f"{letter}{number}" for number in (1, 2, 3) for letter in "abc")}
    square = Axis("i0", 0, 9, "square")
    variables = (variable("mark", square, holds=Axis("", 0, 2, "player"), words=("empty",)),)
    made = program(kinds, variables, (), seats=("cross", "nought"))
    return Cells(
        Seen(made, view([(0, -1, 1, -1, 0, -1, -1, -1, 1)], (), 0)),
        Said(Names(made), Words(language)),
        Shapes({"square": Shape("square", Board(3, 3))}),
    )


def workshop(language: str = "en", observer: int = 0) -> Cells:
    """A bit of everything else: boards with several layers, kinds as tables, slots, open piles, sets, what has three indices."""
    names = ("amboss", "hammer", "zange", "feile", "saege", "bohrer", "hobel", "nadel", "kelle")
    kinds = {
        "square": tuple(f"{letter}{number}" for number in (1, 2) for letter in "ab"),
        "tool": names,
        "card": COLOURS,
        "meadow": tuple(f"{letter}{number}" for number in range(1, 11) for letter in "abcdefghij"),
    }
    square, tool = Axis("i0", 0, 4, "square"), Axis("i0", 0, 9, "tool")
    meadow = Axis("i0", 0, 100, "meadow")
    truth = Axis("", 0, 2, "boolean")
    variables = (
        variable("owner", square, holds=Axis("", 0, 3, "player"), words=("nobody",)),
        variable("height", square, holds=Axis("", 0, 9)),
        variable("wet", square, holds=truth),
        variable("signs", square, holds=Axis("", 0, 4, "card"), is_set=True),
        variable("fog", square, holds=Axis("", 0, 9), seen="s"),
        variable("mark", PLAYER, Axis("i1", 0, 4, "square"), holds=Axis("", 0, 4, "card"), words=("none",)),
        variable("price", tool, holds=Axis("", 0, 9)),
        variable("known", tool, PLAYER, holds=truth),
        variable("cow", meadow, holds=truth),
        variable("deep", PLAYER, tool, Axis("i2", 1, 2), holds=Axis("", 0, 9)),
        variable("history", holds=Axis("", 0, 2**62, "position")),
        variable("spread", PLAYER, holds=Axis("", 0, 4, "card"), is_set=True, seen="s"),
    )
    zones = (
        zone("stack", "card", square),
        zone("shelf", "card", sort="slots", slots=3),
        zone("covered", "card", sort="slots", slots=2, seen="s"),
        zone("discard", "card", sort="pile", seen="s", top_seen=True),
        zone("rack", "card", PLAYER, sort="slots", slots=2, seen="s"),
        zone("bench", "card", tool),
    )
    made = program(kinds, variables, zones)
    seen = view(
        [
            (0, 1, -1, -1),
            (3, 0, 2, 0),
            (1, 0, 0, 0),
            ((0, 1), (), (2,), ()),
            (None,) * 4,
            (0, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, 2),
            (0, 5, 0, 0, 0, 0, 0, 0, 0),
            (1, 0, 0) + (0,) * 24,
            (1,) + (0,) * 99,
            (0,) * 53 + (4,),
            ((1, 2, 3),),
            ((0, 1), None, None),
        ],
        [
            *(ZoneView("stack", n, len(faces or ()), faces) for n, faces in enumerate(((0, 0, 2), (), None, (1,)))),
            ZoneView("shelf", 0, 2, (0, -1, 2)),
            ZoneView("covered", 0, 1, (-2, -1)),
            ZoneView("discard", 0, 6, None, 3),
            *(ZoneView("rack", n, 1, (2, -1) if n == observer else (-2, -1)) for n in range(3)),
            *(ZoneView("bench", n, int(n == 1), (3,) if n == 1 else ()) for n in range(9)),
        ],
        observer,
    )
    shapes = Shapes({"square": Shape("square", Board(2, 2)), "meadow": Shape("meadow", Board(10, 10))})
    return Cells(Seen(made, seen), Said(Names(made), Words(language)), shapes)


def long_line(owned: bool = True) -> Cells:
    """A network with many edges between places of long names."""
    towns = tuple(f"a_rather_long_name_of_a_place_{n}" for n in range(6))
    edges = tuple((a, b) for a in range(6) for b in range(a + 1, 6))
    kinds = {
        "town": towns,
        "line": tuple(f"l{n}" for n in range(len(edges))),
        "sort": ("rail", "boat"),
        "card": COLOURS,
    }
    line = Axis("i0", 0, len(edges), "line")
    held = variable("owner", line, holds=Axis("", 0, 3, "player"), words=("nobody",), seen="s")
    variables = (
        (held, variable("toll", line, holds=Axis("", 0, 9)))
        if owned
        else (variable("toll", line, holds=Axis("", 0, 9)),)
    )
    zones = (zone("wagons", "card", line),)
    made = program(kinds, variables, zones)
    owners: tuple[Value, ...] = tuple(None if n == 0 else 1 if n == 1 else -1 for n in range(len(edges)))
    tolls: tuple[Value, ...] = tuple(n % 4 for n in range(len(edges)))
    seen = view(
        [owners, tolls] if owned else [tolls],
        [ZoneView("wagons", n, int(n == 2), (0,) if n == 2 else ()) for n in range(len(edges))],
    )
    facts = tuple(
        (Fact("sort", "sort", (n % 2,)), Fact("open", "boolean", (n % 2,)), Fact("note", "", word="none"))
        for n in range(len(edges))
    )
    shapes = Shapes({"line": Shape("line", network=Network("town", edges), facts=facts)})
    return Cells(Seen(made, seen), Said(Names(made), Words()), shapes)


def houses(sold: bool = False) -> Cells:
    """What a seat has is wide on both sides: a long name, and slots with things of several words; most are free."""
    kinds = {"house": tuple(f"an_old_{word}_house" for word in ("yellow", "wooden", "haunted"))}
    variables = (
        variable("place_on_the_long_road", PLAYER, holds=Axis("", 0, 99)),
        variable("sold", Axis("i0", 0, 3, "house"), holds=Axis("", 0, 2, "boolean")),
    )
    zones = (zone("street", "house", PLAYER, sort="slots", slots=6),)
    made = program(kinds, variables, zones)
    seen = view(
        [(11, 22, 33), (0, 0, int(sold))],
        [ZoneView("street", n, 2, (n, (n + 1) % 3, -1, -1, -1, -1)) for n in range(3)],
    )
    return Cells(Seen(made, seen), Said(Names(made), Words()), Shapes())


def tiles() -> Cells:
    """A wide board with tiles that are turned, monks nowhere, and a sheet of guesses by row and hole."""
    plots = tuple(f"{letter}{number}" for number in range(1, 10) for letter in "abcdefghi")
    kinds = {
        "plot": plots,
        "tile": ("bend", "village_edge", "village_east", "church"),
        "way": ("north", "east", "south"),
        "colour": COLOURS,
    }
    plot = Axis("i0", 0, 81, "plot")
    row, hole = Axis("i0", 1, 10), Axis("i1", 1, 4)
    variables = (
        variable("lies", plot, holds=Axis("", 0, 4, "tile"), words=("empty",)),
        replace(variable("turned", plot, holds=Axis("", 0, 3, "way")), base=81),
        replace(variable("monk", plot, holds=Axis("", 0, 3, "player"), words=("nobody",)), base=162),
        replace(variable("guess", row, hole, holds=Axis("", 0, 4, "colour"), words=("unset",)), base=243),
    )
    initial = (*[-1] * 81, *[0] * 81, *[-1] * 81, *[-1] * 40)
    lies, turned, guess = [-1] * 81, [0] * 81, [-1] * 40
    lies[40], lies[41], lies[49] = 1, 0, 2
    turned[41] = 2
    guess[4:8] = [0, 1, 2, 0]
    made = replace(program(kinds, variables, ()), initial=initial)
    values: list[tuple[Value, ...]] = [tuple(lies), tuple(turned), (-1,) * 81, tuple(guess)]
    shapes = Shapes({"plot": Shape("plot", Board(9, 9))})
    return Cells(Seen(made, view(values, (), 0)), Said(Names(made), Words("en")), shapes)
