"""Who imports whom: every folder rests on those below it only.

Imports inside functions count, those for the type checker alone do not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

COMPILER = (
    "frozen", "document.places", "document.located", "diagnostics", "document", "syntax", "layout",
    "spec.types", "spec.spec", "spec.tree", "spec.names", "spec.nodes", "spec.given",
    "spec.formulas", "spec.steps", "spec.declare", "spec.bends", "spec.whole", "spec",
    "flow", "flow.lower", "flow.passes", "python", "native", "settings", "pipeline", "explain",
)  # fmt: skip
RUNTIME = (
    "errors", "engine", "clock", "cache", "chance", "notices", "writing", "find", "lang", "engines", "broke", "look",
    "sight", "words", "result", "state", "game", "scenarios", "knowledge", "records", "bots", "measure", "adapters",
    "table", "cli",
)  # fmt: skip
"""From the ground up: each rests on those before it."""


def modules(package: str, folder: Path) -> dict[str, Path]:
    """Every module of a package by its dotted name."""
    named = {path: ".".join(path.relative_to(folder).with_suffix("").parts) for path in folder.rglob("*.py")}
    return {f"{package}.{name}".removesuffix(".__init__"): path for path, name in named.items()}


ALL = modules("regelwerk_compiler", ROOT / "compiler" / "regelwerk_compiler") | modules(
    "regelwerk", ROOT / "runtime" / "regelwerk"
)


def imported(name: str) -> Iterator[str]:
    """The modules of ours that a module imports."""
    path = ALL[name]
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        match waiting.pop():
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in ALL)
            case ast.ImportFrom(module=module, names=names, level=level):
                up = name.split(".")[: -level + (path.name == "__init__.py") or None] if level else []
                base = ".".join([*up, *([module] if module else [])])
                for alias in names:
                    found = f"{base}.{alias.name}" if f"{base}.{alias.name}" in ALL else base
                    if found in ALL and found != name:
                        yield found
            case node:
                waiting.extend(ast.iter_child_nodes(node))


def layer(name: str, layers: tuple[str, ...]) -> int | None:
    """The number of the layer in which a module of a package lies, if one is named for it."""
    local = name.partition(".")[2]
    found = [part for part in layers if local == part or local.startswith(f"{part}.")]
    return layers.index(max(found, key=len)) if found else None


@pytest.mark.parametrize(("package", "layers"), [("regelwerk_compiler", COMPILER), ("regelwerk", RUNTIME)])
def test_each_folder_rests_on_those_below_it(package: str, layers: tuple[str, ...]) -> None:
    ours = {name: layer(name, layers) for name in ALL if name.startswith(f"{package}.")}
    faces = {f"{package}.__main__", *(f"{package}.{part.partition('.')[0]}" for part in layers)}
    assert {name for name, where in ours.items() if where is None} <= faces, "give the module a layer"
    upward = {
        f"{name} -> {other}"
        for name, where in ours.items()
        for other in imported(name)
        if where is not None and (above := ours.get(other)) is not None and above > where
    }
    assert upward == set()
