"""`load`: what is asked for and is not there is one clear sentence; what was built once is not built again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import regelwerk
from regelwerk import game as game_module
from regelwerk.errors import GameFaults, UsageError
from regelwerk.find import find_game


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))


def test_the_lines_of_the_manual() -> None:
    game = regelwerk.load("tic_tac_toe")
    state = game.start(seed=7)
    while not state.over:
        state = state.play(state.options()[0])
    assert "total" in state.result().table()


def test_wrong_use() -> None:
    with pytest.raises(UsageError, match="7"):
        regelwerk.load("berlin", players=7)
    with pytest.raises(UsageError, match="no option `fast`"):
        regelwerk.load("berlin", options={"fast": True})
    with pytest.raises(UsageError, match="no such file"):
        regelwerk.load("berlin", tables={"tram_points": "nowhere.yaml"})
    with pytest.raises(UsageError, match="no engine"):
        regelwerk.load("tic_tac_toe", engine="abacus")
    with pytest.raises(UsageError, match="2 seats here, and 3 names"):
        regelwerk.load("tic_tac_toe", players=2, seats=("a", "b", "c"))


def test_names_say_how_many_play() -> None:
    game = regelwerk.load("berlin", seats=("Ada", "Bo", "Cy"))
    assert game.seats == ("Ada", "Bo", "Cy")
    assert len(game.program.seats) == 3


def test_faults_come_as_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("regelwerk: 1\ngame: broken\nnonsense: 3\n")
    with pytest.raises(GameFaults) as caught:
        regelwerk.load(tmp_path)
    assert caught.value.diagnostics
    assert caught.value.code == 1
    assert "regelwerk check" in caught.value.hint


def test_what_was_built_is_not_built_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = regelwerk.load("tic_tac_toe")
    monkeypatch.setattr(game_module, "_build", None)
    again = regelwerk.load("tic_tac_toe")
    assert again.program == first.program
    assert again.start(1).vector == first.start(1).vector


def test_a_changed_file_is_built_anew(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    text = find_game("tic_tac_toe").read_text()
    (folder / "game.yaml").write_text(text)
    first = regelwerk.load(folder)
    (folder / "game.yaml").write_text(text + "\n# changed\n")
    assert regelwerk.load(folder).program.hash != first.program.hash


def test_what_is_not_there_cannot_be_imported() -> None:
    with pytest.raises(AttributeError):
        regelwerk.nothing_of_that_name  # noqa: B018
    assert regelwerk.Game is game_module.Game


def test_two_hash_seeds_give_one_game() -> None:
    code = (
        "import regelwerk\n"
        "from regelwerk.state import hash_of\n"
        "from regelwerk.bots.playing import play_out\n"
        "from regelwerk.bots import bots_for\n"
        "g = regelwerk.load('berlin', players=2)\n"
        "print(g.program.hash, [hash_of(play_out(g, bots_for([b], 2), 5).vector) for b in ('random', 'greedy')])\n"
    )
    running = []
    for seed in ("1", "2"):
        env = {
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": ":".join(sys.path),
            "REGELWERK_CACHE": "off",
            "PATH": "/usr/bin:/bin",
        }
        running.append(subprocess.Popen([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, text=True))
    found = {process.communicate(timeout=120)[0] for process in running}
    assert all(process.returncode == 0 for process in running)
    assert len(found) == 1
