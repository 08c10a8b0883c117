"""Scenarios pass, or say which step failed, what was expected and what was there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from regelwerk.game import Game
from regelwerk.scenarios import Report, run_scenario
from regelwerk.words.refusals import why_not
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.flow.lower.lower import lower_scenario
from regelwerk_compiler.flow.scenario import Claim, Event, Refusal, ScenarioProgram
from regelwerk_compiler.pipeline import load_spec
from runtime.games import HERE, heap, sealed

DEAL = ("red", "red", "gold", "red", "blue", "gold")
DONE = [(seat, "done") for seat in (0, 1, 2)]


def event(seat: int | None, said: str) -> Event:
    """An event from how it is written."""
    if said in ("done", "nothing"):
        return Event(seat, said, said=said, span=HERE)  # type: ignore[arg-type]
    if " of " in said:
        paid = tuple((int(part.split(" of ")[0]), part.split(" of ")[1]) for part in said.split(" and "))
        return Event(seat, "pay", paid=paid, said=said, span=HERE)
    if "(" in said or said in ("claim", "take"):
        name, _, rest = said.rstrip(")").partition("(")
        return Event(seat, "rule", name, tuple(int(n) for n in rest.split(",") if n), said=said, span=HERE)
    return Event(seat, "value", args=(("red", "blue", "gold").index(said),), said=said, span=HERE)


def run(*events: tuple[int | None, str], dealt: bool = True, engine: str = "python", **more: object) -> Report:
    """A scenario of `sealed`."""
    all_events = [*((None, face) for face in (DEAL if dealt else ())), *events]
    scenario = ScenarioProgram("a name", ("s.1",), sealed(), tuple(event(*e) for e in all_events), (), span=HERE)
    return run_scenario(replace(scenario, **more), engine)  # type: ignore[arg-type]


def message(report: Report) -> str:
    assert len(report.failures) == 1, report.failures
    return f"{report.failures[0].step}: {report.failures[0].message}"


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_a_scenario_that_passes(engine: str) -> None:
    report = run(
        *DONE,
        (0, "claim"),
        engine=engine,
        then=(Claim("then_0", "claims[anna] is 1"), Claim("then_1", "player is ben")),
        refused=(Refusal(event(1, "claim"), "cost"), Refusal(event(1, "claim"), "claim.cost")),
        result=((0, "claims", 1), (1, "total", 0)),
    )
    assert report.failures == ()
    assert report.passed
    assert report.played[-2:] == ("claim", "2 of red")  # paid by itself: there is one way
    assert report.rules == ("claim",)


def test_a_written_payment() -> None:
    report = run(*DONE, (0, "claim"), (0, "2 of red"), (1, "nothing"), (2, "nothing"), winners=(0,))
    assert report.passed


def test_a_rule_that_is_picked_as_a_value_is_written_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(
        """
regelwerk: 1
game: weather
title: {en: Weather}
players: 1..2
most_decisions: 5
kinds:
  day:
    origin: own
    because: a test
    columns: {gifts: set of rule}
    rows:
      sunny: [[warm, dry]]
state:
  points: 0..9 for each player = 0
rules:
  play:
    do:
      - for: player in players
        do:
          - for: d in day
            do:
              - choose: g in d.gifts
                if_none: nothing
                do:
                  - g
  warm:
    needs:
      once: points[player] < 2
    do:
      - set: points[player] += 2
  dry:
    do:
      - set: points[player] += 1
score:
  points:
    is: points[player]
ranking: highest total, shared
scenarios:
  - name: it is warm
    players: [anna, ben]
    given:
      - set: points[ben] = 3
    when:
      - anna: warm
    then:
      - points[anna] is 2 and player is ben
    refused:
      - ben: warm
        because: warm.once
""",
        encoding="utf-8",
    )
    spec = load_spec(file, Collector())
    assert spec is not None
    report = run_scenario(lower_scenario(spec, spec.scenarios[0]))
    assert report.passed, report.failures


def test_values_are_matched_by_name_before_place() -> None:
    strange = replace(event(None, "red"), args=(2,))  # numbered as a value of another kind
    scenario = ScenarioProgram("a name", (), sealed(), (strange,), ())
    assert run_scenario(scenario).played == ("red",)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([(1, "done")], "when 7: ben has nothing to decide here: anna decides (lay_aside)"),
        (
            [(0, "gold")],
            "when 7: `gold` is not possible here; nearest are `red` and `done`",
        ),
        ([*DONE, (None, "red")], "when 10: nothing is left to chance here: anna decides (turn)"),
        (
            [*DONE, (0, "nothing"), (1, "claim")],
            "when 11: `claim` is not possible here (because of `claim.cost`); nearest are",
        ),
        (
            [*DONE, (0, "claim"), (0, "2 of blue")],
            "when 11: `2 of blue` is not possible here; there is `2 of red`",
        ),
        ([*DONE, (0, "nothing"), (1, "nothing"), (2, "nothing"), (0, "done")], "when 13: the game is over here"),
    ],
)
def test_events_that_cannot_happen(events: list[tuple[int | None, str]], said: str) -> None:
    assert message(run(*events)).startswith(said)


def test_chance_must_be_written() -> None:
    assert (
        message(run((0, "done"), dealt=False))
        == "when 1: chance comes first here: setup (hand); the outcome must be written, as `chance: ...`"
    )
    assert "cannot happen here" in message(run((None, "gold"), (None, "gold"), (None, "gold"), dealt=False))


def test_claims_that_fail() -> None:
    assert message(run(*DONE, then=(Claim("then_0", "claims[anna] is 1"),))) == "then 1: this is not so"
    assert (
        message(run(*DONE, then=(Claim("then_1", "player is ben"),))) == "then 1: this is not so; anna decides (turn)"
    )


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (Refusal(event(0, "claim"), "cost"), "refused 1: it should be refused because of `cost`, and is allowed"),
        (Refusal(event(1, "claim"), "cost"), "refused 1: ben has nothing to decide here"),
        (
            Refusal(event(0, "think(9)"), "cost"),
            "refused 1: it is refused because of `not_offered`, not because of `cost`",
        ),
    ],
)
def test_refusals_that_fail(refused: Refusal, said: str) -> None:
    assert message(run(*DONE, refused=(refused,))).startswith(said)


def test_wrong_reason() -> None:
    report = run(*DONE, (0, "nothing"), refused=(Refusal(event(1, "claim"), "free"),))
    assert message(report) == "refused 1: it is refused because of `claim.cost`, not because of `free`"


def test_results_and_winners_that_fail() -> None:
    over = [*DONE, (0, "claim"), (1, "nothing"), (2, "nothing")]
    assert message(run(*over, result=((0, "claims", 2),))) == "result: expected 2 points, there are 1"
    assert message(run(*over, winners=(1, 2))) == "winners: expected ben and cem, it is anna"
    assert message(run(*DONE, winners=(0,))) == "winners: the game is not over: anna decides (turn)"


def test_the_place_is_told() -> None:
    (failure,) = run((1, "done")).failures
    assert failure.span == HERE
    assert failure.said == "done"


def test_needs_say_why() -> None:
    game = Game(heap(2), "python")
    state = game.start()
    assert why_not(game.look, state.vector, 2).addresses == ("take.enough",)
    assert why_not(game.look, state.vector, 2).names("enough")
    assert why_not(game.look, state.vector, 1).addresses == ()
    assert why_not(game.look, state.vector, 77).addresses == ("not_offered",)
