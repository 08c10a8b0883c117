"""Every code of RW1xx and RW2xx is raised by a file or a sentence that is written down."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from regelwerk_compiler.diagnostics.catalogue import CATALOGUE
from regelwerk_compiler.diagnostics.codes_reading import CODES
from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.diagnostics.words import capital, distance, listed, nearest, quoted_words, shortened
from regelwerk_compiler.document.located import Span

TESTS = Path(__file__).resolve().parents[1]


def test_every_code_has_an_example() -> None:
    golden = [*TESTS.glob("document/bad/*.txt"), TESTS / "syntax/bad.txt"]
    python = [TESTS / "document/test_texts.py", TESTS / "syntax/test_limits.py", *TESTS.glob("hostile/*.py")]
    raised = {code for path in [*golden, *python] for code in re.findall(r"RW\d{3}", path.read_text(encoding="utf-8"))}
    assert set(CODES) - raised == set()


@pytest.mark.parametrize("code", sorted(CODES))
def test_each_is_written_well(code: str) -> None:
    entry = CODES[code]
    assert code[:3] in ("RW1", "RW2")
    assert entry.title
    assert not entry.title.endswith(".")
    assert entry.message.endswith((".", "`.", "`"))
    assert not entry.hint or entry.hint.endswith((".", "`", ")", "?"))
    names = {name for text in (entry.message, entry.hint) for _, name, _, _ in string.Formatter().parse(text) if name}
    assert all(name.isidentifier() for name in names)


def test_codes_stand_once() -> None:
    folder = Path(str(__import__("regelwerk_compiler.diagnostics", fromlist=["x"]).__path__[0]))
    codes = [
        code
        for path in folder.glob("codes_*.py")
        for code in re.findall(r'^    "(RW\d{3})"', path.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(codes) == len(set(codes)) == len(CATALOGUE)


def test_an_unknown_code_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        Collector().report("RW000", Span("it", 1, 1, 1, 1))


def test_words() -> None:
    assert distance("form", "from") == 1
    assert distance("", "abc") == 3
    assert nearest("form", ["for", "from", "to"]) == "for"
    assert nearest("sothat", ["so_that", "do"]) == "so_that"
    assert nearest("x", ["y"]) is None
    assert nearest("same", ["same"]) is None
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b or c"
    assert quoted_words(["a", "b"]) == "`a` and `b`"
    assert quoted_words([str(i) for i in range(20)], most=2) == "`0`, `1` and 18 more"
    assert shortened("a  b\n c") == "a b c"
    assert shortened("x" * 100, 10) == "x" * 9 + "…"
    assert capital("") == ""
    assert capital("a b") == "A b"
