"""What is said of a game beside its program: edges and products get names for people, the background is kept in the cache."""

from pathlib import Path

import pytest

from cli.command import RULESPECS
from cli.games import basket
from regelwerk.cli.background import Background, background_of, name_everything
from regelwerk.cli.playing.points import sure_points
from regelwerk.find import find_game
from regelwerk.game import Game, load
from regelwerk.table.faces import sign_of
from runtime.games import heap, kuhn


def of(game: str) -> Background:
    return background_of(find_game(game))


def test_edges_are_named_by_their_ends() -> None:
    wording = of("berlin").wording
    assert wording
    for name, texts in wording.items():
        assert set(texts) == {"en", "de"}
        assert "–" in texts["en"] or "_" not in texts["en"], name
    said = [texts["en"] for texts in wording.values()]
    assert len(set(said)) == len(said)  # parallel edges are told apart


def test_products_are_named_by_their_parts() -> None:
    wording = of("hearts").wording
    assert wording["card(hearts, 12)"]["en"] == "hearts 12"
    assert len(wording) == 52
    game = load("hearts")
    name_everything(game, of("hearts"))
    assert game.names.value_words("card", 51, "en") == "hearts 14"
    assert game.names.value("card", 51) == "card(hearts, 14)"  # the exact name stays


def test_the_background() -> None:
    about = of("tic_tac_toe")
    assert (about.called("de", "x"), about.seats, about.players) == ("Tic-Tac-Toe", ("cross", "nought"), (2, 2))
    assert about.shapes.board("square")
    berlin = of("berlin")
    network = berlin.shapes.network("route")
    assert network is not None
    assert berlin.statements["003.setup"]["en"] if "003.setup" in berlin.statements else berlin.statements
    assert of("sealed_bids").options == {"second_price": ("false", "true")}


def test_a_game_with_faults_has_an_empty_background(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("regelwerk: 1\n")
    assert background_of(tmp_path / "game.yaml") == Background()


def test_the_background_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path))
    path = RULESPECS / "classics" / "tic_tac_toe" / "game.yaml"
    first = background_of(path)
    assert [file.suffix for file in tmp_path.iterdir()] == [".background"]

    def never(*arguments: object) -> None:
        raise AssertionError("it was made again")

    monkeypatch.setattr("regelwerk.cli.background._made", never)
    assert background_of(path) == first


def test_points_that_are_sure() -> None:
    game = Game(heap())
    assert sure_points(game, game.start(1), 0) == (0, 0)
    assert sure_points(game, game.start(1), "public") == (0, 0)


def test_nothing_hidden_shines_through_the_points() -> None:
    """Two positions that look the same to a seat have the same sure points."""
    game = Game(kuhn())
    by_look: dict[object, set[tuple[int | None, ...]]] = {}
    for seed in range(40):
        state = game.start(seed)
        state = state.play(next(option for option in state.options() if option.name == "bet"))
        for seat in (0, 1):
            by_look.setdefault((seat, state.view(seat)), set()).add(sure_points(game, state, seat))
    assert len(by_look) == 6
    assert all(len(points) == 1 for points in by_look.values())
    middle = [points for (_, view), points in by_look.items() for zone in view.zones if zone.faces == (1,)]  # type: ignore[misc]
    assert middle
    assert {None} == {value for points in middle for one in points for value in one}


def test_own_fruit_counts_and_the_others_does_not() -> None:
    game = Game(basket())
    state = game.start(1)
    for name in ("pick", "pick"):
        state = state.play(next(option for option in state.options() if option.name == name))
    assert sure_points(game, state, 0)[0] is not None


@pytest.mark.parametrize(("name", "sign"), [("card(hearts, 3)", "♥"), ("spades", "♠"), ("red", "■"), ("map", "")])
def test_signs(name: str, sign: str) -> None:
    assert sign_of(name) == sign
