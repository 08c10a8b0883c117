"""Many games, whatever the number of processes; and which rules ran."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regelwerk.errors import UsageError
from regelwerk.game import Game
from regelwerk.measure.coverage import Tally, ran, rules_of, watched
from regelwerk.measure.statistics import simulate
from regelwerk_compiler.flow.flow import Block, Fail, Reason
from runtime.games import PROGRAMS, heap, sealed


def test_the_number_of_jobs_changes_nothing() -> None:
    game = Game(sealed())
    found = [replace(simulate(game, 24, ["random"], 5, jobs, coverage=True), seconds=0.0) for jobs in (1, 3)]
    assert found[0] == found[1]
    assert found[0].finished == 24
    assert sum(found[0].lengths) == found[0].decisions
    assert len(found[0].lengths) == 24


def test_what_simulate_prints() -> None:
    done: list[int] = []
    json = simulate(Game(heap()), 10, ["greedy", "random"], 1, check=True, progress=done.append).json()
    assert {"game", "players", "games", "finished", "capped", "decisions", "seconds", "seats", "seed"} <= json.keys()
    assert json["finished"] == 10
    assert done[-1] == 10
    seats = json["seats"]
    assert isinstance(seats, list)
    assert sum(seat["wins"] for seat in seats) == 10
    assert {"wins", "mean_score"} <= seats[0].keys()


def test_capped_games_are_no_wins() -> None:
    found = simulate(Game(heap(7, most=2)), 5)
    assert (found.capped, found.finished, found.seats[0].wins) == (5, 0, 0)


def test_broken_games_are_told_with_their_seed() -> None:
    program = heap()
    broken = replace(
        program,
        blocks=tuple(replace(b, body=(Fail(0),)) if b.number == 6 else b for b in program.blocks),
        reasons=(Reason("take.enough", "the heap is in debt"),),
    )
    found = simulate(Game(broken), 3, seed=8)
    assert [one.seed for one in found.broken] == [8, 9, 10]
    assert "take.enough: the heap is in debt" in found.broken[0].why
    assert found.finished == 0


def test_a_lost_piece_breaks_a_game() -> None:
    program = sealed()
    deck = next(z.base for z in program.zones if z.name == "deck")
    initial = list(program.initial)
    initial[deck] = 4
    initial[deck + 3] = 1  # a fifth red card, in anna's hand
    found = simulate(Game(replace(program, initial=tuple(initial))), 2, check=True)
    assert "5 of red lie about" in found.broken[0].why


def test_wrong_use() -> None:
    with pytest.raises(UsageError):
        simulate(Game(heap()), 0)
    with pytest.raises(UsageError):
        simulate(Game(heap()), 1, jobs=0)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_watching_changes_nothing_else(name: str, engine: str) -> None:
    program = PROGRAMS[name]()
    plain, seen = Game(program, engine), Game(watched(program), engine)
    a, b = plain.start(3), seen.start(3)
    while not a.over:
        assert a.numbers() == b.numbers()
        a, b = a.play(a.numbers()[-1]), b.play(b.numbers()[-1])
    assert b.over
    assert b.vector[: len(a.vector)] == a.vector
    assert ran(program, b.vector) <= set(rules_of(program))


def test_coverage_names_what_never_ran() -> None:
    program = sealed()
    seen = Game(watched(program))
    state = seen.start(3)
    tally = Tally()
    while not state.over:
        option = next((o for o in state.options() if o.name in ("done", "nothing")), state.options()[0])
        tally.chose(option.rule)
        state = state.play(option)
    tally.ran |= ran(program, state.vector)
    found = tally.coverage(program)
    assert found.never == ("claim", "think")
    assert found.chosen == {"lay_aside": 3, "nothing": 3}
    assert 0 < found.share < 1


def test_blocks_are_known_by_the_rules_in_their_names() -> None:
    program = replace(heap(), blocks=(*heap().blocks, Block(8, "option take", (), (), heap().blocks[3].end)))
    assert [len(b.body) for b in watched(program).blocks if b.name == "option take"] == [0]  # rests hold no statements
