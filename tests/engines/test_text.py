"""Flows and the Python written from them, as text: golden files, and nothing from a spec that could run."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import golden
from engines.card_game import card_game
from engines.cases import world
from engines.grid_games import connect_four, tic_tac_toe
from engines.random_flow import random_flow
from regelwerk_compiler.flow.flow import Block, Program
from regelwerk_compiler.flow.passes import names, optimise
from regelwerk_compiler.flow.print import print_flow
from regelwerk_compiler.python import emit

HERE = Path(__file__).parent / "golden"


@pytest.mark.parametrize("game", [tic_tac_toe, card_game])
def test_generated_python(game: Callable[[], Program]) -> None:
    program = game()
    golden.compare(HERE / f"{program.game}.py.txt", emit(optimise(program)))


@pytest.mark.parametrize("game", [tic_tac_toe, card_game, world])
def test_flow(game: Callable[[], Program]) -> None:
    program = game()
    golden.compare(HERE / f"{program.game}.flow.txt", print_flow(program))


@pytest.mark.parametrize("seed", range(10))
def test_every_flow_can_be_printed(seed: int) -> None:
    program = random_flow(seed)
    assert print_flow(program).startswith("flow random")
    assert print_flow(program) == print_flow(random_flow(seed))
    assert emit(program) == emit(random_flow(seed))


@pytest.mark.parametrize("name", names(native=False))
def test_a_pass_can_be_left_out(name: str) -> None:
    program = connect_four()
    assert emit(optimise(program, without=[name])).startswith("# connect_four for 2")


NASTY = [
    "a\nimport os",
    "a\r\nimport os",
    "a\x0cb",
    "a\u2028import os",
    '"""',
    "'; import os; '",
    "{__import__('os')}",
    "\\",
    "class",
    "v",
    "",
    "\u202e",
]


@pytest.mark.parametrize("text", NASTY, ids=repr)
def test_names_cannot_run(text: str) -> None:
    """Whatever a game calls its things, the source says the same."""
    program = tic_tac_toe()

    def named(block: Block) -> Block:
        return replace(block, name=text)

    plain = emit(program)
    nasty = replace(
        program,
        game=text,
        hash=text,
        cells=tuple(replace(info, name=text) for info in program.cells),
        blocks=tuple(named(block) for block in program.blocks),
        decisions=tuple(replace(d, name=text, rule=text) for d in program.decisions),
        numbers=tuple(replace(n, name=text) for n in program.numbers),
    )
    source = emit(nasty)
    tree = ast.parse(source)
    assert ast.dump(tree) == ast.dump(ast.parse(plain)).replace("'b_6_game_over'", repr(_block_name(source, 6)))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "os"]
    comments = [t for t in tokenize.generate_tokens(io.StringIO(source).readline) if t.type == tokenize.COMMENT]
    assert comments


def _block_name(source: str, number: int) -> str:
    line = next(line for line in source.splitlines() if line.startswith(f"def b_{number}"))
    return line[4 : line.index("(")]
