"""Small specs, good and bad, each with the diagnostics that it must give, in the file itself.

A case is a file `<topic>/good/*.yaml` or `<topic>/bad/*.yaml`, or a folder there with a `game.yaml`.  It holds only what
matters: keys that every game has (`title`, `rules`, ..) are added at its end where they are missing.  What is expected stands
in comments at its end, one for each diagnostic, warnings too:

    # expect: RW301 12:5 `red` is already a value (line 4); a name means one thing. -> Rename one of the two.

`good` cases have no errors, and beside them, in `*.spec`, stands what they mean.  `REWRITE=1 pytest tests/spec` writes all
expectations anew; read the difference.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from regelwerk_compiler.diagnostics.diagnostic import Collector, Diagnostic
from regelwerk_compiler.pipeline import load_spec
from regelwerk_compiler.spec.print import print_spec

HERE = Path(__file__).parent
EXPECT = re.compile(r"^# expect: (.*)$", re.MULTILINE)
ALWAYS = {
    "regelwerk": "1",
    "game": "case",
    "title": "{en: A case}",
    "players": "2..4",
    "most_decisions": "100",
    "rules": "{play: {do: [nothing]}}",
    "score": "{points: {is: 0}}",
    "ranking": "highest total, shared",
}


def cases() -> list[Path]:
    """Every case below this folder."""
    found = [
        path for kind in ("good", "bad") for path in HERE.glob(f"*/{kind}/*") if path.suffix == ".yaml" or path.is_dir()
    ]
    return sorted(found)


def whole(text: str) -> str:
    """The text of a case with the keys that every game has."""
    missing = {key: value for key, value in ALWAYS.items() if not re.search(rf"^{key}:", text, re.MULTILINE)}
    if re.search(r"^seats:", text, re.MULTILINE):
        missing.pop("players", None)
    return text + "".join(f"{key}: {value}\n" for key, value in missing.items())


def lines(found: tuple[Diagnostic, ...], folder: Path) -> list[str]:
    """The diagnostics as they stand in a case."""
    out = []
    for one in found:
        file = one.span.file.removeprefix(f"{folder.as_posix()}/")
        where = f"{one.span.line}:{one.span.column}"
        hint = f" -> {one.hint}".replace(f"{folder.as_posix()}/", "") if one.hint else ""
        out.append(f"{one.code} {where if file == 'game.yaml' else f'{file}:{where}'} {one.message}{hint}")
    return out


@pytest.mark.parametrize("case", cases(), ids=lambda path: path.relative_to(HERE).as_posix())
def test_case(case: Path, tmp_path: Path) -> None:
    """The case gives what it expects."""
    file = case / "game.yaml" if case.is_dir() else case
    if case.is_dir():
        shutil.copytree(case, tmp_path, dirs_exist_ok=True)
    text = file.read_text(encoding="utf-8")
    (tmp_path / "game.yaml").write_text(whole(text), encoding="utf-8")
    collector = Collector()
    tables = {path.stem: path for path in sorted(tmp_path.glob("replacements/*.yaml"))}
    spec = load_spec(tmp_path, collector, tables)
    found = lines(collector.in_reading_order(), tmp_path)
    assert (spec is not None) == (case.parent.name == "good"), found
    assert (collector.errors == 0) == (case.parent.name == "good"), found
    if spec is not None:
        meant = case / "game.spec" if case.is_dir() else case.with_suffix(".spec")
        if os.environ.get("REWRITE"):
            meant.write_text(print_spec(spec), encoding="utf-8")
        assert print_spec(spec) == meant.read_text(encoding="utf-8")
    if os.environ.get("REWRITE") and found != EXPECT.findall(text):
        kept = EXPECT.sub("", text).rstrip("\n") + "\n"
        file.write_text(kept + "".join(f"# expect: {line}\n" for line in found), encoding="utf-8")
    else:
        assert found == EXPECT.findall(text)
