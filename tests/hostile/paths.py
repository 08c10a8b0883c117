"""Hostile folders: links, paths that climb out, files that are none."""

from __future__ import annotations

import os
from pathlib import Path

from .cases import DUEL, FINE, USAGE, case, spec

CARDS = "\n  card:\n    columns: {n: 1..9}\n    file: {file}\n"
TABLE = "regelwerk: 1\ntable: card\norigin: own\nbecause: so\nrows:\n  a: [1]\n"


def with_table(file: str) -> str:
    """A game whose cards stand in a file."""
    return spec(kinds=CARDS.replace("{file}", file))


def folder_of(text: str, **links: str) -> object:
    """Puts a game into `game/`, and links beside its file: name (`__` is a slash, `_yaml` the ending) -> where it leads."""

    def put(folder: Path) -> None:
        (folder / "game").mkdir()
        if text:
            (folder / "game" / "game.yaml").write_text(text, encoding="utf-8")
        for name, target in links.items():
            path = folder / "game" / name.replace("__", "/").replace("_yaml", ".yaml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target.replace("OUTSIDE", str(folder.parent / "outside")))

    return put


for climbing in (
    "../../outside/secret.yaml",
    "tables/../../../outside/secret.yaml",
    "/etc/passwd",
    "tables/%2e%2e/x.yaml",
    "tables\\\\..\\\\x.yaml",
    "~/x.yaml",
    "file:///etc/passwd",
    "tables/\\0.yaml",
    "tables/CON.yaml",
):
    case(f"a table file {climbing}", says="RW", put=folder_of(with_table(f'"{climbing}"')))  # type: ignore[arg-type]
case(
    "a table file that is a link out",
    says="RW900",
    put=folder_of(with_table("tables/x.yaml"), tables__x_yaml="OUTSIDE/secret.yaml"),
)  # type: ignore[arg-type]
case(
    "a folder of tables that is a link out",
    says="RW900",
    put=folder_of(with_table("tables/secret.yaml"), tables="OUTSIDE"),
)  # type: ignore[arg-type]
case(
    "a table file that is a link to itself",
    says="RW90",
    put=folder_of(with_table("tables/x.yaml"), tables__x_yaml="x.yaml"),
)  # type: ignore[arg-type]
case(
    "a table file that is a device", says="RW90", put=folder_of(with_table("tables/x.yaml"), tables__x_yaml="/dev/zero")
)  # type: ignore[arg-type]
case("a game that is a link out", code=USAGE, says="leads out", put=folder_of("", game_yaml="OUTSIDE/secret.yaml"))  # type: ignore[arg-type]
case(
    "a game that is a link out, played",
    "play",
    "game",
    code=USAGE,
    says="leads out",
    put=folder_of("", game_yaml="OUTSIDE/secret.yaml"),
)  # type: ignore[arg-type]
case(
    "a game among others that is a link out",
    "check",
    ".",
    says="RW100",
    put=folder_of("", game_yaml="OUTSIDE/secret.yaml"),
)  # type: ignore[arg-type]
case("a game that is a link to a device", code=USAGE, put=folder_of("", game_yaml="/dev/zero"))  # type: ignore[arg-type]
case("a link in a folder of games, checked", "check", ".", code=FINE, put=folder_of(DUEL, other="OUTSIDE"))  # type: ignore[arg-type]
case(
    "scenarios that are links out",
    "test",
    "game",
    code=USAGE,
    says="no scenario",
    put=folder_of(DUEL, scenarios__x_yaml="OUTSIDE/secret.yaml"),
)  # type: ignore[arg-type]
case(
    "scenarios that are links out, checked",
    "check",
    "game",
    code=FINE,
    put=folder_of(DUEL, scenarios__x_yaml="OUTSIDE/secret.yaml"),
)  # type: ignore[arg-type]
case("a folder of scenarios that is a link out", "check", "game", code=FINE, put=folder_of(DUEL, scenarios="OUTSIDE"))  # type: ignore[arg-type]
case(
    "other files that are links out, played",
    "simulate",
    "game",
    "--games",
    "1",
    code=FINE,
    put=folder_of(DUEL, more_yaml="OUTSIDE/secret.yaml", deep="OUTSIDE"),
)  # type: ignore[arg-type]
case("a folder of statements that is a link out", "trace", "game", code=USAGE, put=folder_of(DUEL, seeds="OUTSIDE"))  # type: ignore[arg-type]


def _pipes(folder: Path) -> None:
    (folder / "game" / "tables").mkdir(parents=True)
    (folder / "game" / "game.yaml").write_text(with_table("tables/x.yaml"), encoding="utf-8")
    os.mkfifo(folder / "game" / "tables" / "x.yaml")


def _other_pipes(folder: Path) -> None:
    (folder / "game" / "scenarios").mkdir(parents=True)
    (folder / "game" / "game.yaml").write_text(DUEL, encoding="utf-8")
    os.mkfifo(folder / "game" / "other.yaml")
    os.mkfifo(folder / "game" / "scenarios" / "s.yaml")


def _many(folder: Path) -> None:
    for i in range(3_000):
        (folder / "game" / f"d{i}").mkdir(parents=True)
    (folder / "game" / "game.yaml").write_text(DUEL, encoding="utf-8")


def _round(folder: Path) -> None:
    (folder / "game").mkdir()
    (folder / "game" / "game.yaml").write_text(DUEL, encoding="utf-8")
    (folder / "game" / "again").symlink_to("../game")


case("a table file that is a pipe", says="RW902", put=_pipes)
case("pipes beside a game", "simulate", "game", "--games", "1", code=FINE, put=_other_pipes)
case("a game in a folder of 3,000 folders", "simulate", "game", "--games", "1", code=FINE, put=_many)
case("a folder that holds itself", "simulate", "game", "--games", "1", code=FINE, put=_round)
case("a folder that holds itself, checked", "check", ".", code=FINE, put=_round)
case(
    "a game called by a name with signs",
    "check",
    "new\nline\x1b[31m",
    code=FINE,
    put=lambda folder: (
        (folder / "new\nline\x1b[31m").mkdir(),
        (folder / "new\nline\x1b[31m" / "game.yaml").write_text(DUEL),
    ),
)  # type: ignore[func-returns-value,arg-type]
case(
    "a wrong game called by a name with signs",
    "check",
    "new\nline\x1b[31m",
    says="RW130",
    put=lambda folder: (
        (folder / "new\nline\x1b[31m").mkdir(),
        (folder / "new\nline\x1b[31m" / "game.yaml").write_text(DUEL + "x: 1\n"),
    ),
)  # type: ignore[func-returns-value,arg-type]
