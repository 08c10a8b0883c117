"""The program's own words: every language has the same keys and the same blanks."""

import string
from pathlib import Path

import pytest

import regelwerk.lang
from regelwerk.lang import LANGUAGES, Words, default_language


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_language_says_everything(language: str) -> None:
    english, other = LANGUAGES["en"], LANGUAGES[language]
    assert set(other) == set(english)
    for key, text in english.items():
        assert blanks(other[key]) == blanks(text), key
        assert other[key].strip(), key


def test_most_words_are_translated() -> None:
    same = [key for key, text in LANGUAGES["en"].items() if LANGUAGES["de"][key] == text]
    assert set(same) <= {"welcome"}


def test_counted_things() -> None:
    words = Words("de")
    assert words.counted("pieces", 1) == "1 Stück"
    assert words.counted("pieces", 3) == "3 Stück"
    assert words.listed(["Anna", "Ben", "Cem"]) == "Anna, Ben und Cem"
    assert words.listed(["Anna"], "or") == "Anna"


def test_the_language_of_the_environment() -> None:
    assert default_language({}) == "en"
    assert default_language({"REGELWERK_LANG": "de_DE.UTF-8"}) == "de"
    assert default_language({"REGELWERK_LANG": "xx"}) == "en"


def test_every_word_is_used() -> None:
    folder = Path(regelwerk.lang.__file__).parent.parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.parent.name != "lang")
    for key in LANGUAGES["en"]:
        name = key.removesuffix(".one").removesuffix(".many")
        assert any(
            f"{quote}{start}" in source for quote in "\"'" for start in (f"{name}{quote}", f"{name.partition('.')[0]}.")
        ), key
