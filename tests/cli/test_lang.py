"""The program's own words: every language has the same keys and the same blanks."""

import string

import pytest

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
    assert set(same) <= {"welcome", "log_did"}


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
