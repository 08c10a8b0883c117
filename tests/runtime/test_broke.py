"""When the rules break down, the sentence says why, in which rule, and where it was written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regelwerk.broke import reason_words, sentence
from regelwerk.errors import RulesBroke
from regelwerk.game import Game
from regelwerk_compiler.flow.flow import ENDLESS, Const, Program, Reason, Require
from runtime.games import HERE, heap


def broken() -> Program:
    """After the first choice nothing is legal any more."""
    program = heap()
    (decision,) = program.decisions
    (options,) = decision.options
    stuck = replace(decision, options=(replace(options, guard=Const(0)),))
    blocks = tuple(replace(b, origin=HERE, name="second turn") if b.number == 3 else b for b in program.blocks)
    return replace(program, decisions=(stuck,), blocks=blocks)


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_nothing_legal_is_told_with_its_place(engine: str) -> None:
    with pytest.raises(RulesBroke, match=r"in `second turn`, game.yaml:3:5: nothing is legal"):
        Game(broken(), engine).start()


@pytest.mark.parametrize("engine", ["python", "interpreter"])
def test_a_reason_has_its_own_place(engine: str) -> None:
    program = heap()
    blocks = tuple(replace(b, body=(Require(Const(0), 0),)) if b.number == 4 else b for b in program.blocks)
    game = Game(replace(program, blocks=blocks, reasons=(Reason("take.enough", "there is not enough", HERE),)), engine)
    state = game.start()
    with pytest.raises(RulesBroke) as caught:
        state.play(0)
    assert (
        str(caught.value) == "the rules of heap broke down in `take`: take.enough: there is not enough (game.yaml:3:5)"
    )
    assert state.numbers() == (0, 1, 2)


def test_reasons_of_the_engines_have_words() -> None:
    assert "for ever" in reason_words(heap(), ENDLESS)
    assert reason_words(heap(), 99) == "reason 99"
    assert sentence(heap(), ENDLESS) == "the rules of heap broke down: the rules go on for ever without asking anybody"
