"""`fmt`: which files are laid out, what is told, what stays as it is, and the exit codes."""

import os
from pathlib import Path

import pytest

from cli.command import ROOT, process, run, sentence

WRITTEN = "rules:\n    play:\n        do:\n        - nothing   # yet\ngame: one\nregelwerk: 1\n"
LAID_OUT = "regelwerk: 1\ngame: one\nrules:\n  play:\n    do:\n      - nothing   # yet\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "one"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(WRITTEN)
    (folder / "scenarios" / "a.yaml").write_text("regelwerk: 1\nscenarios: []\n")
    (folder / "other.yaml").write_text("name:   not ours\n")
    return folder


def test_a_folder(game: Path) -> None:
    ran = run("fmt", game)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [f"laid out: {game / 'game.yaml'}", "2 files: 1 laid out"]
    assert (game / "game.yaml").read_text() == LAID_OUT
    assert (game / "other.yaml").read_text() == "name:   not ours\n"
    assert run("fmt", game).out == "2 files: nothing to do\n"


def test_check_changes_nothing_and_fails(game: Path) -> None:
    ran = run("fmt", "--check", game)
    assert ran.code == 1
    assert ran.out.splitlines() == [f"would change: {game / 'game.yaml'}", "2 files: 1 would change"]
    assert (game / "game.yaml").read_text() == WRITTEN
    run("fmt", game / "game.yaml")
    assert run("fmt", "--check", game).code == 0


def test_diff_shows_what_would_change(game: Path) -> None:
    ran = run("fmt", "--diff", game)
    assert ran.code == 0
    assert "+regelwerk: 1\n" in ran.out
    assert "-    play:\n" in ran.out
    assert "\x1b[" not in ran.out
    assert (game / "game.yaml").read_text() == WRITTEN
    assert run("fmt", "--diff", "--check", game).code == 1
    assert "\x1b[32m" in process("fmt", "--diff", "--color", game).out


def test_without_a_path_it_is_the_games_here(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.parent)
    assert run("fmt").out.splitlines()[0] == f"laid out: {Path('one', 'game.yaml')}"


def test_where_no_game_is_nothing_of_the_package_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "there is no game here" in sentence(run("fmt"))
    assert "there is no file of a game here" in sentence(run("fmt", tmp_path))
    assert "there is no such file or folder" in sentence(run("fmt", "nowhere"))


def test_a_file_with_faults_is_told_and_left_as_it_is(game: Path) -> None:
    broken = game / "scenarios" / "b.yaml"
    broken.write_text("regelwerk: 1\nscenarios: [\n")
    ran = run("fmt", game)
    assert ran.code == 1
    assert f"{broken}:2:12: error RW114" in ran.err
    assert ran.out.splitlines()[-1] == "3 files: 1 laid out, 1 cannot be read"
    assert broken.read_text() == "regelwerk: 1\nscenarios: [\n"


def test_a_file_of_others_is_passed_over(game: Path) -> None:
    ran = run("fmt", game / "other.yaml", game / "game.yaml")
    assert ran.code == 0
    assert f"passed over: {game / 'other.yaml'}" in ran.err
    assert (game / "other.yaml").read_text() == "name:   not ours\n"
    assert ran.out.splitlines()[-1] == "1 file: 1 laid out"
    assert run("fmt", game / "other.yaml").code == 0


def test_standard_input() -> None:
    ran = process("fmt", "-", stdin=WRITTEN)
    assert (ran.code, ran.out, ran.err) == (0, LAID_OUT, "")
    assert process("fmt", "--check", "-", stdin=WRITTEN).code == 1
    assert process("fmt", "--check", "-", stdin=LAID_OUT).code == 0
    broken = process("fmt", "-", stdin="game: [")
    assert (broken.code, broken.out) == (1, "")
    assert "standard input:1:7: error RW114" in broken.err
    assert "stands alone" in sentence(run("fmt", "-", "x.yaml"))


def test_links_and_modes_stay(game: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    link.symlink_to(game / "game.yaml")
    (game / "game.yaml").chmod(0o640)
    assert run("fmt", link).code == 0
    assert link.is_symlink()
    assert (game / "game.yaml").read_text() == LAID_OUT
    assert os.stat(game / "game.yaml").st_mode & 0o777 == 0o640


def test_what_new_writes_is_laid_out(tmp_path: Path) -> None:
    run("new", tmp_path / "fresh")
    assert run("fmt", "--check", tmp_path / "fresh").code == 0


def test_what_cannot_be_written_is_one_sentence(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from regelwerk.errors import WriteError

    def refused(path: object, text: str) -> None:
        raise WriteError(f"{path} cannot be written: the disk is full")

    monkeypatch.setattr("regelwerk.writing.write_whole", refused)
    assert "the disk is full" in run("fmt", game).err
    assert (game / "game.yaml").read_text() == WRITTEN


def test_the_bundled_rules_are_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run("fmt", "--check", "rulespecs/classics/nim", "rulespecs/tutorial").code == 0
