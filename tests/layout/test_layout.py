"""`lay_out`: cases as data; and whatever is done to the writing of a game, it is laid out to the same game, with all its comments."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.document.read import read_text
from regelwerk_compiler.layout import lay_out as module
from regelwerk_compiler.layout.lay_out import Unequal, lay_out
from regelwerk_compiler.layout.order import root_of, schema_of, sorted_document
from regelwerk_compiler.pipeline import load_spec
from regelwerk_compiler.spec.print import print_spec

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CASES = yaml.safe_load((HERE / "cases.yaml").read_text(encoding="utf-8"))
BUNDLED = sorted([*(ROOT / "rulespecs").rglob("*.yaml"), *(ROOT / "seeds").glob("*.yaml")])
GAMES = [path.parent for path in BUNDLED if path.name == "game.yaml"]
SMALL = [ROOT / "rulespecs" / name / "game.yaml" for name in ("classics/nim", "classics/mill_town", "tutorial/orchard")]


def laid_out(text: str) -> str:
    """The text laid out; laying it out again changes nothing."""
    made = lay_out(text, "it", Collector())
    assert made is not None
    assert lay_out(made, "it", Collector()) == made
    return made


def meaning(text: str) -> object:
    """What a file says, whatever the order of its slots."""
    document = read_text(text, "it", Collector())
    assert document is not None
    kind = schema_of(document)
    return sorted_document(document, root_of(kind), kind)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, str]) -> None:
    assert laid_out(case["before"]) == case.get("after", case["before"])


@pytest.mark.parametrize("newline", ["\r\n", "\n"])
def test_line_breaks_and_a_byte_order_mark_stay(newline: str) -> None:
    text = "\ufeff" + "rules: {}\n\n\ngame: fair\n".replace("\n", newline)
    assert laid_out(text) == "\ufeff" + "game: fair\nrules: {}\n".replace("\n", newline)


@pytest.mark.parametrize("text", ["", "- a\n", "a: [\n", "a: 1\na: 2\n", "a: *b\n"])
def test_what_cannot_be_read_is_reported(text: str) -> None:
    collector = Collector()
    assert lay_out(text, "it", collector) is None
    assert collector.errors


@pytest.mark.parametrize("text", ["{game:   fair}\n", "game:   fair\rrules: {}\r", "? a\n:   b\n"])
def test_what_has_no_layout_stays_as_it_is(text: str) -> None:
    assert lay_out(text, "it", Collector()) == text


def test_a_layout_that_says_something_else_is_never_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "text_of", lambda rows: "game: other\n")
    with pytest.raises(Unequal):
        lay_out("game: fair\n", "it", Collector())


def test_bundled_files_are_laid_out() -> None:
    texts = {path: path.read_text("utf-8") for path in BUNDLED}
    different = [
        str(path.relative_to(ROOT)) for path, text in texts.items() if lay_out(text, "it", Collector()) != text
    ]
    assert different == [], "run `regelwerk fmt rulespecs seeds`"


# -- whatever was done to the writing --------------------------------------------------------------
LINE = re.compile(r"( *)((?:- )*)(.*)")


def messed_up(text: str, dice: random.Random) -> tuple[str, list[str]]:
    """The same game in another writing: slots shuffled, deeper indentation, comments and blank lines; and the comments."""
    out: list[str] = []
    notes: list[str] = []
    step = dice.choice([1, 2, 3, 5])
    inside = 0
    for line in _shuffled(text.splitlines(), dice):
        found = LINE.match(line)
        assert found
        blanks, content = len(found[1]), line.strip()
        plain = content and not content.startswith("#") and inside == 0 and '"' not in content and "'" not in content
        inside += content.count("{") + content.count("[") - content.count("}") - content.count("]")
        indent = " " * (blanks * step)
        if plain and dice.random() < 0.1 and _begins(content):
            notes.append(f"# note {len(notes)}")
            out += ["", indent + notes[-1]] if dice.random() < 0.5 else [indent + notes[-1]]
        out.append(_wider(line, step))
        if (
            plain
            and inside == 0
            and "#" not in content
            and content.endswith((":", "nothing", "]", "}"))
            and dice.random() < 0.1
        ):
            notes.append(f"# note {len(notes)}")
            out[-1] += " " * dice.randint(1, 9) + notes[-1]
    return "\n".join(out) + "\n", notes


def _begins(content: str) -> bool:
    return re.match(r"(- )*[a-z_]+(\(.*\))?:( |$)", content) is not None


def _wider(line: str, step: int) -> str:
    """Every level `step` times as deep; what stands behind a dash is a level, too."""
    found = LINE.match(line)
    assert found
    dashes = ("-" + " " * (2 * step - 1)) * (len(found[2]) // 2)
    return " " * (len(found[1]) * step) + dashes + found[3]


def _shuffled(lines: list[str], dice: random.Random) -> list[str]:
    """Entries of rules and scenarios in another order: whole runs of lines that begin in one column."""
    out: list[str] = []
    at = 0
    while at < len(lines):
        head = re.match(r"(  )[a-z_]+:(?: *#.*)?$", lines[at])
        out.append(lines[at])
        at += 1
        if not head or not _within(out, "rules"):
            continue
        chunks: list[list[str]] = []
        while at < len(lines) and (lines[at].startswith("    ") and lines[at].strip()):
            if re.match(r"    [a-z_]+:", lines[at]) or not chunks:
                chunks.append([])
            chunks[-1].append(lines[at])
            at += 1
        dice.shuffle(chunks)
        out += [line for chunk in chunks for line in chunk]
    return out


def _within(lines: list[str], section: str) -> bool:
    top = [line for line in lines if re.match(r"[a-z_]+:", line)]
    return bool(top) and top[-1].startswith(section)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 10**6))
def test_shuffled_keys_and_comments(path: Path, seed: int) -> None:
    text = path.read_text(encoding="utf-8")
    other, notes = messed_up(text, random.Random(seed))
    assert meaning(other) == meaning(text)
    made = laid_out(other)
    assert meaning(made) == meaning(text)
    assert sorted(re.findall(r"# note \d+", made)) == sorted(notes)
    comments = sorted(re.findall(r"# .*", re.sub(r"# note \d+", "", made)))
    assert comments == sorted(re.findall(r"# .*", text))
    without = re.sub(r"^ *# note \d+\n| +# note \d+$", "", made, flags=re.M)
    assert squeezed(without) == squeezed(text)


def squeezed(text: str) -> list[str]:
    """The lines without blank ones and without the room before comments, which notes may have changed."""
    return [re.sub(r" +#", " #", line) for line in text.splitlines() if line.strip()]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_a_game_means_the_same_whatever_its_writing(game: Path, tmp_path: Path) -> None:
    """Each file of a game is written in another way and laid out; the Spec stays the same."""

    def spec_of(folder: Path) -> str:
        collector = Collector()
        spec = load_spec(folder, collector, statements=False)
        assert spec is not None, collector.found
        return print_spec(spec)

    meant = spec_of(game)
    copied = tmp_path / game.name
    shutil.copytree(game, copied)
    for step, change in enumerate((messed_up, lambda text, _: (laid_out(text), []))):
        for path in copied.rglob("*.yaml"):
            path.write_text(change(path.read_text("utf-8"), random.Random(step))[0], encoding="utf-8")
        assert spec_of(copied) == meant
