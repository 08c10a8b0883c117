"""The command as a whole: help, version, wrong usage, faults of its own, pipes, colours, completion."""

import importlib.util
import os
import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli.command import ROOT, environment, process, run, sentence
from regelwerk.cli import faults, main

COMMANDS = list(main.COMMANDS)


def test_help_names_every_command() -> None:
    ran = run("--help")
    assert ran.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    for flag in ("--help", "-h"):
        ran = run(name, flag)
        assert ran.code == 0
        assert "Usage: regelwerk" in ran.out
        assert ran.err == ""
    command = main.app.get_command(click.Context(main.app), name)
    assert command is not None
    assert command.help
    assert command.short_help
    assert len(command.short_help) < 70
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, (name, parameter.name)


def test_version() -> None:
    ran = run("--version")
    assert ran.code == 0
    assert ran.out.startswith("regelwerk ")


def test_no_arguments_show_the_help() -> None:
    ran = run()
    assert ran.code == 2
    assert "Commands:" in ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chekc"], ["there is no command `chekc`", "Did you mean `check`?"]),
        (["zzzzzz"], ["there is no command `zzzzzz`", "There are: check, play"]),
        (["simulate"], ["missing argument", "Usage: regelwerk simulate"]),
        (["simulate", "x", "--gamse", "3"], ["--gamse", "--games"]),
        (["simulate", "x", "--games", "none"], ["none", "--games"]),
        (["simulate", "x", "--games", "0"], ["--games", "0"]),
        (["perft", "x"], ["--depth"]),
        (["play", "x", "--lang", "fr"], ["fr", "en", "de"]),
        (["play", "x", "--seat", "anna"], ["`anna` should be NAME=VALUE, as in --seat anna=human"]),
        (["play", "x", "--seat", "anna=human", "--seat", "anna=random"], ["`anna` is given twice"]),
        (["check", "--format", "xml"], ["xml"]),
        (["explain", "RW000"], ["there is no code `RW000`"]),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], words: list[str]) -> None:
    told = sentence(run(*arguments))
    assert len(told.splitlines()) <= 2
    for word in words:
        assert word in told


@pytest.mark.parametrize("command", ["check", "play", "simulate", "trace", "show", "bench", "perft", "test"])
def test_games_that_are_not_there(command: str, tmp_path: Path) -> None:
    more = ["--depth", "1"] if command == "perft" else []
    (tmp_path / "notes.txt").write_text("no game")
    for said, word in (
        ("no_such_game_at_all", "there is no game `no_such_game_at_all`"),
        (tmp_path, "this folder has no game.yaml"),
        (tmp_path / "nowhere", "there is no such file or folder"),
        (tmp_path / "notes.txt", "is no game"),
    ):
        ran = run(command, said, *more)
        assert word in sentence(ran)
        assert ran.out == ""


def test_a_near_miss_is_named() -> None:
    assert "Did you mean `tic_tac_toe`?" in sentence(run("simulate", "tic_tac_to"))


