"""`check` and `explain`: what is found, in every format, with the right exit code; the games that PATHs mean."""

import json
from pathlib import Path

import pytest

from cli.command import ROOT, process, run, sentence
from regelwerk_compiler.diagnostics.catalogue import CATALOGUE

FAULTY = """\
regelwerk: 1
game: faulty
title: {en: Faulty}
players: 2..2
most_decisions: 5
state:
  heap: 0..5 = 5
rules:
  play:
    because: it must begin somewhere
    do:
      - for: player in players endlessly
        do:
          - choose: tak
            if_none: nothing
  take:
    because: "<script>100% & more, über 日本"
    do:
      - set: heep -= 1
score:
  none:
    because: nothing counts
    is: 0
ranking: highest total, shared
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    folder = tmp_path / "faulty"
    folder.mkdir()
    (folder / "game.yaml").write_text(FAULTY, encoding="utf-8")
    return folder


def test_a_game_without_faults() -> None:
    ran = run("check", "tic_tac_toe")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "1 game checked: no errors, no warnings"


def test_faults_are_told_with_place_excerpt_and_way_out(faulty: Path) -> None:
    ran = run("check", faulty)
    assert ran.code == 1
    assert f"{faulty / 'game.yaml'}:14:21: error RW" in ran.out
    assert "- choose: tak\n" in ran.out
    assert "^^^" in ran.out
    assert "`take`" in ran.out
    assert ":19:14: error" in ran.out
    assert ran.out.splitlines()[-1].startswith("1 game checked: ")


def test_json_is_one_object_with_what_others_rely_on(faulty: Path) -> None:
    for flags in (["--format", "json"], ["--json"]):
        ran = run("check", faulty, *flags)
        assert ran.code == 1
        found = json.loads(ran.out)
        assert set(found) == {"errors", "warnings", "checked", "diagnostics"}
        assert found["checked"] == [f"{faulty}/game.yaml"]
        assert found["errors"] == sum(one["severity"] == "error" for one in found["diagnostics"]) > 0
        for one in found["diagnostics"]:
            assert set(one) == {
                "code",
                "severity",
                "message",
                "file",
                "line",
                "column",
                "end_line",
                "end_column",
                "hint",
            }
            assert one["code"] in CATALOGUE
        assert ran.err == ""


def test_sarif_and_annotations(faulty: Path) -> None:
    sarif = json.loads(run("check", faulty, "--format", "sarif").out)
    assert sarif["version"] == "2.1.0"
    assert sarif["runs"][0]["results"]
    github = run("check", faulty, "--format", "github").out
    assert github.startswith("::error file=")
    assert all(line.startswith("::") for line in github.splitlines())


def test_warnings_fail_only_when_asked_to(tmp_path: Path) -> None:
    game = ROOT / "tests" / "cli" / "basket" / "game.yaml"
    text = game.read_text().replace(
        "is: sum(price[f] for f in basket[player])", "is: (sum(price[f] for f in basket[player]) else 0)"
    )
    (tmp_path / "game.yaml").write_text(text)
    assert run("check", tmp_path).code == 0
    assert "1 warning" in run("check", tmp_path).out
    assert run("check", tmp_path, "--strict").code == 1


def test_a_folder_with_games_in_it(tmp_path: Path, faulty: Path) -> None:
    run("new", tmp_path / "deep" / "er" / "fine")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "game.yaml").write_text("nonsense: [")
    ran = run("check", tmp_path, "--json")
    files = {one["file"] for one in json.loads(ran.out)["diagnostics"]}
    assert files == {str(faulty / "game.yaml")}
    assert "2 games checked" in run("check", tmp_path).out


def test_without_a_path_it_is_the_games_here(tmp_path: Path, faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("check", "--json")
    assert ran.code == 1
    assert {one["file"] for one in json.loads(ran.out)["diagnostics"]} == {"faulty/game.yaml"}


def test_one_file_of_a_game_means_the_game(tmp_path: Path) -> None:
    run("new", tmp_path / "fine")
    assert "1 game checked" in run("check", tmp_path / "fine" / "scenarios" / "first.yaml", tmp_path / "fine").out


def test_a_game_that_is_played_with_faults_tells_them(faulty: Path) -> None:
    for command in (
        ["play", faulty],
        ["simulate", faulty],
        ["perft", faulty, "--depth", "1"],
        ["test", faulty],
        ["show", faulty],
    ):
        ran = run(*command)
        assert ran.code == 1
        assert ran.out == ""
        assert "error RW" in ran.err
        assert "regelwerk: the rules of" in ran.err


def test_colours_only_on_a_terminal(faulty: Path) -> None:
    assert "\x1b[" not in process("check", faulty).out
    assert "\x1b[31m" in process("check", faulty, "--color").out or "\x1b[31m" in process(
        "check", faulty, "--color"
    ).out.replace("\x1b[1m", "")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"a: [", b"&a [*a]", b"game: x\ngame: y\n", b"- " * 3000, b"x" * 200_000]
)
def test_whatever_stands_in_the_file(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(content)
    ran = run("check", tmp_path, "--json")
    assert ran.code == 1, ran.err
    assert json.loads(ran.out)["errors"] > 0


def test_explain() -> None:
    ran = run("explain")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == len(CATALOGUE)
    assert "Did you mean" in sentence(run("explain", "RW99"[:4] + "9")) or sentence(run("explain", "XX"))
