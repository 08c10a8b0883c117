"""The wheel and the sdist: what is in them, and that the command works from an installed wheel, outside the checkout."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def build(target: str, folder: Path) -> Path:
    """The one file that hatchling builds."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel in it and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--disable-pip-version-check",
        "--target",
        str(folder),
    ]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    return folder


def run(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command of the installed wheel."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REGELWERK"))}
    env |= {"PYTHONPATH": str(installed), "REGELWERK_CACHE": str(cwd / "cache")}
    return subprocess.run(
        [sys.executable, "-m", "regelwerk", *arguments],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in (
        "regelwerk/py.typed",
        "regelwerk_compiler/py.typed",
        "regelwerk_compiler/syntax/grammar.lark",
        "regelwerk/data/schemas/game.schema.json",
        "regelwerk/data/rulespecs/classics/tic_tac_toe/game.yaml",
    ):
        assert name in names, name
    assert {name.split("/")[0] for name in names} == {
        "regelwerk",
        "regelwerk_compiler",
        next(n for n in names if "dist-info" in n).split("/")[0],
    }
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_every_game_and_schema_of_the_checkout_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("rulespecs", "schemas", "seeds"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                assert f"regelwerk/data/{path.relative_to(ROOT).as_posix()}" in names


def test_the_sdist_holds_what_is_needed_and_no_more(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        tops = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert {"compiler", "runtime", "rulespecs", "schemas", "tests", "pyproject.toml", "README.md", "Makefile"} <= tops
    assert not {name for name in tops if name.startswith(".") and name not in (".gitignore", ".pre-commit-hooks.yaml")}


def test_the_installed_command_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    version = run(installed, tmp_path, "--version")
    assert version.stdout.startswith("regelwerk ")
    played = run(installed, tmp_path, "play", "tic_tac_toe", "--seed", "5")
    assert played.returncode == 0, played.stderr
    assert "Score sheet" in played.stdout
    checked = run(installed, tmp_path, "check", "--format", "json", "tic_tac_toe")
    found = json.loads(checked.stdout)
    assert found["errors"] == 0
    where = "import regelwerk, regelwerk_compiler; print(regelwerk.__file__, regelwerk_compiler.__file__)"
    env = {"PYTHONPATH": str(installed), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", where], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert all(path.startswith(str(installed)) for path in done.stdout.split())


def test_a_new_game_of_an_installed_command_names_a_schema_that_is_there(installed: Path, tmp_path: Path) -> None:
    assert run(installed, tmp_path, "new", "pebbles").returncode == 0
    line = (tmp_path / "pebbles" / "game.yaml").read_text().splitlines()[0]
    schema = Path(line.partition("$schema=")[2])
    assert (tmp_path / "pebbles" / schema).is_file()


def test_an_installed_command_explains_and_lays_out(installed: Path, tmp_path: Path) -> None:
    assert (installed / "regelwerk" / "data" / "diagnostics" / "RW350.md").is_file()
    assert "is: mony[player]" in run(installed, tmp_path, "explain", "RW350").stdout
    assert json.loads(run(installed, tmp_path, "schema", "scenarios").stdout)["properties"]["scenarios"]
    assert run(installed, tmp_path, "new", "pebbles").returncode == 0
    assert run(installed, tmp_path, "fmt", "--check", "pebbles").returncode == 0


def test_the_entry_point_and_the_version(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (points,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
    assert "regelwerk = regelwerk.cli.main:run" in archive.read(points).decode()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"-{project['version']}-" in wheel.name
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_every_dependency_has_a_lower_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for dependency in project["dependencies"]:
        assert re.fullmatch(r"[A-Za-z_]+>=[\d.]+", dependency), dependency


def test_the_packages_import_only_what_is_declared() -> None:
    known = {
        "click",
        "jsonschema",
        "lark",
        "platformdirs",
        "prompt_toolkit",
        "yaml",
        "rich",
        "referencing",
        "regelwerk",
        "regelwerk_compiler",
    }
    for folder in ("compiler", "runtime"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in re.findall(
                r"^\s*(?:from|import)\s+([A-Za-z_]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE
            ):
                extra = path.parent.name == "adapters" and name in ("gymnasium", "numpy", "pettingzoo", "pyspiel")
                assert name in known or extra or name in sys.stdlib_module_names, (path, name)


def test_the_compiler_never_imports_the_runtime() -> None:
    for path in (ROOT / "compiler").rglob("*.py"):
        assert not re.search(
            r"^\s*(?:from|import)\s+regelwerk(?!_compiler)\b", path.read_text(encoding="utf-8"), re.MULTILINE
        ), path
