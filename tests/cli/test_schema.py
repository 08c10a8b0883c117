"""`schema`: what editors are taught, in one piece; the line that names it leads to a file."""

import json
from pathlib import Path

import pytest

from cli.command import run, sentence
from regelwerk.cli.schema import KINDS, schema_line
from regelwerk_compiler.document.schemas import NAMES


def test_every_kind_is_listed_with_its_line() -> None:
    assert set(KINDS) == set(NAMES)
    ran = run("schema")
    assert ran.code == 0
    for kind in KINDS:
        assert f"\n{kind} " in f"\n{ran.out}"
        assert f"/{kind}.schema.json" in ran.out


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_printed_whole(kind: str) -> None:
    ran = run("schema", kind)
    assert ran.code == 0
    printed = json.loads(ran.out)
    assert printed["properties"]["regelwerk"]["const"] == 1
    assert printed["title"]


def test_only_the_line() -> None:
    ran = run("schema", "game", "--line")
    assert ran.out.startswith("# yaml-language-server: $schema=")
    assert len(ran.out.splitlines()) == 1


def test_a_path_with_blanks_is_written_so_that_editors_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.find.data_folder", lambda name: tmp_path / "my data" / name)
    assert schema_line("game", tmp_path).endswith("/my%20data/schemas/game.schema.json")
    assert "$schema=file://" in schema_line("game", tmp_path)


def test_other_words() -> None:
    assert "scenarios" in sentence(run("schema", "scenario"))


def test_without_the_files_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("regelwerk.find.data_folder", lambda name: None)
    for command in (["schema", "game", "--line"], ["new", tmp_path / "one"]):
        assert "not installed as a whole" in sentence(run(*command))
