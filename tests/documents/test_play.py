"""Whole games of the documents' games in all their forms: they end by the rules, lose nothing, use every rule, and engines agree on every step."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from documents.forms import FORMS, OPTIONS, PLAIN, PLAYERS, SAMPLE, Form
from regelwerk.engine import Engine
from regelwerk.engines import engine_for
from regelwerk.find import find_game
from regelwerk.measure.invariants import Invariants
from regelwerk.measure.statistics import simulate
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.flow import PC, Decide, Program, Stop
from regelwerk_compiler.flow.lower.configure import option_words
from regelwerk_compiler.pipeline import load_spec


@pytest.mark.parametrize("game", PLAYERS)
def test_these_are_all_forms(game: str) -> None:
    spec = load_spec(find_game(game), Collector(), statements=False, scenarios=False)
    assert spec is not None
    assert list(PLAYERS[game]) == [*range(spec.players[0], spec.players[1] + 1)]
    said = {name: tuple(str(value).lower() for value in values) for name, values in OPTIONS[game].items()}
    assert said == {name: option_words(spec, option) for name, option in spec.options.items()}
    assert {form.game for form in SAMPLE} == set(PLAYERS) and set(SAMPLE) <= set(FORMS)


@pytest.mark.parametrize("form", SAMPLE, ids=str)
def test_a_game_ends_by_the_rules_loses_nothing_and_has_its_words(form: Form) -> None:
    game = form.load()
    check = Invariants(game.sight.contents)
    choose = random.Random(form.players)
    state, read = game.start(seed=form.players), set[int]()
    while not state.over:
        for option in state.options():
            if option.number not in read:
                read.add(option.number)
                english, german = option.text("en"), option.text("de")
                assert english and german and not set("{}_") & set(english + german), (english, german)
        state = state.play(choose.choice(state.numbers()))
        assert check.faults(state.vector) == []
    assert not state.capped


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_a_thousand_games_end_by_the_rules_lose_nothing_and_use_every_rule(form: Form) -> None:
    found = simulate(form.load(), 1000, ["random"], 0, 2, check=True, coverage=True)
    assert (found.finished, found.capped, found.broken) == (1000, 0, ())
    assert found.coverage is not None
    assert set(found.coverage.never) <= unused(form)


def unused(form: Form) -> set[str]:
    """The rules that a form of a game may leave unused, each with its reason."""
    if form.game == "berlin":
        return {"skip_turn"}  # random players hold few cards: somebody can always draw; scenarios show it
    if form.game == "san_francisco" and form.players < 3:
        return {"pass_turn"}  # only the side of the action cards for three and four players has a space for it
    return set()


@pytest.mark.long
@pytest.mark.parametrize("form", PLAIN, ids=str)
def test_greedy_beats_random_from_every_seat(form: Form) -> None:
    game = form.load("native")
    for seat in range(form.players):
        bots = ["greedy" if n == seat else "random" for n in range(len(game.program.seats))]
        found = simulate(game, 20, bots, 0, 2)
        alone = form.players == 1
        mine = found.seats[seat].mean_score
        if alone:  # its opponent plays by a card, with no choice: against the same score of a random player
            others = [simulate(game, 20, ["random"], 0, 2).seats[0].mean_score]
        else:
            others = [other.mean_score for n, other in enumerate(found.seats) if n != seat]
            assert found.seats[seat].wins >= (14 if form.players == 2 else 9), seat  # of 20
        assert mine > max(others) + 4, seat


@pytest.mark.parametrize("form", SAMPLE, ids=str)
def test_interpreter_and_generated_python_begin_alike(form: Form) -> None:
    program = form.load().program
    in_step(program, [engine_for(program, "interpreter"), engine_for(program, "python")], 3, 25)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_all_engines_agree_on_whole_games(form: Form) -> None:
    program = form.load().program
    plain, python, native = (engine_for(program, name) for name in ("interpreter", "python", "native"))
    in_step(program, [plain, python, native], 5)
    for seed in range(20):
        in_step(program, [python, native], seed)


def in_step(program: Program, engines: list[Engine], seed: int, most: int = 10_000) -> None:
    """One random game on several engines, vector by vector."""
    ends = {block.number: block.end for block in program.blocks}
    choose = random.Random(seed)
    vectors = [engine.start(seed) for engine in engines]
    for _ in range(most):
        same(vectors)
        end = ends[vectors[0][PC]]
        if isinstance(end, Stop):
            break
        if isinstance(end, Decide):
            number = choose.choice(same([e.options(v) for e, v in zip(engines, vectors, strict=True)]))
        else:
            same([e.outcomes(v) for e, v in zip(engines, vectors, strict=True)])
            number = same([e.toss(v) for e, v in zip(engines, vectors, strict=True)])
        for engine, vector in zip(engines, vectors, strict=True):
            engine.play(vector, number)
    for item, seat in itertools.product(program.score, range(program.players)):
        same([e.evaluate(item.function, v, seat) for e, v in zip(engines, vectors, strict=True)])


def same(found: list[Any]) -> Any:
    assert all(other == found[0] for other in found[1:])
    return found[0]
