"""What makes our own Berlin board a fair one: the sentences under `because` in rulespecs/berlin/tables, each held by a test.

The tables are read as plain YAML, without the compiler, so that they are judged by nothing but what stands in them.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

TABLES = Path(__file__).parents[2] / "rulespecs" / "berlin" / "tables"
COLOURS = ("blue", "green", "black", "purple", "red", "orange")
TRAMS, UNDERGROUNDS = 11, 5  # a player's cars


class Stop(NamedTuple):
    x: int
    y: int


class Route(NamedTuple):
    name: str
    a: str
    b: str
    vehicle: str
    cards: int
    colours: tuple[str, ...]

    @property
    def ends(self) -> frozenset[str]:
        return frozenset((self.a, self.b))

    @property
    def grey(self) -> bool:
        return self.colours == COLOURS

    @property
    def cars(self) -> int:
        return self.cards if self.vehicle == "tram" else 1


class Ticket(NamedTuple):
    name: str
    a: str
    b: str
    value: int
    text: dict[str, str]


def table(name: str) -> dict[str, Any]:
    """One table file."""
    return yaml.safe_load((TABLES / f"{name}.yaml").read_text(encoding="utf-8"))


def read_route(name: str, row: list[Any]) -> Route:
    a, b, vehicle, cards, colours = row
    return Route(name, a, b, vehicle, cards, COLOURS if colours == "all" else tuple(colours))


STOPS = {name: Stop(row["x"], row["y"]) for name, row in table("stops")["rows"].items()}
ROUTES = [read_route(name, row) for name, row in table("routes")["rows"].items()]
TICKETS = [Ticket(name, **row) for name, row in table("tickets")["rows"].items()]
TRAM_ROUTES = [r for r in ROUTES if r.vehicle == "tram"]
UNDERGROUND_ROUTES = [r for r in ROUTES if r.vehicle == "underground"]


def halves() -> dict[tuple[frozenset[str], str], list[Route]]:
    """The routes that join the same two stops with the same vehicle."""
    out = defaultdict(list)
    for r in ROUTES:
        out[r.ends, r.vehicle].append(r)
    return out


def single(routes: list[Route]) -> list[Route]:
    """The routes without second halves."""
    seen: set[frozenset[str]] = set()
    return [r for r in routes if not (r.ends in seen or seen.add(r.ends))]


def neighbours(routes: list[Route]) -> dict[str, list[tuple[Route, str]]]:
    out = defaultdict(list)
    for r in routes:
        out[r.a].append((r, r.b))
        out[r.b].append((r, r.a))
    return out


NEXT = neighbours(ROUTES)


def reached(start: str, routes: list[Route]) -> set[str]:
    """All stops connected with `start`, itself included."""
    near, found, todo = neighbours(routes), {start}, [start]
    while todo:
        for _, stop in near[todo.pop()]:
            if stop not in found:
                found.add(stop)
                todo.append(stop)
    return found


def fewest(start: str, goal: str, price: str, trams: int = TRAMS, undergrounds: int = UNDERGROUNDS) -> int | None:
    """The fewest `price` (cards or trams) that join two stops with no more than these cars; None if they cannot be joined.

    A search over (stop, trams used, undergrounds used), cheapest first: with two limits the cheapest way to a stop is not always
    the one that can be continued, so a stop is left alone only if it was reached at no greater price with no more of either car.
    """
    queue = [(0, 0, 0, start)]
    known: dict[str, list[tuple[int, int]]] = defaultdict(list)
    while queue:
        paid, t, u, stop = heapq.heappop(queue)
        if stop == goal:
            return paid
        if any(t0 <= t and u0 <= u for t0, u0 in known[stop]):
            continue
        known[stop].append((t, u))
        for r, other in NEXT[stop]:
            t1, u1 = (t + r.cards, u) if r.vehicle == "tram" else (t, u + 1)
            if t1 <= trams and u1 <= undergrounds:
                cost = r.cards if price == "cards" or r.vehicle == "tram" else 0
                heapq.heappush(queue, (paid + cost, t1, u1, other))
    return None


def side(p: Stop, q: Stop, r: Stop) -> int:
    """On which side of the line from p to q the point r lies: positive, negative or 0."""
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)


def hull() -> list[str]:
    """The stops on the edge of the board, its convex hull."""
    return [
        s
        for s, p in STOPS.items()
        if any(all(side(p, q, r) >= 0 for r in STOPS.values()) for q in STOPS.values() if q != p)
    ]


# -- the files -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["stops", "routes", "tickets", "tram_points", "underground_points"])
def test_every_table_says_that_it_is_ours_and_why(name: str) -> None:
    assert table(name)["origin"] == "own"
    assert table(name)["because"].strip()


def test_the_numbers_of_the_document() -> None:
    assert len(TICKETS) == 22
    assert 28 <= len(STOPS) <= 32
    assert {r.vehicle for r in ROUTES} == {"tram", "underground"}


def test_stops_have_names_in_both_languages_and_lie_apart() -> None:
    for name, row in table("stops")["rows"].items():
        assert row["text"]["en"] and row["text"]["de"], name
    for (s, p), (t, q) in itertools.combinations(STOPS.items(), 2):
        assert math.dist(p, q) >= 35, (s, t)  # else they cannot be told apart in a drawing


def test_names_of_routes_and_tickets_can_be_read() -> None:
    for r in ROUTES:
        twins = halves()[r.ends, r.vehicle]
        endings = {""} if len(twins) == 1 else {f"_{'_'.join(r.colours)}"} if not r.grey else {"_1", "_2"}
        assert r.name.removeprefix(f"{r.a}_{r.b}") in endings, r
    for t in TICKETS:
        assert t.name == f"{t.a}_to_{t.b}"
    assert not {r.name for r in ROUTES} & {t.name for t in TICKETS}


def test_the_text_of_a_ticket_says_what_stands_on_the_card() -> None:
    stops = table("stops")["rows"]
    for t in TICKETS:
        for language in ("en", "de"):
            a, b = (stops[s]["text"][language] for s in (t.a, t.b))
            assert t.text[language] == f"{a} – {b} ({t.value})"


# -- the network ---------------------------------------------------------------------------------
def test_the_network_is_connected() -> None:
    assert {s for r in ROUTES for s in r.ends} == set(STOPS)
    assert reached(next(iter(STOPS)), ROUTES) == set(STOPS)


def test_every_stop_can_be_reached_from_two_sides() -> None:
    for stop in STOPS:
        assert len({other for _, other in NEXT[stop]}) >= 2, stop


def test_a_route_takes_a_card_for_each_500_metres_begun_and_four_at_most() -> None:
    for r in ROUTES:
        assert r.cards == min(4, math.ceil(math.dist(STOPS[r.a], STOPS[r.b]) / 50)), r


@pytest.mark.parametrize("routes", [TRAM_ROUTES, UNDERGROUND_ROUTES], ids=["trams", "undergrounds"])
def test_all_lengths_occur(routes: list[Route]) -> None:
    assert {r.cards for r in routes} == {1, 2, 3, 4}


def test_no_two_routes_cross() -> None:
    for r, q in itertools.combinations(single(ROUTES), 2):
        if r.ends & q.ends:
            continue
        a, b, c, d = STOPS[r.a], STOPS[r.b], STOPS[q.a], STOPS[q.b]
        assert side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0, (r.name, q.name)


def test_undergrounds_go_round_the_trams() -> None:
    edge = hull()
    assert set(edge) <= reached(edge[0], UNDERGROUND_ROUTES)
    for stop in edge:
        ways = {other for r, other in NEXT[stop] if r.vehicle == "underground"}
        assert len(ways) >= 2, stop
    for r in TRAM_ROUTES:
        assert not r.ends <= set(edge), r  # a tram may end at the edge, none runs along it


# -- colours and double routes -----------------------------------------------------------------------
def test_the_colours_are_asked_for_evenly() -> None:
    spaces = Counter()
    for r in TRAM_ROUTES:
        if not r.grey:
            (colour,) = r.colours
            spaces[colour] += r.cards
    assert spaces == dict.fromkeys(COLOURS, 10)


def test_undergrounds_are_grey() -> None:
    assert all(r.grey for r in UNDERGROUND_ROUTES)


def test_some_trams_are_grey_but_most_have_a_colour() -> None:
    grey = sum(r.cards for r in TRAM_ROUTES if r.grey)
    assert 0.15 <= grey / sum(r.cards for r in TRAM_ROUTES) <= 0.35


def test_double_routes_are_two_equal_halves() -> None:
    doubles = [rows for rows in halves().values() if len(rows) > 1]
    assert {rows[0].vehicle for rows in doubles} == {"tram", "underground"}
    for rows in doubles:
        r, q = rows  # two, never more
        assert r.cards == q.cards
        assert r.colours != q.colours or (r.grey and q.grey)
        if r.vehicle == "tram":
            assert r.colours != q.colours


def test_a_tram_and_an_underground_never_join_the_same_two_stops() -> None:
    assert not {r.ends for r in TRAM_ROUTES} & {r.ends for r in UNDERGROUND_ROUTES}


# -- enough, and not too much --------------------------------------------------------------------------
def test_there_is_enough_for_four_players_and_it_gets_tight() -> None:
    assert 60 <= sum(r.cards for r in single(TRAM_ROUTES)) <= 70
    assert 24 <= len(single(UNDERGROUND_ROUTES)) <= 30


def test_four_players_can_all_use_up_their_cars() -> None:
    """Routes without second halves are dealt out, long ones first, to whoever has most cars left; in the end nobody has more than one car."""
    left = [{"tram": TRAMS, "underground": UNDERGROUNDS} for _ in range(4)]
    for r in sorted(single(ROUTES), key=lambda r: -r.cars):
        cars = max(left, key=lambda cars: cars[r.vehicle])
        if cars[r.vehicle] >= r.cars:
            cars[r.vehicle] -= r.cars
    assert all(sum(cars.values()) <= 1 for cars in left), left


# -- tickets -------------------------------------------------------------------------------------
@pytest.mark.parametrize("ticket", TICKETS, ids=lambda t: t.name)
def test_one_player_can_complete_the_ticket(ticket: Ticket) -> None:
    needed = fewest(ticket.a, ticket.b, "trams", trams=99, undergrounds=UNDERGROUNDS)
    assert needed is not None and needed <= TRAMS


@pytest.mark.parametrize("ticket", TICKETS, ids=lambda t: t.name)
def test_a_ticket_is_worth_the_fewest_cards_that_complete_it(ticket: Ticket) -> None:
    assert ticket.value == fewest(ticket.a, ticket.b, "cards")


def test_values_follow_the_distance() -> None:
    by_distance = sorted((fewest(t.a, t.b, "cards"), t.value) for t in TICKETS)
    values = [value for _, value in by_distance]
    assert values == sorted(values)
    assert values[0] >= 4 and values[-1] <= 12  # short enough for a quarter of an hour


def test_tickets_are_spread_over_the_board() -> None:
    assert len({frozenset((t.a, t.b)) for t in TICKETS}) == len(TICKETS)
    at = Counter(s for t in TICKETS for s in (t.a, t.b))
    assert set(at) == set(STOPS) and max(at.values()) <= 2
    joined = {r.ends for r in ROUTES}
    assert not [t.name for t in TICKETS if frozenset((t.a, t.b)) in joined]


# -- points --------------------------------------------------------------------------------------
def test_points_grow_with_the_cards_and_the_tables_differ() -> None:
    trams, undergrounds = table("tram_points")["values"], table("underground_points")["values"]
    assert len(trams) == len(undergrounds) == max(r.cards for r in ROUTES)
    for values in (trams, undergrounds):
        assert values == sorted(set(values))
    assert all(t != u for t, u in zip(trams, undergrounds, strict=True))  # so that a scenario tells them apart


def test_long_undergrounds_pay_less_than_long_trams_and_short_ones_more() -> None:
    trams, undergrounds = table("tram_points")["values"], table("underground_points")["values"]
    assert undergrounds[0] > trams[0]
    assert undergrounds[-1] < trams[-1]