def test_a_fault_of_our_own_is_short_and_a_traceback_only_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(arguments: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("regelwerk.find.find_game", broken)
    ran = run("trace", "x")
    assert ran.code == faults.INTERNAL
    assert "ZeroDivisionError" in ran.err
    assert "REGELWERK_DEBUG=1" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("REGELWERK_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("trace", "x")


@pytest.mark.parametrize(
    ("error", "code", "word"),
    [
        (KeyboardInterrupt(), 130, "broken off"),
        (MemoryError(), 2, "not enough memory"),
        (RecursionError(), 2, "nested too deeply"),
        (PermissionError(13, "no", "/x/y"), 2, "/x/y: you may not"),
        (FileNotFoundError(2, "no", "/x/y"), 2, "/x/y: there is no such file or folder"),
        (OSError(28, "no", "/x/y"), 2, "/x/y: the disk is full"),
    ],
)
def test_what_the_system_does(error: BaseException, code: int, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("regelwerk.find.find_game", raising)
    assert word in sentence(run("trace", "x"), code)


def seconds(*arguments: str) -> float:
    """Computing time of the command in a process of its own, the better of two; a busy machine does not count."""
    found = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert process(*arguments, env=environment(REGELWERK_CACHE="off")).code == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def test_help_is_there_at_once() -> None:
    assert seconds("--help") < 0.3


def test_a_large_game_is_checked_at_once() -> None:
    """5,500 lines with its tables, scenarios and statements; about 0.66 s where nothing else runs."""
    assert seconds("check", "san_francisco") < 1.9


def test_four_times_the_lines_take_no_more_than_four_times_as_long(tmp_path: Path) -> None:
    """20,000 lines take about 1.9 s where nothing else runs, of which starting takes 0.2 s."""
    spec = importlib.util.spec_from_file_location("large", ROOT / "benchmarks" / "large.py")
    assert spec is not None
    assert spec.loader is not None
    large = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(large)
    assert 4_900 < large.write(tmp_path / "small", 21) < 5_100
    assert 19_600 < large.write(tmp_path / "large", 84) < 20_400
    assert seconds("check", str(tmp_path / "large")) < 4.4 * seconds("check", str(tmp_path / "small"))


def test_nothing_heavy_is_imported_to_see_that_a_game_is_right() -> None:
    code = "import sys; from regelwerk.cli.main import outcome; outcome(['check', 'berlin']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    loaded = done.stderr
    for module in ("'rich'", "'jsonschema'", "'prompt_toolkit'", "'regelwerk.engines.native'"):
        assert module not in loaded, module


def test_nothing_heavy_is_imported_for_help() -> None:
    code = "import sys; from regelwerk.cli.main import outcome; outcome(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    loaded = done.stderr
    for module in ("'rich'", "'lark'", "'yaml'", "'jsonschema'", "'prompt_toolkit'"):
        assert module not in loaded, module


def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f"{sys.executable} -m regelwerk explain | head -n 1"
    done = subprocess.run(["bash", "-c", command], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("RW")
    assert done.stderr == ""


def test_output_that_the_terminal_cannot_write_is_replaced(tmp_path: Path) -> None:
    ran = process("explain", "RW101", env=environment(PYTHONIOENCODING="ascii"))
    assert ran.code == 0
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    command = f"{sys.executable} -m regelwerk play tic_tac_toe --seed 1 {closed}"
    done = subprocess.run(["bash", "-c", command], env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_full_disk_behind_standard_output() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    for arguments in ("--help", "show tic_tac_toe", "play tic_tac_toe", "simulate tic_tac_toe --games 2 --json"):
        command = f"{sys.executable} -m regelwerk {arguments} > /dev/full"
        done = subprocess.run(["bash", "-c", command], env=environment(), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, "regelwerk: the disk is full\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert "_REGELWERK_COMPLETE" in ran.out


def test_an_unknown_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/whatever")
    assert "which shell" in sentence(run("completion"))


def complete(words: str) -> list[str]:
    """What bash would offer."""
    env = environment(_REGELWERK_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1))
    done = subprocess.run(
        [sys.executable, "-m", "regelwerk"], env=env, capture_output=True, text=True, cwd=ROOT, check=False
    )
    return [line.split(",", 1)[1] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("regelwerk sim", "simulate"),
        ("regelwerk play tic", "tic_tac_toe"),
        ("regelwerk simulate --eng", "--engine"),
        ("regelwerk play x --seat anna=gre", "anna=greedy"),
        ("regelwerk explain RW1", "RW101"),
        ("regelwerk check rulesp", "rulespecs/"),
    ],
)
def test_what_is_completed(words: str, offered: str) -> None:
    assert offered in complete(words)


def test_the_modules_say_what_they_are() -> None:
    for path in (Path(main.__file__).parent).rglob("*.py"):
        assert path.read_text(encoding="utf-8").startswith('"""'), path
    assert os.path.basename(main.__file__) == "main.py"
