"""`new`: the game that it writes checks, plays and has scenarios that pass; nothing is overwritten, nothing half-written."""

import os
from pathlib import Path

import pytest

from cli.command import ROOT, run, sentence


def test_the_new_game_checks_plays_and_tests(tmp_path: Path) -> None:
    folder = tmp_path / "my_game"
    made = run("new", folder)
    assert made.code == 0
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == [
        "game.yaml",
        "scenarios/first.yaml",
    ]
    checked = run("check", folder, "--strict")
    assert checked.code == 0, checked.out
    assert "no errors, no warnings" in checked.out
    tested = run("test", folder)
    assert (tested.code, tested.out) == (0, "2 passed, 0 failed\n")
    played = run("play", folder, "--seed", "4")
    assert played.code == 0
    assert "wins." in played.out
    simulated = run("simulate", folder, "--games", "20", "--coverage")
    assert simulated.code == 0
    assert "20 ended by the rules, 0 capped, 0 broken" in simulated.out


def test_its_schema_line_leads_to_a_schema(tmp_path: Path) -> None:
    run("new", tmp_path / "one")
    for path in (tmp_path / "one").rglob("*.yaml"):
        line = path.read_text().splitlines()[0]
        assert line.startswith("# yaml-language-server: $schema=")
        assert (path.parent / line.partition("$schema=")[2]).is_file()


def test_in_the_checkout_the_schema_line_is_relative(monkeypatch: pytest.MonkeyPatch) -> None:
    from regelwerk.cli.schema import schema_line

    line = schema_line("game", ROOT / "rulespecs" / "x")
    assert line.endswith("$schema=" + os.path.join("..", "..", "schemas", "game.schema.json"))


@pytest.mark.parametrize("name", ["My-Game", "9lives", "über", "a b", "game.yaml", "", "/", ".."])
def test_names_that_cannot_be_ids(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "cannot be the id of a game" in sentence(run("new", name))
    assert list(tmp_path.iterdir()) == []


def test_a_better_name_is_offered(tmp_path: Path) -> None:
    assert f"As in: regelwerk new {tmp_path / 'my_game'}" in sentence(run("new", tmp_path / "My Game!"))


def test_what_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("mine")
    for name in ("there", "file"):
        assert "is there already; nothing was changed" in sentence(run("new", tmp_path / name))
    assert (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **named: object) -> int:
        raise OSError(28, "No space left on device", "x")

    monkeypatch.setattr(Path, "write_text", full)
    assert "the disk is full" in sentence(run("new", tmp_path / "game"))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert (
        "no folder" in sentence(run("new", tmp_path / "file" / "game"))
        or "exists" in run("new", tmp_path / "file" / "game").err
    )
