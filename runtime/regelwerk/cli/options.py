"""Arguments and options that several subcommands share, their completion, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ..errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])
if TYPE_CHECKING:
    _Word = click.ParamType[str]
else:
    _Word = click.ParamType  # older versions of click have no type in brackets
MOST_SEATS = 20  # of any game
BOTS = ("random", "greedy")
LANGUAGES = ("en", "de")


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Ids of the games that come with Regelwerk, and folders here that hold a game."""
    from pathlib import Path

    from ..find import GAME_FILE, bundled_games

    found = [name for name in bundled_games() if name.startswith(incomplete)]
    folder = Path(incomplete if incomplete.endswith("/") else Path(incomplete).parent)
    try:
        for path in sorted(folder.iterdir()):
            if str(path).startswith(incomplete) and path.is_dir() and not path.name.startswith("."):
                found.append(str(path) if (path / GAME_FILE).is_file() else f"{path}/")
    except OSError:
        pass
    return found


def complete_seat(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """What may play, behind the `=`."""
    name, equals, kind = incomplete.partition("=")
    return [f"{name}={one}" for one in ("human", *BOTS) if one.startswith(kind)] if equals else []


def game_argument(required: bool = True) -> Callable[[F], F]:
    """GAME."""
    return click.argument("game", required=required, shell_complete=complete_game)


def players_option(f: F) -> F:
    """--players."""
    return click.option(
        "--players",
        "-n",
        type=click.IntRange(1, MOST_SEATS),
        metavar="N",
        help="How many players; the fewest by default.",
    )(f)


def seed_option(f: F) -> F:
    """--seed."""
    return click.option("--seed", "-s", type=int, metavar="S", help="Any number; the same seed gives the same game.")(f)


def choice_option(f: F) -> F:
    """--option."""
    return click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Choose an option of the game; may be given several times.",
    )(f)


def table_option(f: F) -> F:
    """--table."""
    return click.option(
        "--table",
        "tables",
        multiple=True,
        metavar="NAME=FILE",
        help="Take the rows of a table from another file; may be given several times.",
    )(f)


def lang_option(f: F) -> F:
    """--lang."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), help="The language; REGELWERK_LANG sets it for good.  [default: en]"
    )(f)


class Engine(_Word):
    """The name of an engine; which there are, `regelwerk.game` knows."""

    name = "engine"

    def __init__(self, *more: str) -> None:
        self.more = more

    def names(self) -> tuple[str, ...]:
        """All that may be said."""
        from ..game import ENGINES

        return (*ENGINES, *self.more)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, or a usage error."""
        names = self.names()
        if value not in names:
            self.fail(f"there is no engine `{value}`; there are: {', '.join(names)}", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Those that begin so."""
        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]


def engine_option(f: F) -> F:
    """--engine."""
    return click.option(
        "--engine",
        type=Engine(),
        default="auto",
        metavar="NAME",
        help="What runs the game; auto is the fastest that is there.",
    )(f)


def json_option(f: F) -> F:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")(f)


def watch_option(f: F) -> F:
    """--watch."""
    return click.option("--watch", "-w", is_flag=True, help="Do it again whenever a file changes, until Ctrl-C.")(f)


def color_option(f: F) -> F:
    """--color, --no-color."""
    return click.option(
        "--color/--no-color", "color", default=None, help="Force or forbid colours; NO_COLOR forbids them too."
    )(f)


def pairs(given: Sequence[str], what: str) -> dict[str, str]:
    """`NAME=VALUE`s as a dictionary.  Raises UsageError."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            raise UsageError(f"`{text}` should be NAME=VALUE, as in {what}")
        if name in found:
            raise UsageError(f"`{name}` is given twice")
        found[name] = value
    return found


def language_of(lang: str | None) -> str:
    """The language asked for."""
    from ..lang import default_language

    return lang or default_language()
