"""`regelwerk.toml` and `[tool.regelwerk]`: where games are, what is left out, silenced and raised; faults are told in place."""

import json
from pathlib import Path

import pytest

from cli.command import run, sentence
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.settings import find_settings, read_settings


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games in folders of their own; the first has a variable that nothing uses."""
    for name in ("rules/one", "drafts/two"):
        run("new", tmp_path / name)
    game = tmp_path / "rules" / "one" / "game.yaml"
    game.write_text(game.read_text().replace("\nstate: ", "\nstate:\n  storms: 0..9 = 0\n  #"))
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(text: str, name: str = "regelwerk.toml") -> None:
    Path(name).write_text(text, encoding="utf-8")


def checked() -> list[str]:
    return list(json.loads(run("check", "--json").out)["checked"])


def test_without_settings_every_game_below_is_looked_at(repository: Path) -> None:
    assert checked() == ["drafts/two/game.yaml", "rules/one/game.yaml"]
    out = run("check").out.splitlines()
    assert out[-2] == "Looked at 2 games below this folder, with 2 scenario files."


def test_a_game_that_comes_with_regelwerk_beside_ones_own(repository: Path) -> None:
    """One stands somewhere else on the disk, the other below this folder."""
    out = run("check", "nim", ".").out.splitlines()
    assert out[-2].startswith("Looked at 3 games")


@pytest.mark.parametrize(
    ("name", "head"), [("regelwerk.toml", ""), ("pyproject.toml", '[project]\nname = "x"\n[tool.regelwerk]\n')]
)
def test_where_games_are_and_what_is_left_out(name: str, head: str, repository: Path) -> None:
    settings(f'{head}games = ["rules"]\n', name)
    assert checked() == ["rules/one/game.yaml"]
    settings(f'{head}exclude = ["rul*"]\n', name)
    assert checked() == ["drafts/two/game.yaml"]
    settings(f'{head}exclude = ["rules/one"]\n', name)
    assert checked() == ["drafts/two/game.yaml"]
    assert run("test").out == "2 passed, 0 failed\n"
    assert run("fmt", "--check").out == "2 files: nothing to do\n"
    assert run("check").out.splitlines()[-2].endswith(f"settings: {name}.")


def test_what_is_named_is_looked_at_all_the_same(repository: Path) -> None:
    settings('games = ["rules"]\nexclude = ["drafts"]\n')
    assert "1 game checked: no errors, no warnings" in run("check", "drafts/two").out


def test_in_a_folder_only_what_is_below(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings('games = ["rules", "drafts"]\n')
    monkeypatch.chdir(repository / "rules")
    assert checked() == ["one/game.yaml"]
    assert run("check").out.splitlines()[-2].endswith("settings: ../regelwerk.toml.")
    (repository / "docs").mkdir()
    monkeypatch.chdir(repository / "docs")
    assert "there is no game here; ../regelwerk.toml looks for games in rules and drafts" in sentence(run("check"))


def test_settings_above_the_repository_are_not_ours(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = repository / "inner"
    (inner / ".git").mkdir(parents=True)
    settings('errors = ["RW558"]\n')
    monkeypatch.chdir(inner)
    assert find_settings(Path(), Collector()).file is None


def test_warnings_silenced_and_raised(repository: Path) -> None:
    settings('games = ["rules"]\nsilence = ["RW917"]\n')
    ran = run("check")
    assert (ran.code, "RW917" in ran.out, "warning RW558" in ran.out) == (0, False, True)
    settings('games = ["rules"]\nsilence = ["RW558", "RW917"]\n')
    assert "silenced by the settings)" in run("check").out.splitlines()[-1]
    assert run("check", "--strict").code == 0
    settings('games = ["rules"]\nerrors = ["RW558"]\n')
    ran = run("check")
    assert ran.code == 1
    assert "error RW558" in ran.out
    assert json.loads(run("check", "--json").out)["errors"] == 1
    assert run("check", "--format", "github").out.startswith("::error file=rules/one/game.yaml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("exlude = []\n", ["1:1 RW971"]),
        ('games = "rules"\n', ["1:1 RW972"]),
        ("games = [1]\n", ["1:1 RW972"]),
        ('games = ["rulse"]\n', ["1:10 RW973"]),
        ('games = ["../.."]\n', ["1:10 RW973"]),
        ('silence = [\n  "RW558",\n  "RW35O",\n]\n', ["3:3 RW914"]),
        ('silence = ["RW350"]\n', ["1:12 RW915"]),
        ("games = [\n", ["1:10 RW970"]),
        ('exclude = ["a"\nsilence = []\n', ["2:1 RW970"]),
        ('a = 1\nb = 2\nerrors = ["x"]\n', ["1:1 RW971", "2:1 RW971", "3:11 RW914"]),
    ],
)
def test_faults_in_settings_are_told_in_place(text: str, told: list[str], repository: Path) -> None:
    settings(text)
    collector = Collector()
    read_settings(Path("regelwerk.toml"), collector)
    found = collector.in_reading_order()
    assert [f"{one.span.line}:{one.span.column} {one.code}" for one in found] == told
    assert all(one.span.file == "regelwerk.toml" for one in found)
    ran = run("check")
    assert ran.code == 1
    assert f"regelwerk.toml:{told[0].replace(' ', ': error ')}" in ran.out
    for command in ("test", "fmt"):
        ran = run(command)
        assert ran.code == 1
        assert "the settings in regelwerk.toml have" in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[tool.other]\ngames = 3\n[tool.regelwerk]\nexclude = []\ngames = ["x"]\n[tool.more]\nexlude = 1\n',
            ["5:10 RW973"],
        ),
        ("[tool]\nregelwerk = 3\n", ["2:1 RW972"]),
        ('[tool]\nregelwerk = {exlude = ["a"]}\n', ["2:1 RW971"]),
        ("[tool.regelwerk]\n[tool.regelwerk]\n", ["2:16 RW970"]),
    ],
)
def test_faults_in_a_shared_file(text: str, told: list[str], repository: Path) -> None:
    settings(text, "pyproject.toml")
    collector = Collector()
    assert read_settings(Path("pyproject.toml"), collector) is not None
    assert [f"{one.span.line}:{one.span.column} {one.code}" for one in collector.in_reading_order()] == told


@pytest.mark.parametrize("text", ["[project]\nname = 'x'\n", "not toml [", "[tool.black]\n# regelwerk\n", ""])
def test_a_shared_file_of_others_is_passed_over(text: str, repository: Path) -> None:
    settings(text, "pyproject.toml")
    collector = Collector()
    assert find_settings(Path(), collector).file is None
    assert collector.found == []


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a" * 2_000_000, b"[" * 50_000, b"\x00"])
def test_whatever_stands_in_the_file(content: bytes, repository: Path) -> None:
    Path("regelwerk.toml").write_bytes(content)
    ran = run("check")
    assert ran.code == 1
    assert "error RW970" in ran.out
    assert ran.err == ""
