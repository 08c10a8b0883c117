"""The score sheet: items, totals, places, returns."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.find import find_game
from regelwerk.game import Game, load
from regelwerk.result import Result
from regelwerk_compiler.flow.flow import Const, Function, Local, Ranking, ScoreItem
from runtime.games import heap, sealed


def sheet(claims: tuple[int, int, int], ranking: Ranking) -> Result:
    """A sheet of three seats with these claims; `second` is a tie-break that favours later seats."""
    program = sealed()
    base = next(v.base for v in program.variables if v.name == "claims")
    program = replace(
        program,
        functions={
            **program.functions,
            "second": Function("second", ("p",), Local("p")),
            "bonus": Function("bonus", ("p",), Const(2)),
        },
        score=(ScoreItem("claims", "claims_of"), ScoreItem("bonus", "bonus")),
        ranking=ranking,
    )
    game = Game(program, "interpreter")
    vector = list(program.initial)
    vector[base : base + 3] = claims
    return game.state(vector).result()


def test_places() -> None:
    assert sheet((1, 3, 3), Ranking(((True, "total"),), True, False)).places == (3, 1, 1)
    assert sheet((1, 3, 3), Ranking(((True, "total"), (True, "second")), False, False)).places == (3, 2, 1)
    assert sheet((1, 3, 2), Ranking(((False, "total"),), True, False)).places == (1, 3, 2)


def test_totals_and_returns() -> None:
    found = sheet((1, 3, 3), Ranking(((True, "total"),), True, False))
    assert found.points == ((1, 3, 3), (2, 2, 2))
    assert found.totals == (3, 5, 5)
    assert found.returns == (3, 5, 5)
    assert found.winners == (1, 2)


def test_together() -> None:
    found = sheet((1, 3, 3), Ranking(((True, "total"),), True, True))
    assert found.returns == (13, 13, 13)
    assert found.places == (1, 1, 1)
    assert "place" not in found.table()


def test_two_seats_return_the_sign() -> None:
    game = Game(heap(1), "interpreter")
    state = game.start().play(0)
    found = state.result()
    assert found.returns == (1, -1)
    assert found.winners == (0,)
    assert "last" in found.table()
    assert "total     1    0" in found.table()


def test_capped_is_no_draw() -> None:
    state = Game(heap(7, most=1), "interpreter").start().play(0)
    found = state.result()
    assert (found.capped, found.places, found.winners, found.returns) == (True, (0, 0), (), (0, 0))
    assert "broken off" in found.table()


def test_what_is_not_in_force_is_left_out_and_what_took_its_place_is_named() -> None:
    path = find_game("london_bridge")

    def shown(*tiles: str) -> list[str]:
        game = load(path, players=3, options={"scoring_tiles": 2})
        where = next(zone for zone in game.program.zones if zone.name == "scorings")
        piece = next(piece for piece in game.program.pieces if piece.name == "scoring")
        vector = list(game.program.initial)
        for tile in tiles:
            vector[piece.base + piece.faces.index(tile)] = where.place
        return [words for words, _ in game.state(vector).result().lines]

    always = ["pounds", "chapel track", "gatehouse track", "value of the cards in hand", "most buildings"]
    last = ["empty sites", "unused bonus tiles"]
    assert shown() == always + last
    assert shown("lead", "most_gatehouses") == [
        *always[:2], "most gatehouses", *always[3:], *last, "lead on the chapel track",
    ]  # fmt: skip
