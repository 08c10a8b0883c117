"""The same hostile text in each kind of file, met by each command that reads it; and settings files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .cases import DUEL, FAULTS, FINE, USAGE, Files, case
from .files import bomb
from .paths import TABLE, with_table

DEEP = 10_000
TEXTS: dict[str, Callable[[str], str | bytes]] = {
    "an alias bomb": lambda text: text + bomb(30, 9),
    "10,000 levels of brackets": lambda text: text + "x: " + "[" * DEEP + "]" * DEEP,
    "10,000 dashes in a line": lambda text: text + "x:\n  " + "- " * DEEP + "a\n",
    "an integer of 10,000 digits": lambda text: text + "x: " + "9" * 10_000 + "\n",
    "a line of 50 MB": lambda text: text + "# " + "x" * 50_000_000,
    "NUL characters": lambda text: text + "x: a\0b\n",
    "signs that steer a terminal": lambda text: text + "x: \x1b[2J\n",
    "invalid UTF-8": lambda text: text.encode() + b"x: \xff\xfe\n",
    "a tag that makes Python objects": lambda text: text + "x: !!python/object/apply:os.system [echo pwned]\n",
    "a quoted text that nobody closes": lambda text: text + 'x: "' + "a b\n  " * 200_000,
    "60,000 unknown keys": lambda text: text + "".join(f"k{i}: 1\n" for i in range(59_000)),
    "nothing in it": lambda text: "",
}
SCENARIOS = "regelwerk: 1\nscenarios:\n  - name: a\n    players: [x, y]\n    given: []\n    then: [pile_left is 7]\n"
SEED = 'regelwerk: 1\ndocument: "901"\ntitle: {en: A}\nsource: common knowledge\nstatements:\n  901.a.b: {kind: rule, where: here, en: a, de: a}\n'
TRACED = DUEL.replace("  take:\n", "  take:\n    from: [901.a.b]\n")

# kind of file -> its path, a right text of it, the rest of the game, and the commands that read it
KINDS: dict[str, tuple[str, str, Files, tuple[tuple[str, ...], ...]]] = {
    "a game": (
        "game/game.yaml",
        DUEL,
        {},
        (
            ("test", "game"),
            ("play", "game", "--seat", "a=random", "--seat", "b=random"),
            ("simulate", "game", "--games", "1"),
            ("show", "game", "--flow"),
            ("trace", "game"),
            ("perft", "game", "--depth", "1"),
            ("bench", "game"),
            ("fmt", "game"),
            ("fmt", "--check", "game/game.yaml"),
        ),
    ),
    "a table": (
        "game/tables/card.yaml",
        TABLE,
        {"game/game.yaml": with_table("tables/card.yaml")},
        (("check", "game"), ("simulate", "game", "--games", "1"), ("show", "game"), ("fmt", "game")),
    ),
    "a table that takes the place of another": (
        "mine.yaml",
        TABLE,
        {"game/game.yaml": with_table("tables/card.yaml"), "game/tables/card.yaml": TABLE},
        (
            ("check", "game", "--table", "card=mine.yaml"),
            ("simulate", "game", "--games", "1", "--table", "card=mine.yaml"),
        ),
    ),
    "scenarios": (
        "game/scenarios/a.yaml",
        SCENARIOS,
        {"game/game.yaml": DUEL},
        (("check", "game"), ("test", "game"), ("fmt", "game"), ("simulate", "game", "--games", "1", "--coverage")),
    ),
    "statements": (
        "seeds/901_a.yaml",
        SEED,
        {"game/game.yaml": TRACED, "pyproject.toml": ""},
        (("check", "game"), ("trace", "game"), ("fmt", "seeds/901_a.yaml")),
    ),
}
READS_ON = {
    ("simulate", "scenarios")
}  # what the command has no need of; what does not say that it is a game's, `fmt` passes over

for kind, (path, right, others, commands) in KINDS.items():
    for name, spoil in TEXTS.items():
        for command in commands:
            passes = (command[0], kind) in READS_ON or (command[0] == "fmt" and name == "nothing in it")
            nothing = passes and command == ("fmt", "game") and kind == "a game"  # so no game is there
            case(
                f"{kind} with {name}, {' '.join(command)}",
                *command,
                code=USAGE if nothing else FINE if passes else FAULTS,
                says="" if passes else "RW",
                files=lambda path=path, right=right, others=others, spoil=spoil: {**others, path: spoil(right)},  # type: ignore[misc]
            )


# -- settings ----------------------------------------------------------------------------------------
def settings(
    name: str, text: str | bytes, code: int = FAULTS, says: str = "RW97", file: str = "regelwerk.toml"
) -> None:
    """A settings file, met by the commands that look for games."""
    section = "" if file == "regelwerk.toml" or isinstance(text, bytes) else "[tool.regelwerk]\n"
    whole = text if isinstance(text, bytes) else section + text
    for command in (("check",), ("test",), ("fmt", "--check")):
        case(
            f"{file} with {name}, {command[0]}",
            *command,
            code=code,
            says=says,
            files={"game/game.yaml": DUEL, file: whole},
        )


for toml in ("regelwerk.toml", "pyproject.toml"):
    settings("an integer of 10,000 digits", "games = " + "9" * 10_000, file=toml)
    settings("10,000 levels", "games = " + "[" * DEEP + "]" * DEEP, file=toml)
    settings("45,000 dots in a key", "a." * 45_000 + "b = 1", file=toml)
    settings("5,000 unknown keys", "".join(f"k{i} = 1\n" for i in range(5_000)), file=toml)
    settings(
        "900 unknown codes",
        "errors = [" + ", ".join(f'"RW{i}"' for i in range(10_000, 10_900)) + "]",
        says="RW914",
        file=toml,
    )
    settings("an exclusion of 90,000 brackets", f'exclude = ["{"[" * 90_000}"]', file=toml)
    settings("100 lines of 290 dots", "".join(f"a{i}" + ".a" * 290 + " = 1\n" for i in range(100)), file=toml)
    settings("20,000 codes", "errors = [" + '"", ' * 20_000 + "]", file=toml)
    settings("a text of 90,000 letters", f'games = ["{"x" * 90_000}"]', file=toml)
    settings("a text of 900,000 letters", f'games = ["{"x" * 900_000}"]', file=toml)
    settings("signs that steer a terminal", 'silence = ["\\u001b[2J"]', says="RW914", file=toml)
    settings("a NUL in a folder", 'games = ["a\\u0000b"]', file=toml)
    settings("a folder that climbs out", 'games = ["../outside"]', file=toml)
    settings("a folder of the system", 'games = ["/etc"]', file=toml)
    settings("texts that are numbers", "exclude = [1]", file=toml)
    settings("a date", "games = 1979-05-27T07:32:00Z", file=toml)
settings("60 MB", b"#" * 60_000_000)
settings("invalid UTF-8", b'games = ["\xff"]')
settings("NUL characters", b"\0" * 100)
case("regelwerk.toml with nothing in it", "check", code=FINE, files={"game/game.yaml": DUEL, "regelwerk.toml": ""})
case(
    "pyproject.toml with 5,000 tables of others",
    "check",
    code=FINE,
    files={"game/game.yaml": DUEL, "pyproject.toml": "[tool.regelwerk]\n" + "".join(f"[a{i}]\n" for i in range(5_000))},
)
for slow in ("*a" * 400, "[" * 900, "?*" * 400, "{" * 900):
    case(
        f"an exclusion {slow[:4]}... of 900 signs",
        "check",
        code=FINE,
        files={"game/game.yaml": DUEL, f"{'a' * 200}/game.yaml": DUEL, "regelwerk.toml": f'exclude = ["{slow}"]\n'},
    )


def _linked(name: str) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        (folder / "game").mkdir()
        (folder / "game" / "game.yaml").write_text(DUEL, encoding="utf-8")
        (folder / name).symlink_to(folder.parent / "outside" / "secret.yaml")

    return put


for toml in ("regelwerk.toml", "pyproject.toml"):
    case(f"{toml} that is a link out", "check", code=FINE, put=_linked(toml))

# -- commands without a game -------------------------------------------------------------------------
case("without a game: fmt /dev/zero", "fmt", "/dev/zero", says="RW103", files={"a.txt": ""})
for line in (
    ("schema", "x" * 100_000),
    ("schema", "../game"),
    ("completion", "\x1b[2J"),
    ("bench", "x" * 10_000),
    ("test", "/proc/self/mem"),
    ("trace", "\0"),
    ("show", "\udcff"),
):
    case(f"without a game: {' '.join(line)!r:.60}", *line, code=USAGE, files={"a.txt": ""})
