"""GAME is a folder, a file or an id; everything else is one clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk import find
from regelwerk.errors import NoSuchGame, UsageError


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of bundled games: berlin, and two in classics."""
    root = tmp_path / "shelf"
    for name in ("berlin", "classics/chess", "classics/go"):
        (root / name).mkdir(parents=True)
        (root / name / "game.yaml").write_text("regelwerk: 1\n")
    monkeypatch.setattr(find, "data_folder", lambda name: root if name == "rulespecs" else None)
    monkeypatch.chdir(tmp_path)
    return root


def test_ids_at_both_depths(shelf: Path) -> None:
    assert list(find.bundled_games()) == ["berlin", "chess", "go"]
    assert find.find_game("chess") == shelf / "classics/chess/game.yaml"


def test_folder_and_file(shelf: Path) -> None:
    assert find.find_game(shelf / "berlin") == shelf / "berlin/game.yaml"
    assert find.find_game(str(shelf / "berlin/game.yaml")) == shelf / "berlin/game.yaml"


def test_a_folder_here_wins_over_a_bundled_game(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "go").mkdir()
    assert find.find_game("go") == shelf / "classics/go/game.yaml"  # no game in it: the bundled one
    (tmp_path / "go/game.yaml").write_text("")
    assert find.find_game("go") == Path("go/game.yaml")


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("berlim", "there is no game `berlim`", "Did you mean `berlin`?"),
        ("nowhere/at/all", "there is no such file or folder", "GAME is a folder"),
        ("shelf", "has no game.yaml", "shelf/berlin"),
        ("empty", "has no game.yaml", "regelwerk new"),
        ("shelf/classics", "has no game.yaml", "chess"),
        ("notes.txt", "is no game", ""),
        ("zzz", "there is no game `zzz`", "There are: berlin, chess, go."),
    ],
)
def test_what_is_no_game(shelf: Path, tmp_path: Path, said: str, message: str, hint: str) -> None:
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoSuchGame) as caught:
        find.find_game(said)
    assert message in str(caught.value)
    assert hint in caught.value.hint
    assert caught.value.code == 2


@pytest.mark.parametrize("said", ["a\0b", "x" * 5000])
def test_paths_that_no_system_has(said: str) -> None:
    with pytest.raises(UsageError):
        find.find_game(said)


def test_the_checkout_has_what_a_wheel_brings() -> None:
    assert find.data_folder("rulespecs") is not None
    assert find.data_folder("nothing_of_that_name") is None
