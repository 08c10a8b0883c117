"""Every YAML example in `docs/` checks, plays to its end on both engines and passes its scenarios, or raises the code that the page says."""

from __future__ import annotations

import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

from docs.pages import PAGES, ROOT, Block, Example, blocks, examples
from regelwerk.game import Game
from regelwerk.scenarios import run_scenario
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.explain.said import UNUSED
from regelwerk_compiler.flow.flow import Program
from regelwerk_compiler.flow.lower.lower import lower_scenario
from regelwerk_compiler.flow.print import print_flow
from regelwerk_compiler.pipeline import build_program, load_spec
from regelwerk_compiler.spec.spec import Spec

CASES = [(block, example) for page in PAGES for block, example in examples(page)]
GAMES = 3  # random games at the fewest and at the most players


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_what_it_is(page: Path) -> None:
    unmarked = [str(block) for block in blocks(page) if not block.game]
    assert not unmarked, f"no `<!-- example: .. -->` in front of {unmarked}"


@pytest.mark.parametrize(("block", "example"), CASES, ids=[f"{b.page.stem}:{b.game}:{b.line}" for b, _ in CASES])
def test_example(block: Block, example: Example, tmp_path: Path) -> None:
    folder = example.write(tmp_path / example.name)
    collector = Collector()
    spec = load_spec(folder, collector)
    found = [
        f"{d.code} {d.span.line}:{d.span.column}: {d.message} {d.hint}"
        for d in collector.in_reading_order()
        if d.code not in UNUSED - {"RW556"}  # an example may declare what it does not use
    ]
    wrong = block.said("wrong")
    if wrong is not None:
        assert {d.code for d in collector.found} == {wrong}, f"{block}: {wrong} is wanted; found are {found}"
        return
    assert not found and spec is not None, f"{block}\n" + "\n".join([*found, example.text])
    if block.said("unplayed") is None:
        run(spec)


def run(spec: Spec) -> None:
    """The scenarios of a game, and some random games."""
    for scenario in spec.scenarios:
        report = run_scenario(lower_scenario(spec, scenario))
        assert report.passed, report.failures
    for players in sorted({*spec.players}):
        program = build_program(spec, players)
        games = Game(program, "interpreter"), Game(program, "python")
        for seed in range(GAMES):
            play(games, seed)


def play(games: tuple[Game, Game], seed: int) -> None:
    """One random game, on both engines in step; it comes to an end."""
    dice = random.Random(seed)
    states = tuple(game.start(seed=seed) for game in games)
    while not states[0].over:
        choice = dice.choice(states[0].numbers())
        states = tuple(state.play(choice) for state in states)
        assert states[0].vector == states[1].vector
    assert not states[0].capped, f"{games[0].id} reached its most decisions"


def test_the_tutorial_ends_with_the_bundled_game() -> None:
    page = next(page for page in PAGES if page.name == "tutorial.md")
    last = [example for _, example in examples(page)][-1]
    folder = ROOT / "rulespecs" / "tutorial" / "orchard"
    assert yaml.load(last.text, yaml.BaseLoader) == yaml.load(
        (folder / "game.yaml").read_text(encoding="utf-8"), yaml.BaseLoader
    )
    for name, text in last.files.items():
        assert yaml.load(text, yaml.BaseLoader) == yaml.load(
            (folder / name).read_text(encoding="utf-8"), yaml.BaseLoader
        ), name
    assert {str(p.relative_to(folder)) for p in folder.rglob("*.yaml")} == {"game.yaml", *last.files}


def test_printed_flows_are_current() -> None:
    """What `lowering.md` shows of a Flow is what is printed, numbers apart."""
    page = next(page for page in PAGES if page.name == "lowering.md")
    found = re.findall(r"<!-- flow of: (\w+) -->\n```text\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert found
    for name, text in found:
        example = [example for _, example in examples(page) if example.name == name][-1]
        printed = {_bare(line) for line in print_flow(program_of(example)).splitlines()}
        assert [line for line in text.splitlines() if _bare(line) not in printed] == []


def _bare(line: str) -> str:
    return re.sub(r"\d+", "#", line.partition("  # ")[0])


def program_of(example: Example) -> Program:
    """The program of an example for the fewest players."""
    with TemporaryDirectory() as folder:
        spec = load_spec(example.write(Path(folder)), Collector())
    assert spec is not None
    return build_program(spec)
