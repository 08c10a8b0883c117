"""The hooks for pre-commit, the GitHub action and the page about both call commands that exist, with flags that they have."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml

from cli.command import environment, run
from regelwerk.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "howto" / "editor-and-ci.md"
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
SCRIPTS = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]


def calls() -> list[str]:
    """Every call of the command in the three files."""
    page = PAGE.read_text(encoding="utf-8")
    shell = "\n".join(re.findall(r"```sh\n(.*?)```", page, re.S)) + "\n".join(SCRIPTS)
    lines = re.findall(r"^\s*(regelwerk [^#\n>]*)", shell, re.M) + re.findall(r"`(regelwerk [a-z][^`]*)`", page)
    return sorted({line.strip() for line in [*lines, *(hook["entry"] for hook in HOOKS)]})


def command(name: str) -> click.Command:
    found = main.app.get_command(click.Context(main.app), name)
    assert found is not None, name
    return found


@pytest.mark.parametrize("call", calls())
def test_calls_exist_with_their_flags(call: str) -> None:
    _, name, *words = shlex.split(call)
    known = {flag for option in command(name).params for flag in (*option.opts, *option.secondary_opts)}
    assert {word for word in words if word.startswith("--") and word != "--"} <= known


def test_there_are_calls() -> None:
    assert {"regelwerk check --watch my_game", "regelwerk fmt --check", "regelwerk fmt"} <= set(calls())


def test_flags_of_the_action_exist() -> None:
    words = re.findall(r"--[a-z-]+", next(script for script in SCRIPTS if "regelwerk check" in script))
    known = {flag for option in command("check").params for flag in option.opts}
    assert set(words) == {"--format", "--strict"} <= known
    assert run("check", "tic_tac_toe", "--format", "github").code == 0


def test_inputs_of_the_action_are_used_and_never_put_into_a_script() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    for name, said in ACTION["inputs"].items():
        assert f"inputs.{name}" in text
        assert said["description"]
        assert isinstance(said["default"], str)
    assert not any("${{" in script for script in SCRIPTS)
    assert ACTION["runs"]["using"] == "composite"
    assert all(step.get("shell") == "bash" for step in ACTION["runs"]["steps"] if "run" in step)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("strict", "code"), [("false", 0), ("true", 1)])
def test_the_script_of_the_action_runs(strict: str, code: int, tmp_path: Path) -> None:
    """As a workflow would run it, over a game with a warning."""
    run("new", tmp_path / "one")
    game = tmp_path / "one" / "game.yaml"
    game.write_text(game.read_text().replace("\nstate: ", "\nstate:\n  storms: 0..9 = 0\n  #"))
    (tmp_path / "regelwerk").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m regelwerk "$@"\n')
    (tmp_path / "regelwerk").chmod(0o755)
    env = environment(PATHS="one", STRICT=strict)
    env["PATH"] = f"{tmp_path}:{env['PATH']}"
    script = next(script for script in SCRIPTS if "regelwerk check" in script)
    done = subprocess.run(
        ["bash", "-e", "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "::warning file=one/game.yaml" in done.stdout


def test_hooks_are_whole() -> None:
    assert [hook["id"] for hook in HOOKS] == ["regelwerk-fmt", "regelwerk-check", "regelwerk-test"]
    for hook in HOOKS:
        assert {"id", "name", "description", "entry", "language"} <= set(hook)
        assert hook["id"] in PAGE.read_text(encoding="utf-8")
        if "files" in hook:
            for path in ("rulespecs/x/game.yaml", "regelwerk.toml", "a/tables/b.yml"):
                assert re.search(hook["files"], path)


def test_the_fmt_hook_is_given_files_and_leaves_those_of_others_alone(tmp_path: Path) -> None:
    workflow = tmp_path / "ci.yaml"
    workflow.write_text("on:   push\n")
    assert run("fmt", workflow).code == 0
    assert workflow.read_text() == "on:   push\n"


def test_the_settings_on_the_page_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    run("new", tmp_path / "rulespecs" / "one")
    (tmp_path / "regelwerk.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    ran = run("check")
    assert (ran.code, ran.err) == (0, "")
    assert "settings: regelwerk.toml" in ran.out
