"""The front door of the compiler: folders, files, links, replacements, hashes, statements."""

from __future__ import annotations

import hashlib
from pathlib import Path

from regelwerk_compiler.diagnostics.diagnostic import Collector
from regelwerk_compiler.pipeline import load_spec, load_trace

from .test_spec import HERE, whole

TABLES = HERE / "files" / "good" / "tables"


def game(folder: Path) -> Path:
    """The game with two table files, in a folder of its own."""
    (folder / "tables").mkdir()
    (folder / "game.yaml").write_text(whole((TABLES / "game.yaml").read_text()))
    for name in ("route", "prizes"):
        (folder / "tables" / f"{name}.yaml").write_text((TABLES / "tables" / f"{name}.yaml").read_text())
    return folder


def codes(path: Path, **options: object) -> list[str]:
    """What loading a game reports."""
    collector = Collector()
    load_spec(path, collector, **options)  # type: ignore[arg-type]
    return [found.code for found in collector.in_reading_order() if found.severity == "error"]


def test_a_folder_and_its_game_file_are_the_same(tmp_path: Path) -> None:
    folder = game(tmp_path)
    a, b = (load_spec(path, Collector()) for path in (folder, folder / "game.yaml"))
    assert a is not None
    assert a == b


def test_every_file_has_its_hash_under_its_own_name(tmp_path: Path) -> None:
    spec = load_spec(game(tmp_path), Collector())
    assert spec is not None
    assert [name for name, _ in spec.files] == ["game.yaml", "tables/prizes.yaml", "tables/route.yaml"]
    assert all(digest == hashlib.sha256((tmp_path / name).read_bytes()).digest() for name, digest in spec.files)


def test_a_replacement_takes_the_place_of_a_table(tmp_path: Path) -> None:
    folder = game(tmp_path)
    other = tmp_path / "mine.yaml"
    other.write_text("regelwerk: 1\ntable: prizes\norigin: published\nsource: the box\nvalues: [9]\n")
    spec = load_spec(folder, Collector(), {"prizes": other})
    assert spec is not None
    assert spec.tables["prizes"].values == (9,)
    assert dict(spec.files)["table:prizes"] == hashlib.sha256(other.read_bytes()).digest()


def test_a_folder_without_a_game(tmp_path: Path) -> None:
    assert codes(tmp_path) == ["RW906"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert codes(tmp_path / "game.yaml") == ["RW100"]


def test_tables_are_no_links(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    folder = game(tmp_path / "inside")
    outside = tmp_path / "outside.yaml"
    (folder / "tables" / "route.yaml").rename(outside)
    (folder / "tables" / "route.yaml").symlink_to(outside)
    assert codes(folder) == ["RW900"]


def test_the_folder_of_tables_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    folder = game(tmp_path / "inside")
    (folder / "tables").rename(tmp_path / "outside")
    (folder / "tables").symlink_to(tmp_path / "outside")
    assert set(codes(folder)) == {"RW900"}


def test_scenarios_behind_links_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    folder = game(tmp_path / "inside")
    (tmp_path / "outside.yaml").write_text("not: [yaml")
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "one.yaml").symlink_to(tmp_path / "outside.yaml")
    assert codes(folder) == []


def test_statements_are_left_out_for_who_only_plays(tmp_path: Path) -> None:
    folder = HERE / "statements" / "bad" / "statements"
    (tmp_path / "game.yaml").write_text(whole((folder / "game.yaml").read_text()))
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "042_x.yaml").write_text((folder / "seeds" / "042_x.yaml").read_text())
    assert codes(tmp_path) != []
    assert codes(tmp_path, statements=False) == []


def test_the_trace_holds_statements_rules_and_scenarios_together(tmp_path: Path) -> None:
    folder = HERE / "statements" / "bad" / "statements"
    (tmp_path / "game.yaml").write_text(whole((folder / "game.yaml").read_text()))
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "042_x.yaml").write_text((folder / "seeds" / "042_x.yaml").read_text())
    trace = load_trace(tmp_path, Collector())
    assert trace is not None
    assert trace.carried_out["042.turn"] == ("play",)
    assert trace.shown == {"042.turn": ("one",)}
    assert trace.excluded == {"042.rest": "not played", "042.box": "nothing to play with"}
    assert {(hole.id, hole.missing) for hole in trace.holes} == {("042.end", "carried_out"), ("042.draw", "shown")}


def test_scenarios_are_left_out_for_who_only_plays(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(whole((HERE / "scenarios" / "bad" / "scenarios.yaml").read_text()))
    assert codes(tmp_path) != []
    assert codes(tmp_path, scenarios=False) == []
