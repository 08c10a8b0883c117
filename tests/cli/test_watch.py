"""`--watch`: again after every change, however an editor saves; faults in between do not end it, Ctrl-C does."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import run, sentence
from cli.terminal import Terminal
from regelwerk.cli import faults, watch
from regelwerk.errors import UsageError


@pytest.fixture
def game(tmp_path: Path) -> Path:
    run("new", tmp_path / "one")
    return tmp_path / "one" / "game.yaml"


def save_by_renaming(path: Path, text: str) -> None:
    """As editors do: a file beside, put in its place."""
    beside = path.with_name(f".{path.name}.swp")
    beside.write_text(text)
    os.replace(beside, path)


def test_check_at_a_terminal(game: Path) -> None:
    right = game.read_text()
    with Terminal("check", "--watch", game.parent, cwd=game.parent.parent) as terminal:
        terminal.expect("no errors, no warnings")
        terminal.expect("waiting for changes; Ctrl-C ends.")
        save_by_renaming(game, right.replace("heap is 0", "heep is 0"))
        assert "Did you mean `heap` (line" in terminal.expect("1 error, no warnings")
        game.write_text("regelwerk: [\n")
        terminal.expect("error RW114")
        game.unlink()
        terminal.expect("has no game.yaml")
        game.write_text(right)
        terminal.expect("no errors, no warnings")
        assert terminal.raw.count("\x1b[2J") + terminal.raw.count("\x1b[H") >= 4
        terminal.expect("waiting for changes")
        terminal.process.send_signal(signal.SIGINT)
        terminal.expect("broken off")
        assert terminal.process.wait(10) == faults.INTERRUPTED


def turns(monkeypatch: pytest.MonkeyPatch, *changes: Callable[[], object]) -> None:
    """Let each of `changes` happen while it waits; then Ctrl-C."""
    left = [*changes]

    def sleep(_: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    monkeypatch.setattr(watch.time, "sleep", sleep)


def test_scenarios_are_run_again(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = game.parent / "scenarios" / "first.yaml"
    wrong = scenario.read_text().replace("taker is ben", "taker is anna")
    turns(monkeypatch, lambda: scenario.write_text(wrong), lambda: None)
    ran = run("test", "-w", game.parent)
    assert ran.code == faults.INTERRUPTED
    assert [line for line in ran.out.splitlines() if "failed" in line] == ["2 passed, 0 failed", "1 passed, 1 failed"]
    assert "\x1b[" not in ran.out


def test_new_games_tables_documents_and_settings_are_seen(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.parent.parent)
    steps = [
        lambda: run("new", "two"),
        lambda: None,
        lambda: Path("regelwerk.toml").write_text("exclude = [\n"),
        lambda: None,
        lambda: Path("regelwerk.toml").write_text('exclude = ["two"]\n'),
        lambda: None,
        lambda: os.utime(game, ns=(1, 1)),
        lambda: None,
    ]
    turns(monkeypatch, *steps)
    out = run("check", "--watch").out
    assert [line.partition(" checked")[0] for line in out.splitlines() if " checked: " in line] == [
        "1 game",
        "2 games",
        "2 games",
        "1 game",
        "1 game",
    ]
    assert "error RW970" in out


def test_a_fault_of_our_own_does_not_end_it(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turns(monkeypatch, lambda: os.utime(game, ns=(1, 1)), lambda: None)
    calls = []

    def broken() -> int:
        calls.append(1)
        raise ZeroDivisionError("oh")

    with pytest.raises(KeyboardInterrupt):
        watch.watched(broken, [str(game.parent)])
    assert len(calls) == 2


def test_ctrl_c_while_it_works_ends_it(game: Path) -> None:
    def stopped() -> int:
        raise KeyboardInterrupt

    assert watch.watched(stopped, [str(game.parent)]) == faults.INTERRUPTED


def test_what_means_nothing_is_told_once(tmp_path: Path) -> None:
    assert "there is no such file or folder" in sentence(run("check", "--watch", tmp_path / "nowhere"))


def test_it_is_for_people(game: Path) -> None:
    for command in (["check", "--json"], ["check", "--format", "sarif"], ["test", "--json"]):
        assert "--watch is for people" in sentence(run(*command, "--watch", game.parent))
    with pytest.raises(UsageError):
        watch.watched(lambda: 0, [], as_text=False)


def test_what_is_looked_at(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game.parent
    (folder / "notes.txt").write_text("x")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "a.yaml").write_text("x")
    found = watch.seen([folder, folder / "gone.yaml"])
    assert {Path(one).name for one in found} == {"game.yaml", "first.yaml"}
    monkeypatch.setattr(watch, "MOST_FILES", 1)
    assert len(watch.seen([folder])) == 1
