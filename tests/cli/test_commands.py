"""`simulate`, `test`, `trace`, `show`, `replay`, `perft`, `bench`, `play` without a terminal: what they print, and how they end."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from cli.command import BASKET, DUEL, environment, process, run, sentence
from cli.terminal import Terminal
from regelwerk.engines.toolchain import compilers
from regelwerk.game import ENGINES


def as_json(*arguments: object, code: int = 0) -> dict[str, object]:
    """The one object that a command prints, and nothing else."""
    ran = run(*arguments, "--json")
    assert ran.code == code, ran
    assert ran.err == ""
    assert len(ran.out.splitlines()) == 1
    found = json.loads(ran.out)
    assert isinstance(found, dict)
    return found


# -- play without a terminal ------------------------------------------------------------------------
def test_bots_play_where_there_is_no_terminal() -> None:
    ran = process("play", DUEL, "--seed", "3")
    assert ran.code == 0
    assert "There is no terminal to ask at" in ran.out
    assert "Score sheet" in ran.out
    assert "\x1b" not in ran.out
    assert ran.err == ""


def test_the_same_seed_gives_the_same_game_whatever_the_hash_seed() -> None:
    texts = {process("play", BASKET, "--seed", "11", env=environment(PYTHONHASHSEED=str(n))).out for n in (1, 2)}
    assert len(texts) == 1


def test_german_without_a_terminal() -> None:
    ran = run("play", BASKET, "--seed", "2", "--lang", "de")
    assert "Wertung" in ran.out
    assert "Pflücken" in ran.out or "verteuern" in ran.out
    assert not re.search(r"\b(wins|score|seed|pieces|Pick|Rest)\b", ran.out)


def test_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_LANG", "de")
    assert "Wertung" in run("play", BASKET, "--seed", "2").out


def test_without_a_game_the_games_are_listed() -> None:
    ran = run("play")
    assert ran.code == 0
    assert "tic_tac_toe" in ran.out
    assert "2 players" in ran.out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--players", "9"], "1 to 3 players"),
        (["--players", "0"], "--players"),
        (["--option", "speed=3"], "has no option `speed`"),
        (["--table", "x=nowhere.yaml"], "nowhere.yaml"),
        (["--seat", "anna=human"], "no terminal to ask at"),
        (["--seat", "anna=mcts"], "`mcts`"),
        (["--save", "/proc/nowhere/x"], "cannot be written"),
    ],
)
def test_what_a_game_does_not_have(arguments: list[str], word: str) -> None:
    assert word in sentence(run("play", BASKET, *arguments))


def test_saving_resuming_and_replaying(tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    played = run("play", BASKET, "--seed", "5", "--players", "3", "--save", save)
    assert played.code == 0
    replayed = run("replay", save)
    assert (replayed.code, replayed.err) == (0, "")
    assert "agree, to the last hash" in replayed.out
    found = as_json("replay", save)
    assert found["difference"] is None
    assert found["steps"] == found["of"]
    stepped = run("replay", save, "--step")
    assert stepped.code == 0
    assert stepped.out.count("score so far") >= 6
    as_anna = run("replay", save, "--step", "--as", "Anna")
    assert as_anna.code == 0
    assert as_anna.out != stepped.out
    again = run("play", "--resume", save)
    assert again.code == 0
    assert "Score sheet" in again.out


def test_a_save_cut_in_the_middle_goes_on_from_there(tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    with Terminal("play", BASKET, "--seed", "5", "--players", "1", "--save", save) as terminal:
        terminal.prompt("Anna")
        terminal.type("rest")
        terminal.prompt("Anna")
        terminal.keys(b"\x04")
        terminal.end()
    before = save.read_bytes()
    ran = run("play", "--resume", save)
    assert ran.code == 0
    assert "Resumed after 1 decision" in ran.out
    assert len(save.read_bytes()) > len(before)


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        (lambda text: "", "is empty"),
        (lambda text: "hello\n", "is no log of Regelwerk"),
        (lambda text: text[: len(text) // 2], "cut off"),
        (lambda text: text.replace('"n": 2', '"n": 7'), "should stand"),
        (lambda text: text.replace('"game": "basket"', '"game": "other"'), "basket"),
        (lambda text: re.sub(r'"rules": "\w+"', '"rules": "0"', text), "other rules"),
    ],
)
def test_damaged_logs_are_told(damage: object, word: str, tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    run("play", BASKET, "--seed", "5", "--players", "2", "--save", save)
    assert callable(damage)
    save.write_text(damage(save.read_text()))
    content = save.read_bytes()
    for arguments in (["replay", save], ["play", "--resume", save]):
        assert word in sentence(run(*arguments))
        assert save.read_bytes() == content


def test_a_hash_that_differs_stops_a_replay(tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    run("play", BASKET, "--seed", "5", "--players", "2", "--save", save)
    lines = save.read_text().splitlines()
    lines[3] = re.sub(r'"hash": "\w+"', '"hash": "0000000000000000"', lines[3])
    save.write_text("\n".join(lines) + "\n")
    ran = run("replay", save)
    assert ran.code == 1
    assert "game.jsonl:4: step 3 of" in ran.out
    difference = as_json("replay", save, code=1)["difference"]
    assert isinstance(difference, dict)
    assert difference["line"] == 4


@pytest.mark.parametrize("flag", [["--players", "2"], ["--seed", "3"], ["--option", "a=b"]])
def test_a_game_under_way_is_not_changed(flag: list[str], tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    run("play", BASKET, "--seed", "5", "--save", save)
    assert "cannot be changed in a game that is under way" in sentence(run("play", "--resume", save, *flag))


# -- simulate -----------------------------------------------------------------------------------------
def test_simulate() -> None:
    found = as_json("simulate", BASKET, "--games", "12", "--players", "3", "--seed", "7", "--coverage")
    assert {"game", "players", "games", "finished", "capped", "decisions", "seconds", "seats", "seed"} <= set(found)
    assert (found["game"], found["players"], found["games"], found["finished"], found["capped"], found["seed"]) == (
        "basket",
        3,
        12,
        12,
        0,
        7,
    )
    seats = found["seats"]
    assert isinstance(seats, list)
    assert all({"wins", "mean_score"} <= set(seat) for seat in seats)
    text = run("simulate", BASKET, "--games", "12", "--coverage", "--check").out
    for word in ("12 games in", "decisions a game: 4 to 4", "options a decision", "mean score", "rules came into play"):
        assert word in text


def test_jobs_do_not_change_the_numbers() -> None:
    one, two = (as_json("simulate", BASKET, "--games", "20", "--jobs", jobs) for jobs in (1, 2))
    for found in (one, two):
        found.pop("seconds")
    assert one == two


def test_bots_of_a_simulation() -> None:
    found = as_json("simulate", BASKET, "--games", "3", "--players", "2", "--bots", "greedy,random")
    seats = found["seats"]
    assert isinstance(seats, list)
    assert [seat["bot"] for seat in seats] == ["greedy", "random"]
    assert "there is no bot `wizard`" in sentence(run("simulate", BASKET, "--bots", "wizard"))
    assert "names no bot" in sentence(run("simulate", BASKET, "--bots", ","))
    assert "not 3" in sentence(run("simulate", BASKET, "--players", "2", "--bots", "random,random,random"))


def test_the_bar_is_on_standard_error_and_only_at_a_terminal() -> None:
    with Terminal("simulate", BASKET, "--games", "40") as terminal:
        terminal.expect("40 games in")
        assert terminal.end() == 0
    assert process("simulate", BASKET, "--games", "5").err == ""


# -- test, trace --------------------------------------------------------------------------------------
def test_scenarios(tmp_path: Path) -> None:
    run("new", tmp_path / "game")
    assert as_json("test", tmp_path / "game") == {"passed": 2, "failed": 0, "failures": []}
    file = tmp_path / "game" / "scenarios" / "first.yaml"
    file.write_text(file.read_text().replace("taker is ben", "taker is anna"))
    ran = run("test", tmp_path / "game")
    assert ran.code == 1
    assert "FAILED  game: whoever takes the last stone wins" in ran.out
    assert "then 2: `taker is anna`: this is not so" in ran.out
    assert f"{file}:" in ran.out
    assert ran.out.splitlines()[-1] == "1 passed, 1 failed"
    found = as_json("test", file, code=1)
    assert (found["passed"], found["failed"]) == (1, 1)
    failures = found["failures"]
    assert isinstance(failures, list)
    assert failures[0]["line"] == 14
    assert as_json("test", file, "--only", "more than") == {"passed": 1, "failed": 0, "failures": []}
    assert "called like `zzz`" in sentence(run("test", file, "--only", "zzz"))
    assert "passed  game: nobody takes more" in run("test", file, "-v").out


def test_a_game_without_scenarios() -> None:
    assert "there is no scenario here" in sentence(run("test", BASKET))


def test_trace() -> None:
    found = as_json("trace", "berlin")
    assert set(found) == {"statements", "carried_out", "excluded", "shown", "holes"}
    assert found["holes"] == []
    ran = run("trace", "berlin", "--all")
    assert ran.code == 0
    assert "carried out by" in ran.out
    assert "shown by" in ran.out
    assert ran.out.splitlines()[-1].endswith("no holes.")
    assert "names no statements" in sentence(run("trace", BASKET))


# -- show, perft, bench -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("flag", "word"),
    [
        ("--document", "2:1  game: tic_tac_toe"),
        ("--spec", "rule play"),
        ("--flow", "flow tic_tac_toe"),
        ("--python", "def "),
        ("--c", "#include"),
        (None, "rule play"),
    ],
)
def test_show(flag: str | None, word: str) -> None:
    ran = run("show", "tic_tac_toe", *([flag] if flag else []))
    assert ran.code == 0
    assert word in ran.out or word.replace("2:1", "2:1 ") in ran.out


def test_show_prints_what_passes_make() -> None:
    plain = run("show", "tic_tac_toe", "--flow").out
    behind = {name: run("show", "tic_tac_toe", "--passes", name).out for name in ("static", "c")}
    assert len({plain, *behind.values()}) == 3, "each changes something"
    assert "where:9" in behind["c"]
    assert "where:9" not in run("show", "tic_tac_toe", "--passes", "c", "--without", "sets").out
    assert run("show", "tic_tac_toe", "--c", "--without", "sets").out != run("show", "tic_tac_toe", "--c").out
    assert "STATIC" not in run("show", "tic_tac_toe", "--python", "--without", "static").out.replace("L_STATIC", "")
    assert "there is no pass `nonsense`" in sentence(run("show", "tic_tac_toe", "--c", "--without", "nonsense"))
    assert "static, inline, simplify" in run("show", "tic_tac_toe", "--passes", "nonsense").err
    assert "goes with --passes" in sentence(run("show", "tic_tac_toe", "--without", "sets"))
    assert "goes with --picture" in sentence(run("show", "tic_tac_toe", "--after", "3"))
    assert "prints the flow" in sentence(run("show", "tic_tac_toe", "--c", "--passes", "c"))


def test_show_has_one_spec_for_all_players() -> None:
    assert "one for all numbers of players" in sentence(run("show", BASKET, "--spec", "--players", "2"))
    assert run("show", BASKET, "--flow", "--players", "2").out != run("show", BASKET, "--flow", "--players", "3").out


def test_a_picture_of_the_table(tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    ran = run("show", BASKET, "--picture", picture, "--players", "2", "--after", "3")
    assert (ran.code, ran.out) == (0, "")
    root = ElementTree.parse(picture).getroot()
    words = "".join(root.itertext())
    assert "Anna" in words
    assert "apple" in words
    assert not re.search(r"https?://(?!www\.w3\.org|www\.textualize)", picture.read_text())
    first = picture.read_bytes()
    run("show", BASKET, "--picture", picture, "--players", "2", "--after", "3")
    assert picture.read_bytes() == first
    assert "an SVG" in sentence(run("show", BASKET, "--picture", tmp_path / "table.png"))
    assert "cannot be written" in sentence(run("show", BASKET, "--picture", tmp_path / "no" / "table.svg"))


def test_perft() -> None:
    assert as_json("perft", "tic_tac_toe", "--depth", "3") == {"depth": 3, "nodes": 504, "terminals": 0}
    assert as_json("perft", "tic_tac_toe", "--depth", "5") == {"depth": 5, "nodes": 15120, "terminals": 1440}
    assert as_json("perft", "tic_tac_toe", "--depth", "3", "--engine", "interpreter")["nodes"] == 504
    assert "9 sequences of 1 choices" in run("perft", "tic_tac_toe", "-d", "1").out


@pytest.mark.parametrize(
    "command", [["simulate", BASKET], ["perft", BASKET, "--depth", "1"], ["test", BASKET], ["bench", BASKET]]
)
def test_engines_that_there_are_not(command: list[object]) -> None:
    told = sentence(run(*command, "--engine", "steam"))
    assert "there is no engine `steam`; there are: auto, native, python, interpreter" in told


def test_bench() -> None:
    found = as_json("bench", "tic_tac_toe", str(BASKET), "--seconds", "0.05", "--engine", "all")
    results = found["results"]
    assert isinstance(results, list)
    measured = [(one["game"], one["engine"], one["players"]) for one in results]
    engines = [name for name in ENGINES if name != "auto" and (name != "native" or compilers())]
    assert measured == [(game, name, n) for game, n in (("tic_tac_toe", 2), ("basket", 1)) for name in engines]
    assert all(one["playouts_per_second"] > 0 and one["decisions_per_second"] > 0 for one in results)
    assert "playouts/s" in run("bench", "tic_tac_toe", "--seconds", "0.05").out
