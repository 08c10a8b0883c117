"""The cache never lies and never stops anybody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import regelwerk
from regelwerk import cache
from regelwerk_compiler import python


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def game(tmp_path: Path, text: str = "a: 1\n") -> Path:
    (tmp_path / "game/tables").mkdir(parents=True, exist_ok=True)
    (tmp_path / "game/game.yaml").write_text(text)
    (tmp_path / "game/tables/t.yaml").write_text("b: 2\n")
    return tmp_path / "game/game.yaml"


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    key = cache.key_of(game(tmp_path), {"players": 2}, {})
    assert cache.fetch(key, "program") is None
    cache.keep(key, "program", {"a": (1, 2)})
    assert cache.fetch(key, "program") == {"a": (1, 2)}


def test_the_key_follows_content_and_choices(tmp_path: Path) -> None:
    path = game(tmp_path)
    keys = [cache.key_of(path, {"players": n}, {}) for n in (2, 3)]
    other = tmp_path / "other.yaml"
    other.write_text("c: 3\n")
    keys.append(cache.key_of(path, {"players": 2}, {"t": other}))
    (tmp_path / "game/tables/t.yaml").write_text("b: 3\n")
    keys.append(cache.key_of(path, {"players": 2}, {}))
    (tmp_path / "game/tables/u.yaml").write_text("")
    keys.append(cache.key_of(path, {"players": 2}, {}))
    assert len(set(keys)) == 5
    assert cache.key_of(path, {"players": 2}, {}) == keys[-1]


def test_a_broken_entry_is_no_entry(tmp_path: Path, folder: Path) -> None:
    key = cache.key_of(game(tmp_path), {}, {})
    cache.keep(key, "program", [1])
    (entry,) = folder.glob("*.program")
    entry.write_bytes(entry.read_bytes()[:5])
    assert cache.fetch(key, "program") is None


def test_nothing_half_written_when_it_cannot_be_pickled(tmp_path: Path, folder: Path) -> None:
    cache.keep(cache.key_of(game(tmp_path), {}, {}), "program", lambda: None)
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "file"))
    key = cache.key_of(game(tmp_path), {}, {})
    cache.keep(key, "program", 1)
    assert cache.fetch(key, "program") is None


def test_switched_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    cache.keep("0" * 64, "program", 1)
    assert cache.fetch("0" * 64, "program") is None


def test_too_much_is_not_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game(tmp_path)
    monkeypatch.setattr(cache, "MOST_BYTES", 3)
    assert cache.key_of(path, {}, {}) is None


def test_old_entries_go_and_what_is_not_ours_stays(tmp_path: Path, folder: Path) -> None:
    folder.mkdir()
    old, strange = folder / ("a" * 64 + ".program"), folder / "letter.txt"
    for path in (old, strange):
        path.write_text("")
        os.utime(path, (0, 0))
    cache.keep(cache.key_of(game(tmp_path), {}, {}), "program", 1)
    assert not old.exists()
    assert strange.exists()


def test_generated_python_is_written_once_and_loaded_afterwards(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = regelwerk.load("babel", engine="python")
    assert len([*folder.glob("*.python")]) == 1
    monkeypatch.setattr(python, "emit", None)  # asked again it would break
    again = regelwerk.load("babel", engine="python")
    assert again.engine.source == first.engine.source  # type: ignore[attr-defined]
    one, other = first.engine.start(4), again.engine.start(4)
    assert first.engine.playout(one, 5) == again.engine.playout(other, 5)
    assert one == other
